"""The page's TypeScript types say what the server says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.server import types

WEB = Path(__file__).parents[2] / "web" / "src"


@pytest.mark.parametrize("path", types.files(WEB))
def test_generated_types_are_fresh(path: str) -> None:
    assert (WEB / path).read_text("utf-8") == types.files(WEB)[path], "run `python -m tablee.server.types`"


def test_every_order_and_every_news_is_written() -> None:
    text = types.messages()
    for message in ("answer", "rematch", "hand_over", "welcome", "state", "notice"):
        assert f'type: "{message}"' in text


def test_a_private_part_is_not_in_the_public_one() -> None:
    text = types.game("defizz")
    assert "  mine" not in text
    assert "export type Mine = MineView | null" in text
