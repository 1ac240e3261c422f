"""One table plays while somebody floods the server: does it notice?

    python -m bench.abuse [--seconds N] [--flood NAME]

A well-behaved table of three answers 50 ms after it is asked, over real sockets to a server in a process of its own,
with the limits that a host gets by default; the flooders are in a third process and come from another address
(127.0.0.2), as strangers do. For each flood: p50 and p99 of the table's answers before, during and 2 s after. Goal: p99
below 50 ms during each, nobody of the table let go. The last line is JSON; `worst_p99_ms` is the worst of the floods.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import aiohttp

from bench.load import Table, open_table

STRANGER = "127.0.0.2"
Flood = Callable[[aiohttp.ClientSession, str, str, float], Awaitable[None]]


async def connect(session: aiohttp.ClientSession, url: str, code: str, token: str = "") -> Any:
    ws = await session.ws_connect(f"{url}/ws", autoping=False, max_msg_size=0)
    await ws.send_str(json.dumps({"type": "hello", "table": code, **({"token": token} if token else {})}))
    return ws


async def messages(
    session: aiohttp.ClientSession, url: str, code: str, until: float, what: Callable[[Any], Any]
) -> None:
    """As fast as it goes, and again whenever the server hangs up."""
    while time.monotonic() < until:
        with suppress(aiohttp.ClientError, ConnectionError, OSError):
            ws = await connect(session, url, code)
            while time.monotonic() < until and not ws.closed:
                for _ in range(50):
                    await what(ws)
                await asyncio.sleep(0)
        await asyncio.sleep(0.01)


async def one_token(session: aiohttp.ClientSession, url: str, code: str, until: float) -> None:
    held: list[Any] = []
    while time.monotonic() < until:
        with suppress(aiohttp.ClientError, ConnectionError, OSError):
            held.append(await connect(session, url, code, "A" * 22))
        held = held[-100:]
        await asyncio.sleep(0)


async def reactions(session: aiohttp.ClientSession, url: str, code: str, until: float) -> None:
    order = json.dumps({"type": "react", "id": "r", "seat": 0, "what": "bravo"})
    await messages(session, url, code, until, lambda ws: ws.send_str(order))


async def pings(session: aiohttp.ClientSession, url: str, code: str, until: float) -> None:
    await messages(session, url, code, until, lambda ws: ws.ping(b"flood"))


async def pongs(session: aiohttp.ClientSession, url: str, code: str, until: float) -> None:
    await messages(session, url, code, until, lambda ws: ws.pong(b"flood"))


async def giants(session: aiohttp.ClientSession, url: str, code: str, until: float) -> None:
    await messages(session, url, code, until, lambda ws: ws.send_str("x" * 60_000))


async def compressed(session: aiohttp.ClientSession, url: str, code: str, until: float) -> None:
    """Frames that say they are compressed, though nobody agreed to that."""
    await raw_frames(session, url, code, until, b"\xc1\xfe\xff\xff\0\0\0\0" + b"\0" * 65_535)


async def fragments(session: aiohttp.ClientSession, url: str, code: str, until: float) -> None:
    await raw_frames(session, url, code, until, b"\x00\x80\0\0\0\0" * 5_000, first=b"\x01\x80\0\0\0\0")


async def raw_frames(
    session: aiohttp.ClientSession, url: str, code: str, until: float, data: bytes, first: bytes = b""
) -> None:
    while time.monotonic() < until:
        with suppress(aiohttp.ClientError, ConnectionError, OSError, AttributeError):
            ws = await connect(session, url, code)
            transport = ws._conn.transport
            transport.write(first)
            while time.monotonic() < until and not transport.is_closing():
                if transport.get_write_buffer_size() < 1_000_000:
                    transport.write(data)
                await asyncio.sleep(0)
        await asyncio.sleep(0.01)


async def silent(session: aiohttp.ClientSession, url: str, code: str, until: float) -> None:
    """Connections that say nothing, or half of a request."""
    port, held = int(url.rpartition(":")[2]), list[Any]()
    while time.monotonic() < until:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(STRANGER, 0))
            if len(held) % 2:
                writer.write(b"GET / HTTP/1.1\r\nHost: loc")
            held.append(writer)
        await asyncio.sleep(0)
    for writer in held:
        writer.close()


def requests(method: str, path: str, **given: Any) -> Flood:
    async def flood(session: aiohttp.ClientSession, url: str, code: str, until: float) -> None:
        async def one() -> None:
            while time.monotonic() < until:
                with suppress(aiohttp.ClientError, ConnectionError, OSError):
                    async with session.request(method, url + path, **given) as response:
                        await response.read()

        await asyncio.gather(*(one() for _ in range(20)))

    return flood


FLOODS: dict[str, Flood] = {
    "connections of one token": one_token,
    "reactions": reactions,
    "pings": pings,
    "pongs": pongs,
    "fragments": fragments,
    "silent and half-open": silent,
    "table openings": requests("POST", "/api/tables", json={"game": "desfausse"}),
    "rules": requests("GET", "/api/rules/fr/desfausse"),
    "matches": requests("GET", "/api/matches", headers={"Authorization": "Bearer " + ",".join(["A" * 22] * 50)}),
    "giant frames": giants,
    "compressed frames": compressed,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=6.0, help="of each flood")
    parser.add_argument("--flood", choices=FLOODS, help="only this one")
    asked = parser.parse_args()
    names = [asked.flood] if asked.flood else list(FLOODS)
    figures = asyncio.run(measure(names, asked.seconds))
    print(json.dumps(figures))


async def measure(names: list[str], seconds: float) -> dict[str, float]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url, figures, worst = f"http://127.0.0.1:{port}", dict[str, float](), 0.0
    with tempfile.TemporaryDirectory(prefix="tablee_abuse_") as data:
        command = [sys.executable, "-m", "tablee.cli", "serve", "--port", str(port), "--data", data, "--log", "error"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert server.stdout
        server.stdout.readline()
        try:
            print(f"{'':<26}{'before':>16}{'during':>16}{'after':>16}   p50 and p99, ms")
            for name in names:
                async with aiohttp.ClientSession() as session:
                    table = await open_table(session, url, 3, 0, 1)
                    await table.devices[0].order(type="start")
                    before = await played(table, seconds / 2)
                    context = multiprocessing.get_context("spawn")
                    flooder = context.Process(target=flood, args=(name, url, table.code, seconds + 1), daemon=True)
                    flooder.start()
                    await asyncio.sleep(1)
                    during = await played(table, seconds)
                    flooder.join(10)
                    if flooder.is_alive():
                        flooder.kill()
                    await asyncio.sleep(2)
                    after = await played(table, seconds / 2)
                    worst = max(worst, during[1])
                    figures[f"{name.replace(' ', '_')}_p99_ms"] = round(during[1], 1)
                    shown = "".join(f"{p50:>8.1f}{p99:>8.1f}" for p50, p99 in (before, during, after))
                    print(f"{name:<26}{shown}", flush=True)
        finally:
            os.kill(server.pid, signal.SIGTERM)
            server.wait(30)
    return {**figures, "worst_p99_ms": round(worst, 1)}


async def played(table: Table, seconds: float) -> tuple[float, float]:
    """p50 and p99 of its answers. Raises ConnectionError when somebody was let go."""
    table.delays = []
    await table.play(time.monotonic() + seconds, 0.05)
    delays = sorted(table.delays)
    assert delays, "nobody was answered"
    return delays[len(delays) // 2] * 1000, delays[int(len(delays) * 0.99)] * 1000


def flood(name: str, url: str, code: str, seconds: float) -> None:
    """In a process of its own, from another address."""

    async def run() -> None:
        connector = aiohttp.TCPConnector(limit=0, local_addr=(STRANGER, 0))
        timeout = aiohttp.ClientTimeout(total=5)
        async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
            until = time.monotonic() + seconds
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds + 2):
                    await FLOODS[name](session, url, code, until)

    asyncio.run(run())


if __name__ == "__main__":
    main()
