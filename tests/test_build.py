"""What an sdist and a wheel hold, by the configuration of the build. `browser/test_installed.py` runs them."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

import dev
from build_hook import NO_PAGE, PageHook
from tablee import __version__
from tablee.cli import ALONE, build_parser, main
from tools import release

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "tablee"


def files(builder: SdistBuilder | WheelBuilder) -> set[str]:
    return {one.distribution_path for one in builder.recurse_included_files()}


@pytest.mark.skipif(not (dev.PAGE / "index.fr.html").is_file(), reason="the page has not been built")
def test_sdist_and_wheel_carry_the_page_and_everything_beside_the_code() -> None:
    wheel, sdist = files(WheelBuilder(str(ROOT))), files(SdistBuilder(str(ROOT)))
    here = {f"tablee/{file.relative_to(PACKAGE).as_posix()}" for file in PACKAGE.rglob("*") if file.is_file()}
    made = {name for name in here if re.search(r"__pycache__|\.py[cod]$|\.nb[ic]$", name)}
    assert wheel == here - made
    assert "tablee/server/page/index.fr.html" in wheel
    assert {name.removeprefix("src/") for name in sdist if name.startswith("src/")} == wheel
    assert "build_hook.py" in sdist
    assert not [name for name in sdist if name.startswith(("web/", "tests/", ".venv/"))]


def test_the_metadata_tells_what_it_is_and_under_which_licences() -> None:
    told = WheelBuilder(str(ROOT)).metadata
    assert told.version == __version__ == release.version()
    core = told.core
    assert core.license_expression == "MIT AND CC-BY-SA-4.0 AND OFL-1.1"
    texts = {file.relative_to(ROOT).as_posix() for file in (ROOT / "licences").iterdir()}
    assert set(core.license_files) == {"LICENSE", "LICENSE-CONTENT", "NOTICE"} | texts
    assert core.readme_path == "README.md"
    assert set(core.optional_dependencies) == {"cluster", "dask", "gpu", "lab"}


def test_every_licence_that_is_passed_on_is_noticed() -> None:
    notice = (
        (ROOT / "NOTICE")
        .read_text("utf-8")
        .lower()
        .replace("@etalab/", "etalab-")
        .replace("unicode cldr", "unicode-cldr")
    )
    for file in (ROOT / "licences").iterdir():
        assert file.name.split(".")[0] in notice, file.name


def test_a_tree_without_a_page_is_not_built(tmp_path: Path) -> None:
    class App:
        def abort(self, message: str) -> None:
            raise SystemExit(message)

    hook: Any = PageHook(str(tmp_path), {}, None, None, str(tmp_path), "wheel", App())  # type: ignore[arg-type]
    with pytest.raises(SystemExit, match=re.escape(NO_PAGE)):
        hook.initialize("standard", {})
    hook.initialize("editable", {})  # links to a checkout, where `dev.py` makes the page later


# ---------------------------------------------------------------- the release


def test_there_is_no_release_of_what_is_not_committed_not_told_or_done_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.0 (2026-11-16)\n\n## 1.1.0\n", "utf-8")
    assert "no tests/upgrade/1.2.0 to upgrade from" in str(release.refusal("1.2.0", "", ""))
    left = tmp_path / "tests" / "upgrade" / "1.2.0" / "hall.tar.xz"
    left.parent.mkdir(parents=True)
    left.touch()
    assert release.refusal("1.2.0", "", "") is None
    assert "not committed" in str(release.refusal("1.2.0", " M dev.py", ""))
    assert "tag v1.2.0 is there already" in str(release.refusal("1.2.0", "", "v1.2.0"))
    assert "CHANGELOG.md has no heading “## 1.2”" in str(release.refusal("1.2", "", ""))


def test_a_release_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fails, ran = {"building"}, []

    def work(name: str) -> Any:
        def run(*_: object) -> int:
            ran.append(name)
            if name in fails:
                raise SystemExit(name)
            (tmp_path / release.SUMS).touch()
            return 0

        return run

    monkeypatch.setattr(release, "DIST", tmp_path)
    monkeypatch.setattr(release, "NOTED", tmp_path / "noted.json")
    monkeypatch.setattr(release, "refusal", lambda *given: None)
    monkeypatch.setattr(release, "git", lambda *given: "one commit")
    monkeypatch.setattr(dev, "test", work("tests"))
    for name, step in (
        ("prepare", "setting up"),
        ("build", "building"),
        ("write_sbom", "sbom"),
        ("write_sums", "sums"),
    ):
        monkeypatch.setattr(release, name, work(step))
    with pytest.raises(SystemExit):
        release.release(skip_long=True)
    fails.clear()
    assert release.release(skip_long=True) == 0
    assert ran == ["setting up", "tests", "building", "setting up", "building", "sbom", "sums"]
    monkeypatch.setattr(release, "git", lambda *given: "another commit")
    release.release(skip_long=True)
    assert ran[7:] == ["setting up", "tests", "building", "sbom", "sums"]


def test_checksums_are_what_others_can_check(tmp_path: Path) -> None:
    (tmp_path / "tablee-1.tar.gz").write_bytes(b"one")
    (tmp_path / release.SBOM).write_text(json.dumps(release.bill_of_materials()))
    release.write_sums(tmp_path)
    said = subprocess.run(["sha256sum", "--check", release.SUMS], cwd=tmp_path, capture_output=True, text=True)
    assert said.stdout.split("\n")[:2] == [f"{release.SBOM}: OK", "tablee-1.tar.gz: OK"]


# ---------------------------------------------------------------- the command


def test_alone_it_opens_the_hall_for_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def serve(given: Any, language: str) -> int:
        asked.append(given)
        return 0

    monkeypatch.setattr("tablee.server.command.run_serve", serve)
    assert main([]) == 0
    assert asked == [build_parser().parse_args(ALONE)]
    assert asked[0].lan


def test_the_version_and_what_alone_means_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    for flag, told in (("--version", f"tablee {__version__}\n"), ("--help", "Without a command: tablee serve --lan")):
        with pytest.raises(SystemExit, match="0"):
            main([flag])
        assert told in capsys.readouterr().out
