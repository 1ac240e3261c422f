"""What the system knows of the way to a device: it acknowledges bytes whatever a page or a program over there does."""

from __future__ import annotations

import array
import socket
import struct
import sys
from typing import Any, Final

TCP_INFO: Final = 11
MIN_RTT: Final = 148  # where `tcpi_min_rtt` stands in Linux's `struct tcp_info`, in microseconds
SIOCOUTQ: Final = 0x5411  # bytes that were sent and are not acknowledged
UNKNOWN: Final = 0xFFFF_FFFF


def least_round_trip(connection: Any) -> float | None:
    """In milliseconds; None where the system does not tell."""
    if sys.platform != "linux" or connection is None:
        return None
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, TCP_INFO, 256)
    except OSError:
        return None
    if len(info) < MIN_RTT + 4:
        return None
    (microseconds,) = struct.unpack_from("=I", info, MIN_RTT)
    return None if microseconds in (0, UNKNOWN) else microseconds / 1000


def unacknowledged(connection: Any) -> int | None:
    """Bytes on their way, or lost; None where the system does not tell."""
    if sys.platform != "linux" or connection is None:
        return None
    import fcntl

    held = array.array("i", [0])
    try:
        fcntl.ioctl(connection.fileno(), SIOCOUTQ, held)
    except (OSError, ValueError):
        return None
    return held[0]
