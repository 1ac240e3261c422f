"""Sums as tokens and as figures."""

from __future__ import annotations

from typing import Final

from rich.text import Text

COINS: Final = {500: ("⑤", "bold #ff86c0"), 200: ("②", "bold #6fb3ff"), 100: ("①", "bold #f3e6c8")}


def figure(amount: float) -> str:
    """With thin spaces, as on a till receipt."""
    whole = int(amount) if float(amount).is_integer() else amount
    return f"{whole:,}".replace(",", "\u202f").replace("-", "−")


def coins(amount: int, most: int = 24) -> Text:
    """As few tokens as make this sum; what does not fit is left to the figure beside it."""
    pile = Text()
    for value, (coin, style) in COINS.items():
        count, amount = divmod(amount, value)
        pile.append(coin * count, style)
    if len(pile) > most:
        pile = pile[: most - 1].append("…", "dim")
    return pile


def priced(amount: int, most: int = 24) -> Text:
    return Text.assemble(coins(amount, most), " ", (figure(amount), "bold"))
