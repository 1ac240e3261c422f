"""The catalogue says everything that people can meet, in every language, once, and nothing else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.bots import CHARACTERS
from tablee.cli import all_words
from tablee.engine import Words, find, games, languages, read_rules, values, words
from tablee.engine.wording import plain, ways
from tablee.engine.words import forms
from tablee.terminal.lobby import ORDERS
from tablee.terminal.texts import COMMANDS
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
def test_a_game_is_told_in_under_sixty_words(game: str, language: str) -> None:
    learn = own(game, language).get("learn", {})
    assert list(learn) == (["title", "win", "turn", "hurt"] if learn else [])
    assert sum(len(re.findall(r"[\w’-]+", str(text))) for text in learn.values()) < 60


@pytest.mark.parametrize("game", GAMES)
def test_hints_are_of_asks_and_at_most_three(game: str) -> None:
    tables = own(game, "fr")
    assert {re.sub(r"_[23]$", "", key) for key in tables.get("hints", {})} <= set(tables["asks"])


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
                assert word in known or spoken.value(option.name, word) != word, f"{option.name} = {word}"


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
    raised = {"storage", "rules", "broken"}  # what a table in trouble says
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


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_one_name_for_one_thing(game: str, language: str) -> None:
    """Page, terminal, events, options and rules use the word of the glossary, and none of its synonyms."""
    folders = (*find(game).shared_words, find(game).folder)
    tables = [tomllib.loads((folder / f"words.{language}.toml").read_text("utf-8")) for folder in folders]
    told = {key: text for folder in folders for key, text in sentences(folder, language).items()}
    told |= {rule.id: rule.text for section in read_rules(find(game), language) for rule in section.rules}
    said = {key: text.replace("\u00a0", " ").lower() for key, text in told.items()}
    for word, avoided in (pair for table in tables for pair in table.get("glossary", {}).items()):
        assert any(word.lower() in text for text in said.values()), word
        for other in avoided:
            found = [key for key, text in said.items() if re.search(rf"\b{re.escape(other.lower())}\b", text)]
            assert not found, f"“{other}” for “{word}”: {found}"


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


# Said twice with reason, each by its place.
TWICE = {
    "src page.table_gone",  # before the server's words are there
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_stands_twice(game: str, language: str) -> None:
    """In all that is read with a game; two games know nothing of each other."""
    places: dict[str, list[str]] = {}
    own = (*find(game).shared_words, find(game).folder)
    for folder in (folder for folder in FOLDERS if folder in own or folder.parent.name != "games"):
        for key, text in sentences(folder, language).items():
            place = f"{folder.name} {key}"
            if len(re.findall(r"[\w’-]+", re.sub(r"\{[^{}]*\}", "_", text))) > 3 and place not in TWICE:
                places.setdefault(text, []).append(place)
    assert not {text: where for text, where in places.items() if len(where) > 1}


# Lines to type, of which a field is a part.
TYPED = {"terminal labels.help_undo", "terminal labels.rules_here", "packs labels.written_pack"}


@pytest.mark.parametrize("language", languages())
def test_marks_around_a_field_are_those_of_the_format(language: str) -> None:
    """Else what brings marks of its own stands in two pairs. The judge stands alone, without the format."""
    for folder in FOLDERS:
        for key, text in sentences(folder, language).items():
            if folder.name != "judge" and f"{folder.name} {key}" not in TYPED:
                assert not re.search(r"[«“][^»”]*\{[^»”]*[»”]", text), f"{folder.name} {key}: {text}"


PERSON = r"\{(?:seats?|names?|host|actor|opponent|loser|winners?|active|next|designee)\}"
GENDERED = re.compile(
    rf"{PERSON} (?:n’|s’|ne )?(?:est|a été|était) (?:(?:plus|encore|déjà) )?(?:seul|\w+(?:é|[^u]i|nu|is|it|eur|eux))\b"
    r"|\b(?:absenté|assis|spectateurs?|nouveaux venus|vainqueurs?|gagnants|un gagnant|éliminés?)\b"
    r"|\bplus âgé\b"
)


def test_french_gives_nobody_a_gender() -> None:
    """People are spoken of in words that fit everyone: « Inès est hors jeu »."""
    told = {f"{folder.name} {key}": text for folder in FOLDERS for key, text in sentences(folder, "fr").items()}
    for game in GAMES:
        told |= {rule.id: rule.text for section in read_rules(find(game), "fr") for rule in section.rules}
    assert not {place: text for place, text in told.items() if GENDERED.search(plain(text))}


@pytest.mark.parametrize(
    "sentence",
    [
        "{seat} s’est absenté.",
        "{seat} est éliminé.",
        "{name} n’est plus connecté.",
        "{name} est encore seul.",
        "{seat} {seat:est|sont} parti.",
        "{names} {names:est|sont} assis à table.",
        "{name} a été signalé.",
        "Aucun éliminé ne lit.",
        "Les spectateurs votent.",
    ],
)
def test_what_gives_a_gender_is_found(sentence: str) -> None:
    assert GENDERED.search(plain(sentence))


PYTHON = [path for path in SOURCE.rglob("*.py") if "page" not in path.parts]
SCRIPT = [path for ending in ("ts", "svelte") for path in (ROOT / "web" / "src").rglob(f"*.{ending}")]
# Keys that are put together as the program runs, each where it is done.
MADE = {
    "engine": r"(bot|manner)_\w+",  # terminal/command.py, and the page's Strength
    "server": r"pace_\w+",
    "terminal": r"(command|help|paused)_\w+",
    "lab": r"(section|column|minutes|by|goes_with)_\w+|\w+_(advantage|drawback)",
    "packs": r"part|mode|symbol|theme|difficulty|length|items",
    "src": r"(sign|theme|face|paused|reaction|learn)_\w+|description|no_script|app_name",  # web/build
    "blitz": r"role_\w+|(left|right)_pile|take_(left|right)|(accept|wrong|said|late)(_note)?",  # ballots
    "desfausse": r"(lead|you)_\w+",
    "quiz": r"wait_\w+|(accept|refuse)_(all|cost)",
    "egomaster": r"lead_\w+|(solo|duo|multi)_(they|you)|(counter)?clockwise",
}


TABLES = ("labels", "picture", "command", "lab")  # of sentences that Python says


def literals(files: list[Path]) -> set[str]:
    """Every word that stands in quotation marks, in code that is no test and was not generated."""
    code = "\n".join(path.read_text("utf-8") for path in files if path.name not in ("keys.ts", "types.ts"))
    return set(re.findall(r"""["'`](\w+)["'`]""", code))


def said_by(folder: Path) -> dict[str, list[Path]]:
    """Where the labels of a folder may be used, table by table."""
    shared = folder.parent.name == "games" or folder.name in ("engine", "server")
    near = [path for path in PYTHON if path.is_relative_to(folder)]
    name = folder.name if folder.parent.name == "games" else ""
    games_of = [id for id in GAMES if folder in find(id).shared_words]
    page = [path for path in SCRIPT if path.parent.name in (name, *games_of)] if name else SCRIPT
    pictures = [path for id in games_of for path in PYTHON if path.is_relative_to(find(id).folder)]
    terminal = [path for path in PYTHON if path.is_relative_to(SOURCE / "terminal")]
    return {
        "labels": [*near, *pictures, *terminal, *(page if shared else [])],
        "picture": [*near, *pictures, *terminal],
        "page": page,
        "command": near,
        "lab": [path for path in PYTHON if path.is_relative_to(SOURCE / "lab")],
    }


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_every_label_is_used(folder: Path) -> None:
    tables = tomllib.loads((folder / "words.fr.toml").read_text("utf-8"))
    for table, files in said_by(folder).items():
        unused = set(tables.get(table, {})) - literals(files)
        assert not {key for key in unused if not re.fullmatch(MADE.get(folder.name, ""), key)}, table


def test_every_label_that_python_says_exists() -> None:
    """The page's keys are types: there the compiler looks."""
    known = {key for folder in FOLDERS for table in TABLES for key in _table(folder, table)}
    for path in PYTHON:
        said = re.findall(r"""\b(?:label|say)\(\s*["'](\w+)["']""", path.read_text("utf-8"))
        assert set(said) <= known, path


def test_every_order_and_every_bot_has_its_labels_and_no_other() -> None:
    terminal, engine = _table(SOURCE / "terminal", "labels"), _table(SOURCE / "engine", "labels")
    orders = {*COMMANDS, *ORDERS}
    assert {key for key in terminal if key.startswith("command_")} == {f"command_{name}" for name in orders}
    assert {key.removeprefix("help_") for key in terminal if key.startswith("help_")} >= orders
    bots = {"anyone", *(known.id for known in CHARACTERS)}
    for kind in ("bot", "manner"):
        assert {key for key in engine if key.startswith(f"{kind}_")} == {f"{kind}_{name}" for name in bots}


def _table(folder: Path, name: str) -> dict[str, object]:
    found: dict[str, object] = tomllib.loads((folder / "words.fr.toml").read_text("utf-8")).get(name, {})
    return found


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
