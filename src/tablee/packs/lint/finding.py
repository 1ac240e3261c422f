"""What lint says: a code with parameters, and where. The catalogue turns it into a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from tablee.engine import Words

from ..source import Item


class Finding(Struct, frozen=True):
    code: str
    file: Path
    line: int | None = None
    id: str = ""
    params: dict[str, object] = {}
    advice: bool = False  # worth knowing, but nothing is wrong

    def sentence(self, own: Words) -> str:
        return own.forms.fill(own.tables["findings"][self.code], self.params)

    def show(self, own: Words) -> str:
        """One line: where, what it is about, whether it is only advice, the code, and a sentence."""
        soft = own.label("advice") if self.advice else ""
        where = f"{near(self.file)}:{self.line}" if self.line else near(self.file)
        return ": ".join(part for part in (where, self.id, soft, self.code, self.sentence(own)) if part)

    def record(self, own: Words) -> dict[str, object]:
        """The same for machines."""
        return {
            "file": near(self.file),
            "line": self.line,
            "id": self.id or None,
            "code": self.code,
            "advice": self.advice,
            "params": {name: str(value) if isinstance(value, Path) else value for name, value in self.params.items()},
            "message": self.sentence(own),
        }


def at(item: Item, code: str, **params: object) -> Finding:
    return Finding(code, item.file, item.line, item.id, params)


def advise(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The same, said softly."""
    return (replace(finding, advice=True) for finding in findings)


def near(path: Path) -> str:
    """As short as it can be written from here."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
