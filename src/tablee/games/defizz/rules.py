"""The rules of Défizz, from top to bottom. Stakes, modes and verdicts, which Egomaster has too, are in `games/quiz`."""

from __future__ import annotations

from functools import cache

from tablee.engine import (
    Ask,
    Choice,
    Die,
    Game,
    Prompt,
    Result,
    Script,
    choose,
    draw,
    roll,
)
from tablee.games.quiz.along import hear, standing
from tablee.games.quiz.ending import begin_turn, end_turn, is_over, result
from tablee.games.quiz.events import NobodyRight, OpponentChosen, Started, Tied
from tablee.games.quiz.foresight import CONSEQUENCES, foresee
from tablee.games.quiz.reading import find_reader
from tablee.games.quiz.referee import referee
from tablee.games.quiz.stakes import play_for_stakes
from tablee.games.quiz.table import played
from tablee.games.quiz.verdicts import SHORTCUTS, UNSAID, Outcome, contest
from tablee.games.quiz.why import Why, answering

from .box import hand
from .cards import FACES, Kind, choose_packs
from .events import (
    EVENTS,
    BankEmpty,
    CluesRead,
    HelpUsed,
    QuestionChosen,
    Restarted,
    Rolled,
    TailLost,
    TailPaid,
)
from .synthetic import synthetic
from .table import PRIZE, CardChallenge, Defizz, Start
from .view import check, mine, public, secrets


def play(table: Defizz) -> Script[Result]:
    """DZ-11, DZ-106: turn after turn, until one player owns all the tokens."""
    if not table.started:
        table.active = yield from find_first_player(table)
    table.tell(Started(table.active))
    while not is_over(table):
        begin_turn(table)
        table.reader = yield from find_reader(table)
        again = yield from turn(table)
        table.previous, table.challenge = table.challenge, None
        if again:
            table.tell(Restarted(table.active))  # DZ-97
            assert table.previous
            table.previous.again = True
        else:
            end_turn(table, eliminates=not table.bank_pays)  # DZ-124, DZ-128
            if table.out:
                table.help.intersection_update(table.in_play)  # DZ-103
    return result(table)


def find_first_player(table: Defizz) -> Script[int]:
    """DZ-08, DZ-09: nearest to 1 April; the dice decide between equals, or among all if a birthday is not known."""
    if table.options.first_player == "host":
        return table.host
    nearest = table.in_play
    days = [day for day in table.days if day is not None]
    if table.options.first_player == "birthday" and len(days) == len(table.seats):
        nearest = [seat for seat in nearest if days[seat] == min(days[other] for other in nearest)]
    return nearest[0] if len(nearest) == 1 else (yield from draw("first", nearest[:], rule="DZ-09"))


# ---------------------------------------------------------------- a turn


def turn(table: Defizz) -> Script[bool]:
    """One challenge. True: it came to nothing, and the same player rolls again."""
    challenge = yield from turn_up(table)
    late = table.options.expert and table.options.expert_choice_timing == "after_stakes"  # DZ-114
    if not late:
        yield from choose_question(table, challenge)
    others = table.others()  # DZ-56: a multi has all but the reader
    challenge.opponents = others if challenge.kind == "multi" else (yield from choose_opponent(table, others))
    if table.bank_pays:
        challenge.contestants = [table.active, *challenge.opponents]  # DZ-124: nobody pays
    elif not (yield from play_for_stakes(table, challenge)):
        return False
    if late:
        yield from choose_question(table, challenge)
    question = table.put_question(challenge)
    outcome = yield from question.mode.play(table, challenge)
    table.reveal(challenge)
    outcome = yield from contest(table, challenge, outcome)
    return settle(table, challenge, outcome)


def turn_up(table: Defizz) -> Script[CardChallenge]:
    """DZ-21 to DZ-32: the die gives type and minimum; the reader takes a card and reads its clues aloud."""
    face = yield from roll(_DIE)
    kind, amount = FACES[face]
    minimum = table.minimum(amount)
    table.tell(Rolled(table.active, kind, amount, minimum))
    id = yield from draw_card(table, kind)
    card = table.cards[kind][id]
    table.challenge = CardChallenge(
        active=table.active,
        reader=table.reader,
        kind=kind,
        minimum=minimum,
        prize=PRIZE if table.bank_pays else None,
        before=tuple(table.stacks),
        card=card,
        face=amount,
    )
    table.tell(CluesRead(table.reader, card.clues))
    return table.challenge


def draw_card(table: Defizz, kind: Kind) -> Script[str]:
    """DZ-07, DZ-30: any card of that deck, those of one's own packs first; when none is left, those that were used."""
    deck, discard = table.decks[kind], table.discards[kind]
    if not deck:
        deck.extend(sorted(discard))
        discard.clear()
        again = table.previous.card.id if table.previous and table.previous.again else None
        if again in deck and len(deck) > 1:  # DZ-97: a new card, and not the one that came to nothing
            deck.remove(again)
            discard.append(again)
    own = table.own[kind]
    first = ([id for id in deck if id in own] if own else []) or deck
    id = yield from draw("card", first, rule="DZ-25")
    if first is not deck:
        deck.remove(id)
    discard.append(id)
    return id


def choose_question(table: Defizz, challenge: CardChallenge) -> Script[None]:
    """DZ-43, DZ-44: the active player names a clue. DZ-110, DZ-113, DZ-133: in Expert the reader does, or the dice."""
    numbers = challenge.card.numbers
    chooser: int | None = table.active
    if not table.options.expert:
        number = yield from choose_with_help(table, challenge)
    elif table.reader is None:
        chooser = None
        number = yield from draw("question", list(numbers), rule="DZ-133")
    else:
        chooser = table.reader
        number = yield from choose(table.reader, "question", numbers, rule="DZ-110")
    challenge.question, challenge.number = challenge.card.questions[number - 1], number
    table.tell(QuestionChosen(chooser, number, challenge.question.hint))


def choose_with_help(table: Defizz, challenge: CardChallenge) -> Script[int]:
    """DZ-33 to DZ-40: before he names a clue, the active player may look at the front of the card, once in a game."""
    active, numbers = table.active, challenge.card.numbers
    has_help = active in table.help
    if len(numbers) == 1 and not has_help:
        return numbers[0]
    reply = yield _question_prompt(active, numbers, has_help)
    if reply.name == "help":
        table.help.remove(active)
        challenge.helped = True
        table.tell(HelpUsed(active))
        return (yield from choose(active, "question", numbers, rule="DZ-43"))
    return reply.value if isinstance(reply.value, int) else numbers[0]


def choose_opponent(table: Defizz, others: list[int]) -> Script[list[int]]:
    """DZ-50, DZ-51: a duel has one opponent, whom the active player names."""
    opponent = yield from choose(table.active, "opponent", others, rule="DZ-50")
    table.tell(OpponentChosen(table.active, opponent))
    return [opponent]


# ---------------------------------------------------------------- payout


def settle(table: Defizz, challenge: CardChallenge, outcome: Outcome) -> bool:
    """The winner takes the pot; without one everyone has his stake back. True: the turn restarts."""
    winner = outcome.winner
    assert challenge.question
    nearness = challenge.question.mode.won_by == "nearness"
    if outcome.tied and nearness and table.options.target_tie == "first_in_order":
        winner = outcome.tied[0]  # DZ-85
    if winner is None:
        return come_to_nothing(table, challenge, outcome)
    if table.bank_pays:
        table.pay_from_bank(challenge, winner, PRIZE)  # DZ-123
        share_out_tail(table)
    else:
        table.pay_out(challenge, winner)
    return False


def come_to_nothing(table: Defizz, challenge: CardChallenge, outcome: Outcome) -> bool:
    """DZ-76, DZ-78, DZ-85, DZ-93, DZ-96: stakes back, and the turn is played again."""
    challenge.tied = outcome.tied
    table.tell(Tied(outcome.tied) if outcome.tied else NobodyRight())
    table.refund(challenge)
    assert challenge.question
    unanswered = not outcome.tied and challenge.question.mode.won_by in ("time", "nearness")
    if unanswered and table.options.nobody_right == "next_turn":
        return False
    if challenge.helped and table.options.help_returned_on_restart:
        table.help.add(table.active)  # DZ-42
    return True


def share_out_tail(table: Defizz) -> None:
    """DZ-125, DZ-126: as soon as the bank cannot pay, its rest goes to the poorest; between equals it is lost."""
    rest = table.bank
    if rest >= PRIZE:
        return
    poorest = [seat for seat in table.seats if table.stacks[seat] == min(table.stacks)]
    table.bank, table.bank_pays = 0, False
    if rest and len(poorest) == 1:
        table.stacks[poorest[0]] += rest
        table.tell(TailPaid(poorest[0], rest))
    elif rest:
        table.lost = rest
        table.tell(TailLost(rest))
    table.tell(BankEmpty())  # DZ-127


# ---------------------------------------------------------------- the box

_DIE: Die[str] = Die("die", tuple(FACES), rule="DZ-21")
_USE = Choice(("use",))


@cache
def _question_prompt(seat: int, numbers: tuple[int, ...], has_help: bool) -> Prompt:
    ask = Ask("question", (seat,), Choice(numbers), numbers[0], rule="DZ-43")
    return (ask, Ask("help", (seat,), _USE, standing=True, rule="DZ-34")) if has_help else (ask,)


WHY = Why(
    won={"being_right": "DZ-74", "time": "DZ-74", "nearness": "DZ-81", "lasting": "DZ-90", "luck": "DZ-94"},
    nobody={"time": "DZ-78", "nearness": "DZ-78", "lasting": "DZ-93", "luck": "DZ-95"},
    last_standing="DZ-77",
    tied={"time": "DZ-76", "nearness": "DZ-85", "luck": "DZ-95"},
    refused={"duel": "DZ-54", "multi": "DZ-63"},
    told={
        "nobody_joined": "DZ-64",
        "eliminated": "DZ-98",
        "bank_empty": "DZ-127",
    },
)

GAME = Game(
    table=Defizz,
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
