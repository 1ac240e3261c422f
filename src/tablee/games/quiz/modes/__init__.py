"""Every mode there is. A new one is a file here, a line below, its words, and perhaps a stage on the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..mode import Mode
from .alone import SOLO
from .chance import CHANCE
from .ping_pong import PING_PONG
from .race import CHRONO, SPEED
from .target import TARGET

__all__ = ["CHANCE", "CHRONO", "MODES", "PING_PONG", "SOLO", "SPEED", "TARGET", "named"]


def named(*modes: Mode) -> Mapping[str | None, Mode]:
    return {mode.name: mode for mode in modes}


MODES: Final = named(CHRONO, SPEED, TARGET, PING_PONG, CHANCE, SOLO)
