"""The compiled rules and the reference side by side: the same game in both, compared at every step.

What one of the two holds is written down in the same words as what the other holds, so that a difference is read
off two plain values. Whatever differs raises AssertionError with all answers since the start.
"""

from bisect import bisect
from collections.abc import Hashable
from itertools import takewhile
from random import Random
from typing import Any

import numpy as np

from rivertable.market.kernel import KERNEL
from rivertable.market.kernel.scoring import SHEET, explain
from rivertable.market.kernel.state import CHOICES_AT_MOST, new_states
from rivertable.market.printed.effects import Deed

from .reference import DRAWN_AT_ONCE, ReferenceGame
from .reference_cards import RESOURCES
from .reference_parts import (
    BONUS,
    DO,
    DRAWN,
    END,
    GAIN,
    KEEP,
    LAY,
    MOVE,
    PASS,
    PAY,
    PLAY,
    REDRAW,
    SHED,
    SPOT,
    STOP,
    TOKEN,
)

CATEGORIES = ("events", "booths", "helpers", "coins", "goods")
DEEDS = [deed for deed in Deed if deed > Deed.ATTEND]
KINDS = (PASS, KEEP, REDRAW, END, SPOT, MOVE, TOKEN, PLAY, STOP, DO, BONUS, PAY, GAIN, SHED, DRAWN, LAY)


def kind_of(answer: int) -> int:
    """The first integer of the kind that this answer is of."""
    return KINDS[bisect(KINDS, answer) - 1]


class KernelGame:
    """One game in the compiled rules, with the manners of the reference game."""

    def __init__(self, terms: np.ndarray[Any, Any], players: int, first_seat: int = 0) -> None:
        self.terms = terms
        self.states = new_states(1)
        self.out = np.zeros(CHOICES_AT_MOST, np.int16)
        self.weights = np.zeros(CHOICES_AT_MOST, np.int16)
        KERNEL.start(self.states, 0, terms, players, first_seat)

    def __getitem__(self, name: str) -> Any:
        """One field of the state."""
        return self.states[name][0]

    def decisions(self) -> list[int]:
        """What the player on turn may decide."""
        count = KERNEL.list_decisions(self.states, 0, self.terms, self.out)
        return list(self.out[:count].tolist())

    def outcomes(self) -> dict[int, int]:
        """What chance may do, with the weight of each outcome."""
        count = KERNEL.list_outcomes(self.states, 0, self.out, self.weights)
        return dict(zip(self.out[:count].tolist(), self.weights[:count].tolist(), strict=True))

    def choices(self) -> list[int]:
        """The possible answers to the open question, whoever answers it."""
        return self.decisions() or list(self.outcomes())

    def apply(self, answer: int) -> None:
        """Answer the open question."""
        KERNEL.apply(self.states, 0, self.terms, answer)

    def key(self) -> Hashable:
        """All of the state."""
        return self.states.tobytes()

    def copy(self) -> "KernelGame":
        """A game of its own at the same point."""
        twin = KernelGame.__new__(KernelGame)
        twin.terms, twin.out, twin.weights = self.terms, self.out, self.weights
        twin.states = self.states.copy()
        return twin


def mask(cards: set[int]) -> int:
    """A set of cards as the compiled rules hold it."""
    return sum(1 << card for card in cards)


# ---- what lies on the table ----


def table_of_kernel(game: KernelGame) -> dict[str, object]:
    """Everything on the table, and where the game stands."""
    players, places, due = int(game["players"]), int(game["river_count"]), int(game["due"])
    river = game["river"][:places].tolist()
    is_laid = places >= 4
    return {
        "turn": int(game["turn"]),
        "first seat": int(game["first_seat"]),
        "who": int(game["seat"]),
        "due": due if is_laid else 0,
        "deeds": sorted(deed.word for deed in DEEDS if int(game["deeds"]) & 1 << deed),
        "end seat": int(game["end_seat"]),
        "turns left": int(game["turns_left"]),
        "river": river,
        "upper row": int(game["upper_count"]) if is_laid else 0,
        "owners": game["owner"][:places].tolist(),
        "stars": game["stars"][:places, :players].tolist(),
        "pawns": [river[place] for place in game["pawn"][:players].tolist()] if is_laid else [],
        "resources": game["resource"][:players].tolist(),
        "hands": game["hand"][:players].tolist(),
        "helpers": game["helpers"][:players].tolist(),
        "houses": game["houses"][:players].tolist(),
        "tokens": game["tokens"][:players].tolist(),
        "deck": int(game["deck"]),
        "discard": int(game["discard"]),
        "shuffles": int(game["shuffles"]),
        "eras": game["era"].tolist(),
    }


def table_of_reference(game: ReferenceGame) -> dict[str, object]:
    """The same of the reference."""
    table, seats, loop = game.table, game.table.seats, game.table.loop()
    is_laid = game.stage != "lay"
    drawing = game.queue[0] if game.stage == "draws" else game.seat
    # The compiled rules count the cards that are due to one seat.
    due = list(takewhile(lambda seat: seat == drawing, game.queue))
    further = DRAWN_AT_ONCE * game.visit.draws if game.visit is not None else 0
    return {
        "turn": game.turn,
        "first seat": game.first_seat,
        "who": drawing,
        "due": len(due) + further,
        "deeds": sorted(game.visit.deeds) if game.visit is not None else [],
        "end seat": -1 if game.end_seat is None else game.end_seat,
        "turns left": -1 if game.turns_left is None else game.turns_left,
        "river": loop,
        "upper row": len(table.upper) if is_laid else 0,
        "owners": [table.owner.get(booth, -1) for booth in loop],
        "stars": [[table.stars.get(booth, []).count(seat) for seat in range(len(seats))] for booth in loop],
        "pawns": [seat.pawn for seat in seats] if is_laid else [],
        "resources": [list(seat.resources.values()) for seat in seats],
        "hands": [mask(seat.hand) for seat in seats],
        "helpers": [mask(seat.helpers) for seat in seats],
        "houses": [seat.houses for seat in seats],
        "tokens": [seat.tokens for seat in seats],
        "deck": mask(table.deck),
        "discard": mask(table.discard),
        "shuffles": table.shuffles,
        "eras": [table.era.get(card, 0) for card in range(60)],
    }


# ---- what it scores ----


def score_of_kernel(game: KernelGame, seat: int) -> dict[str, object]:
    """A seat's total, its categories, and each card with its points and what lies on it."""
    sheets = np.zeros(1, SHEET)
    explain(game.states, 0, game.terms, seat, sheets)
    sheet = sheets[0]
    cards = game.terms[0].card
    has = np.flatnonzero(sheet.has).tolist()
    return {
        "total": int(KERNEL.total(game.states, 0, game.terms, seat)),
        "sum": int(sheet.total),
        "categories": dict(zip(CATEGORIES, sheet.category.tolist(), strict=True)),
        "attended": {card: int(sheet.attended[card]) for card in np.flatnonzero(sheet.has_attended).tolist()},
        "cards": {card: int(sheet.printed[card] + sheet.extra[card] + sheet.lot_points[card]) for card in has},
        "stored": {
            card: int(stored.sum()) if cards[card].store_goods else stored.tolist()
            for card in has
            if cards[card].store_lots and (stored := sheet.stored[card]).any()
        },
        "coins left": int(sheet.left[-1]),
        "goods left": int(sheet.left[:-1].sum()),
    }


def score_of_reference(game: ReferenceGame, seat: int) -> dict[str, object]:
    """The same of the reference. Which Goods lie on a card that takes any is not looked at: several ways are best."""
    found = game.breakdown(seat)
    number = {card.id: card.number for card in game.table.cards}
    items = [*found["booths"], *found["helpers"]]
    lists = ("events", "booths", "helpers")
    stored: dict[int, object] = {}
    for item in items:
        store = game.table.cards[number[item["card"]]].store
        if store is not None and item["stored"]:
            amounts = [item["stored"].get(resource, 0) for resource in RESOURCES]
            stored[number[item["card"]]] = sum(amounts) if store.any_goods else amounts
    return {
        "total": found["total"],
        "sum": found["total"],
        "categories": {name: sum(item["vp"] for item in found[name]) for name in lists}
        | {name: found[name]["vp"] for name in ("coins", "goods")},
        "attended": {number[item["card"]]: item["vp"] for item in found["events"]},
        "cards": {number[item["card"]]: item["vp"] for item in items},
        "stored": stored,
        "coins left": found["coins"]["coins"],
        "goods left": sum(found["goods"]["goods"].values()),
    }


# ---- both together ----


class Pair:
    """One game in both, answered alike.

    `answers` holds what was answered since the start, `deeds` the further deeds after which something was left to do.
    """

    def __init__(self, reference: ReferenceGame, kernel: KernelGame, name: str = "") -> None:
        self.reference, self.kernel, self.name = reference, kernel, name
        self.answers: list[int] = []
        self.deeds: set[str] = set()
        self.options = reference.choices()
        self.compare_choices()

    def check(self, what: str, kernel: object, reference: object) -> None:
        """Raise AssertionError, with the way here, unless both are the same."""
        if kernel != reference:
            if isinstance(kernel, dict) and isinstance(reference, dict):
                names = [name for name in [*kernel, *reference] if kernel.get(name) != reference.get(name)]
                kernel = {name: kernel.get(name) for name in names}
                reference = {name: reference.get(name) for name in names}
            raise AssertionError(
                f"{self.name}: {what}: the kernel has {kernel}, the reference {reference}, at stage "
                f"{self.reference.stage} of turn {self.reference.turn} of seat {self.reference.seat}, "
                f"first seat {self.reference.first_seat}, after {self.answers}"
            )

    def compare_choices(self) -> None:
        """The same question is open to the same one, with the same answers and the same weights."""
        actor = self.reference.actor
        decisions = self.kernel.decisions()
        if actor == "chance" or actor is None:
            self.check("decisions while nobody decides", decisions, [])
            self.check("outcomes", self.kernel.outcomes(), self.reference.weights())
        else:
            self.check("decisions", decisions, self.options)
            self.check("who decides", int(self.kernel["seat"]), actor)

    def compare_tables(self) -> None:
        """Everything lies in the same place."""
        self.check("table", table_of_kernel(self.kernel), table_of_reference(self.reference))

    def compare_scores(self) -> None:
        """Every seat scores the same, item by item."""
        for seat in range(len(self.reference.table.seats)):
            self.check(f"score of {seat}", score_of_kernel(self.kernel, seat), score_of_reference(self.reference, seat))

    def answer(self, answer: int) -> None:
        """Answer in both, and compare the next question."""
        self.answers.append(answer)
        self.kernel.apply(answer)
        self.options = self.reference.go_on(answer)
        if self.reference.visit is not None:
            self.deeds |= self.reference.visit.deeds
        self.compare_choices()

    def copy(self) -> "Pair":
        """Both, at the same point."""
        twin = Pair.__new__(Pair)
        twin.reference, twin.kernel, twin.name = self.reference.copy(), self.kernel.copy(), self.name
        twin.answers, twin.options, twin.deeds = list(self.answers), self.options, set(self.deeds)
        return twin


def can_hire(game: ReferenceGame, answer: int) -> bool:
    """True if the answer is to hire a Helper."""
    return answer >= PLAY and game.table.cards[answer - PLAY].kind == "helper"


def play_to_the_end(pair: Pair, rng: Random, *, is_close: bool = False, is_eager: bool = False) -> None:
    """Play at random to the end. Tables are compared each turn and at the end, with `is_close` after every answer.

    `is_eager` seldom stops while there are effects to do, so that turns grow long, and hires whom it can, so that
    many powers work together.
    """
    turn = -1
    while pair.reference.actor is not None:
        options = pair.options
        if is_eager and options[0] == END and len(options) > 1 and rng.random() < 0.8:
            options = options[1:]
        if is_eager and pair.reference.stage == "main":
            options = [answer for answer in options if can_hire(pair.reference, answer)] or options
        pair.answer(rng.choice(options))
        if is_close or pair.reference.turn != turn:
            turn = pair.reference.turn
            pair.compare_tables()
        if is_close and len(pair.answers) % 9 == 0:
            pair.compare_scores()
    pair.compare_tables()
    pair.compare_scores()
