"""Puts the pages of the documentation site together; `python3 dev.py docs` then builds it (mkdocs.yml).

    python tools/site/pages.py FOLDER

README, CONTRIBUTING, SECURITY and CHANGELOG are pages as they stand. How a game is played comes from its words, rules
and measured lengths, the API from docstrings, colours and fonts from the page. A link to a file of the repository that
is no page leads to a page with its text.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import sys
import tomllib
from html import escape
from pathlib import Path

from tablee.engine import Meta, Words, find, read_rules, words
from tablee.engine.words import forms

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
FONTS = WEB / "node_modules" / "@fontsource-variable"
# Pages that lie elsewhere in the repository.
ELSEWHERE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "web/README.md": "page.md",
    "examples/vendanges/README.md": "vendanges.md",
}
API = [
    "tablee.engine",
    "tablee.house",
    "tablee.bots",
    "tablee.judge",
    "tablee.packs",
    "tablee.story",
    "tablee.measures",
    "tablee.pictures",
    "tablee.testkit",
    "tablee.client",
    "tablee.lab",
    "tablee.server.protocol.orders",
    "tablee.server.protocol.news",
]
SITE: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
LANGUAGES = {".py": "python", ".ts": "typescript", ".toml": "toml", ".js": "javascript"}
LINK = re.compile(r'(?P<before>\]\(|(?:src|href)=")(?P<path>[^)#"\s:]+)(?P<anchor>#[^)"\s]*)?(?=[)"])')
FENCE = re.compile(r"(^ *```.*?^ *```)", re.S | re.M)


def main() -> None:
    folder = Path(sys.argv[1])
    if folder.exists():
        shutil.rmtree(folder)
    pages = made()
    sources = {target for uri, text in pages.items() for target in leads_to(uri, text)}
    pages |= {_site(path): source_page(path) for path in sources if _site(path).startswith("source/")}
    for uri, text in pages.items():
        put(folder / uri, (text if uri.startswith("source/") else turned(uri, text)).encode())
    for uri, content in beside().items():
        put(folder / uri, content)


def made() -> dict[str, str]:
    """Every page by its place on the site, with links as they lead in the repository."""
    docs = ROOT / "docs"
    pages = {path.relative_to(docs).as_posix(): path.read_text("utf-8") for path in sorted(docs.rglob("*.md"))}
    pages |= {uri: (ROOT / source).read_text("utf-8") for source, uri in ELSEWHERE.items()}
    games = [path.stem for path in sorted((docs / "games").glob("*.md"))]
    pages |= {f"play/{language}/{game}.md": lesson(find(game), language) for language in SITE for game in games}
    return pages | {f"api/{module.removeprefix('tablee.')}.md": api(module) for module in API}


def beside() -> dict[str, bytes]:
    """What is not a page: pictures, tables, fonts, styles."""
    docs = ROOT / "docs"
    files = {path.relative_to(docs).as_posix(): path for path in docs.rglob("*.*") if path.suffix != ".md"}
    files |= {"assets/icon.svg": WEB / "public" / "icon.svg", "assets/look.css": Path(__file__).with_name("look.css")}
    for font in re.findall(r"@fontsource-variable/([\w./-]+\.woff2)", (WEB / "src/look/fonts.css").read_text("utf-8")):
        files[f"assets/{Path(font).name}"] = FONTS / font
    return {uri: path.read_bytes() for uri, path in files.items()} | {"assets/tokens.css": tokens().encode()}


def put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


# ------------------------------------------------------------------ links


def leads_to(uri: str, text: str) -> set[str]:
    found = (_target(uri, link["path"]) for part in FENCE.split(text)[::2] for link in LINK.finditer(part))
    return {path for path in found if path}


def turned(uri: str, text: str) -> str:
    """A page whose links, written as they lead in the repository, lead to the pages of the site."""

    def turn(link: re.Match[str]) -> str:
        target = _target(uri, link["path"])
        if target is None:
            return link[0]
        place = os.path.relpath(_site(target), Path(uri).parent)
        return link["before"] + place + (link["anchor"] or "")

    parts = FENCE.split(text)  # every second part is code
    parts[::2] = [LINK.sub(turn, part) for part in parts[::2]]
    return "".join(parts)


def _target(uri: str, link: str) -> str | None:
    """The path in the repository to which a link of a page leads, if there is something."""
    source = next((path for path, page in ELSEWHERE.items() if page == uri), f"docs/{uri}")
    path = os.path.normpath(Path(source).parent / link)
    return path if not path.startswith("..") and (ROOT / path).is_file() else None


def _site(path: str) -> str:
    """Where a file of the repository is found on the site."""
    if path in ELSEWHERE:
        return ELSEWHERE[path]
    return path.removeprefix("docs/") if path.startswith("docs/") else f"source/{path}.md"


def source_page(path: str) -> str:
    text = (ROOT / path).read_text("utf-8")
    front = "---\nsearch:\n  exclude: true\n---\n\n"
    return f"{front}# {path}\n\n````{LANGUAGES.get(Path(path).suffix, 'text')}\n{text}````\n"


def api(module: str) -> str:
    exported = getattr(importlib.import_module(module), "__all__", None)
    lines = [f"# {module}", "", f"::: {module}"]
    if exported:
        lines += ["    options:", "      members:", *(f"        - {name}" for name in exported)]
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------ how a game is played


def lesson(meta: Meta, language: str) -> str:
    """A game as the page teaches it: three pictures, the table, what to know at first, and the rules by chapter."""
    said, site = words(language, meta.id), SITE[language]
    page = tomllib.loads((WEB / "src" / f"words.{language}.toml").read_text("utf-8"))["page"]
    least, most = meta.players(meta.options())
    facts = _say(language, site["facts"], least=least, most=most, age=meta.age, id=meta.id)
    others = [f"[{SITE[one]['name']}](../{one}/{meta.id}.md)" for one in SITE if one != language]
    lines = [f"# {meta.name}", "", f"**{said.tables['shelf']['pitch']}** {facts}", ""]
    lines += [" · ".join([*others, f"[{site['reference']}](../../games/{meta.id}.md)"]), ""]
    lines += [f"## {said.tables['learn']['title']}", "", *_panels(meta, said, page, language), ""]
    for shot in ("table", "hand"):
        alt = _say(language, site[shot], game=meta.name)
        lines.append(f"![{alt}](../../pictures/{meta.id}-{shot}.webp){{ .{shot} }}")
    lines += ["", f"## {site['begin']}", "", _say(language, site["trial"], game=meta.name, trial=page["trial"]), ""]
    lines += [f"- {_say(language, hint)}" for hint in said.tables.get("hints", {}).values()]
    lines += ["", *_lengths(meta, language, page), f"## {site['rules']}", "", page["own_words"], ""]
    rules = read_rules(meta, language)
    known = {rule.id for section in rules for rule in section.rules}
    for section in rules:
        lines += [f"### {section.title}", "", section.rules[0].text, ""]
        lines += [f'??? rules "{_say(language, page["numbered_rules"], n=len(section.rules))}"', ""]
        lines += [f'    - <a id="{rule.id}"></a>**{rule.id}** {_linked(rule.text, known)}' for rule in section.rules]
        lines.append("")
    return "\n".join(lines)


def _linked(text: str, rules: set[str]) -> str:
    """A rule with links to the rules that it names."""
    return re.sub(r"\b[A-Z]{2}-\d+\b", lambda name: f"[{name[0]}](#{name[0]})" if name[0] in rules else name[0], text)


def _panels(meta: Meta, said: Words, page: dict[str, str], language: str) -> list[str]:
    lines = [f'<div class="lesson" data-game="{meta.id}">']
    for part in ("win", "turn", "hurt"):
        text = said.tables["learn"][part]
        picture = f"../../pictures/learn-{meta.id}-{part}.{language}.webp"
        lines += [
            f'<div><img src="{picture}" alt="" width="390" height="300">',
            f"<strong>{escape(page[f'learn_{part}'])}</strong> <span>{escape(text[0].upper() + text[1:])}</span></div>",
        ]
    return [*lines, "</div>"]


def _lengths(meta: Meta, language: str, page: dict[str, str]) -> list[str]:
    """How long a game takes, by preset and number of players, as the lab has measured it."""
    site = SITE[language]
    measured = tomllib.loads((meta.folder / "lengths.toml").read_text("utf-8"))
    players = sorted({int(number) for row in measured.values() for number in row})
    lines = [f"## {site['lengths']}", "", site["lengths_how"], ""]
    lines += [f"| {page['presets']} | " + " | ".join(_say(language, site["players"], n=n) for n in players) + " |"]
    lines += ["| --- " * (len(players) + 1) + "|"]
    for preset, row in measured.items():
        cells = [str(row.get(str(n), "–")) for n in players]
        lines.append(f"| {page.get(f'preset_{preset}', preset)} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def _say(language: str, text: str, **fields: object) -> str:
    return forms(language).fill(text, fields)


# ------------------------------------------------------------------ how it looks


def tokens() -> str:
    """The colours and sizes of the page, for the site's light and dark."""
    sheets = [WEB / "src" / "look" / "tokens.css", *sorted((WEB / "src" / "games").glob("*/look.css"))]
    css = "\n".join(sheet.read_text("utf-8") for sheet in sheets)
    fonts = (WEB / "src" / "look" / "fonts.css").read_text("utf-8")
    fonts = re.sub(r"@fontsource-variable/[\w./-]+/([\w.-]+\.woff2)", r"\1", fonts)
    return fonts + css.replace("[data-theme='dark']", "[data-md-color-scheme='slate']")


if __name__ == "__main__":
    main()
