"""Whoever wants to read, change or swell what others keep in the atelier, and what the server says to that."""

from __future__ import annotations

import asyncio
import io
import threading
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tablee.engine import NotAllowed
from tablee.games.blitz import cards
from tablee.packs import library
from tablee.server.app import Server
from tablee.server.atelier_tools import OURS, SHARE, Bench
from tablee.server.protocol import Rematch, SetUp, Start
from tests.packs.test_media import chunk, png
from tests.server.live import play_out, seated
from tests.server.test_atelier import Desk, _get, own_pack, question, told
from tests.server.test_whole_games import QUICK


async def with_picture(maud: Desk, **more: Any) -> tuple[Any, str]:
    pack = await maud.put(await maud.new(), question("a", **more))
    pack = await maud.ask("POST", f"/{pack['id']}/media?entry=a&version={pack['version']}", png())
    return pack, pack["media"]["file"]


def test_nobody_reads_a_pack_or_a_picture_by_naming_its_bytes(tmp_path: Path) -> None:
    """The hash of a pack is no secret: everyone who has played with it finds it in the match that he takes home."""

    async def story(server: Server, maud: Desk) -> None:
        pack, picture = await with_picture(maud, answer="Maud la canari")
        record = await server.store.own_pack(pack["id"])
        assert record
        thief = Desk(maud.session)
        bait = await thief.new()
        for file in (f"{record.hash}.png", picture):
            bait = await thief.put(bait, question("x", media={"file": file, "about": ""}))
            content = (await thief.ask("GET", f"/{bait['id']}"))["content"]
            assert "media" not in content[0][1], "what is not in this pack is not named by it"
            bundle = (await _get(thief, f"/api/packs/{bait['id']}/file?format=tablee"))[2]
            with zipfile.ZipFile(io.BytesIO(bundle)) as opened:
                assert opened.namelist() == ["pack.toml"]
        document = {"pack": content_of(bait), "tables": [["question", question("x", media={"file": picture})]]}
        made = await thief.ask("POST", "", {"game": "defizz", "title": "Vol", "document": document}, 201)
        assert "media" not in (await thief.ask("GET", f"/{made['id']}"))["content"][0][1]
        read = (await maud.ask("POST", f"/{pack['id']}/link", {"kind": "read"}))["secret"]
        guest = Desk(maud.session, f"{thief.token},{read}")
        copy = await guest.ask("POST", "", {"game": "defizz", "title": "Copie", "copy": pack["id"]}, 201)
        assert (await guest.ask("GET", f"/{copy['id']}"))["content"][0][1]["media"]["file"] == picture

    told(story, tmp_path)


def content_of(pack: Any) -> dict[str, Any]:
    return {name: pack[name] for name in ("game", "title", "language", "licence", "authors")} | {
        "id": "x",
        "version": "1",
    }


def test_whoever_may_only_read_changes_nothing_and_nobody_takes_a_pack_over(tmp_path: Path) -> None:
    async def story(server: Server, maud: Desk) -> None:
        pack, _ = await with_picture(maud)
        read = (await maud.ask("POST", f"/{pack['id']}/link", {"kind": "read"}))["secret"]
        edit = (await maud.ask("POST", f"/{pack['id']}/link", {"kind": "edit"}))["secret"]
        where = f"/{pack['id']}"
        now = (await maud.ask("GET", where))["version"]
        for stranger in (Desk(maud.session, read), Desk(maud.session, pack["id"]), Desk(maud.session, " , ,")):
            for method, path, body in [
                ("PATCH", "", {"version": now, "put": [{"array": "question", "id": "a"}]}),
                ("DELETE", "", {}),
                ("POST", "/link", {"kind": "edit"}),
                ("POST", f"/media?entry=a&version={now}", png()),
                ("GET", "/marks", None),
                ("DELETE", "/marks", {"ids": []}),
            ]:
                assert (await stranger.ask(method, where + path, body, 404))["code"] == "no_pack"
        lou = Desk(maud.session, edit)  # writes, but the pack is not hers to delete
        assert (await lou.ask("DELETE", where, {}, 400))["code"] == "only_owner"
        for id in ("..", "%2e%2e%2fmatches", "own:x", "x' OR '1'='1", "a" * 5_000):
            status, _, _, _ = await _get(maud, f"/api/packs/{id}")
            assert status in (404, 400, 414), id
        assert (await maud.ask("GET", where))["version"] == now

    told(story, tmp_path)


def test_a_lid_is_not_longer_than_a_lid(tmp_path: Path) -> None:
    """What everyone reads of a pack that is shown, whatever file it came from."""

    async def story(server: Server, maud: Desk) -> None:
        manifest = {
            "id": "x",
            "game": "defizz",
            "title": "t",
            "language": "f" * 900,
            "licence": "l" * 9_000,
            "authors": ["a" * 9_000] * 90,
            "version": "1",
        }
        wanted = {"game": "defizz", "title": "Ma\u202eud\x07\n", "document": {"pack": manifest, "tables": []}}
        made = await maud.ask("POST", "", wanted, 201)
        assert made["title"] == "Maud"
        assert len(msgspec.json.encode(made)) < 2_000

    told(story, tmp_path)


def test_all_that_guests_keep_has_a_weight(tmp_path: Path) -> None:
    async def story(server: Server, maud: Desk) -> None:
        pack = await maud.put(await maud.new(), question("a"))
        where = f"/{pack['id']}/media?entry=a&version={pack['version']}"
        heavy = png(extra=chunk(b"IDAT", bytes(1_100_000)))
        assert (await maud.ask("POST", where, heavy, 400))["code"] == "packs_full"
        assert (await maud.ask("GET", f"/{pack['id']}"))["version"] == pack["version"]
        await maud.ask("POST", where, png())

    told(story, tmp_path, pack_megabytes=1)


def test_a_game_ends_although_others_have_brought_hundreds_of_packs(tmp_path: Path) -> None:
    async def story(server: Server, maud: Desk) -> None:
        pack = await maud.put(await maud.new("blitz"), *own_pack("blitz"), array="theme")
        async with seated(server, "blitz", 3, QUICK, pace="none") as tables:
            await tables[0].order(SetUp, packs=[f"own:{pack['id']}:{maud.token}", "blitz-a"])
            await tables[0].order(Start)
            running = server.hall.tables[tables[0].table].running
            assert running
            own = library.get(running.match.header.packs[0])
            for number in range(library.GUESTS):
                library.keep(replace(own, hash=f"{number}"))
            del own
            cards._dealt.cache_clear()  # as when as many tables play with them
            cards.deck.cache_clear()
            async with asyncio.timeout(60):
                assert (await play_out(tables, "regular"))[0].ranking

    told(story, tmp_path)


def test_a_pack_that_grows_is_weighed_too(tmp_path: Path) -> None:
    async def story(server: Server, maud: Desk) -> None:
        long = [question(f"q{n}", text="x" * 900) for n in range(400)]
        for _ in range(2):
            pack = await maud.put(await maud.new(), *long)
        assert (await maud.put(await maud.new(), *long, status=400))["code"] == "packs_full"
        await maud.put(pack, question("q1", text="x"))  # whoever writes less may

    told(story, tmp_path, pack_megabytes=1)


def test_whoever_wrote_a_pack_learns_of_no_table_but_his_own(tmp_path: Path) -> None:
    """A code opens a table: it is told by those who sit there, and not by what they play."""

    async def story(server: Server, maud: Desk) -> None:
        pack = await maud.put(await maud.new(), question("a"))
        pack = await maud.ask("PATCH", f"/{pack['id']}", {"version": pack["version"], "shown": True})
        async with seated(server, "defizz", 2) as tables:
            await tables[0].order(SetUp, packs=[f"own:{pack['id']}", "defizz-base"])
            assert (await maud.ask("GET", f"/{pack['id']}"))["used_at"] == []
            there = Desk(maud.session, f"{maud.token},{tables[1].token}")
            (used,) = (await there.ask("GET", f"/{pack['id']}"))["used_at"]
            assert tables[0].lobby
            assert used["code"] == tables[0].lobby.code

    told(story, tmp_path)


def test_whoever_asks_for_much_keeps_nobody_else_from_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def crowd() -> None:
        bench, go = Bench(OURS), threading.Event()
        monkeypatch.setattr(bench._worker, "run", lambda name, work, *given: go.wait())
        many = [asyncio.create_task(bench.do("one", "x", len)) for _ in range(SHARE + 3)]
        done, waiting = await asyncio.wait(many, return_when=asyncio.FIRST_EXCEPTION)
        assert {str(task.exception()) for task in done} == {str(NotAllowed("too_fast"))}
        other = asyncio.create_task(bench.do("other", "x", len))
        go.set()
        assert await other
        assert all(await asyncio.gather(*waiting))
        assert await bench.do("one", "x", len)
        await bench.close()

    asyncio.run(crowd())


def test_versions_that_games_hold_are_weighed_too(tmp_path: Path) -> None:
    """A game begun with each version keeps it: what is as long as before adds up, too."""

    async def story(server: Server, maud: Desk) -> None:
        pack = await maud.put(await maud.new(), *(question(f"q{n}", text="0" * 900) for n in range(350)))
        async with seated(server, "defizz", 3, pace="none") as tables:
            await tables[0].order(SetUp, packs=[f"own:{pack['id']}:{maud.token}", "defizz-base"])
            for turn in range(1, 4):
                await tables[0].order(Start)
                await tables[0].order(Rematch)
                status = 400 if turn == 3 else 200
                pack = await maud.put(pack, question("q1", text=f"{turn}" * 900), status=status)
        assert pack["code"] == "packs_full"

    told(story, tmp_path, pack_megabytes=1)
