"""Dice that can be checked afterwards, and the check."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

from tablee.bots import Anyone
from tablee.cli import main
from tablee.engine import DICE, Ask, Choice, Invalid, Label, Match, Reply
from tablee.games.quiz.referee import referee
from tablee.house import House
from tablee.house.export import Export, read_export, verify, write_export
from tablee.house.provable import ProvableDice, Provenance, commit
from tablee.testkit import new_match

SECRET = bytes(range(32))
SEEDS = ("graine d’Ana", "-", "c0ffee", "3")
ID = "Zm9vYmFyYmF6cXV4"


def ask(options: tuple[Label, ...], weights: tuple[int, ...] | None = None) -> Ask:
    return Ask("roll", (DICE,), Choice(options, weights))


@cache
def played(game: str) -> Export:
    """A whole match of bots, with the dice above."""
    match = new_match(game, 4)
    bots = {seat: Anyone(Random(seat)) for seat in range(4)}
    judge = referee(match.header) if game in ("defizz", "egomaster") else None
    House(match, ProvableDice(SECRET, SEEDS, ID), bots, referee=judge, pace=lambda ask: 60_000).play_on()
    assert match.result
    return export(match)


def export(match: Match) -> Export:
    return Export(
        id=ID,
        header=match.header,
        provenance=Provenance(commit(SECRET, ID), SEEDS),
        log=tuple(match.log),
        secret=SECRET.hex(),
        result=match.result,
    )


def changed(export: Export, **fields: object) -> Export:
    return msgspec.structs.replace(export, **fields)


def refusal(export: Export) -> Invalid:
    with pytest.raises(Invalid) as caught:
        verify(export)
    return caught.value


def first(export: Export, **fields: object) -> int:
    """The first line of the log by these fields."""
    return next(
        line
        for line, reply in enumerate(export.log)
        if all(getattr(reply, name) == value for name, value in fields.items())
    )


# ------------------------------------------------------------ dice


def test_a_roll_is_what_the_description_says() -> None:
    """Worked out again from the words at the head of the module."""
    context = hashlib.sha256()
    for part in (ID, *SEEDS):
        context.update(len(part.encode()).to_bytes(4, "big") + part.encode())
    dice = ProvableDice(SECRET, SEEDS, ID)
    for position in (0, 1, 77, 2**40):
        message = context.digest() + position.to_bytes(8, "big") + bytes(4)
        number = int(hmac.new(SECRET, message, hashlib.sha256).hexdigest(), 16)
        assert dice.roll(ask((1, 2, 3, 4, 5, 6)), position) == number % 6 + 1
        expected = "a" if number % 7 < 2 else "b"
        assert dice.roll(ask(("a", "b"), (2, 5)), position) == expected


def test_known_rolls_stay_what_they_are() -> None:
    dice = ProvableDice(SECRET, SEEDS, ID)
    d6, weighted = ask((1, 2, 3, 4, 5, 6)), ask(("rare", "often"), (1, 2))
    assert [dice.roll(d6, position) for position in range(12)] == [3, 3, 6, 3, 2, 6, 1, 6, 1, 1, 1, 3]
    assert [dice.roll(weighted, position) for position in range(6)] == [
        "often",
        "often",
        "often",
        "often",
        "often",
        "often",
    ]
    assert commit(SECRET, ID) == "ef3b982e3138c4abec6ababee2eb959cf0cc1ccc78a90d4433ef71ac25ae38cf"


@pytest.mark.parametrize(
    "weights",
    [(1,) * 6, (1, 1, 1, 1, 1, 2), (3, 1, 4, 1, 5, 9), (1,) * 53, (2**254,) * 3],
    ids=["a die", "a demon’s", "weights", "cards", "where every fourth number is drawn again"],
)
def test_no_face_is_favoured(weights: tuple[int, ...]) -> None:
    rolls, total = 20_000, sum(weights)
    dice = ProvableDice(SECRET, SEEDS, ID)
    asked = ask(tuple(range(len(weights))), weights)
    seen = Counter(dice.roll(asked, position) for position in range(rolls))
    expected = [rolls * weight / total for weight in weights]
    chi_square = sum((seen[face] - due) ** 2 / due for face, due in enumerate(expected))
    freedom = len(weights) - 1
    assert chi_square < freedom + 3.1 * (2 * freedom) ** 0.5 + 3  # beyond the 99.9th percentile


@pytest.mark.parametrize(
    "other",
    [
        ProvableDice(bytes(32), SEEDS, ID),
        ProvableDice(SECRET, (*SEEDS[:3], "4"), ID),
        ProvableDice(SECRET, ("graine d’Ana-", "", "c0ffee", "3"), ID),
        ProvableDice(SECRET, SEEDS, ID[1:]),
    ],
    ids=["secret", "seed", "seeds otherwise cut", "match"],
)
def test_everything_takes_part_in_the_roll(other: ProvableDice) -> None:
    dice, asked = ProvableDice(SECRET, SEEDS, ID), ask(tuple(range(1000)))
    assert sum(dice.roll(asked, position) == other.roll(asked, position) for position in range(100)) < 5


# ------------------------------------------------------------ the check


@pytest.mark.parametrize("game", ["desfausse", "blitz", "defizz", "egomaster"])
def test_a_whole_match_is_found_right(game: str, tmp_path: Path) -> None:
    match = played(game)
    file = tmp_path / "match.json"
    file.write_bytes(write_export(match))
    assert read_export(file) == match
    verdict = verify(match)
    assert verdict.lines == len(match.log)
    assert verdict.rolls == sum(reply.actor == DICE for reply in match.log) > 10
    assert verdict.result == match.result


def test_every_single_die_counts() -> None:
    match = played("desfausse")
    rolls = [line for line, reply in enumerate(match.log) if reply.actor == DICE]
    for line in Random(1).sample(rolls, 20):
        reply = match.log[line]
        assert isinstance(reply.value, int)
        other = msgspec.structs.replace(reply, value=reply.value % 6 + 1)
        found = refusal(changed(match, log=(*match.log[:line], other, *match.log[line + 1 :])))
        assert (found.code, found.params["line"], found.params["due"]) == ("wrong_roll", line + 1, reply.value)


def test_another_answer_does_not_fit_what_follows() -> None:
    match = played("desfausse")
    line = next(line for line, reply in enumerate(match.log) if reply.name == "reroll" and reply.value)
    other = msgspec.structs.replace(match.log[line], value=())
    found = refusal(changed(match, log=(*match.log[:line], other, *match.log[line + 1 :])))
    assert found.code in ("bad_log", "wrong_roll")
    assert found.params["line"] == line + 2


def test_a_line_that_was_put_in_or_taken_out_is_found() -> None:
    match = played("desfausse")
    line = first(match, actor=DICE, name="roll")
    assert refusal(changed(match, log=match.log[:line] + match.log[line + 1 :])).code in ("wrong_roll", "bad_log")
    away, back = Reply(0, "presence", "away"), Reply(0, "presence", "back")
    assert verify(changed(match, log=(*match.log[:line], away, back, *match.log[line:]))).rolls == verify(match).rolls


def test_the_dice_say_nothing_that_nobody_asked() -> None:
    match = played("desfausse")
    found = refusal(changed(match, log=(*match.log, Reply(DICE, "roll", 6))))
    assert (found.code, found.params["line"]) == ("bad_log", len(match.log) + 1)
    found = refusal(changed(match, log=(msgspec.structs.replace(match.log[0], name="coin"), *match.log[1:])))
    assert (found.code, found.params["line"]) == ("bad_log", 1)


def test_another_secret_seed_match_or_result_is_found() -> None:
    match = played("desfausse")
    assert refusal(changed(match, secret=bytes(32).hex())).code == "wrong_secret"
    assert refusal(changed(match, secret="not a number")).code == "wrong_secret"
    assert refusal(changed(match, provenance=Provenance(commit(bytes(32), ID), SEEDS))).code == "wrong_secret"
    other = Provenance(commit(SECRET, ID), ("another", *SEEDS[1:]))
    assert refusal(changed(match, provenance=other)).code == "wrong_roll"
    assert refusal(changed(match, id="another")).code == "wrong_secret"
    assert match.result
    better = msgspec.structs.replace(match.result, scores=tuple(score + 1 for score in match.result.scores))
    assert refusal(changed(match, result=better)).code == "wrong_result"
    assert refusal(changed(match, log=match.log[:-1])).code == "wrong_result"


def test_a_match_that_is_not_over_keeps_its_secret() -> None:
    assert refusal(changed(played("desfausse"), secret=None, result=None)).code == "no_secret"


def test_the_command_tells_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match, file = played("desfausse"), tmp_path / "match.json"
    file.write_bytes(write_export(match))
    assert main(["verify", str(file), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert f"Lines of the log: {len(match.log)}" in told
    line = first(match, actor=DICE)
    other = msgspec.structs.replace(match.log[line], value=int(str(match.log[line].value)) % 6 + 1)
    file.write_bytes(write_export(changed(match, log=(*match.log[:line], other, *match.log[line + 1 :]))))
    assert main(["verify", str(file), "--lang", "en"]) == 2
    assert "Roll 1: the dice say" in capsys.readouterr().err
    assert main(["verify", str(file), "--lang", "fr"]) == 2
    assert "Lancer 1 : les dés disent" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "code"),
    [(b"{", "bad_file"), (b"{}", "bad_file"), (b'{"version": 1}', "other_export"), (b'{"version": 2}', "bad_file")],
)
def test_a_file_that_is_no_export_is_refused(tmp_path: Path, text: bytes, code: str) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(text)
    with pytest.raises(Invalid) as caught:
        read_export(file)
    assert caught.value.code == code
    with pytest.raises(Invalid) as caught:
        read_export(tmp_path / "nothing.json")
    assert caught.value.code == "bad_file"


def test_the_draws_are_those_of_hmac() -> None:
    for secret in (b"x", bytes(range(32)), b"k" * 64, b"long" * 40):
        dice = ProvableDice(secret, (), "m")
        assert dice._hmac(b"message") == hmac.digest(secret, b"message", "sha256")
