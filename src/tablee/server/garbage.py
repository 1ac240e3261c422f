"""When memory is looked through for what nobody holds any more: when nothing is going on, and not while people play.

Python looks through everything that lives whenever enough has been made, and stops for it: with two thousand tables for
a third of a second, and with what was made lately for twenty milliseconds, several times a second. Nearly all that we
make is freed without that, as soon as nobody needs it. So what lives is set aside, only the youngest is looked at as
always, and the rest in idle moments.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Final

LOOKS: Final = 5.0  # seconds between two looks whether something is going on
SOON: Final = 60.0  # seconds after which what is new is looked through in an idle moment…
AT_LAST: Final = 600.0  # …and after which in any case
EVERYTHING: Final = 3_600.0  # the same for what was set aside, when nobody is here and in any case
NEVER: Final = 1_000_000


def begin() -> None:
    """What is loaded stays."""
    gc.set_threshold(gc.get_threshold()[0], NEVER, NEVER)
    look_through()


def look_through(*, everything: bool = False) -> None:
    """Collect what is new, or everything; and what is left is not looked at again."""
    if everything:
        gc.unfreeze()
    gc.collect()
    gc.freeze()


async def watch(busy: Callable[[], int], empty: Callable[[], bool]) -> None:
    """For ever. `busy`: a count that grows with all that is told; `empty`: whether nobody is here."""
    time = asyncio.get_running_loop().time
    latest = whole = time()
    seen = done = busy()
    while True:
        await asyncio.sleep(LOOKS)
        before, seen, now = seen, busy(), time()
        if seen == done:
            continue  # nothing has happened since the last time
        idle = seen == before
        if now - whole > EVERYTHING or (idle and empty()):
            look_through(everything=True)
            latest, whole, done = now, now, seen
        elif now - latest > (SOON if idle else AT_LAST):
            look_through()
            latest = now
