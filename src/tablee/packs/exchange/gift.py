"""Moodle GIFT. Ids and what GIFT has no word for travel in its comments: `// [id:a1] [tag:mode=speed]`."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..rules import all_modes
from ..words import tool_words
from .draft import BadLine, Draft, Exported, Imported, Left, as_number, from_choices, tidy

_SPECIAL: Final = "~=#{}:"
_HIDDEN: Final = 0xE000  # an escaped sign, where nobody writes
_TAG: Final = re.compile(r"\[(id|tag):((?:[^\]\\]|\\.)*)\]")
_WEIGHT: Final = re.compile(r"\s*%(-?[\d.,]+)%")
_FORMAT: Final = re.compile(r"^\s*\[(?:html|moodle|plain|markdown)\]")
_MARKUP: Final = re.compile(r"<[^<>]+>")


def read_gift(data: bytes, language: str = "fr") -> Imported:
    imported = Imported(language=language)
    theme: str | None = None
    for line, block in _blocks(data.decode("utf-8-sig", "replace")):
        tags: dict[str, str] = {}
        body = []
        for row in block:
            if row.lstrip().startswith("//"):
                tags |= _tags(row)
            elif row.lstrip().upper().startswith("$CATEGORY:"):
                theme = row.split(":", 1)[1].strip().rstrip("/").rsplit("/", 1)[-1] or None
            else:
                body.append(row)
        if not "".join(body).strip():
            continue
        try:
            draft = _question("\n".join(body), tags, language)
        except BadLine as bad:
            imported.left.append(Left(bad.code, line, tags.get("id", ""), bad.params))
            continue
        draft.line, draft.theme = line, theme
        imported.drafts.append(draft)
    return imported


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """What stands between empty lines, with the number of its first line."""
    block: list[str] = []
    for number, row in enumerate([*text.splitlines(), ""], 1):
        if row.strip():
            block.append(row)
        elif block:
            yield number - len(block), block
            block = []


def _tags(comment: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for kind, escaped in _TAG.findall(comment):
        said = re.sub(r"\\(.)", r"\1", escaped)
        name, _, value = ("id", "", said) if kind == "id" else said.partition("=")
        found[name] = value
    return found


def _question(block: str, tags: dict[str, str], language: str) -> Draft:
    hidden = re.sub(r"\\(.)", lambda found: chr(_HIDDEN + ord(found[1])) if ord(found[1]) < 128 else found[0], block)
    named = re.match(r"\s*::(.*?)::", hidden, re.S)
    name, rest = (_plain(named[1]), hidden[named.end() :]) if named else ("", hidden)
    start, end = rest.find("{"), rest.rfind("}")
    if start < 0 or end < start:
        raise BadLine("no_braces")
    before, inside, after = rest[:start], rest[start + 1 : end].strip(), rest[end + 1 :]
    # With words after the answer it is a gap in a sentence.
    text = _plain(f"{before}_____{after}" if after.strip() else before)
    draft = _answers(text, inside.split("####")[0].strip(), tags, language)
    draft.id = tags.get("id") or name
    draft.mode, draft.hint = tags.get("mode") or draft.mode, tags.get("hint", "")
    draft.unit = tags.get("unit")
    draft.difficulty = int(tags["difficulty"]) if tags.get("difficulty", "") in tuple("12345") else None
    return draft


def truth(language: str) -> tuple[str, str, str]:
    """What is true, what is false, and what stands before such a question."""
    words = tool_words(language)
    said = words.tables["truth"]
    return said["right"], said["wrong"], words.forms.fill(said["question"], {"text": ""})


def _answers(text: str, inside: str, tags: dict[str, str], language: str) -> Draft:
    mode = all_modes().get(tags.get("mode"))
    answered = mode.answered if mode else None
    if not text:
        raise BadLine("no_text")
    if not inside:
        if answered == "deed":
            return Draft(text=text)
        raise BadLine("no_answer")
    if inside.startswith("#"):
        return Draft(text=text, answer=_numeric(inside[1:]), mode=numbers_mode())
    if (word := inside.split("#")[0].strip().upper()) in ("T", "TRUE", "F", "FALSE"):
        true, false, prefix = truth(language)
        right, wrong = (true, false) if word[0] == "T" else (false, true)
        return Draft(text=prefix + text, answer=right, rivals=(wrong,))
    if "->" in inside:
        raise BadLine("matching")
    right_ones: list[str] = []
    wrong_ones: list[str] = []
    for sign, said in re.findall(r"([=~])([^=~]*)", inside):
        weight = _WEIGHT.match(said)
        answer = _plain(_WEIGHT.sub("", said, count=1).split("#")[0])
        good = float(weight[1].replace(",", ".")) > 0 if weight else sign == "="
        (right_ones if good else wrong_ones).append(answer)
    if answered == "list":
        return Draft(text=text, accept=tuple(right_ones))
    return from_choices(text, right_ones, wrong_ones)


def numbers_mode() -> str | None:
    """The mode that is answered with a number."""
    return next((mode.name for mode in all_modes().values() if mode.answered == "number"), None)


def _numeric(said: str) -> int | float:
    """`1822:5`, `1815..1822`, or several of them with weights; the first counts."""
    first = _WEIGHT.sub("", re.split(r"[=~]", said.strip().lstrip("=~"))[0]).split("#")[0].strip()
    low, dots, high = first.partition("..")
    value, other = as_number(low.split(":")[0]), as_number(high) if dots else None
    if value is None or (dots and other is None):
        raise BadLine("no_number", answer=_plain(said))
    return value if other is None else (value + other) / 2


def _plain(hidden: str) -> str:
    """Without escapes and markup."""
    shown = _FORMAT.sub("", hidden).replace(chr(_HIDDEN + ord("n")), " ")
    shown = "".join(chr(ord(c) - _HIDDEN) if _HIDDEN <= ord(c) < _HIDDEN + 128 else c for c in shown)
    if _FORMAT.match(hidden) or _MARKUP.search(shown):
        shown = html.unescape(_MARKUP.sub(" ", shown))
    return tidy(shown)


def write_gift(drafts: Sequence[Draft]) -> Exported:
    blocks: list[str] = []
    theme: str | None = None
    for draft in drafts:
        if draft.theme != theme:
            theme = draft.theme
            blocks.append(f"$CATEGORY: {theme or ''}\n")
        blocks.append(f"{_comment(draft)}\n::{_escape(draft.id)}:: {_escape(draft.text)} {{{_inside(draft)}}}\n")
    return Exported("\n".join(blocks).encode())


def _comment(draft: Draft) -> str:
    carried = {"mode": draft.mode, "hint": draft.hint, "difficulty": draft.difficulty, "unit": draft.unit}
    tags = [f"[tag:{name}={_bracket(str(value))}]" for name, value in carried.items() if value not in (None, "")]
    return " ".join(["//", f"[id:{_bracket(draft.id)}]", *tags])


def _inside(draft: Draft) -> str:
    if draft.answered == "number":
        return f"#{draft.answer}"
    right = [] if draft.answer is None else [str(draft.answer)]
    signed = [f"={_escape(answer)}" for answer in (*right, *draft.accept)] + [f"~{_escape(r)}" for r in draft.rivals]
    return " ".join(signed)


def _escape(text: str) -> str:
    return "".join(f"\\{sign}" if sign in _SPECIAL or sign == "\\" else sign for sign in text)


def _bracket(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", text)
