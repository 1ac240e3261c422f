"""What people see of Défizz: everything but the undrawn cards, the card in the reader's hand, and what Help! shows."""

from __future__ import annotations

from msgspec import Struct

from tablee.games.quiz.checks import check_answers, check_roles, check_stakes, check_tokens
from tablee.games.quiz.view import (
    ChallengeView,
    QuizView,
    hidden_from,
    own_guess,
    own_words,
    view_challenge,
    view_table,
)

from .cards import KINDS, Front, Kind
from .table import PRIZE, CardChallenge, Defizz


class CluesView(Struct, frozen=True):
    clues: tuple[str, ...]


class CardView(Struct, frozen=True):
    """The card as its reader sees it; for someone with Help! without its back."""

    clues: tuple[str, ...]
    fronts: tuple[Front, ...]
    answers: tuple[tuple[str, ...], ...] | None


class DefizzChallengeView(ChallengeView, kw_only=True):
    card: CluesView
    face: int  # the amount that the die shows
    helped: bool  # the active player has looked at the card
    number: int | None  # of the chosen question on the card
    clue: str | None  # of the chosen question


class MineView(Struct, frozen=True):
    card: CardView | None = None
    said: str | None = None  # one's own answer, or a guess of somebody who is out, while the others may not read it


class DefizzView(QuizView, kw_only=True):
    mine: MineView | None = None
    expert: bool  # nobody has a Help! card
    help: list[int]  # who still has the card
    left: dict[Kind, int]  # cards in each pile
    lost: int  # DZ-126: what left the game
    teams: bool
    team_answer: str
    challenge: DefizzChallengeView | None
    last: DefizzChallengeView | None


def public(table: Defizz) -> DefizzView:
    return DefizzView(
        **view_table(table),
        expert=table.options.expert,
        help=sorted(table.help),
        left={kind: len(deck) for kind, deck in table.decks.items()},
        lost=table.lost,
        teams=table.options.teams,
        team_answer=table.options.team_answer,
        challenge=_challenge(table, table.challenge, over=False) if table.challenge else None,
        last=_last(table, table.previous) if table.previous else None,
    )


def _last(table: Defizz, challenge: CardChallenge) -> DefizzChallengeView:
    if challenge.seen is None:
        challenge.seen = _challenge(table, challenge, over=True)
    seen: DefizzChallengeView = challenge.seen
    return seen


def _challenge(table: Defizz, challenge: CardChallenge, *, over: bool) -> DefizzChallengeView:
    return DefizzChallengeView(
        **view_challenge(table, challenge, over=over),
        card=CluesView(challenge.card.clues),
        face=challenge.face,
        helped=challenge.helped,
        number=challenge.number,
        clue=challenge.question.hint if challenge.question else None,
    )


def mine(table: Defizz, seat: int) -> MineView | None:
    """DZ-32, DZ-36, DZ-38: the reader holds the card; Help! shows its front."""
    challenge = table.challenge
    if challenge is None:
        return None
    card = challenge.card
    if seat == table.reader:
        return MineView(CardView(card.clues, card.fronts, card.answers))
    if seat == table.active and challenge.helped:
        return MineView(CardView(card.clues, card.fronts, None), own_words(challenge, seat))
    said = own_words(challenge, seat) or own_guess(challenge, seat)
    return MineView(None, said) if said else None


def secrets(table: Defizz, seat: int | None) -> list[str]:
    """What this seat must not receive: the rest of the card, what is right, and a few of the undrawn cards."""
    seen = table.previous.card.id if table.previous else None  # it may lie in the deck again (DZ-30)
    undrawn = [table.cards[kind][id] for kind in KINDS for id in table.decks[kind][:3] if id != seen]
    hidden = [front.text for card in undrawn for front in card.fronts]
    challenge = table.challenge
    if challenge is None or (seat is not None and seat == table.reader):
        return hidden
    for question in challenge.card.questions:
        hidden += hidden_from(challenge, question, seat)
    if challenge.helped and seat == table.active:
        shown = {front.text for front in challenge.card.fronts}
        return [text for text in hidden if text not in shown]
    return hidden


def check(table: Defizz) -> None:
    """What must hold after every answer (§6)."""
    check_tokens(table)
    check_roles(table)
    assert table.help <= set(table.in_play)
    assert not (table.options.expert and table.help)
    for kind in KINDS:
        assert sorted(table.decks[kind] + table.discards[kind]) == sorted(table.cards[kind]), "no card is lost"
    assert table.bank_pays == (table.bank > 0)
    assert not (table.bank_pays and table.out), "nobody leaves while the bank pays"
    challenge = table.challenge
    if challenge is None:
        return
    check_answers(table, challenge)
    if table.reader is not None and not challenge.revealed:
        assert table.stacks[table.reader] == challenge.before[table.reader], "the reader neither wins nor loses"
    if challenge.before != tuple(table.stacks):
        check_stakes(table, challenge)
    if challenge.stake:  # not while the bank pays
        assert challenge.minimum == table.minimum(challenge.face)
        if challenge.kind == "duel" and challenge.put:
            assert len(challenge.contestants) == 2
    elif table.bank_pays:
        assert challenge.minimum == PRIZE
        assert not challenge.paid
