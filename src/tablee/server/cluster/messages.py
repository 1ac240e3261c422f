"""What nodes say to each other. A device is a number of the node that it is connected to."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
from msgspec import Struct


class Said(Struct, frozen=True, array_like=True, tag=True):
    """Anything that is said."""


class Way(Struct, frozen=True, array_like=True):
    """How far a device is from the node it is connected to, as that one measures it; in milliseconds."""

    round_trip: float
    uncertainty: float
    least: float | None
    silent: float | None  # since when a ping waits for its pong
    stalls: bool


# ---------------------------------------------------------------- to the owner of a table


class Come(Said, frozen=True):
    device: int
    table: str
    guest: str
    screen: bool
    match: str | None
    seq: int | None
    way: Way


class Go(Said, frozen=True):
    device: int


class Give(Said, frozen=True):
    """An order, as its device wrote it."""

    device: int
    order: bytes
    way: Way


class Felt(Said, frozen=True):
    device: int
    way: Way


class Echo(Said, frozen=True):
    """At once, so that the way between the nodes is known."""

    at: int


# ---------------------------------------------------------------- to the node of a device


class Tell(Said, frozen=True):
    """The bytes of one message, for each of these devices."""

    devices: list[int]
    data: bytes


class LetGo(Said, frozen=True):
    device: int
    code: str


class Feel(Said, frozen=True):
    """Measure the way to these devices; and say so at once."""

    devices: list[int]
    at: int


# ---------------------------------------------------------------- to either


class Reset(Said, frozen=True):
    """Something was lost on the way: all devices between the two of us begin anew."""


AnySaid: TypeAlias = Come | Go | Give | Felt | Echo | Tell | LetGo | Feel | Reset


class Parcel(Struct, frozen=True, array_like=True):
    """All that one turn of the loop had for that node."""

    sender: str
    number: int  # of this sender's parcels for that node
    said: list[AnySaid]


encode: Final = msgspec.msgpack.Encoder().encode
decode: Final = msgspec.msgpack.Decoder(Parcel).decode
