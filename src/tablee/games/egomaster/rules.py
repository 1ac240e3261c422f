"""The rules of Egomaster, from top to bottom. Stakes, modes and verdicts, which Défizz has too, are in `games/quiz`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from tablee.engine import (
    DICE,
    Ask,
    Choice,
    Die,
    Event,
    Game,
    Prompt,
    Result,
    Script,
    choose,
    confirm,
    roll,
    some,
)
from tablee.games.quiz.along import hear, standing
from tablee.games.quiz.ending import begin_turn, end_turn, is_over, result
from tablee.games.quiz.events import NobodyRight, OpponentChosen, Paid, Started, Tied, Won
from tablee.games.quiz.questions import Question
from tablee.games.quiz.reading import find_reader
from tablee.games.quiz.referee import referee
from tablee.games.quiz.stakes import play_for_stakes
from tablee.games.quiz.table import Throw, played
from tablee.games.quiz.verdicts import SHORTCUTS, UNSAID, Outcome, contest
from tablee.games.quiz.why import Why, answering

from .books import PAGES, choose_packs
from .box import hand
from .events import (
    EVENTS,
    Announced,
    Designated,
    Moved,
    NotPaid,
    PhaseChanged,
    Placed,
    RolledOff,
    StartRolled,
)
from .foresight import CONSEQUENCES, foresee
from .synthetic import synthetic
from .table import Cell, CellChallenge, Egomaster, Start
from .view import check, mine, public, secrets


def play(table: Egomaster) -> Script[Result]:
    """EG-03 to EG-06, EG-88: first the bank pays, then the players, until one owns everything."""
    if not table.started:
        table.active = yield from roll_highest(table, table.in_play, "EG-08", StartRolled)
    table.tell(Started(table.active))
    yield from place_pawns(table)
    while not is_over(table):
        begin_turn(table)
        table.reader = yield from find_reader(table)
        yield from turn(table)
        table.previous, table.challenge = table.challenge, None
        finish_turn(table)
    return result(table)


def place_pawns(table: Egomaster) -> Script[None]:
    """EG-11: clockwise from the starting player, one on a cell; the place is of no importance."""
    active = table.active
    for seat in (active, *table.clockwise(active)[:-1]):
        if table.pawns[seat] is None:
            cell = yield from choose(seat, "place", table.free_cells(), rule="EG-11")
            table.pawns[seat] = cell
            table.tell(Placed(seat, cell))


# ---------------------------------------------------------------- a turn


def turn(table: Egomaster) -> Script[None]:
    """Move, hear the keyword, and play what the cell says."""
    where = yield from move(table)
    challenge = yield from find_question(table, where, table.board[where])
    match challenge.kind:
        case "solo":
            yield from play_solo(table, challenge)
        case "duo":
            challenge.opponents = [(yield from choose_opponent(table))]
            yield from play_challenge(table, challenge)
        case "multi":
            challenge.opponents = table.others()  # EG-70
            yield from play_challenge(table, challenge)


def move(table: Egomaster) -> Script[int]:
    """EG-15 to EG-19: so many cells in the direction one likes, and on to the next free one."""
    seat = table.active
    table.rolled = cells = yield from roll(_MOVE)
    direction = yield from choose(seat, "direction", _DIRECTIONS, rule="EG-16", about={"cells": cells})
    cell, met = table.landing(cells if direction == "clockwise" else -cells)
    table.pawns[seat], table.rolled, table.starts = cell, None, ()
    table.tell(Moved(seat, cells, direction, cell, len(met)))
    return cell


def find_question(table: Egomaster, where: int, cell: Cell) -> Script[CellChallenge]:
    """EG-22, EG-26 to EG-32: page and number by the dice; the reader announces icon and keyword."""
    page, number = yield from roll_question(table, cell)
    table.use(cell.kind, page, number)  # EG-32
    question = table.books[cell.kind].questions[page, number]
    amount = cell.amount * table.times  # EG-106
    table.challenge = challenge = CellChallenge(
        active=table.active,
        reader=table.reader,
        kind=cell.kind,
        minimum=amount,
        prize=table.prize(amount),
        before=tuple(table.stacks),
        question=question,
        cell=where,
        page=page,
        number=number,
    )
    table.tell(Announced(table.reader, cell.kind, amount, page, number, question.mode.name, question.hint))
    return challenge


def roll_question(table: Egomaster, cell: Cell) -> Script[tuple[int, int]]:
    """EG-26, EG-31: what was used, or is not in the booklet, is rolled again: so it is not among the faces."""
    counts = table.counts[cell.kind]
    # A page is as likely as it has questions, as if both dice were rolled until they find one.
    reply = yield _page_prompt(tuple(counts), tuple(counts.values()))
    page = int(reply.value)  # type: ignore[arg-type]
    reply = yield _number_prompt(table.left[cell.kind][page])
    return page, int(reply.value)  # type: ignore[arg-type]


# ---------------------------------------------------------------- solo


def play_solo(table: Egomaster, challenge: CellChallenge) -> Script[None]:
    """EG-50 to EG-59: the active player names who gains if he fails, and answers alone."""
    active = table.active
    challenge.designee = designee = yield from choose(active, "designee", designees(table), rule="EG-51")
    table.tell(Designated(active, designee))
    challenge.contestants, challenge.interested = [active], (designee,)
    question = table.put_question(challenge)
    outcome = yield from question.mode.play(table, challenge)
    table.reveal(challenge)
    right = (yield from contest(table, challenge, outcome)).winner == active
    winner, loser = (active, designee) if right else (designee, active)
    if table.phase == "enrichment":
        pay_prize(table, challenge, winner)  # EG-52
    else:
        hand_over(table, challenge, loser, winner)  # EG-54 to EG-56


def designees(table: Egomaster) -> list[int]:
    """EG-51: anyone in play but himself and, by default, the reader."""
    if table.options.solo_designate_reader:
        return table.clockwise(table.active)[:-1]
    return table.others()


def hand_over(table: Egomaster, challenge: CellChallenge, payer: int, payee: int) -> None:
    """EG-54 to EG-56, EG-59."""
    amount = table.debt(challenge.minimum, payer, payee)
    table.stacks[payer] -= amount
    table.stacks[payee] += amount
    challenge.settled = {payer: amount}
    challenge.winner, challenge.won, challenge.payer = payee, amount, "player"
    table.tell(Paid(payer, amount))
    table.tell(Won(payee, amount))


# ---------------------------------------------------------------- duo and multi


def choose_opponent(table: Egomaster) -> Script[int]:
    """EG-61 to EG-63."""
    opponent = yield from choose(table.active, "opponent", table.others(), rule="EG-62")
    table.tell(OpponentChosen(table.active, opponent))
    return opponent


def play_challenge(table: Egomaster, challenge: CellChallenge) -> Script[None]:
    """EG-60 to EG-81: in the first phase the bank pays the winner; in the second all pay before the question."""
    if table.phase == "enrichment":
        challenge.contestants = [table.active, *challenge.opponents]
    elif not (yield from play_for_stakes(table, challenge)):
        return
    question = table.put_question(challenge)
    outcome = yield from question.mode.play(table, challenge)
    table.reveal(challenge)
    outcome = yield from contest(table, challenge, outcome)
    winner = yield from find_winner(table, challenge, question, outcome)
    if winner is None:
        table.refund(challenge)  # EG-48
    elif table.phase == "enrichment":
        pay_prize(table, challenge, winner)
    else:
        table.pay_out(challenge, winner)


def find_winner(table: Egomaster, challenge: CellChallenge, question: Question, outcome: Outcome) -> Script[int | None]:
    """EG-39, EG-44, EG-46, EG-48, EG-92: where the answers give no winner, the dice do."""
    if outcome.winner is not None:
        return outcome.winner
    rollers = challenge.tied = outcome.tied
    won_by, options = question.mode.won_by, table.options
    if rollers:
        table.tell(Tied(rollers))
        if won_by == "nearness" and options.target_tie == "first_in_order":
            return rollers[0]
        if won_by == "time":
            rollers = yield from rule_on_tie(table, outcome)
    else:
        table.tell(NobodyRight())
        if won_by == "time" and options.speed_nobody_right == "no_winner":
            return None
        rollers = everyone = tuple(challenge.contestants)
        if won_by == "nearness" and options.target_tie == "first_in_order":
            return everyone[0]
        if won_by == "time":
            rollers = tuple(seat for seat in everyone if seat not in outcome.missed) or everyone
    return (yield from roll_highest(table, rollers, "EG-90", RolledOff))


def rule_on_tie(table: Egomaster, outcome: Outcome) -> Script[tuple[int, ...]]:
    """EG-46, EG-103: the reader says between whom it is; what the clock found, he may overrule by naming a winner."""
    reader, tied = table.reader, outcome.tied
    if reader is None:
        return tied
    if outcome.by_hand:
        return (yield from some(reader, "tied", tied, 2, len(tied), tied, rule="EG-46"))
    if (yield from confirm(reader, "tie", True, rule="EG-103", about={"seats": tied})):
        return tied
    return ((yield from choose(reader, "winner", tied, rule="EG-103")),)


# ---------------------------------------------------------------- the bank, and the end of a turn


def pay_prize(table: Egomaster, challenge: CellChallenge, winner: int) -> None:
    """EG-53: what the bank pays; by option that may be nothing."""
    if challenge.prize:
        table.pay_from_bank(challenge, winner, challenge.prize)
    else:
        challenge.winner, challenge.payer = winner, "bank"
        table.tell(NotPaid(winner, challenge.minimum))


def finish_turn(table: Egomaster) -> None:
    """EG-82 to EG-84: with an empty bank the second phase begins; there, who has nothing is out."""
    if table.phase == "enrichment" and not table.bank:
        table.phase = "elimination"
        table.tell(PhaseChanged())
    end_turn(table, eliminates=table.phase == "elimination")
    if table.previous and table.previous.out and table.options.eliminated_pawn == "removed":  # EG-20
        table.pawns = [cell if seat in table.in_play else None for seat, cell in enumerate(table.pawns)]


# ---------------------------------------------------------------- dice


def roll_highest(
    table: Egomaster, rollers: Sequence[int], rule: str, event: Callable[[int, int, int], Event]
) -> Script[int]:
    """EG-08, EG-09, EG-90, EG-91: the highest sum of both dice; those who tie for it roll again."""
    best, challenge = list(rollers), table.challenge
    while len(best) > 1:
        totals: dict[int, int] = {}
        for seat in best:
            white_prompt, black_prompt = _pair_prompts(seat, rule)
            white = int((yield white_prompt).value)  # type: ignore[arg-type]
            black = int((yield black_prompt).value)  # type: ignore[arg-type]
            totals[seat] = white + black
            throw = Throw(seat, (white, black), white + black)
            if challenge:
                challenge.throws += (throw,)
            else:
                table.starts += (throw,)
            table.tell(event(seat, white, black))
        highest = max(totals.values())
        best = [seat for seat in best if totals[seat] == highest]
    return best[0]


_MOVE: Die[int] = Die("move", (1, 2, 3, 4, 5, 6), rule="EG-15")
_DIRECTIONS = ("clockwise", "counterclockwise")
_D20 = Choice(tuple(range(1, PAGES + 1)))


@cache
def _pair_prompts(seat: int, rule: str) -> tuple[Prompt, Prompt]:
    white, black = (Ask(name, (DICE,), _D20, rule=rule, about={"seat": seat}) for name in ("white", "black"))
    return (white,), (black,)


def _number_prompt(numbers: tuple[int, ...]) -> Prompt:
    return (Ask("number", (DICE,), Choice(numbers), None, None, False, None, "EG-26"),)


def _page_prompt(pages: tuple[int, ...], weights: tuple[int, ...]) -> Prompt:
    even = weights.count(weights[0]) == len(weights)
    return (Ask("page", (DICE,), Choice(pages, None if even else weights), None, None, False, None, "EG-26"),)


WHY = Why(
    won={"being_right": "EG-50", "time": "EG-45", "nearness": "EG-34", "lasting": "EG-42", "luck": "EG-90"},
    nobody={"time": "EG-48", "nearness": "EG-39", "lasting": "EG-44"},
    last_standing="EG-47",
    refused={"duo": "EG-67", "multi": "EG-74"},
    told={
        "nobody_joined": "EG-76",
        "not_paid": "EG-53",
        "eliminated": "EG-84",
        "phase_changed": "EG-82",
    },
)

GAME = Game(
    table=Egomaster,
    play=play,
    public=public,
    mine=mine,
    brings=foresee,
    why=answering(WHY),
    standing=standing,
    hear=hear,
    check=check,
    secrets=secrets,
    packs=choose_packs,
    on_table=played,
    start=Start,
    unsaid=UNSAID,
    shortcuts=SHORTCUTS,
    synthetic=synthetic,
    events=EVENTS,
    consequences=CONSEQUENCES,
    referee=referee,
    hand=hand,
)
