"""The table before and after a game: who sits there, what will be played, and what can be ordered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tablee.engine import Words, find, languages
from tablee.pictures import SEAT_STYLES
from tablee.server.protocol import Lobby, SeatView

from .answers import Unclear, fold
from .evening import draw_evening
from .words import terminal_words

SIGNS: Final = ("⬢", "✺", "♥", "●", "♣", "◆")  # as near as letters come to the six shapes of the page
FOR_SEATED: Final = {  # so that no evening hangs on one keyboard
    "lobby": ("start", "bot", "game", "option", "pace"),
    "playing": ("pause", "resume"),
    "over": ("rematch", "evening"),
}
FOR_HOST: Final = {
    "lobby": ("kick", "lock", "unlock", "host", "youngest", "mute", "unmute"),
    "playing": ("replace", "pace", "kick", "host", "mute", "unmute", "rematch"),
    "over": ("start", "kick", "lock", "unlock", "host"),
}
IN_EVENING: Final = ("vote", "evening", "decide", "new")  # once a game was played
FOR_ALL: Final = {
    "lobby": ("sit", "rename", "sign", "say", "react", "lend", "leave"),
    "playing": ("say", "react", "lend", "leave"),
    "over": ("say", "react", "lend", "leave"),
}
ORDERS: Final = tuple(
    dict.fromkeys(
        name for names in (*FOR_SEATED.values(), *FOR_HOST.values(), IN_EVENING, *FOR_ALL.values()) for name in names
    )
)
PACES: Final = {
    "relaxed": "pace_relaxed",
    "normal": "pace_normal",
    "quick": "pace_quick",
    "none": "pace_none",
}
REACTIONS: Final = {
    "bravo": "react_bravo",
    "laugh": "react_laugh",
    "wow": "react_wow",
    "sad": "react_sad",
    "think": "react_think",
    "love": "react_love",
}


def paused_words(why: str, own: Words) -> str:
    """Why the clock stands still. A match that cannot go on is told of as the server tells it."""
    return str(own.tables["refusals"][why]) if why in ("rules", "broken") else own.label(f"paused_{why}")


# ---------------------------------------------------------------- drawing


def draw_lobby(lobby: Lobby, own: Words, address: str) -> RenderableType:
    label = own.label
    meta = find(lobby.game)
    title = Text.assemble((meta.name, "bold"), f"  {label('table')} ", (lobby.code, "bold yellow"))
    seats = Table(box=None, show_header=False, padding=(0, 1))
    for number, seat in enumerate(lobby.seats):
        seats.add_row(*_seat(lobby, number, seat, own))
    if not lobby.seats:
        seats.add_row(Text(label("nobody_sits"), "dim"))
    least, most = meta.players(meta.read_options(lobby.options))
    facts = [label("players", least=least, most=most), label("pace_is", pace=label(PACES[lobby.pace]))]
    facts += [label("locked_table")] if lobby.locked else []
    facts += [label("watching", count=lobby.watching)] if lobby.watching else []
    parts: list[RenderableType] = [
        Rule(title, style="yellow", align="left"),
        *((draw_evening(lobby, own), "") if lobby.evening else ()),
        seats,
        Text(f" {' · '.join(facts)}", "dim"),
    ]
    for option, value in lobby.options.items():
        parts.append(Text(f" {option} = {own.option_value(option, value)}", "dim"))
    parts.append(Text.assemble((f" {label('for_others')} ", "dim"), address))
    return Group(*parts)


def _seat(lobby: Lobby, number: int, seat: SeatView, own: Words) -> list[RenderableType]:
    label, style = own.label, SEAT_STYLES[number % len(SEAT_STYLES)]
    facts = [label("seat_you")] if number in lobby.mine else []
    facts += [label("seat_host")] if seat.host else []
    facts += [label("seat_bot", strength=strength_word(seat.bot, own))] if seat.bot else []
    facts += [label("seat_away")] if not seat.here else []
    facts += [label("seat_muted")] if seat.muted else []
    facts += [" + ".join(seat.members)] if len(seat.members) > 1 else []
    cells = (str(number + 1), "bold"), (SIGNS[seat.sign % len(SIGNS)], style), (seat.name, style)
    return [*(Text(*cell) for cell in cells), Text(", ".join(facts), "dim")]


def strength_word(kind: str, own: Words) -> str:
    return str(own.tables["labels"].get(f"bot_{kind}", kind))


def hint(lobby: Lobby, own: Words) -> RenderableType:
    """What comes next, for this device."""
    label = own.label
    if lobby.host or lobby.mine:
        said = label("hint_seated", start=label("command_start"), bot=label("command_bot"))
    else:
        said = label("hint_watch", sit=label("command_sit"))
    return Text.assemble("\n", (said, "bold"), (f"  {label('help_hint', help='?')}", "dim"))


def orders_text(lobby: Lobby, own: Words, stroke: bool) -> RenderableType:
    """Everything that can be ordered now."""
    label = own.label
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    names = [*FOR_SEATED[lobby.phase]] if lobby.host or lobby.mine else []
    names += FOR_HOST[lobby.phase] if lobby.host else ()
    names += _for_evening(lobby)
    names += FOR_ALL[lobby.phase]
    examples = {"kinds": ", ".join(known_strengths(lobby.game)), "reactions": ", ".join(map(label, REACTIONS.values()))}
    examples["paces"] = ", ".join(map(label, PACES.values()))
    for name in names:
        word = f"/{label(f'command_{name}')}" if stroke else label(f"command_{name}")
        table.add_row(Text(word, "bold"), label(f"help_{name}", **examples))
    table.add_row(Text(label("command_quit"), "bold"), label("quit_seat_kept"))
    return Panel(table, title=label("orders_title"), box=box.ROUNDED, title_align="left")


def _for_evening(lobby: Lobby) -> list[str]:
    if lobby.evening is None or lobby.phase != "lobby" or not (lobby.host or lobby.mine):
        return []
    if not lobby.evening.voting:
        return ["evening", "new"]
    return ["vote", *(["decide"] if lobby.host else []), "new"]


def changes(before: Lobby, after: Lobby, own: Words) -> Iterator[str]:
    """Who plays for whom, who is gone, who is the host: as it changes during a game."""
    label = own.label
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=False)):
        if new.bot and old.bot != new.bot:
            yield label("bot_plays", seat=new.name, strength=strength_word(new.bot, own))
        elif old.bot and not new.bot:
            yield label("plays_again", seat=new.name)
        if old.here and not new.here and number not in after.mine:
            yield label("cut_off", seat=new.name)
        if new.host and not old.host:
            yield label("now_host", seat=new.name)


# ---------------------------------------------------------------- reading what is typed


def order_words() -> dict[str, str]:
    """What may be typed for each order: its words in every language."""
    found = {
        fold(terminal_words(language).label(f"command_{name}")): name for language in languages() for name in ORDERS
    }
    return found | {name: name for name in ORDERS}


def known_strengths(game: str) -> list[str]:
    from tablee.bots import find_bots

    return list(find_bots(find(game)))


def read_strength(lobby: Lobby, said: str) -> str:
    """A strength by any of its names; without a word, the middle one."""
    known = known_strengths(lobby.game)
    if not said:
        return "regular" if "regular" in known else known[-1]
    return _known(said, {kind: [f"bot_{kind}"] for kind in known})


def read_pace(said: str) -> str:
    return _known(said, {pace: [name] for pace, name in PACES.items()})


def read_reaction(said: str) -> str:
    return _known(said, {what: [name] for what, name in REACTIONS.items()})


def _known(said: str, labels: dict[str, list[str]]) -> str:
    """The key that somebody means, by itself or by its label in any language. Raises Unclear."""
    for key, names in labels.items():
        spoken = {fold(terminal_words(language).label(name)) for language in languages() for name in names}
        if fold(said) in {key, *spoken}:
            return key
    raise Unclear(", ".join(labels))


def read_seat(lobby: Lobby, said: str) -> int:
    """A seat by its number or its name. Raises Unclear with the seats."""
    for number, seat in enumerate(lobby.seats):
        if said == str(number + 1) or (said and fold(said) == fold(seat.name)):
            return number
    raise Unclear(", ".join(f"{number} {seat.name}" for number, seat in enumerate(lobby.seats, 1)))


def youngest_first(lobby: Lobby, said: Iterable[str]) -> Sequence[int]:
    """Those who are named, then the others in their order."""
    named = list(dict.fromkeys(read_seat(lobby, one) for one in said))
    return [*named, *(seat for seat in range(len(lobby.seats)) if seat not in named)]
