"""What people see of Egomaster: everything but the booklets, and the question in the reader's hand."""

from __future__ import annotations

from msgspec import Struct

from tablee.games.quiz.checks import check_answers, check_roles, check_stakes, check_tokens
from tablee.games.quiz.table import Throw
from tablee.games.quiz.view import (
    ChallengeView,
    QuizView,
    hidden_from,
    own_guess,
    own_words,
    view_challenge,
    view_table,
)

from .books import Kind
from .foresight import Lands, landings
from .table import Cell, CellChallenge, Egomaster, Phase, count


class ReadView(Struct, frozen=True):
    """The question as its reader sees it, from the moment the dice have found it."""

    id: str
    text: str
    answers: tuple[str, ...]


class EgomasterChallengeView(ChallengeView, kw_only=True):
    cell: int
    page: int
    number: int
    icon: str | None  # None: solo
    keyword: str
    designee: int | None


class MineView(Struct, frozen=True):
    question: ReadView | None = None
    said: str | None = None  # one's own answer, or a guess of somebody who is out, while the others may not read it


class EgomasterView(QuizView, kw_only=True):
    mine: MineView | None = None
    phase: Phase
    quick: bool  # there never was a bank
    board: tuple[Cell, ...]
    pawns: list[int | None]  # by seat: the cell
    starts: tuple[Throw, ...]  # the dice for who begins, until the first pawn goes
    rolled: int | None  # while the active player chooses the direction
    landings: dict[str, Lands]  # then, by direction: where the pawn comes to, and what waits there
    left: dict[Kind, int]  # questions that can still be rolled
    challenge: EgomasterChallengeView | None
    last: EgomasterChallengeView | None


def public(table: Egomaster) -> EgomasterView:
    return EgomasterView(
        **view_table(table),
        phase=table.phase,
        quick=table.options.quick_game,
        board=table.board,
        pawns=table.pawns[:],
        starts=table.starts,
        rolled=table.rolled,
        landings=landings(table),
        left={
            kind: sum(len(numbers) for pages in (left, *table.ahead[kind]) for numbers in pages.values())
            for kind, left in table.left.items()
        },
        challenge=_challenge(table, table.challenge, over=False) if table.challenge else None,
        last=_last(table, table.previous) if table.previous else None,
    )


def _last(table: Egomaster, challenge: CellChallenge) -> EgomasterChallengeView:
    if challenge.seen is None:
        challenge.seen = _challenge(table, challenge, over=True)
    seen: EgomasterChallengeView = challenge.seen
    return seen


def _challenge(table: Egomaster, challenge: CellChallenge, *, over: bool) -> EgomasterChallengeView:
    question = challenge.question
    assert question
    return EgomasterChallengeView(
        **view_challenge(table, challenge, over=over),
        cell=challenge.cell,
        page=challenge.page,
        number=challenge.number,
        icon=question.mode.name,
        keyword=question.hint,
        designee=challenge.designee,
    )


def mine(table: Egomaster, seat: int) -> MineView | None:
    """EG §4.1: the reader holds the booklet."""
    challenge = table.challenge
    if challenge is None or challenge.question is None:
        return None
    if seat != table.reader:
        said = own_words(challenge, seat) or own_guess(challenge, seat)
        return MineView(None, said) if said else None
    question = challenge.question
    return MineView(ReadView(question.id, question.text, question.answers))


def secrets(table: Egomaster, seat: int | None) -> list[str]:
    """What this seat must not receive: the question before it is put, and what is right."""
    challenge = table.challenge
    if challenge is None or challenge.question is None or (seat is not None and seat == table.reader):
        return []
    return hidden_from(challenge, challenge.question, seat)


def check(table: Egomaster) -> None:
    """What must hold after every answer (§6)."""
    check_tokens(table)
    check_roles(table)
    assert not table.lost, "nothing is ever lost"
    placed = [cell for cell in table.pawns if cell is not None]
    assert len(set(placed)) == len(placed), "no two pawns share a cell"
    assert all(table.counts[kind] == count(pages) for kind, pages in table.left.items())
    if table.options.eliminated_pawn == "removed":
        assert all(table.pawns[seat] is None for group in table.out for seat in group)
    if table.phase == "enrichment":
        assert not table.out, "nobody is eliminated while the bank pays"
    challenge = table.challenge
    if challenge is None:
        return
    check_answers(table, challenge)
    cell = table.board[challenge.cell]
    assert (cell.kind, cell.amount * table.times) == (challenge.kind, challenge.minimum)
    assert table.pawns[table.active] == challenge.cell
    if table.phase == "enrichment":
        assert not challenge.paid, "only the bank pays"
        assert not challenge.stake
    else:
        assert table.bank == 0
        check_stakes(table, challenge)
    if table.reader is not None:
        assert challenge.designee != table.reader or table.options.solo_designate_reader
        if not challenge.revealed:
            assert table.stacks[table.reader] == challenge.before[table.reader]
