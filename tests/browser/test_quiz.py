"""The hands and the table of the quiz games: one's part in words, what is refused and why, and rallies that fit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from playwright.async_api import WebSocketRoute, expect

from tablee.engine import Ask, Choice, Value, find

from .people import Person
from .phone import Phone, overflow
from .room import Room
from .scenes import FULL, long_held

LANDS = [
    "Allemagne", "Autriche", "Belgique", "Bulgarie", "Chypre", "Croatie", "Danemark", "Espagne", "Estonie",
    "Finlande", "France", "Grèce", "Hongrie", "Irlande", "Italie", "Lettonie", "Lituanie", "Luxembourg", "Malte",
    "Pays-Bas", "Pologne", "Portugal", "Roumanie", "Slovaquie", "Slovénie", "Suède",
]  # fmt: skip


class SetDice:
    """A Multi for 100, with the first card of its pile: a Chrono, a Target and a Ping-Pong."""

    def __init__(self, secret: bytes, seeds: tuple[str, ...], match: str) -> None:
        pass

    def roll(self, ask: Ask, position: int) -> Value:
        assert isinstance(ask.form, Choice)
        return "multi 100" if ask.name == "die" else ask.form.options[0]


async def table(
    room: Room, monkeypatch: pytest.MonkeyPatch, number: int, position: Any = None, **options: Any
) -> list[Phone]:
    """Three who play Défizz, and a television; Ana leads, and keeps to the minimum for this question of the card."""
    monkeypatch.setattr("tablee.server.running.ProvableDice", SetDice)
    wanted = {"first_player": "host", "reader": "house", **options}
    synthetic = find("defizz").load().synthetic
    assert synthetic
    live, phones = await room.seated("defizz", 3, tuple(synthetic()), options=wanted, position=position or {})
    long_held(live)
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await phones[0].start()
    await phones[0].button(re.compile(rf"^{number} ")).click()
    await phones[0].button(re.compile("Je garde")).click()
    return [*phones, screen]


async def test_everyone_is_told_his_part(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bo, cy, _ = await table(room, monkeypatch, 2)
    await ana.sees("C’est à toi")
    await bo.sees("Après Ana, c’est toi")
    await cy.sees("Tu joues")


async def test_a_number_that_was_said_is_refused_with_a_word(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bo, *_ = await table(room, monkeypatch, 2)
    await ana.main.get_by_role("textbox").fill("50")
    await ana.main.get_by_role("textbox").press("Enter")
    await bo.main.get_by_role("textbox").fill("50")
    await bo.main.get_by_role("textbox").press("Enter")
    await expect(bo.page.get_by_role("alert").filter(has_text="50 est déjà pris")).to_be_visible()
    await bo.page.reload()
    await bo.sees("50 est déjà pris")


async def test_spoken_answers_come_before_what_is_right(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bo, *_ = await table(room, monkeypatch, 1, answers="spoken")
    await ana.button("Je sais").dispatch_event("pointerdown")
    await bo.sees("Ana a buzzé")
    band = await bo.page.locator("header.band").bounding_box()
    slip = await bo.page.locator(".flash").bounding_box()
    assert band
    assert slip
    assert slip["y"] >= band["y"] + band["height"] - 16, "below the band and its scallops"
    await expect(ana.button("J’ai répondu")).to_be_visible()
    assert not any("SECRET" in frame for device in (ana, bo) for frame in device.received), "not even in what is sent"
    await ana.tap("J’ai répondu")
    await ana.sees(re.compile("SECRET"))
    await expect(ana.button("Juste")).to_be_visible()


async def test_who_writes_has_not_buzzed(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bo, *_ = await table(room, monkeypatch, 1)
    await ana.button("Je sais").dispatch_event("pointerdown")
    await bo.until(lambda: any('"pressed"' in frame for frame in bo.received))
    await expect(bo.page.get_by_text("Ana a buzzé")).to_have_count(0)


async def answers(phone: Phone, said: str) -> None:
    await phone.button("Je sais").dispatch_event("pointerdown")
    await phone.main.get_by_role("textbox").fill(said)
    await phone.main.get_by_role("textbox").press("Enter")


async def test_a_buzzer_stays_under_the_thumb_while_somebody_is_judged(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    *phones, _ = await table(room, monkeypatch, 1, reader="neighbour")
    await phones[0].until(lambda: phones[0].state["view"]["challenge"]["question"])
    reader = phones[0].state["view"]["reader"]
    first, second = (phone for seat, phone in enumerate(phones) if seat != reader)
    await expect(second.button("Je sais")).to_be_visible()
    before = await second.button("Je sais").bounding_box()
    await answers(first, "Gibraltar")
    await second.sees(f"On juge {first.name}")
    assert await second.button("Je sais").bounding_box() == before


async def test_the_end_of_a_race_says_who_said_what_and_what_it_cost(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo, cy, screen = await table(room, monkeypatch, 1)
    await answers(bo, "Gibraltar")
    await bo.until(lambda: bo.state["view"]["roles"][1] == "missed")
    await bo.sees("Raté")
    own = bo.page.locator("[data-own]")
    await expect(own).to_contain_text("Gibraltar")  # while the others still race, who do not read it
    await expect(own).to_contain_text("100")
    await expect(own.get_by_role("img", name="faux")).to_be_visible()
    assert not any("Gibraltar" in frame for device in (ana, cy, screen) for frame in device.received)
    await answers(ana, "SECRET-multi-0-0")
    await bo.tap("C’était faux")
    for phone in (ana, bo, cy):
        await expect(phone.heading("C’était SECRET-multi-0-0")).to_be_visible()
    mine = bo.page.get_by_role("listitem").filter(has_text="Gibraltar").first
    await expect(mine.get_by_role("img", name="faux")).to_be_visible()
    await expect(mine).to_contain_text("toi, en")
    await bo.sees("Ta mise part chez Ana")
    await bo.sees("−100")
    await cy.sees("Tu n’as pas buzzé")
    await ana.sees("+200")
    for said in ("Gibraltar", "Cy n’a pas buzzé", "Ana rafle 300", "3 mises de 100"):
        await screen.sees(said)


async def test_the_table_votes_on_what_the_house_calls_wrong(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bo, cy, screen = await table(room, monkeypatch, 1)
    await answers(bo, "Gibraltar")
    await bo.until(lambda: bo.state["view"]["roles"][1] == "missed")
    await answers(ana, "SECRET-multi-0-0")
    await bo.sees("Faux, dit la maison")
    await screen.sees("Bo accepte le verdict")
    await bo.tap("Je conteste")
    await ana.sees("Gibraltar")
    await ana.tap("Juste")
    await cy.tap("Juste")
    await screen.sees("Bo rafle 300")
    await screen.sees("La table donne raison à Bo")
    mine = bo.page.get_by_role("listitem").filter(has_text="Gibraltar").first
    await expect(mine.get_by_role("img", name="juste")).to_be_visible()
    await bo.sees("+200")


async def test_who_is_out_guesses_along(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sealed until the answer is known, and then a point in a ranking apart."""
    position = {"active": 0, "stacks": [1900, 3800, 0], "out": [[2]]}
    ana, bo, cy, screen = await table(room, monkeypatch, 1, position)
    await cy.sees("Hors jeu, tu devines avec les autres")
    await expect(cy.main.get_by_role("textbox")).to_be_in_viewport(ratio=1)
    await cy.main.get_by_role("textbox").fill("SECRET-multi-0-0")
    await cy.main.get_by_role("textbox").press("Enter")
    await expect(cy.page.locator("[data-own]")).to_contain_text("SECRET-multi-0-0")
    assert not any("SECRET" in frame for device in (ana, bo, screen) for frame in device.received)
    await answers(bo, "je ne sais pas")
    await bo.until(lambda: bo.state["view"]["roles"][1] == "missed")  # at once: there is nothing to vote on
    assert not any(opened["ask"]["name"] in ("vote", "verdict") for phone in (ana, cy) for opened in phone.asked)
    await answers(ana, "SECRET-multi-0-0")
    await bo.tap("C’était faux")
    await expect(cy.page.locator("[data-own]").get_by_role("img", name="juste")).to_be_visible()
    await screen.sees("Hors jeu\u202f: Cy 1")


@pytest.mark.parametrize("size", [(360, 640), (390, 480)])
async def test_with_a_keyboard_question_and_field_stay_in_sight(
    size: tuple[int, int], room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, *_ = await table(room, monkeypatch, 2)
    await ana.page.set_viewport_size({"width": size[0], "height": size[1]})
    await expect(ana.main.get_by_text("FRONT-multi")).to_be_in_viewport(ratio=1)
    await expect(ana.main.get_by_role("textbox")).to_be_in_viewport(ratio=1)
    assert await overflow(ana) <= 0


def rallying(state: dict[str, Any]) -> None:
    """The question that is being answered, as a rally of 26."""
    challenge = state["view"]["challenge"]
    seats = range(len(state["view"]["stacks"]))
    challenge["question"] = {
        "mode": "ping_pong",
        "stage": "rally",
        "text": "Citez un pays de l’Union européenne, à tour de rôle.",
        "luck": None,
    }
    challenge["contestants"] = challenge["still_in"] = [*seats]
    challenge["turn"], challenge["judging"] = 1, None
    challenge["attempts"] = [
        {"seat": k % len(seats), "text": land, "at": None, "verdict": "right", "after": None, "item": land}
        for k, land in enumerate(LANDS)
    ]
    challenge["given"] = LANDS


async def see_a_rally(device: Phone) -> None:
    def connect(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(frame: str | bytes) -> None:
            news = msgspec.json.decode(frame)
            if news["type"] == "state" and news["view"]["challenge"] and news["view"]["challenge"]["question"]:
                rallying(news)
            line.send(msgspec.json.encode(news).decode())

        server.on_message(pass_on)

    await device.page.route_web_socket(re.compile("/ws$"), connect)


async def until_question(phones: Sequence[Phone]) -> None:
    """These play until a question is put, whoever it waits for: of some the reader says who wins."""
    people = [Person(phone) for phone in phones]

    def put() -> bool:
        challenge = phones[0].state.get("view", {}).get("challenge")
        return bool(challenge and challenge["question"])

    while not put():
        if asked := next((person for person in people if person.phone.asked), None):
            await asked.answer()
        else:
            await phones[0].until(lambda: put() or any(phone.asked for phone in phones))


@pytest.mark.parametrize("game", ["defizz", "egomaster"])
async def test_a_rally_of_26_fits(game: str, room: Room) -> None:
    live, phones = await room.seated(game, 4, **FULL[game])
    screen = await room.screen()
    for device in (phones[3], screen):
        await see_a_rally(device)
        await device.open(f"/{live.state.code}")
    await phones[0].start()
    await until_question(phones[:3])
    for device in (phones[3], screen):
        for land in LANDS:
            await expect(device.page.get_by_text(land, exact=True).first).to_be_visible()
        assert await overflow(device) <= 0
    wall, mat = screen.page.locator(".rally"), screen.page.locator(".mat")
    inner, outer = await wall.bounding_box(), await mat.bounding_box()
    assert inner
    assert outer
    least = 0 if game == "defizz" else 150  # the cells of the loop lie between the edge and the middle
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] - least
    assert inner["x"] >= outer["x"]
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
