"""Who is at a table now: every device is registered here, and nowhere else."""

from __future__ import annotations

import asyncio
import logging
from asyncio import TimerHandle
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

from .fairness import Trip

DEVICES: Final = 6  # of one guest; the oldest makes room
log = logging.getLogger("tablee.people")


class Device(Protocol):
    """Somebody's browser, or another program."""

    guest: str
    trip: Trip
    screen: bool  # whether it is wide enough for a whole table to look at
    look: int | None  # whose private part it shows, when several seats share it

    def send(self, data: bytes) -> None:
        """Bytes of one message; never waits."""

    def ping(self) -> None:
        """Measure the way to it."""

    def let_go(self, code: str) -> None:
        """Say why, and close the connection."""


class People:
    """Guests and their devices. Whoever loses the last one has a grace before he counts as gone."""

    def __init__(self, grace: float, missed: Callable[[], None]) -> None:
        """`missed`: somebody's grace is over."""
        self._grace, self._missed = grace, missed
        self._loop = asyncio.get_running_loop()
        self._here: dict[str, list[Device]] = {}
        self._devices: tuple[Device, ...] | None = ()  # all of them; None: somebody has come or gone
        self._graces: dict[str, TimerHandle] = {}
        self._waiting: dict[Device, list[bytes]] = {}  # for devices whose moment has not come

    def __contains__(self, guest: object) -> bool:
        return guest in self._here

    def __iter__(self) -> Iterator[str]:
        return iter(self._here)

    def __len__(self) -> int:
        return len(self._here)

    def devices(self, guest: str | None = None) -> tuple[Device, ...]:
        """Of one guest, or all."""
        if guest is not None:
            return tuple(self._here.get(guest, ()))
        if self._devices is None:
            self._devices = tuple(device for devices in self._here.values() for device in devices)
        return self._devices

    def tell(self, what: Callable[[Device], bytes | None], guest: str | None = None) -> None:
        """What `what` makes for each device."""
        for device in self.devices(guest):
            if data := what(device):
                self.send(device, data)

    def send(self, device: Device, data: bytes, wait: float = 0.0) -> None:
        """After so many seconds; nothing overtakes it. One that fails does not keep the others from hearing it."""
        if device in self._waiting or wait > 0:
            queue = self._waiting.setdefault(device, [])
            queue.append(data)
            if wait > 0:
                self._loop.call_later(wait, self._release, device)
            return
        try:
            device.send(data)
        except Exception:
            log.exception("a device could not be told")

    def _release(self, device: Device) -> None:
        for data in self._waiting.pop(device, ()):
            self.send(device, data)

    def come(self, device: Device) -> None:
        self._devices = None
        devices = self._here.setdefault(device.guest, [])
        devices.append(device)
        for old in devices[:-DEVICES]:
            devices.remove(old)
            old.let_go("too_many_devices")
        if grace := self._graces.pop(device.guest, None):
            grace.cancel()

    def go(self, device: Device) -> bool:
        """Whether that was the last of its guest, who may come back within the grace."""
        self._devices = None
        guest = device.guest
        devices = self._here.get(guest, [])
        if device in devices:
            devices.remove(device)
        if devices or guest not in self._here:
            return False
        del self._here[guest]
        self._give_grace(guest)
        return True

    def let_go(self, guest: str, code: str) -> None:
        """For good: no grace."""
        self._devices = None
        for device in self._here.pop(guest, []):
            device.let_go(code)

    def are_waited_for(self, guests: Iterable[str]) -> bool:
        """Whether one of them is here, or may be back in a moment."""
        return any(guest in self._here or guest in self._graces for guest in guests)

    def expect(self, guests: Iterable[str]) -> None:
        """After a restart those who sat here have as long to come back as if they had only just gone."""
        for guest in guests:
            if guest not in self._here and guest not in self._graces:
                self._give_grace(guest)

    def expect_nobody(self) -> None:
        for grace in self._graces.values():
            grace.cancel()
        self._graces.clear()

    def _give_grace(self, guest: str) -> None:
        self._graces[guest] = self._loop.call_later(self._grace, self._miss, guest)

    def _miss(self, guest: str) -> None:
        self._graces.pop(guest, None)
        self._missed()
