"""Figures for whoever looks after a server, in the text format of Prometheus."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from .app import Server
    from .cluster.node import Node


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
    if server.node:
        lines += _of_node(server.node)
    uptime = int(time.time() - server.hall.started)
    lines += _metric("tablee_uptime_seconds", "counter", "Since the start.", uptime)
    return "\n".join(lines) + "\n"


def _of_node(node: Node) -> list[str]:
    """Of a node of a cluster: what it runs and relays, and whether it may."""
    gauges = {
        "nodes": ("Nodes that live, this one too.", 1 + len(node.neighbours)),
        "node_ready": ("Whether devices are well served here.", int(node.ready)),
        "lease_left_seconds": ("Until others may take the tables of this node.", round(node.lease_left, 3)),
        "wire_up": ("Whether the broker is reached.", int(node.wire.up)),
        "store_lag_seconds": ("What the latest commit took.", round(node.store.lag, 6)),
        "relayed_devices": ("Devices here whose table another node runs.", len(node.relays)),
        "far_devices": ("Devices of other nodes at tables of this one.", len(node.fars)),
    }
    counters = {
        "leases_lost": ("Times that this node could not renew in time.", node.lapses),
        "tables_taken": ("Tables that this node took from nobody.", node.taken),
        "tables_handed_over": ("Tables that this node gave to others.", node.handed_over),
        "parcels": ("Messages to other nodes.", node.post.parcels),
    }
    lines: list[str] = []
    for name, (help, value) in gauges.items():
        lines += _metric(f"tablee_{name}", "gauge", help, value)
    for name, (help, value) in counters.items():
        lines += _metric(f"tablee_{name}_total", "counter", help, value)
    return lines


def _metric(name: str, kind: str, help: str, value: float) -> Iterable[str]:
    return f"# HELP {name} {help}", f"# TYPE {name} {kind}", f"{name} {value}"
