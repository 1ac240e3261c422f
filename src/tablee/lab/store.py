"""The folder of a run: run.json says what is played, parts/ holds what has been, games.csv all of it in order."""

from __future__ import annotations

import csv
import platform
from importlib.metadata import version
from pathlib import Path

import msgspec
import numpy as np

from .parts import Columns
from .plan import Part, Plan
from .refusals import CannotRun
from .study import Study


class Folder:
    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan

    @classmethod
    def open(cls, path: Path, plan: Plan, resume: bool) -> Folder:
        """A new folder, or the one of the very same run."""
        folder = cls(path, plan)
        known = path / "run.json"
        if resume:
            if not known.is_file():
                raise CannotRun("nothing_to_resume", folder=path)
            folder.check_same(known)
            return folder
        if path.exists():
            raise CannotRun("folder_exists", folder=path)
        try:
            (path / "parts").mkdir(parents=True)
            folder.write_run({})
        except OSError as error:
            raise CannotRun("bad_folder", folder=path, problem=error.strerror) from None
        return folder

    def check_same(self, known: Path) -> None:
        """Resumed is what was begun: everything that decides the results has to be the same."""
        try:
            before = msgspec.json.decode(known.read_bytes())["plan"]
        except (OSError, ValueError, KeyError, TypeError):
            raise CannotRun("bad_folder", folder=self.path, problem="run.json") from None
        now = msgspec.json.decode(msgspec.json.encode(self.plan))
        different = [name for name in now if before.get(name) != now[name]]
        if different:
            raise CannotRun("other_run", folder=self.path, different=", ".join(different))

    def write_run(self, how: dict[str, object]) -> None:
        versions = {"python": platform.python_version()}
        versions |= {name: version(name) for name in ("tablee", "numpy", "joblib")}
        said = {"plan": msgspec.to_builtins(self.plan), "versions": versions, **how}
        _put(self.path / "run.json", msgspec.json.format(msgspec.json.encode(said), indent=1))

    # ------------------------------------------------------------ parts

    def done(self) -> list[tuple[Part, Columns]]:
        """What has been played before; a file that cannot be read is played again."""
        found = []
        for part in self.plan.parts():
            try:
                with np.load(self._file(part), allow_pickle=False) as stored:
                    columns = {name: stored[name] for name in stored.files}
            except (OSError, ValueError, EOFError, KeyError):
                continue
            if len(columns.get("game", ())) == part.count:
                found.append((part, columns))
        return found

    def keep(self, part: Part, columns: Columns) -> None:
        """All or nothing: an interruption leaves no half of a file."""
        file = self._file(part)
        file.parent.mkdir(exist_ok=True)
        unfinished = file.with_suffix(".tmp")
        with unfinished.open("wb") as out:
            np.savez_compressed(out, **columns)  # type: ignore[arg-type]
        unfinished.replace(file)

    def _file(self, part: Part) -> Path:
        return self.path / "parts" / f"{part.name}.npz"

    # ------------------------------------------------------------ the end

    def finish(self, study: Study, workers: int, backend: str) -> None:
        """games.csv, and in run.json how far it has come."""
        self.write_run(
            {"workers": workers, "backend": backend, "games_played": study.games, "complete": study.complete}
        )
        unfinished = self.path / "games.csv.tmp"
        with unfinished.open("w", newline="", encoding="utf-8") as out:
            writer = csv.writer(out, lineterminator="\n")
            header = study.header()
            writer.writerow(header)
            for number, variant in enumerate(self.plan.variants):
                if study.played(number):
                    columns = study.columns(number)
                    same = {"variant": variant.name, "seed": self.plan.seed}
                    count = study.played(number)
                    rows = [[same[c]] * count if c in same else columns[c].tolist() for c in header]
                    writer.writerows(zip(*rows, strict=True))
        unfinished.replace(self.path / "games.csv")


def _put(file: Path, data: bytes) -> None:
    unfinished = file.with_suffix(".tmp")
    unfinished.write_bytes(data)
    unfinished.replace(file)
