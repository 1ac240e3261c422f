"""Answers at random: what the dice say, and what somebody says who does not care."""

from __future__ import annotations

from random import Random

from tablee.engine import Amount, Choice, Form, Number, Some, Text, Value


def any_value(form: Form, rng: Random) -> Value:
    """Some legal answer of this form; all options of a choice by their weights, so that it also rolls dice."""
    if form.__class__ is Choice:
        options, weights = form.options, form.weights
        if weights is None:
            return options[int(rng.random() * len(options))]
        point = int(rng.random() * sum(weights))
        for option, weight in zip(options, weights, strict=True):
            point -= weight
            if point < 0:
                return option
    match form:
        case Some(options, least, most):
            mixed, count = list(options), least + int(rng.random() * (most - least + 1))
            for i in range(count):  # the first steps of a shuffle; `rng.sample` takes three times as long
                j = i + int(rng.random() * (len(mixed) - i))
                mixed[i], mixed[j] = mixed[j], mixed[i]
            return tuple(mixed[:count])
        case Amount(low, high, step):
            return low + step * int(rng.random() * ((high - low) // step + 1))
        case Text():
            return f"word{int(rng.random() * 500)}"
        case Number():
            return int(rng.random() * 100)
    raise AssertionError(form)
