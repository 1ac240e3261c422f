"""Does the fastest win? Races between people near and far, through the server's own window. Simulated, by seed.

    python -m bench.fairness [--races N] [--seed N]

Tables of 2 to 6 race 20 times each, on a buzzer, typing (the first key counts) or sending (the sending counts). Round
trips of 10 to 400 ms, 40 to 60 % of it one way, with jitter; 2 % of all messages each way take 300 to 800 ms longer.
Pages align their clocks by their best sample of eight. Truth is who acted first on a perfect clock; a race is clear if
more than 30 ms decided it. Peers go by order of arrival; the limit is 0. By reaction: the same for who took least time
once he saw the question, which nobody can mend if it was the question that came late.

A liar back-dates what he sends. A delayer keeps his pongs back as well, so that he seems to sit further away, a staller
only the pongs around his press: no page's script can, but a program of his own could. A peeker reads the question when
it arrives, and not at the moment at which everyone is shown it. Combined: he delays and reads early. Gain: points of
winning share against the same races played honestly, a tie being shared.

The system's measure is simulated as Linux gives it: the least way there and back of any message so far, which no
program over there can lengthen; and bytes count as on their way only when the line itself stalls.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from math import ceil
from random import Random
from statistics import fmean, quantiles
from typing import Literal, NamedTuple

from tablee.engine.asks import TYPING_EACH, TYPING_FIRST
from tablee.server.fairness import PING_EVERY, TIE, Allowance, Held, Trip, Window, closing, lead, leaves

RACES_A_TABLE = 20
PAUSE = 30_000  # between two races
PINGS = 6  # in each pause
SPIKES = 0.02  # of all messages, each way

Style = Literal["buzz", "type", "send"]
DECIDED = {"buzz": 1000, "type": TIE, "send": 300}  # the reader listens first; DZ-76; BL-51
STYLES: tuple[Style, ...] = ("buzz", "type", "send")


class Path(NamedTuple):
    """The way between one device and the server."""

    up: float
    down: float
    jitter: float

    def one_up(self, random: Random) -> float:
        return self.up + self._noise(random)

    def one_down(self, random: Random) -> float:
        return self.down + self._noise(random)

    def _noise(self, random: Random) -> float:
        spike = random.uniform(300, 800) if random.random() < SPIKES else 0.0
        return random.expovariate(1 / self.jitter) + spike


class Runner(NamedTuple):
    """What chance has decided for one seat in one race."""

    reaction: float
    typing: float
    asked: float  # the question's way down
    pressed: float  # the press's way up
    answered: float  # the answer's way up
    pings: list[float]  # round trips, before the race
    down: float  # the ping's way down
    stalled: bool  # when the press went up
    stalled_after: bool  # when the answer did


class Cheat(NamedTuple):
    """What the first seat does, in ms."""

    back: int = 0
    delay: int = 0  # of all his pongs
    stall: int = 0  # of the pongs around his press alone
    peeks: bool = False

    def __str__(self) -> str:
        return f"{self.delay or self.stall or self.back} ms{' and reads' if self.peeks else ''}"


MOST = 5_000  # a claim that is sure to be cut to the earliest that he may
CHEATS = {
    "liar": [Cheat(back) for back in (50, 100, 200, 500, MOST)],
    "delayer": [Cheat(MOST, delay=delay) for delay in (50, 100, 200, 400)],
    "staller": [Cheat(MOST, stall=stall) for stall in (100, 400)],
    "peeker": [Cheat(peeks=True)],
    "combined": [Cheat(MOST, delay=delay, peeks=True) for delay in (50, 100, 200, 400)],
}


class Result(NamedTuple):
    style: Style
    acted: list[float]  # when each seat did
    reactions: list[float]
    arrivals: list[float]
    winners: list[int]  # more than one: a tie
    holds: list[float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--races", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    figures = measure(asked.races, asked.seed)
    print(json.dumps({name: round(figure, 4) for name, figure in figures.items()}))


def measure(races: int, seed: int = 1) -> dict[str, float]:
    honest = list(play(races, seed, Cheat()))
    print("            wrong  by arrival  by reaction   ties  of clear ones  held ms   p95")
    for style in STYLES:
        print_line(style, verdict([result for result in honest if result.style == style]))
    figures = verdict([result for result in honest if result.style != "type"])
    held = {name: figures[name] for name in ("hold_ms_mean", "hold_ms_p95")}  # nobody is still typing there
    figures = verdict(honest)
    print_line("all", figures)
    gains = {}
    for name, cheats in CHEATS.items():
        points = [share(play(races, seed, cheat)) - share(honest) for cheat in cheats]
        gains[f"{name}_gain"] = max(points)
        print(f"{name:<8}" + ", ".join(f"{cheat}: {gain:+.2f}" for cheat, gain in zip(cheats, points, strict=True)))
    return figures | held | gains


def print_line(style: str, figures: dict[str, float]) -> None:
    print(
        f"{style:<10}{figures['wrong_winner']:>7.2%}{figures['wrong_by_arrival']:>12.2%}"
        f"{figures['wrong_by_reaction']:>13.2%}{figures['ties']:>7.1%}{figures['clear_ties']:>15.1%}"
        f"{figures['hold_ms_mean']:>9.0f}{figures['hold_ms_p95']:>6.0f}"
    )


def verdict(results: list[Result]) -> dict[str, float]:
    clear = [result for result in results if lead_of(result.acted) > TIE]
    seen = [result for result in results if lead_of(result.reactions) > TIE]
    holds = [hold for result in results for hold in result.holds]
    return {
        "wrong_winner": fmean(wrong(result.winners, result.acted) for result in clear),
        "wrong_by_arrival": fmean(first_of(result.arrivals) != first_of(result.acted) for result in clear),
        "wrong_by_reaction": fmean(wrong(result.winners, result.reactions) for result in seen),
        "ties": fmean(len(result.winners) > 1 for result in results),
        "clear_ties": fmean(len(result.winners) > 1 for result in clear),
        "hold_ms_mean": fmean(holds),
        "hold_ms_p95": quantiles(holds, n=20)[-1],
    }


def wrong(winners: list[int], moments: list[float]) -> bool:
    return len(winners) == 1 and winners[0] != first_of(moments)


def first_of(moments: list[float]) -> int:
    return moments.index(min(moments))


def lead_of(moments: list[float]) -> float:
    first, second, *_ = sorted(moments)
    return second - first


def share(results: Iterable[Result]) -> float:
    """Of the first seat, in points."""
    return 100 * fmean((0 in result.winners) / len(result.winners) for result in results)


# ---------------------------------------------------------------- the simulation


def play(races: int, seed: int, cheat: Cheat) -> Iterator[Result]:
    """Chance decides the same, whatever the first seat does."""
    for table in range(ceil(races / RACES_A_TABLE)):
        random = Random(f"{seed} {table}")
        paths = [any_path(random) for _ in range(random.randint(2, 6))]
        errors = [align(path, random) for path in paths]
        trips, allowances = [Trip() for _ in paths], [Allowance() for _ in paths]
        for number in range(min(RACES_A_TABLE, races - table * RACES_A_TABLE)):
            race = Race(random.choice(STYLES), (number + 1) * PAUSE, trips, allowances)
            race.start([any_runner(path, random) for path in paths], errors, cheat)
            yield race.run()


def any_path(random: Random) -> Path:
    trip, share = random.uniform(10, 400), random.uniform(0.4, 0.6)
    return Path(trip * share, trip * (1 - share), random.uniform(1, 15))


def align(path: Path, random: Random) -> float:
    """How far the page's clock is ahead, by its sample with the least delay."""
    up, down = min(((path.one_up(random), path.one_down(random)) for _ in range(8)), key=sum)
    return (up - down) / 2


def any_runner(path: Path, random: Random) -> Runner:
    """A quarter of a second for eye and hand, the rest for the head."""
    pressed, reaction = path.one_up(random), 250 + random.lognormvariate(6.1, 0.5)
    typing, asked, answered = 300 + random.lognormvariate(7, 0.4), path.one_down(random), path.one_up(random)
    return Runner(
        reaction=reaction,
        typing=typing,
        asked=asked,
        pressed=pressed,
        answered=answered,
        pings=[path.one_up(random) + path.one_down(random) for _ in range(PINGS)],
        down=path.down,
        stalled=pressed > path.up + 300,
        stalled_after=answered > path.up + 300,
    )


class Event(NamedTuple):
    time: int
    seat: int
    what: Literal["press", "text", "ping", "pong"]
    claimed: int = 0


class Race:
    """From the question on its way to everyone until the match knows who was first."""

    def __init__(self, style: Style, now: int, trips: list[Trip], allowances: list[Allowance]) -> None:
        self.style, self.now, self.trips, self.allowances = style, now, trips, allowances
        self.window = Window("send" if style == "send" else "press")
        self.in_race = dict(enumerate(trips))
        self.acted: list[float] = []
        self.arrivals: list[float] = []
        self.reactions: list[float] = []
        self.events: list[Event] = []
        self.handed: list[Held] = []
        self.holds: list[float] = []
        self.end: int | None = None

    def start(self, runners: list[Runner], errors: list[float], cheat: Cheat) -> None:
        for seat, runner in enumerate(runners):
            for ping in runner.pings:
                self.trips[seat].add(ping + (0 if seat else cheat.delay))
                self.trips[seat].bound(ping)
            stalls = runner.stalled or (self.style == "type" and runner.stalled_after)
            self.trips[seat].stalls = lambda stalls=stalls: stalls  # type: ignore[misc]
        self.texts: dict[int, str] = {}
        shown = self.now + lead(self.trips)
        for seat, (runner, error) in enumerate(zip(runners, errors, strict=True)):
            arrives = max(self.now, leaves(shown, self.trips[seat])) + runner.asked
            peeks = cheat.peeks and not seat
            acted = (arrives if peeks else max(shown - error, arrives)) + runner.reaction
            self.send(seat, runner, acted, error, Cheat() if seat else cheat)

    def send(self, seat: int, runner: Runner, acted: float, error: float, cheat: Cheat) -> None:
        arrival = acted + runner.pressed
        self.acted.append(acted)
        self.arrivals.append(arrival)
        self.reactions.append(runner.reaction)
        self.events.append(Event(round(arrival), seat, "press", round(acted + error) - cheat.back))
        if self.style == "type":
            done = acted + runner.typing
            # As long as ordinary fingers make it in that time: DZ-136 takes no more of it than that.
            self.texts[seat] = "a" * ceil(max(1, runner.typing - TYPING_FIRST) / TYPING_EACH)
            came = round(max(arrival, done + runner.answered))
            self.events.append(Event(came, seat, "text", round(done + error)))
            if runner.stalled_after:
                self.stall(seat, self.first_ping(done, runner), came)
        # Other pongs are in time, and change nothing.
        if cheat.stall:
            self.stall(seat, round(arrival - self.trips[seat].round_trip) - cheat.stall, round(arrival))
        elif runner.stalled:
            self.stall(seat, self.first_ping(acted, runner), round(arrival))

    def first_ping(self, moment: float, runner: Runner) -> int:
        """When the first ping left whose pong is behind what was sent at this moment."""
        return self.now + ceil((moment - runner.down - self.now) / PING_EVERY) * PING_EVERY

    def stall(self, seat: int, ping: int, arrival: int) -> None:
        self.events += [Event(ping, seat, "ping"), Event(arrival + 1, seat, "pong")]

    def run(self) -> Result:
        for event in sorted(self.events):
            while (due := self.window.due(self.in_race)) is not None and due < event.time:
                self.hand_on(due)
            self.take(event)
            self.hand_on(event.time)
        while (due := self.window.due(self.in_race)) is not None:
            self.hand_on(due)
        earliest = min(map(self.window.moment, self.handed))
        winners = [held.seat for held in self.handed if self.window.moment(held) <= earliest + TIE]
        return Result(self.style, self.acted, self.reactions, self.arrivals, winners, self.holds)

    def take(self, event: Event) -> None:
        time, seat, what, claimed = event
        if what == "ping":
            self.trips[seat].ping(time)
        elif what == "pong":
            self.trips[seat].pong(time)
        else:
            moment = self.allowances[seat].believe(claimed, time, self.trips[seat])
            if what == "press" and self.style == "type":
                self.window.begin(seat, moment, time)
            else:
                self.window.add(Held(seat, self.texts.get(seat), moment, moment, time))

    def hand_on(self, now: int) -> None:
        for held in self.window.release(now, self.in_race):
            if self.end is None:
                self.end = max(now, closing(held.at + DECIDED[self.style], self.trips))
            if now <= self.end:
                self.handed.append(held)
                self.holds.append(now - held.arrived)


if __name__ == "__main__":
    main()
