"""How well and how fast the judge decides: labelled answers, closed lists, typing slips. Process CPU time, one core.

    python -m bench.judge [FILE ...]            default: the files of tests/judge

Precision: right among accepted. Recall: accepted among right. Rejected: right answers judged wrong. Unsure counts as
not accepted. The words that were typed are not cached between rounds; the questions are, as in a game. Limit: a look-up
in a dictionary, about 0.1 µs; a single comparison of two words in C costs about 0.3 µs.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

from tablee import packs
from tablee.judge import judge, judge_list, lexicon, normal, phonetic

NAMES = ("", "-own", "-kinds", "-table", "-unseen", "-boxes", "-second", "-fresh")
FILES = [Path(f"tests/judge/cases{name}.txt") for name in NAMES]
ROUNDS = 7
KEYS = ("azertyuiop", "qsdfghjklm", "wxcvbn")


class Case(NamedTuple):
    group: str
    kind: Literal["text", "number"]
    accept: tuple[str, ...]
    rivals: tuple[str, ...]
    answer: str
    label: str
    unit: str | None = None
    asked: str = ""


class Score:
    """How many answers of each label got which verdict."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()

    def add(self, label: str, verdict: str) -> None:
        self.counts[label, str(verdict)] += 1

    def figures(self) -> dict[str, float]:
        right = sum(count for (label, _), count in self.counts.items() if label == "right")
        accepted = self.counts["right", "right"] + self.counts["wrong", "right"]
        unsure = self.counts["right", "unsure"] + self.counts["wrong", "unsure"]
        return {
            "precision": self.counts["right", "right"] / max(1, accepted),
            "recall": self.counts["right", "right"] / max(1, right),
            "rejected": self.counts["right", "wrong"] / max(1, right),
            "unsure": unsure / max(1, self.counts.total()),
        }


def main() -> None:
    files = [Path(name) for name in sys.argv[1:]] or FILES
    figures: dict[str, float] = {}
    everything: list[Case] = []
    total = Score()
    for file in files:
        cases = read_cases(file)
        everything += cases
        figures |= {f"{name} {file.stem}": value for name, value in print_table(file, cases, total).items()}
    figures |= total.figures() | {"us_per_call": microseconds(everything)}
    long_ones = [case for case in everything if len(case.rivals) >= 190]
    figures["us_200_list"] = microseconds(long_ones) if long_ones else 0.0
    figures["ns_per_addition"] = nanoseconds()
    figures |= measure_lists() | measure_dropped_letters()
    print(
        f"\n{figures['us_per_call']:.1f} µs a call, {figures['us_200_list']:.1f} µs against some 200 rivals;", end=" "
    )
    print(f"on this machine, now, Python adds two numbers in {figures['ns_per_addition']:.0f} ns")
    print(
        f"closed lists: {figures['pairs']:,.0f} ordered pairs, {figures['pairs_accepted']:.0f} wrongly accepted; typing"
    )
    print(
        f"slips {figures['typos_right']:.1%} right, {figures['typos_taken_for_another']:.0f} taken for another item;",
        end=" ",
    )
    print(
        f"one letter dropped: {figures['dropped_items']:.1%} of items right, {figures['dropped_aliases']:.1%} of others"
    )
    print(json.dumps({name: round(value, 4) for name, value in figures.items()}))


def print_table(file: Path, cases: list[Case], total: Score) -> dict[str, float]:
    groups: dict[str, Score] = {}
    whole = Score()
    for case in cases:
        verdict = judge(case.answer, case.accept, case.rivals, case.kind, case.unit, case.asked)
        for score in (total, whole, groups.setdefault(case.group, Score())):
            score.add(case.label, verdict)
    print(f"{file}: {len(cases)} answers\n{'':<52}{'answers':>8} precision recall rejected unsure")
    for name, score in [*groups.items(), ("all", whole)]:
        figures = score.figures()
        line = (
            f"{figures['precision']:>9.3f}{figures['recall']:>8.3f}{figures['rejected']:>8.3f}{figures['unsure']:>8.3f}"
        )
        print(f"  {name[:48]:<50}{score.counts.total():>8}{line}")
    return whole.figures()


def read_cases(file: Path) -> list[Case]:
    """One question a line: kind (and unit) ; accepted ; rivals (or @list) ; right ; wrong answers [; the question]."""
    cases: list[Case] = []
    group = "all kinds"
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("# ---"):
            group = line[5:].strip()
        if not line.strip() or line.startswith("#"):
            continue
        kind, accepted, named, right, wrong, *asked = line.split(";")
        number: Literal["text", "number"] = "number" if kind[0] == "N" else "text"
        unit = kind[2:] or None
        accept = tuple(name.strip() for name in accepted.split("|"))
        rivals = tuple(find_rivals(named, accept))
        for label, said in (("right", right), ("wrong", wrong)):
            for answer in filter(None, map(str.strip, said.split(" / "))):
                cases.append(Case(group, number, accept, rivals, answer, label, unit, "".join(asked)))
    return cases


def find_rivals(named: str, accept: Sequence[str]) -> Iterator[str]:
    right = set(map(normal, accept))
    for name in filter(None, map(str.strip, named.split("|"))):
        if not name.startswith("@"):
            yield name
            continue
        for item in closed_lists()[name[1:]]:
            if right.isdisjoint(map(normal, item)):
                yield from item


def closed_lists() -> dict[str, list[tuple[str, ...]]]:
    """Every shipped list: its items, each with all its names."""
    tables = [table for _, _, table in packs.load("lists").tables]
    return {table["id"]: [tuple(item.split("|")) for item in table["items"]] for table in tables}


def microseconds(cases: list[Case]) -> float:
    """Of one call: every hundred answers in their best round, because a busy machine spoils most rounds somewhere."""
    hundreds = [cases[at : at + 100] for at in range(0, len(cases), 100)]
    best = [float("inf")] * len(hundreds)
    for _ in range(ROUNDS):
        phonetic.sound.cache_clear()
        lexicon.look_up.cache_clear()
        for at, some in enumerate(hundreds):
            started = time.process_time()
            for case in some:
                judge(case.answer, case.accept, case.rivals, case.kind, case.unit, case.asked)
            best[at] = min(best[at], time.process_time() - started)
    return sum(best) / len(cases) * 1e6


def nanoseconds() -> float:
    """Of a step of the plainest loop: these machines are noisy, and not equally fast."""
    started = time.process_time()
    total = 0
    for number in range(1_000_000):
        total += number
    return (time.process_time() - started) * 1000


def measure_lists(slips: int = 3, seed: int = 1) -> dict[str, float]:
    pairs = accepted = right = typed = confused = 0
    random = Random(seed)
    for items in closed_lists().values():
        for item in items:
            rivals = tuple(name for other in items if other is not item for name in other)
            pairs += len(rivals)
            accepted += sum(judge(rival, item, rivals) == "right" for rival in rivals)
        for item, typo in list_slips(items, slips, random):
            typed += 1
            right += judge(typo, item, tuple(name for other in items if other is not item for name in other)) == "right"
            confused += sum(taken_for(typo, other, items) for other in random.sample(items, 6) if other is not item)
    found = {"pairs": pairs, "pairs_accepted": accepted, "typos_right": right / typed}
    return {**found, "typos_taken_for_another": confused}


def measure_dropped_letters() -> dict[str, float]:
    """Each second letter of each name dropped in turn; the item must be found, as in a Ping-Pong."""
    right: dict[bool, list[bool]] = {False: [], True: []}
    for items in map(tuple, closed_lists().values()):
        names = {normal(name): item for item in items for name in item}
        every = [(own, number, name) for own in items for number, name in enumerate(own)]
        for item, number, name in every:
            for at in range(1, len(name), 2) if len(name) > 3 else ():
                said = name[:at] + name[at + 1 :]
                if name[at].isalpha() and names.get(normal(said), item) is item:
                    verdict = judge_list(said, items)
                    right[number > 0].append(verdict == "right" and verdict.item == item[0])
    shares = {alias: sum(found) / len(found) for alias, found in right.items()}
    return {"dropped_items": shares[False], "dropped_aliases": shares[True]}


def list_slips(items: Sequence[tuple[str, ...]], count: int, random: Random) -> Iterator[tuple[tuple[str, ...], str]]:
    """Items with one wrong key; not those that have become another item."""
    names = {normal(name): item for item in items for name in item}
    for item in items:
        for _ in range(count):
            typo = slip(item[0], random)
            if names.get(normal(typo), item) is item:
                yield item, typo


def taken_for(typo: str, other: tuple[str, ...], items: Iterable[tuple[str, ...]]) -> bool:
    return judge(typo, other, tuple(name for item in items if item is not other for name in item)) == "right"


def slip(word: str, random: Random) -> str:
    """A neighbouring key, a letter dropped, doubled or swapped with the next."""
    at = random.randrange(len(word))
    match random.randrange(4):
        case 0:
            near = neighbours(normal(word[at]))
            return word[:at] + random.choice(near) + word[at + 1 :] if near else word
        case 1:
            return word[:at] + word[at + 1 :]
        case 2:
            return word[:at] + word[at] + word[at:]
        case _:
            return word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]


def neighbours(letter: str) -> list[str]:
    """Of a key on a French keyboard."""
    for y, row in enumerate(KEYS):
        x = row.find(letter) if letter else -1
        if x >= 0:
            around = ((y, x - 1), (y, x + 1), (y - 1, x), (y - 1, x + 1), (y + 1, x), (y + 1, x - 1))
            return [KEYS[r][c] for r, c in around if 0 <= r < 3 and 0 <= c < len(KEYS[r])]
    return []


if __name__ == "__main__":
    main()
