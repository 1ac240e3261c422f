"""Tablée: a table for French party games. `Match` plays any of them; see the README for ten lines that do."""

from .engine import Match

__version__ = "0.1.0"
__all__ = ["Match", "__version__"]
