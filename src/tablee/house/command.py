"""`tablee verify`: were the dice of this match what was promised?"""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path

from tablee.engine import Words, find, languages


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    does = "check every roll of an exported match"
    parser = commands.add_parser("verify", help=does, description=f"{does[0].upper()}{does[1:]}, and its result.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a match, as the server exports it")
    parser.add_argument(
        "--commitment", metavar="HEX", help="what your device remembers: of the fingerprint shown before"
    )
    parser.add_argument("--seed", metavar="SEED", help="what your device remembers: its own part in the dice")
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

    from .export import Remembered, check_secrets, read_export, verify

    for path in asked.pack:
        load(path)  # from now on it is known by its hash
    own, exports = house_words(language), [read_export(file) for file in asked.files]
    for file, export in zip(asked.files, exports, strict=True):
        verdict = verify(export, Remembered(asked.commitment, asked.seed))
        header = export.header
        print(own.label("verified", file=file, game=find(header.game).name, lines=verdict.lines, rolls=verdict.rolls))
        winners = [header.seats[seat] for seat in verdict.result.ranking[0]]
        print(own.label("verified_result", winners=winners, scores=verdict.result.scores))
    check_secrets(exports)
    return 0


@cache
def house_words(language: str) -> Words:
    return Words(language, Path(__file__).parent)
