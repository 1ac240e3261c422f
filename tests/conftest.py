"""What all tests share: the long ones run only when asked for."""

import pytest
from hypothesis import settings

import examples.pig  # noqa: F401  # registers the example game, so that every suite over the registry has it too
from tests.services import database, nats, postgres  # noqa: F401  # fixtures

# The same examples every time, however slow the machine: a red run means a change, never luck.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked long, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if not item.get_closest_marker("long")]
