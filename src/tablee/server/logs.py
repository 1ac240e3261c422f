"""Logs as one JSON object a line. No token and no word of the players is ever in them."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime

import msgspec


class Structured(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "where": record.name,
            "what": record.getMessage(),
        }
        if record.exc_info:
            line["problem"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def set_up(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Structured())
    logger = logging.getLogger("tablee")
    logger.handlers[:] = [handler]
    logger.setLevel(level.upper())
    logger.propagate = False
