"""Lint of what questions are together: twins, the mix of a box, and what grows old."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Any

import pytest

from tablee.cli import main
from tablee.packs.lint import lint
from tablee.packs.source import read
from tablee.packs.toml import write_table

from .sheets import GOOD, MANIFEST, TODAY, codes, findings

MIX = {"share", "women", "short_list", "median_list", "estimates", "small_numbers", "magnitudes", "actions"}
LETTERS = "abcdefghijkl"


def question(id: str, text: str, answer: str, **changed: Any) -> dict[str, Any]:
    number = int(re.sub(r"\D", "", id))
    rivals = ["Zanzibar", "Ouagadougou", "Valparaiso"]
    told = {"id": id, "number": number, "text": text, "answer": answer, "rivals": rivals, "keyword": f"Mot {number}"}
    return GOOD | told | changed


LASCAUX = question("q1", "Quelle grotte ornée des garçons découvrent-ils en Dordogne ?", "Lascaux")
YEAR = question("q2", "Quatre garçons entrent dans Lascaux : en quelle année ?", "", mode="target") | {"answer": 1940}
POPEYE = question("q3", "Quel matelot borgne adore un légume vert ?", "Popeye", keyword="Boîte d’épinards")
SPINACH = question("q4", "Que mange Popeye pour taper fort ?", "épinards")


def told(folder: Path, *tables: dict[str, Any]) -> list[tuple[str, str]]:
    return [(found.code, found.id) for found in findings(folder, *tables)]


def test_a_question_that_gives_the_answer_of_another_away_is_found(tmp_path: Path) -> None:
    assert told(tmp_path, LASCAUX, YEAR) == [("twin", "q1")]
    assert told(tmp_path, POPEYE, SPINACH) == [("twin", "q3"), ("twin", "q4")]
    year = LASCAUX | {"text": "Quelle grotte ornée est découverte en 1940 par des garçons ?"}
    assert told(tmp_path, year, YEAR) == [("twin", "q1"), ("twin", "q2")]


def test_a_name_alone_gives_nothing_away(tmp_path: Path) -> None:
    assert told(tmp_path, LASCAUX, YEAR | {"text": "En quelle année la réplique de Lascaux ouvre-t-elle ?"}) == []


def test_the_same_question_in_other_words_is_found(tmp_path: Path) -> None:
    addams = question("q5", "Quel jour sert de prénom à la fille des Addams ?", "mercredi")
    series = question(
        "q6", "Lugubre, elle danse chez les Addams : son prénom ?", "Mercredi Addams", accept=["Mercredi"]
    )
    assert told(tmp_path, addams, series) == [("asked_twice", "q6")]
    assert told(tmp_path, addams, series | {"text": "Elle danse, lugubre, dans une série de 2022 : qui ?"}) == []


def test_a_list_is_played_once_in_a_box(tmp_path: Path) -> None:
    ping_pong: dict[str, Any] = {"mode": "ping_pong", "answer": None, "rivals": [], "list": "planetes"}
    first = question("q7", "Citez une planète.", "") | ping_pong
    again = question("q8", "Où part la fusée ?", "") | ping_pong
    assert told(tmp_path, first, again) == [("asked_twice", "q8")]
    assert told(tmp_path, first, again | {"list": "pays"}) == []


def test_in_two_boxes_twins_have_more_in_common(tmp_path: Path) -> None:
    def across(*tables: dict[str, Any]) -> list[str]:
        for name, table in zip("ab", tables, strict=True):
            (tmp_path / name).mkdir(exist_ok=True)
            findings(tmp_path / name, table)
        return [found.code for found in lint([read(tmp_path / name / "mine.toml") for name in "ab"], TODAY)]

    assert across(LASCAUX, YEAR) == []
    both = YEAR | {"text": "Quatre garçons découvrent Lascaux en Dordogne : en quelle année ?"}
    assert across(LASCAUX, both) == ["twin"]


def test_the_apostrophe_is_advice_in_a_pack_of_ones_own(tmp_path: Path) -> None:
    straight = GOOD | {"accept": ["port d'attache"]}
    (found,) = findings(tmp_path, straight)
    assert (found.code, found.advice, found.params["word"]) == ("apostrophe", True, "d'attache")
    assert any(one.code == "apostrophe" and not one.advice for one in findings(tmp_path, straight, complete=True))


def test_what_is_true_this_year_says_until_when(tmp_path: Path) -> None:
    text = "Quel port est le premier de France en 2026 ?"
    assert codes(tmp_path, GOOD | {"text": text}) == ["no_expires"]
    assert codes(tmp_path, GOOD | {"text": text.replace("2026", "2025")}) == []
    (found,) = findings(tmp_path, GOOD | {"text": text, "expires": datetime.date(2027, 11, 15)})
    assert (found.code, found.advice) == ("expires_soon", True)
    assert codes(tmp_path, GOOD | {"text": text, "expires": datetime.date(2027, 11, 16)}) == []


def test_advice_is_told_and_nothing_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    soon = datetime.date.today() + datetime.timedelta(days=30)
    findings(tmp_path, GOOD | {"text": "Qui était maire de Brest en 2020 ?", "expires": soon})
    assert main(["packs", "lint", str(tmp_path / "mine.toml"), "--lang", "en"]) == 0
    advice, summary = capsys.readouterr().out.splitlines()
    assert advice.endswith(f"q1: advice: expires_soon: this fact expires on {soon}")
    assert summary == "packs: 1 · entries: 1 · findings: 0 · advice: 1"


def box() -> list[dict[str, Any]]:
    """Twenty lists of twelve and forty numbers, mixed as a box should be."""
    made = []
    for number in range(60):
        common = {"id": f"q{number}", "page": 1 + number // 20, "number": 1 + number % 20, "rivals": []}
        tags = [*(["pop", "2000s"] if number % 2 else []), ("woman", "man")[number // 2 % 2], "estimate"]
        if number < 20:
            items = [f"{letter}{number:02}{letter}{letter}" for letter in LETTERS]
            kind: dict[str, Any] = {"mode": "ping_pong", "answer": None, "accept": items, "difficulty": 3}
        else:
            kind = {"mode": "target", "answer": 13 * 10 ** (number % 7)}
        made.append(GOOD | common | kind | {"text": f"Texte {number} {number * 7919} ?", "tags": tags})
    return made


@pytest.mark.parametrize(
    ("part", "changed", "code"),
    [
        (lambda made: made[:40], {"tags": ["woman", "estimate", "2000s"]}, "share"),  # too little pop
        (lambda made: made[:40], {"tags": ["woman", "estimate", "pop"]}, "share"),  # too little of our time
        (lambda made: made[:1], {"tags": ["school"]}, None),
        (lambda made: made[:2], {"tags": ["school"]}, "share"),
        (lambda made: made[1::4], {"tags": ["man", "estimate", "pop", "2000s"]}, "women"),
        (lambda made: made[:1], {"accept": list(LETTERS[:7])}, "short_list"),
        (lambda made: made[:1], {"accept": list(LETTERS[:7]), "difficulty": 4}, None),
        (lambda made: made[:11], {"accept": list(LETTERS[:11])}, "median_list"),
        (lambda made: made[:9], {"accept": list(LETTERS[:11])}, None),
        (lambda made: made[20:31], {"tags": ["pop", "2000s"]}, "estimates"),
        (lambda made: made[20:30], {"tags": ["pop", "2000s"]}, None),
        (lambda made: made[20:23], {"answer": 12}, "small_numbers"),
        (lambda made: made[20:22], {"answer": 12}, None),
        (lambda made: [one for one in made[20:] if one["answer"] >= 10**6], {"answer": 13}, "magnitudes"),
    ],
)
def test_a_box_is_mixed(tmp_path: Path, part: Any, changed: dict[str, Any], code: str | None) -> None:
    made = box()
    assert MIX.isdisjoint(codes(tmp_path, *made, complete=True))
    for one in part(made):
        one |= changed
    found = [one for one in findings(tmp_path, *made, complete=True) if one.code in MIX]
    assert ({one.code for one in found}, [one.advice for one in found]) == ({code} - {None}, [False] * len(found))
    advised = [one for one in findings(tmp_path, *made) if one.code in MIX]
    assert [(one.code, one.advice) for one in advised] == [(one.code, True) for one in found]


def test_a_small_pack_is_left_alone(tmp_path: Path) -> None:
    made = [one | {"tags": ["man"]} for one in box()[:49]]
    assert MIX.isdisjoint(codes(tmp_path, *made))


CHANCE = {"id": "c1", "kind": "multi", "card": 1, "mode": "chance", "clue": "Au son", "theme": "défi", "difficulty": 2}


def test_chance_says_whom_it_needs_and_makes_people_do_something(tmp_path: Path) -> None:
    mew = CHANCE | {"text": "Miaulez : le lecteur choisit.", "tags": ["action"]}
    assert codes(tmp_path, mew, game="defizz") == ["needs_reader"]
    assert codes(tmp_path, mew | {"needs": "reader"}, game="defizz") == []
    assert codes(tmp_path, mew | {"needs": "reader", "resolve": "highest_roll"}, game="defizz") == ["needs_nobody"]
    dice = [
        CHANCE | {"id": f"d{one}", "card": one, "resolve": "highest_roll", "text": f"Lancez {one}."} for one in (2, 3)
    ]
    assert "actions" in codes(tmp_path, mew | {"needs": "reader"}, *dice, game="defizz", complete=True)
    assert "actions" not in codes(tmp_path, mew | {"needs": "reader"}, game="defizz", complete=True)


def test_a_theme_of_phrases_is_spoken(tmp_path: Path) -> None:
    phrases = [f"je suis arrivé en retard {word}" for word in ("hier", "encore", "exprès")]
    theme = {
        "id": "t1",
        "symbol": "star",
        "text": "Une excuse",
        "tag": "excuse",
        "examples": [*phrases, "panne", "grève"],
    }
    assert codes(tmp_path, theme, game="blitz") == ["phrases"]
    assert codes(tmp_path, theme | {"spoken": True}, game="blitz") == []
    assert codes(tmp_path, theme | {"examples": [*phrases, "panne", "grève", "pluie"]}, game="blitz") == []


def test_lists_are_held_to_good_typography(tmp_path: Path) -> None:
    path = tmp_path / "lists.toml"
    held = {"id": "l", "title": "Villes", "items": ["N'Djamena", *LETTERS], "source": ["common knowledge"]}
    path.write_text(
        write_table("[pack]", {**MANIFEST, "game": "lists"}) + "\n" + write_table("[[list]]", held), "utf-8"
    )
    assert [(one.code, one.advice) for one in lint([read(path)], TODAY)] == [("apostrophe", False)]
