"""Défizz and Egomaster at a keyboard: whole games, what a page shows, and what it never shows to the wrong eyes."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console, RenderableType

import tablee
from tablee.cli import main
from tablee.engine import Amount, Ask, Choice, Match, Number, Some, Text, Words, find
from tablee.games.egomaster.picture import shape
from tablee.games.quiz.number_line import number_line
from tablee.games.quiz.tokens import coins, figure
from tablee.pictures import Scene
from tablee.terminal.answers import Unclear, how_to, read
from tablee.terminal.session import Session
from tablee.terminal.texts import question
from tablee.terminal.words import terminal_words
from tests.terminal.desk import WAIT, Evening

GAMES = ("defizz", "egomaster")
ALONE = {"reader": "house"}
QUICK: dict[str, dict[str, object]] = {"defizz": {}, "egomaster": {"quick_game": True}}
START = {"stacks": [500, 400, 400]}  # a short evening


class Person:
    """Somebody who types a legal key for whatever is asked."""

    def __init__(self, seed: int = 7) -> None:
        self.rng, self.number = Random(seed), 0

    def __call__(self, session: Session) -> object:
        if session.curtain is not None:
            return ""
        actor, ask = session.wanted()[0]
        if ask.standing:
            return WAIT if session.house.wakes() is not None else "/close"
        several = len({who for who, asked in session.wanted() if not asked.standing}) > 1
        prefix = f"{actor + 1} " if several and isinstance(actor, int) else ""
        return prefix + self.line(session, ask)

    def line(self, session: Session, ask: Ask) -> str:
        match ask.form:
            case Text():
                self.number += 1
                return self.rng.choice(["a", "b", "passe", f"mot{self.number}", *self.right(session)])
            case Number():
                return str(self.rng.randrange(30, 60))
            case Amount(low, high, step):
                return str(self.rng.randrange(low, high + 1, step))
            case Some(_, least, _):
                return " ".join(map(str, range(1, least + 1)))
            case Choice(options):
                return session.scene(session.eyes).option(ask, self.rng.choice(options))
        raise AssertionError(ask)

    def right(self, session: Session) -> list[str]:
        """Sometimes the answer, as somebody who knows the synthetic packs."""
        put = session.match.view(None).challenge  # type: ignore[attr-defined]
        return [put.question.text.replace("FRONT", "SECRET")] * 4 if put and put.question else []


class Eyes:
    """Looks over the shoulder of whoever sits at the desk: everything that is shown, and to whom."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.session = evening, evening.session
        self.pages: list[tuple[int | None, str]] = []
        desk = evening.session.desk
        page, show = desk.page, desk.show

        def look_at_page(*what: Any) -> None:
            self.look(lambda: page(*what), self.session.shown_to)

        def look_at_lines(*what: RenderableType) -> None:
            self.look(lambda: show(*what), self.session.eyes)

        desk.page, desk.show = look_at_page, look_at_lines  # type: ignore[method-assign, assignment]

    def look(self, print_it: Callable[[], None], seat: int | None) -> None:
        if getattr(self, "inside", False):  # a page is shown by `show`
            print_it()
            return
        self.inside, before = True, len(self.evening.paper.getvalue())
        print_it()
        self.inside = False
        shown = " ".join(self.evening.paper.getvalue()[before:].split())
        self.pages.append((seat, shown))
        for secret in self.session.match.secrets(seat):
            assert secret not in shown or secret in self.said(), (seat, secret, shown)

    def said(self) -> list[str | None]:
        """What somebody has answered is out."""
        challenge = self.session.match.view(None).challenge  # type: ignore[attr-defined]
        return [attempt.text for attempt in challenge.attempts] if challenge else []


# ---------------------------------------------------------------- whole games


def evening(
    game: str, language: str = "fr", people: Sequence[str] = ("Ana",), bots: int = 2, **options: object
) -> Evening:
    names = [*people, *("Lulu", "Marius", "Zoé")[:bots]]
    synthetic = find(game).load().synthetic
    assert synthetic
    start = {**START, "active": 0} if game == "defizz" else {**START, "phase": "elimination"}
    match = Match.new(game, names, {**QUICK[game], **options}, packs=synthetic(), start=start)
    return Evening(game, people=tuple(people), bots=bots, language=language, match=match)


@pytest.mark.parametrize("reader", ["house", "neighbour"])
@pytest.mark.parametrize("answers", ["typed", "spoken"])
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_whole_game_against_bots(game: str, language: str, answers: str, reader: str) -> None:
    table = evening(game, language, reader=reader, answers=answers)
    eyes = Eyes(table)
    shown = table.type_by(Person())
    assert table.session.match.result
    assert find(game).name in shown
    assert ("gagne" if language == "fr" else "win") in shown
    assert not re.search(r"(répond|answers) ?: (rien|nothing)|\((rien|nothing)\)|None", shown)
    assert eyes.pages


@pytest.mark.parametrize("reader", ["house", "neighbour"])
@pytest.mark.parametrize("answers", ["typed", "spoken"])
@pytest.mark.parametrize("game", GAMES)
def test_people_at_one_keyboard_never_see_what_is_not_theirs(game: str, answers: str, reader: str) -> None:
    table = evening(game, people=("Ana", "Bo", "Cy"), bots=0, reader=reader, answers=answers)
    eyes = Eyes(table)
    shown = table.type_by(Person())
    assert table.session.match.result
    secret = [page for seat, page in eyes.pages if seat is not None and "SECRET-" in page]
    if reader == "neighbour":
        assert secret  # the reader does see the card
        assert "Le clavier est à" in shown


class Clumsy(Person):
    """Now and then something else than what was asked for."""

    def __call__(self, session: Session) -> object:
        if session.curtain is None and self.rng.random() < 0.25:
            return self.rng.choice(["?", "zzz", "999", "règles", "journal", "", "annuler", "jouer", "/close", "clore"])
        return super().__call__(session)


@pytest.mark.parametrize("people", [("Ana",), ("Ana", "Bo")])
@pytest.mark.parametrize("game", GAMES)
def test_wrong_lines_and_commands_never_break_a_game(game: str, people: tuple[str, ...]) -> None:
    table = evening(game, people=people, bots=3 - len(people), reader="neighbour")
    Eyes(table)
    table.type_by(Clumsy())
    assert table.session.match.result


def test_the_canaries_would_sing() -> None:
    """The check above notices a page that is shown to the wrong seat."""
    table = evening("defizz", people=("Ana", "Bo", "Cy"), bots=0, reader="neighbour")
    eyes = Eyes(table)
    table.session.house.play_on()
    reader = table.session.match.view(None).reader  # type: ignore[attr-defined]
    scene = table.session.scene(reader)
    with pytest.raises(AssertionError):
        eyes.look(lambda: table.session.desk.show(scene.picture.draw(scene)), None)


@pytest.mark.parametrize("game", GAMES)
def test_watchers_see_a_fresh_page_and_never_an_old_secret(game: str) -> None:
    table = evening(game, people=("Ana",), bots=2, reader="neighbour")
    table.script.clears = True
    table.session.desk.wipe = lambda: None  # type: ignore[method-assign]
    Eyes(table)
    table.type_by(Person(3))
    assert table.session.match.result


# ---------------------------------------------------------------- what a page shows


def shown(scene: Scene, width: int = 80) -> str:
    """The page of this scene: the table, and what its seat is asked."""
    paper = io.StringIO()
    console = Console(file=paper, width=width, color_system=None, highlight=False)
    console.print(scene.picture.draw(scene))
    asked = [(seat, ask) for ask in scene.match.asks for seat in ask.actors if seat == scene.seat and not ask.standing]
    console.print(question(scene, asked, 0))
    assert all(len(line.rstrip()) <= width for line in paper.getvalue().splitlines())
    return paper.getvalue().replace("\u202f", " ")


def defizz(*answers: tuple[Any, ...], seats: int = 3, **options: object) -> Match:
    """Seat 0 has the card duel000: a chrono, a target and a ping-pong question; duel001: target, ping-pong, chance."""
    synthetic = find("defizz").load().synthetic
    assert synthetic
    names = ["Ana", "Bo", "Cy", "Dee", "Eve", "Flo"][:seats]
    match = Match.new("defizz", names, {**ALONE, **options}, packs=synthetic(), start={"active": 0})
    for answer in answers:
        match.answer(*answer)
    return match


DUEL = (("dice", "die", "duel 200"), ("dice", "card", "duel000"))
MULTI = (("dice", "die", "multi 200"), ("dice", "card", "multi000"))


def seen(match: Match, seat: int | None, language: str = "fr") -> str:
    return shown(Scene(match, terminal_words(language, match.header.game), seat))


def test_tokens_lie_beside_their_sum() -> None:
    assert coins(1_900).plain == "⑤⑤⑤②②"
    assert coins(800).plain == "⑤②①"
    assert coins(0).plain == ""
    assert len(coins(11_400, 12).plain) == 12
    assert figure(11_400) == "11\u202f400"
    assert figure(-3.5) == "−3.5"
    page = seen(defizz(*DUEL), 0)
    assert "▶ Ana ⑤⑤⑤②② 1 900" in " ".join(page.split())
    assert "DUEL" in page


def test_clues_are_shown_and_help_is_offered() -> None:
    page = seen(defizz(*DUEL), 0)
    assert "clue duel 0.2" in page
    assert "« jouer Help ! » : voir les questions" in page
    assert "FRONT" not in page


def test_help_shows_the_front_to_one_alone() -> None:
    match = defizz(*DUEL, (0, "help", "use"))
    assert "FRONT-duel-0-1" in seen(match, 0)
    assert "Rien que pour vos yeux" in seen(match, 0)
    assert "SECRET" not in seen(match, 0)
    assert "FRONT" not in seen(match, 1) + seen(match, None)


def test_help_is_played_by_its_word() -> None:
    table = evening("defizz", reader="house")
    while not table.session.wanted():
        table.session.step()
    table.script.lines = iter(["jouer", "?"])
    assert "Rien que pour vos yeux" in table.play()


def test_the_reader_sees_the_back_of_the_card() -> None:
    match = defizz(*DUEL, reader="neighbour")
    assert "SECRET-duel-0-0" in seen(match, 2)
    assert "lit" in seen(match, 0)
    for answer in ((0, "question", 1), (0, "stake", 200), (0, "answer", "x")):
        match.answer(*answer)
    page = seen(match, 2)
    assert "Il faut répondre" in page
    assert "Ana a répondu : « x »" in page
    assert "SECRET" not in seen(match, 0) + seen(match, 1) + seen(match, None)


def test_who_answered_with_help_sees_what_is_right_before_he_gives_his_word() -> None:
    answers = ((0, "help", "use"), (0, "question", 1), (0, "stake", 200), (0, "answer", "x"))
    match = defizz(*DUEL, *answers, ("referee", "verdict", "unsure"), seats=2)
    assert match.asks[0].name == "declare"
    assert "SECRET-duel-0-0" in seen(match, 0)
    assert "SECRET" not in seen(match, 1) + seen(match, None)


def test_a_raise_shows_who_accepts_and_what_it_costs() -> None:
    match = defizz(*MULTI, (0, "question", 1), (0, "stake", 700), (1, "raise", "accept"), seats=4)
    page = " ".join(seen(match, 2).split())
    assert "surenchérit à ⑤② 700" in page
    assert "Bo ⑤⑤⑤②② 1 900 Help ! suit" in page
    assert "1 je suis (mise 700, reste 1 200)" in page
    assert "2 je refuse (mise 200, reste 1 700)" in page
    match.answer(2, "raise", "refuse")
    match.answer(3, "raise", None)
    page = " ".join(seen(match, 0).split())
    assert "→ ⑤② 700" in page
    assert "→ ② 200 refuse" in page
    assert "⑤⑤⑤②①" in page  # the pot: 700, 700, 200 and 200
    assert "1 800" in page


def test_guesses_lie_on_a_line() -> None:
    match = defizz(*MULTI, (0, "question", 2), (0, "stake", 200), (0, "guess", 10), (1, "guess", 60), seats=4)
    page = seen(match, 2)
    labels, axis = next((a, b) for a, b in zip(page.splitlines(), page.splitlines()[1:], strict=False) if "┷" in b)
    assert labels.index("Ana 10") < labels.index("Bo 60")
    assert abs(labels.index("Ana 10") + 3 - axis.index("┷")) <= 1
    assert "Cible" in page
    assert "À Cy de répondre." in page
    match.answer(2, "guess", None)
    match.answer(3, "guess", 44)
    match.answer("dice", "die", "duel 100")
    page = seen(match, None)
    assert "★ 42" in page
    assert "question précédente" in page
    assert "▲" in page


@pytest.mark.parametrize(
    "guesses", [{}, {0: None}, {0: 5.0}, {0: 5.0, 1: 5.0}, {0: -1e9, 1: 1e9, 2: 0.0, 3: 0.1, 4: 0.2}]
)
@pytest.mark.parametrize("truth", [None, 5.0, 1e6])
def test_any_guesses_fit_on_the_line(guesses: dict[int, float | None], truth: float | None) -> None:
    scene = Scene(defizz(*DUEL, seats=6), terminal_words("fr", "defizz"), None)
    paper = io.StringIO()
    for part in number_line(scene, guesses, truth):
        Console(file=paper, width=80, color_system=None).print(part)
    assert all(len(line) <= 80 for line in paper.getvalue().splitlines())
    for seat, value in guesses.items():
        assert value is None or scene.names[seat] in paper.getvalue()


def test_a_rally_is_shown_ball_by_ball() -> None:
    match = defizz(*DUEL, (0, "question", 3), (0, "opponent", 1), (0, "stake", 200))
    for seat, ball in ((0, "a"), (1, "b"), (0, "c")):
        match.answer(seat, "answer", ball)
        match.answer("referee", "verdict", "right")
    page = seen(match, 1)
    assert "a ⇄ b ⇄ c" in page
    assert "À Bo de répondre." in page


def test_attempts_have_their_verdicts_and_are_read_when_all_is_settled() -> None:
    match = defizz(*DUEL, (0, "question", 1), (0, "opponent", 1), (0, "stake", 200), (0, "answer", "no"))
    assert "Ana …" in seen(match, 1)
    match.answer("referee", "verdict", "wrong")
    assert "Ana ✗" in seen(match, 1)
    match.answer(1, "answer", None)
    assert "Ana « no » ✗" in seen(match, None)
    match.answer(0, "appeal", "accept")
    assert "(personne)" in seen(match, None)


def test_the_bank_and_those_who_are_out() -> None:
    match = defizz(*DUEL, enrichment=True)
    assert "banque 11 400" in seen(match, None)
    assert "la banque paie" in seen(match, None)
    synthetic = find("defizz").load().synthetic
    assert synthetic
    start = {"active": 0, "stacks": [1_900, 3_800, 0], "out": [[2]]}
    match = Match.new("defizz", ["Ana", "Bo", "Cy"], ALONE, packs=synthetic(), start=start)
    assert "hors jeu" in seen(match, None)


# ---------------------------------------------------------------- the loop


def egomaster(*answers: tuple[Any, ...], start: dict[str, object] | None = None, **options: object) -> Match:
    synthetic = find("egomaster").load().synthetic
    assert synthetic
    given = {"active": 0, "pawns": [4, 7, 9], **(start or {})}
    match = Match.new("egomaster", ["Ana", "Bo", "Cy"], {**ALONE, **options}, packs=synthetic(), start=given)
    for answer in answers:
        match.answer(*answer)
    return match


def test_both_ways_say_what_waits_there() -> None:
    match = egomaster(("dice", "move", 3))
    page = seen(match, 0)
    assert "↻ 9" in page  # the cell before is taken
    assert "↺ 2" in page
    assert "dans le sens horaire ↻ case 9, poussé plus loin : Multi 200" in page
    assert "dans le sens inverse ↺ case 2 : Duo 300" in page


def test_the_loop_runs_clockwise_from_the_top_left() -> None:
    lines = seen(egomaster(("dice", "move", 1)), None).splitlines()
    top = next(line for line in lines if "S 100 D 300 M 500" in line)
    assert top.split()[-2:] == ["M", "300"]
    bottom = lines[lines.index(top) + 9]
    assert bottom.split() == [str(cell) for cell in range(27, 15, -1)]
    assert "▲Ana" in lines[lines.index(top) + 1]


def test_nobody_meets_a_cell_0() -> None:
    match = egomaster(start={"pawns": [None, 7, 9]})
    scene = Scene(match, terminal_words("fr", "egomaster"), 0)
    ask = next(ask for ask in match.asks if ask.name == "place")
    assert how_to(scene, ask) == "un nombre de 1 à 30"
    assert read(scene, ask, "1") == 0
    assert read(scene, ask, "30") == 29
    for taken_or_none in ("0", "8", "10", "31"):
        with pytest.raises(Unclear):
            read(scene, ask, taken_or_none)
    (placed,) = match.answer(0, "place", 0)
    assert scene.words.event(placed, scene.names) == "Ana pose son pion sur la case 1."


@pytest.mark.parametrize("cells", [12, 13, 24, 30, 31, 60])
def test_any_board_can_be_drawn(cells: int) -> None:
    across, down = shape(cells)
    assert 0 <= 2 * across + 2 * (down - 2) - cells <= 1
    board = [f"{('solo', 'duo', 'multi')[i % 3]} {100 * (1 + i % 4)}" for i in range(cells)]
    page = seen(egomaster(start={"pawns": [1, 2, 3]}, board=board), 0)
    assert page.count("▲") == 3
    assert "Ana" in page


def test_a_solo_challenge_names_who_gains() -> None:
    match = egomaster(("dice", "move", 2), (0, "direction", "clockwise"), ("dice", "page", 3), ("dice", "number", 7))
    page = " ".join(seen(match, 0).split())
    assert "S Solo 300 page 3, n° 7 ◈ « key solo 3.7 »" in page
    match.answer(0, "designee", 2)
    assert "sinon Cy gagne" in seen(match, 0)
    assert "FRONT-solo-03-07" in seen(match, 0)


def test_the_reader_alone_sees_the_booklet() -> None:
    answers = (("dice", "move", 2), (0, "direction", "clockwise"), ("dice", "page", 3), ("dice", "number", 7))
    match = egomaster(*answers, reader="neighbour")
    assert "SECRET-solo-03-07" in seen(match, 2)
    for seat in (0, 1, None):
        assert "FRONT-solo-03-07" not in seen(match, seat).partition("Qui gagnera")[0] or match.asks[0].name == "answer"
        assert "SECRET" not in seen(match, seat)


# ---------------------------------------------------------------- at the command line


@pytest.fixture
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_own_folder")
@pytest.mark.parametrize(
    ("more", "says"), [([], True), (["-o", "reader=neighbour"], False), (["--players", "Ana,Bo"], False)]
)
def test_for_a_lone_person_the_house_reads_and_says_so(
    more: list[str], says: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "empty").write_text("", "utf-8")
    with (tmp_path / "empty").open() as lines:
        monkeypatch.setattr("sys.stdin", lines)
        assert main(["play", "defizz", "--lang", "en", "--real-dice", *more]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert ("The house reads the questions and judges the answers" in said) == says


@pytest.mark.parametrize("game", GAMES)
def test_every_label_of_the_quiz_is_used(game: str) -> None:
    ours = Path(tablee.__file__).parent
    files = (*ours.glob("games/*/picture.py"), *ours.glob("terminal/*.py"))
    source = "".join(file.read_text("utf-8") for file in files)
    for folder in find(game).shared_words:
        for label in Words("fr", folder).tables["picture"]:
            assert f'"{label}"' in source or f"'{label}'" in source, label
