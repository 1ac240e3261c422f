"""Is the extra `tablee[lab]` installed?"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from .refusals import CannotRun

NEEDED: Final = ("joblib", "numpy")


def need_extra() -> None:
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise CannotRun("no_extra", missing=", ".join(missing))
