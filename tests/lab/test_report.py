"""The report: complete, well-formed, alone sufficient, and true."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import product

import numpy as np
import pytest

from tablee.engine import find, games, languages
from tablee.lab import run
from tablee.lab.figures import by_position, by_strategy, differ, mean, share
from tablee.lab.findings import Teller, against_par, findings
from tablee.lab.plan import Part, make_plan
from tablee.lab.refusals import lab_words
from tablee.lab.report import make_report, overview
from tablee.lab.study import Study
from tablee.measures import find_measures

VOID = {"meta", "br", "path", "rect"}


class Page(HTMLParser):
    """Every element is closed, and in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.sections: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        if tag == "section":
            self.sections.append(str(dict(attrs)["id"]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", languages())
def test_the_report_has_every_section_and_needs_nothing_else(language: str) -> None:
    study = run("desfausse", ["anyone", "greedy"], 4, vary={"keep": ["free", "all"]}, workers=1, engine=True)
    text = make_report(study, language)
    assert Page(text).sections == ["run", "length", "seats", "strategies", "uses", "options", "measures"]
    assert not re.search(r"https?:|src=|url\(|@import|<script|<link", text)
    assert text.count("<svg") == 7
    assert "prefers-color-scheme: dark" in text
    assert "keep=all" in text


@pytest.mark.parametrize("game", ["blitz", "defizz", "egomaster"])
def test_every_game_has_its_report(game: str) -> None:
    text = make_report(run(game, ["anyone"] * 3, 2, workers=1), "fr")
    assert Page(text).sections == ["run", "length", "seats", "uses", "measures"]


def test_the_overview_has_a_line_a_variant_and_a_column_a_strategy() -> None:
    study = run("desfausse", ["anyone", "greedy"], 2, vary={"keep": ["free", "all"]}, workers=1, engine=True)
    heads, *lines = overview(Teller(study, "en"))
    assert heads == ["variant", "minutes", "under 20 min", "who begins wins", "anyone", "greedy"]
    assert [line[0] for line in lines] == ["keep=free", "keep=all"]
    assert all(len(line) == len(heads) for line in lines)


def test_everything_that_is_counted_has_its_words() -> None:
    for game, language in product(games(), languages()):
        own, counts = lab_words(language, game), find_measures(find(game))
        named, uses = own.tables["measures"], own.tables.get("uses", {})
        others = own.tables["values"].get(named.get("*", ""), {})
        assert {name for name in counts.columns if name not in named} <= {*others, *(f"{name}_won" for name in others)}
        assert set(named) <= {"*", "minutes", *counts.columns}
        assert set(uses) == set(counts.uses)


def test_a_trophy_has_the_name_it_has_at_the_table() -> None:
    told = Teller(run("desfausse", ["anyone"] * 2, 1, workers=1), "fr")
    assert told.measure("demons") == "Bannir ses démons"
    assert told.measure("demons_won") == "Bannir ses démons, chez qui gagne"


def test_a_names_brackets_are_text_not_markup() -> None:
    study = run("desfausse", ["tests.lab.bots:Raising", "anyone"], 1, workers=1)
    study.columns()["error"] = np.array(["<b>&"])
    assert "&lt;b&gt;&amp;" in make_report(study, "en")


# ---------------------------------------------------------------- figures


def told_by(credits: list[int], first: list[int]) -> Study:
    """Two seats; who won each game, and who began it."""
    plan = make_plan("desfausse", ["greedy", "anyone"], len(credits), {}, {}, rotate=False, engine=True)
    played, winners = len(credits), np.array(credits)
    columns = {
        "game": np.arange(played),
        "first": np.array(first),
        "error": np.full(played, ""),
        "minutes": np.full(played, 12.0),
        "place_0": np.where(winners == 0, 1, 2),
        "place_1": np.where(winners == 1, 1, 2),
        "strategy_0": np.full(played, "greedy"),
        "strategy_1": np.full(played, "anyone"),
    }
    return Study(plan, [(Part(0, 0, played), columns)])


def test_seats_are_counted_from_the_player_who_began() -> None:
    study = told_by([0, 1, 1, 0], [0, 1, 1, 1])
    known, shares = by_position(study, 0)
    assert known
    assert [won.value for won in shares] == [0.75, 0.25]
    assert {name: won.value for name, won in by_strategy(study, 0).items()} == {"greedy": 0.5, "anyone": 0.5}


def test_a_shared_victory_is_a_part_for_each() -> None:
    study = told_by([0, 0], [-1, -1])
    study.columns()["place_1"] = np.array([1, 2])
    known, shares = by_position(study, 0)
    assert not known
    assert [won.value for won in shares] == [0.75, 0.25]


def test_wilson_intervals() -> None:
    half = share(50, 100)
    assert (round(half.low, 4), round(half.high, 4)) == (0.4038, 0.5962)
    none = share(0, 10)
    assert (none.low, round(none.high, 4)) == (0.0, 0.2775)


@pytest.mark.parametrize(
    ("won", "played", "said"),
    [
        (60, 100, "60.0 % [50.2–69.1] of games where 50.0 % would be par: a clear advantage."),
        (52, 100, "52.0 % [42.3–61.5] of games where 50.0 % would be par: the difference is within chance."),
        (51_000, 100_000, "51.0 % [50.7–51.3] of games where 50.0 % would be par: an advantage too small to notice."),
        (5_500, 10_000, "55.0 % [54.0–56.0] of games where 50.0 % would be par: a small advantage."),
        (10, 100, "10.0 % [5.5–17.4] of games where 50.0 % would be par: a large drawback."),
    ],
)
def test_a_share_is_told_against_par(won: int, played: int, said: str) -> None:
    told = Teller(told_by([0], [0]), "en")
    sentence = against_par(told, "The first seat", share(won, played), 0.5).replace("\u00a0", " ")
    assert sentence == f"The first seat wins {said}"


def test_only_differences_beyond_chance_are_told() -> None:
    one, same, other = (mean(np.array(values)) for values in ([1, 2, 3] * 30, [1, 2, 3, 2] * 22, [3, 4, 5] * 30))
    assert not differ(one, same)
    assert differ(one, other)


def test_french_numbers() -> None:
    told = Teller(told_by([0], [0]), "fr")
    assert told.percent(0.275) == "27,5\u202f%"
    assert told.count(100_000) == "100\u202f000"
    assert [finding.section for finding in findings(told.study, "fr")][:2] == ["length", "length"]
