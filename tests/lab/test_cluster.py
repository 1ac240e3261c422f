"""The lab on a cluster of Dask: a real scheduler and two worker processes, one of which is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

import pytest

from tablee.cli import main
from tablee.lab import run
from tablee.lab.plan import make_plan
from tablee.lab.running import play_all

pytest.importorskip("distributed", reason="not installed here: distributed (extra `dask`)")
SEATS = ["anyone", "anyone", "anyone"]


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[int]]]:
    """The address of the scheduler, and its two workers."""
    folder = tmp_path_factory.mktemp("dask")
    about = folder / "scheduler.json"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(about)]
    scheduler = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", *options], stdout=DEVNULL, stderr=DEVNULL
    )
    options = ["--scheduler-file", str(about), "--no-nanny", "--nthreads", "1", "--no-dashboard"]
    options += ["--local-directory", str(folder)]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", *options]
    end = time.monotonic() + 60
    while not about.is_file() or not about.read_text():
        assert time.monotonic() < end
        assert scheduler.poll() is None
    workers = [subprocess.Popen(worker, stdout=DEVNULL, stderr=DEVNULL) for _ in range(2)]
    address = json.loads(about.read_text())["address"]
    import distributed

    connect: Any = distributed.Client
    with connect(address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    yield address, [one.pid for one in workers]
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


def test_the_same_games_on_a_cluster_where_a_worker_dies(
    dask: tuple[str, list[int]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, workers = dask
    command = ["lab", "defizz", "--games", "12", "--seats", ",".join(SEATS), "--lang", "en"]
    assert main([*command, "--workers", "1", "-o", str(tmp_path / "one")]) == 0
    assert main([*command, "--cluster", address.removeprefix("tcp://"), "-o", str(tmp_path / "many")]) == 0
    for file in ("games.csv", "report.html"):
        assert (tmp_path / "one" / file).read_text() == (tmp_path / "many" / file).read_text()

    plan = make_plan("defizz", SEATS, 60, {}, {})
    heard = 0

    def hear(games: int) -> None:
        nonlocal heard
        if not heard:
            os.kill(workers[0], signal.SIGKILL)
        heard += games

    study = play_all(plan, backend=address, tell=hear)
    assert study.complete
    assert heard == 60
    alone = run("defizz", SEATS, 60, workers=1)
    assert sorted(study.columns()["answers"].tolist()) == sorted(alone.columns()["answers"].tolist())


def test_nobody_there_is_said_in_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ["lab", "defizz", "--games", "2", "--lang", "en", "-o", str(tmp_path / "out")]
    assert main([*command, "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert "No scheduler of Dask plays at tcp://127.0.0.1:9" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    if find_spec("ray") is None:
        assert main([*command, "--backend", "ray"]) == 2
        assert "“ray” cannot be used: it is not installed" in capsys.readouterr().err


@pytest.mark.long  # Ray takes most of a minute to begin
def test_the_same_games_on_ray(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="not installed here: ray")
    command = ["lab", "defizz", "--games", "12", "--seats", ",".join(SEATS), "--lang", "en"]
    assert main([*command, "--workers", "1", "-o", str(tmp_path / "one")]) == 0
    assert main([*command, "--workers", "2", "--backend", "ray", "-o", str(tmp_path / "many")]) == 0
    for file in ("games.csv", "report.html"):
        assert (tmp_path / "one" / file).read_text() == (tmp_path / "many" / file).read_text()
