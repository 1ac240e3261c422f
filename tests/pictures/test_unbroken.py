"""Text that keeps its no-break spaces."""

from __future__ import annotations

import io

from rich.console import Console
from rich.text import Text as Styled

from tablee.pictures import Unbroken


def test_a_question_mark_never_stands_alone() -> None:
    paper = io.StringIO()
    Console(file=paper, width=10, color_system=None).print(Unbroken(Styled("où donc\u202f? et quand\u202f?")))
    assert [line.rstrip() for line in paper.getvalue().splitlines()] == ["où donc\u202f?", "et quand\u202f?"]
