"""What an option brings whoever is asked: told beforehand, by the same functions that carry it out."""

from __future__ import annotations

from collections.abc import Mapping

from tablee.engine import Ask, Choice, Consequence, Label

from .judging import voters
from .meeting import Call
from .table import SIDES, Blitz


class Shows(Consequence, frozen=True):
    """What a card of the real box shows, for whoever has to say which one was drawn."""

    theme: str
    symbol: str | None = None  # None: a Duel card


class Takes(Consequence, frozen=True):
    """A card from this pile."""

    left: int  # that it holds afterwards
    last: bool = False  # then both are empty


class Returns(Consequence, frozen=True):
    """The card goes under this pile."""

    held: int  # that it holds afterwards


class Accepts(Consequence, frozen=True):
    """The answer stands as soon as these have accepted as well."""

    waits: tuple[int, ...] = ()


class CallsVote(Consequence, frozen=True):
    call: Call
    voters: tuple[int, ...]
    later: bool = False  # once the race is settled


CONSEQUENCES = (Shows, Takes, Returns, Accepts, CallsVote)


def brings(table: Blitz, ask: Ask, seat: int) -> Mapping[Label, Consequence]:
    if not isinstance(ask.form, Choice):
        return {}
    held = {side: len(table.piles[side]) for side in SIDES}
    everyone, meeting = tuple(table.seats), table.face_off
    match ask.name:
        case "card":
            cards = (table.cards[str(id)] for id in ask.form.options)
            return {card.id: Shows(card.theme, card.symbol) for card in cards}
        case "draw":
            last = sum(held.values()) == 1 and meeting is None
            return {side: Takes(held[side] - 1, last) for side in SIDES if side in ask.form.options}
        case "under":
            return {side: Returns(held[side] + 1) for side in SIDES}
        case "abuse":
            return {number: CallsVote("is_abuse", everyone, table.racing) for number in ask.form.options}
        case "challenge" if meeting:
            jury = voters(table, meeting)
            calls = {reason: CallsVote("first" if reason == "late" else "valid", jury) for reason in ask.form.options}
            return calls | {"accept": Accepts(tuple(k for k in ask.actors if isinstance(k, int) and k != seat))}
    return {}
