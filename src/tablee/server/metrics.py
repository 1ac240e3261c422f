"""Figures for whoever looks after a server, in the text format of Prometheus."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from .app import Server


class Metrics(Struct):
    orders: int = 0
    refused: int = 0
    floods: int = 0
    slow: int = 0
    sent: int = 0


HELP = {
    "orders": "Messages from devices that were understood.",
    "refused": "Messages that were malformed, too large or too many.",
    "floods": "Messages that came faster than allowed.",
    "slow": "Devices that were let go because they did not keep up.",
    "sent": "Messages to devices.",
}


def tell(server: Server) -> str:
    lines: list[str] = []
    for name in server.metrics.__struct_fields__:
        lines += _metric(f"tablee_{name}_total", "counter", HELP[name], getattr(server.metrics, name))
    tables = server.hall.tables.values()
    playing = sum(table.state.phase == "playing" for table in tables)
    broken = sum(table.trouble is not None for table in tables)
    lines += _metric("tablee_tables", "gauge", "Tables that are open.", len(tables))
    lines += _metric("tablee_tables_playing", "gauge", "Tables where a match is being played.", playing)
    lines += _metric("tablee_tables_in_trouble", "gauge", "Tables that are paused by a fault.", broken)
    aside = len(server.hall.set_aside)
    lines += _metric("tablee_tables_set_aside", "gauge", "Tables whose row cannot be used.", aside)
    lines += _metric("tablee_connections", "gauge", "Connections that are open.", server.door.open)
    refused = server.door.refused
    lines += _metric("tablee_connections_refused_total", "counter", "Connections that found no room.", refused)
    lines += _metric("tablee_devices", "gauge", "Devices that are connected.", len(server.sockets))
    uptime = int(time.time() - server.hall.started)
    lines += _metric("tablee_uptime_seconds", "counter", "Since the start.", uptime)
    return "\n".join(lines) + "\n"


def _metric(name: str, kind: str, help: str, value: float) -> Iterable[str]:
    return f"# HELP {name} {help}", f"# TYPE {name} {kind}", f"{name} {value}"
