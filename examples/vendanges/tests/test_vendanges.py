"""The suite of every game, and the scenarios: `pip install -e .`, then `pytest`."""

from pathlib import Path

import pytest

from tablee.testkit import read_scenario, run_scenario
from tablee.testkit.conformance import Conformance

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))


class TestVendanges(Conformance, games=["vendanges"]): ...


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenario_holds(path: Path) -> None:
    failure = run_scenario(read_scenario(path))
    assert failure is None, str(failure)
