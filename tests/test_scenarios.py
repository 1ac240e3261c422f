"""Every scenario holds. `tablee scenario FILE` runs one of them alone."""

from pathlib import Path

import pytest

from tablee.testkit import read_scenario, run_scenario

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_scenario_holds(path: Path) -> None:
    failure = run_scenario(read_scenario(path))
    assert failure is None, str(failure)


def test_a_scenario_shows_few_rules() -> None:
    """So that a reader finds the rule, and a failure names it."""
    too_many = [path.name for path in FILES if not 1 <= len(read_scenario(path).rules) <= 5]
    assert not too_many
