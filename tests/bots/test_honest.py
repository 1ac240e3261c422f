"""Bots are honest: every one of every game plays whole games on nothing but what its seat may see."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec
import pytest

from tablee.bots import Anyone, Bot, Sight, Thought, find_bots
from tablee.engine import Ask, Consequence, Label, Match, Table, View, find, games
from tablee.games.blitz.view import BlitzView
from tablee.house import House, RandomDice, find_referee
from tablee.testkit import every_pair, fitting_players, new_match

GAMES = sorted(games())
UNUSUAL = {
    game: next((row for row in every_pair(find(game), Random(1)) if fitting_players(find(game), row)), {})
    for game in GAMES
}
BOTS = [(game, name) for game in GAMES for name in find_bots(find(game))]


class Copy:
    """What a bot saw once, as plain data: there is no match behind it."""

    def __init__(self, seat: int, now: int, seen: bytes, kind: type[View], brings: Mapping[Label, Consequence]) -> None:
        self.seat, self.now, self.seen, self.kind, self._brings = seat, now, seen, kind, brings

    @property
    def view(self) -> View:
        return msgspec.json.decode(self.seen, type=self.kind)

    def brings(self, ask: Ask) -> Mapping[Label, Consequence]:
        return self._brings


class Witness:
    """Sits beside a bot, keeps what it is shown and what it says, and looks for secrets in it."""

    def __init__(self, bot: Bot, match: Match, seat: int) -> None:
        self.bot, self.match, self.seat = bot, match, seat
        self.kept: list[tuple[Ask, Copy, Thought | None]] = []
        self.secrets = 0

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        assert (sight.seat, self.seat in ask.actors) == (self.seat, True)
        seen = msgspec.json.encode(sight.view)
        brings = sight.brings(ask)
        shown = seen.decode() + msgspec.json.encode((ask, list(brings.values()))).decode()
        for secret in self.match.secrets(self.seat):
            self.secrets += 1
            assert secret not in shown or self.was_said(secret)
        thought = self.bot.answer(ask, sight)
        if thought:
            assert thought.began is None or 0 <= thought.began <= thought.after, "nobody speaks before being asked"
            assert thought.value is not None or not ask.standing
            if thought.value is not None:
                ask.form.check(thought.value)
        self.kept.append((ask, Copy(sight.seat, sight.now, seen, type(sight.view), brings), thought))
        return thought

    def was_said(self, secret: str) -> bool:
        """Somebody remembered it, and said it aloud."""
        return any(isinstance(reply.value, str) and secret in reply.value for reply in self.match.log)


def play(game: str, name: str, unusual: bool = False) -> list[Witness]:
    """A whole game of one kind of bot among themselves."""
    meta, options = find(game), UNUSUAL[game] if unusual else {}
    match = new_match(game, fitting_players(meta, options)[0], options)
    make = find_bots(meta)[name]
    witnesses = [Witness(make(Random(1 + seat), match.header), match, seat) for seat in range(len(match.header.seats))]
    House(match, RandomDice(Random(1)), dict(enumerate(witnesses)), find_referee(match.header)).play_on()
    assert match.result
    return witnesses


@pytest.mark.parametrize("unusual", [False, True])
@pytest.mark.parametrize(("game", "name"), BOTS)
def test_a_bot_plays_a_whole_game_on_what_its_seat_may_see(game: str, name: str, unusual: bool) -> None:
    """Shown the same once more, as mere data, it says the same: it has used nothing else."""
    for witness in play(game, name, unusual):
        assert witness.kept
        again = find_bots(find(game))[name](Random(1 + witness.seat), witness.match.header)
        for ask, copy, thought in witness.kept:
            assert again.answer(ask, copy) == thought  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "game", [game for game in GAMES if new_match(game, find(game).players(find(game).options())[0]).secrets(0)]
)
def test_there_were_secrets_to_betray(game: str) -> None:
    assert sum(witness.secrets for witness in play(game, "anyone")) > 100


def test_a_leak_would_be_noticed() -> None:
    match = new_match("blitz", 3)
    witness = Witness(Anyone(Random(1)), match, 0)
    view = match.view(0)
    assert isinstance(view, BlitzView)
    view.burned.append(f"perhaps {match.secrets(0)[0]}")
    with pytest.raises(AssertionError, match="perhaps"):
        witness.answer(match.asks[-1], Copy(0, 0, msgspec.json.encode(view), BlitzView, {}))  # type: ignore[arg-type]


def test_a_sight_holds_no_way_to_the_match() -> None:
    match = Match.new("desfausse", ["ana", "bo"])
    sight = Sight(match, 1, 500)
    held = [getattr(sight, name) for name in dir(sight)]
    assert not [thing for thing in held if isinstance(thing, Match | Table)]
    assert (sight.seat, sight.now) == (1, 500)
    assert sight.view == match.view(1)
    with pytest.raises(AttributeError):
        sight.match = match  # type: ignore[attr-defined]


def test_what_a_bot_does_to_a_view_changes_nothing_at_the_table() -> None:
    match = Match.new("blitz", ["ana", "bo", "cy"])
    view = Sight(match, 0, 0).view
    before = msgspec.json.encode(match.view(0))
    for field in view.__struct_fields__:
        held = getattr(view, field)
        if isinstance(held, list | dict):
            held.clear()
    assert msgspec.json.encode(match.view(0)) == before
