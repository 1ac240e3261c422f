"""The sdist and the wheel, each installed into an empty environment, without Node: the hall opens, and one plays there.

Long: two builds, and an environment with all that Tablée needs for each Python, take minutes and a registry.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

import dev
from tablee import __version__
from tools import release

from .people import Person
from .phone import Phone
from .room import KNOWN, PHONE

pytestmark = pytest.mark.long

HERE = f"3.{sys.version_info.minor}"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def find_python(version: str) -> str:
    """This one, one of TABLEE_PYTHONS (paths, as in PATH), or one on PATH; without one the test is skipped."""
    if version == HERE:
        return sys.executable
    named = [path for path in os.environ.get("TABLEE_PYTHONS", "").split(os.pathsep) if path]
    for path in [*named, shutil.which(f"python{version}")]:
        if path:
            said = subprocess.run([path, "--version"], capture_output=True, text=True)
            if said.returncode == 0 and said.stdout.startswith(f"Python {version}."):
                return path
    pytest.skip(f"there is no Python {version} here; TABLEE_PYTHONS can name one")


def uv(*arguments: str | Path) -> None:
    done = subprocess.run([dev.script("uv"), *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As `dev.py build` makes it."""
    folder = tmp_path_factory.mktemp("dist")
    dev.build_page()
    release.build(folder)
    return folder


@pytest.mark.parametrize(("kind", "python"), [("tar.gz", HERE), *(("whl", version) for version in PYTHONS)])
async def test_what_is_installed_opens_the_hall_and_plays(
    kind: str, python: str, dist: Path, browser: Browser, tmp_path: Path
) -> None:
    venv = tmp_path / "venv"
    uv("venv", "--python", find_python(python), venv)
    (file,) = dist.glob(f"*.{kind}")
    uv("pip", "install", "--python", venv, file)
    scripts = venv / dev.SCRIPTS.name
    env = {
        "PATH": str(scripts),  # and so without Node
        "HOME": str(tmp_path),
        "TABLEE_DATA": str(tmp_path / "data"),
        "TABLEE_PORT": "0",
        "TABLEE_HOLD": "0",
        "PYTHONUNBUFFERED": "1",
    }
    told = subprocess.run([scripts / "tablee", "--version"], env=env, cwd=tmp_path, capture_output=True, text=True)
    assert told.stdout == f"tablee {__version__}\n", told.stderr
    hall = await create_subprocess_exec(scripts / "tablee", env=env, cwd=tmp_path, stdout=PIPE)
    try:
        assert hall.stdout
        while not (port := re.search(rb"http://\S+:(\d+)", await hall.stdout.readline())):
            assert hall.returncode is None
        await play_a_move(browser, f"http://127.0.0.1:{port[1].decode()}")
    finally:
        hall.terminate()
        assert await hall.wait() == 0


async def play_a_move(browser: Browser, address: str) -> None:
    context = await browser.new_context(**PHONE, locale="fr-FR", reduced_motion="reduce")
    await context.add_init_script(f"localStorage.setItem('tablee:learned', {KNOWN!r})")
    phone = Phone(context, await context.new_page(), address)
    await phone.open()
    await phone.tap(re.compile("DESfausse"))
    await phone.tap("Jouer tout de suite")
    await expect(phone.heading("DESfausse").first).to_be_attached()
    await phone.until(lambda: phone.asked)
    seq = phone.state["seq"]
    await Person(phone).answer()
    assert phone.answers
    assert phone.state["seq"] > seq
    assert not phone.problems
    await context.close()
