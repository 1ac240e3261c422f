"""One browser for all tests of a process, one event loop, and for each test a room of its own."""

from __future__ import annotations

import asyncio
import inspect
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tablee.engine import Ask, Choice, Value
from tablee.server import app

from .browser import launch
from .phone import PATIENCE
from .room import Room

RUNNER: Final = pytest.StashKey[asyncio.Runner]()
LONGEST: Final = 300  # seconds for one test; only a failure takes that long
expect.set_options(timeout=PATIENCE * 1000)


def _runner(config: pytest.Config) -> asyncio.Runner:
    if RUNNER not in config.stash:
        config.stash[RUNNER] = asyncio.Runner()
    return config.stash[RUNNER]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Tests here are coroutines. Their loop rests between them, so that other tests can have loops of their own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}

    async def whole() -> None:
        try:
            async with asyncio.timeout(None if pyfuncitem.get_closest_marker("long") else LONGEST):
                await pyfuncitem.obj(**given)
        except Exception as failed:
            if isinstance(there := given.get("room"), Room):
                failed.add_note(f"What the devices showed is in {await there.photograph()}")
            raise

    _runner(pyfuncitem.config).run(whole())
    return True


@pytest.fixture(scope="session")
def browser(pytestconfig: pytest.Config) -> Iterator[Browser]:
    if os.environ.get("TABLEE_NO_BROWSER"):
        pytest.skip("TABLEE_NO_BROWSER is set")
    if not (app.PAGE / "index.fr.html").is_file():
        pytest.fail("The page has not been built: `python3 dev.py setup` does it.", pytrace=False)
    runner = _runner(pytestconfig)
    playwright: Any = runner.run(async_playwright().start())
    try:
        found = runner.run(launch(playwright))
    except FileNotFoundError as missing:
        runner.run(playwright.stop())
        pytest.fail(str(missing), pytrace=False)
    yield found
    runner.run(found.close())
    runner.run(playwright.stop())
    runner.close()


@pytest.fixture
def room(browser: Browser, tmp_path: Path, pytestconfig: pytest.Config) -> Iterator[Room]:
    runner = _runner(pytestconfig)
    made = runner.run(Room(browser, tmp_path / "data").open())
    yield made
    runner.run(made.close())
    problems = [f"{phone.name or 'a screen'}: {problem}" for phone in made.phones for problem in phone.problems]
    assert not problems, "the page complained:\n" + "\n".join(problems)


class KindDice:
    """No 1s: whoever begins is always asked whether to roll again, whatever the luck of the day."""

    def __init__(self, secret: bytes, seeds: tuple[str, ...], match: str) -> None:
        pass

    def roll(self, ask: Ask, position: int) -> Value:
        assert isinstance(ask.form, Choice)
        faces = [face for face in ask.form.options if face != 1] or list(ask.form.options)
        return faces[position % len(faces)]


@pytest.fixture
def kind_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.running.ProvableDice", KindDice)
