"""Import and export: what a format can carry comes back, and a bad line is reported while the rest is taken."""

from __future__ import annotations

import base64
import io
import json
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.engine import Match
from tablee.packs import exchange
from tablee.packs.exchange import Draft, Imported, read_as, to_pack, write_as
from tablee.packs.exchange.xlsx import BadSheet, read_rows, write_rows
from tablee.packs.lint.sheet import fill_in
from tablee.packs.source import read

SPEED = Draft(
    id="q1",
    text="Quel port a fait la gloire de la bouillabaisse\u202f?",
    answer="Marseille",
    rivals=("Nice", "Sète", "Brest"),
    mode="speed",
    hint="Soupe de pêcheurs",
    theme="cuisine",
    difficulty=3,
)
TARGET = Draft(
    id="q2", text="Combien de touches a un piano ?", answer=88, mode="target", hint="Noir, blanc", theme="musique"
)
COLOURS = ("rouge", "orange", "jaune", "vert", "bleu", "indigo", "violet|mauve")
PING_PONG = Draft(
    id="q3", text="Citez une couleur.", mode="ping_pong", accept=COLOURS, hint="Après la pluie", theme="arts"
)
CHANCE = Draft(id="q4", text="Le plus haut gagne.", mode="chance", hint="Au sort", theme="hasard", game={"sides": 12})
ODD = Draft(
    id="q5",
    text='Que vaut {x} = ~3 : 2 # 1 \\ «\u202f;\u202f» "|" ?',
    answer="a=b",
    accept=("c:d", "{e}"),
    rivals=("~f", "g;h", 'i"j'),
    theme="maths",
)
ALL = [SPEED, TARGET, PING_PONG, CHANCE, ODD]


def again(format: str, *drafts: Draft) -> list[Draft]:
    exported = write_as(format, drafts, "Mine", "fr")
    imported = read_as(format, exported.data)
    assert not imported.left
    for draft in imported.drafts:
        draft.line = 0
    return imported.drafts


def summary(draft: Draft) -> tuple[object, ...]:
    return draft.text, draft.answer, frozenset(draft.rivals), draft.theme, draft.difficulty


# ---------------------------------------------------------------- there and back


def test_csv_carries_everything(tmp_path: Path) -> None:
    assert again("csv", *ALL) == ALL


@pytest.mark.parametrize("name", ["egomaster-base", "defizz-base"])
def test_a_pack_comes_back_from_csv(name: str, tmp_path: Path) -> None:
    questions = CARDS if name.startswith("defizz") else PAGES
    game = name.split("-")[0]
    path = tmp_path / "mine.toml"
    path.write_text(HEAD.format(game=game) + questions, "utf-8")
    before = fill_in(read(path), {})
    assert not before.findings
    drafts = [exchange.to_draft(entry, game, before.known, ()) for _, entry in before.questions]
    imported = read_as("csv", write_as("csv", drafts, "Mine", "en").data)
    assert not imported.left
    path.write_text(to_pack(imported, game, "mine"), "utf-8")
    after = fill_in(read(path), {})
    assert not after.findings
    assert [entry for _, entry in after.questions] == [entry for _, entry in before.questions]


def test_gift_carries_all_but_dates_and_places() -> None:
    chance = Draft(id="q4", text=CHANCE.text, mode="chance", hint="Au sort", theme="hasard")
    assert again("gift", SPEED, TARGET, PING_PONG, chance, ODD) == [SPEED, TARGET, PING_PONG, chance, ODD]


def test_moodle_carries_all_but_dates_places_and_deeds() -> None:
    assert again("moodle", SPEED, TARGET, PING_PONG, ODD) == [SPEED, TARGET, PING_PONG, ODD]
    assert [left.id for left in write_as("moodle", ALL, "Mine", "fr").left] == ["q4"]


@pytest.mark.parametrize("format", ["openquizzdb", "opentdb"])
def test_json_carries_multiple_choice_with_theme_and_level(format: str) -> None:
    odd = Draft(text=ODD.text, answer="a=b", rivals=ODD.rivals, theme="maths & co", difficulty=5)
    assert sorted(map(summary, again(format, SPEED, odd))) == sorted(map(summary, [SPEED, odd]))


def test_kahoot_carries_multiple_choice() -> None:
    (back,) = again("kahoot", SPEED)
    assert (back.text, back.answer, set(back.rivals)) == (SPEED.text, "Marseille", set(SPEED.rivals))


@pytest.mark.parametrize("format", ["kahoot", "openquizzdb", "opentdb"])
def test_what_a_format_cannot_carry_is_named(format: str) -> None:
    exported = write_as(format, ALL, "Mine", "fr")
    assert [left.id for left in exported.left] == ["q2", "q3", "q4"]
    assert len(read_as(format, exported.data).drafts) == 2


texts = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=12).filter(
    lambda text: exchange.draft.as_number(text) is None and not text.startswith("//")
)


@given(text=texts, answer=texts, rivals=st.lists(texts, min_size=3, max_size=3, unique=True))
def test_any_text_comes_back_from_gift_and_json(text: str, answer: str, rivals: list[str]) -> None:
    draft = Draft(
        id="q", text=text, answer=answer, rivals=tuple(rival for rival in rivals if rival != answer), difficulty=3
    )
    for format in ("gift", "moodle", "opentdb", "openquizzdb", "csv"):
        if format == "csv" and any("|" in said for said in rivals):
            continue
        if format == "gift" and any(sign in said for said in (text, answer, *rivals) for sign in "<%"):
            continue  # markup and weights
        (back,) = again(format, draft)
        assert (back.text, back.answer, set(back.rivals)) == (draft.text, draft.answer, set(draft.rivals)), format


# ---------------------------------------------------------------- other people's files


@pytest.mark.parametrize(
    "text",
    [
        "question;réponse;mauvaises réponses;thème;difficulté\nQui ?;Moi;Toi|Lui;jeux;2/5\n",
        'Question,Answer,Wrong answers,Category,Difficulty\r\n"Qui ?",Moi,Toi | Lui,jeux,2\r\n',
        "THÈME\tIntitulé\tBonne réponse\tRivale 1\tRivale 2\tNiveau\njeux\tQui ?\tMoi\tToi\tLui\t2\n",
        "sep=;\nquestion;option 1;option 2;option 3;correct;theme;level\nQui ?;Toi;Moi;Lui;2;jeux;2\n",
        "question;choix 1;choix 2;choix 3;réponse;theme;niveau;remarque\nQui ?;Toi;Moi;Lui;B;jeux;2;joli\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_csv_headers_and_separators_are_sniffed(text: str, encoding: str) -> None:
    imported = read_as("csv", text.encode(encoding))
    assert not imported.left
    (draft,) = imported.drafts
    assert summary(draft) == ("Qui ?", "Moi", frozenset({"Toi", "Lui"}), "jeux", 2)


def test_a_bad_line_of_csv_is_reported_and_the_rest_is_taken() -> None:
    text = (
        "question;réponse;difficulté;vérifié\n"
        "Un ?;1;1;2026-01-02\n"
        ";2;1;\n"
        "Trois ?;;1;\n"
        "Quatre ?;4;facile;\n"
        'Cinq ?;"5;1;\n'
        "Six ?;6;1;31/12/2026\n"
        "Sept ?;7;1;;trop;de;cellules\n"
        "Huit ?;8;1;demain\n"
        "\n"
        '"Neuf, ou\ndix ?";9;1;\n'
        "Onze ?;11;9;\n"
    )
    imported = read_as("csv", text.encode())
    assert [(draft.line, draft.answer) for draft in imported.drafts] == [(2, 1), (7, 6), (11, 9)]
    bad = [(left.line, left.code) for left in imported.left]
    assert bad == [
        (3, "no_text"),
        (4, "no_answer"),
        (5, "bad_value"),
        (6, "unreadable"),
        (8, "cells"),
        (9, "bad_value"),
        (13, "bad_value"),
    ]


def test_csv_that_is_not_utf8_or_has_no_headers() -> None:
    imported = read_as("csv", "question;réponse\nOù ?;Là\n".encode("cp1252"))
    assert [draft.answer for draft in imported.drafts] == ["Là"]
    assert [left.code for left in imported.left] == ["not_utf8"]
    assert [left.code for left in read_as("csv", b"a;b\nc;d\n").left] == ["no_header"]
    assert [left.code for left in read_as("csv", b"").left] == ["no_header"]


GIFT = r"""
// a comment
$CATEGORY: $course$/top/Histoire

::Tombe:: Qui repose dans la tombe de Grant ? {
   ~Jefferson # non
   =Grant # oui !
   =%100%Ulysses Grant
   ~%-50%Lincoln
   #### C’était facile.
}

Grant naquit en {#1822:5}.

[html]<p>L&rsquo;an <b>1815</b>, ou presque {#1815..1817}</p>

La Terre est ronde.{TRUE#oui}

Reliez. {=Canada->Ottawa =Italie->Rome}

Sans accolades

Racontez. {}

Que vaut 2 \= 1 + \{x\}\: ? {=un =1}

Sans bonne réponse {~a ~b}
"""


def test_gift_as_moodle_writes_it() -> None:
    imported = read_as("gift", GIFT.encode())
    found = [(draft.line, draft.text, draft.answer, draft.accept, draft.rivals) for draft in imported.drafts]
    assert found == [
        (5, "Qui repose dans la tombe de Grant ?", "Grant", ("Ulysses Grant",), ("Jefferson", "Lincoln")),
        (13, "Grant naquit en _____.", 1822, (), ()),
        (15, "L’an 1815 , ou presque _____", 1816, (), ()),
        (17, "Vrai ou faux\u202f: La Terre est ronde.", "Vrai", (), ("Faux",)),
        (25, "Que vaut 2 = 1 + {x}: ?", "un", ("1",), ()),
    ]
    assert {draft.theme for draft in imported.drafts} == {"Histoire"}
    assert imported.drafts[0].id == "Tombe"
    left = [(left.line, left.code) for left in imported.left]
    assert left == [(19, "matching"), (21, "no_braces"), (23, "no_answer"), (27, "no_answer")]


OPENQUIZZDB = """{
 "fournisseur": "OpenQuizzDB", "rédacteur": "X", "difficulté": "3 / 5",
 "catégorie-nom-slogan": {"fr": {"catégorie": "Animaux", "nom": "Chats", "slogan": "Miaou"}, "en": {"nom": "Cats"}},
 "quizz": {
  "en": {"débutant": [{"id": 1, "question": "Who?", "propositions": ["me", "you"], "réponse": "me"}]},
  "fr": {
   "débutant": [
    {
     "id": 1,
     "question": "Qui dit "miaou" ?",
     "propositions": ["Chat", "Chien", "Vache", "Coq",],
     "réponse": "Chat",
     "anecdote": "Sur deux
lignes."
    },
    { "id": 2, "question": "Cassée", "propositions": [ "a" "réponse": },
    {
     "id": 3,
     "question": "Sans virgule ?"
     "propositions": ["Oui", "Non"],
     "réponse": "Oui"
    },
   ],
   "expert": [
    { "id": 1, "question": "Lequel de ces chats est nu ?", "propositions": ["Sphynx", "Persan"], "réponse": "Sphynx" },
    { "id": 2, "question": "Sans réponse ?", "propositions": ["Sphynx", "Persan"], "réponse": "" }
   ]
  }
 }
}
"""


MOODLE = """<?xml version="1.0" encoding="UTF-8"?>
<quiz>
  <question type="category"><category><text>$course$/top/Géographie</text></category></question>
  <question type="multichoice">
    <name><text>pérou</text></name>
    <questiontext format="html">
      <text><![CDATA[<p>Quelle est la capitale du&nbsp;P&eacute;rou&nbsp;?</p>]]></text>
    </questiontext>
    <generalfeedback format="html"><text></text></generalfeedback>
    <idnumber>geo-1</idnumber><single>true</single>
    <answer fraction="100" format="html">
      <text><![CDATA[<p>Lima</p>]]></text><feedback><text>Oui</text></feedback>
    </answer>
    <answer fraction="0" format="html"><text>Quito</text></answer>
    <answer fraction="-33.33333" format="html"><text>La Paz</text></answer>
  </question>
  <question type="truefalse"><name><text>vf</text></name>
    <questiontext format="html"><text>La Loire se jette dans la Manche.</text></questiontext>
    <answer fraction="0"><text>true</text></answer><answer fraction="100"><text>false</text></answer></question>
  <question type="numerical"><name><text>n</text></name>
    <questiontext><text>Combien de pays touchent la France&#160;?</text></questiontext>
    <answer fraction="100"><text>8</text><tolerance>0</tolerance></answer>
    <units><unit><multiplier>1</multiplier><unit_name>pays</unit_name></unit></units></question>
  <question type="shortanswer"><name><text>s</text></name>
    <questiontext><text>Quel fleuve traverse Lyon, avec la Saône&#160;?</text></questiontext>
    <answer fraction="100"><text>Rhône</text></answer><answer fraction="100"><text>le Rhône*</text></answer></question>
  <question type="matching"><name><text>m</text></name>
    <questiontext><text>Qui va avec qui&#160;?</text></questiontext></question>
  <question type="essay"><name><text>e</text></name><questiontext><text>Racontez.</text></questiontext></question>
  <question type="multichoice"><name><text>carte</text></name>
    <questiontext format="html"><text><![CDATA[<img src="@@PLUGINFILE@@/carte.png"> Quel pays ?]]></text></questiontext>
    <answer fraction="100"><text>Chili</text></answer></question>
</quiz>"""


def test_moodle_xml_as_a_question_bank_sends_it() -> None:
    imported = read_as("moodle", MOODLE.encode())
    peru, loire, borders, lyon = imported.drafts
    assert (peru.id, peru.text, peru.answer, peru.rivals, peru.theme) == (
        "geo-1",
        "Quelle est la capitale du\xa0Pérou\xa0?",
        "Lima",
        ("Quito", "La Paz"),
        "Géographie",
    )
    assert (loire.text, loire.answer, loire.rivals) == (
        "Vrai ou faux\u202f: La Loire se jette dans la Manche.",
        "Faux",
        ("Vrai",),
    )
    assert (borders.answer, borders.unit, borders.mode) == (8, "pays", "target")
    assert (lyon.answer, lyon.accept) == ("Rhône", ("le Rhône",))
    assert [(left.id, left.code) for left in imported.left] == [
        ("m", "matching"),
        ("e", "other_type"),
        ("carte", "needs_picture"),
    ]


BOMB = '<!DOCTYPE q [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><quiz><question>&b;</question></quiz>'


@pytest.mark.parametrize(
    "data",
    [
        BOMB.encode(),
        ('<?xml version="1.0" encoding="UTF-16"?>' + BOMB).encode("utf-16"),  # what looks for bytes finds none
        b"<quiz>" + b"<a>" * 100_000,
        b"<quiz><question>",
        b"",
    ],
)
def test_xml_that_could_swell_or_is_none_is_refused(data: bytes) -> None:
    imported = read_as("moodle", data)
    assert not imported.drafts
    assert [left.code for left in imported.left] == ["unreadable"]


def test_openquizzdb_need_not_be_strict_json() -> None:
    imported = read_as("openquizzdb", OPENQUIZZDB.encode("utf-8-sig"))
    found = [(draft.text, draft.answer, draft.rivals, draft.difficulty) for draft in imported.drafts]
    assert found[:2] == [
        ('Qui dit "miaou" ?', "Chat", ("Chien", "Vache", "Coq"), 1),
        ("Sans virgule ?", "Oui", ("Non",), 1),
    ]
    assert found[2][1:] == ("Sphynx", ("Persan",), 5)
    assert {"Sphynx", "Persan"} <= set(found[2][0].replace("(", " ").replace(")", " ").replace(",", " ").split())
    assert [(left.line, left.code) for left in imported.left] == [(16, "unreadable"), (26, "no_answer")]
    assert (imported.title, {draft.theme for draft in imported.drafts}) == ("Chats", {"Animaux"})


def test_open_trivia_db_in_all_its_encodings() -> None:
    question: dict[str, Any] = {
        "type": "multiple",
        "difficulty": "easy",
        "category": "Entertainment: Film",
        "question": "Who played “Amélie” in 'Le Fabuleux Destin'?",
        "correct_answer": "Audrey Tautou",
        "incorrect_answers": ["Juliette Binoche", "Marion Cotillard", "Eva Green"],
    }
    yes = {"type": "boolean", "question": "Cats purr.", "correct_answer": "True", "incorrect_answers": ["False"]}

    def encode(said: Any, how: Any) -> Any:
        if isinstance(said, str):
            return how(said)
        return (
            [encode(one, how) for one in said]
            if isinstance(said, list)
            else {k: encode(v, how) for k, v in said.items()}
        )

    encodings = [
        lambda said: said.replace("“", "&ldquo;").replace("'", "&#039;"),
        lambda said: base64.b64encode(said.encode()).decode(),
        lambda said: "".join(
            c if c.isalnum() and c.isascii() else "".join(f"%{b:02X}" for b in c.encode()) for c in said
        ),
    ]
    for how in encodings:
        document = json.dumps(
            {"response_code": 0, "results": [encode(question, how), {"question": 3}, encode(yes, how)]}
        )
        imported = read_as("opentdb", document.encode())
        first, second = imported.drafts
        assert first.text == question["question"]
        assert (first.answer, list(first.rivals)) == ("Audrey Tautou", question["incorrect_answers"])
        assert (first.theme, first.difficulty) == ("Entertainment: Film", 1)
        assert (second.text, second.answer) == ("True or false: Cats purr.", "True")
        assert [left.code for left in imported.left] == ["no_answer"]
    assert imported.language == "en"


def test_kahoot_as_excel_writes_it() -> None:
    shared = ["Question - max 120 characters", *(f"Answer {n} - max 75 characters" for n in (1, 2, 3, 4))]
    shared += ["Time limit (sec)", "Correct answer(s) - choose at least one", "Qui ?", "Moi", "Toi", "Lui", "Où ?"]
    strings = "".join(f"<si><r><t>{said[:3]}</t></r><r><t>{said[3:]}</t></r></si>" for said in shared)
    headers = "".join(f'<c r="{chr(66 + n)}8" t="s"><v>{n}</v></c>' for n in range(7))
    rows = (
        f'<row r="8">{headers}</row>'
        '<row r="9"><c r="A9"><v>1</v></c><c r="B9" t="s"><v>7</v></c><c r="C9" t="s"><v>8</v></c>'
        '<c r="D9" t="s"><v>9</v></c><c r="F9" t="s"><v>10</v></c><c r="G9"><v>20</v></c>'
        '<c r="H9" t="str"><v>1,4</v></c></row>'
        '<row r="10"><c r="B10" t="s"><v>11</v></c><c r="C10" t="s"><v>8</v></c><c r="H10"><v>2.0</v></c></row>'
        '<row r="11"><c r="A11"><v>3</v></c></row>'
    )
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    book = io.BytesIO(write_rows([]))
    made = io.BytesIO()
    with zipfile.ZipFile(book) as frame, zipfile.ZipFile(made, "w") as out:
        for name in frame.namelist():
            if "sheet1" not in name:
                out.writestr(name, frame.read(name))
        out.writestr("xl/sharedStrings.xml", f'<sst xmlns="{space}">{strings}</sst>')
        out.writestr(
            "xl/worksheets/sheet1.xml", f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData></worksheet>'
        )
    imported = read_as("kahoot", made.getvalue())
    (draft,) = imported.drafts
    assert (draft.text, draft.answer, draft.accept, draft.rivals) == ("Qui ?", "Moi", ("Lui",), ("Toi",))
    assert [(left.line, left.code) for left in imported.left] == [(10, "which_right")]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 no", write_rows([(1, ["a", "b"])])])
def test_a_file_that_is_no_kahoot_is_said(data: bytes) -> None:
    imported = read_as("kahoot", data)
    assert not imported.drafts
    assert [left.code for left in imported.left] in (["unreadable"], ["no_header"])


def test_a_workbook_with_a_doctype_is_refused() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as out:
        out.writestr("xl/workbook.xml", '<!DOCTYPE x [<!ENTITY a "aa">]><workbook>&a;</workbook>')
    with pytest.raises(BadSheet):
        read_rows(made.getvalue())


# ---------------------------------------------------------------- a pack that can be played


@pytest.mark.parametrize(("game", "least"), [("egomaster", 60), ("defizz", 2)])
def test_imported_questions_can_be_played(game: str, least: int, tmp_path: Path) -> None:
    drafts = [
        Draft(text=f"Question {n} ?", answer=f"mot{n}", rivals=("a", "b", "c"), theme="A: B c d e")
        for n in range(least)
    ]
    path = tmp_path / "mine.toml"
    path.write_text(to_pack(Imported(drafts), game, f"mine-{game}"), "utf-8")
    if game == "defizz":
        drafts += [Draft(text="Encore ?", answer=3), Draft(text="Chance", mode="chance")]
    path.write_text(to_pack(Imported(drafts * (2 if game == "defizz" else 1)), game, f"mine-{game}"), "utf-8")
    assert not fill_in(read(path), {}).findings
    assert Match.new(game, list("abcd"), packs=[str(path)]).header.packs[0].id == f"mine-{game}"


def test_what_finds_no_place_is_named() -> None:
    imported = Imported([Draft(text="Chance", mode="chance", id="luck"), *[Draft(text="x ?", answer="y")] * 1201])
    made = tomllib.loads(to_pack(imported, "egomaster", "mine"))
    assert len(made["question"]) == len({question["id"] for question in made["question"]}) == 1200
    assert [left.code for left in imported.left] == ["no_room", "no_room"]


HEAD = """
[pack]
id = "mine"
game = "{game}"
title = "Mine"
language = "fr"
licence = "CC0-1.0"
authors = ["me"]
version = "1"
"""
PAGES = """
[[question]]
id = "solo-01-01"
booklet = "solo"
page = 1
number = 1
keyword = "Un mot"
text = "Combien de nains\u202f?"
answer = 7
accept = ["sept nains", "les sept"]
source = ["common knowledge", "pkg:pypi/x@1"]
checked = 2026-11-15
expires = 2030-01-01
difficulty = 1
age = 10
theme = "contes; fées"
tags = ["pop", "2000s"]

[[question]]
id = "duo-02-03"
booklet = "duo"
page = 2
number = 3
mode = "ping_pong"
keyword = "Un autre"
text = "Citez une planète."
accept = ["Mars", "Vénus|Aphrodite", "Terre"]
source = ["common knowledge"]

[[question]]
id = "multi-02-04"
booklet = "multi"
page = 2
number = 4
mode = "target"
keyword = "Pi"
text = "Que vaut pi ?"
answer = 3.14
unit = "m"
"""
CARDS = """
[[question]]
id = "duel-001-1"
kind = "duel"
card = 1
mode = "chrono"
clue = "Un indice"
text = "Qui\u202f?"
answer = "Moi"
rivals = ["Toi", "Lui", "Elle"]

[[question]]
id = "multi-007-2"
kind = "multi"
card = 7
mode = "chance"
clue = "Un autre"
text = "Le plus haut gagne."
resolve = "highest_roll"
sides = 12
tie = "restart"
needs = "reader"
"""


def test_no_cell_of_a_table_is_a_formula() -> None:
    """A spreadsheet would carry it out for whoever opens the file; it comes back as it was."""
    sly = Draft(id="q9", text='=HYPERLINK("http://evil")', answer="@SUM(1)", rivals=("+x", "-y"), theme="maths")
    exported = write_as("csv", [sly], "Mine", "fr").data.decode("utf-8-sig")
    for cell in exported.replace('"', "").splitlines()[1].split(";"):
        assert cell[:1] not in tuple("=+@\t"), cell
    (back,) = again("csv", sly)
    assert (back.text, back.answer, back.rivals) == (sly.text, sly.answer, sly.rivals)
