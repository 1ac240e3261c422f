"""Packs of cards and questions: their format, where they are found, and the content that comes with Tablée."""

from .format import Manifest
from .library import Pack, add, get, load

__all__ = ["Manifest", "Pack", "add", "get", "load"]
