"""What a person can do at the prompt: undo, save, ask, and be told what was expected."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tablee.engine import Ask, Choice, Match, Text
from tablee.pictures import Scene
from tablee.terminal.answers import Unclear, read
from tablee.terminal.saves import load
from tablee.terminal.session import Session
from tablee.terminal.words import terminal_words

from .desk import Evening

ROLL = ["5 5 1 4 5 3"]  # two small red, two small green, a red and a green demon


def real(lines: list[object], language: str = "fr", file: Path | None = None) -> Evening:
    """A table for two with real dice: Ana begins."""
    match = Match.new("desfausse", ["Ana", "Bo"], start={"active": 0})
    return Evening(
        "desfausse", lines, people=("Ana", "Bo"), bots=0, real_dice=True, match=match, language=language, file=file
    )


def test_real_dice_are_typed_in_a_line_at_once() -> None:
    evening = real([*ROLL, "", "5", "", "1 3", "coupelle", "2 dés"])
    shown = evening.play()
    assert evening.session.match.view(None).board[0] == {"discard_2": 0}  # type: ignore[attr-defined]
    assert "Ana pose un jeton" in shown


def test_a_wrong_die_among_several_keeps_the_ones_before_it() -> None:
    evening = real(["5 5 7 4"])
    shown = evening.play()
    assert len(evening.session.match.log) == 2
    assert "« 7 » ne fait pas partie des choix" in shown


def test_undo_goes_back_to_the_last_thing_that_was_typed() -> None:
    evening = real([*ROLL, "", "5", "annuler"])
    evening.play()
    assert [ask.name for ask in evening.session.match.asks if not ask.standing] == ["set"]
    assert [reply.name for reply in evening.session.match.log][-1] == "reroll"
    evening = real([*ROLL, "annuler 2"])
    evening.play()
    assert len(evening.session.match.log) == 4


def test_undo_against_bots_asks_the_dice_again() -> None:
    evening = Evening("desfausse", ["", "annuler"], seed=3)
    evening.play()
    log = evening.session.match.log
    assert not [reply for reply in log if reply.actor == 0]
    assert evening.session.wanted()[0][0] == 0


def test_nothing_to_undo_is_said() -> None:
    assert "Il n’y a rien à annuler" in real(["annuler"]).play()


def test_a_saved_match_comes_back_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    evening = Evening("blitz", bots=3, file=file)
    evening.type_by(lambda session: until(session, 80))
    match, people = load(file)
    assert people == (0,)
    assert match.log == evening.session.match.log
    for seat in (None, 0, 1):
        assert msgspec.to_builtins(match.view(seat)) == msgspec.to_builtins(evening.session.match.view(seat))
    again = Evening("blitz", bots=3, match=match)
    assert again.session.now() >= match.log[-1].at
    again.type_by(lambda session: until(session, 160))
    assert len(match.log) >= 160


def until(session: Session, length: int) -> object:
    """Answers, until the log is so long; then leaves."""
    if len(session.match.log) >= length:
        return None
    ask = session.wanted()[0][1]
    return f"mot {len(session.match.log)}" if isinstance(ask.form, Text) and not ask.standing else ""


def test_save_says_where(tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    assert str(file) in real([f"sauver {file}"]).play().replace("\n", "")
    assert load(file)[1] == (0, 1)
    assert "Impossible d’enregistrer" in real([f"sauver {file}/under.json"]).play()


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("fr", "9", "« 9 » ne fait pas partie des choix. Attendu : numéros (par exemple 1 3), de 0 à 5"),
        ("fr", "1 1", "Un même choix est nommé deux fois"),
        ("fr", "", "Quelle combinaison défausser"),
        ("en", "9", "“9” is not one of the options. Expected: numbers (such as 1 3), 0 to 5"),
        ("en", "1 one", "“one” is not one of the options"),
        ("en", "all", "What does this die show"),
    ],
)
def test_a_wrong_line_says_what_is_expected(language: str, line: str, said: str) -> None:
    assert said in " ".join(real([*ROLL, line], language).play().split())


def test_a_refusal_names_the_rule_and_the_rule_can_be_read() -> None:
    shown = " ".join(real([*ROLL, "9", "règles 14"]).play().split())
    assert "(règle DF-14)" in shown
    assert "DF-14 Avant le deuxième" in shown
    assert "Aucune règle ne correspond" in real(["règles hippopotame"]).play()


def test_a_word_that_fits_several_options_is_not_guessed() -> None:
    scene = Scene(Evening("blitz", bots=2).match, terminal_words("fr", "blitz"), 0)
    ask = Ask("challenge", (0,), Choice(("accept", "wrong", "said", "late")))
    assert read(scene, ask, "ou") == "accept"
    assert read(scene, ask, "non, l'AUTRE") == "late"
    with pytest.raises(Unclear, match="peut vouloir dire"):
        read(scene, ask, "non")


def test_help_and_log_are_there_at_any_time() -> None:
    shown = real([*ROLL, "?", "journal"]).play()
    assert "annuler" in shown
    assert shown.count("Ana, lancer 1") >= 2


def test_leaving_is_polite(tmp_path: Path) -> None:
    file = tmp_path / "left.json"
    evening = real([*ROLL, "quitter", "", ""], file=file)
    assert "À bientôt" in evening.play()
    assert len(load(file)[0].log) == 6


def test_an_empty_line_does_not_cost_a_race() -> None:
    evening = Evening("blitz", people=("Ana", "Bo", "Cy"), bots=0)
    while not evening.session.match.public().themes:  # type: ignore[attr-defined]
        reply = evening.session.house.next(0)
        if reply:
            evening.session.take(reply)
        else:
            ask = next(ask for ask in evening.session.match.asks if not ask.standing)
            evening.session.match.answer(ask.actors[0], ask.name, "left")
    first = min(evening.session.match.public().themes)  # type: ignore[attr-defined]
    evening.script.lines = iter([f"{first + 1}", f"{first + 1} passe"])
    shown = evening.play()
    assert "ou « passe » pour passer" in shown
    assert f"{evening.match.header.seats[first]} sèche" in shown
