"""People by the thousand: connects devices to a server on this machine and makes them play DESfausse at random.

Used by `bench.server`, in a process of its own; it speaks the protocol and does no more than it must: what it waits for
itself would count as the server's.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from random import Random
from typing import Any

import aiohttp
import msgspec
import uvloop
from msgspec import Struct

from tablee.bots import any_value
from tablee.engine import Ask


class Asked(Struct):
    seat: int
    opened: int
    ask: Ask


class Told(Struct):
    """What a player looks at of any message."""

    type: str
    id: str = ""
    code: str = ""
    seq: int = 0
    asks: list[Asked] = []
    result: Any = None
    token: str = ""
    next: str = ""
    mine: Any = None  # seats, in a lobby


decode = msgspec.json.Decoder(Told).decode


class Device:
    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.asked: list[Asked] = []
        self.seeded = ""  # the match in whose dice it has its part

    async def until(self, *kinds: str) -> Told:
        while True:
            told = await self.next()
            if told.type in kinds:
                return told

    async def next(self) -> Told:
        message = await self.ws.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError(message)
        told = decode(message.data)
        if told.next not in ("", self.seeded) and told.mine:
            self.seeded = told.next
            seed = {"type": "seed", "match": told.next, "seed": "0123456789abcdef"}
            await self.ws.send_str(json.dumps({**seed, "id": f"{time.monotonic_ns()}"}))
        return told

    async def wait(self) -> None:
        """Until it is cancelled: whoever does not even answer pings is let go."""
        while True:
            await self.next()

    async def order(self, **order: Any) -> Told:
        await self.ws.send_str(json.dumps({"id": f"{time.monotonic_ns()}", **order}))
        told = await self.until("done", "refusal")
        assert told.type == "done", told
        return told


class Table:
    """People who answer as soon as they are asked, with a pause between the answers if wanted."""

    def __init__(self, devices: list[Device], code: str, seed: int) -> None:
        self.devices, self.code, self.rng = devices, code, Random(seed)
        self.moves = 0
        self.delays: list[float] = []

    async def play(self, until: float, pause: float) -> None:
        await asyncio.gather(*(self.follow(device, until, pause) for device in self.devices))

    async def follow(self, device: Device, until: float, pause: float) -> None:
        sent: dict[str, float] = {}
        answered: set[tuple[str, int]] = set()
        while time.monotonic() < until:
            try:
                async with asyncio.timeout(until - time.monotonic()):
                    told = await device.next()
            except TimeoutError:
                return
            if told.type == "done" and told.id in sent:
                self.delays.append(time.monotonic() - sent.pop(told.id))
                self.moves += 1
            for one in told.asks:
                if one.ask.standing or (one.ask.name, one.opened) in answered:
                    continue
                answered = {(one.ask.name, one.opened)}
                if pause:
                    await asyncio.sleep(pause * (0.5 + self.rng.random()))
                id = f"{time.monotonic_ns()}"
                sent[id] = time.monotonic()
                value: Any = any_value(one.ask.form, self.rng)
                order = {"type": "answer", "id": id, "seat": one.seat, "ask": one.ask.name, "opened": one.opened}
                await device.ws.send_str(json.dumps({**order, "value": value}))
            if told.result is not None and device is self.devices[0]:
                await asyncio.sleep(0.05)
                for kind in ("rematch", "start"):
                    await device.ws.send_str(json.dumps({"type": kind, "id": f"{time.monotonic_ns()}"}))


async def open_table(session: aiohttp.ClientSession, url: str, seats: int, watching: int, seed: int) -> Table:
    here, *elsewhere = url.split(",")  # where tables are opened, and where devices come in
    async with session.post(f"{here}/api/tables", json={"game": "desfausse", "pace": "none"}) as response:
        told = await response.json()
    devices = []
    for seat in range(seats + watching):
        device = Device(await session.ws_connect(f"{(elsewhere or [here])[0]}/ws", max_msg_size=0, compress=0))
        token = {"token": told["token"]} if seat == 0 else {}
        await device.ws.send_str(json.dumps({"type": "hello", "table": told["code"], **token}))
        await device.until("lobby")
        if seat < seats:
            await device.order(type="sit", name=f"p{seat}")
        devices.append(device)
    return Table(devices, told["code"], seed)


async def main(url: str, tables: int, seats: int, watching: int, pause: float) -> None:
    """Says `ready` when everyone sits, then plays for as many seconds as each line of input says."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        opened: list[Table] = []
        waiting: list[asyncio.Task[None]] = []
        for first in range(0, tables, 20):
            more = await asyncio.gather(
                *(open_table(session, url, seats, watching, n) for n in range(first, min(first + 20, tables)))
            )
            opened += more
            waiting += [asyncio.create_task(device.wait()) for table in more for device in table.devices]
        gc.collect()
        gc.disable()  # it would stop all of them at once
        print(json.dumps({"ready": len(opened)}), flush=True)
        loop = asyncio.get_running_loop()
        started = False
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            if not started:
                for task in waiting:
                    task.cancel()
                await asyncio.wait(waiting)
                await asyncio.gather(*(table.devices[0].order(type="start") for table in opened))
                started = True
            until = time.monotonic() + float(line)
            for table in opened:
                table.moves, table.delays = 0, []
            await asyncio.gather(*(table.play(until, pause) for table in opened))
            delays = sorted(delay for table in opened for delay in table.delays)
            moves = sum(table.moves for table in opened)
            p50, p99 = (delays[int(len(delays) * part)] * 1000 if delays else 0.0 for part in (0.5, 0.99))
            print(json.dumps({"moves": moves, "p50_ms": p50, "p99_ms": p99}), flush=True)


if __name__ == "__main__":
    url, *numbers = sys.argv[1:]
    uvloop.run(main(url, int(numbers[0]), int(numbers[1]), int(numbers[2]), float(numbers[3])))
