"""A whole match as text that people can read: who answered what, and what happened."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tablee.engine import Header, Match, Reply, words

HEADER, LINE = "header ", "> "


def playthrough(match: Match) -> str:
    """Header, every reply as it is stored, and below each what was told about it in English."""
    return "\n".join(_lines(match)) + "\n"


def read_playthrough(text: str) -> tuple[Header, list[Reply]]:
    """What `playthrough` was made from."""
    lines = text.splitlines()
    header = next(line.removeprefix(HEADER) for line in lines if line.startswith(HEADER))
    replies = [line.removeprefix(LINE) for line in lines if line.startswith(LINE)]
    return msgspec.json.decode(header, type=Header), [msgspec.json.decode(reply, type=Reply) for reply in replies]


def _lines(match: Match) -> Iterator[str]:
    names, english = match.header.seats, words("en", match.header.game)
    yield f"{', '.join(names)}"
    yield HEADER + msgspec.json.encode(match.header).decode()
    again = Match(match.header)
    for event in again.news:
        yield f"      {english.event(event, names)}"
    for reply in match.log:
        yield LINE + msgspec.json.encode(reply).decode()
        for event in again.reply(reply):
            told = event.seen_by(None)
            if told is not None:
                yield f"      {english.event(told, names)}"
    result = again.result
    assert result, "only a finished match has a playthrough"
    yield ""
    yield f"{english.end(result.why)}"
    for place, seats in enumerate(result.ranking, 1):
        yield f"{place}. " + ", ".join(f"{names[seat]} ({result.scores[seat]})" for seat in seats)
