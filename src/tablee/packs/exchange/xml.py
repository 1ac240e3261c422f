"""XML of other people: a tree without what could swell. No DOCTYPE, so no entities but the five that XML has."""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

DEEPEST: Final = 60


class BadXml(ValueError):
    """This cannot be read, or may not."""


def tree(raw: bytes) -> Element:
    """Names with their space in braces, as ElementTree has them. Raises BadXml."""
    builder, depth = TreeBuilder(), 0
    parser = expat.ParserCreate(namespace_separator="}")

    def named(name: str) -> str:
        return f"{{{name}" if "}" in name else name

    def start(name: str, held: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise BadXml("too deep")
        builder.start(named(name), {named(key): value for key, value in held.items()})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(named(name))

    def refuse(*_: object) -> None:  # whatever the encoding that hides it
        raise BadXml("DOCTYPE")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = builder.data, refuse
    parser.buffer_text = True
    try:
        parser.Parse(raw, True)
        return builder.close()
    except (expat.ExpatError, LookupError, AssertionError) as error:
        raise BadXml(str(error)) from None
