"""Whole games of the five strengths of both quiz games: nobody is refused, nobody hangs, and reckoning pays."""

from __future__ import annotations

from itertools import cycle, islice
from random import Random

import msgspec
import pytest

from tablee import packs
from tablee.bots import CHARACTERS, Bot, Sight, find_bots
from tablee.engine import Match, Reply, find
from tablee.games.quiz.bots import Player
from tablee.house import House, RandomDice, find_referee
from tablee.packs import Pack
from tablee.testkit import every_pair, fitting_players, new_match

GAMES = ("defizz", "egomaster")
NAMES = [character.id for character in CHARACTERS]
ROWS = [(game, number, row) for game in GAMES for number, row in enumerate(every_pair(find(game), Random(1)))]
RACES = ("chrono", "speed", None)
SHORT: dict[str, dict[str, object]] = {
    "defizz": {"reader": "house"},
    "egomaster": {"reader": "house", "quick_game": True},
}


def play(match: Match, names: list[str], seed: int = 1) -> int:
    """A whole game of bots in virtual time: whatever they say that is not allowed is raised. When it ends."""
    makers = find_bots(find(match.header.game))
    bots = {seat: makers[name](Random(f"{seed} {seat}"), match.header) for seat, name in enumerate(names)}
    return House(match, RandomDice(Random(seed)), bots, find_referee(match.header)).play_on()


@pytest.mark.parametrize("game", GAMES)
def test_five_strengths_and_one_for_the_lab(game: str) -> None:
    assert list(find_bots(find(game))) == ["anyone", *NAMES[:-1], "minimum", "top"]


@pytest.mark.parametrize(("game", "number", "options"), ROWS, ids=[f"{game}-{number}" for game, number, _ in ROWS])
def test_any_options_are_played_to_the_end(game: str, number: int, options: dict[str, object]) -> None:
    """Every pair of option values meets in one of these; the strengths change places from row to row."""
    players = fitting_players(find(game), options)
    if not players:
        pytest.skip("too few tokens or seats for these options")
    count = players[number % len(players)]
    names = list(islice(cycle([*NAMES, "minimum"]), number, number + count))
    match = new_match(game, count, options)
    play(match, names, number)
    assert match.result
    match.check()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_each_strength_takes_as_long_as_people_do(game: str, name: str) -> None:
    match = Match.new(game, ["a", "b", "c"], SHORT[game])
    minutes = play(match, [name] * 3, 5) / 60_000
    assert match.result
    assert 2 < minutes < 150


@pytest.mark.parametrize("game", GAMES)
def test_the_same_luck_plays_the_same_game(game: str) -> None:
    logs = []
    for _ in range(2):
        match = new_match(game, 4)
        play(match, NAMES[1:], 7)
        logs.append(match.log)
    assert logs[0] == logs[1]


# ---------------------------------------------------------------- honest


def other_answers(name: str, target: int = 1_000_003) -> str:
    """The same questions with other answers: the same pack, for those who see only the questions."""
    pack = packs.load(name)

    def change(table: object) -> object:
        assert isinstance(table, dict)
        changed = {**table}
        if "answer" in table:
            changed["answer"] = target if table.get("mode") == "target" else f"CANARY-{table['id']}"
        if "accept" in table:
            changed["accept"] = tuple("tuvwxyz")
        return changed

    tables = tuple((place, array, change(table)) for place, array, table in pack.tables)
    manifest = msgspec.structs.replace(pack.manifest, id=f"canary-{target}-{name}")
    return packs.add(Pack(manifest, f"canary-{target}-{name}-1", tables)).manifest.id  # type: ignore[arg-type]


class Doubled:
    """A bot at one table, shown at each of its decisions the same moment at a table with other answers."""

    def __init__(self, match: Match, canary: Match, seat: int, name: str) -> None:
        make = find_bots(find(match.header.game))[name]
        self.bot, self.again = (make(Random(seat), match.header) for _ in range(2))
        self.canary, self.compared = canary, 0

    def answer(self, ask: object, sight: Sight) -> object:
        said = self.bot.answer(ask, sight)  # type: ignore[arg-type]
        other = Sight(self.canary, sight.seat, sight.now)
        theirs = next(known for known in self.canary.asks if known.name == ask.name and sight.seat in known.actors)  # type: ignore[attr-defined]
        assert self.again.answer(theirs, other) == said
        self.compared += 1
        return said


@pytest.mark.parametrize("name", ["novice", "top"])
@pytest.mark.parametrize("game", GAMES)
def test_no_decision_depends_on_the_hidden_answer(game: str, name: str) -> None:
    """Two tables whose packs differ in the answers alone, and a bot that remembers the first: until an answer is
    shown to it, it cannot tell them apart."""
    compared = 0
    for seed in range(6):
        match = new_match(game, 3, SHORT[game])
        changed = other_answers(match.header.packs[0].id)
        canary = Match.new(game, list(match.header.seats), SHORT[game], packs=[changed])
        bots = {seat: Doubled(match, canary, seat, name) for seat in range(3)}
        house = House(match, RandomDice(Random(seed)), bots, find_referee(match.header))  # type: ignore[arg-type]
        now = 0
        while not revealed(match) and len(match.log) < 60:
            reply = house.next(now)
            if reply is None:
                now = house.wakes() or now
                continue
            for table in (match, canary):
                table.reply(Reply(reply.actor, reply.name, reply.value, reply.at, reply.began))
        compared += sum(bot.compared for bot in bots.values())
    assert compared > 100


def revealed(match: Match) -> bool:
    """Somebody may have seen an answer by now: everyone, or those who judge."""
    view = match.view(None)
    challenge = view.challenge  # type: ignore[attr-defined]
    judged = challenge is not None and (challenge.answers is not None or challenge.attempts or challenge.guesses)
    return bool(judged or (view.last and view.last.answers))  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES)
def test_what_it_has_forgotten_does_not_depend_on_the_answer(game: str) -> None:
    """The same luck with other answers: it knows the same questions, and of the rest it has nothing either way."""
    match = new_match(game, 3, SHORT[game])
    changed = other_answers(match.header.packs[0].id, target=42)  # how far off a number is, depends on it
    canary = Match.new(game, ["a", "b", "c"], SHORT[game], packs=[changed])
    for name in NAMES:
        one, other = (find_bots(find(game))[name](Random(1), table.header) for table in (match, canary))
        assert isinstance(one, Player)
        assert isinstance(other, Player)
        forgotten = [text for text, kept in one.memory.by_text.items() if not kept.sure and kept.mode in RACES]
        assert forgotten
        assert all(one.memory.of(text) == other.memory.of(text) for text in forgotten)
        known = [text for text, kept in one.memory.by_text.items() if kept.sure]
        assert all(other.memory.of(text).sure for text in known)


def test_what_was_never_read_is_not_known() -> None:
    """Seated with one pack, asked from another: it has nothing to say, whatever the answers are."""
    seated = Match.new("defizz", ["a", "b", "c"], SHORT["defizz"])
    start = {"active": 0}
    match = Match.new("defizz", ["a", "b", "c"], SHORT["defizz"], packs=["synthetic-defizz"], start=start)
    for actor, name, value in (
        ("dice", "die", "duel 200"),
        ("dice", "card", "duel000"),
        (0, "question", 1),
        (0, "opponent", 1),
        (0, "stake", 200),
    ):
        match.answer(actor, name, value)  # type: ignore[arg-type]
    for name in NAMES:
        bot: Bot = find_bots(find("defizz"))[name](Random(1), seated.header)
        thought = bot.answer(match.asks[0], Sight(match, 0, 0))
        assert thought
        assert thought.value is None


# ---------------------------------------------------------------- strength


def wins(game: str, one: str, rest: str, count: int) -> int:
    """Of one against three, the seat moving on from game to game."""
    won = 0
    for number in range(count):
        match = Match.new(game, ["a", "b", "c", "d"], SHORT[game])
        names = [rest] * 4
        names[number % 4] = one
        play(match, names, number)
        assert match.result
        won += match.result.ranking[0] == (number % 4,)
    return won


@pytest.mark.parametrize("game", GAMES)
def test_reckoning_beats_the_minimum_with_the_same_knowledge(game: str) -> None:
    assert wins(game, "top", "minimum", 8) >= 5  # luck alone gives 2


@pytest.mark.parametrize(("one", "rest"), [("top", "regular"), ("regular", "novice")])
@pytest.mark.parametrize("game", GAMES)
def test_the_stronger_win_more(game: str, one: str, rest: str) -> None:
    assert wins(game, one, rest, 8) >= 5  # luck alone gives 2
