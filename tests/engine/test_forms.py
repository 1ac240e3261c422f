"""What each form takes, and with which code it refuses the rest."""

from __future__ import annotations

import pytest

from tablee.engine import Amount, Choice, Form, NotAllowed, Number, Some, Text, Value

REFUSALS: list[tuple[Form, object, str]] = [
    (Choice(("a", "b")), "c", "not_an_option"),
    (Choice((1, 2)), True, "not_an_option"),
    (Choice((1, 2)), 1.0, "not_an_option"),
    (Choice((1, 2)), "1", "not_an_option"),
    (Some(("a", "b", "c"), 1, 2), "a", "not_a_selection"),
    (Some(("a", "b", "c"), 1, 2), (), "not_so_many"),
    (Some(("a", "b", "c"), 1, 2), ("a", "b", "c"), "not_so_many"),
    (Some(("a", "b", "c"), 1, 2), ("a", "z"), "not_an_option"),
    (Some(("a", "b", "c"), 1, 2), ("a", "a"), "named_twice"),
    (Amount(100, 500, 100), 250, "not_a_step"),
    (Amount(100, 500, 100), 0, "out_of_range"),
    (Amount(100, 500, 100), 600, "out_of_range"),
    (Amount(100, 500, 100), 200.0, "not_a_number"),
    (Amount(0, 1), True, "not_a_number"),
    (Text(5), "  ", "not_a_text"),
    (Text(5), 5, "not_a_text"),
    (Text(5), "a\x07b", "not_a_text"),
    (Text(5), "longer", "too_long"),
    (Number(), float("nan"), "not_a_number"),
    (Number(), float("inf"), "not_a_number"),
    (Number(), "3", "not_a_number"),
    (Number(), 10**400, "out_of_range"),
    (Number(), -1e300, "out_of_range"),
    (Number(), True, "not_a_number"),
]


@pytest.mark.parametrize(("form", "value", "code"), REFUSALS)
def test_a_form_refuses(form: Form, value: Value, code: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        form.check(value)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("form", "value"),
    [
        (Choice(("a", "b")), "b"),
        (Some(("a", "b"), 0, 2), ()),
        (Some(("a", "b"), 0, 2), ("b", "a")),
        (Amount(100, 500, 100), 500),
        (Text(5), "cinq "),
        (Number(), -3),
        (Number(), 3.14),
    ],
)
def test_a_form_takes(form: Form, value: Value) -> None:
    form.check(value)
