"""The atelier: packs written, tried, shared and played, on a phone and at a desk."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page, expect

from tablee.packs.bundle import write_bundle
from tests.packs.test_exchange import MOODLE
from tests.packs.test_hostile import TOML, seeds

from .phone import PATIENCE, Phone
from .room import KNOWN, Room
from .test_axe import THEMES, complaints

DESK: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}


async def desk(room: Room, path: str = "/atelier", context: BrowserContext | None = None, **more: Any) -> Page:
    if context is None:
        plain = {"locale": "fr-FR", "reduced_motion": "reduce", "service_workers": "block"}
        context = await room.browser.new_context(**{**plain, **DESK, **more})
        await context.add_init_script(f"localStorage.setItem('tablee:learned', {KNOWN!r})")
        context.set_default_timeout(PATIENCE * 1000)
        room.contexts.append(context)
    page = await context.new_page()
    await page.goto(room.address + path)
    return page


async def begin(page: Page, game: str, title: str) -> None:
    await page.get_by_role("button", name="Nouveau paquet").click()
    await page.get_by_role("button", name=game).click()
    await page.get_by_label("Titre").fill(title)
    await page.get_by_role("button", name="Commencer").click()
    await page.get_by_role("main").get_by_role("button", name="Ajouter").click()


async def saved(page: Page) -> None:
    await expect(page.get_by_role("status").filter(has_text=re.compile("^enregistré"))).to_be_visible()


async def write_question(page: Page, hint: str, field: str = "Indice") -> None:
    await page.get_by_label(field).fill(hint)
    await page.get_by_label("Question", exact=False).first.fill("Quel métier a eu Maud ?")
    await page.get_by_label("Réponse").fill("maître-nageuse")
    rivals = page.get_by_role("textbox", name="Fausses")
    await rivals.fill("monitrice de voile, serveuse, vendeuse")
    await rivals.press("Enter")
    await saved(page)


async def test_a_question_is_written_judged_undone_and_there_after_a_reload_in_the_middle_of_a_word(room: Room) -> None:
    page = await desk(room)
    await begin(page, "Défizz", "Les 40 ans de Maud")
    await write_question(page, "Premier salaire")
    judge = page.get_by_label("tapez comme à table")
    for text, verdict in {"maitre nageuze": "juste", "serveuse": "fausse"}.items():
        await judge.fill(text)
        await judge.press("Enter")
        await expect(page.locator(".try").filter(has_text=text)).to_contain_text(verdict)
    await expect(page.get_by_text("il manque une source")).to_be_visible()
    await page.get_by_role("button", name="Retirer « serveuse »".replace(" ", "\u202f")).click()
    await expect(page.get_by_text("rivales").first).to_be_visible()
    await page.keyboard.press("Control+z")
    await saved(page)
    await page.get_by_label("Indice").press("End")
    await page.get_by_label("Indice").press_sequentially(" et prem")
    await page.reload()
    await expect(page.get_by_label("Indice")).to_have_value("Premier salaire et prem")
    await saved(page)


async def test_two_devices_write_at_once_and_people_decide_what_stays(room: Room) -> None:
    page = await desk(room)
    await begin(page, "Egomaster", "La classe de CM2")
    await write_question(page, "Premier salaire", "Mot-clé")
    await page.get_by_role("button", name="Partager").click()
    await page.locator("section", has_text="écrire à plusieurs").get_by_role("button", name="Créer le lien").click()
    link = await page.locator("section", has_text="écrire à plusieurs").locator("code").inner_text()
    other = await desk(room, "/atelier#" + link.partition("#")[2])
    await page.get_by_role("link", name="La classe").click()
    await expect(other.get_by_label("Mot-clé")).to_have_value("Premier salaire")
    assert "#" not in other.url
    await other.get_by_label("Mot-clé").fill("Autre chose")
    await saved(other)
    await page.get_by_label("Mot-clé").fill("Encore autre")
    await page.get_by_role("alert").get_by_role("button", name="Garder ce que").click()
    await saved(page)
    await page.reload()
    await expect(page.get_by_label("Mot-clé")).to_have_value("Encore autre")
    await other.goto(room.address + "/atelier")  # what somebody sent a link to lies on the shelf
    await expect(other.get_by_role("region", name="Mes paquets")).to_contain_text("La classe de CM2")
    await expect(other.get_by_text("il est ici par un lien")).to_be_visible()


def files() -> dict[str, bytes]:
    """One of every format, as other programs write it; the first question of each is about Lima."""
    lima = "question;réponse;mauvaises réponses\r\nQuelle est la capitale du Pérou ?;Lima;Quito|La Paz\r\n"
    trivia = (
        '{"response_code":0,"results":[{"type":"multiple","difficulty":"easy","category":"Geography","question":'
        '"What is the capital of Peru?","correct_answer":"Lima","incorrect_answers":["Quito","La Paz"]}]}'
    )
    gift = "// question: 3  name: Un\n::Un::[html]<p>Quelle est la capitale du Pérou ?</p> {=Lima ~Quito ~La Paz}\n"
    made = seeds()
    return {
        "tableur.csv": lima.encode("cp1252"),
        "leçon.gift": gift.encode(),
        "banque.xml": MOODLE.encode(),
        "kahoot.xlsx": made["a.xlsx"],
        "openquizzdb.json": made["a.json"],
        "opentdb.json": trivia.encode(),
        "maud.toml": made["a.toml"].replace("maître-nageuse".encode(), b"Lima"),
        "maud.tablee": write_bundle(TOML.replace("maître-nageuse", "Lima"), {}),
    }


async def test_a_file_of_every_format_is_shown_before_it_is_taken(room: Room, tmp_path: Path) -> None:
    page = await desk(room)
    for name, data in files().items():
        file = tmp_path / name
        file.write_bytes(data)
        await page.get_by_role("button", name="Importer").click()
        dialog = page.get_by_role("dialog", name="Importer")
        await dialog.get_by_role("button", name="Défizz").click()
        await page.set_input_files("input[type=file]", file)
        await expect(dialog.get_by_text("À reprendre")).to_contain_text(re.compile("[1-9]"))
        if name == "banque.xml":
            await dialog.get_by_text("Ce qui est laissé de côté").click()
            await expect(dialog.get_by_text("appariement")).to_be_visible()
        await dialog.get_by_role("button", name="En faire un paquet").click()
        await expect(page.get_by_label("Réponse"), name).to_have_value("Lima")
        await page.get_by_role("link", name="Retour").click()
    await expect(page.get_by_role("region", name="Mes paquets").get_by_role("listitem")).to_have_count(1 + len(files()))


async def test_ten_questions_on_a_phone_and_the_table_has_them(room: Room) -> None:
    ana = await room.phone("Ana")
    await ana.open("/atelier")
    await ana.tap("dix questions")
    await ana.tap("Défizz")
    await ana.page.get_by_label("Sur qui").fill("Maud")
    await ana.tap("Allumer la première")
    for number in range(10):
        await ana.page.get_by_label("Réponse").fill(f"réponse {number}")
        await ana.tap("Allumer la suivante")
    await expect(ana.heading("Dix bougies")).to_be_visible()
    await ana.tap("Jouer avec")
    await ana.until(lambda: ana.lobby)
    (own,) = ana.lobby["own"]
    assert (own["title"], own["entries"]) == ("Dix questions sur Maud", 10)
    assert ana.lobby["packs"] == [own["name"], "defizz-base"]
    await ana.take_seat()
    await ana.tap("Préparer la partie")
    chosen = ana.page.get_by_role("group", name="Paquets à nous").get_by_role("button", name="Dix questions sur Maud")
    await expect(chosen).to_have_attribute("aria-pressed", "true")


async def test_axe_has_nothing_to_say_of_the_atelier(room: Room) -> None:
    page = await desk(room)
    phone = Phone(page.context, page, room.address)
    await page.get_by_role("heading", level=1).wait_for()
    found = await complaints(phone)
    await begin(page, "Défizz", "Les 40 ans de Maud")
    await write_question(page, "Premier salaire")
    for theme in THEMES:
        await page.emulate_media(color_scheme=theme)
        found += await complaints(phone)
    place = page.url
    for view in ("/share", "/quick"):
        await page.goto(place + view)
        await page.get_by_role("heading", level=1).wait_for()
        found += await complaints(phone)
    await page.goto(room.address + "/atelier")
    await page.get_by_role("button", name="Modifier", exact=True).wait_for()
    await begin(page, "Blitz", "Vacances en Bretagne")
    found += await complaints(phone)
    assert not found, "\n".join(found)
