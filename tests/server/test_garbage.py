"""What lives is set aside while people play, and looked through when nothing is going on."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from tablee.server import garbage


class Knot:
    """Held by nobody but itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_everything_is_looked_through_when_nobody_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LOOKS", 0)
    told = 0

    async def play() -> None:
        nonlocal told
        knot = Knot()
        garbage.begin()
        held = weakref.ref(knot)
        del knot
        gc.collect()
        assert held() is not None, "what was set aside is not looked at"
        watching = asyncio.create_task(garbage.watch(lambda: told, lambda: True))
        await turns(3)
        assert held() is not None, "nothing has happened that could be worth it"
        told = 1
        await turns(3)
        assert held() is None
        watching.cancel()

    asyncio.run(play())


def test_only_the_youngest_is_looked_through_by_itself() -> None:
    garbage.begin()
    young, *older = [generation["collections"] for generation in gc.get_stats()]
    kept: list[list[object]] = [[[]] for _ in range(200_000)]  # enough for several of each
    now = [generation["collections"] for generation in gc.get_stats()]
    assert now[0] > young
    assert now[1:] == older
    assert kept
