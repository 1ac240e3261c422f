"""The catalogue says everything that people can meet, in both languages, and nothing else."""

from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path

import msgspec
import pytest

from tablee.cli import all_words
from tablee.engine import LANGUAGES, Words, find, games, values, words
from tablee.testkit.pages import observe

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tablee"
GAMES = sorted(games())


def own(game: str, language: str) -> dict[str, dict[str, object]]:
    """The words of a game, without those of the engine."""
    meta = find(game)
    return Words(language, *meta.shared_words, meta.folder).tables


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_ask_event_option_and_end_has_its_words(game: str, language: str) -> None:
    meta, tables = find(game), own(game, language)
    asks, ends = observe(meta, ROOT / "tests")
    assert set(tables["asks"]) == set(asks)
    assert set(tables["events"]) == {event.__struct_config__.tag for event in meta.load().events}
    assert set(tables["ends"]) == ends
    assert set(tables["options"]) == {field.name for field in msgspec.structs.fields(meta.options)}


@pytest.mark.parametrize("language", LANGUAGES)
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


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in SOURCE.rglob("words.fr.toml")}), ids=lambda path: path.name
)
def test_both_languages_say_the_same_things(folder: Path) -> None:
    french, english = (
        flat(tomllib.loads((folder / f"words.{language}.toml").read_text("utf-8"))) for language in LANGUAGES
    )
    assert french.keys() == english.keys()
    for key, sentence in french.items():
        assert sentence.strip() or key.startswith("values."), key
        assert fields(sentence) == fields(english[key]), key


@pytest.mark.parametrize("game", GAMES)
def test_sentences_use_only_what_the_event_holds(game: str) -> None:
    for event in find(game).load().events:
        for language in LANGUAGES:
            told = str(own(game, language)["events"][str(event.__struct_config__.tag)])
            assert fields(told) <= set(event.__struct_fields__)


def test_every_refusal_has_its_words_and_no_other() -> None:
    raised = {"storage", "broken"}  # what a table in trouble says
    for path in SOURCE.rglob("*.py"):
        says = r"NotAllowed|NotAsked|Invalid|Refused|CannotRun|let_go|_strike|Notice|\.close"
        raised |= set(re.findall(rf'(?:{says})\(\s*"(\w+)"', path.read_text("utf-8")))
    assert raised == set(all_words("en").tables["refusals"])


def test_french_typography() -> None:
    """A no-break space before high punctuation and inside guillemets, and real apostrophes."""
    for path in SOURCE.rglob("words.fr.toml"):
        for key, sentence in flat(tomllib.loads(path.read_text("utf-8"))).items():
            place = f"{path.parent.name} {key}: {sentence}"
            assert "'" not in sentence, place
            assert not re.search(r"[^\u202f\u00a0][;!?»]", sentence), place
            assert not re.search(r"«[^\u202f\u00a0]", sentence), place


def flat(tables: dict[str, object], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, held in tables.items():
        if isinstance(held, dict):
            found |= flat(held, f"{prefix}{key}.")
        else:
            found[prefix + key] = str(held)
    return found


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
