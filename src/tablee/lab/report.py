"""The report of a study: one page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

import numpy as np

from tablee.engine import find
from tablee.measures import find_measures

from .drawing import Bar, bars, histogram
from .figures import Share, by_position, by_strategy, mean, of_games, of_winners, under
from .findings import SHORT, Finding, Teller, findings
from .study import Study


def write_report(file: Path, study: Study, language: str) -> None:
    file.write_text(make_report(study, language), "utf-8")


def make_report(study: Study, language: str) -> str:
    told = Teller(study, language)
    found = findings(study, language)
    sections = [("run", told.say("what_was_run"), of_run(told))]
    whole = bool(study.played(0)) and bool(study.whole(0).any())
    drawings = {
        "length": draw_length,
        "seats": draw_seats,
        "strategies": draw_strategies,
        "uses": draw_uses,
        "options": draw_options,
    }
    for name in ("errors", *drawings):
        sentences = [finding for finding in found if finding.section == name]
        drawn = drawings[name](told) if name in drawings and whole else ""
        if sentences or drawn:
            sections.append((name, told.say(f"section_{name}"), f"{listing(sentences)}{drawn}"))
    if whole and study.measures():
        sections.append(("measures", told.say("section_measures"), table_of_measures(told)))
    return page(told, sections)


def page(told: Teller, sections: Sequence[tuple[str, str, str]]) -> str:
    own = find(told.study.plan.game).colours
    title = escape(told.say("title", game=told.game))
    style = (Path(__file__).parent / "report.css").read_text("utf-8")
    colours = f":root {{ --cloth: {own.cloth}; --accent-light: {own.light}; --accent-dark: {own.dark}; }}"
    inside = "\n".join(
        f'<section id="{id}"><h2>{escape(heading)}</h2>{body}</section>' for id, heading, body in sections
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{told.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>\n{colours}\n{style}</style>\n</head>\n<body>\n"
        f"<header><p>{escape(told.say('lab'))}</p><h1>{title}</h1></header>\n<main>\n{inside}\n</main>\n</body>\n</html>\n"
    )


def of_run(told: Teller) -> str:
    *lines, last = summary(told)
    small = f'<p class="small">{escape(last)} {escape(told.say("more"))}</p>'
    return "".join(f"<p>{escape(line)}</p>" for line in lines) + small


def summary(told: Teller) -> list[str]:
    """What was played, in a few sentences; the last says how to read the figures."""
    study = told.study
    plan = study.plan
    params = {"games": told.count(study.games), "game": told.game, "seed": plan.seed, "seats": ", ".join(plan.seats)}
    lines = [told.say("ran", **params, player=told.say(f"by_{plan.player}"))]
    total = plan.games * len(plan.variants)
    if not study.complete:
        lines.append(told.say("incomplete", played=told.count(study.games), games=told.count(total)))
    if len(plan.variants) > 1:
        lines.append(told.say("of_each", games=told.count(plan.games), variants=len(plan.variants)))
    elif plan.variants[0].key:
        lines.append(told.say("fixed", options=plan.variants[0].key))
    if len(set(plan.seats)) > 1:
        lines.append(told.say("rotated" if plan.rotate else "not_rotated"))
    return [*lines, told.say("how_sure")]


def overview(told: Teller) -> list[list[str]]:
    """A line a variant, under a line of headings: the figures one asks for first."""
    study, names = told.study, list(dict.fromkeys(told.study.plan.seats))
    known = by_position(study, 0)[0]
    heads = [told.say(f"column_{name}") for name in ("variant", "length")]
    heads += [told.say("column_short", minutes=SHORT), told.say("column_first" if known else "column_seat")]
    lines = [heads + (names if len(names) > 1 else [])]
    for v in range(len(study.plan.variants)):
        if study.played(v) and study.whole(v).any():
            length, first = mean(of_games(study, v, "minutes")), by_position(study, v)[1][0]
            line = [told.variant(v), told.mean(length, 1)]
            line += [told.share(under(study, v, SHORT)), told.share(first)]
            shares = by_strategy(study, v)
            lines.append(line + ([told.share(shares[name]) for name in names] if len(names) > 1 else []))
    return lines


def listing(sentences: Sequence[Finding]) -> str:
    return f"<ul>{''.join(f'<li>{escape(finding.text)}</li>' for finding in sentences)}</ul>" if sentences else ""


# ---------------------------------------------------------------- drawings


def draw_length(told: Teller) -> str:
    lasted = of_games(told.study, 0, "minutes").astype(np.float64)
    digits = 0 if lasted.max() - lasted.min() > 5 else 1
    title, axis = told.say("section_length"), told.say("minutes_axis")
    return plot(histogram(title, lasted, axis, lambda value: told.number(value, digits)))


def draw_seats(told: Teller) -> str:
    known, shares = by_position(told.study, 0)
    labels = [told.position(place, known) for place in range(len(shares))]
    return draw_shares(told, told.say("section_seats"), dict(zip(labels, shares, strict=True)))


def draw_strategies(told: Teller) -> str:
    shares = by_strategy(told.study, 0)
    return draw_shares(told, told.say("section_strategies"), shares) if len(shares) > 1 else ""


def draw_shares(told: Teller, title: str, shares: dict[str, Share], par: float | None = None) -> str:
    par = 1 / len(told.study.plan.seats) if par is None else par
    rows = [Bar(label, won.value, told.share(won), won.low, won.high) for label, won in shares.items()]
    return plot(bars(title, rows, par, f"{told.say('par')} {told.percent(par)}"))


def draw_uses(told: Teller) -> str:
    study, drawn = told.study, []
    for use, names in find_measures(find(study.plan.game)).uses.items():
        title, rows = told.use(use), []
        for name in names:
            used = mean(of_games(study, 0, name))
            rows.append(Bar(told.measure(name), used.value, told.mean(used), used.low, used.high))
        drawn.append(f"<h3>{escape(title)}</h3>{plot(bars(title, rows))}")
    par, winners = of_winners(study, 0)
    if winners:
        title = told.say("winners_have")
        shares = {told.measure(name): won for name, won in winners.items()}
        drawn.append(f"<h3>{escape(title)}</h3>{draw_shares(told, title, shares, par)}")
    return "".join(drawn)


def draw_options(told: Teller) -> str:
    """Nothing for a single variant; else how long each lasts, who wins, and every measure, side by side."""
    study = told.study
    shown = [v for v in range(len(study.plan.variants)) if study.played(v) and study.whole(v).any()]
    if len(shown) < 2:
        return ""
    lengths = [(v, mean(of_games(study, v, "minutes"))) for v in shown]
    rows = [Bar(told.variant(v), found.value, told.mean(found, 1), found.low, found.high) for v, found in lengths]
    known, _ = by_position(study, 0)
    head = told.say("column_first" if known else "column_seat")
    firsts = {told.variant(v): by_position(study, v)[1][0] for v in shown}
    lines = [
        (told.say("column_games"), [told.count(int(study.whole(v).sum())) for v in shown]),
        (told.say("column_short", minutes=SHORT), [told.share(under(study, v, SHORT)) for v in shown]),
    ]
    for name in dict.fromkeys(study.plan.seats):
        if len(set(study.plan.seats)) > 1:
            lines.append((told.say("strategy", bot=name), [told.share(by_strategy(study, v)[name]) for v in shown]))
    for name in study.measures():
        lines.append((told.measure(name), [told.mean(mean(of_games(study, v, name))) for v in shown]))
    heads = [told.say("column_measure"), *(told.variant(v) for v in shown)]
    return (
        f"<h3>{escape(told.say('column_length'))}</h3>{plot(bars(told.say('column_length'), rows))}"
        f"<h3>{escape(head)}</h3>{draw_shares(told, head, firsts)}"
        f"{table(heads, [[label, *cells] for label, cells in lines])}"
    )


def table_of_measures(told: Teller) -> str:
    study, lines = told.study, []
    for name in ("minutes", *study.measures()):
        values = of_games(study, 0, name)
        spread = " / ".join(told.number(float(q), 1) for q in np.quantile(values, (0.05, 0.5, 0.95)))
        lines.append([told.measure(name), told.mean(mean(values)), spread])
    return table([told.say(f"column_{name}") for name in ("measure", "mean", "spread")], lines)


def table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        inside = (f"<{tag}{'' if i == 0 else ' class=n'}>{escape(cell)}</{tag}>" for i, cell in enumerate(cells))
        return f"<tr>{''.join(inside)}</tr>"

    body = "".join(row(line, "td") for line in lines)
    return f'<div class="wide"><table><thead>{row(heads, "th")}</thead><tbody>{body}</tbody></table></div>'


def plot(drawing: str) -> str:
    return f'<div class="plot">{drawing}</div>'
