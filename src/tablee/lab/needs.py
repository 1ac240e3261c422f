"""Is what a run needs there: the extras `tablee[lab]` and `tablee[gpu]`, and a card?"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from .refusals import CannotRun

NEEDED: Final = ("joblib", "numpy")


def need_extra() -> None:
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise CannotRun("no_extra", missing=", ".join(missing))


def need_gpu() -> None:
    if find_spec("numba_cuda") is None:
        raise CannotRun("no_gpu_extra")
    from numba import cuda

    try:
        found = cuda.is_available()  # type: ignore[no-untyped-call]
    except Exception as problem:  # of the driver, in many kinds: none of them is a fault of ours
        raise CannotRun("no_gpu", problem=str(problem).strip() or type(problem).__name__) from None
    if not found:
        raise CannotRun("no_gpu", problem="-")
