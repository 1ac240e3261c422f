"""How the server answers plain HTTP: in JSON, packed, kept ready, or refused."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import cache
from typing import Final

import msgspec
from aiohttp import web

from tablee.engine import Refused

STATUS: Final = {
    "not_found": 404,
    "unknown_table": 404,
    "unknown_game": 404,
    "unknown_match": 404,
    "no_pack": 404,
    "pack_changed": 409,
    "oversized": 413,
    "too_many_packs": 403,
    "too_many_guesses": 429,
    "too_many_tables": 503,
    "only_host": 403,
    "wrong_host": 421,
    "wrong_origin": 403,
    "too_many_devices": 503,
    "too_fast": 429,
    "not_stored": 503,
    "closing": 503,
    "failed": 500,
}
WORTH_COMPRESSING: Final = 2_048  # bytes


def answer(what: object, status: int = 200, *, lasts: str = "no-store") -> web.Response:
    headers, body = {"Cache-Control": lasts}, msgspec.json.encode(what)
    response = web.Response(body=body, status=status, headers=headers, content_type="application/json")
    if len(body) > WORTH_COMPRESSING:
        response.enable_compression()
    return response


def still(request: web.Request, make: Callable[..., object], *given: str | None) -> web.Response:
    """What does not change while the server runs: made once, and packed once."""
    body, packed = made(make, *given)
    small = "gzip" in request.headers.get("Accept-Encoding", "")
    headers = {
        "Cache-Control": "no-cache",
        "Vary": "Accept-Encoding",
        **({"Content-Encoding": "gzip"} if small else {}),
    }
    return web.Response(body=packed if small else body, headers=headers, content_type="application/json")


@cache
def made(make: Callable[..., object], *given: str | None) -> tuple[bytes, bytes]:
    body = msgspec.json.encode(make(*given))
    return body, gzip.compress(body)


def refuse(refused: Refused) -> web.Response:
    params = {key: msgspec.to_builtins(value, enc_hook=str) for key, value in refused.params.items()}
    return answer({"code": refused.code, "params": params}, STATUS.get(refused.code, 400))
