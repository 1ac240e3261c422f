"""Five strengths, the same in every game, so that people know whom they sit down with."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec import Struct


class Character(Struct, frozen=True):
    """Who a bot is. Its manners are told in the catalogue, under `labels.bot_<id>` and `labels.manner_<id>`."""

    id: str
    strength: int  # 1 to 5
    names: tuple[str, ...]  # proper names, the same in every language; as many as can sit at one table


CHARACTERS: Final = (
    Character("novice", 1, ("Titou", "Lila", "Nino", "Zoé", "Bastien", "Maëlle", "Loulou", "Pia")),
    Character("casual", 2, ("Mireille", "Fernand", "Josette", "Raoul", "Huguette", "Marcel", "Lucette", "Dédé")),
    Character("regular", 3, ("Gaspard", "Odile", "Achille", "Solange", "Ambroise", "Édith", "Octave", "Inès")),
    Character("expert", 4, ("Colette", "Barnabé", "Athénaïs", "Hector", "Séraphine", "Anatole", "Irène", "Victor")),
    Character("top", 5, ("Maestria", "Magnus", "Sibylle", "Ulysse", "Athéna", "Balthazar", "Cassandre", "Merlin")),
)
"""Weakest first."""


def a_name(strength: str, taken: Collection[str]) -> str:
    """A name of this character that nobody at the table has."""
    names = next((character.names for character in CHARACTERS if character.id == strength), ("Bot",))
    numbered = (f"{name} {number}" for number in range(2, len(taken) + 3) for name in names)
    return next(name for name in (*names, *numbered) if name not in taken)
