"""`tablee join`, with a real server in the same process."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from tablee.cli import main
from tablee.client import Connection
from tablee.engine import Refused
from tablee.games.defizz.cards import choose_packs, decks
from tablee.server.app import Server
from tablee.server.protocol import Sit
from tablee.terminal import seats
from tablee.terminal.joined import Joined
from tablee.terminal.told import Clock
from tests.server.live import serving, url
from tests.terminal.hands import DONE, PATIENCE, Terminal, let_hands_see, once, play, play_until, seated


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    let_hands_see(monkeypatch)


def evening(work: Coroutine[Any, Any, None]) -> None:
    async def patient() -> None:
        async with asyncio.timeout(2 * PATIENCE):
            await work

    asyncio.run(patient())


async def open_table(server: Server, game: str, **wanted: Any) -> str:
    """A table of which the next terminal is the host; its address."""
    host = await Connection.open(url(server), game, **wanted)
    async with host:
        seats.keep(host.url, host.table, host.token or "")
        assert host.lobby
        return f"{host.url}/{host.lobby.code}"


async def together(*terminals: Terminal) -> list[str]:
    """The first is at the table before the others come."""
    first = asyncio.create_task(asyncio.to_thread(terminals[0].run))
    await until(lambda: hasattr(terminals[0].hands, "session") or first.done())
    return list(await asyncio.gather(first, *(asyncio.to_thread(one.run) for one in terminals[1:])))


async def until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_two_terminals_and_a_bot_play_desfausse_to_the_end(language: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server:
            position, options = {"round": 3, "active": 0}, {"round_turn_cap": 2}
            address = await open_table(server, "desfausse", position=position, options=options)
            start = {"fr": "démarrer", "en": "start"}[language]
            robot = {"fr": "robot novice", "en": "bot novice"}[language]
            words = ("--lang", language)
            ana = Terminal(address, "--name", "Ana", *words, steps=[seated(2), robot, seated(3), start, play, "quit"])
            bo = Terminal(address, "--new", "--name", "Bo", *words, steps=[play, "quit"])
            shown = await together(ana, bo)
            for said in shown:
                assert ("Ana, roll 1" if language == "en" else "Ana, lancer 1") in said
                assert ("win" if language == "en" else "gagne") in said
            assert ana.session.match.result == bo.session.match.result
            assert ana.code == bo.code == 0

    evening(whole())


def test_two_terminals_and_bots_play_defizz_to_the_end(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server:
            position = {"active": 0, "stacks": [100, 100, 7_400], "decks": without_luck()}
            address = await open_table(server, "defizz", position=position, options={"reader": "house"}, pace="quick")
            ana = Terminal(
                address, "--name", "Ana", steps=[seated(2), "robot top", seated(3), "démarrer", play, "quitter"]
            )
            bo = Terminal(address, "--new", "--name", "Bo", steps=[play, "quitter"])
            shown = await together(ana, bo)
            assert all("gagne" in said for said in shown)
            assert ana.session.match.result == bo.session.match.result

    evening(whole())


def without_luck() -> dict[str, list[str]]:
    """Who knows the answers wins at once."""
    found = decks(tuple(choose_packs((), {})))
    return {
        kind: [id for id, card in cards.items() if all(question.mode.name != "chance" for question in card.questions)]
        for kind, cards in found.items()
    }


def test_several_people_at_one_keyboard_see_only_what_is_theirs(tmp_path: Path) -> None:
    def curtain(session: Joined) -> str | None:
        """Play until somebody must look alone."""
        if session.curtain is None:
            return play(session)
        hidden = session.match.view(session.curtain).mine
        assert hidden is not None
        assert session.match.view(None).mine is None
        assert f"Le clavier est à {session.match.header.seats[session.curtain]}" in paper(ana)
        return DONE

    def play_on(session: Joined) -> str | None:
        """Lift it, and answer."""
        if session.curtain is not None:
            return ""
        return DONE if session.shown_to in session.people and session.wanted() else None

    ana: Terminal

    async def whole() -> None:
        nonlocal ana
        async with serving(tmp_path / "data") as server:
            options = {"quick_game": True}
            address = await open_table(server, "egomaster", options=options)
            ana = Terminal(address, "--seats", "Ana,Bo,Cy", steps=[seated(3), "démarrer", curtain, play_on, "quitter"])
            await together(ana)

    evening(whole())


def test_the_lobby_obeys_and_tells(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server:
            steps = [
                "?",
                seated(2),
                "option keep=all",
                once(lambda s: s.lobby.options == {"keep": "all"}),
                "option kep=all",
                "rythme vif",
                once(lambda s: s.lobby.pace == "quick"),
                "fermer",
                once(lambda s: s.lobby.locked),
                "unlock",
                once(lambda s: not s.lobby.locked),
                "nommer Anna",
                once(lambda s: s.lobby.seats[0].name == "Anna"),
                "signe 6",
                once(lambda s: s.lobby.seats[0].sign == 5),
                "jeunes bo",
                once(lambda s: s.lobby.youngest == (1, 0)),
                "robot",
                seated(3),
                "exclure 3",
                seated(2),
                "robot débutant",
                once(lambda s: len(s.lobby.seats) == 3 and s.lobby.seats[2].bot == "novice"),
                "jeu blitz",
                once(lambda s: s.lobby.game == "blitz"),
                "dire bonjour à tous",
                "réagir ha ha",
                "règles BL-01",
                "prêter",
                once(lambda s: any("--take" in str(line) for line in s.news)),
                "hippopotame",
                "exclure 9",
                "hôte 2",
                once(lambda s: not s.lobby.host),
                "fermer",
                once(lambda s: "à l’hôte de la table" in paper(ana)),
                "quitter",
            ]
            address = await open_table(server, "desfausse")
            ana = Terminal(address, "--name", "Ana", steps=steps)
            bo = Terminal(
                address, "--new", "--name", "Bo", "--lang", "en", steps=[once(lambda s: s.lobby.host), "quit"]
            )
            shown, heard = await together(ana, bo)
            assert "2 à 5 personnes" in shown
            assert "keep = tout ou rien" in shown
            assert "DESfausse n’a pas d’option « kep »" in shown
            assert "« hippopotame » n’est pas un ordre d’ici" in shown
            assert "Attendu : 1 Anna, 2 Bo, 3" in shown
            assert "BL-01" in shown
            assert "Votre place est gardée. Pour revenir : tablee join" in shown
            assert "Anna: bonjour à tous" in heard
            assert "Anna: ha ha!" in heard
            assert "bot, beginner" in heard

    evening(whole())


def paper(terminal: Terminal) -> str:
    return terminal.paper.getvalue()


def test_the_same_command_comes_back_to_the_same_seat(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server:
            address = await open_table(server, "desfausse", bots=["novice"])
            start = [seated(2), "démarrer", once(lambda s: s.match.seen)]
            await together(Terminal(address, "--name", "Ana", steps=[*start, "quitter"]))
            again = Terminal(address, "--name", "Zoé", steps=[once(lambda s: s.match.seen), "quitter"])
            await together(again)
            assert again.session.people == (1,)
            assert again.session.match.header.seats[1] == "Ana"
            other = Terminal(address, "--new", steps=[once(lambda s: s.match.seen), "quitter"])
            await together(other)
            assert other.session.people == ()
            assert stat.S_IMODE(seats.file().stat().st_mode) == 0o600

    evening(whole())


def test_a_lost_connection_is_told_and_comes_back(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server:
            address = await open_table(server, "desfausse", bots=["novice"])
            ana = Terminal(
                address,
                "--name",
                "Ana",
                steps=[
                    "démarrer",
                    once(lambda s: s.match.seen),
                    once(lambda s: s.wire.wait(s.wire.table.drop()) is None),
                    once(lambda s: "La connexion est revenue" in paper(ana)),
                    once(lambda s: s.wanted()),
                    "",
                    once(lambda s: s.sent),
                    "quitter",
                ],
            )
            (shown,) = await together(ana)
            assert "Connexion perdue" in shown

    evening(whole())


def test_the_host_pauses_and_a_bot_stands_in(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server:
            address = await open_table(server, "desfausse", position={"active": 0})
            ana = Terminal(
                address,
                "--name",
                "Ana",
                steps=[
                    seated(2),
                    "démarrer",
                    once(lambda s: s.wanted()),
                    "/pause",
                    once(lambda s: s.lobby.paused),
                    "1",
                    "reprendre",
                    once(lambda s: not s.lobby.paused),
                    once(lambda s: s.wanted()),
                    "/remplacer Bo novice",
                    once(lambda s: s.lobby.seats[1].bot == "novice"),
                    once(lambda s: not s.lobby.seats[1].here),  # he has seen it, too
                    "/revanche",
                    once(lambda s: s.lobby.phase == "lobby"),
                    "quitter",
                ],
            )
            bo = Terminal(
                address,
                "--new",
                "--name",
                "Bo",
                steps=[once(lambda s: s.match.seen), play_until(lambda s: s.lobby.seats[1].bot), "quitter"],
            )
            shown, heard = await together(ana, bo)
            assert shown.count("Pause. La partie reprendra quand l’hôte le dira.") == 2  # told, and answered
            assert "La partie reprend." in shown
            assert "Un joueur automatique (débutant) joue pour Bo" in heard

    evening(whole())


def test_another_device_takes_the_seat_over(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server:
            address = await open_table(server, "desfausse")
            ana = Terminal(address, "--name", "Ana", steps=["prêter", once(lambda s: not s.people), "quitter"])
            task = asyncio.create_task(asyncio.to_thread(ana.run))
            await until(lambda: "--take" in paper(ana))
            code = paper(ana).replace("\n", " ").split("--take ")[1].split()[0]
            phone = Terminal(address, "--new", "--take", code, steps=[once(lambda s: s.people == (0,)), "quitter"])
            await asyncio.to_thread(phone.run)
            assert "Un autre appareil a pris ta place" in await task
            wrong = Terminal(address, "--new", "--take", "BCDFGHJK")
            with pytest.raises(Refused) as refused:
                await asyncio.to_thread(wrong.run)
            assert refused.value.code == "bad_code"

    evening(whole())


def test_somebody_watches(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server:
            address = await open_table(
                server, "desfausse", position={"active": 0}, bots=["novice"], name="Ana", start=True
            )
            zoe = Terminal(address, "--new", "--watch", steps=[once(lambda s: s.match.seen), "dire ouh", "quitter"])
            (shown,) = await together(zoe)
            assert "manche 1 sur 3" in shown
            assert "Vous n’avez pas de place à cette table" in shown
            assert zoe.session.people == ()

    evening(whole())


def test_a_bot_of_ones_own_plays(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server:
            position, options = {"round": 3, "active": 0}, {"round_turn_cap": 1}
            address = await open_table(server, "desfausse", position=position, options=options, bots=["novice"])
            mine = Terminal(address, "--name", "Robo", "--bot", "examples.bot:Collector", "--bots", "1", "--lang", "en")
            shown = await asyncio.to_thread(mine.run)
            assert "win" in shown
            assert mine.code == 0

    evening(whole())


# ---------------------------------------------------------------- what goes wrong


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code = main(["join", *arguments, "--lang", "en"])
    said = capsys.readouterr()
    assert code == 2
    assert not said.out
    return said.err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "ADDRESS: a table’s code, an address, or --game is needed"),
        (["http://localhost:1/BCDF"], "No Tablée server answers at http://localhost:1"),
        (["http://localhost:1", "--game", "desfausse"], "No Tablée server answers at http://localhost:1"),
        (["ftp://localhost/BCDF"], "“ftp://localhost/BCDF” is not the address of a table"),
        (["http://localhost:1/BCDF", "--game", "desfausse"], "is not the address of a table"),
        (["--game", "tarot"], "There is no game called “tarot”"),
        (["http://localhost:1", "--game", "desfausse", "-o", "kep=all"], "DESfausse has no option “kep”"),
    ],
)
def test_what_is_wrong_is_named(capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str) -> None:
    assert expected in refused(capsys, *arguments)


def test_tables_that_do_not_want_one_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server:

            async def said(*arguments: str) -> str:
                return await asyncio.to_thread(refused, capsys, *arguments)

            assert "No table is called BBBB" in await said(f"{url(server)}/BBBB")
            address = await open_table(server, "desfausse", name="Ana", bots=["novice"] * 4)
            assert "The table is full: 5 seats at most" in await said(address, "--new")
            address = await open_table(server, "desfausse", name="Ana")
            assert "Two players are called “ana”" in await said(address, "--new", "--name", "ana")
            assert "There is no bot called “deep”" in await said(address, "--new", "--bot", "deep", "--name", "Bo")
            table = server.hall.tables[server.hall.codes[address.rpartition("/")[2]]]
            async with table.lock:  # a seed on its way would keep what was before
                table.state.locked = True
            assert "The table is closed to newcomers" in await said(address, "--new", "--name", "Zoé")

    evening(whole())


def test_who_is_sent_away_is_told(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server:
            address = await open_table(server, "desfausse")
            ana = Terminal(address, "--name", "Ana", steps=[seated(2), "exclure Bo", seated(1), "quitter"])
            bo = Terminal(address, "--new", "--name", "Bo", steps=[once(lambda s: False)])
            _, heard = await together(ana, bo)
            assert "L’hôte t’a fait quitter cette table" in heard
            assert bo.code == 1

    evening(whole())


def test_a_name_that_nobody_chose_gets_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.terminal.join.default_name", lambda own: "Ana")

    async def whole() -> None:
        async with serving(tmp_path / "data") as server:
            host = await Connection.open(url(server), "desfausse")
            async with host:
                await host.order(Sit, name="Ana")
                assert host.lobby
                ana = Terminal(f"{url(server)}/{host.lobby.code}", steps=["quitter"])
                await together(ana)
                assert ana.session.lobby.seats[1].name == "Ana 2"

    evening(whole())


def test_the_clock_stands_still_in_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    here = 1_000
    monkeypatch.setattr("tablee.terminal.told.milliseconds", lambda: here)
    clock = Clock()
    clock.set(50)
    here += 100
    clock.set(120)  # this was under way for 30 ms
    assert clock.now() == 150
    clock.stand_still(True)
    here += 5_000
    assert clock.now() == 150
    clock.stand_still(False)
    here += 10
    assert clock.now() == 160


def test_talk_that_belongs_to_the_game_is_told_once(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server:
            address = await open_table(server, "blitz", bots=["novice"] * 2, pace="none")
            steps = ["démarrer", once(lambda s: s.wanted()), "/dire coucou", once(lambda s: "coucou" in paper(ana))]
            ana = Terminal(
                address, "--name", "Ana", steps=[*steps, "/réagir oh", once(lambda s: "oh !" in shown(ana)), "quit"]
            )
            (told,) = await together(ana)
            assert told.count("« coucou »") + told.count("Ana : coucou") == 1

    def shown(terminal: Terminal) -> str:
        return paper(terminal).replace("\u202f", " ")

    evening(whole())
