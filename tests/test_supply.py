"""What is fetched to build a release is known by its hash, runs nothing by itself, and keeps its licence."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import dev
from tools import release

ROOT = Path(__file__).parents[1]


def test_every_lock_has_hashes_and_names_no_registry() -> None:
    for lock in ROOT.glob("requirements*.lock"):
        text = lock.read_text("utf-8")
        assert "://" not in text, lock.name
        entries = re.findall(r"^\S+==.*?(?=^\S+==|\Z)", text, re.M | re.S)
        assert entries, lock.name
        assert all("--hash=sha256:" in entry for entry in entries), lock.name
    modules = (ROOT / "web" / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in modules
    assert modules.count('"integrity"') > 100


def test_uv_is_installed_by_its_hash_and_npm_runs_no_scripts() -> None:
    text = (ROOT / "dev.py").read_text("utf-8")
    assert '"--require-hashes", "--requirement", UV_LOCK' in text
    assert "--ignore-scripts" in dev.NPM_CI


def test_the_typefaces_come_with_their_licence() -> None:
    notice, shipped = (ROOT / "NOTICE").read_text("utf-8"), tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "licences/*.txt" in shipped["project"]["license-files"]
    fonts = set(re.findall(r"@fontsource-variable/([\w-]+)", (ROOT / "web" / "package.json").read_text("utf-8")))
    for font in fonts:
        file = ROOT / "licences" / f"{font}.OFL.txt"
        assert "SIL OPEN FONT LICENSE" in file.read_text("utf-8")
        assert f"licences/{file.name}" in notice


def test_the_bill_of_materials_names_everything() -> None:
    told = release.bill_of_materials()
    assert told["bomFormat"] == "CycloneDX"
    components = told["components"]
    assert isinstance(components, list)
    required = {one["name"] for one in components if one["scope"] == "required"}
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text("utf-8"), re.M))
    assert locked | {"svelte", "clsx"} <= required
    assert all(one["hashes"] for one in components if one["purl"].startswith("pkg:pypi/"))
    assert len({one["bom-ref"] for one in components}) == len(components)
