"""Playing in a terminal: a thin layer that draws views, tells events, and reads answers. The house does the rest."""

from .command import play

__all__ = ["play"]
