"""`tablee verify`: were the dice of this match what was promised?"""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path

from tablee.engine import Words, find, languages


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    does = "check every roll of an exported match"
    parser = commands.add_parser("verify", help=does, description=f"{does[0].upper()}{does[1:]}, and its result.")
    parser.add_argument("file", type=Path, metavar="FILE", help="a match, as the server exports it")
    parser.add_argument(
        "--pack",
        action="append",
        default=[],
        metavar="PATH",
        help="a pack of your own that it was played with; repeatable",
    )
    parser.add_argument("--lang", dest="language", choices=languages(), help="of what you read")
    parser.set_defaults(do=run_verify)


def run_verify(asked: argparse.Namespace, language: str) -> int:
    from tablee.packs.library import load

    from .export import read_export, verify

    for path in asked.pack:
        load(path)  # from now on it is known by its hash
    export = read_export(asked.file)
    verdict = verify(export)
    own, header = house_words(language), export.header
    print(own.label("verified", file=asked.file, game=find(header.game).name, lines=verdict.lines, rolls=verdict.rolls))
    winners = [header.seats[seat] for seat in verdict.result.ranking[0]]
    print(own.label("verified_result", winners=winners, scores=verdict.result.scores))
    return 0


@cache
def house_words(language: str) -> Words:
    return Words(language, Path(__file__).parent)
