"""One connection at a time: who may come in, what is refused, who is let go, and that others do not notice."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tablee.client import Connection
from tablee.server.app import Server
from tablee.server.protocol import Chat, Said, Sit, Start
from tests.server.live import PATIENCE, play_out, seated, serving, url


class Raw:
    """A connection that says whatever it likes."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws

    async def next(self, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.ws.receive()
                if message.type is not aiohttp.WSMsgType.TEXT:
                    raise ConnectionError(message)
                told: dict[str, Any] = json.loads(message.data)
                if told["type"] == kind:
                    return told

    async def say(self, **message: Any) -> None:
        await self.ws.send_str(json.dumps(message))

    async def closed(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while (await self.ws.receive()).type is aiohttp.WSMsgType.TEXT:
                pass


def with_server(story: Callable[[Server, aiohttp.ClientSession], Coroutine[Any, Any, None]], **settings: Any) -> Any:
    def run(tmp_path: Path) -> None:
        async def tell() -> None:
            async with serving(tmp_path, **settings) as server, aiohttp.ClientSession() as session:
                await story(server, session)

        asyncio.run(tell())

    return run


async def code_of(session: aiohttp.ClientSession, server: Server) -> str:
    async with session.post(f"{url(server)}/api/tables", json={"game": "desfausse", "name": "Ana"}) as response:
        assert response.status == 201
        told: dict[str, str] = await response.json()
        return told["code"]


async def connect(session: aiohttp.ClientSession, server: Server, code: str) -> Raw:
    raw = Raw(await session.ws_connect(f"{url(server)}/ws", max_msg_size=0))
    await raw.say(type="hello", table=code)
    await raw.next("lobby")
    return raw


async def _hello(server: Server, session: aiohttp.ClientSession) -> None:
    for first in ("{}", "[]", "nonsense", '{"type":"chat","id":"1","seat":0,"text":"x"}', '{"type":"hello"}'):
        raw = Raw(await session.ws_connect(f"{url(server)}/ws"))
        await raw.ws.send_str(first)
        assert (await raw.next("notice"))["code"] == "malformed"
        await raw.closed()
    raw = Raw(await session.ws_connect(f"{url(server)}/ws"))
    await raw.say(type="hello", table="QQQQ")
    assert (await raw.next("notice"))["code"] == "unknown_table"
    await raw.closed()


test_who_says_no_proper_hello_is_let_go = with_server(_hello)


async def _malformed(server: Server, session: aiohttp.ClientSession) -> None:
    raw = await connect(session, server, await code_of(session, server))
    bad = [
        "nonsense",
        "[]",
        '{"type":"unknown","id":"1"}',
        '{"type":"chat","id":"1"}',
        '{"type":"sit","id":"x","name":3}',
    ]
    for message in bad:
        await raw.ws.send_str(message)
        assert (await raw.next("refusal"))["code"] == "malformed"
    await raw.say(type="sit", id="mine", name=3)
    assert (await raw.next("refusal"))["id"] == "mine"
    await raw.ws.send_str(json.dumps({"type": "chat", "id": "1", "seat": 0, "text": "x" * 20_000}))
    assert (await raw.next("refusal"))["code"] == "oversized"
    await raw.ws.send_bytes(b"\x00\x01")
    assert (await raw.next("refusal"))["code"] == "malformed"
    await raw.say(type="ping", id="still here", at=1)
    assert (await raw.next("pong"))["id"] == "still here"
    for _ in range(2):
        await raw.ws.send_str("nonsense")
    await raw.next("notice")  # that was too much
    await raw.closed()


test_a_few_mistakes_are_forgiven_and_many_are_not = with_server(_malformed)


async def _huge(server: Server, session: aiohttp.ClientSession) -> None:
    code = await code_of(session, server)
    raw, other = await connect(session, server, code), await connect(session, server, code)
    await raw.ws.send_str("x" * 1_000_000)
    await raw.closed()
    await other.say(type="ping", id="fine", at=1)
    assert (await other.next("pong"))["id"] == "fine"


test_what_is_far_too_large_ends_that_connection_only = with_server(_huge)


async def _guesses(server: Server, session: aiohttp.ClientSession) -> None:
    right = await code_of(session, server)
    statuses = []
    for _ in range(30):
        async with session.get(f"{url(server)}/api/tables/QQQQ") as response:
            statuses.append(response.status)
    assert statuses[:5] == [404] * 5
    assert statuses[-1] == 429
    async with session.get(f"{url(server)}/api/tables/{right}") as response:
        assert response.status == 429  # nor does a right code answer, or one could go on guessing


test_wrong_codes_are_limited = with_server(_guesses, guesses=2)


async def _strangers(server: Server, session: aiohttp.ClientSession) -> None:
    for headers, status in (
        ({"Origin": "https://evil.example"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Origin": url(server)}, None),
    ):
        found = None
        try:
            await (await session.ws_connect(f"{url(server)}/ws", headers=headers)).close()
        except aiohttp.WSServerHandshakeError as refused:
            found = refused.status
        assert found == status
    async with session.get(f"{url(server)}/api/games", headers={"Host": "evil.example"}) as response:
        assert response.status == 421


test_pages_and_names_from_elsewhere_are_refused = with_server(_strangers)


async def _headers(server: Server, session: aiohttp.ClientSession) -> None:
    async with session.get(f"{url(server)}/api/games") as response:
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["X-Frame-Options"] == "DENY"
    for path in ("/../../../../etc/passwd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fapp.py", "/app.py"):
        async with session.get(f"{url(server)}{path}") as response:
            body = await response.text()
            assert response.status == 404 or "<html" in body or "page" in body
            assert "root:" not in body
            assert "import" not in body


test_headers_and_paths = with_server(_headers)


async def _flood(server: Server, session: aiohttp.ClientSession) -> None:
    """A flooding client is refused, then let go; the others play on."""
    async with seated(server, "desfausse", 3) as tables:
        raw = await connect(session, server, tables[0].table)

        async def flood() -> int:
            sent = 0
            try:
                while True:
                    await raw.ws.send_str('{"type":"ping","id":"x","at":1}')
                    sent += 1
            except (ConnectionError, aiohttp.ClientError):
                return sent

        flooding = asyncio.create_task(flood())
        results = await play_out(tables)
        assert len(set(results)) == 1
        await raw.ws.close()
        assert await flooding > 50
        assert server.metrics.floods > 0


test_a_flooding_client_does_not_stop_the_others = with_server(_flood, rate=200, burst=400)


async def _stalled(server: Server, session: aiohttp.ClientSession) -> None:
    """Somebody who never reads is let go when too much waits for him; the table does not wait."""
    async with seated(server, "desfausse", 3) as tables:
        stalled = stalled_socket(server, tables[0].table)
        try:
            slow = server.metrics.slow
            live = server.hall.tables[server.hall.codes.get(tables[0].table, tables[0].table)]
            for _ in range(40):
                for device in [one for guest in live.people for one in live.people.devices(guest)]:
                    shrink(device)
                if server.metrics.slow > slow:
                    break
                for number in range(50):  # what the system itself buffers is small
                    await tables[0].order(Chat, seat=0, text=f"{number} {secrets.token_hex(120)}")
            assert server.metrics.slow == slow + 1
            results = await play_out(tables)
            assert len(set(results)) == 1
        finally:
            stalled.close()


def shrink(device: Any) -> None:
    """The system keeps next to nothing for this device."""
    device.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)


def stalled_socket(server: Server, table: str) -> socket.socket:
    """A handshake and a hello by hand, and then not a byte is read."""
    stalled = socket.socket()
    stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    stalled.connect(("127.0.0.1", server.port))
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    stalled.sendall(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    hello = json.dumps({"type": "hello", "table": table}).encode()
    mask = b"\x01\x02\x03\x04"
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(hello))
    stalled.sendall(bytes([0x81, 0x80 | len(hello)]) + mask + masked)
    return stalled


test_a_stalled_reader_does_not_slow_the_others = with_server(_stalled, buffer=65_536)


async def _come_back(server: Server, session: aiohttp.ClientSession) -> None:
    """Connections break again and again; everyone comes back to the same seat, and misses nothing."""
    async with seated(server, "desfausse", 3) as tables:
        playing = asyncio.create_task(play_out(tables, haste=0.01))
        while not playing.done():
            await asyncio.sleep(0.02)
            await tables[1].drop()
        results = await playing
        assert len(set(results)) == 1


test_a_connection_that_breaks_again_and_again = with_server(_come_back)


async def _missed(server: Server, session: aiohttp.ClientSession) -> None:
    """Who comes back with the last `seq` is told the events since then."""
    async with seated(server, "desfausse", 2, position={"active": 0}) as tables:
        await play_out(tables)
        first = tables[1].seen
        assert first
        raw = Raw(await session.ws_connect(f"{url(server)}/ws", max_msg_size=0))
        await raw.say(type="hello", table=tables[1].table, token=tables[1].token, match=first.match, seq=first.seq - 8)
        some = await raw.next("state")
        again = Raw(await session.ws_connect(f"{url(server)}/ws", max_msg_size=0))
        await again.say(type="hello", table=tables[1].table, token=tables[1].token, match=first.match, seq=first.seq)
        none = await again.next("state")
        assert len(some["events"]) > len(none["events"])
        assert some["seq"] == none["seq"] == first.seq


test_missed_events_are_told = with_server(_missed)


async def _same_seat(server: Server, session: aiohttp.ClientSession) -> None:
    """Two tabs with one token are one guest."""
    async with (
        seated(server, "desfausse", 2) as tables,
        Connection(url(server), tables[1].table, tables[1].token) as tab,
    ):
        assert tab.lobby
        assert tab.lobby.mine == (1,)
        await tab.order(Chat, seat=1, text="from the second tab")
        async with asyncio.timeout(PATIENCE):
            while not isinstance(news := await tables[0].news.get(), Said):
                pass
        assert news.line.text == "from the second tab"


test_a_second_tab = with_server(_same_seat)


async def _one_device(server: Server, session: aiohttp.ClientSession) -> None:
    """Two people with one telephone."""
    async with await Connection.open(url(server), "desfausse", name="Ana", options={}) as table:
        await table.order(Sit, name="Bo")
        await table.order(Start)
        assert table.lobby
        assert (table.lobby.phase, table.lobby.mine) == ("playing", (0, 1))


test_two_seats_on_one_device = with_server(_one_device)


def test_a_restart_keeps_every_table(tmp_path: Path) -> None:
    async def tell() -> None:
        async with serving(tmp_path) as server, seated(server, "desfausse", 2) as tables:
            code, token, port = tables[0].table, tables[0].token, server.port
        async with serving(tmp_path, port=port) as server, Connection(url(server), code, token) as back:
            assert back.lobby
            assert [seat.name for seat in back.lobby.seats] == ["player 0", "player 1"]
            assert back.lobby.host
            await back.order(Sit, name="one more")

    asyncio.run(tell())


@pytest.mark.parametrize("settings", [{"tables": 1}])
def test_a_small_machine_is_protected(tmp_path: Path, settings: dict[str, Any]) -> None:
    async def tell() -> None:
        async with serving(tmp_path, **settings) as server, aiohttp.ClientSession() as session:
            await code_of(session, server)
            async with session.post(f"{url(server)}/api/tables", json={"game": "blitz"}) as response:
                assert response.status == 503
                assert (await response.json())["code"] == "too_many_tables"

    asyncio.run(tell())
