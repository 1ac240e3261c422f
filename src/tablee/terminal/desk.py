"""The desk: a keyboard and a screen that know of each other, so that nothing is printed into a half-typed line."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, RenderableType

from .keyboard import Keyboard


class Desk:
    def __init__(self, console: Console, keyboard: Keyboard) -> None:
        self.console, self.keyboard = console, keyboard

    def show(self, *what: RenderableType) -> None:
        """Print below what is there."""
        self.keyboard.hide()
        for part in what:
            self.console.print(part)
        self.keyboard.unhide()

    def page(self, picture: RenderableType, news: Sequence[RenderableType], question: RenderableType) -> None:
        """The table, the latest news, and what is asked: on a fresh screen where there is one."""
        if not self.keyboard.clears:  # the news have been printed, and are still there
            self.show("", picture, question)
            return
        room = self.console.height - 2 - self._height(picture) - self._height(question)
        latest: list[RenderableType] = []
        for line in reversed(news):
            room -= self._height(line)
            if room < 0 and len(latest) >= 3:
                break
            latest.insert(0, line)
        self.keyboard.hide()
        self.console.clear()
        for part in (picture, *latest, question):
            self.console.print(part)
        self.keyboard.unhide()

    def wipe(self) -> None:
        if self.keyboard.clears:
            self.keyboard.hide()
            self.console.clear()
            self.keyboard.unhide()

    def _height(self, what: RenderableType) -> int:
        return len(self.console.render_lines(what))
