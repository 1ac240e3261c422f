"""Lint: every check finds what it is for, with file, line and id. `dev.py test` lints the shipped packs."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Any

import pytest

from tablee.engine import games, languages
from tablee.packs import format
from tablee.packs.lint import lint
from tablee.packs.rules import all_rules
from tablee.packs.source import read
from tablee.packs.words import tool_words

from .sheets import COLOURS, GOOD, TODAY, codes, findings


def ping_pong(**changed: object) -> dict[str, Any]:
    text = "Citez une couleur de l’arc-en-ciel de Newton."
    return GOOD | {"mode": "ping_pong", "answer": None, "rivals": [], "accept": COLOURS, "text": text} | changed


def test_a_good_question_has_no_finding(tmp_path: Path) -> None:
    assert codes(tmp_path, GOOD) == []
    assert codes(tmp_path, ping_pong()) == []


def test_a_finding_names_file_line_and_id(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, GOOD, GOOD | {"id": "q2", "number": 2, "text": "x" * 121, "theme": "jeux"})
    assert (finding.file.name, finding.id, finding.code) == ("mine.toml", "q2", "long_text")
    lines = finding.file.read_text("utf-8").splitlines()
    assert finding.line
    assert lines[finding.line - 1 : finding.line + 1] == ["[[question]]", 'id = "q2"']
    said = finding.show(tool_words("fr"))
    assert said.endswith(f"mine.toml:{finding.line}: q2: long_text: le texte a 121 caractères, 120 au plus")


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"text": "x" * 121}, "long_text"),
        ({"text": " "}, "no_text"),
        ({"keyword": "Une soupe de pêcheurs"}, "long_keyword"),
        ({"keyword": ""}, "no_hint"),
        ({"keyword": "Chanson marseillaise"}, "given_away"),
        ({"answer": "le grand et beau port de Marseille"}, "long_answer"),
        ({"answer": "anticonstitutionnellement-parlant"}, "long_answer"),
        ({"answer": None}, "no_answer"),
        ({"rivals": ["Nice", "Sète", "Sète"]}, "few_rivals"),
        ({"source": []}, "no_source"),
        ({"mode": "chrono"}, "mode"),
        ({"mode": "target", "answer": "beaucoup", "rivals": []}, "no_number"),
        ({"text": "Quelle ville est actuellement le premier port français ?"}, "undated"),
        ({"text": "Qui est maire ?", "expires": datetime.date(2029, 1, 1)}, "undated"),
        ({"text": "Qui est maire en 2025 ?", "expires": datetime.date(2026, 1, 1)}, "expired"),
        ({"list": "nowhere"}, "unknown_list"),
        ({"difficulty": 6}, "schema"),
        ({"colour": "red"}, "schema"),
        ({"page": 21}, "schema"),
    ],
)
def test_each_fault_of_a_question_is_found(tmp_path: Path, changed: dict[str, Any], code: str) -> None:
    assert codes(tmp_path, GOOD | changed) == [code]


@pytest.mark.parametrize(
    "changed",
    [
        {"text": "Quel port est actuellement, en 2026, le premier de France ?", "expires": datetime.date(2029, 1, 1)},
        {"keyword": "Où est-elle ?"},  # punctuation is no word
        {"keyword": "Port", "answer": "Portugal", "rivals": ["Espagne", "Italie", "Grèce"]},
        {"list": "pays", "answer": "France", "rivals": []},
        {"booklet": "solo", "mode": None, "rivals": []},
    ],
)
def test_what_is_no_fault_is_not_found(tmp_path: Path, changed: dict[str, Any]) -> None:
    assert codes(tmp_path, GOOD | changed) == []


def test_the_judge_tests_itself_on_every_answer_and_rival(tmp_path: Path) -> None:
    """Marseille cannot be both."""
    found = codes(tmp_path, GOOD | {"rivals": ["Nice", "Sète", "Marseille"]})
    assert set(found) <= {"not_accepted", "not_rejected"}
    assert found


@pytest.mark.parametrize(
    ("items", "code"),
    [
        (COLOURS[:5], "list_size"),
        ([f"mot{number:03}" for number in range(201)], "list_size"),
        ([*COLOURS, "Les Rouges"], "items_alike"),
        ([*COLOURS, "mauve"], "items_alike"),
    ],
)
def test_ping_pong_lists_have_a_size_and_no_item_twice(tmp_path: Path, items: list[str], code: str) -> None:
    assert code in codes(tmp_path, ping_pong(accept=items))


def test_what_stands_there_twice_is_found(tmp_path: Path) -> None:
    other = {"text": "Où mange-t-on la meilleure tielle ?", "answer": "Sète", "rivals": ["Nice", "Brest", "Caen"]}
    assert codes(tmp_path, GOOD, GOOD | other | {"number": 2}) == ["id_twice"]
    assert codes(tmp_path, GOOD, GOOD | other | {"id": "q2"}) == ["place_twice"]


def test_near_copies_are_found_only_with_the_same_answer(tmp_path: Path) -> None:
    copy = GOOD | {"id": "q2", "number": 2, "text": "Quel port de France a fait la gloire de la bouillabaisse ?"}
    assert codes(tmp_path, GOOD, copy) == ["alike"]
    assert codes(tmp_path, GOOD, copy | {"answer": "Toulon"}) == []


def test_near_copies_are_found_across_packs(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        findings(tmp_path / name, GOOD)
    (found,) = lint([read(tmp_path / name / "mine.toml") for name in ("one", "two")], TODAY)
    assert (found.code, found.file.parent.name) == ("alike", "two")


def test_a_complete_pack_is_varied(tmp_path: Path) -> None:
    names = [f"{chr(97 + first)}{chr(97 + second)}zor" for first in range(10) for second in range(10)]
    questions = [
        GOOD
        | {"id": name, "page": 1 + number % 20, "number": 1 + number // 20, "difficulty": 1 + number % 5}
        | {"text": f"{name} {name} {name} gagne{number} ?", "answer": name, "theme": f"theme {number % 10}"}
        for number, name in enumerate(names)
    ]
    bounds = ("template", "theme", "difficulty")
    assert [code for code in codes(tmp_path, *questions, complete=True) if code in bounds] == []
    for question in questions[:3]:
        question["text"] = f"Quelle est la capitale de {question['answer']} ?"
    for question in questions[:36]:
        question["difficulty"] = 1
    for question in questions[:16]:
        question["theme"] = "cuisine"
    found = [code for code in codes(tmp_path, *questions, complete=True) if code in bounds]
    assert found == ["template", "theme", "difficulty"]


def test_a_broken_line_is_reported_by_number_and_the_rest_is_used(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    findings(tmp_path, GOOD, GOOD | {"id": "q2"}, GOOD | {"id": "q3", "number": 3, "text": "x" * 130})
    text = path.read_text("utf-8").replace('id = "q2"\nbooklet = "duo"', 'id = "q2"\nbooklet = duo"')
    path.write_text(text, "utf-8")
    source = read(path)
    line = text.splitlines().index('booklet = duo"') + 1
    assert [item.id for item in source.items] == ["q1", "q3"]
    assert [(found.code, found.line) for found in lint([source], TODAY)] == [
        ("unreadable", line),
        ("long_text", line + 12),
    ]
    path.write_bytes(text.replace("Marseille", "Orléans").encode("latin-1", "replace"))
    assert lint([read(path)], TODAY)[0].code == "unreadable"


def test_what_is_no_pack_is_said(tmp_path: Path) -> None:
    assert codes(tmp_path, GOOD, game="chess") == ["unknown_game"]
    path = tmp_path / "mine.toml"
    path.write_text("[[question]]\nid = 'a'\n", "utf-8")
    assert [found.params["problem"] for found in lint([read(path)], TODAY)] == ["there is no manifest [pack]"]
    findings(tmp_path, GOOD)
    path.write_text(path.read_text("utf-8").replace("[[question]]", "[[theme]]"), "utf-8")
    assert [found.code for found in lint([read(path)], TODAY)] == ["unknown_table"]


@pytest.mark.parametrize("language", languages())
def test_every_code_has_a_sentence_and_no_other(language: str) -> None:
    folders = [Path(format.__file__).parent, *(meta.folder for meta in games().values() if meta.packs)]
    code = "\n".join(path.read_text("utf-8") for folder in folders for path in folder.rglob("*.py"))
    made = set(re.findall(r'(?:\bat\(item, |whole\(\s*|BadLine\(|Left\(|Finding\()"(\w+)"', code))
    assert made == set(tool_words(language).tables["findings"])
    code = "\n".join(path.read_text("utf-8") for path in folders[0].rglob("*.py"))
    labels = {*re.findall(r'label\(\s*"(\w+)"', code), "progress", "written", "written_pack"}
    assert labels == set(tool_words(language).tables["labels"])


@pytest.mark.parametrize("language", languages())
def test_everything_that_is_counted_has_its_word(language: str) -> None:
    general = {"mode", "theme", "difficulty", "length", "items"}
    counted = general | {name for rules in all_rules().values() for name in rules.counts}
    assert counted == set(tool_words(language).tables["counts"])
