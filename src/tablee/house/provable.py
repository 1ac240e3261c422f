"""Dice that can be checked afterwards.

Long before the first roll the house draws the id of the match and a secret of 32 bytes, and publishes the id and a
commitment: the SHA-256 of the secret followed by the id. Only then does every device add a seed of its own, a new one
for each match, so that neither side alone decides. A secret serves one match. The draw for the roll number `position`,
counted from 0, whatever else stands between rolls in the log, is

    HMAC-SHA-256(secret, context + position + attempt)

where context is the SHA-256 of the match's id and the seeds, each preceded by its length in UTF-8; position takes 8
bytes, length and attempt 4, the first byte is the highest. The draw is read as a number of 256 bits. Numbers beyond the
last multiple of the sum of the weights are drawn again with the next attempt, so that no face is favoured; of the
others, the remainder is counted off along the weights.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from tablee.engine import Ask, Choice, Value

SPAN: Final = 2**256


class Provenance(Struct, frozen=True):
    """Where the dice of a match come from; everyone knows this before the first roll."""

    commitment: str
    seeds: tuple[str, ...]  # one of each device
    real: bool = False  # real dice and cards lay on the table, and people said what they showed: nothing proves that


def commit(secret: bytes, match: str) -> str:
    """What is published of a secret (32 random bytes) and a match before anybody gives a seed."""
    return hashlib.sha256(secret + match.encode()).hexdigest()


class ProvableDice:
    def __init__(self, secret: bytes, seeds: Sequence[str], match: str) -> None:
        parts = [part.encode() for part in (match, *seeds)]
        context = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        self._context = hashlib.sha256(context).digest()
        key = secret.ljust(64, b"\0") if len(secret) <= 64 else hashlib.sha256(secret).digest().ljust(64, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key))

    def roll(self, ask: Ask, position: int) -> Value:
        form = ask.form
        assert isinstance(form, Choice), form  # dice are asked for one of several things, and nothing else
        options, weights = form.options, form.weights
        total = len(options) if weights is None else sum(weights)
        point = self._below(total, position)
        if weights is None:
            return options[point]
        for option, weight in zip(options, weights, strict=True):
            point -= weight
            if point < 0:
                return option
        raise AssertionError(form)

    def _below(self, total: int, position: int) -> int:
        """Any number from 0 to total - 1, all as likely."""
        most = SPAN - SPAN % total
        start = self._context + position.to_bytes(8, "big")
        attempt = 0
        while True:
            drawn = int.from_bytes(self._hmac(start + attempt.to_bytes(4, "big")), "big")
            if drawn < most:
                return drawn % total
            attempt += 1

    def _hmac(self, message: bytes) -> bytes:
        """HMAC-SHA-256 with the key worked in beforehand: `hmac.digest` gives the interpreter away each time, which on
        a busy server costs ten times the hashing."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()
