"""The table of Défizz: stacks of tokens, Help! cards, two decks, and the challenge being played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec

from tablee.engine import Header, Invalid
from tablee.games.quiz.table import Challenge, Cites, QuizStart, QuizTable

from .cards import KINDS, Card, Kind, decks, own_cards
from .meta import Options

STACK: Final = 1_900  # DZ-03: 3 × 100, 3 × 200, 2 × 500
BOX: Final = 11_400  # DZ-01: 18 × 100, 18 × 200, 12 × 500
PRIZE: Final = 500  # DZ-123


class Start(QuizStart, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table set up beforehand. What is not given is as at the beginning of a game.

    active: whose turn it is; nobody is then asked who begins
    stacks: tokens by seat; who has none is out, unless the bank still pays
    bank: what it holds (Enrichment); else what the box has beside the stacks
    out: who left, challenge by challenge; those who left together, clockwise from the active player
    reader: the eliminated player who reads to the end
    help: the seats that still have their Help! card
    decks: by kind, the cards left in the pile; the others are in its discard
    """

    help: list[int] | None = None
    decks: dict[Kind, list[str]] | None = None


class CardChallenge(Challenge, kw_only=True):
    """A challenge with its card. Front and back are the reader's; Help! shows the front to the active player."""

    card: Card
    face: int  # the amount that the die shows
    number: int | None = None  # of the chosen question on the card
    helped: bool = False


class Defizz(QuizTable):
    __slots__ = ("bank_pays", "cards", "days", "decks", "discards", "help", "own")
    cites: ClassVar[Cites] = Cites(
        reader="DZ-19",
        opponent="DZ-50",
        stake="DZ-45",
        reply={"duel": "DZ-54", "multi": "DZ-59"},
        join="DZ-64",
        race="DZ-74",
        close="DZ-78",
        nearest="DZ-80",
        rally="DZ-87",
        item="DZ-89",
        verdict="DZ-20",
        vote="DZ-135",
        refusing="DZ-69",
        luck="DZ-95",
        out="DZ-99",
    )
    options: Options
    challenge: CardChallenge | None
    previous: CardChallenge | None

    def __init__(self, header: Header) -> None:
        options = msgspec.convert(header.options, Options)
        bank = full_bank(options, len(header.seats))
        super().__init__(header, options, 0 if options.enrichment else STACK, bank)
        self.days = header.facts.april
        self.auto_first = options.judge == "auto_then_reader"
        self.last_standing_wins = options.chrono_last_standing_wins
        self.duplicates = options.target_duplicates == "allowed"
        self.help: set[int] = set() if options.expert else set(self.seats)  # DZ-05, DZ-108
        self.cards = decks(header.packs, options.reader == "house")
        self.own = own_cards(header.packs, options.reader == "house")
        self.decks: dict[Kind, list[str]] = {kind: list(self.cards[kind]) for kind in KINDS}
        self.discards: dict[Kind, list[str]] = {kind: [] for kind in KINDS}
        self.bank_pays = bank > 0
        if header.start:
            self.set_up_from(header.start, bank)

    def set_up_from(self, given: dict[str, object], bank: int) -> None:
        try:
            start = msgspec.convert(given, Start)
        except msgspec.ValidationError as error:
            raise Invalid("bad_start", problem=str(error)) from None
        self.set_up(start, bank or None)
        if 0 < self.bank < PRIZE:
            raise Invalid("bad_start", problem=f"bank: nothing, or at least {PRIZE}")
        self.bank_pays = self.bank > 0
        if start.help is not None:
            if self.options.expert or not set(start.help) <= set(self.in_play):
                raise Invalid("bad_start", problem="help: only players in play have the card, and none in Expert")
            self.help = set(start.help)
        self.help.intersection_update(self.in_play)  # DZ-103
        for kind, ids in (start.decks or {}).items():
            if not set(ids) <= set(self.cards[kind]) or len(set(ids)) != len(ids):
                raise Invalid("bad_start", problem=f"decks.{kind}: a card that is not there, or stands twice")
            self.decks[kind] = sorted(ids)
            self.discards[kind] = [id for id in self.cards[kind] if id not in ids]

    def may_decline(self, minimum: int, opponents: Sequence[int]) -> Sequence[int]:
        """DZ-64b: against an active player who is short, by option, everyone; otherwise who has even less than he."""
        stake = min(minimum, self.stacks[self.active])
        short = stake < minimum and len(self.in_play) > 2
        if short and self.options.short_active_participation == "optional_free":
            return opponents
        return super().may_decline(stake, opponents)

    @property
    def times(self) -> int:
        """DZ-23: twice, with two left."""
        return 2 * super().times if self.two_left else 1

    def minimum(self, face: int) -> int:
        """DZ-21, DZ-123: what the die's amount means."""
        return PRIZE if self.bank_pays else face * self.times


def full_bank(options: Options, seats: int) -> int:
    """DZ-122: the whole box, or as much as the players would have."""
    if not options.enrichment:
        return 0
    return BOX if options.enrichment_bank == "full_box" else STACK * seats
