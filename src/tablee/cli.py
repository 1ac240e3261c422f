"""The command `tablee`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from tablee import __version__
from tablee.engine import Refused, Words, broken, games, languages, words
from tablee.engine.words import FIRST, words_folders
from tablee.house.command import add_parser as add_verify
from tablee.lab.command import add_parser as add_lab
from tablee.packs.command import add_parser as add_packs
from tablee.server.command import add_parser as add_server

ALONE: Final = ("serve", "--lan")  # what `tablee` alone means, as in `uvx tablee`


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line asks; return the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    asked = build_parser().parse_args(given or ALONE)
    language = asked.language or default_language()
    for one in broken():
        print(f"tablee: {words(language).refusal(one.refusal())}", file=sys.stderr)
    try:
        code: int = asked.do(asked, language)
        return code
    except Refused as refused:
        print(f"tablee: {all_words(language).refusal(refused)}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # `tablee rules | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def all_words(language: str) -> Words:
    """The words of every part that can refuse a command."""
    here = Path(__file__).parent
    own = [folder for folder in (here / "server", here / "lab") if folder.is_dir()]  # a part may be absent
    return Words(language, *words_folders(), *own)


def default_language() -> str:
    """French, unless the surroundings say otherwise."""
    said = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return next((known for known in languages() if said.lower().startswith(known)), FIRST)


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tablee",
        description="A table for French party games. Without a command: tablee serve --lan, which opens tables for the "
        "phones on your network, and shows the address with a QR code.",
        epilog="tablee COMMAND --help tells more of each.",
    )
    parser.add_argument("--version", action="version", version=f"tablee {__version__}")
    parser.set_defaults(language=None)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    play = commands.add_parser(
        "play",
        help="play in this terminal",
        description="Play in this terminal, against bots or with others at the same keyboard.",
    )
    play.add_argument("game", nargs="?", metavar="GAME", help="which game (default: ask)")
    play.add_argument("--players", metavar="ANA,BO", help="the people at this keyboard (default: one)")
    play.add_argument("--bots", type=int, metavar="N", help="how many bots (default: as many as make a good table)")
    play.add_argument(
        "--bot",
        metavar="NAME",
        help="a strength, several with commas, or your own as module:NAME or file.py:NAME (default: the strongest)",
    )
    play.add_argument(
        "-o",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; repeatable",
    )
    play.add_argument("--options", action="store_true", help="list the options of the game, and leave")
    play.add_argument("--pack", action="append", default=[], metavar="NAME", help="a pack, by name or path; repeatable")
    play.add_argument("--seed", type=int, metavar="N", help="the same number gives the same dice")
    play.add_argument("--real-dice", action="store_true", help="type in what real dice and cards show")
    play.add_argument(
        "--save", metavar="FILE", help="save the match here (default: a file that is gone after the game)"
    )
    play.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="go on with a saved match (default: the one left last)"
    )
    play.add_argument("--lang", dest="language", choices=languages(), help="of what you read (default: the locale's)")
    play.add_argument("--no-color", action="store_true", help="without colours")
    play.set_defaults(do=run_play)

    join = commands.add_parser(
        "join",
        help="play at a table of a server",
        description="Play in this terminal at a table of a server; with --game, open a new one.",
    )
    join.add_argument("address", nargs="?", metavar="ADDRESS", help="CODE (a server on this machine), or http://…/CODE")
    join.add_argument("--name", help="your name at the table")
    join.add_argument("--seats", metavar="ANA,BO", help="the people at this keyboard, when there are several")
    join.add_argument("--watch", action="store_true", help="take no seat")
    join.add_argument("--take", metavar="CODE", help="take over the seats of another device, which named this code")
    join.add_argument("--new", action="store_true", help="forget the seat that you had at this table")
    join.add_argument("--bot", metavar="NAME", help="a bot plays your seat: one of the game's, or module:NAME")
    join.add_argument("--game", metavar="GAME", help="open a new table for this game; ADDRESS is that of a server")
    join.add_argument(
        "-o", dest="settings", action="append", default=[], metavar="NAME=VALUE", help="an option; --game"
    )
    join.add_argument("--pace", choices=("relaxed", "normal", "quick", "none"), default="normal", help="with --game")
    join.add_argument("--bots", type=int, default=0, metavar="N", help="how many bots of the server play; with --game")
    join.add_argument("--strength", metavar="KIND", help="which kind of bots; with --game")
    join.add_argument("--lang", dest="language", choices=languages(), help="of what you read (default: the locale's)")
    join.add_argument("--no-color", action="store_true", help="without colours")
    join.set_defaults(do=run_join)

    scenario = commands.add_parser(
        "scenario", help="run scenario files", description="Run scenario files, a line for each."
    )
    scenario.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a scenario, or a folder of them")
    scenario.set_defaults(do=run_scenarios)

    rules = commands.add_parser(
        "rules",
        help="list the numbered rules, and which of them tests show",
        description="List the numbered rules of the games, and the scenarios and tests that show them.",
    )
    rules.add_argument("game", nargs="?", metavar="GAME", help="only this game (default: all)")
    rules.add_argument("--tests", type=Path, help="the folder of the tests (default: tests, where there is one)")
    rules.add_argument("--text", action="store_true", help="print each rule in full")
    rules.add_argument("--lang", dest="language", choices=languages(), help="of what you read")
    rules.set_defaults(do=list_rules)

    add_packs(commands)
    add_server(commands)
    add_verify(commands)
    add_lab(commands)

    return parser


def run_play(asked: argparse.Namespace, language: str) -> int:
    from tablee.terminal import play

    return play(asked, language)


def run_join(asked: argparse.Namespace, language: str) -> int:
    from tablee.terminal.join import join_table

    return join_table(asked, language)


def run_scenarios(asked: argparse.Namespace, language: str) -> int:
    from tablee.testkit import read_scenario, run_scenario

    failed = 0
    paths = [path for given in asked.files for path in (sorted(given.rglob("*.toml")) if given.is_dir() else [given])]
    for path in paths:
        try:
            failure = run_scenario(read_scenario(path))
            print(f"FAIL {failure}" if failure else f"ok   {path}")
            failed += failure is not None
        except Refused as refused:
            print(f"FAIL {path} {words(language).refusal(refused)}")
            failed += 1
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed else 0


def list_rules(asked: argparse.Namespace, language: str) -> int:
    from tablee.engine import find, read_rules
    from tablee.testkit import shown_rules

    metas = [find(asked.game)] if asked.game else [meta for _, meta in sorted(games().items())]
    tests = asked.tests or (Path("tests") if Path("tests").is_dir() else None)
    shown = shown_rules(tests) if tests else {}
    count, missing = 0, []
    for meta in metas:
        print(f"\n{meta.name}")
        for section in read_rules(meta, language):
            print(f"\n  {section.title}")
            for rule in section.rules:
                where = shown.get(rule.id, [])
                count += 1
                more = f" (+{len(where) - 1})" if len(where) > 1 else ""
                print(f"    {rule.id}  {(where[0] + more if where else '—') if tests else rule.text}")
                if tests and asked.text:
                    print(f"           {rule.text}")
                if not where:
                    missing.append(rule.id)
    if not tests:  # whoever plays has none: then these are the rules, and nothing is missing
        return 0
    if missing:
        print(f"\nNot shown by any scenario or test: {', '.join(missing)}")
    print(f"\n{count - len(missing)} of {count} rules shown")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
