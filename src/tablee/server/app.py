"""The server: HTTP and WebSockets around the hall of tables."""

from __future__ import annotations

import asyncio
import logging
import os
import ssl
import time
from asyncio import Task
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from aiohttp import web

from tablee.engine import Invalid, NotAllowed, Refused, broken, languages
from tablee.engine.words import FIRST

from . import address, api, atelier, matches
from .answers import answer, refuse
from .atelier_tools import Workshop
from .door import Door, Visitor, most_connections, visitors
from .frames import accept
from .hall import Hall
from .limits import Bucket, Buckets
from .metrics import Metrics
from .settings import Settings
from .socket import GOODBYE_WITHIN, Socket
from .sqlite import SqliteStore
from .starting import dice_givers
from .store import Store, StoreFailed, data_folder, load_packs
from .table import Live

if TYPE_CHECKING:
    from .cluster.node import Node
    from .cluster.relay import Relayed

PAGE: Final = Path(__file__).parent / "page"
PING_EVERY: Final = 5.0  # seconds
PING_TURNS: Final = 25  # in that time, of so many shares of the devices
BEAT: Final = 1.0  # seconds between two heartbeats of the store, at least
BEAT_WITHIN: Final = 4.0
REPLAYS: Final = 24  # that may wait for the thread in which they are made
ROUND_TRIP: Final = "X-Round-Trip"  # from a trusted proxy, in microseconds: nginx $tcpinfo_rtt, HAProxy fc_rtt(us)
BACKLOG: Final = 32  # asyncio also takes so many connections at once, while everyone else waits
LARGEST_BODY: Final = 65_536
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
T = TypeVar("T")
log = logging.getLogger("tablee.server")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """Everything that lives as long as the process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.data = Path(settings.data) if settings.data else data_folder()
        self.metrics = Metrics()
        self.sockets: set[Socket] = set()
        self.trusted = frozenset(part.strip() for part in settings.trusted_proxy.split(",") if part.strip())
        self.guesses = Buckets(settings.guesses / 60, 3 * settings.guesses)
        self.questions = Buckets(settings.questions, 4 * settings.questions)
        self.orders = Buckets(settings.rate, settings.burst)
        self.door = Door(most_connections(settings.devices), settings.connections)
        self.openings = Buckets(settings.openings / 60, settings.openings)
        self.store: Store
        self.node: Node | None = None
        self.hall: Hall
        self.port = settings.port
        self._tasks: set[Task[Any]] = set()
        self._runner: web.AppRunner | None = None
        self._listening: asyncio.Server | None = None
        self._aside, self._line = ThreadPoolExecutor(1, "replays"), 0
        self.workshop = Workshop()
        self._pulse: tuple[float, asyncio.Future[bool]] | None = None

    async def start(self) -> None:
        """Listen. Raises OSError when the port is taken, Invalid or StoreFailed when the data cannot be used; then
        nothing has been begun."""
        self.data.mkdir(parents=True, exist_ok=True)
        self.store = await self._open_store()
        try:
            await self._start()
        except BaseException:
            await self._end()
            raise

    async def _open_store(self) -> Store:
        if not self.settings.database:
            return SqliteStore(self.data)
        if lacking := [name for name in ("asyncpg", "nats") if find_spec(name) is None]:
            raise Invalid("needs_cluster", missing=", ".join(lacking))
        from .postgres import PostgresStore

        return await PostgresStore.open(self.settings.database)

    async def _start(self) -> None:
        for problem in load_packs(self.data / "packs"):
            log.warning("a kept pack cannot be used: %s", problem)
        for one in broken():
            log.warning("the game %s of the package %s cannot be used: %s", one.id, one.package, one.problem)
        self.hall = Hall(self.store, self.settings, self.data / "packs")
        if self.settings.database:
            matches.rehearse()
        else:
            await self.hall.load()
        self._runner = web.AppRunner(self.application(), access_log=None, shutdown_timeout=2.0)
        await self._runner.setup()
        assert self._runner.server
        self._listening = await asyncio.get_running_loop().create_server(
            visitors(self._runner.server, self.door, self.trusted, HEADERS),
            self.settings.host or None,
            self.settings.port,
            ssl=_tls(self.settings),
            backlog=BACKLOG,
            reuse_address=os.name == "posix",
        )
        self.port = self._listening.sockets[0].getsockname()[1]
        if self.settings.database:
            await self._join_others()
        self.spawn(self.hall.sweep())
        self.spawn(self._ping())
        log.info("listening on %s port %d, data in %s", self.settings.host, self.port, self.data)

    async def _join_others(self) -> None:
        from .cluster.node import Node
        from .cluster.wire import LocalWire, Wire
        from .postgres import PostgresStore

        wire: Wire = LocalWire()
        if self.settings.broker:
            from .cluster.nats import NatsWire

            wire = NatsWire(self.settings.broker)
        assert isinstance(self.store, PostgresStore)
        node = Node(self.store, wire, self.hall, self.urls[0])
        self.hall.elsewhere = self.node = node
        await node.start()

    async def stop(self) -> None:
        """Tell the devices, store what is under way, and leave."""
        log.info("stopping")
        if self._listening:
            self._listening.close()
        if self.node:
            await self.node.leave()
        self.hall.close()
        for task in self._tasks:
            if task.get_coro().__name__ in ("sweep", "_ping"):  # type: ignore[union-attr]
                task.cancel()
        await asyncio.wait({asyncio.ensure_future(asyncio.sleep(0)), *self._tasks}, timeout=2.0)
        for socket in tuple(self.sockets):
            socket.let_go("closing")
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_WITHIN):
                while self.sockets:
                    await asyncio.sleep(0.01)
        await self._end()

    async def _end(self) -> None:
        if self._listening:
            self._listening.close()
        if self._runner:
            await self._runner.cleanup()
        self._aside.shutdown(wait=False, cancel_futures=True)
        await self.workshop.close()
        await self.store.close()

    @property
    def urls(self) -> list[str]:
        settings = self.settings
        return address.urls(settings.host, self.port, bool(settings.cert), settings.origin)

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self._guard], client_max_size=LARGEST_BODY)
        app.router.add_get("/ws", self._websocket)
        api.add_routes(app, self)
        atelier.add_routes(app, self)
        app.router.add_get("/{path:.*}", self._page)
        return app

    def spawn(self, work: Coroutine[Any, Any, T]) -> Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _ping(self) -> None:
        """Everyone in turn: thousands at once, and their answers, would keep the games waiting."""
        while True:
            here = tuple(self.sockets)
            for turn in range(PING_TURNS):
                await asyncio.sleep(PING_EVERY / PING_TURNS)
                for socket in here[turn::PING_TURNS]:
                    socket.ping()

    async def aside(self, work: Callable[..., T], *given: Any) -> T:
        """One after the other in a thread of their own, so that nobody's game waits for somebody's replay. Raises
        Refused, where too many wait."""
        if self._line >= REPLAYS:
            raise NotAllowed("too_fast")
        self._line += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._aside, work, *given)
        finally:
            self._line -= 1

    async def pulse(self) -> bool:
        """Whether the store takes something now."""
        now = time.monotonic()
        if self._pulse is None or now - self._pulse[0] > BEAT:
            self._pulse = now, asyncio.ensure_future(self._beat())
        return await asyncio.shield(self._pulse[1])

    async def _beat(self) -> bool:
        try:
            async with asyncio.timeout(BEAT_WITHIN):
                await self.store.beat()
            return True
        except (StoreFailed, TimeoutError):
            return False

    # ------------------------------------------------------------ requests

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Who may ask at all, and what every answer carries."""
        response: web.StreamResponse
        if isinstance(request.protocol, Visitor):
            request.protocol.asked()
        try:
            self._admit(request)
            response = await handler(request)
        except Refused as refused:
            response = refuse(refused)
        except web.HTTPException as refused:
            response = answer({"code": "not_found", "params": {}}, refused.status)
        except StoreFailed as failed:
            log.warning("%s could not be answered: %s", request.path, failed)
            response = refuse(NotAllowed("not_stored"))
        except Exception:
            log.exception("%s failed", request.path)
            response = refuse(NotAllowed("failed"))
        if not response.prepared:
            response.headers.update(HEADERS)
            if self.settings.cert:
                response.headers["Strict-Transport-Security"] = "max-age=31536000"
        return response

    def _admit(self, request: web.Request) -> None:
        """Raises Refused: another server's name, or a page from elsewhere that would change something here."""
        if not address.is_ours(request.host, self.settings.origin):
            raise NotAllowed("wrong_host")
        if request.method in ("GET", "HEAD"):
            return
        origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site", "none")
        if (origin is not None and not self._same_origin(origin, request)) or site not in ("none", "same-origin"):
            raise NotAllowed("wrong_origin")

    def caller(self, request: web.Request) -> str:
        return address.caller(request.remote or "", request.headers.getall("X-Forwarded-For", ()), self.trusted)

    async def find_table(self, name: str, caller: str, guest: str | None = None) -> Live | Relayed:
        """To try a code costs something before it is known whether it is right, so that nobody tries them all. Whoever
        sits at the table pays nothing, nor does who knows its id, which cannot be guessed."""
        if not self.guesses.take(caller, time.monotonic()):
            raise NotAllowed("too_many_guesses")
        table = await self.hall.find(name)
        if name == table.state.id or (guest and guest in dice_givers(table.state)):
            self.guesses.give_back(caller)
        return table

    def may_ask(self, request: web.Request) -> None:
        """For questions that cost more than a look into memory. Raises Refused."""
        if not self.questions.take(self.caller(request), time.monotonic()):
            raise NotAllowed("too_fast")

    async def _websocket(self, request: web.Request) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if origin is not None and not self._same_origin(origin, request):
            return refuse(NotAllowed("wrong_origin"))
        if self.node and not self.node.ready:
            return refuse(NotAllowed("closing"))  # before the connection is one: a balancer tries the next node
        visitor, accepted = request.protocol, accept(request.headers)
        if accepted is None or not isinstance(visitor, Visitor):
            raise web.HTTPBadRequest
        transport, address = cast(asyncio.Transport, request.transport), self.caller(request)

        def seat(caller: str, allowed: Bucket) -> Socket:
            socket = Socket(self, transport, address, caller, allowed)
            if request.remote in self.trusted:
                socket.trust(request.headers.get(ROUND_TRIP))
            self.sockets.add(socket)
            return socket

        transport.write(accepted)
        visitor.hand_over(seat)
        return web.Response()  # to nobody

    def _same_origin(self, origin: str, request: web.Request) -> bool:
        """A page from elsewhere must not speak for the people whose browser shows it."""
        ours = {self.settings.origin.rstrip("/")} if self.settings.origin else set()
        return origin in {*ours, f"http://{request.host}", f"https://{request.host}"}

    async def _page(self, request: web.Request) -> web.StreamResponse:
        """The page is one file in each language, whatever the address; its parts are named after their content."""
        path = request.match_info["path"]
        if "\0" in path:
            raise NotAllowed("not_found")
        file = (PAGE / path).resolve()
        if path and file.is_relative_to(PAGE) and file.is_file():
            if path.startswith("assets/"):
                return web.FileResponse(file, headers={"Cache-Control": "public, max-age=31536000, immutable"})
            return web.FileResponse(file, headers={"Cache-Control": "no-cache", **_policy(request.host)})
        if "." in path.rpartition("/")[2] or path.startswith("api/"):
            raise NotAllowed("not_found")
        document = PAGE / f"index.{language_of(request.headers.get('Accept-Language', ''))}.html"
        if not document.is_file():
            return web.Response(text="The page has not been built; `tablee join` plays in a terminal.\n", status=503)
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding, Accept-Language", **_policy(request.host)}
        return web.FileResponse(document, headers=headers)


def language_of(wanted: str) -> str:
    """The first of those that the browser names; what its owner has chosen, only the page knows."""
    named = (tag.strip().lower()[:2] for tag in wanted.split(","))
    return next((tag for tag in named if tag in languages()), FIRST)


def _policy(host: str) -> dict[str, str]:
    """Nothing from elsewhere, and nothing inline that could run."""
    parts = [
        "default-src 'self'",
        "script-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "media-src 'self' data: blob:",
        f"connect-src 'self' ws://{host} wss://{host}",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
    return {"Content-Security-Policy": "; ".join(parts)}


def _tls(settings: Settings) -> ssl.SSLContext | None:
    if not settings.cert:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(settings.cert, settings.key)
    return context
