"""A mode is one record: what it is called is written there and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import tablee
from tablee.games.defizz.cards import MODES as DEFIZZ
from tablee.games.egomaster.books import ICONS
from tablee.games.quiz.modes import MODES

SOURCE = Path(tablee.__path__[0])
PAGE = Path(__file__).parents[3] / "web" / "src"
SPEED_OF_PLAY = SOURCE / "server" / "api.py"  # another thing that is called speed


def test_no_code_asks_for_a_mode_by_its_name() -> None:
    names = "|".join(name for name in MODES if name)
    spelled = re.compile(rf"""(?:[=!]==?|\bcase|\bin \()\s*["'](?:{names})["']|["'](?:{names})["']\s*:""")
    files = [path for path in SOURCE.rglob("*.py") if SOURCE / "games" / "quiz" / "modes" not in path.parents]
    files += [*PAGE.rglob("*.svelte"), *(path for path in PAGE.rglob("*.ts") if not path.name.endswith(".test.ts"))]
    assert len(files) > 300
    found = [
        f"{path.name}: {line.strip()}"
        for path in files
        if path != SPEED_OF_PLAY
        for line in path.read_text("utf-8").splitlines()
        if spelled.search(line)
    ]
    assert not found


def test_every_mode_belongs_to_a_game() -> None:
    assert {*DEFIZZ, *ICONS, None} == set(MODES)


def test_the_page_previews_a_mode_on_its_stage() -> None:
    stages = (PAGE / "games" / "quiz" / "stages.ts").read_text("utf-8")
    told = dict(re.findall(r"^  (\w+): '(\w+)',$", stages.split("STAGE_OF")[1], re.M))
    assert told == {mode.name: mode.stage for mode in MODES.values() if mode.name}
