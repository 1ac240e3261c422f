"""A player of both quiz games who has read the pack and forgotten most of it, thinks and types like a person, and is
honest when asked to judge. It uses what it is asked, what its seat sees, and its own memory: nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from math import exp
from random import Random
from typing import Final, Protocol, cast

from msgspec import Struct

from tablee.bots import BotMaker, Sight, Thought, any_value
from tablee.engine import Amount, Ask, Choice, Header, Text, Value
from tablee.judge import normal

from .pack import Known, questions
from .questions import Question
from .referee import allowed, compare
from .view import ChallengeView

REMEMBERED: Final = (0.70, 0.56, 0.42, 0.28, 0.15)  # by difficulty, 1 to 5
CONFUSED: Final = 0.35  # how often it believes something wrong that stands beside the right answer
BLUFFS: Final = 0.10
PATIENCE: Final = 90_000  # after so long a reader closes the question
ALIKE: Final = 0.5  # two answers that have less in common are not the same, whatever the judge says


class Recollection(Struct, frozen=True):
    """What it has kept of one question."""

    sure: bool
    answer: str | None = None  # perhaps a wrong one
    number: float = 0.0  # Target: a belief, exact if it is sure
    items: tuple[str, ...] = ()  # Ping-Pong: in the order in which they come to mind


class QuizView(Protocol):
    """What the views of both games have."""

    stacks: list[int]
    challenge: ChallengeView | None


class Simple:
    def __init__(self, rng: Random, header: Header) -> None:
        self.rng = rng
        self.by_text: dict[str, Recollection] = {}
        self.by_hint: dict[str, Recollection] = {}
        for known in questions(header.packs).values():
            kept = self.recall(known)
            self.by_text[known.question.text] = kept
            self.by_hint[known.question.hint] = kept
        self.puzzled: tuple[str, ...] = ()  # the clues of the card for which it plays Help!

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        view = cast(QuizView, sight.view)
        match ask.name:
            case "answer":
                return self.say(ask, view)
            case "guess":
                return self.guess(view)
            case "close":
                return Thought("close", PATIENCE)
            case "help":
                return self.ask_for_help(view, sight.seat)
            case "question":
                return self.choose_question(ask, view, sight.seat)
            case "stake":
                return self.stake(ask, view)
            case "raise":
                return self.reply_to_raise(view, sight.seat)
            case "join":
                joins = self.knows_hint(view) or self.rng.random() < 0.5
                return Thought("yes" if joins else "no", self.between(1_200, 3_000))
            case "opponent" | "designee":
                return self.choose_poor(ask, view)
            case "verdict" | "vote" | "declare" | "contest" | "overturn":
                return self.judge(ask, view)
            case "tie" | "tied":
                return Thought(None, self.between(800, 2_000))
        return None if ask.standing else Thought(any_value(ask.form, self.rng), self.between(900, 2_200))

    def between(self, least: int, most: int) -> int:
        return least + int(self.rng.random() * (most - least))

    # ------------------------------------------------------------ memory

    def recall(self, known: Known) -> Recollection:
        """How much of a question stays: more of the easy ones."""
        rng, question = self.rng, known.question
        chance = REMEMBERED[(known.difficulty or 3) - 1]
        sure = rng.random() < chance
        if question.mode == "ping_pong":
            return Recollection(sure, items=self.some_items(question, chance))
        if question.mode == "target":
            return Recollection(sure, number=question.truth if sure else believe(question.truth, rng))
        if sure and question.answers:
            return Recollection(True, question.answers[0])
        confused = question.rivals and rng.random() < CONFUSED
        return Recollection(False, rng.choice(question.rivals) if confused else None)

    def some_items(self, question: Question, chance: float) -> tuple[str, ...]:
        """Nobody knows two hundred countries: lists run dry."""
        items = [item for item in question.answers if self.rng.random() < chance]
        self.rng.shuffle(items)
        return tuple(items[: self.between(3, 16)])

    def recollection(self, view: QuizView) -> Recollection:
        """Of the question that everyone sees."""
        question = view.challenge.question if view.challenge else None
        return self.by_text.get(question.text, NOTHING) if question else NOTHING

    def knows_hint(self, view: QuizView) -> bool:
        """Whether the clue or keyword rings a bell: the question itself is still hidden."""
        kept = self.by_hint.get(hint_of(view), NOTHING)
        return kept.sure or len(kept.items) > 5

    # ------------------------------------------------------------ answering

    def say(self, ask: Ask, view: QuizView) -> Thought | None:
        challenge = view.challenge
        question = challenge.question if challenge else None
        if challenge is None or question is None:
            return None if ask.standing else Thought(None, 2_000)
        kept = self.recollection(view)
        word = self.next_item(challenge, kept) if question.mode == "ping_pong" else kept.answer
        if word is None:
            return None if ask.standing else Thought(None, self.between(6_000, 14_000))
        began = self.reading(question.text) + (self.between(1_500, 5_000) if kept.sure else self.between(4_000, 9_000))
        if not isinstance(ask.form, Text):
            return Thought("buzz", began)
        return Thought(word[: ask.form.longest], began + 600 + 150 * min(len(word), 30), began)

    def next_item(self, challenge: ChallengeView, kept: Recollection) -> str | None:
        said = {normal(attempt.text) for attempt in challenge.attempts if attempt.text}
        return next((item for item in kept.items if normal(item) not in said), None)

    def reading(self, text: str) -> int:
        return 500 + 40 * min(len(text), 120)

    def guess(self, view: QuizView) -> Thought:
        """A number that nobody has said."""
        taken = set(view.challenge.guesses.values()) if view.challenge else set()
        number = self.recollection(view).number
        step = max(1.0, round(abs(number) / 20))
        while number in taken:
            number += self.rng.choice((-step, step))
        whole = int(number) if float(number).is_integer() else number
        return Thought(whole, self.between(2_500, 6_500))

    # ------------------------------------------------------------ cards, people and tokens

    def ask_for_help(self, view: QuizView, seat: int) -> Thought | None:
        return Thought("use", self.between(2_000, 3_500)) if self.wants_help(view, seat) else None

    def wants_help(self, view: QuizView, seat: int) -> bool:
        """Where no clue rings a bell, now and then; decided once for a card."""
        clues = clues_of(view)
        if seat not in getattr(view, "help", ()):
            return False
        if clues != self.puzzled and not any(self.by_hint.get(clue, NOTHING).sure for clue in clues):
            self.puzzled = clues if self.rng.random() < 0.3 else ()
        return bool(clues) and clues == self.puzzled

    def choose_question(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        """One that it knows, by the clues; after Help! by the questions."""
        if self.wants_help(view, seat):
            return None  # first it looks at the card
        options = ask.form.options if isinstance(ask.form, Choice) else ()
        card = getattr(getattr(view, "mine", None), "card", None)
        kept = [self.by_text.get(front.text, NOTHING) for front in card.fronts] if card else []
        kept = kept or [self.by_hint.get(clue, NOTHING) for clue in clues_of(view)]
        known = [option for option, memory in zip(options, kept, strict=False) if memory.sure]
        return Thought(self.rng.choice(known or options), self.between(2_500, 5_500))

    def stake(self, ask: Ask, view: QuizView) -> Thought:
        """The minimum, unless it thinks that it knows the question, or that nobody else does."""
        form = ask.form
        assert isinstance(form, Amount)
        after = self.between(1_800, 4_500)
        sure = self.knows_hint(view)
        if self.rng.random() >= (0.6 if sure else BLUFFS):
            return Thought(form.low, after)
        share = (0.05 + 0.3 * self.rng.random()) if sure else 0.15 * self.rng.random()
        steps = round((form.high - form.low) * share / form.step)
        return Thought(min(form.high, form.low + max(1, steps) * form.step), after)

    def reply_to_raise(self, view: QuizView, seat: int) -> Thought:
        """By what it would cost, and by what it knows. Who has no more than the minimum loses nothing by accepting."""
        challenge, stack = view.challenge, view.stacks[seat]
        after = self.between(1_500, 4_000)
        if challenge is None or stack <= challenge.minimum:
            return Thought("accept", after)
        share = min(1.0, challenge.stake / stack)
        likely = 0.95 - 0.25 * share if self.knows_hint(view) else 0.6 - 0.65 * share
        return Thought("accept" if self.rng.random() < likely else "refuse", after)

    def choose_poor(self, ask: Ask, view: QuizView) -> Thought:
        """Often the poorest: to be rid of him, or because he gains least."""
        options = [option for option in getattr(ask.form, "options", ()) if isinstance(option, int)]
        poorest = min(options, key=lambda seat: view.stacks[seat], default=None)
        chosen = poorest if self.rng.random() < 0.5 else self.rng.choice(options or [None])
        return Thought(chosen, self.between(1_200, 3_000))

    # ------------------------------------------------------------ judging

    def judge(self, ask: Ask, view: QuizView) -> Thought:
        """Honestly, by the answers it is shown; otherwise by what it remembers. None: it cannot say."""
        believes = self.find_right(ask, view)
        after = self.between(1_200, 3_200)
        match ask.name:
            case "verdict":
                return Thought(allowed(ask, "unsure") if believes is None else verdict(believes), after)
            case "declare":
                return Thought(verdict(bool(believes)), after)
            case "contest":
                return Thought("contest" if believes is False else "accept", after)
            case "overturn":
                return Thought(None if believes is None else "no" if believes else "yes", after)
        return Thought(None if believes is None else verdict(believes), after)

    def find_right(self, ask: Ask, view: QuizView) -> bool | None:
        about = ask.about or {}
        answers = about.get("answers")
        text = about.get("text") if "seat" in about else latest_right(view)
        if not isinstance(text, str):
            return self.heard_right(ask, view)
        if isinstance(answers, tuple):
            return seems_right(text, tuple(map(str, answers)))
        return normal(text) in map(normal, self.recollection(view).items) or None

    def heard_right(self, ask: Ask, view: QuizView) -> bool | None:
        """What was spoken aloud no machine has heard."""
        if ask.name == "verdict":
            return self.rng.random() < 0.6
        return self.recollection(view).sure if ask.name == "declare" else None


NOTHING: Final = Recollection(False)


def believe(truth: float, rng: Random) -> float:
    """Off by a believable amount, and as round as people say numbers; a year by some decades."""
    if truth.is_integer() and 1_000 <= truth <= 2_100:
        return float(round(truth + rng.gauss(0, 35)))
    guess = truth * exp(rng.gauss(0, 0.4))
    if abs(guess) < 20:
        return float(round(guess + rng.choice((-1, 0, 1))))
    return float(f"{guess:.2g}")


def seems_right(text: str, answers: Sequence[str]) -> bool | None:
    """As a person compares two answers."""
    ruling = compare(text, answers)
    if ruling != "unsure":
        return ruling == "right"
    alike = max((SequenceMatcher(None, normal(text), normal(answer)).ratio() for answer in answers), default=0.0)
    return None if alike >= ALIKE else False


def latest_right(view: QuizView) -> str | None:
    """The answer that won, as far as one can see."""
    attempts = view.challenge.attempts if view.challenge else []
    return next((attempt.text for attempt in reversed(attempts) if attempt.verdict == "right"), None)


def hint_of(view: QuizView) -> str:
    """The clue that was chosen (Défizz), or the keyword (Egomaster)."""
    challenge = view.challenge
    return str(getattr(challenge, "clue", None) or getattr(challenge, "keyword", ""))


def clues_of(view: QuizView) -> tuple[str, ...]:
    card = getattr(view.challenge, "card", None)
    return tuple(card.clues) if card else ()


def verdict(right: bool) -> Value:
    return "right" if right else "wrong"


BOTS: Mapping[str, BotMaker] = {"simple": Simple}
