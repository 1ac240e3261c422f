"""What `dev.py` does for a release: the sdist and the wheel, their bill of materials, their checksums, in one order."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dev

DIST = dev.ROOT / "dist"
SBOM = "sbom.cdx.json"
SUMS = "SHA256SUMS"
NOTED = DIST / ".release.json"  # the tests that have passed, and for which commit
LASTING = ("tests", "long tests")
SKIP = "--skip-long"
LONG = ["pytest", "-n", "2", "--dist", "worksteal", "--long", "-m", "long"]


def main(command: str, rest: list[str]) -> int:
    if command == "sbom" and not rest:
        write_sbom(dev.ROOT / SBOM)
        return 0
    if command == "build" and not rest:
        dev.prepare(dev=False)
        dev.build_page()
        build()
        return 0
    if command == "release" and rest in ([], [SKIP]):
        return release(skip_long=bool(rest))
    print(dev.__doc__)
    return 2


def version() -> str:
    """The one place where it is written."""
    text = (dev.ROOT / "src" / "tablee" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.M)
    assert found
    return found[1]


def prepare() -> None:
    dev.prepare(dev=True)
    dev.build_page()
    dev.find_browser()


# ---------------------------------------------------------------- the release, step by step


def release(*, skip_long: bool) -> int:
    """Tests run once for a commit: after an interruption it goes on where it stopped. The rest takes seconds."""
    number, commit = version(), git("rev-parse", "HEAD")
    if problem := refusal(number, git("status", "--porcelain"), git("tag", "--list", f"v{number}", "--no-contains")):
        sys.exit(problem)
    steps: dict[str, Callable[[], None]] = {
        "setting up": prepare,
        "tests": lambda: tested(dev.test([]) == 0),
        **({} if skip_long else {"long tests": lambda: tested(dev.passes(LONG))}),
        "building": build,
        "bill of materials": lambda: write_sbom(DIST / SBOM),
        "checksums": write_sums,
    }
    done = noted(commit)
    for place, (name, work) in enumerate(steps.items(), 1):
        print(f"\n[{place}/{len(steps)}] {name}{': done before' if name in done else ''}", flush=True)
        if name not in done:
            work()
        if name in LASTING and name not in done:
            done.append(name)
            DIST.mkdir(exist_ok=True)
            NOTED.write_text(json.dumps({"commit": commit, "done": done}), encoding="utf-8")
    print(f"\nTablée {number} lies in dist/:")
    print((DIST / SUMS).read_text(encoding="utf-8"), end="")
    if skip_long:
        print(f"\nThe long tests were left out: run it once more without {SKIP} before anybody gets this.")
        return 0
    print(f"\nWhat is left is for people: git tag v{number}, and upload what lies in dist/.")
    return 0


def refusal(number: str, changes: str, elsewhere: str) -> str | None:
    """Why there can be no release of this version from this tree."""
    if changes:
        return f"No release: these files are not committed.\n{changes}"
    if elsewhere:
        return f"No release: the tag {elsewhere} is there already, for another commit. Is src/tablee/__init__.py right?"
    told = (dev.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## \[?{re.escape(number)}(?![\w.])", told, re.M):
        return f"No release: CHANGELOG.md has no heading “## {number}”."
    if not (dev.ROOT / "tests" / "upgrade" / number / "hall.tar.xz").is_file():
        return f"No release: there is no tests/upgrade/{number} to upgrade from later: see CONTRIBUTING.md."
    return None


def noted(commit: str) -> list[str]:
    try:
        found: dict[str, Any] = json.loads(NOTED.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return list(found["done"]) if found["commit"] == commit else []


def tested(fine: bool) -> None:
    if not fine:
        sys.exit("No release: what is wrong stands above.")


def git(*arguments: str) -> str:
    said = subprocess.run(["git", *arguments], cwd=dev.ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return said.stdout.strip()


# ---------------------------------------------------------------- what is made


def build(folder: Path = DIST) -> None:
    """The sdist, and from it the wheel, with the tools that the lock file names: the same tree gives the same bytes."""
    for old in [*folder.glob("tablee-*"), *folder.glob(SBOM), *folder.glob(SUMS)]:
        old.unlink()
    command = ["build", "--no-build-isolation", "--python", str(dev.script("python")), "--out-dir", str(folder)]
    dev.step("Building the sdist and the wheel", str(dev.script("uv")), *command)


def write_sums(folder: Path = DIST) -> None:
    """As `sha256sum --check` reads them."""
    files = sorted(file for file in folder.iterdir() if file.name.startswith("tablee-") or file.name == SBOM)
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")


def write_sbom(file: Path) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(bill_of_materials(), indent=1) + "\n", encoding="utf-8")
    print(f"Written: {file.relative_to(dev.ROOT)}")


def bill_of_materials() -> dict[str, Any]:
    """CycloneDX 1.5, from the lock files alone: what is run (required), and what it is made with (optional)."""
    found: dict[str, dict[str, Any]] = {}
    for lock, scope in (
        (dev.RUN_LOCK, "required"),
        (dev.BUILD_LOCK, "optional"),
        (dev.DEV_LOCK, "optional"),
        (dev.UV_LOCK, "optional"),
    ):
        for entry in (dev.ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
            if named := re.match(r"([A-Za-z0-9_.-]+)==([^\s;]+)", entry):
                name, number = named.groups()
                hashes = [{"alg": "SHA-256", "content": one} for one in re.findall(r"sha256:([0-9a-f]{64})", entry)]
                component = {"type": "library", "name": name, "version": number, "scope": scope, "hashes": hashes}
                found.setdefault(f"pkg:pypi/{name.lower()}@{number}", component)
    modules = json.loads((dev.WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for place, one in modules.items():
        if place:
            name = place.rpartition("node_modules/")[2]
            shipped = name.startswith("@fontsource") or name in ("clsx", "svelte")  # the rest stays behind
            component = {"type": "library", "name": name, "version": one["version"]}
            component["scope"] = "required" if shipped else "optional"
            if "license" in one:
                component["licenses"] = [{"expression": one["license"]}]
            found[f"pkg:npm/{name.replace('@', '%40')}@{one['version']}"] = component
    components = [{"bom-ref": purl, "purl": purl, **component} for purl, component in sorted(found.items())]
    about = {"component": {"type": "application", "name": "tablee", "version": version(), "bom-ref": "tablee"}}
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": about, "components": components}
