"""The figures of docs/content.md are those of the boxes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "content.py"


def test_the_figures_of_the_content_are_fresh() -> None:
    """If this fails: python tools/content.py"""
    done = subprocess.run([sys.executable, str(TOOL), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
