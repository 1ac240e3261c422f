"""One way to put any question and to read any answer, by its form alone."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text as Styled

from tablee.engine import DICE, Amount, Ask, Choice, Label, NotAllowed, Number, Some, Text, Value
from tablee.pictures import Scene, keys

MANY: Final = 12  # more options than this are not listed unasked
WIDE: Final = 72
LONG: Final = 24  # an option with more letters is named by its key


class Unclear(ValueError):
    """What was typed is no answer; the words say why, in the person's language."""


def read(scene: Scene, ask: Ask, said: str) -> Value:
    """The answer that somebody typed. Raises Unclear."""
    try:
        value = _read(scene, ask, said)
        ask.form.check(value)
    except NotAllowed as refused:
        raise Unclear(f"{scene.words.refusal(refused, scene.names)} {expected(scene, ask)}") from None
    return value


def expected(scene: Scene, ask: Ask) -> str:
    hints = how_to(scene, ask)
    if isinstance(ask.form, Choice) and len(ask.form.options) <= MANY:
        said = keys(scene, ask)
        hints += " – " + ", ".join(_key_and_word(key, scene.option(ask, option)) for key, option in said.items())
    return scene.words.label("expected", expected=hints)


def how_to(scene: Scene, ask: Ask) -> str:
    """What an answer looks like."""
    label = scene.words.label
    match ask.form:
        case Choice(options) if len(options) > MANY and all(isinstance(option, int) for option in options):
            low, high = (scene.words.told(ask.name, option) for option in (min(options), max(options)))
            return label("say_amount", low=low, high=high)
        case Choice(options) if len(options) > MANY:
            return label("say_long_list", count=len(options), help="?")
        case Choice(options) if all(key == scene.option(ask, option) for key, option in keys(scene, ask).items()):
            several = [label("say_dice")] if ask.actors == (DICE,) else []
            return " · ".join([label("say_value"), *several])
        case Choice():
            return label("say_number")
        case Some(_, least, most) if least == most:
            return label("say_one" if most == 1 else "say_so_many", most=most)
        case Some(options, least, most):
            everything = [label("say_all", all=label("all"))] if most == len(options) else []
            return " · ".join([label("say_some", least=least, most=most), *everything])
        case Amount(low, high, step):
            return label("say_amount" if step == 1 else "say_amount_step", low=low, high=high, step=step)
        case Text(longest):
            return label("say_text", longest=longest)
        case Number():
            return label("say_number_form")


def silence(scene: Scene, ask: Ask) -> str | None:
    """What an empty line means, if it may be said."""
    if ask.standing or ask.of_house:
        return None
    label = scene.words.label
    if needs_word(ask):
        return label("silence_needs_word", **{"pass": label("command_pass")})
    if ask.silence is None:
        return label("silence_passes")
    word = scene.option(ask, ask.silence)
    if len(word) > LONG and isinstance(ask.form, Choice):
        word = next(key for key, option in keys(scene, ask).items() if option == ask.silence)
    return label("silence", value=word)


def needs_word(ask: Ask) -> bool:
    """In a race a slip on the Enter key must not cost the race."""
    return ask.silence is None and isinstance(ask.form, Text | Number)


def choices(scene: Scene, ask: Ask, everything: bool = False) -> RenderableType | None:
    """The options with their keys: on one line where they fit."""
    if not isinstance(ask.form, Choice | Some):
        return None
    drawn = scene.picture.choices(scene, ask)
    if drawn is not None:
        return drawn
    if len(ask.form.options) > MANY and not everything:
        return None
    parts = []
    for key, option in keys(scene, ask).items():
        word = scene.option(ask, option)
        parts.append(
            Styled.assemble((key, "bold reverse" if word == key else "bold"), "" if word == key else f" {word}")
        )
    if sum(part.cell_len + 3 for part in parts) <= WIDE:
        return Padding(Styled("   ").join(parts), (0, 2))
    return Padding(Group(*parts), (0, 2))


# ---------------------------------------------------------------- inside


def fold(text: str) -> str:
    """Without case, accents and signs, so that people need not care."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.sub(r"\W", " ", bare).split())


def _read(scene: Scene, ask: Ask, said: str) -> Value:
    match ask.form:
        case Choice():
            return _option(scene, ask, said)
        case Some(options, _, most):
            if fold(said) in (fold(scene.words.label("all")), "all") and len(options) <= most:
                return tuple(options)
            if fold(said) in (fold(scene.words.label("none")), "none", ""):
                return ()
            return tuple(_option(scene, ask, part) for part in said.replace(",", " ").replace(";", " ").split())
        case Amount():
            return _number(said)
        case Number():
            return _number(said)
        case Text():
            return said.strip().strip('"“”«»\u202f\u00a0 ')


def _option(scene: Scene, ask: Ask, said: str) -> Label:
    said = said.strip()
    known = keys(scene, ask)
    if said in known:
        return known[said]
    wanted = fold(said)
    words = {option: {fold(scene.option(ask, option))} for option in known.values()}
    for option in known.values():
        if isinstance(option, str):
            words[option].add(option)
    exact = [option for option, of_it in words.items() if said in of_it or (wanted and wanted in of_it)]
    if exact:
        return exact[0]
    found = [option for option, of_it in words.items() if wanted and any(_begins(w, wanted) for w in of_it)]
    found = found or [option for option, of_it in words.items() if wanted and any(f" {wanted}" in w for w in of_it)]
    if len(found) == 1:
        return found[0]
    if found:
        likely = ", ".join(scene.option(ask, option) for option in found[:6]) + ("…" if len(found) > 6 else "")
        raise Unclear(scene.words.label("ambiguous", said=said, found=likely))
    raise NotAllowed("not_an_option", value=said)


def _begins(word: str, start: str) -> bool:
    """A number is no beginning of another."""
    return word.startswith(start) and not word.isdigit()


def _number(said: str) -> int | float:
    bare = re.sub(r"\s", "", said).replace(",", ".").replace("−", "-")
    try:
        number = float(bare)
    except ValueError:
        raise NotAllowed("not_a_number", value=said) from None
    return int(number) if number.is_integer() else number


def _key_and_word(key: str, word: str) -> str:
    return key if key == word else f"{key} {word}"
