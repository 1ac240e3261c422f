"""Whether every link of a built site leads somewhere: to a file of the site, and to a place on it.

    python tools/site/links.py FOLDER

What a page needs (scripts, styles, pictures) must lie in the folder, too: the site asks nobody else for anything.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Seen(HTMLParser):
    """The ids of a page, where it leads, and what it needs."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.leads: list[str] = []
        self.needs: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value for name, value in attrs if value}
        self.ids.update(found[name] for name in ("id", "name") if name in found and tag != "meta")
        if tag == "a" and "href" in found:
            self.leads.append(found["href"])
        elif tag == "link" and "href" in found and found.get("rel") not in ("canonical", "prev", "next"):
            self.needs.append(found["href"])
        elif "src" in found:
            self.needs.append(found["src"])


def broken(folder: Path) -> list[str]:
    """A line for each link that leads nowhere."""
    pages = {path: Seen(path.read_text("utf-8")) for path in sorted(folder.rglob("*.html"))}
    found = []
    for path, seen in pages.items():
        name = path.relative_to(folder).as_posix()
        for link in {*seen.leads, *seen.needs}:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in seen.needs and parts.scheme != "data":
                    found.append(f"{name}: {link} is fetched from elsewhere")
                continue
            root = folder if link.startswith("/") else path.parent
            target = (root / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                found.append(f"{name}: {link} is not there")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                found.append(f"{name}: {link} has no such place")
    return sorted(found)


def main() -> int:
    folder = Path(sys.argv[1]).resolve()
    wrong = broken(folder)
    print("\n".join(wrong) or f"Every link of {sum(1 for _ in folder.rglob('*.html'))} pages leads somewhere.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
