"""The little of XLSX that a sheet of questions needs: rows of texts and numbers."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from typing import Final
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape

from .xml import BadXml, tree

MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
LINK: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
LARGEST: Final = 50_000_000  # bytes, unpacked


class BadSheet(ValueError):
    """This is no workbook that we can read."""


def read_rows(data: bytes) -> list[tuple[int, list[str]]]:
    """The rows of the first sheet by number, as texts."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            if sum(member.file_size for member in book.infolist()) > LARGEST:
                raise BadSheet("too large")
            shared = _shared(book)
            sheet = _parse(book, _first_sheet(book))
    except (zipfile.BadZipFile, KeyError, BadXml, RuntimeError, NotImplementedError) as error:
        raise BadSheet(str(error)) from None
    rows = []
    for number, row in enumerate(sheet.iter(f"{MAIN}row"), 1):
        cells: list[str] = []
        for cell in row.iter(f"{MAIN}c"):
            column = _column(cell.get("r", "")) if cell.get("r") else len(cells)
            cells += [""] * (column - len(cells) + 1)
            cells[column] = _value(cell, shared)
        rows.append((int(row.get("r") or number), cells))
    return rows


def _parse(book: zipfile.ZipFile, name: str) -> Element:
    return tree(book.read(name))


def _first_sheet(book: zipfile.ZipFile) -> str:
    sheet = _parse(book, "xl/workbook.xml").find(f"{MAIN}sheets/{MAIN}sheet")
    links = _parse(book, "xl/_rels/workbook.xml.rels")
    targets = {link.get("Id"): link.get("Target", "") for link in links}
    target = targets.get(sheet.get(LINK), "") if sheet is not None else ""
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _shared(book: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    return [_text(entry) for entry in _parse(book, "xl/sharedStrings.xml").iter(f"{MAIN}si")]


def _text(entry: Element) -> str:
    """All runs of a rich text, without the phonetic ones."""
    runs = [*entry.findall(f"{MAIN}t"), *entry.findall(f"{MAIN}r/{MAIN}t")]
    return "".join(run.text or "" for run in runs)


def _value(cell: Element, shared: list[str]) -> str:
    kind = cell.get("t", "n")
    inline = cell.find(f"{MAIN}is")
    if inline is not None:
        return _text(inline)
    raw = cell.findtext(f"{MAIN}v") or ""
    if kind == "s":
        return shared[int(raw)] if raw.isdigit() and int(raw) < len(shared) else ""
    if kind == "b":
        return "TRUE" if raw == "1" else "FALSE"
    return re.sub(r"\.0+$", "", raw) if kind == "n" else raw


def _column(place: str) -> int:
    """
    >>> _column("A1"), _column("AB12")
    (0, 27)
    """
    column = 0
    for letter in re.match(r"[A-Z]*", place)[0]:  # type: ignore[index]
        column = column * 26 + ord(letter) - 64
    return min(column, 1000) - 1


def write_rows(rows: Iterable[tuple[int, Sequence[str | int]]]) -> bytes:
    """A workbook with one sheet."""
    body = "".join(
        f'<row r="{number}">{"".join(_cell(number, column, value) for column, value in enumerate(cells))}</row>'
        for number, cells in rows
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        for name, text in {**_FRAME, "xl/worksheets/sheet1.xml": _SHEET.format(body=body)}.items():
            # A fixed date: the same questions make the same file.
            book.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), _HEAD + text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _cell(row: int, column: int, value: str | int) -> str:
    if value == "":
        return ""
    place = f"{chr(65 + column)}{row}"
    if isinstance(value, int):
        return f'<c r="{place}"><v>{value}</v></c>'
    clean = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", value)
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(clean)}</t></is></c>'


_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_SPACE: Final = "http://schemas.openxmlformats.org"
_SHEET: Final = f'<worksheet xmlns="{_SPACE}/spreadsheetml/2006/main"><sheetData>{{body}}</sheetData></worksheet>'
_KIND: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_LINKS: Final = f"{_SPACE}/officeDocument/2006/relationships"
_FRAME: Final = {
    "[Content_Types].xml": f'<Types xmlns="{_SPACE}/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_SPACE}/package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{_LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_SPACE}/spreadsheetml/2006/main" xmlns:r="{_LINKS}">'
    '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_SPACE}/package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{_LINKS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}
