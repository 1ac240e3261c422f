"""The table of Blitz: two draw piles, everyone's play pile and won pile, the die, and every word said so far."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Final, get_args

import msgspec
from msgspec import Struct

from tablee.engine import Ask, Choice, Header, Invalid, Played, Prompt, Table, Text
from tablee.judge import normal

from .cards import FACES, Card, Pair, Symbol, deck, go_together, source
from .meeting import FaceOff, Poll, Settled, Side, What
from .meta import Face, Options

NO_DUEL: Final[Pair] = frozenset()
SIDES: Final[tuple[Side, ...]] = get_args(Side)


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """A table set up beforehand. Cards that are named nowhere lie in the draw piles.

    drawer: whose turn it is; nobody then draws for it
    tops: play piles by seat, from bottom to top
    won: how many cards each has won
    active_duel: the face that the die shows
    unseen: exactly these cards are left in the draw piles
    piles: how many of them lie left and right
    burned: words already said
    """

    drawer: int | None = None
    tops: list[list[str] | None] | None = None
    won: list[int | None] | None = None
    active_duel: Face | None = None
    unseen: list[str] | None = None
    piles: dict[Side, int] | None = None
    burned: list[str] = []


@dataclass(slots=True)
class Pile:
    """So many cards that nobody has seen, and beneath them those put back after a tie-break, known and in order."""

    unseen: int
    beneath: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return self.unseen + len(self.beneath)


class Utterance(Struct, eq=False, gc=False):
    """Something said at the table, in an answer or in the talk."""

    words: tuple[str, ...]
    at: int
    text: str
    seat: int
    burns: bool = True


class Blitz(Table):
    __slots__ = (
        "active_duel",
        "cards",
        "chain",
        "chat",
        "drawer",
        "duels",
        "face",
        "face_off",
        "flagged",
        "flags",
        "gone",
        "host",
        "lapsed",
        "last_drawer",
        "latest",
        "options",
        "over",
        "packs",
        "piles",
        "poll",
        "race",
        "races",
        "racing",
        "removed",
        "runs",
        "said",
        "set_up_done",
        "settled",
        "shown",
        "sides",
        "talk",
        "tops",
        "unseen",
        "voting",
        "where_said",
        "won",
    )

    def __init__(self, header: Header) -> None:
        super().__init__(len(header.seats))
        self.options = options = msgspec.convert(header.options, Options)
        self.host = header.facts.host
        self.packs = header.packs
        self.cards = deck(header.packs, options.answers)
        self.removed: Pair = frozenset()
        self.unseen = sorted(self.cards)
        self.piles: dict[Side, Pile] = {side: Pile(0) for side in SIDES}
        self.sides: list[Side] = []  # those that still have cards
        self.tops: list[list[Card]] = [[] for _ in self.seats]
        self.shown: list[Symbol | None] = [None for _ in self.seats]  # what lies on top there
        self.won: list[list[Card]] = [[] for _ in self.seats]
        self.duels: list[Card] = []
        self.gone: list[str] = []  # a start position may leave cards out
        self.face: str | None = None  # what the die shows
        self.active_duel: Pair | None = None
        self.face_off: FaceOff | None = None
        self.settled: Settled | None = None  # the latest face-off since a card was turned up
        self.latest: tuple[What, int] = ("started", 0)  # what leads the table now, and whose doing it is
        self.poll: Poll | None = None
        self.races = 0  # how many times contestants were set against each other
        self.race: dict[str, int] = {}  # what an ask says of the present one
        self.racing = False
        self.chain = 0  # face-offs since a card was turned up
        self.runs = [0] * len(self.seats)  # face-offs that each has won in a row
        self.drawer = 0
        self.last_drawer = 0  # of a card for a turn
        self.set_up_done = False
        self.over = False
        self.lapsed: set[frozenset[int]] = set()  # BL-47: pairs that nobody noticed in time
        self.said: list[Utterance] = []
        self.where_said: dict[str, list[int]] = {}  # word -> where it was said
        self.chat: list[Utterance] = []
        self.flagged: set[int] = set()  # messages on which there is a vote, or was one
        self.flags: list[int] = []  # those that wait for the end of a race (BL-37)
        self.voting = False  # on one of them
        if options.remove_symbols and len(self.seats) > 3:
            raise Invalid("bad_option", option="remove_symbols", value="on", expected="off (3 players: on, off)")
        if isinstance(options.shuffler, int) and options.shuffler not in self.seats:
            raise Invalid("bad_option", option="shuffler", value=options.shuffler, expected=f"0–{len(self.seats) - 1}")
        if self.removes_symbols and options.removed_face != "random":
            self.remove(options.removed_face)
        if header.start:
            self.set_up(header.start)
        self.talk: Prompt = ()
        self.open_talk()

    def set_up(self, given: dict[str, object]) -> None:
        try:
            start = msgspec.convert(given, Start)
        except msgspec.ValidationError as error:
            raise Invalid("bad_start", problem=str(error)) from None
        for seat, ids in enumerate(start.tops or ()):
            for id in ids or ():
                if id not in self.unseen or seat not in self.seats:
                    raise Invalid("bad_start", problem=f"tops: {id} is not in the pack, or stands there twice")
                self.unseen.remove(id)
                self.lay(seat, self.cards[id])
        if start.unseen is not None:
            if not set(start.unseen) <= set(self.unseen) or len(set(start.unseen)) != len(start.unseen):
                raise Invalid("bad_start", problem="unseen: a card that is not in the pack, or stands there twice")
            self.gone = [id for id in self.unseen if id not in start.unseen]
            self.unseen = sorted(start.unseen)
        for seat, count in enumerate(start.won or ()):
            for _ in range(count or 0):
                spare = next((id for id in (*self.gone, *self.unseen) if self.cards[id].symbol), None)
                if spare is None:
                    raise Invalid("bad_start", problem="won: there are not so many cards")
                (self.gone if spare in self.gone else self.unseen).remove(spare)
                self.won[seat].append(self.cards[spare])
        if start.active_duel:
            self.face, self.active_duel = start.active_duel, FACES[start.active_duel]
            duel = next(id for id in (*self.gone, *self.unseen) if not self.cards[id].symbol)
            (self.gone if duel in self.gone else self.unseen).remove(duel)
            self.duels.append(self.cards[duel])
        if start.piles:
            if sum(start.piles.values()) != len(self.unseen):
                raise Invalid("bad_start", problem=f"piles: {len(self.unseen)} cards are left in all")
            self.piles = {side: Pile(start.piles.get(side, 0)) for side in SIDES}
            self.find_sides()
        for words in start.burned:
            self.say(0, words, 0)
        if start.drawer is not None:
            if start.drawer not in self.seats:
                raise Invalid("bad_start", problem=f"drawer: there is no seat {start.drawer}")
            self.drawer = self.last_drawer = start.drawer
            self.set_up_done = True

    # ------------------------------------------------------------ cards

    @property
    def removes_symbols(self) -> bool:
        """BL-60: by default with three players only."""
        wanted = self.options.remove_symbols
        return len(self.seats) == 3 if wanted is None else wanted

    def remove(self, face: str) -> None:
        """BL-61: every card with a symbol of this face leaves the pack."""
        self.removed = FACES[face]
        self.unseen = [id for id in self.unseen if self.cards[id].symbol not in self.removed]

    def cut(self, left: int) -> None:
        """BL-11: so many cards on the left, the rest on the right."""
        self.piles = {"left": Pile(left), "right": Pile(len(self.unseen) - left)}
        self.find_sides()

    def find_sides(self) -> None:
        """The piles that still have cards (BL-15)."""
        self.sides = [side for side, pile in self.piles.items() if pile.unseen or pile.beneath]

    def left_of(self, seat: int) -> int:
        return (seat + 1) % len(self.seats)

    def matches(self) -> list[tuple[int, int]]:
        """BL-24: pairs with equal symbols, or those of the active duel; the last drawer's and the nearest first."""
        shown, duel = self.shown, self.active_duel or NO_DUEL
        different = set(shown)
        if len(different) == len(shown) and not (duel and duel <= different):
            return []
        pairs = _pairs(self.last_drawer, len(shown))
        found = [(a, b) for a, b in pairs if shown[a] and go_together(shown[a], shown[b], duel)]
        return [pair for pair in found if frozenset(pair) not in self.lapsed] if self.lapsed else found

    def lay(self, seat: int, card: Card) -> None:
        """On this play pile."""
        self.tops[seat].append(card)
        self._show(seat, card.symbol)

    def lift(self, seat: int) -> Card:
        """The top card of this play pile."""
        cards = self.tops[seat]
        card = cards.pop()
        self._show(seat, cards[-1].symbol if cards else None)
        return card

    def _show(self, seat: int, symbol: Symbol | None) -> None:
        self.shown[seat] = symbol
        if self.lapsed:
            self.lapsed = {pair for pair in self.lapsed if seat not in pair}

    def revive(self) -> None:
        """BL-47: a Duel card has brought the symbols of some lapsed pairs together anew."""
        self.lapsed = {
            pair for pair in self.lapsed if frozenset(self.tops[seat][-1].symbol for seat in pair) != self.active_duel
        }

    # ------------------------------------------------------------ words

    def say(self, seat: int, text: str, at: int, burns: bool = True) -> int:
        """BL-34, BL-36: whatever is said is burned from then on."""
        words = tuple(normal(text).split())
        place = len(self.said)
        self.said.append(Utterance(words, at, text, seat, burns))
        for word in words:
            self.where_said.setdefault(word, []).append(place)
        return place

    def is_burned(self, place: int, level: Collection[int] = ()) -> bool:
        """BL-34 to BL-36: were these words said before, in a row? Said before, that is: not merely heard before.

        `level`: what counts as said at the same time (BL-41).
        """
        this = self.said[place]
        if not this.words:
            return False  # spoken aloud: the ears of the group decide
        for other in self.where_said[this.words[0]]:
            that = self.said[other]
            earlier = (that.at, other) < (this.at, place) and other not in level
            if that.burns and earlier and _within(this.words, that.words):
                return True
        return False

    def open_talk(self) -> None:
        """The standing asks for talk and for flags; made anew only when a message comes or is flagged."""
        chat = Ask("chat", tuple(self.seats), Text(300), standing=True, rule="BL-36")
        open_ = tuple(k for k, said in enumerate(self.chat, 1) if said.burns and said.words and k not in self.flagged)
        if open_ and not self.voting:
            self.talk = (chat, Ask("abuse", tuple(self.seats), Choice(open_), standing=True, rule="BL-37"))
        else:
            self.talk = (chat,)


@lru_cache(64)
def _pairs(first: int, seats: int) -> tuple[tuple[int, int], ...]:
    """Everyone with everyone, clockwise from the first."""
    return tuple(combinations([(first + step) % seats for step in range(seats)], 2))


def _within(words: tuple[str, ...], said: tuple[str, ...]) -> bool:
    """As consecutive words."""
    n = len(words)
    return any(said[i : i + n] == words for i in range(len(said) - n + 1))


_FATES: Final = {"accepted": "right", "refused": "wrong"}


def played(table: Blitz) -> Iterator[Played]:
    """The themes of the face-off, or of the one before, and what was said to them."""
    meeting, settled = table.face_off, table.settled
    themes = list(meeting.themes.values()) if meeting else [settled.theme] if settled else []
    for id, card in table.cards.items():
        if card.theme and card.theme in themes and (found := source(table.packs, table.options.answers, id)):
            if meeting:
                theirs = [one for one in meeting.tries if meeting.themes.get(one.seat) == card.theme]
                said = [(one.text, _FATES.get(one.fate, "unsure")) for one in theirs if one.text]
            else:
                said = [(settled.text, "right")] if settled and settled.text else []
            hash, theme = found
            yield Played(hash, theme.id, card.theme, tuple(said))
