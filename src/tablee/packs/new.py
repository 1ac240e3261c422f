"""`tablee packs new`: an empty pack with comments. What is commented out is an example that lint likes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .toml import quote

TEMPLATES: Final = Path(__file__).parent / "templates"


def kinds() -> list[str]:
    """The games, and `lists`, that there are packs for."""
    return sorted({path.name.split(".")[0] for path in TEMPLATES.glob("*.toml")})


def blank(game: str, id: str, title: str, language: str) -> str:
    """The text of a new pack's file."""
    text = (TEMPLATES / f"{game}.{language}.toml").read_text("utf-8")
    return text.replace('"ID"', quote(id)).replace('"TITLE"', quote(title))
