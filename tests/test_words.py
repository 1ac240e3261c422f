"""The catalogue says everything that people can meet, in every language, once, and nothing else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.cli import all_words
from tablee.engine import Words, find, games, languages, values, words
from tablee.engine.wording import ways
from tablee.engine.words import forms
from tablee.testkit import read_rules
from tablee.testkit.pages import observe

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tablee"
GAMES = sorted(games())
FOLDERS = sorted({path.parent for root in (SOURCE, ROOT / "web" / "src") for path in root.rglob("words.fr.toml")})
WAYS = {"n", "words", "capital", "quoted"}


def own(game: str, language: str) -> dict[str, dict[str, object]]:
    """The words of a game, without those of the engine."""
    meta = find(game)
    return Words(language, *meta.shared_words, meta.folder).tables


def sentences(folder: Path, language: str) -> dict[str, str]:
    """Everything that people read, by its place in the file."""
    tables = tomllib.loads((folder / f"words.{language}.toml").read_text("utf-8"))
    return flat({name: table for name, table in tables.items() if name not in ("language", "glossary")})


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_ask_event_option_and_end_has_its_words(game: str, language: str) -> None:
    meta, tables = find(game), own(game, language)
    asks, ends = observe(meta, ROOT / "tests")
    assert set(tables["asks"]) == set(asks)
    assert set(tables["events"]) == {event.__struct_config__.tag for event in meta.load().events}
    assert set(tables["ends"]) == ends
    assert set(tables["options"]) == {field.name for field in msgspec.structs.fields(meta.options)}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_option_value_has_its_word(game: str, language: str) -> None:
    meta, spoken = find(game), words(language, game)
    for option in msgspec.structs.fields(meta.options):
        assert spoken.option(option.name) != option.name
        for value in values(meta.options, option.name):
            if isinstance(value, str | bool):
                assert isinstance(own(game, language)["options"][option.name], dict)
                known = own(game, language)["options"][option.name].get("values", {})  # type: ignore[attr-defined]
                word = ("on" if value else "off") if isinstance(value, bool) else value
                assert word in known, f"{option.name} = {word}"


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_every_language_says_the_same_things(folder: Path, language: str) -> None:
    french, other = sentences(folder, "fr"), sentences(folder, language)
    assert french.keys() == other.keys()
    for key, sentence in french.items():
        assert sentence.strip() or key.startswith("values."), key
        assert fields(sentence) == fields(other[key]), key


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_sentences_are_written_in_ways_that_exist(folder: Path, language: str) -> None:
    known = forms(language)
    for key, sentence in sentences(folder, language).items():
        assert known.fill(sentence, {}).count("{") == sentence.count("{") - sentence.count("{{"), key
        for field, way in ways(sentence):
            if "|" in way:
                assert way.count("|") == len(known.plurals), f"{key}: {way}"
            else:
                assert set(way.split(":")) <= {"", *WAYS, *known.lists, *known.joins}, f"{key}: {field}:{way}"


@pytest.mark.parametrize("game", GAMES)
def test_sentences_use_only_what_the_event_holds(game: str) -> None:
    for event in find(game).load().events:
        for language in languages():
            told = str(own(game, language)["events"][str(event.__struct_config__.tag)])
            assert fields(told) <= set(event.__struct_fields__)


def test_every_refusal_has_its_words_and_no_other() -> None:
    raised = {"storage", "broken"}  # what a table in trouble says
    for path in SOURCE.rglob("*.py"):
        says = r"NotAllowed|NotAsked|Invalid|Refused|CannotRun|let_go|_strike|Notice|\.close"
        raised |= set(re.findall(rf'(?:{says})\(\s*"(\w+)"', path.read_text("utf-8")))
    assert raised == set(all_words("en").tables["refusals"])


def test_every_reason_of_the_judge_has_its_words_and_no_other() -> None:
    code = "".join(path.read_text("utf-8") for path in (SOURCE / "judge").glob("*.py"))
    known = tomllib.loads((SOURCE / "judge" / "words.fr.toml").read_text("utf-8"))["reasons"]
    assert set(known) <= set(re.findall(r'"(\w+)"', code))
    given = re.findall(r'Verdict\((?:[^()]*?\b)?"(?:right|wrong|unsure)", "(\w+)"', code)
    assert set(given) <= set(known)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_the_same_in_every_language(game: str) -> None:
    first, *others = ([section.rules for section in read_rules(find(game), language)] for language in languages())
    for other in others:
        assert [[rule.id for rule in rules] for rules in other] == [[rule.id for rule in rules] for rules in first]


def test_french_typography() -> None:
    """A no-break space before high punctuation and inside guillemets, real apostrophes and a real minus."""
    told = {f"{folder.name} {key}": text for folder in FOLDERS for key, text in sentences(folder, "fr").items()}
    for game in GAMES:
        told |= {rule.id: rule.text for section in read_rules(find(game), "fr") for rule in section.rules}
    for place, text in told.items():
        sentence = re.sub(r"\{(\w+)(:[^{}]*)?\}", r"{\1}", text)
        assert "'" not in sentence, f"{place}: {text}"
        assert not re.search(r"[^\u202f\u00a0][;!?»]", sentence), f"{place}: {text}"
        assert not re.search(r"«[^\u202f\u00a0]", sentence), f"{place}: {text}"
        assert not re.search(r"(?<![\w-])-\d", sentence) or "--" in sentence, f"{place}: {text}"


def flat(tables: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, held in tables.items():
        if isinstance(held, dict):
            found |= flat(held, f"{prefix}{key}.")
        else:
            found[prefix + key] = str(held)
    return found


def fields(sentence: str) -> set[str]:
    return {name for name, _ in ways(sentence)}
