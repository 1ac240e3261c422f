"""What a browser holds: frames, document, storage and memory never contain what its people must not know yet."""

from __future__ import annotations

import pytest

from tablee.engine import find
from tablee.server.table import Live

from .people import Person
from .phone import Phone
from .room import Room

STORAGE = "JSON.stringify([{...localStorage}, {...sessionStorage}])"


async def held(phone: Phone) -> str:
    """All that the page was told and all that can be read from it with the tools of a browser."""
    return "\n".join([*phone.received, await phone.page.content(), str(await phone.page.evaluate(STORAGE))])


async def memory(phone: Phone) -> str:
    """Every string on the heap of the page's script."""
    session = await phone.context.new_cdp_session(phone.page)
    parts: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda given: parts.append(given["chunk"]))
    await session.send("HeapProfiler.takeHeapSnapshot")
    await session.detach()
    return "".join(parts)


def forbidden(live: Live, seat: int | None, others: list[str]) -> list[str]:
    assert live.running
    return [*live.running.match.secrets(seat), live.running.secret.hex(), *others]


async def token(phone: Phone) -> str:
    found: str = await phone.page.evaluate("JSON.parse(localStorage.getItem('tablee:tables'))[0].token")
    return found


@pytest.mark.parametrize("game", ["defizz", "egomaster"])
async def test_no_page_knows_too_much(game: str, room: Room) -> None:
    synthetic = find(game).load().synthetic
    assert synthetic
    options = {"quick_game": True} if game == "egomaster" else {}
    live, phones = await room.seated(game, 3, tuple(synthetic()), options=options)
    spectator = await room.screen()
    await spectator.open(f"/{live.state.code}")
    await phones[0].start()
    await spectator.until(lambda: spectator.state)
    tokens = {phone: await token(phone) for phone in (*phones, spectator)}
    people = [Person(phone, "anyone") for phone in phones]
    searched = 0
    for turn in range(14):
        for seat, phone in enumerate((*phones, spectator)):
            others = [one for other, one in tokens.items() if other is not phone]
            secrets = forbidden(live, seat if seat < 3 else None, others)
            searched += len(secrets)
            known = await held(phone) + (await memory(phone) if turn == 8 else "")
            assert tokens[phone] in known, "the search finds what is there"
            for secret in secrets:
                assert secret not in known, f"{phone.name or 'the spectator'} has {secret}"
        await phones[0].until(lambda: any(phone.asked for phone in phones))
        await next(person for person in people if person.phone.asked).answer()
    assert searched > 200
