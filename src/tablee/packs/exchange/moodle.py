"""Moodle XML, as a question bank is exported. Its pictures stay behind, and questions that need them, too."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

from .draft import BadLine, Draft, Exported, Imported, Left, as_number, from_choices, tidy
from .gift import numbers_mode, truth
from .xml import BadXml, tree

_MARKUP: Final = re.compile(r"<[^<>]+>")
_SEEN: Final = re.compile(r"<(?:img|audio|video|object|embed)\b|@@PLUGINFILE@@", re.I)
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_FIELDS: Final = ("mode", "hint", "unit")  # that travel as tags: `hint=Soupe`


def read_moodle(data: bytes, language: str = "fr") -> Imported:
    imported = Imported(language=language)
    try:
        quiz = tree(data)
    except BadXml as bad:
        imported.left.append(Left("unreadable", None, "", {"problem": str(bad)}))
        return imported
    theme: str | None = None
    for number, held in enumerate(quiz.iter("question"), 1):
        kind = held.get("type", "")
        if kind == "category":
            theme = _said(held.find("category")).rstrip("/").rsplit("/", 1)[-1] or None
            continue
        id = tidy(held.findtext("idnumber") or "")
        try:
            draft = _question(held, kind, language)
        except BadLine as bad:
            imported.left.append(Left(bad.code, None, id or _said(held.find("name")) or str(number), bad.params))
            continue
        draft.id, draft.line, draft.theme = id or _said(held.find("name")), number, theme
        imported.drafts.append(draft)
    return imported


def _question(held: Element, kind: str, language: str) -> Draft:
    asked = held.find("questiontext")
    text = _said(asked)
    if not text:
        raise BadLine("no_text")
    if asked is not None and (asked.find("file") is not None or _SEEN.search(asked.findtext("text") or "")):
        raise BadLine("needs_picture")
    answers = [
        (_said(one), as_number(one.get("fraction", "0").partition(".")[0]) or 0) for one in held.findall("answer")
    ]
    tags = dict(_said(tag).partition("=")[::2] for tag in held.findall("tags/tag"))
    draft = _answered(kind, text, answers, language)
    draft.mode = tags.get("mode") or draft.mode
    draft.hint, draft.unit = tags.get("hint", ""), tags.get("unit") or _said(held.find("units/unit")) or None
    draft.difficulty = int(tags["difficulty"]) if tags.get("difficulty", "") in tuple("12345") else None
    if draft.answered == "list":
        draft.answer, draft.accept = None, tuple(said for said, worth in answers if worth > 0)
    return draft


def _answered(kind: str, text: str, answers: Sequence[tuple[str, float]], language: str) -> Draft:
    right = [said for said, worth in answers if worth > 0]
    wrong = [said for said, worth in answers if worth <= 0]
    if kind == "truefalse":
        true, false, prefix = truth(language)
        said = true if (right or [""])[0].casefold() in ("true", true.casefold()) else false
        return Draft(text=prefix + text, answer=said, rivals=(false if said == true else true,))
    if kind == "numerical":
        number = as_number((right or [""])[0])
        if number is None:
            raise BadLine("no_number", answer=(right or [""])[0])
        return Draft(text=text, answer=number, mode=numbers_mode())
    if kind == "shortanswer":
        right = [said.strip("* ") for said in right]  # stars stand for anything
        return from_choices(text, right, [said for said in wrong if said.strip("* ")])
    if kind == "multichoice":
        return from_choices(text, right, wrong)
    if kind == "matching":
        raise BadLine("matching")
    raise BadLine("other_type", type=kind)


def _worth(percent: str) -> float:
    try:
        return float(percent)
    except ValueError:
        return 0.0


def _said(held: Element | None) -> str:
    """The text of it, without markup."""
    if held is None:
        return ""
    text = held.findtext("text") or held.findtext("unit_name") or ""
    return tidy(text if held.get("format") == "plain_text" else html.unescape(_MARKUP.sub(" ", text)))


def write_moodle(drafts: Sequence[Draft]) -> Exported:
    parts: list[str] = []
    left: list[Left] = []
    theme: str | None = None
    for draft in drafts:
        if draft.answered == "deed":
            left.append(Left("not_carried", None, draft.id))
            continue
        if draft.theme != theme:
            theme = draft.theme
            parts.append(f'<question type="category"><category>{_text(theme or "")}</category></question>')
        parts.append(_write(draft))
    document = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n' + "\n".join(parts) + "\n</quiz>\n"
    return Exported(document.encode(), left)


def _write(draft: Draft) -> str:
    kind = "numerical" if draft.answered == "number" else "multichoice" if draft.rivals else "shortanswer"
    right = [*([] if draft.answer is None else [str(draft.answer)]), *draft.accept]
    answers = [(said, 100) for said in right] + [(said, 0) for said in draft.rivals]
    carried = {name: getattr(draft, name) for name in _FIELDS} | {"difficulty": draft.difficulty}
    tags = "".join(f"<tag>{_text(f'{name}={value}')}</tag>" for name, value in carried.items() if value)
    return (
        f"<question type={quoteattr(kind)}><name>{_text(draft.id or draft.text[:40])}</name>"
        f'<questiontext format="plain_text">{_text(draft.text)}</questiontext><idnumber>{escape(draft.id)}</idnumber>'
        + "".join(f'<answer fraction="{worth}" format="plain_text">{_text(said)}</answer>' for said, worth in answers)
        + f"<tags>{tags}</tags></question>"
    )


def _text(text: str) -> str:
    return f"<text>{escape(_CONTROL.sub('', text))}</text>"
