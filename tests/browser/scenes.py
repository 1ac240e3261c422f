"""Every screen of the page at its telling moments, for whoever wants to look: the checks of accessibility, photographs.

A scene yields the name of what is to be seen, and the device that shows it now.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import msgspec
from playwright.async_api import expect

from tablee.server.evening import Evening, Played
from tablee.server.state import TableState
from tablee.server.table import Live

from .people import Person
from .phone import Phone
from .positions import NEAR_THE_END
from .room import Room

Scene: TypeAlias = Callable[[Room], AsyncIterator[tuple[str, Phone]]]


async def home(room: Room) -> AsyncIterator[tuple[str, Phone]]:
    for device in (await room.phone(), await room.screen()):
        await device.open()
        await expect(device.button("Jouer tout de suite")).to_be_enabled()
        yield "home", device
    phone = room.phones[0]
    await phone.page.get_by_label("Rejoindre avec un code").fill("ZZZZ")
    await phone.tap("Rejoindre", exact=True)
    await phone.page.get_by_role("alert").wait_for()
    yield "join-refused", phone
    await phone.menu()
    yield "menu", phone


async def pages(room: Room) -> AsyncIterator[tuple[str, Phone]]:
    phone, screen = await room.phone(), await room.screen()
    for path in ("/rules", "/rules/defizz", "/guide", "/privacy", "/nothing/here", "/ZZZZ"):
        for device in (phone, screen):
            await device.open(path)
            await expect(device.page.get_by_role("heading", level=1).first).to_be_visible()
            yield path.strip("/").replace("/", "-").lower(), device


async def lobby(room: Room) -> AsyncIterator[tuple[str, Phone]]:
    live, (host, guest) = await room.seated("defizz", 2, bots=["regular"])
    yield "lobby-guest", guest
    late, screen, desk = await room.phone(), await room.screen(), await room.screen()
    for device in (late, screen):
        await device.open(f"/{live.state.code}")
    await host.sees("la télé affiche")
    await host.tap("Plus pour Bo")
    yield "lobby-host", host
    await late.page.get_by_label("Ton prénom").wait_for()
    yield "lobby-sit", late
    await screen.sees("3 à table")
    yield "lobby-screen", screen
    await room.enter(desk, *await room.table("blitz", name="Zoé"))
    await desk.heading("Tu reçois").wait_for()
    yield "lobby-desk", desk
    await host.tap("Préparer la partie")
    await host.page.get_by_role("dialog", name="Préparer la partie").wait_for()
    yield "lobby-options", host
    await host.page.keyboard.press("Escape")
    await host.menu()
    yield "lobby-menu", host


PLACES: Final = {"blitz": (2, 1, 4, 5, 3, 6), "desfausse": (1, 2, 3, 6, 5, 4), "defizz": (1, 4, 2, 6, 5, 3)}


async def played(live: Live) -> None:
    """As after three games."""

    def note(state: TableState) -> None:
        names = [place.name for place in state.places]
        state.evening = Evening(
            since=1_762_600_000.0,
            played=[Played(game, game, {}, dict(zip(names, order, strict=False))) for game, order in PLACES.items()],
            signs={place.name: place.sign for place in state.places},
        )

    await live.change(note)


async def evening(room: Room) -> AsyncIterator[tuple[str, Phone]]:
    live, phones = await room.seated("defizz", 6)
    await played(live)
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await phones[1].tap("La soirée")
    for phone, game in zip(phones[:5], ("Egomaster", "Blitz", "Egomaster", "Blitz", "DESfausse"), strict=True):
        await phone.tap(f"Voter pour {game}")
    await screen.sees("5 votes sur 6")
    yield "evening", phones[0]
    yield "evening-screen", screen
    await phones[0].tap("Clore le vote maintenant")
    await phones[0].tap("La soirée")
    for phone in phones[:4]:
        await phone.tap("On s’arrête là")
    await screen.heading("la soirée").wait_for()
    yield "evening-over", phones[0]
    yield "evening-over-screen", screen


async def until_asked(phones: Sequence[Phone], wanted: set[str]) -> None:
    """Everyone plays until one of these questions is put, or until the end."""
    people = [Person(phone) for phone in phones]
    for phone in phones:
        await phone.until(lambda phone=phone: phone.state)  # type: ignore[misc]
    while True:
        for person in people:
            phone = person.phone
            if phone.over or wanted & {opened["ask"]["name"] for opened in phone.asked}:
                return
        asked = next((person for person in people if person.phone.asked), None)
        if asked:
            await asked.answer()
        else:
            await phones[0].until(lambda: phones[0].over or any(phone.asked for phone in phones), patience=None)


def long_held(live: Live) -> None:
    """Moments last until everyone has gone on, however slow the machine is."""
    live.settings = msgspec.structs.replace(live.settings, hold=100.0)


async def beat(name: str, room: Room) -> AsyncIterator[tuple[str, Phone]]:
    """How a question ended: on the hand of the one who won, on another one, and on the table."""
    live, phones = await room.seated(name, 4, **FULL[name])
    long_held(live)
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await phones[0].start()
    last = (await until_held(live, phones, ended))["view"]["last"]
    for k, phone in enumerate(phones):
        await expect(phone.button("Continuer")).to_be_visible()
        yield f"{name}-beat-{'won' if last['ending']['winner'] == k else 'other'}", phone
    await screen.sees(last["question"]["text"])
    yield f"{name}-beat-screen", screen


def held(phone: Phone) -> dict[str, Any]:
    """The moment that this phone shows, or none."""
    return phone.state.get("beat") or {"seq": None, "events": []}


async def until_held(live: Live, phones: Sequence[Phone], fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Everyone plays until a moment that fits is held on every phone; what is held before is let go. The state then."""
    first = phones[0]
    people = [Person(phone, seed=2) for phone in phones]
    await first.until(lambda: first.state)
    while (seq := held(first)["seq"]) is None or not fits(first.state):
        assert not first.over, "it was never held"
        if seq is not None:
            assert live.running
            for seat in range(len(phones)):
                live.running.go_on(seat, seq)
            await first.until(lambda seq=seq: held(first)["seq"] != seq)  # type: ignore[misc]
        elif asked := next((person for person in people if person.phone.asked), None):
            await asked.answer()
        else:
            await first.until(lambda: first.over or held(first)["events"] or any(one.asked for one in phones))
    for phone in phones:
        await phone.until(lambda phone=phone, seq=seq: held(phone)["seq"] == seq)  # type: ignore[misc]
    return first.state


def ended(state: dict[str, Any]) -> bool:
    """Whether a question has just ended."""
    last = state["view"]["last"]
    return bool(last and last["question"] and last["ending"])


def told(*wanted: str) -> Callable[[dict[str, Any]], bool]:
    """Whether one of these has just happened."""
    return lambda state: any(one["event"] in wanted for one in state["beat"]["events"])


async def moment(
    name: str, title: str, events: Sequence[str], text: str, room: Room
) -> AsyncIterator[tuple[str, Phone]]:
    """What is held in the other games: on a hand and on the table."""
    live, phones = await room.seated(name, 4, **HELD[name])
    long_held(live)
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await phones[0].start()
    await until_held(live, phones, told(*events))
    for device in (phones[0], screen):
        await device.heading(re.compile(text)).first.wait_for()
        yield f"{name}-{title}", device


async def game(
    name: str, moments: Sequence[set[str]], wanted: dict[str, Any], room: Room
) -> AsyncIterator[tuple[str, Phone]]:
    """Hands, a television and a desk at the first time that something is asked."""
    live, phones = await room.seated(name, 4, pace="normal", **wanted)
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await phones[0].start()
    for moment in moments:
        await until_asked(phones, moment)
        seq = max(phone.state["seq"] for phone in phones)
        title = "-".join(sorted(moment)[:1])
        for phone in (*phones, screen):
            await phone.until(lambda phone=phone, seq=seq: phone.state.get("seq", -1) >= seq)  # type: ignore[misc]
        asked = next((phone for phone in phones if phone.asked), phones[0])
        other = next((phone for phone in phones if phone is not asked), phones[1])
        await expect(asked.main.get_by_role("button", disabled=False).first).to_be_visible()
        yield f"{name}-{title}-asked", asked
        yield f"{name}-{title}-other", other
        await expect(screen.page.get_by_text(live.state.code).first).to_be_visible()
        yield f"{name}-{title}-screen", screen
        if moment is moments[0]:
            await asked.page.set_viewport_size({"width": 1280, "height": 800})
            yield f"{name}-{title}-desk", asked
            await asked.page.set_viewport_size({"width": 390, "height": 844})


async def end(room: Room) -> AsyncIterator[tuple[str, Phone]]:
    board = [{"discard_2": 0, "gift": 1, "discard_4": 0}, {"discard_3": 2, "demons": 1, "all": 0}, {}]
    position = {"round": 3, "active": 0, "board": board}
    live, phones = await room.seated("desfausse", 3, options={"round_turn_cap": 3}, position=position)
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await phones[0].start()
    await until_asked(phones, set())
    for device in (phones[0], screen):
        await device.heading("gagne").first.wait_for()
        await device.page.get_by_role("img", name="coup après coup").wait_for()
        yield "end", device
    phone = phones[0]
    await phone.page.get_by_role("link", name="Revoir la partie").click()
    await phone.page.get_by_role("slider").wait_for()
    await phone.page.get_by_role("slider").fill("3")
    yield "replay", phone
    await phone.page.set_viewport_size({"width": 1920, "height": 1080})
    yield "replay-wide", phone
    await phone.page.set_viewport_size({"width": 390, "height": 844})
    await phone.open()
    await phone.heading("Parties jouées").scroll_into_view_if_needed()
    yield "home-again", phone


async def curtain(room: Room) -> AsyncIterator[tuple[str, Phone]]:
    _, (phone,) = await room.seated("defizz", 1, options={"first_player": "host"})
    for name in ("Bo", "Cy"):
        await phone.tap("Quelqu’un d’autre joue sur cet appareil")
        await phone.take_seat(name)
    await phone.until(lambda: phone.lobby["options"].get("answers") == "spoken")
    await phone.tap("On commence")
    await phone.button("C’est moi").wait_for()
    yield "curtain", phone


FULL: Final[dict[str, dict[str, Any]]] = {
    "defizz": {"options": {"first_player": "host"}, "position": {"active": 0, "stacks": [1200, 2600, 1900, 1900]}},
    "egomaster": {"options": {"quick_game": True}, "position": {"active": 0, "pawns": [0, 7, 15, 22]}},
    "blitz": {**NEAR_THE_END["blitz"]},
    "desfausse": {"position": {"active": 0, "round": 2, "board": [{"discard_2": 1, "gift": 2, "ones": 3}, {}, {}]}},
}
HELD: Final[dict[str, dict[str, Any]]] = {
    "blitz": {**NEAR_THE_END["blitz"]},
    "desfausse": {
        "options": {"round_turn_cap": 4},
        "position": {
            "active": 0,
            "round": 2,
            "board": [{"discard_2": 1, "gift": 2, "ones": 3, "discard_3": 0}, {}, {}],
        },
    },
}
MOMENTS: Final[dict[str, list[set[str]]]] = {
    "defizz": [{"kind", "stake", "opponent", "question"}, {"raise", "reply", "answer", "guess"}, {"verdict", "winner"}],
    "egomaster": [{"direction"}, {"stake", "raise", "answer", "guess"}, {"verdict"}],
    "blitz": [{"draw"}, {"answer"}],
    "desfausse": [{"reroll"}, {"token", "set", "where", "give_to"}],
}
SCENES: Final[dict[str, Scene]] = {
    "home": home,
    "pages": pages,
    "lobby": lobby,
    "curtain": curtain,
    "end": end,
    "evening": evening,
    **{f"{name}-beat": partial(beat, name) for name in ("defizz", "egomaster")},
    "blitz-won": partial(moment, "blitz", "won", ["won"], "gagne la carte"),
    "desfausse-turn": partial(
        moment,
        "desfausse",
        "turn",
        ["discarded", "placed", "gave", "nothing_discarded"],
        "se défait|prend|offre|vide|garde|croule",
    ),
    "desfausse-round": partial(moment, "desfausse", "round", ["round_ended"], "devant"),
    **{name: partial(game, name, MOMENTS[name], FULL[name]) for name in MOMENTS},
}
