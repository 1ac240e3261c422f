"""What the figures mean, in plain sentences."""

from __future__ import annotations

from math import log
from typing import Final

from msgspec import Struct

from tablee.engine import Words, find
from tablee.measures import find_measures

from .figures import (
    OF_WINNERS,
    Mean,
    Share,
    by_position,
    by_strategy,
    differ,
    level_at_top,
    mean,
    of_games,
    of_winners,
    share,
    under,
)
from .refusals import lab_words
from .study import Study

SHORT: Final = 20  # minutes
TOLD: Final = 6  # changes in a sentence
SIZES: Final = ((0.05, "negligible"), (0.15, "small"), (0.40, "clear"))  # of par


class Finding(Struct, frozen=True):
    section: str  # length, seats, strategies, uses, options, errors
    text: str


class Teller:
    """Words and numbers of one language, for one study."""

    def __init__(self, study: Study, language: str) -> None:
        self.study, self.language = study, language
        self.own: Words = lab_words(language, study.plan.game)
        self.game = find(study.plan.game).name

    def say(self, name: str, **params: object) -> str:
        return self.own.label(name, **params)

    def number(self, value: float, digits: int = 1) -> str:
        return self.own.forms.number(value, digits)

    def count(self, value: int) -> str:
        return self.number(value, 0)

    def percent(self, value: float) -> str:
        return self.say("percent", number=self.number(100 * value))

    def interval(self, low: float, high: float, digits: int = 1) -> str:
        return f"[{self.number(low, digits)}–{self.number(high, digits)}]"

    def share(self, found: Share) -> str:
        return f"{self.percent(found.value)} {self.interval(100 * found.low, 100 * found.high)}"

    def mean(self, found: Mean, digits: int = 2) -> str:
        return f"{self.number(found.value, digits)} {self.interval(found.low, found.high, digits)}"

    def measure(self, name: str) -> str:
        """Its name; `"*"` names the values among which others are found."""
        known = self.own.tables["measures"]
        if name in known:
            return str(known[name])
        if name.endswith(OF_WINNERS):
            return self.say("of_winners", measure=self.measure(name.removesuffix(OF_WINNERS)))
        return self.own.value(known.get("*", ""), name)

    def use(self, name: str) -> str:
        return str(self.own.tables.get("uses", {}).get(name, name))

    def variant(self, number: int) -> str:
        return self.study.plan.variants[number].name or self.say("as_published")

    def position(self, place: int, known: bool) -> str:
        if not known:
            return self.say("seat", number=place + 1)
        return self.say("beginner") if place == 0 else self.say("after_beginner", number=place + 1)


def findings(study: Study, language: str) -> list[Finding]:
    """Of the first variant, and then what the others change."""
    told = Teller(study, language)
    if not study.played(0):
        return [Finding("errors", told.say("nothing_played"))]
    found = [Finding("errors", told.say("error", count=told.count(n), error=e)) for e, n in study.errors().items()]
    if study.whole(0).any():
        found += [Finding("length", text) for text in of_length(told)]
        found += [Finding("seats", text) for text in of_seats(told)]
    found += [Finding("strategies", text) for text in of_strategies(told)]
    if study.whole(0).any():
        found += [Finding("uses", text) for text in of_uses(told)]
        found += [Finding("options", text) for text in of_options(told)]
    return found


def of_length(told: Teller) -> list[str]:
    study = told.study
    lasted = of_games(study, 0, "minutes")
    ordered = sorted(lasted.tolist())
    latest = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    short = under(study, 0, SHORT)
    seconds = find_measures(find(study.plan.game)).seconds_a_turn
    how = told.say("minutes_by_turn", seconds=seconds) if seconds else told.say("minutes_virtual")
    lengths = {"mean": told.mean(mean(lasted), 1), "latest": told.number(latest), "how": how}
    return [
        told.say("length", **lengths),
        told.say("short_enough", share=told.share(short), minutes=SHORT),
    ]


def of_seats(told: Teller) -> list[str]:
    study = told.study
    known, shares = by_position(study, 0)
    par = 1 / len(shares)
    sentences = [against_par(told, told.position(place, known), won, par) for place, won in enumerate(shares)]
    level = level_at_top(study, 0)
    return [*sentences, told.say("level", share=told.share(level))]


def of_strategies(told: Teller) -> list[str]:
    shares = by_strategy(told.study, 0)
    if len(shares) < 2:
        return []
    par = 1 / len(told.study.plan.seats)
    return [against_par(told, told.say("strategy", bot=name), won, par) for name, won in shares.items()]


def against_par(told: Teller, who: str, won: Share, par: float) -> str:
    """“The first seat wins 27.5 % [27.0–28.0] of games where 25 % would be par: a small advantage.”"""
    if won.low <= par <= won.high:
        verdict = told.say("within_chance")
    else:
        size = next((word for limit, word in SIZES if abs(won.value / par - 1) < limit), "large")
        verdict = told.say(f"{size}_{'advantage' if won.value > par else 'drawback'}")
    return told.say("wins", who=who, share=told.share(won), par=told.percent(par), verdict=verdict)


def of_uses(told: Teller) -> list[str]:
    return [*of_what_winners_have(told), *of_face_offs(told), *of_modes(told), *of_raises(told), *of_elimination(told)]


def of_face_offs(told: Teller) -> list[str]:
    study = told.study
    if "face_offs" not in study.measures():
        return []
    found = {name: of_games(study, 0, name) for name in ("face_offs", "via_die", "theme_cards", "votes")}
    a_card = found["face_offs"].sum() / max(1, found["theme_cards"].sum())
    by_die = share(int(found["via_die"].sum()), int(found["face_offs"].sum()))
    numbers = {"count": told.mean(mean(found["face_offs"]), 1), "a_card": told.number(float(a_card), 2)}
    return [
        told.say("face_offs", **numbers, by_die=told.share(by_die)),
        told.say("votes", count=told.mean(mean(found["votes"]))),
    ]


def of_modes(told: Teller) -> list[str]:
    """Which ways to ask come up most."""
    study = told.study
    modes = find_measures(find(study.plan.game)).uses.get("modes", ())
    total = {mode: int(of_games(study, 0, mode).sum()) for mode in modes}
    asked = sum(total.values())
    if not asked:
        return []
    ordered = sorted(total, key=lambda mode: -total[mode])
    listed = [told.say("pair", key=told.measure(mode), value=told.percent(total[mode] / asked)) for mode in ordered]
    return [told.say("modes", count=told.number(asked / int(study.whole(0).sum())), listed=", ".join(listed))]


def of_elimination(told: Teller) -> list[str]:
    study = told.study
    if "first_out" not in study.measures():
        return []
    turns = of_games(study, 0, "turns" if "turns" in study.measures() else "challenges")
    out = of_games(study, 0, "first_out")
    part = told.percent(float(out.sum() / max(1, turns.sum())))
    return [told.say("first_out", turns=told.mean(mean(out), 1), part=part)]


def of_what_winners_have(told: Teller) -> list[str]:
    """Whether what the winners have, they have more often than others."""
    par, shares = of_winners(told.study, 0)
    sentences = []
    for name, won in shares.items():
        inside = won.low <= par <= won.high
        verdict = "neither" if inside else "winning" if won.value > par else "losing"
        params = {"measure": told.measure(name), "share": told.share(won), "par": told.percent(par)}
        sentences.append(told.say("goes_with", **params, verdict=told.say(f"goes_with_{verdict}")))
    return sentences


def of_raises(told: Teller) -> list[str]:
    """How strong bluffing is: what raises bring without a question, and with one."""
    study = told.study
    if "raises" not in study.measures():
        return []
    total = {name: int(of_games(study, 0, name).sum()) for name in study.measures()}
    decided = total["called_won"] + total["called_lost"]
    if not total["raises"]:
        return [told.say("no_raises")]
    unopposed = share(total["raises_unopposed"], total["raises"])
    won = share(total["called_won"], decided)
    sentences = [told.say("raises_unopposed", share=told.share(unopposed))]
    return [*sentences, told.say("raises_called", share=told.share(won))] if decided else sentences


def of_options(told: Teller) -> list[str]:
    """What each variant changes most against the first; what chance explains is left out."""
    study = told.study
    counted = study.measures()
    winners = {name + OF_WINNERS for name in counted}
    names = ["minutes", *(name for name in counted if name not in winners)]
    sentences = []
    for other in range(1, len(study.plan.variants)):
        if not study.played(other) or not study.whole(other).any():
            continue
        pairs = {name: [mean(of_games(study, variant, name)) for variant in (0, other)] for name in names}
        found = [name for name in names if differ(*pairs[name])]
        found.sort(key=lambda name: -abs(log(max(pairs[name][1].value, 0.01) / max(pairs[name][0].value, 0.01))))
        changes = []
        for name in found[:TOLD]:
            before, after = (told.number(one.value, 2) for one in pairs[name])
            changes.append(told.say("change", measure=told.measure(name), before=before, after=after))
        if len(found) > TOLD:
            changes.append(told.say("more_changes", count=len(found) - TOLD))
        listed = told.say("listing").join(changes) or told.say("no_change")
        sentences.append(told.say("variant_changes", variant=told.variant(other), base=told.variant(0), changes=listed))
    return sentences
