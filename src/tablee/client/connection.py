"""One device at one table. It comes back by itself, and asks again for what it was not answered."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from asyncio import Future, Queue, Task
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import aiohttp
import msgspec

from tablee.engine import Invalid, NotAllowed, Refused
from tablee.house.export import Remembered
from tablee.server import protocol
from tablee.server.names import is_code
from tablee.server.protocol import (
    Answer,
    Began,
    Done,
    GoOn,
    Hello,
    Lobby,
    News,
    Notice,
    Opened,
    Order,
    Ping,
    Pong,
    Seed,
    Sent,
    Start,
    State,
    Welcome,
    encode,
)

from .seen import Seen, read_state

HOME: Final = "http://localhost:8420"
FINAL: Final = {"kicked", "unknown_table", "too_many_watch", "too_many_guesses", "malformed", "closed"}
SILENT: Final = 5.0  # seconds without a word, though one was asked for
SLOWEST: Final = 5.0  # seconds between two attempts to come back
decode_news: Final = msgspec.json.Decoder(News).decode
OrderT = TypeVar("OrderT", bound=Order)


class Gone(Exception):
    """The connection has ended for good."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Connection:
    def __init__(self, url: str, table: str, token: str | None = None) -> None:
        self.url, self.table, self.token = url.rstrip("/"), table, token
        self.lobby: Lobby | None = None
        self.seen: Seen | None = None
        self.news: Queue[News | Seen | None] = Queue()  # None: it has ended
        self.ended: str | None = None
        self.keeps = True  # whether news are queued for somebody who reads them
        self.hasty = True  # whether moments that are held are waved on
        self.slowest = SLOWEST
        self._tasks: set[Task[None]] = set()
        self._heard, self._welcomed = 0.0, False
        self._ws: aiohttp.ClientWebSocketResponse | None = None
        self._session: aiohttp.ClientSession | None = None
        self._task: Task[None] | None = None
        self._pending: dict[str, tuple[bytes, Future[dict[str, Any]]]] = {}
        self._welcome: Future[None] | None = None
        self._best: tuple[float, float] | None = None  # least delay seen, and the offset it gave
        self.remembered: dict[str, Remembered] = {}  # of matches: the commitment that was shown, and our seed
        self._giving: Task[None] | None = None

    # ------------------------------------------------------------ coming and going

    @classmethod
    async def open(cls, url: str, game: str, **wanted: Any) -> Connection:
        """A new table, of which this device is the host. Raises Refused."""
        async with aiohttp.ClientSession() as session:
            told = await _fetch(session, "POST", f"{url.rstrip('/')}/api/tables", {"game": game, **wanted})
        return cls(url, told["code"], told["token"])

    @classmethod
    def to(cls, address: str, token: str | None = None) -> Connection:
        """The table of an address as people type it: `CODE`, or `http://…/CODE`. Raises Invalid."""
        url, code = read_address(address)
        return cls(url, code, token)

    async def __aenter__(self) -> Connection:
        self._session = aiohttp.ClientSession()
        self._welcome = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._stay())
        try:
            await self._welcome
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        self.ended = self.ended or "left"
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._end()
        if self._session:
            await self._session.close()

    async def drop(self) -> None:
        """Lose the connection, as phones do; it comes back by itself."""
        if self._ws:
            await self._ws.close()

    async def _stay(self) -> None:
        """Connect, listen, and come back with growing and random pauses."""
        pause = 0.05
        while self.ended is None:
            try:
                await self._listen()
                pause = 0.05
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                if self._welcome and not self._welcome.done() and self.token is None:
                    self._welcome.set_exception(Invalid("bad_answer", url=self.url, problem=str(error)))
                    return
            if self.ended is None:
                await asyncio.sleep(pause * (0.5 + random.random()))
                pause = min(self.slowest, pause * 2)
        self._end()

    def _end(self) -> None:
        """Nobody waits any more."""
        assert self.ended
        for _, future in self._pending.values():
            if not future.done():
                future.set_exception(Gone(self.ended))
        if self._welcome and not self._welcome.done():
            self._welcome.set_exception(NotAllowed(self.ended, table=self.table))
        self.news.put_nowait(None)

    async def _listen(self) -> None:
        assert self._session
        soon = aiohttp.ClientWSTimeout(ws_close=0.5)
        async with asyncio.timeout(SILENT):
            ws = await self._session.ws_connect(f"{self.url}/ws", max_msg_size=0, autoping=True, timeout=soon)
        async with ws:
            match, seq = (self.seen.match, self.seen.seq) if self.seen else (None, None)
            await ws.send_str(encode(Hello(self.table, self.token, match, seq)).decode())
            self._ws, self._welcomed = ws, False
            for data, _ in list(self._pending.values()):
                await ws.send_str(data.decode())
            watch = asyncio.create_task(self._watch(ws))
            try:
                async for message in ws:
                    if message.type is aiohttp.WSMsgType.TEXT:
                        self._heard = time.monotonic()
                        self._hear(message.data)
            finally:
                watch.cancel()
        self._ws = None

    async def _watch(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        """A line is dead, though nobody has said so, when a question is not answered and neither is a ping."""
        self._heard = time.monotonic()
        while True:
            await asyncio.sleep(SILENT / 2)
            silence = time.monotonic() - self._heard
            asked = self._pending or not self._welcomed
            if asked and silence > SILENT:
                await ws.close()
                return
            if asked and silence > SILENT / 2:
                with suppress(ConnectionError, aiohttp.ClientError):
                    await ws.send_str(encode(Ping(secrets.token_urlsafe(9), time.monotonic() * 1000)).decode())

    # ------------------------------------------------------------ hearing

    def _hear(self, data: str) -> None:
        news = decode_news(data)
        told: News | Seen = news
        match news:
            case Welcome():
                self.token, self.table = news.token, news.table
            case Done():
                self._answered(news.id, news.told, None)
            case protocol.Refusal():
                self._answered(news.id, {}, NotAllowed(news.code, **news.params))
            case Pong():
                self._align(news)
            case Lobby():
                self._welcomed = True
                if self.lobby and self.lobby.paused != news.paused:
                    self._best = None  # the clock of the match stands still, or goes on
                self.lobby = news
                if news.next not in self.remembered and (news.mine or news.host):
                    self._giving = asyncio.create_task(self._give_seed(news.next, news.commitment))
                if self._welcome and not self._welcome.done():
                    self._welcome.set_result(None)
            case State():
                assert self.lobby
                if self.seen and self.seen.match != news.match:
                    self._best = None  # another match has another clock
                self.seen = told = read_state(self.lobby.game, news)
                if news.beat and not news.beat.ready and not news.result:
                    self._go_on(news.beat.seq)
            case Notice() if news.code in FINAL:
                self.ended = news.code
        if self.keeps:
            self.news.put_nowait(told)

    def _go_on(self, beat: int) -> None:
        """A program has seen at once what people need a moment for."""
        assert self.lobby
        for seat in self.lobby.mine if self.hasty else ():
            task = asyncio.create_task(self._ready(seat, beat))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _ready(self, seat: int, beat: int) -> None:
        with suppress(Refused, Gone):
            await self.order(GoOn, seat=seat, beat=beat)

    def _answered(self, id: str, told: dict[str, Any], refused: Exception | None) -> None:
        _, future = self._pending.pop(id, (b"", None))
        if future and not future.done():
            if refused:
                future.set_exception(refused)
            else:
                future.set_result(told)

    # ------------------------------------------------------------ asking

    async def _give_seed(self, match: str, commitment: str) -> None:
        """Our part in the dice of the next match: nobody can know it before the commitment was shown."""
        seed = secrets.token_urlsafe(16)
        self.remembered[match] = Remembered(commitment, seed)
        with suppress(NotAllowed, Gone):  # another match came between, or we no longer sit there
            await self.order(Seed, match=match, seed=seed)

    async def order(self, kind: type[Order], **fields: Any) -> dict[str, Any]:
        """Ask for something, and wait for the answer. Raises Refused, or Gone."""
        if kind is Start and self._giving:
            await asyncio.wait([self._giving])
        return await self.send(kind(id=secrets.token_urlsafe(9), **fields))

    async def send(self, order: Order) -> dict[str, Any]:
        if self.ended:
            raise Gone(self.ended)
        data = encode(order)
        future: Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        if not self._pending:
            self._heard = time.monotonic()
        self._pending[order.id] = (data, future)
        if self._ws and not self._ws.closed:
            with suppress(ConnectionError, aiohttp.ClientError):
                await self._ws.send_str(data.decode())
        return await future

    async def answer(self, opened: Opened, value: Sent, began: int | None = None) -> dict[str, Any]:
        fields = {"seat": opened.seat, "ask": opened.ask.name, "opened": opened.opened}
        return await self.order(Answer, **fields, value=value, at=self.now(), began=began)

    async def begin(self, opened: Opened) -> dict[str, Any]:
        fields = {"seat": opened.seat, "ask": opened.ask.name, "opened": opened.opened}
        return await self.order(Began, **fields, at=self.now())

    # ------------------------------------------------------------ the clock of the match

    async def align(self, samples: int = 3) -> None:
        """Find out how the clock of the match stands: the answer that came quickest knows best."""
        for _ in range(samples):
            id = secrets.token_urlsafe(9)
            future: Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
            data = encode(Ping(id, time.monotonic() * 1000))
            self._pending[id] = (data, future)
            if self._ws:
                await self._ws.send_str(data.decode())
            await future

    def _align(self, pong: Pong) -> None:
        here = time.monotonic() * 1000
        delay = here - pong.at
        if self._best is None or delay <= self._best[0]:
            self._best = (delay, pong.now + delay / 2 - here)
        self._answered(pong.id, {}, None)

    def now(self) -> int | None:
        """On the clock of the match, as well as this device knows it."""
        return None if self._best is None else max(0, int(time.monotonic() * 1000 + self._best[1]))


def read_address(address: str) -> tuple[str, str]:
    """`CODE` at home, or the address of a table elsewhere."""
    if "//" not in address:
        code = address.strip().upper()
        if is_code(code):
            return HOME, code
        address = f"http://{address}"
    parts = urlsplit(address)
    code = parts.path.strip("/").upper()
    if parts.scheme not in ("http", "https") or not parts.netloc or not code or "/" in code:
        raise Invalid("bad_address", address=address)
    return f"{parts.scheme}://{parts.netloc}", code


async def _fetch(session: aiohttp.ClientSession, method: str, url: str, body: Any = None) -> Any:
    try:
        async with session.request(method, url, json=body) as response:
            told = await response.json()
            if response.status >= 400:
                raise NotAllowed(told["code"], **told["params"])
            return told
    except (aiohttp.ClientError, OSError, ValueError, KeyError) as error:
        raise Invalid("bad_answer", url=url, problem=str(error)) from None
