"""Packs of one's own: kept, changed by one device at a time, opened by those who may, and played."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import time
import zipfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import msgspec
import pytest

from tablee.bots import find_bots
from tablee.client import Connection, play
from tablee.engine import Match, PackRef, find
from tablee.packs import library
from tablee.packs.document import playable
from tablee.packs.format import Manifest
from tablee.server.app import Server
from tablee.server.protocol import Mark, SetUp, Sit, Start
from tests.packs.test_media import png
from tests.server.live import PATIENCE, play_out, seated, serving, url
from tests.server.test_killed import free_port, start_server
from tests.server.test_whole_games import QUICK

Story = Callable[[Server, "Desk"], Coroutine[Any, Any, None]]


class Desk:
    """Somebody at the atelier."""

    def __init__(self, session: aiohttp.ClientSession, token: str = "") -> None:
        self.session, self.token = session, token

    async def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        async with self.session.request(method, f"/api/packs{path}", headers=headers, data=data) as response:
            text = await response.text()
            assert response.status == status, text
            return msgspec.json.decode(text) if "json" in response.content_type else text

    async def new(self, game: str = "defizz", title: str = "Les 40 ans de Maud", **more: Any) -> Any:
        made = await self.ask("POST", "", {"game": game, "title": title, **more}, 201)
        self.token = made["token"] or self.token
        return made

    async def put(self, pack: Any, *tables: dict[str, Any], array: str = "question", status: int = 200) -> Any:
        put = [{"array": array, "id": table["id"], "table": table} for table in tables]
        return await self.ask("PATCH", f"/{pack['id']}", {"version": pack["version"], "put": put}, status)


def told(story: Story, tmp_path: Path, **settings: Any) -> None:
    async def tell() -> None:
        async with serving(tmp_path, **settings) as server, aiohttp.ClientSession(url(server)) as session:
            await story(server, Desk(session))

    asyncio.run(tell())


def question(id: str, **more: Any) -> dict[str, Any]:
    made = {"id": id, "kind": "duel", "card": 1, "clue": "Premier salaire", "mode": "chrono"}
    return made | {"text": f"Quel métier ({id}) ?", "answer": "maître-nageuse", "rivals": ["serveuse"]} | more


def test_a_pack_is_written_checked_tried_sent_and_deleted(tmp_path: Path) -> None:
    async def story(server: Server, maud: Desk) -> None:
        pack = await maud.new()
        pack = await maud.put(pack, question("a"), question("b", text=""))
        assert (pack["version"], pack["entries"]) == (2, 2)
        shown = await maud.ask("GET", f"/{pack['id']}")
        assert [table["id"] for _, table in shown["content"]] == ["a", "b"]
        found = (await maud.ask("POST", f"/{pack['id']}/check", {}))["findings"]
        assert {("a", "few_rivals"), ("b", "no_text")} <= {(one["id"], one["code"]) for one in found}
        assert all(
            one["id"] == "a" for one in (await maud.ask("POST", f"/{pack['id']}/check", {"entry": "a"}))["findings"]
        )
        tries = {"maitre nageuze": "right", "serveuse": "wrong"}
        for text, verdict in tries.items():
            ruled = await maud.ask("POST", f"/{pack['id']}/try", {"entry": "a", "text": text})
            assert (ruled["verdict"], bool(ruled["why"])) == (verdict, True)
        file = await maud.ask("GET", f"/{pack['id']}/file?format=toml")
        assert 'clue = "Premier salaire"' in file
        brought = await maud.ask("POST", "/import?game=defizz&name=maud.toml", file.encode())
        copy = await maud.ask("POST", "", {"game": "defizz", "title": "Encore", "document": brought["document"]}, 201)
        assert copy["entries"] == 2
        assert [one["title"] for one in (await maud.ask("GET", ""))["packs"]] == ["Encore", "Les 40 ans de Maud"]
        await maud.ask("DELETE", f"/{pack['id']}")
        await maud.ask("GET", f"/{pack['id']}", status=404)

    told(story, tmp_path)


def test_two_devices_never_overwrite_each_other_unseen(tmp_path: Path) -> None:
    async def story(server: Server, maud: Desk) -> None:
        pack = await maud.new()
        secret = (await maud.ask("POST", f"/{pack['id']}/link", {"kind": "edit"}))["secret"]
        lou = Desk(maud.session, secret)
        seen = await lou.ask("GET", f"/{pack['id']}")
        mine = await maud.put(seen, question("a"))
        refused = await lou.put(seen, question("a", text="Autre chose ?"), status=409)
        assert refused["code"] == "pack_changed"
        await lou.put(mine, question("b"))
        texts = [table["text"] for _, table in (await maud.ask("GET", f"/{pack['id']}"))["content"]]
        assert texts == ["Quel métier (a) ?", "Quel métier (b) ?"]

    told(story, tmp_path)


def test_what_is_written_while_another_writes_is_no_lost_pack(tmp_path: Path) -> None:
    """As when a page that is left sends its last word, and the next one sends it again."""

    async def story(server: Server, maud: Desk) -> None:
        seen = await maud.new()
        blob = server.store.blob

        async def meanwhile(hash: str) -> bytes | None:
            nonlocal seen
            monkey.undo()
            seen = await maud.put(seen, question(f"q{seen['version']}"))
            return await blob(hash)

        monkey = pytest.MonkeyPatch()
        monkey.setattr(server.store, "blob", meanwhile)
        assert (await maud.put(seen, question("a"), status=409))["code"] == "pack_changed"
        monkey.setattr(server.store, "blob", meanwhile)
        read = await maud.ask("GET", f"/{seen['id']}")
        assert len(read["content"]) == 2
        assert read["version"] == seen["version"]

    told(story, tmp_path)


def test_whoever_has_no_key_learns_nothing(tmp_path: Path) -> None:
    async def story(server: Server, maud: Desk) -> None:
        pack = await maud.put(await maud.new(), question("a"))
        read = (await maud.ask("POST", f"/{pack['id']}/link", {"kind": "read"}))["secret"]
        nobody, guest, other = Desk(maud.session), Desk(maud.session, read), Desk(maud.session)
        await other.new()
        for stranger in (nobody, other):
            for method, path in [("GET", ""), ("GET", "/file"), ("POST", "/check"), ("DELETE", ""), ("PATCH", "")]:
                refused = await stranger.ask(method, f"/{pack['id']}{path}", {"version": 3}, 404)
                assert refused["code"] == "no_pack"
            assert (await stranger.ask("GET", ""))["shown"] == []
        assert (await guest.ask("GET", f"/{pack['id']}"))["content"][0][1]["answer"] == "maître-nageuse"
        await guest.ask("PATCH", f"/{pack['id']}", {"version": 3}, 404)
        await maud.ask("POST", f"/{pack['id']}/link", {"kind": "read", "on": False})
        await guest.ask("GET", f"/{pack['id']}", status=404)

    told(story, tmp_path)


def test_limits_are_refused_and_nothing_is_half_kept(tmp_path: Path) -> None:
    async def story(server: Server, maud: Desk) -> None:
        pack = await maud.new()
        refusals = [
            ([question(f"q{n}") for n in range(9)], "too_many_entries"),
            ([question("a", text="x" * 900, answer=f"{n}" * 900) for n in range(9)][:1] * 1, "pack_too_big"),
            ([question("a", kind="solo")], "bad_entry"),
            ([question("a", accept=["x"] * 500)], "too_long"),
        ]
        for tables, code in refusals:
            assert (await maud.put(pack, *tables, status=403 if code == "x" else 400))["code"] == code
        assert (await maud.ask("GET", f"/{pack['id']}"))["version"] == 1
        refused = await maud.ask("POST", "", {"game": "defizz", "title": "Un de trop"}, 403)
        assert refused["code"] == "too_many_packs"
        await maud.ask("POST", "", {"game": "defizz", "title": "x" * 99}, 400)
        await maud.ask("POST", "", b"[" * 60_000, 400)

    told(story, tmp_path, packs=1, pack_entries=8, pack_bytes=1_500)


# ---------------------------------------------------------------- played


def own_pack(game: str) -> list[dict[str, Any]]:
    if game == "blitz":
        return [
            {"id": f"t{n}", "symbol": "wave", "text": f"Chose à nous {n}", "tag": f"nous{n}", "examples": [f"rien {n}"]}
            for n in range(3)
        ]
    answer = {"answer": "Maud la canari", "rivals": ["serveuse", "fée", "reine"], "mode": "chrono"}
    if game == "defizz":
        return [
            {"id": f"{kind}{n}", "kind": kind, "card": 1, "clue": f"Indice {kind} {n}", "text": f"À nous {n} ?"}
            | answer
            for kind in ("duel", "multi")
            for n in range(2)
        ]
    return [
        {"id": f"{kind}1", "booklet": kind, "page": 3, "number": 3, "keyword": "À nous", "text": f"À nous {kind} ?"}
        | answer
        | {"mode": None if kind == "solo" else "speed"}
        for kind in ("solo", "duo", "multi")
    ]


HOUSE = {"reader": "house", "quick_game": True}
BOXES = {"defizz": "defizz-base", "egomaster": "egomaster-base", "blitz": "blitz-a"}
ARRAYS = {"defizz": "question", "egomaster": "question", "blitz": "theme"}


@pytest.mark.parametrize("game", list(BOXES))
def test_ones_own_come_first_the_box_fills_the_gaps_and_nobody_sees_an_answer_too_early(
    game: str, tmp_path: Path
) -> None:
    async def story(server: Server, maud: Desk) -> None:
        pack = await maud.put(await maud.new(game), *own_pack(game), array=ARRAYS[game])
        options = {"blitz": QUICK, "defizz": {"reader": "house"}}.get(game, {"reader": "house", "quick_game": True})
        async with seated(server, game, 3, options, pace="none") as (host, *others):
            name = f"own:{pack['id']}"
            with pytest.raises(Exception, match="no_pack"):
                await host.order(SetUp, packs=[f"{name}:wrong", BOXES[game]])
            await host.order(SetUp, packs=[f"{name}:{maud.token}", BOXES[game]])
            assert others[0].lobby
            assert others[0].lobby.packs == (name, BOXES[game])
            await others[0].order(SetUp, packs=[name, BOXES[game]])  # it lies on the table: no key is needed
            assert maud.token not in str(others[0].lobby)
            await host.order(Start)
            live = server.hall.tables[host.table]
            assert live.running
            match = live.running.match
            assert [ref.id for ref in match.header.packs][:2] == [name, BOXES[game]]
            kept = match.header.packs[0].hash
            await maud.put(await maud.ask("GET", f"/{pack['id']}"), *own_pack(game)[:1], array=ARRAYS[game])
            await maud.ask("DELETE", f"/{pack['id']}")
            assert await server.store.blob(kept), "a match keeps the version that it was begun with"
            results = await play_out([host, *others], "regular")
            assert results[0].ranking
            drawn = [reply.value for reply in live.running.match.log if reply.name == "card"] if live.running else []
            if game == "defizz" and drawn:
                kinds = [str(card).removeprefix("own1-").rstrip("0123456789") for card in drawn]
                first = [str(drawn[kinds.index(kind)]) for kind in dict.fromkeys(kinds)]
                assert all(card.startswith("own1-") for card in first)

    told(story, tmp_path)


def test_a_mixed_match_is_the_same_after_kill_9(tmp_path: Path) -> None:
    """The server is killed in the middle of a game with a pack of one's own; the pack is changed; the game goes on."""

    async def story() -> None:
        port = free_port()
        address = f"http://127.0.0.1:{port}"
        server = await start_server(port, tmp_path)
        async with aiohttp.ClientSession(address) as session:
            maud = Desk(session)
            pack = await maud.put(await maud.new("egomaster"), *own_pack("egomaster"))
            packs = [f"own:{pack['id']}:{maud.token}", "egomaster-base"]
            host = await Connection.open(address, "egomaster", options=HOUSE, pace="none", packs=packs)
            clients = [Connection(address, host.table, host.token), *(Connection(address, host.table) for _ in "ab")]
            make = find_bots(find("egomaster"))["regular"]
            async with clients[0], clients[1], clients[2]:
                for seat, client in enumerate(clients):
                    client.slowest = 0.2
                    await client.order(Sit, name=f"player {seat}")
                await clients[0].order(Start)
                playing = [
                    asyncio.create_task(play(client, make, seat, Random(seat), haste=0.001))
                    for seat, client in enumerate(clients)
                ]
                async with asyncio.timeout(60):
                    while not clients[0].seen or clients[0].seen.seq < 40:
                        await asyncio.sleep(0.02)
                os.kill(server.pid, signal.SIGKILL)
                await server.wait()
                server = await start_server(port, tmp_path)
                await maud.ask("DELETE", f"/{pack['id']}")
                async with asyncio.timeout(120):
                    results = await asyncio.gather(*playing)
                assert results[0].ranking
            server.terminate()
            await server.wait()

    asyncio.run(story())


def test_a_pack_says_where_a_question_is_from_and_leaves_out_what_is_not_finished() -> None:
    questions = [*own_pack("defizz"), {**own_pack("defizz")[0], "id": "unfinished", "answer": None}]
    document = {
        "pack": Manifest("own:x", "defizz", "Maud", "fr", "CC0-1.0", (), "1"),
        "tables": [["question", table] for table in questions],
    }
    pack = playable(msgspec.json.encode(document))
    library.keep(pack)
    match = Match.new("defizz", list("abc"), packs=[pack.hash, "defizz-base"])
    assert match.header.packs[0] == PackRef("own:x", pack.hash)
    cards = match._table.cards["duel"]  # type: ignore[attr-defined]
    own = [card for card in cards.values() if card.own]
    assert [question.id for card in own for question in card.questions] == ["duel0", "duel1"]
    assert {question.origin for card in cards.values() for question in card.questions} == {"Maud", "La boîte à défis"}


# ---------------------------------------------------------------- files from elsewhere

SWELLING = io.BytesIO()
with zipfile.ZipFile(SWELLING, "w", zipfile.ZIP_DEFLATED) as book:
    with book.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
        for _ in range(60):
            sheet.write(b" " * 1_048_576)
    book.writestr("xl/workbook.xml", "<workbook/>")

HOSTILE = {
    "bomb.xlsx": SWELLING.getvalue(),
    "deep.json": b'{"incorrect_answers":' + b"[" * 200_000,
    "deep.toml": b"[pack]\nid = " + b"[" * 200_000,
    "slow.toml": b"".join(b"[a%d.b.c.d]\n" % n for n in range(80_000)),
    "long.csv": b"question;reponse\n" + b'"' * 1_000_000,
    "garbage.xlsx": bytes(range(256)) * 1_000,
    "braces.gift": b"::a::{" * 100_000,
    "none.exe": b"MZ",
    "laughs.xml": b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><quiz><question>&b;</question></quiz>',
    "deep.xml": b"<quiz>" * 200_000,
    "wide.xml": b"<quiz>" + b"<question/>" * 300_000,
}


def test_hostile_files_are_refused_soon_and_the_server_goes_on(tmp_path: Path) -> None:
    async def story(server: Server, maud: Desk) -> None:
        for name, data in HOSTILE.items():
            asked = asyncio.create_task(_bring(maud, name, data))
            slowest = 0.0
            async with asyncio.timeout(PATIENCE):
                while not asked.done():
                    before = time.thread_time()  # of our own making: the machine may have others to serve
                    await asyncio.sleep(0.01)
                    slowest = max(slowest, time.thread_time() - before)
            status, body = asked.result()
            assert status in (200, 400), (name, body)
            assert status == 400 or not body["document"]["tables"], name
            assert slowest < 2.0, f"{name}: the loop stood still for {slowest:.1f} s"
        good = "question;réponse\r\nQuel port ?;Marseille\r\n".encode()
        assert (await _bring(maud, "good.csv", good))[0] == 200

    told(story, tmp_path)


async def _bring(desk: Desk, name: str, data: bytes) -> tuple[int, Any]:
    async with desk.session.post(f"/api/packs/import?game=defizz&name={name}", data=data) as response:
        return response.status, await response.json()


# ---------------------------------------------------------------- pictures and sounds


async def _get(desk: Desk, path: str) -> tuple[int, str, bytes, dict[str, str]]:
    headers = {"Authorization": f"Bearer {desk.token}"}
    async with desk.session.get(path, headers=headers) as response:
        return response.status, response.content_type, await response.read(), dict(response.headers)


def test_a_picture_is_kept_served_strictly_and_sent_in_a_bundle(tmp_path: Path) -> None:
    async def story(server: Server, maud: Desk) -> None:
        pack = await maud.put(await maud.new(), question("a"), question("b"))
        where = f"/{pack['id']}/media?entry=a&version={pack['version']}&about=Maud"
        assert (await maud.ask("POST", where, b"<svg onload='alert(1)'/>", 400))["code"] == "bad_media"
        pack = await maud.ask("POST", where, png() + b"<script>")
        file = pack["media"]["file"]
        status, kind, data, headers = await _get(maud, f"/api/media/{file}")
        assert (status, kind, data) == (200, "image/png", png())
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in headers["Content-Security-Policy"]
        record = await server.store.own_pack(pack["id"])
        assert record
        for name in (f"{record.hash}.png", file.replace(".png", ".jpg"), "x.png"):  # a pack is no picture
            assert (await _get(maud, f"/api/media/{name}"))[0] == 404
        bundle = (await _get(maud, f"/api/packs/{pack['id']}/file?format=tablee"))[2]
        shown = await maud.ask("POST", "/import?game=defizz&name=maud.tablee", bundle)
        assert (len(shown["document"]["tables"]), shown["files"]) == (2, 1)
        await maud.ask("DELETE", f"/{pack['id']}")
        assert (await _get(maud, f"/api/media/{file}"))[0] == 404
        again = await maud.ask("POST", "/bundle?game=defizz", bundle, 201)
        opened = await maud.ask("GET", f"/{again['id']}")
        assert opened["content"][0][1]["media"] == {"file": file, "about": "Maud"}
        assert (await _get(maud, f"/api/media/{file}"))[0] == 200

    told(story, tmp_path)


def test_what_a_table_marks_comes_to_the_author_with_what_people_answered(tmp_path: Path) -> None:
    async def story(server: Server, maud: Desk) -> None:
        pack = await maud.put(await maud.new("egomaster"), *own_pack("egomaster"))
        async with seated(server, "egomaster", 3, HOUSE, pace="none") as tables:
            await tables[0].order(SetUp, packs=[f"own:{pack['id']}:{maud.token}", "egomaster-base"])
            await tables[0].order(Start)
            with pytest.raises(Exception, match="nothing_to_mark"):
                await tables[0].order(Mark, seat=0)
            make = find_bots(find("egomaster"))["regular"]
            playing = [asyncio.create_task(play(one, make, seat, Random(seat), 0.0)) for seat, one in enumerate(tables)]
            live = server.hall.tables[tables[0].table]
            async with asyncio.timeout(60):
                while not (live.running and live.running.match.on_table()):
                    await asyncio.sleep(0.005)
            told_back = await tables[0].order(Mark, seat=0)
            await tables[1].order(Mark, seat=1)
            for one in playing:
                one.cancel()
        assert told_back["marked"]
        marks = await maud.ask("GET", f"/{pack['id']}/marks")
        assert {mark["entry"] for mark in marks} <= {table["id"] for table in own_pack("egomaster")}
        assert len({mark["id"] for mark in marks}) == len(marks) >= 1
        await maud.ask("DELETE", f"/{pack['id']}/marks", {"ids": [mark["id"] for mark in marks]})
        assert await maud.ask("GET", f"/{pack['id']}/marks") == []

    told(story, tmp_path)
