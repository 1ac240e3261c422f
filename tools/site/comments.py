"""What stands in a comment behind a field says what it is: the API shows it as the field's docstring."""

from __future__ import annotations

import io
import tokenize
from typing import Any

import griffe


class Comments(griffe.Extension):
    """For griffe, which reads the sources for the API (mkdocs.yml)."""

    def __init__(self) -> None:
        self.files: dict[str, dict[int, str]] = {}

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        if attr.docstring or attr.lineno is None:
            return
        path = str(attr.filepath)
        if path not in self.files:
            self.files[path] = behind(attr.filepath.read_text("utf-8"))  # type: ignore[union-attr]
        if said := self.files[path].get(attr.endlineno or attr.lineno):
            attr.docstring = griffe.Docstring(said, parent=attr)


def behind(source: str) -> dict[int, str]:
    """By line, the comments that stand behind code, but for those that speak to tools."""
    found = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        said = token.string.removeprefix("#").strip()
        behind_code = token.type == tokenize.COMMENT and token.line[: token.start[1]].strip()
        if behind_code and not said.startswith(("noqa", "type:")):
            found[token.start[0]] = said[0].upper() + said[1:] + ("" if said.endswith((".", "?", "…")) else ".")
    return found
