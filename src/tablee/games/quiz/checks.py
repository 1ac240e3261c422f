"""What must hold after every answer, in both games."""

from __future__ import annotations

from .table import TOKEN, Challenge, QuizTable


def check_tokens(table: QuizTable) -> None:
    """DZ §6.1–3, EG §6.1–2."""
    challenge = table.challenge
    pot = challenge.pot if challenge else 0
    assert sum(table.stacks) + pot + table.bank + table.lost == table.total, "tokens are kept"
    paid = challenge.paid.values() if challenge else ()
    assert all(amount >= 0 and amount % TOKEN == 0 for amount in (*table.stacks, *paid, table.bank))


def check_roles(table: QuizTable) -> None:
    """DZ §6.4–7, EG §6.3, 18–19."""
    in_play, gone = table.in_play, [seat for group in table.out for seat in group]
    assert sorted(in_play + gone) == list(table.seats), "everyone is in play or out"
    assert all(not table.stacks[seat] for seat in gone)
    challenge, reader, options = table.challenge, table.reader, table.options
    if challenge is None:
        return
    assert table.active in in_play
    assert set(challenge.paid) <= set(in_play), "only players in play pay"
    assert set(challenge.contestants) <= set(in_play)
    assert not challenge.contestants or challenge.contestants[0] == table.active
    if options.reader == "house":
        assert reader is None
    elif reader is not None:
        assert reader != table.active
        assert reader not in challenge.contestants
        if not options.eliminated_reads_early:
            assert (reader in in_play) == (len(in_play) > 2)
    else:
        assert len(in_play) == 2, "a neighbour can read while three are in play"


def check_stakes(table: QuizTable, challenge: Challenge) -> None:
    """DZ §6.8–12, EG §6.7–8: those who play have paid the same; who refused, the minimum or all he had."""
    paid, before, minimum = challenge.paid, challenge.before, challenge.minimum
    if not paid or not challenge.put:
        return
    (share,) = {paid[seat] for seat in challenge.contestants}
    assert 0 < share <= challenge.stake
    assert challenge.stake <= max(minimum, before[table.active])
    assert all(share <= before[seat] for seat in challenge.contestants)
    for seat in paid.keys() - set(challenge.contestants):
        assert challenge.stake > minimum, "only a raise can be refused"
        cap = min(minimum, share) if table.options.refuser_payment == "aligned" else minimum
        assert paid[seat] == min(cap, before[seat])


def check_answers(table: QuizTable, challenge: Challenge) -> None:
    """DZ §6.16, 18, 20, EG §6.14–15: nothing is shown too early, and nobody answers twice."""
    assert set(challenge.still_in) <= set(challenge.contestants)
    assert challenge.put or not (challenge.attempts or challenge.guesses or challenge.revealed)
    if challenge.question and challenge.put:
        challenge.question.mode.check(table, challenge)
