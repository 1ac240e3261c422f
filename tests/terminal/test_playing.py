"""Whole games at a keyboard."""

from __future__ import annotations

from random import Random

import pytest

from tablee.engine import Choice, Some, Text
from tablee.terminal.session import Session

from .desk import WAIT, Evening


class Person:
    """Somebody who types a legal key for whatever is asked, and now and then something else."""

    def __init__(self, slips: float = 0.0) -> None:
        self.rng, self.slips, self.number = Random(7), slips, 0

    def __call__(self, session: Session) -> object:
        rng = self.rng
        actor, ask = session.wanted()[0]
        if ask.standing:
            return WAIT
        several = len({who for who, asked in session.wanted() if not asked.standing}) > 1
        prefix = f"{actor + 1} " if several and isinstance(actor, int) else ""
        if rng.random() < self.slips:
            return rng.choice(
                ["?", "zzz", "999", "règles", "journal", "", "dire bonjour", "/dire salut", "passe", "annuler"]
            )
        match ask.form:
            case Text():
                self.number += 1
                return f"{prefix}mot{self.number}"
            case Some(options, least, _):
                return prefix + " ".join(map(str, range(1, least + 1)))
            case Choice(options):
                return prefix + session.scene(0).option(ask, rng.choice(options))
        raise AssertionError(ask)


@pytest.mark.parametrize(("game", "bots"), [("desfausse", 2), ("blitz", 2)])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_person_plays_a_whole_game_against_bots(game: str, bots: int, language: str) -> None:
    evening = Evening(game, bots=bots, language=language)
    shown = evening.type_by(Person())
    assert evening.session.match.result
    assert ("gagne" if language == "fr" else "win") in shown


@pytest.mark.parametrize("game", ["desfausse", "blitz"])
def test_wrong_lines_and_commands_never_break_a_game(game: str) -> None:
    evening = Evening(game, bots=2)
    evening.type_by(Person(slips=0.3))
    assert evening.session.match.result


@pytest.mark.parametrize("game", ["desfausse", "blitz"])
def test_several_people_pass_the_keyboard(game: str) -> None:
    short = {"desfausse": {"round_turn_cap": 6}, "blitz": {"challenge_s": 0}}
    evening = Evening(game, people=("Ana", "Bo", "Cy"), bots=0, options=short[game])
    evening.type_by(Person())
    assert evening.session.match.result


def test_where_nobody_announces_face_offs_a_plain_word_is_an_answer() -> None:
    evening = Evening("blitz", bots=2, options={"detection": "players"})
    words = iter(range(1000))

    def choose(session: Session) -> object:
        ask = session.wanted()[0][1]
        if ask.standing and not next(words) % 7:
            return "face-à-face"
        return "" if not ask.standing and not isinstance(ask.form, Text) else WAIT

    shown = evening.type_by(choose)
    assert evening.session.match.result
    assert "Fausse alerte ! Ana" in shown
