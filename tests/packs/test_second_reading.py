"""The record of the second, blind reading covers every fact that is asked, and says what it says.

A question that is new or asks something else waits for its reader: its row says `open` and holds no answer.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablee.judge import judge, normal
from tablee.packs.library import shipped

RECORD = Path(__file__).parents[2] / "docs" / "second-reading.tsv"


def questions() -> Iterator[dict[str, Any]]:
    for pack in ("defizz-base", "egomaster-base"):
        for path in sorted(shipped()[pack].glob("*.toml")):
            yield from tomllib.loads(path.read_text("utf-8")).get("question", ())


def record() -> dict[str, tuple[str, str]]:
    rows = [line.split("\t") for line in RECORD.read_text("utf-8").splitlines()[1:]]
    return {id: (answer, compared) for id, answer, compared in rows}


def test_every_fact_was_read_blind() -> None:
    facts = {question["id"] for question in questions() if question.get("mode") != "chance"}
    assert record().keys() == facts
    for id, (answer, compared) in record().items():
        assert (compared.startswith("same") and answer) or (compared == "open" and not answer), id


def test_the_second_reader_gave_our_answers() -> None:
    """Lists are left out: which of their items a reader names is up to him."""
    read = record()
    for question in questions():
        if question.get("mode") in ("chance", "ping_pong") or read[question["id"]][1] == "open":
            continue
        said = re.sub(r"!!.*", "", read[question["id"]][0]).strip()
        if question.get("mode") == "target":
            numbers = re.findall(r"-?\d+(?:[.,]\d+)?", re.sub(r"\s", "", said))
            assert numbers, question["id"]
            assert float(numbers[0].replace(",", ".")) == question["answer"], question["id"]
        else:
            accept = [question["answer"], *question.get("accept", ())]
            first = re.sub(r"\(.*?\)", "", said).strip()
            same = judge(first, accept, question["rivals"]) == "right"
            assert same or any(normal(name) in normal(said) for name in accept), (question["id"], said, accept)
