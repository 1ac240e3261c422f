"""What the system says of the way to a device, on real sockets, and in a network with a real distance."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest

from tablee.server.kernel import least_round_trip, unacknowledged
from tests.server.live import PATIENCE, serving, url
from tests.server.test_sockets import code_of

linux = pytest.mark.skipif(sys.platform != "linux", reason="TCP_INFO and SIOCOUTQ are Linux's")


def test_where_the_system_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with socket.socket() as one:
        assert least_round_trip(one) is None
        assert unacknowledged(one) is None


@linux
def test_pongs_kept_back_move_nobody_away(tmp_path: Path) -> None:
    """A program that answers pings 400 ms late seemed to sit 400 ms away, and was believed so far back."""

    async def whole() -> None:
        async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
            code = await code_of(session, server)
            ws = await session.ws_connect(f"{url(server)}/ws", autoping=False)
            await ws.send_str(f'{{"type": "hello", "table": "{code}"}}')
            (device,) = server.sockets
            loop, answered = asyncio.get_running_loop(), 0
            async with asyncio.timeout(PATIENCE):
                while answered < 5:
                    message = await ws.receive()
                    if message.type is aiohttp.WSMsgType.PING:
                        data = bytes(message.data)
                        loop.call_later(0.4, asyncio.ensure_future, ws.pong(data))
                        answered += 1
                    device.ping()
                while len(device.trip._samples) < 5:
                    await asyncio.sleep(0.01)
            assert min(device.trip._samples) >= 390
            assert device.trip.round_trip < 100
            assert not device.trip.overdue(int(loop.time() * 1000) + 600)
            await ws.close()

    asyncio.run(whole())


@linux
def test_behind_a_proxy_its_word_counts(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path, trusted_proxy="127.0.0.1") as server, aiohttp.ClientSession() as session:
            code = await code_of(session, server)
            for header, loose in (({"X-Round-Trip": "25000"}, False), ({}, True), ({"X-Round-Trip": "soon"}, True)):
                ws = await session.ws_connect(f"{url(server)}/ws", headers=header)
                await ws.send_str(f'{{"type": "hello", "table": "{code}"}}')
                async with asyncio.timeout(PATIENCE):
                    while not any(socket.table for socket in server.sockets):
                        await asyncio.sleep(0.01)
                (device,) = server.sockets
                assert (device.trip.least is None) == loose
                assert loose or device.trip.least == 25.0
                await ws.close()
                async with asyncio.timeout(PATIENCE):
                    while server.sockets:
                        await asyncio.sleep(0.01)

    asyncio.run(whole())


# ---------------------------------------------------------------- a network of our own

FAR = "tablee-far"
PEER = """
import socket, sys, time
with socket.create_connection(("10.213.7.1", int(sys.argv[1]))) as one:
    while one.recv(64):
        time.sleep(0.3)  # a program that answers late
        one.sendall(b"pong")
"""


@pytest.fixture
def far_away() -> Iterator[int]:
    """Another network: the round trip to it, 80 ms where the system can delay what passes."""
    if sys.platform != "linux" or not shutil.which("ip") or not shutil.which("tc"):
        pytest.skip("needs Linux with ip and tc")
    steps = [
        f"ip netns add {FAR}",
        f"ip link add tablee-a type veth peer name tablee-b netns {FAR}",
        "ip addr add 10.213.7.1/24 dev tablee-a",
        "ip link set tablee-a up",
        f"ip -n {FAR} addr add 10.213.7.2/24 dev tablee-b",
        f"ip -n {FAR} link set tablee-b up",
    ]
    delays = [
        "tc qdisc add dev tablee-a root netem delay 40ms",
        f"ip netns exec {FAR} tc qdisc add dev tablee-b root netem delay 40ms",
    ]
    try:
        for step in steps:
            ran = subprocess.run(step.split(), capture_output=True, text=True)
            if ran.returncode:
                pytest.skip(f"this machine allows no network namespaces: {step}: {ran.stderr.strip()}")
        yield 80 if all(subprocess.run(step.split(), capture_output=True).returncode == 0 for step in delays) else 0
    finally:
        for step in (f"ip netns del {FAR}", "ip link del tablee-a"):
            with suppress(OSError):
                subprocess.run(step.split(), capture_output=True)


def test_the_least_round_trip_is_that_of_the_network(far_away: int) -> None:
    with socket.create_server(("10.213.7.1", 0)) as server:
        server.settimeout(PATIENCE)
        command = ["ip", "netns", "exec", FAR, sys.executable, "-c", PEER, str(server.getsockname()[1])]
        with subprocess.Popen(command) as peer:
            one, _ = server.accept()
            with one:
                one.settimeout(PATIENCE)
                for _ in range(5):
                    one.sendall(b"ping")
                    assert not far_away or unacknowledged(one), "nothing can have come back yet"
                    assert one.recv(64)
                least = least_round_trip(one)
                assert least is not None
                assert far_away - 1 <= least < far_away + 40, "the 300 ms of the program do not count"
                assert unacknowledged(one) == 0
            peer.terminate()
