"""The words of the pack tools: a catalogue of their own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tablee.engine import Words


@cache
def tool_words(language: str) -> Words:
    return Words(language, Path(__file__).parent)
