"""The judge of typed answers: the bars on labelled answers, whole closed lists, slips of the finger, hostile text."""

from __future__ import annotations

import doctest
import importlib
import pickle
import pkgutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee.judge
from bench.judge import Case, Score, closed_lists, list_slips, read_cases, taken_for
from tablee.judge import Verdict, judge, judge_list, lexicon, normal, same_answer
from tablee.judge.numerals import numbers_in

HERE = Path(__file__).parent
LISTS = closed_lists()


# ---------------------------------------------------------------- labelled answers


@pytest.mark.parametrize(
    ("name", "precision", "recall", "rejected", "unsure"),
    [
        ("cases.txt", 0.996, 0.99, 0.005, 0.04),
        ("cases-own.txt", 0.996, 0.98, 0.01, 0.02),
        ("cases-kinds.txt", 0.996, 0.94, 0.025, 0.08),  # nothing but what it once got wrong
        ("cases-table.txt", 0.996, 0.96, 0.01, 0.035),
        ("cases-unseen.txt", 0.996, 0.96, 0.015, 0.03),
        ("cases-boxes.txt", 0.996, 0.965, 0.01, 0.03),
        ("cases-second.txt", 0.99, 0.97, 0.01, 0.03),
        ("cases-fresh.txt", 0.99, 0.95, 0.015, 0.04),  # it has mended nothing
    ],
)
def test_the_bars_hold_on_labelled_answers(
    name: str, precision: float, recall: float, rejected: float, unsure: float
) -> None:
    score = Score()
    for case in read_cases(HERE / name):
        score.add(case.label, judge(case.answer, case.accept, case.rivals, case.kind, case.unit, case.asked))
    figures = score.figures()
    assert figures["precision"] >= precision
    assert figures["recall"] >= recall
    assert figures["rejected"] <= rejected
    assert figures["unsure"] <= unsure


def test_the_words_of_the_question_say_nothing_else() -> None:
    asked = "Quelle skieuse gagne l’or, juste devant sa sœur Christine ?"
    assert judge("la skieuse Goitschel", ["Marielle Goitschel", "Goitschel"], asked=asked) == "right"
    assert judge("Christine Goitschel", ["Marielle Goitschel", "Goitschel"], asked=asked) == "wrong"
    assert judge("la pilule rouge", ["rouge"], ["bleue"]) == "unsure"
    assert judge("la pilule rouge", ["rouge"], ["bleue"], asked="De quelle couleur est la pilule ?") == "right"


def test_the_question_says_what_a_number_means() -> None:
    assert judge("77", ["1977"], kind="number") == "wrong"
    assert judge("noel 77", ["1977"], kind="number", asked="C’était en quelle année ?") == "right"
    assert judge("-89,2", ["89.2"], kind="number", unit="°C", asked="Combien de degrés au-dessous de zéro ?") == "right"
    assert judge("-89,2", ["89.2"], kind="number", unit="°C", asked="Combien de degrés ?") == "wrong"


def test_the_same_answer_gets_the_same_verdict_again() -> None:
    cases = read_cases(HERE / "cases.txt")

    def rule(case: Case) -> tuple[str, str]:
        verdict = judge(case.answer, case.accept, case.rivals, case.kind, case.unit, case.asked)
        return str(verdict), verdict.explain("fr")

    assert [rule(case) for case in cases] == [rule(case) for case in reversed(cases)][::-1]


# ---------------------------------------------------------------- closed lists


@pytest.mark.parametrize("name", sorted(LISTS))
def test_no_item_of_a_list_is_taken_for_another(name: str) -> None:
    items = LISTS[name]
    for item in items:
        rivals = tuple(other for others in items if others is not item for other in others)
        assert [own for own in item if judge(own, item, rivals) != "right"] == []
        assert [rival for rival in rivals if judge(rival, item, rivals) == "right"] == []


def test_slips_of_the_finger_are_forgiven_and_never_make_another_item() -> None:
    random = Random(2026)
    right = typed = 0
    for items in LISTS.values():
        for item, typo in list_slips(items, 2, random):
            rivals = tuple(other for others in items if others is not item for other in others)
            typed += 1
            right += judge(typo, item, rivals) == "right"
            others = [other for other in random.sample(items, min(5, len(items))) if other is not item]
            assert not any(taken_for(typo, other, items) for other in others), (item, typo)
    assert right / typed >= 0.9  # the bar is .85


# ---------------------------------------------------------------- what a player notices


@pytest.mark.parametrize(
    ("said", "accept", "rivals", "verdict"),
    [
        ("euh je crois que c'est Paris ?", ["Paris"], ["Lyon"], "right"),
        ("Paris ou Lyon", ["Paris"], [], "wrong"),
        ("la Joconde ou Mona Lisa", ["La Joconde", "Mona Lisa"], [], "right"),
        ("Hugo", ["Victor Hugo"], [], "right"),
        ("Victor", ["Victor Hugo"], [], "wrong"),
        ("V. Hugo", ["Victor Hugo"], [], "right"),
        ("L. Hugo", ["Victor Hugo"], [], "wrong"),
        ("hugo victor", ["Victor Hugo"], [], "right"),
        ("Curie", ["Marie Curie"], ["Pierre Curie"], "unsure"),
        ("Pierre Curie", ["Marie Curie"], ["Pierre Curie"], "wrong"),
        ("requin", ["requin blanc"], [], "wrong"),
        ("le thé", ["thé"], ["café"], "right"),
        ("St Malo", ["Saint-Malo"], [], "right"),
        ("henri 4", ["Henri IV"], ["Henri III"], "right"),
        ("Henri VI", ["Henri IV"], [], "wrong"),
        ("14/07/1789", ["14 juillet 1789"], [], "right"),
        ("14 juillet 1798", ["14 juillet 1789"], [], "wrong"),
        ("poison", ["poisson"], [], "unsure"),
        ("c'est pas Canberra par hasard ?", ["Canberra"], [], "right"),
        ("surtout pas Canberra", ["Canberra"], [], "wrong"),
        ("je passe", ["Canberra"], [], "wrong"),
        ("🙂", ["Canberra"], [], "wrong"),
        ("", ["Canberra"], [], "wrong"),
        ("rdc", ["République démocratique du Congo"], [], "right"),
        ("organisation des nations unies", ["ONU"], [], "right"),
        ("strawberries", ["fraise"], ["cerise"], "right"),
        ("pikatchou", ["Pikachu"], ["Raichu"], "right"),
        ("rodolphe diesel", ["Rudolf Diesel", "Diesel"], [], "right"),
        ("Vin Diesel", ["Rudolf Diesel", "Diesel"], [], "wrong"),
        ("Anne-Sophie", ["Anne-Sophie Pic", "Pic"], [], "wrong"),
        ("Pénélope, la femme d’Ulysse", ["Pénélope"], ["Circé"], "right"),
        ("Penelope Cruz", ["Pénélope"], ["Circé"], "wrong"),
        ("euh Rachel, non, Phoebe", ["Phoebe"], ["Rachel"], "right"),
        ("vitamine a non ?", ["vitamine D"], ["vitamine A"], "wrong"),
        ("bus", ["Bush"], [], "wrong"),
    ],
)
def test_text(said: str, accept: list[str], rivals: list[str], verdict: str) -> None:
    assert judge(said, accept, rivals) == verdict


@pytest.mark.parametrize(
    ("said", "accept", "unit", "verdict"),
    [
        ("mille sept cent quatre-vingt-neuf", "1789", None, "right"),
        ("1798", "1789", None, "wrong"),
        ("1788 ou 1789", "1789", None, "wrong"),
        ("1h30", "90", "minutes", "right"),
        ("90", "90", "minutes", "right"),
        ("90 heures", "90", "minutes", "wrong"),
        ("4.807", "4807", None, "right"),
        ("4,807", "4807", None, "unsure"),
        ("3,1416", "3.14", None, "right"),
        ("deux millions et demi", "2500000", None, "right"),
        ("52 av. J.-C.", "-52", None, "right"),
        ("une demi-douzaine", "6", None, "right"),
        ("plus de 100", "100", None, "unsure"),
        ("beaucoup", "100", None, "wrong"),
        ("la moitié", "50 %", None, "right"),
        ("119 millions", "119", "millions", "right"),
        ("2008, non, 2009", "2009", None, "right"),
        ("361 (19x19)", "361", None, "right"),
        ("centsoixante", "160", None, "right"),
        ("de 1 à 90", "90", None, "right"),
    ],
)
def test_numbers(said: str, accept: str, unit: str | None, verdict: str) -> None:
    assert judge(said, [accept], kind="number", unit=unit) == verdict


def test_a_verdict_says_why_in_both_languages() -> None:
    verdict = judge("Loirel", ["Loire"], ["Loiret"])
    assert verdict == "unsure"
    assert verdict.explain("fr") == "trop proche de « Loiret »"
    assert verdict.explain("en") == "too close to “Loiret”"


def test_a_verdict_can_be_stored() -> None:
    verdict = judge("Paris", ["Paris"])
    again = pickle.loads(pickle.dumps(verdict))
    assert isinstance(again, Verdict)
    assert (again, again.reason, again.params) == (verdict, verdict.reason, verdict.params)


def test_repetitions_are_found_and_neighbours_are_not_repetitions() -> None:
    assert same_answer("Victor Hugo", "V. Hugo")
    assert same_answer("les Pays-Bas", "pays bas")
    assert not same_answer("Niger", "Nigeria")
    assert not same_answer("Corée du Nord", "Corée du Sud")


# ---------------------------------------------------------------- items of a list


@pytest.mark.parametrize("name", sorted(LISTS))
def test_every_name_of_an_item_finds_that_item(name: str) -> None:
    items = tuple(LISTS[name])
    for item in items:
        for said in item:
            verdict = judge_list(said, items)
            assert (verdict, verdict.item) == ("right", item[0]), said


def test_items_and_other_names_survive_a_dropped_letter_alike() -> None:
    right: dict[bool, list[bool]] = {False: [], True: []}
    for items in map(tuple, LISTS.values()):
        names = {normal(name): item for item in items for name in item}
        for item in items:
            for number, name in enumerate(item):
                for at in (1, len(name) // 2) if len(name) > 3 else ():
                    said = name[:at] + name[at + 1 :]
                    if name[at].isalpha() and names.get(normal(said), item) is item:
                        verdict = judge_list(said, items)
                        assert verdict != "right" or verdict.item == item[0], (said, verdict.item)
                        right[number > 0].append(verdict == "right")
    for found in right.values():
        assert sum(found) / len(found) >= 0.95


def test_a_neighbour_that_is_no_item_is_not_taken_for_one() -> None:
    countries = tuple(LISTS["pays"])
    for said in ("Guyane", "mai", "série", "Ilande"):
        assert judge_list(said, countries) != "right", said
    assert judge_list("la Guyane", (("Guyana",), ("Suriname",)), ["Guyane"]) == "wrong"


# ---------------------------------------------------------------- hostile text


@pytest.mark.parametrize(
    "said",
    [
        "P\u200ba\u200dr\ufeffi\u00ads",
        "Раrіs",
        "\u202eParis\u202c",
        "Ｐａｒｉｓ",
        "𝐏𝐚𝐫𝐢𝐬",
        "\0Par\x07is\n",
        "PARIS\u0301\u0302",
    ],
)
def test_what_looks_like_the_answer_is_the_answer(said: str) -> None:
    assert judge(said, ["Paris"], ["Lyon"]) == "right"


def test_a_megabyte_costs_no_more_than_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def count(text: str) -> str:
        read.append(len(text))
        return text.casefold()

    monkeypatch.setattr("tablee.judge.judging.fold", count)
    for text in ("a" * 10**6, "Paris ou " * 120_000, "\u200b" * 10**6):
        assert judge(text, ["Paris"]) == "wrong"
    assert max(read) <= 2_000


@pytest.mark.parametrize(
    "piece", [", ", "euh ", "je crois que ", "(", "9 ", "1/0 ", "mille ", "a.", "pas ", "ou a ", "é\u0301"]
)
@pytest.mark.parametrize("kind", ["text", "number"])
def test_repeated_pieces_do_not_blow_up(piece: str, kind: str) -> None:
    """Ten times the text must not take a hundred times the steps."""

    def steps(text: str) -> int:
        seen = 0

        def trace(*_: object) -> None:
            nonlocal seen
            seen += 1

        sys.setprofile(trace)
        try:
            judge(text, ["1789"], ["Lyon"], "number" if kind == "number" else "text")
        finally:
            sys.setprofile(None)
        return seen

    judge(piece * 5, ["1789"], ["Lyon"])
    assert steps((piece * 200)[:190]) < 60 * steps((piece * 200)[:19]) + 2_000


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60), st.sampled_from(["text", "number"]))
def test_any_text_gets_a_verdict(said: str, kind: str) -> None:
    verdict = judge(said, ["Saint-Étienne", "42 km"], ["Lyon"], "number" if kind == "number" else "text")
    assert verdict in ("right", "wrong", "unsure")
    assert verdict.explain("fr")


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**10))
def test_digits_are_never_fuzzed(number: int) -> None:
    assert judge(f"{number:,}".replace(",", " "), [str(number)], kind="number") == "right"
    assert judge(str(number + 1), [str(number)], kind="number") == "wrong"
    assert numbers_in([str(number)]) == [str(number)]


# ---------------------------------------------------------------- the package


def test_the_lexicon_is_small_and_knows_its_words() -> None:
    assert Path(lexicon.__file__).with_name("lexicon.bin").stat().st_size < 2_000_000
    assert lexicon.is_common("poison")
    assert lexicon.is_first_name("antoine")
    assert lexicon.look_up("lisbonne") & lexicon.PLACE
    assert lexicon.look_up("portugal") & lexicon.AREA
    assert lexicon.look_up("bibliotek") == 0


def test_the_lexicon_is_not_read_before_it_is_needed() -> None:
    code = "import tablee.judge, tablee.judge.lexicon as l; print(l._table.cache_info().currsize)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "0"


@pytest.mark.parametrize("name", sorted(module.name for module in pkgutil.iter_modules(tablee.judge.__path__)))
def test_examples_in_the_documentation(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"tablee.judge.{name}")).failed == 0
