"""What an attack on a running server once did, over real sockets. Each of these held before it was mended."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from tablee.client import Connection
from tablee.engine import NotAllowed
from tablee.server import door, hall
from tablee.server.app import REPLAYS, Server
from tablee.server.lending import Lending
from tablee.server.names import guest_of
from tablee.server.orders import add_seed, leave, sit
from tablee.server.protocol import Chat, Leave, Lend, Rematch, Seed, Sit, Start, Take
from tablee.server.state import TableState
from tests.server.live import PATIENCE, play_out, seated, serving, url
from tests.server.test_sockets import Raw, code_of, connect, with_server


async def code_when_refused(table: Connection, kind: Any, **fields: Any) -> str:
    with pytest.raises(NotAllowed) as refused:
        await table.order(kind, **fields)
    return refused.value.code


async def until(condition: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


# ---------------------------------------------------------------- 3: killed between the end and what follows


def test_a_match_that_is_finished_twice_is_over(tmp_path: Path) -> None:
    """As if the process had been killed after the match was finished, and before its table knew."""

    async def whole() -> None:
        async with serving(tmp_path) as server, seated(server, "desfausse", 2) as tables:
            await play_out(tables)
            await until(lambda: tables[0].lobby and tables[0].lobby.phase == "over")
            code, token = tables[0].lobby.code, tables[0].token  # type: ignore[union-attr]
        with closing(sqlite3.connect(tmp_path / "tablee.sqlite")) as db, db:
            (state,) = db.execute("SELECT state FROM tables").fetchone()
            was = msgspec.json.decode(state, type=TableState)
            was.phase = "playing"
            db.execute("UPDATE tables SET state = ?", (msgspec.json.encode(was),))
        async with serving(tmp_path) as server, Connection(url(server), code, token) as table:
            await until(lambda: table.lobby and table.lobby.phase == "over")
            assert table.lobby
            assert table.lobby.paused is None
            await table.order(Rematch)
            assert table.lobby.phase == "lobby"

    asyncio.run(whole())


async def _mended(server: Server, session: aiohttp.ClientSession) -> None:
    async with seated(server, "desfausse", 2) as tables:
        await tables[0].order(Start)
        live = next(iter(server.hall.tables.values()))
        live.stopped(RuntimeError("a fault in a game"))
        await until(lambda: tables[0].lobby and tables[0].lobby.paused == "broken")
        await tables[0].order(Rematch)
        await tables[0].order(Start)
        assert tables[0].lobby
        assert (tables[0].lobby.phase, tables[0].lobby.paused) == ("playing", None)


test_a_rematch_clears_trouble = with_server(_mended)


# ---------------------------------------------------------------- 4, 5: guessing


async def _codes(server: Server, session: aiohttp.ClientSession) -> None:
    """All codes in a row: most are never looked at. Whoever sits at the table comes in all the same."""
    right = await code_of(session, server)
    async with Connection(url(server), right) as sitting:
        await sitting.order(Sit, name="Bo")
        found = refused = 0
        for _ in range(100):
            async with session.get(f"{url(server)}/api/tables/{right}") as response:
                found, refused = found + (response.status == 200), refused + (response.status == 429)
        assert found <= 3
        assert refused >= 97
        server.guesses.give_back("127.0.0.1")
        await sitting.drop()
        await until(lambda: sitting._ws is not None)
        await sitting.order(Chat, seat=1, text="still here")


test_table_codes_cannot_be_tried_one_after_the_other = with_server(_codes, guesses=1)


async def _lent(server: Server, session: aiohttp.ClientSession) -> None:
    """A thief reconnects for every guess. After five wrong ones no code of this table is good."""
    async with seated(server, "desfausse", 1) as (host,):
        code = (await host.order(Lend))["code"]
        assert len(code) == 8
        for number in range(6):
            async with Connection(url(server), host.table) as thief:
                said = await code_when_refused(thief, Take, code="BCDFGHJK")
                assert said == ("bad_code" if number < 5 else "too_many_guesses")
        async with Connection(url(server), host.table) as late:
            assert await code_when_refused(late, Take, code=code) == "too_many_guesses"


test_lent_codes_cannot_be_guessed = with_server(_lent, guesses=1000)


# ---------------------------------------------------------------- 6: a television that is host


async def _television(server: Server, session: aiohttp.ClientSession) -> None:
    screen = await Connection.open(url(server), "desfausse")
    async with screen, Connection(url(server), screen.table) as ana, Connection(url(server), screen.table) as bo:
        await ana.order(Sit, name="Ana")
        await bo.order(Sit, name="Bo")
        await until(lambda: ana.lobby and ana.lobby.host)  # the first to sit receives, the television only shows
        assert screen.lobby
        assert not screen.lobby.host
        await ana.order(Leave, seat=0)
        await until(lambda: bo.lobby and bo.lobby.host)


test_a_television_gives_the_table_to_the_first_who_sits = with_server(_television)


# ---------------------------------------------------------------- 7: one guest, many connections


async def _crowd(server: Server, session: aiohttp.ClientSession) -> None:
    async with seated(server, "desfausse", 1) as (host,):
        crowd = [Raw(await session.ws_connect(f"{url(server)}/ws")) for _ in range(20)]
        for raw in crowd:
            await raw.say(type="hello", table=host.table, token=host.token)
        live = server.hall.tables[server.hall.codes.get(host.table, host.table)]
        guest = guest_of(str(host.token))
        for raw in crowd[-5:]:
            await raw.next("lobby")
        await until(lambda: len(live.people.devices(guest)) <= 6)
        for number in range(400):  # together they have no more than one
            raw = crowd[-1 - number % 5]
            if not raw.ws.closed:
                await raw.say(type="react", id=str(number), seat=0, what="bravo")
        await until(lambda: server.metrics.floods > 100)


test_all_devices_of_a_guest_share_one_measure = with_server(_crowd, rate=1, burst=60, strikes=1000)


async def _neighbours(server: Server, session: aiohttp.ClientSession) -> None:
    """One address has so many connections, and no more."""
    held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(12)]
    await until(lambda: server.door.refused > 0)
    assert server.door.open <= 8
    for one in held:
        one.close()
    await until(lambda: server.door.open == 0)


test_connections_of_one_address = with_server(_neighbours, connections=8)


# ---------------------------------------------------------------- 8: those who say nothing


@pytest.mark.parametrize(
    "said", [b"", b"GET / HTTP/1.1\r\nHost: loc", b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"]
)
def test_who_keeps_us_waiting_is_let_go(said: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "ASKS_WITHIN", 0.2)
    monkeypatch.setattr(door, "LOOKS", 0.05)

    async def whole() -> None:
        async with serving(tmp_path) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(said)
            async with asyncio.timeout(PATIENCE):
                with suppress(ConnectionError):
                    assert await reader.read() == b""
            writer.close()
            await until(lambda: server.door.open == 0)

    asyncio.run(whole())


def test_half_a_body_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.api.BODY_WITHIN", 0.2)

    async def whole() -> None:
        async with serving(tmp_path) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"
            writer.write(head)
            async with asyncio.timeout(PATIENCE):
                assert b" 400 " in await reader.readline()
            writer.close()

    asyncio.run(whole())


async def _reserve(server: Server, session: aiohttp.ClientSession) -> None:
    """When it gets crowded, strangers stay outside; people who sit at a table come back."""
    async with seated(server, "desfausse", 1) as (host,):
        server.door.most = server.door.open
        server.door.most = max(server.door.open + 2, 3)
        stranger = Raw(await session.ws_connect(f"{url(server)}/ws"))
        server.door.most = server.door.open
        await stranger.say(type="hello", table=host.table)
        assert (await stranger.next("notice"))["code"] == "too_many_devices"
        await stranger.closed()
        server.door.most = server.door.open + 1
        await host.drop()
        await until(lambda: host._ws is not None and not host._ws.closed)
        await host.order(Chat, seat=0, text="back again")


test_room_is_kept_for_people_who_sit = with_server(_reserve)


# ---------------------------------------------------------------- 10, 14: tables that go


async def _unentered(server: Server, session: aiohttp.ClientSession) -> None:
    await code_of(session, server)  # opened with a name, and nobody ever came
    async with seated(server, "desfausse", 1):
        pass
    await until(lambda: not any(table.people for table in server.hall.tables.values()))
    for table in server.hall.tables.values():
        table.used -= hall.UNENTERED + 1
    await server.hall.tidy()
    (left,) = server.hall.tables.values()
    assert left.entered


test_tables_that_nobody_entered_go_soon = with_server(_unentered)


def test_another_clock_on_the_wall_deletes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as server:
            async with seated(server, "desfausse", 2) as tables:
                await tables[0].order(Start)
            await until(lambda: not any(table.people for table in server.hall.tables.values()))
            ahead = time.time() + 25 * 3_600
            monkeypatch.setattr(time, "time", lambda: ahead)
            await server.hall.tidy()
            assert len(server.hall.tables) == 1
            assert len(await server.store.tables()) == 1

    asyncio.run(whole())


# ---------------------------------------------------------------- 11: chat that is part of the game


def test_chat_that_burns_words_is_shown_when_it_is_stored(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as server, seated(server, "blitz", 3) as tables:
            await tables[0].order(Start)
            await until(lambda: all(table.seen for table in tables))
            store, held, told = server.store, asyncio.get_running_loop().create_future(), []
            stored = store.append
            store.append = lambda *given: held  # type: ignore[method-assign]
            saying = asyncio.create_task(tables[0].order(Chat, seat=0, text="un secret"))
            await until(lambda: server.hall.tables[server.hall.codes.get(tables[0].table, tables[0].table)].chats)
            while not tables[1].news.empty():
                told.append(tables[1].news.get_nowait())
            assert not any(getattr(news, "line", None) for news in told), "shown before it was stored"
            store.append = stored  # type: ignore[method-assign]
            held.set_result(None)
            await saying
            async with asyncio.timeout(PATIENCE):
                while getattr(getattr(await tables[1].news.get(), "line", None), "text", "") != "un secret":
                    pass

    asyncio.run(whole())


# ---------------------------------------------------------------- 12: health


def test_health_is_what_the_store_can_do(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as server, aiohttp.ClientSession() as session:

            async def status() -> int:
                server._pulse = None
                async with session.get(f"{url(server)}/healthz") as response:
                    return response.status

            assert await status() == 200
            with closing(sqlite3.connect(tmp_path / "tablee.sqlite", isolation_level=None)) as other:
                other.execute("BEGIN EXCLUSIVE")
                assert await status() == 503
            assert await status() == 200
            (tmp_path / "tablee.sqlite").rename(tmp_path / "gone.sqlite")
            assert await status() == 503
            (tmp_path / "gone.sqlite").rename(tmp_path / "tablee.sqlite")

    asyncio.run(whole())


# ---------------------------------------------------------------- 13: floods that the server bounds


async def _questions(server: Server, session: aiohttp.ClientSession) -> None:
    statuses = []
    for _ in range(80):
        async with session.get(f"{url(server)}/api/matches", headers={"Authorization": "Bearer x"}) as response:
            statuses.append(response.status)
    assert 429 in statuses


test_questions_to_the_store_are_limited = with_server(_questions, questions=1)


@pytest.mark.parametrize("opcode", [0x9, 0xA], ids=["pings", "pongs"])
def test_frames_that_nobody_asked_for_count(opcode: int, tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path, rate=1, burst=60) as server, aiohttp.ClientSession() as session:
            raw = await connect(session, server, await code_of(session, server))
            send = raw.ws.ping if opcode == 0x9 else raw.ws.pong
            for _ in range(500):
                if not raw.ws.closed:
                    with suppress(ConnectionError, aiohttp.ClientError):
                        await send(b"flood")
            await raw.closed()
            assert server.metrics.floods > 0

    asyncio.run(whole())


def test_a_connection_that_says_too_much_is_read_slowly(tmp_path: Path) -> None:
    """Empty fragments make no message; there is only so much of them that we read in a second."""

    async def whole() -> None:
        async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
            raw = await connect(session, server, await code_of(session, server))
            transport = raw.ws._conn.transport if raw.ws._conn else None
            assert isinstance(transport, asyncio.Transport)
            transport.write(b"\x01\x80\0\0\0\0")
            empty = b"\x00\x80\0\0\0\0" * 20_000
            for _ in range(40):
                transport.write(empty)
            await until(lambda: any(isinstance(one.transport, asyncio.Transport) for one in server.sockets))
            await until(lambda: any(not one.transport.is_reading() for one in server.sockets))
            transport.abort()

    asyncio.run(whole())


# ---------------------------------------------------------------- 15: what cannot be read


def test_one_unreadable_row_does_not_keep_the_others_away(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
            codes = [await code_of(session, server) for _ in range(3)]
        with closing(sqlite3.connect(tmp_path / "tablee.sqlite")) as db, db:
            db.execute("UPDATE tables SET state = ? WHERE code = ?", (b"\xffnonsense", codes[0]))
            db.execute("UPDATE tables SET state = ? WHERE code = ?", (b'{"id": "x"}', codes[1]))
        async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
            assert len(server.hall.tables) == 1
            async with session.get(f"{url(server)}/metrics") as response:
                assert "tablee_tables_set_aside 2" in await response.text()
            assert len(await server.store.tables()) == 3, "nothing is thrown away"

    asyncio.run(whole())


def test_a_damaged_database_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tablee.sqlite").write_bytes(b"this is no database at all" * 400)
    command = [sys.executable, "-m", "tablee.cli", "serve", "--port", "0", "--data", str(tmp_path), "--lang", "en"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr
    assert "cannot be used" in ran.stderr


# ---------------------------------------------------------------- 16: one lobby a visit


async def _visit(server: Server, session: aiohttp.ClientSession) -> None:
    async with seated(server, "desfausse", 1) as (host,):
        while not host.news.empty():
            host.news.get_nowait()
        async with Connection(url(server), host.table) as visitor:
            await visitor.order(Sit, name="Bo")
        await until(lambda: host.lobby and not host.lobby.seats[1].here)
        told = [host.news.get_nowait() for _ in range(host.news.qsize())]
        assert sum(type(news).__name__ == "Lobby" for news in told) <= 4  # came, sat, gave a seed, went


test_a_visit_is_told_once = with_server(_visit)


# ---------------------------------------------------------------- 17: and the rest


@pytest.mark.parametrize("name", ["Bo\u00ad", "B\u200bo", "\u3164\u3164", "\u2800", "Jo\u034fe", "Aոa\u2062"])
def test_names_that_cannot_be_seen(name: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as server, await Connection.open(url(server), "desfausse") as table:
            assert await code_when_refused(table, Sit, name=name) in ("bad_name", "empty_name")

    asyncio.run(whole())


@pytest.mark.parametrize("name", ["\u0410n\u0430", "ANA", "A n a", "\uff21na"])
def test_names_that_look_like_another(name: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as server, await Connection.open(url(server), "desfausse", name="Ana") as table:
            assert await code_when_refused(table, Sit, name=name) == "same_name"
            await table.order(Sit, name="Anaïs 👩\u200d🚀")

    asyncio.run(whole())


async def _all_seats(server: Server, session: aiohttp.ClientSession) -> None:
    async with seated(server, "desfausse", 1) as (host,), Connection(url(server), host.table) as greedy:
        for name in ("Bo", "Cy", "Di"):
            await greedy.order(Sit, name=name)
        assert await code_when_refused(greedy, Sit, name="Ed") == "too_many_seats"


test_a_stranger_does_not_take_every_seat = with_server(_all_seats)


async def _odd(server: Server, session: aiohttp.ClientSession) -> None:
    """Whatever is asked, the answer is no 500 and carries the headers."""
    asked = [
        b"GET /a%00b HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
        b"PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"NONSENSE\r\n\r\n",
    ]
    for request in asked:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(request)
        async with asyncio.timeout(PATIENCE):
            head = await reader.readuntil(b"\r\n\r\n")
        assert not head.startswith(b"HTTP/1.1 5"), (request, head)
        assert b"X-Content-Type-Options: nosniff" in head, (request, head)
        writer.close()


test_odd_requests = with_server(_odd)


async def _cross_site(server: Server, session: aiohttp.ClientSession) -> None:
    wanted = json.dumps({"game": "desfausse"})
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        async with session.post(f"{url(server)}/api/tables", data=wanted, headers=headers) as response:
            assert (response.status, (await response.json())["code"]) == (403, "wrong_origin")
    assert not server.hall.tables
    async with session.post(f"{url(server)}/api/tables", data=wanted, headers={"Origin": url(server)}) as response:
        assert response.status == 201


test_another_site_opens_no_tables = with_server(_cross_site)


def test_an_order_that_is_sent_again_after_a_restart_has_no_second_effect(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as server:
            table = await Connection.open(url(server), "desfausse")
            async with table:
                await table.send(Sit("the-same-id", "Ana"))
                code, token = table.table, table.token
        async with serving(tmp_path) as server, Connection(url(server), code, token) as table:
            await table.send(Sit("the-same-id", "Ana"))
            assert table.lobby
            assert [seat.name for seat in table.lobby.seats] == ["Ana"]

    asyncio.run(whole())


async def _replays(server: Server, session: aiohttp.ClientSession) -> None:
    """Whoever asks for replay after replay of a long match waits, and makes no line that never ends."""
    go = threading.Event()
    waiting = [asyncio.create_task(server.aside(go.wait)) for _ in range(REPLAYS)]
    await asyncio.sleep(0)
    with pytest.raises(NotAllowed, match="too_fast"):
        await server.aside(len, "")
    go.set()
    assert all(await asyncio.gather(*waiting))
    assert await server.aside(len, "x") == 1


test_replays_wait_in_a_line_that_ends = with_server(_replays)


def test_seeds_and_lent_codes_of_those_who_went_are_forgotten() -> None:
    state = TableState("t", "BABA", "desfausse", host="host", next="m")
    lending = Lending(lambda: 0.0)
    for number in range(200):
        sit(state, f"guest {number}", Sit("", "Ines"))
        add_seed(state, f"guest {number}", Seed("", "m", "x" * 16))
        leave(state, f"guest {number}", Leave("", 0))
        first, second = lending.lend("guest"), lending.lend("guest")
    assert "guest 199" in state.seeds, "whoever comes back at once has not to throw again"
    assert len(state.seeds) < 20
    with pytest.raises(NotAllowed):
        lending.take("other", first)
    assert lending.take("other", second) == "guest"
