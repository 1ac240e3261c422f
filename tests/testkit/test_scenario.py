"""A scenario that is wrong says where and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.cli import main
from tablee.engine import Invalid, find, read_rules
from tablee.testkit import Scenario, read_scenario, run_scenario, shown_rules


def run(*steps: str, **more: object) -> str:
    given: dict[str, object] = {"start": {"active": "ana"}, **more}
    failure = run_scenario(Scenario("desfausse", ["DF-01"], "A try", ["ana", "bo"], list(steps), **given))  # type: ignore[arg-type]
    return "" if failure is None else str(failure)


SMALL = 'game = "desfausse"\nrules = ["DF-09"]\ntitle = "T"\nseats = ["ana", "bo"]\n'
SIX = ["dice dice roll = 5", "dice roll = 3", "dice roll = 4", "dice roll = 5", "dice roll = 4"]


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (["eve roll = 5"], "nobody is called 'eve'"),
        (["dice rol = 5"], "Nobody asked dice for “rol”"),
        (["dice roll = 9"], "“9” is not one of the options"),
        (["dice"], "cannot be read"),
        (["expect handz = 3"], "there is no 'handz' in"),
        (["expect hands.ana = ["], "is not TOML"),
        (["expect round = 2"], "expected 2, saw 1"),
        (["expect over"], "the game is not over"),
        (["expect event rolled"], "told:"),
        (["expect nonsense"], "this fact cannot be read"),
        (["expect asked bo reroll"], "it is not asked"),
        (["expect not asked dice roll"], "it is asked"),
        (["refused dice roll = 3"], "it was not refused"),
        (["refused bo roll = 3 because out_of_range"], "it was refused as not_asked"),
        (["play until bo nonsense"], "the game ended before that"),
        (["expect hidden bo round"], "bo sees 1"),
        (["dice roll 5"], "“=” is missing, as in ‹dice roll = 5›"),
        (["ana bo reroll r1a r2a"], "“=” is missing, as in ‹ana bo reroll = r1a r2a›"),
        (["expect round 2"], "“=” is missing, as in ‹expect round = 2›"),
        (["expect bo: values.r1a 5"], "“=” is missing, as in ‹expect bo: values.r1a = 5›"),
        (["bo reroll = none"], "Nobody asked bo for “reroll”"),
    ],
)
def test_a_wrong_step_says_what_was_expected(steps: list[str], said: str) -> None:
    told = run(*steps)
    assert said in told
    assert told.startswith("step 1 ")


def test_a_failure_says_who_is_asked_what() -> None:
    assert "Asked: ana reroll (r1a, r2a, g1a, g2a, R1a, G1a)" in run(*SIX, "bo reroll = none")


def test_a_failure_names_seats_and_not_their_numbers() -> None:
    assert "told: rolled { seat = 'ana', " in run(*SIX, "expect event went_out")


def test_a_failure_names_the_line_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "lines.toml"
    steps = """steps = [  # "no step"
  "expect round = 1", 'expect direction = 1',

  # "nor this"
  "expect \\"round\\" = 1",
]
"""
    path.write_text(SMALL + "start = { active = 0 }\n" + steps, "utf-8")
    assert read_scenario(path).lines == (7, 7, 10)
    failure = run_scenario(read_scenario(path))
    assert str(failure).startswith(f"{path}:10: step 3 ‹")


@pytest.mark.parametrize(
    ("rules", "steps", "said"),
    [
        (["DF-01", "DF-999", "XX-01"], ["expect round = 1"], "there is no rule DF-999, XX-01"),
        ([], ["expect round = 1"], "it names no rule"),
        (["DF-01"], [], "it has no steps"),
    ],
)
def test_a_scenario_that_shows_nothing_fails(rules: list[str], steps: list[str], said: str) -> None:
    failure = run_scenario(Scenario("desfausse", rules, "A try", ["ana", "bo"], steps))
    assert str(failure) == f"step 0 ‹set-up›: {said}. Asked: nobody"


def test_set_up_problems_are_step_zero() -> None:
    assert run(options={"kep": "all"}).startswith("step 0 ‹set-up›: DESfausse has no option “kep”")


def test_every_form_of_the_grammar_is_understood() -> None:
    steps = [
        *SIX,
        "expect event rolled { seat = 'ana', roll = 1 }",
        "expect values.r1a = 5",
        "expect bo: values.r1a = 5",
        "refused ana reroll = r1a r1a because named_twice",
        "ana reroll = pass @ 2000",
        "ana set = '5'",
        "ana leave_out = none",
        "ana where = any",
        "expect hands = { ana = ['g1a', 'g2a', 'G1a'], bo = ['r1b', 'r2b', 'g1b', 'g2b', 'R1b', 'G1b'] }",
        "ana token = discard_3 @ 1000..3000",
        "expect board.0 = { discard_3 = 'ana' }",
        "dice dice dice dice dice dice roll = 3",
        "expect asked bo reroll",
        "clock reroll",
        "expect not asked bo reroll",
        "play until bo give_die",
    ]
    assert run(*steps) == ""


def test_a_file_with_a_typo_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "typo.toml"
    path.write_text('game = "desfausse"\nrulez = []\n', "utf-8")
    with pytest.raises(Invalid) as refused:
        read_scenario(path)
    assert "typo.toml" in str(refused.value)


def test_the_command_runs_files_and_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    text = SMALL + 'start = { active = 0 }\nsteps = ["%s"]\n'
    good.write_text(text % "expect direction = 1", "utf-8")
    assert main(["scenario", str(good)]) == 0
    assert capsys.readouterr().out.endswith("1 passed, 0 failed\n")
    bad.write_text(text % "expect direction = -1", "utf-8")
    assert main(["scenario", str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert f"FAIL {bad}" in told
    assert told.endswith("1 passed, 1 failed\n")
    assert main(["scenario", str(tmp_path / "none.toml")]) == 1


def test_rules_are_counted_from_scenarios_and_marked_tests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "one.toml").write_text(SMALL + "steps = []\n", "utf-8")
    (tmp_path / "test_box.py").write_text('@shows("DF-02")\ndef test_box(): pass\n', "utf-8")
    assert shown_rules(tmp_path) == {"DF-09": ["scenarios/one.toml"], "DF-02": ["test_box.py::test_box"]}
    assert main(["rules", "desfausse", "--tests", str(tmp_path), "--lang", "en"]) == 1
    told = capsys.readouterr().out
    assert "Not shown by any scenario or test: DF-01, DF-03" in told
    assert told.endswith("2 of 80 rules shown\n")


@pytest.mark.parametrize("game", ["blitz", "defizz", "desfausse", "egomaster"])
def test_every_rule_of_every_game_is_shown(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", game, "--tests", str(Path(__file__).parents[1])]) == 0, capsys.readouterr().out[-600:]


def test_rule_lists_are_complete() -> None:

    for game, prefix, count in (
        ("desfausse", "DF", 80),
        ("blitz", "BL", 68),
        ("defizz", "DZ", 139),
        ("egomaster", "EG", 106),
    ):
        ids = [rule.id for section in read_rules(find(game), "en") for rule in section.rules]
        assert sorted(ids) == sorted(f"{prefix}-{number:02}" for number in range(1, count + 1))


def test_a_ballot_after_the_decision_is_passed_over_and_still_refused_by_the_rules() -> None:
    steps = ["bo draw = left", "dice card = circle1", "ana answer = pineapple @ 1000", "dee challenge = said"]
    steps += ["bo cy dee valid = no", "ana valid = yes", "expect event refused { seat = 'ana' }"]
    late = Scenario(
        "blitz", ["BL-52"], "", ["ana", "bo", "cy", "dee"], steps, start={"drawer": "bo", "tops": {"ana": ["circle0"]}}
    )
    assert run_scenario(late) is None
    steps[5] = "refused ana valid = yes"
    assert run_scenario(late) is None
    steps[5:5] = ["bo answer = kiwi @ 9000", "ana valid = yes"]
    failure = run_scenario(late)
    assert failure
    assert failure.step == 7  # by then it is about something else
