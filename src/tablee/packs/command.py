"""`tablee packs`: the tools for packs of questions."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tablee.engine import Invalid, Words, languages

from .format import FORMATS
from .library import find_path, shipped
from .source import Source, read
from .words import tool_words

if TYPE_CHECKING:  # the tools themselves are imported when they are used, so that `tablee play` starts quickly
    from .exchange import Left
    from .lint import Finding


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("packs", help="check, read and write packs of questions", description=__doc__)
    tools = parser.add_subparsers(required=True, metavar="TOOL")

    def tool(name: str, does: str) -> argparse.ArgumentParser:
        made = tools.add_parser(name, help=does, description=f"{does[0].upper()}{does[1:]}.")
        made.add_argument("--lang", dest="language", choices=languages(), help="of what you read")
        made.set_defaults(do=TOOLS[name])
        return made

    def name_packs(made: argparse.ArgumentParser) -> None:
        about = "a pack, by name or path (default: all that come with Tablée)"
        made.add_argument("packs", nargs="*", metavar="PACK", help=about)

    lint = tool("lint", "check packs, a line for each finding")
    name_packs(lint)
    lint.add_argument("--json", action="store_true", help="as JSON, for machines")
    name_packs(tool("stats", "count what packs hold"))
    show = tool("show", "show an entry of a pack")
    show.add_argument("id", metavar="ID")
    name_packs(show)
    new = tool("new", "make an empty pack, with comments")
    new.add_argument("game", metavar="GAME", help="a game that has packs")
    new.add_argument("file", type=Path, metavar="FILE", help="such as my-questions.toml")
    new.add_argument("--title", help="what it is called (default: the name of the file)")
    bring = tool("import", "make a pack of another program's questions")
    bring.add_argument("file", type=Path, metavar="FILE")
    bring.add_argument("-o", dest="out", type=Path, metavar="FILE", help="the new pack (default: beside the file)")
    bring.add_argument("--game", metavar="GAME", required=True, help="for which game")
    bring.add_argument("--format", choices=FORMATS, help="what the file is (default: see its name)")
    send = tool("export", "write a pack for another program")
    send.add_argument("pack", metavar="PACK")
    send.add_argument("-o", dest="out", type=Path, metavar="FILE", required=True)
    send.add_argument("--format", choices=FORMATS, help="what to write (default: see the file's name)")


def run_lint(asked: argparse.Namespace, language: str) -> int:
    from .lint import lint
    from .lint.judging import the_judge

    own, sources = tool_words(language), _sources(asked.packs)
    bar = Progress(own)
    findings = lint(sources, date.today(), bar.step)
    bar.clear()
    if the_judge() is None:
        print(own.label("no_judge"), file=sys.stderr)
    if asked.json:
        print(json.dumps([finding.record(own) for finding in findings], ensure_ascii=False, indent=1))
    else:
        for finding in findings:
            print(finding.show(own))
        entries = sum(len(source.items) for source in sources)
        wrong = sum(not finding.advice for finding in findings)
        counts = {"packs": len(sources), "entries": entries, "findings": wrong, "advice": len(findings) - wrong}
        print(own.label("summary", **counts))
    return 1 if any(not finding.advice for finding in findings) else 0


def run_stats(asked: argparse.Namespace, language: str) -> int:
    from .stats import count, draw

    own = tool_words(language)
    for source in _sources(asked.packs):
        _report(source, own)
        if source.manifest:
            about = {"id": source.manifest.id, "title": source.manifest.title, "game": source.manifest.game}
            print(own.label("pack", count=len(source.items), **about))
        for line in draw(count(source), own, shutil.get_terminal_size().columns):
            print(line)
        print()
    return 0


def run_show(asked: argparse.Namespace, language: str) -> int:
    from difflib import get_close_matches

    from .lint import near
    from .toml import write_value

    own = tool_words(language)
    items = [item for source in _sources(asked.packs) for item in source.items]
    found = [item for item in items if item.id == asked.id]
    if not found:
        ids = [item.id for item in items]
        close = [id for id in ids if id.startswith(asked.id)][:3] or get_close_matches(asked.id, ids)
        said = ", ".join(close) or own.label("nothing_near")
        raise Invalid("bad_file", file=asked.id, problem=own.label("unknown_id", near=said))
    for item in found:
        print(f"{near(item.file)}:{item.line}")
        wide = max(map(len, item.table))
        for name, value in item.table.items():
            print(f"  {name:<{wide}}  {value if isinstance(value, str) else write_value(value)}")
    return 0


def run_new(asked: argparse.Namespace, language: str) -> int:
    from .new import blank, kinds

    own = tool_words(language)
    if asked.game not in kinds():
        raise Invalid("unknown_game", game=asked.game, known=", ".join(kinds()))
    file = asked.file if asked.file.suffix == ".toml" else asked.file.with_name(f"{asked.file.name}.toml")
    _write(file, blank(asked.game, file.stem, asked.title or file.stem, language).encode(), own)
    return 0


def run_import(asked: argparse.Namespace, language: str) -> int:
    from .bounded import bounded
    from .exchange import guess, read_as, to_pack
    from .rules import places_of

    own = tool_words(language)
    places_of(asked.game)  # or it says which games have questions
    try:
        data = asked.file.read_bytes()
    except OSError as error:
        raise Invalid("bad_file", file=str(asked.file), problem=error.strerror) from None
    format = asked.format or guess(asked.file, data)
    if format is None:
        raise Invalid("bad_file", file=str(asked.file), problem=own.label("no_format", known=", ".join(FORMATS)))
    out = asked.out or asked.file.with_suffix(".toml")
    imported = bounded(asked.file, read_as, format, data)
    text = to_pack(imported, asked.game, out.stem)
    _tell(asked.file, imported.left, own)
    taken = text.count("[[question]]\n")
    print(own.label("taken", count=taken, left=len(imported.left)))
    if taken:
        _write(out, text.encode(), own)
    return 1 if imported.left or not taken else 0


def run_export(asked: argparse.Namespace, language: str) -> int:
    from .exchange import guess
    from .lint import shipped_lists
    from .lint.sheet import fill_in
    from .workshop import write_sheet

    own = tool_words(language)
    format = asked.format or guess(asked.out)
    if format is None:
        raise Invalid("bad_file", file=str(asked.out), problem=own.label("no_format", known=", ".join(FORMATS)))
    source = read(find_path(asked.pack))
    lists = shipped_lists()
    sheet = fill_in(source, lists)
    for finding in sheet.findings:
        print(finding.show(own), file=sys.stderr)
    if not sheet.questions:
        raise Invalid("bad_file", file=asked.pack, problem=own.label("no_questions"))
    exported = write_sheet(
        sheet, lists, format, source.manifest.title if source.manifest else source.path.stem, language
    )
    _tell(source.path, exported.left, own)
    print(
        own.label(
            "taken", count=len(sheet.questions) - len(exported.left), left=len(exported.left) + len(sheet.findings)
        )
    )
    _write(asked.out, exported.data, own, check=False)
    return 1 if exported.left or sheet.findings else 0


TOOLS: Final = {
    "lint": run_lint,
    "stats": run_stats,
    "show": run_show,
    "new": run_new,
    "import": run_import,
    "export": run_export,
}


class Progress:
    """Tells on a terminal how far we are, once it has taken a second."""

    def __init__(self, own: Words) -> None:
        self.own, self.started, self.told = own, time.monotonic(), 0.0

    def step(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self.started > 1 and now - self.told > 0.1 and sys.stderr.isatty():
            self.told = now
            print(f"\r{self.own.label('progress', done=done, total=total)}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.told:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _sources(names: list[str]) -> list[Source]:
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal that cannot show a bar shows a question mark
    return [read(find_path(name)) for name in names] if names else [read(path) for path in shipped().values()]


def _report(source: Source, own: Words) -> None:
    from .lint.sheet import fill_in

    for finding in fill_in(source, {}).findings:
        print(finding.show(own), file=sys.stderr)


def _tell(file: Path, left: list[Left], own: Words) -> None:
    """What was left out, a line for each."""
    from .lint import Finding

    for one in left:
        finding: Finding = Finding(one.code, file, one.line, one.id, one.params)
        print(finding.show(own), file=sys.stderr)


def _write(file: Path, data: bytes, own: Words, *, check: bool = True) -> None:
    """Never over a file that is there."""
    try:
        with file.open("xb") as out:
            out.write(data)
    except FileExistsError:
        raise Invalid("bad_file", file=str(file), problem=own.label("exists")) from None
    except OSError as error:
        raise Invalid("bad_file", file=str(file), problem=error.strerror) from None
    print(own.label("written_pack" if check else "written", file=file))
