"""Several people on one device: it is handed round to the end of a game, and the end is shown to all of them."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tablee.engine import find

from .people import Person
from .phone import Phone
from .room import Room
from .test_quiz import SetDice


async def hand_round(phone: Phone) -> set[str]:
    """Whoever is awaited takes the phone, and answers. What was asked."""
    person = Person(phone, dull=True)
    asked = set[str]()

    def awaited() -> bool:
        waiting = [actor for one in phone.state["waiting"] if not one.get("standing") for actor in one["actors"]]
        return any(seat in waiting for seat in phone.lobby["mine"])

    while True:
        await phone.until(lambda: phone.over or awaited())
        if phone.over:
            return asked
        if not phone.asked:
            await phone.tap("C’est moi")
        await phone.until(lambda: phone.asked)
        asked.add(name := phone.asked[0]["ask"]["name"])
        if name == "question":  # the first one is a race
            seq = phone.state["seq"]
            await phone.button(re.compile("^1 ")).click()
            await phone.until(lambda seq=seq: phone.state["seq"] > seq)  # type: ignore[misc]
        else:
            await person.answer()


async def at_the_end(phone: Phone) -> None:
    await expect(phone.heading("gagne").first).to_be_visible()
    for name in ("Ana", "Bo"):
        await expect(phone.main.get_by_text(name, exact=True)).to_be_visible()
    await phone.tap("Revanche")  # for both of them
    await expect(phone.button("On commence")).to_be_enabled()


async def two_on_one(room: Room, game: str, packs: tuple[str, ...] = (), **wanted: object) -> Phone:
    _, (phone,) = await room.seated(game, 1, packs, **wanted)
    await phone.tap("Quelqu’un d’autre joue sur cet appareil")
    await phone.take_seat("Bo")
    return phone


async def test_to_the_podium_with_a_race_in_which_people_speak(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever buzzed says that he has spoken: the screen is no longer split, although the other may still buzz."""
    monkeypatch.setattr("tablee.server.running.ProvableDice", SetDice)
    synthetic = find("defizz").load().synthetic
    assert synthetic
    options = {"first_player": "host", "reader": "house", "ending": "turns", "ending_after": 1}
    phone = await two_on_one(room, "defizz", tuple(synthetic()), options=options)
    await phone.until(lambda: phone.lobby["options"].get("answers") == "spoken")
    await phone.start()
    assert await hand_round(phone) >= {"answer", "spoken"}
    await at_the_end(phone)
