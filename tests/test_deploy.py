"""The container file and the compose files: no engine runs them here, but all that they name is there, and agrees."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import msgspec
import pytest

import dev
from tablee.cli import build_parser
from tablee.server.settings import PREFIX, Settings

yaml: Any = pytest.importorskip("yaml")
DEPLOY = dev.ROOT / "deploy"
VARIABLES = {f"{PREFIX}{field.name.upper()}": field.type for field in msgspec.structs.fields(Settings)}
COMPOSE = sorted(DEPLOY.glob("compose*.yaml"))


def instructions() -> list[tuple[str, str]]:
    """Each instruction of the container file on one line, without comments."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text("utf-8"), flags=re.M).replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
    return [(name, " ".join(rest.split())) for name, rest in lines]


def given(name: str) -> list[str]:
    return [rest for found, rest in instructions() if found == name]


def compose(file: Path) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
    return read


def nodes(file: Path) -> dict[str, dict[str, Any]]:
    return {name: one for name, one in compose(file)["services"].items() if one["image"] == "tablee"}


def test_two_stages_make_a_wheel_and_run_it_as_nobody_in_particular() -> None:
    build, final = given("FROM")
    assert build.endswith(" AS build")
    known = {"FROM", "RUN", "WORKDIR", "COPY", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}
    assert {name for name, _ in instructions()} == known
    assert ("RUN", "python3 dev.py build") in instructions()
    for copied in given("COPY")[1].split()[1:-1]:
        made = copied.removeprefix("/src/")
        assert made == "dist/*.whl" or (dev.ROOT / made).is_file(), made
    names = [name for name, _ in instructions()]
    assert names.index("USER") < names.index("CMD")
    (user,) = given("USER")
    assert int(user) > 0
    assert f"useradd --uid {user} " in given("RUN")[-1]
    minor = re.search(r"python:3\.(\d+)-", final)
    assert minor
    assert f"Python :: 3.{minor[1]}" in (dev.ROOT / "pyproject.toml").read_text("utf-8")
    least = re.search(r"node:(\d+)-", build)
    assert least
    assert int(least[1]) >= dev.LEAST_NODE[0]


def test_the_command_and_every_setting_of_the_image_exist() -> None:
    program, *rest = json.loads(given("CMD")[0])
    assert program == "tablee"
    assert build_parser().parse_args(rest).do
    (env,) = given("ENV")
    ours = dict(part.split("=", 1) for part in shlex.split(env) if part.startswith(PREFIX))
    assert set(ours) <= set(VARIABLES)
    assert given("VOLUME") == [ours[f"{PREFIX}DATA"]]
    port = str(Settings().port)
    assert given("EXPOSE") == [port]
    (health,) = given("HEALTHCHECK")
    code = json.loads(health.partition("CMD ")[2])
    assert code[:2] == ["python", "-c"]
    compile(code[2], "health", "exec")
    assert f":{port}/healthz'" in code[2]


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_a_compose_file_agrees_with_the_image_and_with_itself(file: Path) -> None:
    whole, data = compose(file), given("VOLUME")[0]
    assert nodes(file)
    for node in nodes(file).values():
        context = (DEPLOY / node["build"]["context"]).resolve()
        assert (context / node["build"]["dockerfile"]).is_file()
        assert set(node["environment"]) <= set(VARIABLES)
        assert node["read_only"] is True
        writable = [mount.split(":")[0] for mount in node["tmpfs"]]
        writable += [mount.split(":")[1] for mount in node.get("volumes", ())]
        assert sorted(writable) == [data, "/tmp"]
    for name, service in whole["services"].items():
        assert set(service.get("depends_on", ())) <= set(whole["services"]), name
        assert set(service.get("networks", ())) <= set(whole.get("networks", ())), name
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in whole["volumes"], mount


def test_the_nodes_of_the_cluster_find_database_broker_and_balancer() -> None:
    file = DEPLOY / "compose.cluster.yaml"
    services = compose(file)["services"]
    assert len(nodes(file)) == 3
    balanced = re.findall(r"server (\w+):(\d+) ", (DEPLOY / "nginx.conf").read_text("utf-8"))
    assert balanced == [(name, str(Settings().port)) for name in nodes(file)]
    for node in nodes(file).values():
        environment = node["environment"]
        user, host, name = re.findall(r"^postgresql://(\w+):.*@(\w+)/(\w+)$", environment["TABLEE_DATABASE"])[0]
        assert services[host]["environment"]["POSTGRES_USER"] == user
        assert services[host]["environment"]["POSTGRES_DB"] == name
        assert environment["TABLEE_BROKER"].removeprefix("nats://") in services
        assert environment["TABLEE_TRUSTED_PROXY"] == services["balancer"]["networks"]["inside"]["ipv4_address"]


def test_what_the_image_is_made_from_is_not_left_out() -> None:
    ignored = [
        line.strip("*/") for line in (dev.ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[:1] != "#"
    ]
    for needed in (
        "dev.py",
        "build_hook.py",
        "pyproject.toml",
        "src/tablee/engine",
        "web/src",
        "tools/release.py",
        "licences",
    ):
        assert (dev.ROOT / needed).exists()
        assert not any(needed == name or needed.startswith(f"{name}/") for name in ignored), needed
