"""An Egomaster pack: a complete one has three booklets of 20 pages with 20 questions, two with a mix of icons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tablee.games.quiz.mode import Mode
from tablee.games.quiz.modes import PING_PONG, SPEED, TARGET
from tablee.games.quiz.packs import is_playable, mode_of, try_answer
from tablee.packs.exchange import Draft, Left
from tablee.packs.format import ClosedList
from tablee.packs.lint import Finding, Item, Sheet, at, check_lengths, check_targets, count_words
from tablee.packs.rules import PackRules, Place, Placed, Places

from .books import ICONS, KINDS, NO_ICON, PAGES, PageEntry

QUESTIONS: Final = 20  # on a page
SHARES: Final = {SPEED.name: 0.40, TARGET.name: 0.30, PING_PONG.name: 0.30}
ABOUT: Final = 0.05  # how far a share may be off
KEYWORD: Final = 3  # words
MEDIANS: Final = {"solo": 0, "duo": 12, "multi": 15}  # items of a Ping-Pong
WHERE: Final = ("booklet", "page", "number")


def check(sheet: Sheet) -> Iterator[Finding]:
    places: dict[tuple[str, int, int], Item] = {}
    for item, entry in sheet.all(PageEntry):
        if (found := count_words(entry.keyword)) > KEYWORD:
            yield at(item, "long_keyword", keyword=entry.keyword, found=found, most=KEYWORD)
        first = places.setdefault((entry.booklet, entry.page, entry.number), item)
        if first is not item:
            yield at(item, "place_twice", page=entry.page, number=entry.number, other=first.id)


def fill(sheet: Sheet) -> Iterator[Finding]:
    for booklet in KINDS:
        inside = [entry for _, entry in sheet.all(PageEntry) if entry.booklet == booklet]
        pages = Counter(entry.page for entry in inside)
        for page in range(1, PAGES + 1):
            if pages[page] != QUESTIONS:
                yield sheet.whole("on_page", part=booklet, page=page, found=pages[page], expected=QUESTIONS)
        icons = Counter(entry.mode for entry in inside)
        for mode, share in SHARES.items() if booklet != "solo" and inside else ():
            if abs(icons[mode] / len(inside) - share) > ABOUT:
                found = f"{icons[mode] / len(inside):.0%}"
                yield sheet.whole("icons", part=booklet, mode=mode, found=found, expected=f"{share:.0%}")


def mix(sheet: Sheet) -> Iterator[Finding]:
    yield from check_lengths(sheet, MEDIANS)
    yield from check_targets(sheet)


def lay_out(drafts: Sequence[Draft], left: list[Left]) -> Placed:
    """Spread over booklets and pages, so that few questions already make a pack that can be played."""
    taken = {tuple(draft.game.get(name) for name in WHERE) for draft in drafts if WHERE[0] in draft.game}
    spread = [(page, number) for number in range(1, QUESTIONS + 1) for page in range(1, PAGES + 1)]
    free: dict[str, list[tuple[int, int]]] = {
        booklet: [place for place in spread if (booklet, *place) not in taken][::-1] for booklet in KINDS
    }
    for draft in drafts:
        mode = mode_of(draft, ICONS.values())
        name = mode.name if mode else None
        if all(name in draft.game for name in WHERE):
            where: Place = {name: draft.game[name] for name in WHERE}
            yield draft, where, None if where["booklet"] == "solo" else name
            continue
        open_ones = KINDS if mode and mode.answered == "words" else KINDS[1:]
        booklet = max(open_ones, key=lambda name: len(free[name]))
        if mode is None or not free[booklet]:
            left.append(Left("no_room", draft.line or None, draft.id, {"mode": name or draft.mode}))
            continue
        page, number = free[booklet].pop()
        yield draft, {"booklet": booklet, "page": page, "number": number}, None if booklet == "solo" else name


def modes(part: str) -> Mapping[str | None, Mode]:
    """EG-29: solo questions have no icon."""
    return NO_ICON if part == "solo" else ICONS


PACKS: Final = PackRules(
    {"question": PageEntry, "list": ClosedList},
    check,
    fill,
    mix,
    modes={kind: tuple(modes(kind).values()) for kind in KINDS},
    counts={"part": "booklet"},
    places=Places(
        {
            "booklet": None,
            "page": (1, PAGES),
            "number": (1, QUESTIONS),
        },
        lambda entry: {name: getattr(entry, name) for name in WHERE},
        lay_out,
        hint="keyword",
        shorten=lambda text: " ".join(text.split()[:KEYWORD]),
    ),
    playable=lambda entry, lists: is_playable(entry, lists, modes(entry.part)),
    judge=lambda entry, lists, text: try_answer(entry, lists, text, modes(entry.part)),
)
