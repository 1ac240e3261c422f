"""`tablee packs new`: an empty pack with comments. What is commented out is an example that lint likes."""

from __future__ import annotations

from .rules import all_rules, template
from .toml import quote


def kinds() -> list[str]:
    """The games that there are packs for."""
    return sorted(game for game in all_rules() if game != "lists")


def blank(game: str, id: str, title: str, language: str) -> str:
    """The text of a new pack's file."""
    text = template(game, language).read_text("utf-8")
    return text.replace('"ID"', quote(id)).replace('"TITLE"', quote(title))
