"""A game that nobody has drawn or translated can be played, and keeps its secrets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import examples.pig  # noqa: F401 (registers itself)
from tablee.engine import registry

from . import secrets
from .desk import WAIT, Evening


@pytest.fixture(autouse=True)
def _table(tmp_path: Path) -> Iterator[None]:
    secrets.register_in(tmp_path)
    yield
    registry._registered.pop("bids")


def test_the_example_game_is_played_to_the_end() -> None:
    evening = Evening("pig", bots=1, options={"goal": 20})
    shown = evening.type_by(lambda session: "garder" if session.wanted() else WAIT)
    assert evening.session.match.result
    assert "scores" in shown


def test_amounts_and_numbers_say_what_is_expected() -> None:
    evening = Evening(
        "bids", ["", "250", "9", "many", "300", "", "200", "", "x", "passe"], people=("Ana", "Bo"), bots=0
    )
    shown = " ".join(evening.play().split())
    assert "De 100 en 100. Attendu : un nombre de 100 à 500, de 100 en 100." in shown
    assert "Entre 100 et 500." in shown
    assert "Un nombre était attendu, pas « many »" in shown
    assert evening.session.match.result
    assert evening.session.match.log[0].value == 300


def test_a_secret_is_drawn_only_behind_the_curtain() -> None:
    evening = Evening("bids", ["", "400", "lifted"], people=("Ana", "Bo"), bots=0)
    shown = evening.play()
    assert "Le clavier est à Ana" in shown
    before, _, after = shown.partition("Le clavier est à Bo")
    assert "400" not in after.replace("100 à 500", "")
    assert evening.session.match.view(0).mine == secrets.Mine(400)
    assert "Le clavier est à Bo" not in before
