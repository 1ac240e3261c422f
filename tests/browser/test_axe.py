"""No screen has anything that axe complains about, by day or by night."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]

from .phone import Phone, overflow
from .room import Room
from .scenes import SCENES

OPTIONS: dict[str, Any] = {"resultTypes": ["violations"]}
THEMES: dict[Literal["light", "dark"], dict[str, Any]] = {
    "light": {"rules": {"target-size": {"enabled": True}}},  # WCAG 2.2 has it, axe leaves it out
    "dark": {"runOnly": ["color-contrast"]},  # the same page in other colours
}
# Whole rounds, with all that is held in them (a turn has a scene of its own); what Egomaster asks by Défizz's parts.
SLOW = ("desfausse", "desfausse-round", "egomaster", "egomaster-beat", "end")


async def complaints(device: Phone, theme: Literal["light", "dark"] = "light") -> list[str]:
    await device.page.emulate_media(color_scheme=theme)
    found = (await Axe().run(device.page, options=OPTIONS | THEMES[theme])).response["violations"]
    return [f"{one['id']}: {node['html'][:160]} | {_told(node)}" for one in found for node in one["nodes"]]


def _told(node: dict[str, str]) -> str:
    return " ".join(str(node.get("failureSummary")).split())[:300]


@pytest.mark.parametrize(
    "scene", [pytest.param(one, marks=[pytest.mark.long] if one in SLOW else []) for one in SCENES]
)
async def test_nothing_to_complain_about(scene: str, room: Room) -> None:
    found: dict[str, list[str]] = {}
    async for name, device in SCENES[scene](room):
        if name.endswith("-other"):  # a hand that waits has nothing that the screen has not
            continue
        for theme in THEMES:
            if said := await complaints(device, theme):
                width = (device.page.viewport_size or {"width": 0})["width"]
                found[f"{name}, {width} wide, {theme}"] = said
        if await overflow(device) > 0:
            found[name] = ["one must scroll sideways"]
    assert not found, "\n".join(f"{where}: {said}" for where, lines in found.items() for said in lines)


async def test_a_planted_fault_is_found(room: Room) -> None:
    phone = await room.phone()
    await phone.open()
    await phone.page.get_by_role("heading", level=1).evaluate("one => one.outerHTML = '<img src=/icon.svg>'")
    assert any(said.startswith("image-alt") for said in await complaints(phone))
    await phone.main.evaluate(
        "one => { one.textContent = 'faint'; one.style.color = '#777'; one.style.background = '#888' }"
    )
    assert any(said.startswith("color-contrast") for said in await complaints(phone, "dark"))
