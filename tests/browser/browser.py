"""A browser for the tests: the one that `dev.py` names, the system's own, or Playwright's."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Playwright

NAMES: Final = ("chromium-headless-shell", "chromium", "google-chrome")
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MISSING: Final = (
    "There is no browser to test the page with. `python3 dev.py test` installs one where it can; otherwise install "
    "chromium, or set TABLEE_BROWSER to a Chromium, or set TABLEE_NO_BROWSER=1 to go without these tests."
)


def find(playwright: Playwright) -> str | None:
    """The path of a Chromium, or None."""
    if named := os.environ.get("TABLEE_BROWSER"):
        return named
    own = playwright.chromium.executable_path
    return next(filter(None, map(shutil.which, NAMES)), own if Path(own).is_file() else None)


async def launch(playwright: Playwright) -> Browser:
    path = find(playwright)
    if path is None:
        raise FileNotFoundError(MISSING)
    return await playwright.chromium.launch(executable_path=path, args=list(FLAGS))
