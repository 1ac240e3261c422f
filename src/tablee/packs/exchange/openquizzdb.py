"""OpenQuizzDB: three levels, four options, several languages; real files are not always strict JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from .draft import BadLine, Draft, Exported, Imported, Left, choices, from_choices, shuffled
from .objects import objects

LEVELS: Final = {"débutant": 1, "confirmé": 3, "expert": 5}
_LEVEL: Final = re.compile(r'"(d[ée]butant|confirm[ée]|expert)"\s*:', re.I)
_LANGUAGE: Final = re.compile(r'"(fr|en|de|es|it|nl)"\s*:\s*\{')


def read_openquizzdb(data: bytes, language: str = "fr") -> Imported:
    """Only one of the file's languages: that which is wanted, else the first."""
    text = data.decode("utf-8-sig", "replace")
    imported = Imported(licence="CC-BY-SA-4.0", title=_named(text, "nom"))
    category = _named(text, "cat[ée]gorie") or None
    quizz = max(text.find('"quizz"'), 0)
    languages = [(found.start(), found[1]) for found in _LANGUAGE.finditer(text, quizz)]
    levels = [(found.start(), found[1].lower()) for found in _LEVEL.finditer(text, quizz)]
    spoken = [name for _, name in languages]
    imported.language = language if language in spoken or not spoken else spoken[0]
    for start, line, held in objects(text, imported.left):
        if _before(start, languages) not in ("", imported.language):
            continue
        try:
            draft = _draft(held)
        except BadLine as bad:
            imported.left.append(Left(bad.code, line, "", bad.params))
            continue
        draft.line, draft.theme = line, str(held.get("thème") or category or "") or None
        draft.difficulty = {"d": 1, "c": 3, "e": 5}.get(_before(start, levels)[:1])
        imported.drafts.append(draft)
    return imported


def _draft(held: dict[str, Any]) -> Draft:
    options = held.get("propositions") or []
    right = held.get("réponse", held.get("reponse", ""))
    if not isinstance(options, list):
        raise BadLine("no_answer")
    draft = from_choices(str(held["question"]), [str(right)], [str(option) for option in options])
    draft.source = ("OpenQuizzDB",)
    return draft


def _named(text: str, key: str) -> str:
    found = re.search(rf'"{key}"\s*:\s*"([^"]*)"', text)
    return found[1].strip() if found else ""


def _before(place: int, marks: Sequence[tuple[int, str]]) -> str:
    return next((name for start, name in reversed(marks) if start < place), "")


def write_openquizzdb(drafts: Sequence[Draft], title: str, language: str = "fr") -> Exported:
    left: list[Left] = []
    levels: dict[str, list[dict[str, object]]] = {name: [] for name in LEVELS}
    for draft in drafts:
        try:
            right, wrong = choices(draft)
        except BadLine as bad:
            left.append(Left(bad.code, None, draft.id, bad.params))
            continue
        level = "débutant" if (draft.difficulty or 3) < 3 else "expert" if (draft.difficulty or 3) > 3 else "confirmé"
        levels[level].append(
            {
                "id": len(levels[level]) + 1,
                "question": draft.text,
                "propositions": shuffled(draft.text, [right, *wrong]),
                "réponse": right,
                "anecdote": "",
                "thème": draft.theme or "",
            }
        )
    document = {
        "fournisseur": "Tablée",
        "catégorie-nom-slogan": {language: {"catégorie": title, "nom": title, "slogan": ""}},
        "quizz": {language: levels},
    }
    return Exported(json.dumps(document, ensure_ascii=False, indent=1).encode(), left)
