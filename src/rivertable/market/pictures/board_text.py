"""The table as text in 79 columns or 59. Every colour has a word or sign beside it, so it needs no colour.

The river is drawn turned by a quarter: the upper row goes down on the left, the lower row comes up on the right.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

from ...core.pictures import WIDTH, beside
from ..board import Booth, MarketBoard, SeatBoard
from ..kernel import stops_with
from ..printed.components import (
    cost_short,
    mark,
    owner_bonus_short,
    planks_short,
    scoring_text,
    step_short,
    worth_text,
)
from ..printed.deck import Card, CardKind
from ..printed.effects import RESOURCE_LETTERS

_LEGEND = (
    "v Veggie, f Fish, c Cloth, t Tool, l Lily, $ Coin; a->b spends a for b; @ pawn of a seat; +3 three steps ahead.",
    "1 any: a Good of your choice; 2 same, 2 different: Goods of your choice, all alike or no two alike.",
    "* made up by this project: the printed value is not known.",
)
STYLES = (
    (r"(?<![\w])seat 0(?![\w])|@0", "bold #d66a02"),
    (r"(?<![\w])seat 1(?![\w])|@1", "bold #3a86c8"),
    (r"(?<![\w])seat 2(?![\w])|@2", "bold #915592"),
    (r"(?<![\w])seat 3(?![\w])|@3", "bold #2f8f5b"),
    (r"(?<![\w])seat 4(?![\w])|@4", "bold #b23a48"),
)
"""How a terminal may colour seats: patterns and styles."""


def draw(board: MarketBoard, names: Sequence[str], width: int = WIDTH) -> str:
    """Draw everything that the board knows; ``names`` are the seats' names, ``width`` its columns, 59 at least."""
    parts = [*wrap(_heading(board, names), width), *_river(board, width), "", *_seats(board, names, width)]
    for seat in board.seats:
        if seat.hand is not None and not board.is_over:
            parts += ["", *_hand(board, seat, names, width)]
    return "\n".join([*parts, "", *(line for text in _LEGEND for line in wrap(text, width))])


def _heading(board: MarketBoard, names: Sequence[str]) -> str:
    if board.phase == "setup":
        return "River Market, set-up"
    name = _cut(names[int(board.state.seat)], 16)
    if board.phase == "mulligan":
        return f"Opening hands, {name} to decide"
    if board.is_over:
        return "Game over"
    ending = ""
    if board.end_seat is not None:
        ending = f", the end is triggered: {board.turns_left} turns left, the Firefly with seat {board.end_seat}"
    return f"Turn {board.turn}, {name} to move{ending}"


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _river(board: MarketBoard, width: int) -> list[str]:
    """Return both rows side by side: the way round is down on the left, then up on the right."""
    viewer, half = _focus(board), (width - 2) // 2
    columns = [[_cell(board, booth, viewer, half) for booth in row] for row in (board.upper, board.lower)]
    pairs = [
        (
            [*wrap("River, upper row (the way goes down)", half), "v top-left end"],
            [*wrap("lower row (the way goes up)", half), "^ bottom-left end"],
        ),
        *zip_longest(*columns, fillvalue=[]),
        (wrap("v top-right end, on to the right", half), ["^ bottom-right end"]),
    ]
    return [line for left, right in pairs for line in beside(left, right, half)]


def _focus(board: MarketBoard) -> int:
    """Return the seat from whose pawn steps are counted: the viewer's, or else the one on turn."""
    viewer = getattr(board, "viewer", None)
    return int(board.state.seat) if viewer is None else int(viewer)


def _cell(board: MarketBoard, booth: Booth, viewer: int, width: int) -> list[str]:
    """Return a Booth's lines: steps and name, owner and pawns, planks."""
    steps = board.steps_to(booth.place, viewer)
    card = booth.card
    owner = "nobody's" if booth.owner is None else f"seat {booth.owner}"
    pawns = "".join(f" @{seat}" for seat in booth.pawns)
    lead = f"{f'+{steps}' if steps else 'here':>4} "
    lines = [lead + _cut(f"{card.name}{mark(card, 'name')} ", width - len(lead))]
    stars = ""
    if card.stars:
        houses = [str(seat) for seat, count in enumerate(booth.houses) for _ in range(count)]
        stars = f" stars [{' '.join([*houses, *'_' * booth.free_stars])}]{mark(card, 'stars')}"
    lines += _indented(f"{owner}{stars}{pawns}", width)
    text = planks_short(card) + mark(card, "plank")
    if booth.owner is not None and any(card.owner_bonus):
        text += f" (owner {owner_bonus_short(card)}{mark(card, 'owner_bonus')})"
    texts = [text]
    if card.attending:
        texts.append(f"attended: {' and '.join(map(scoring_text, card.attending))}{mark(card, 'attending')}")
    return [line.rstrip() for line in lines] + [line for text in texts for line in _indented(text, width)]


def _indented(text: str, width: int) -> list[str]:
    return [f"     {line}" for line in wrap(text, width - 5)]


def _seats(board: MarketBoard, names: Sequence[str], width: int) -> list[str]:
    lines = [f"Deck {board.deck_count}, discard pile {len(board.discard)}"]
    for seat in board.seats:
        marker = ">" if not board.is_over and int(board.state.seat) == seat.seat else " "
        line = (
            f"{marker} seat {seat.seat} {_cut(names[seat.seat], 14):<14} {board.total(seat.seat):>3} points  "
            f"{_resources(seat)}  houses {seat.houses}, hand {seat.hand_count}{', Zoom token' * (seat.tokens > 0)}"
        )
        lines += wrap(line, width, subsequent_indent=" " * 9, drop_whitespace=True, replace_whitespace=False)
        for helper in seat.helpers:
            lines += _wrapped(f"Helper {helper.name}{mark(helper, 'name')}: {worth_text(helper)}", 9, width)
    return lines


def _resources(seat: SeatBoard) -> str:
    return " ".join(f"{letter}{amount}" for letter, amount in zip(RESOURCE_LETTERS, seat.resources, strict=True))


def _wrapped(text: str, indent: int, width: int) -> list[str]:
    return wrap(text, width, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2))


def _hand(board: MarketBoard, seat: SeatBoard, names: Sequence[str], width: int) -> list[str]:
    """Return what each card of a hand can do: how it moves and where to, what it costs and brings."""
    name = _cut(names[seat.seat], 40)
    lines = ["Your hand:" if name == "you" else f"Hand of {name}:"]
    for card in seat.hand or ():
        kind = card.kind.phrase
        lines += _wrapped(f"{card.name}{mark(card, 'name')}, {kind}. {_reach(board, seat, card)}", 2, width)
        if card.kind is CardKind.ACTION:
            when = f"effect {card.timing.phrase} activating{mark(card, 'timing')}"
            lines += _wrapped(f"{when}: {planks_short(card)}{mark(card, 'effect')}", 6, width)
            continue
        verb = "hire" if card.kind is CardKind.HELPER else "build"
        planks = f"planks {planks_short(card)}{mark(card, 'plank')}; " if card.is_booth else ""
        stars = f"; {card.stars}{mark(card, 'stars')} star spaces" if card.stars else ""
        lines += _wrapped(
            f"{verb} for {cost_short(card)}{mark(card, 'cost')}: {planks}{worth_text(card)}{stars}", 6, width
        )
    return lines


def _reach(board: MarketBoard, seat: SeatBoard, card: Card) -> str:
    """Say where a card leads from the seat's pawn, Helpers counted: "step 3*: +1 to +3 (Dressmaker)"."""
    number = board.components.deck.number_of[card.id]
    stops = stops_with(board.states, board.terms.array, seat.seat, number)
    count = len(board.river)
    steps = sorted(board.steps_to(place, seat.seat) for place in range(count) if board.values.river[place] in stops)
    step = f"{step_short(card)}{mark(card, 'step')}"
    if len(steps) == count - 1:
        return f"Moves by {step}: to any Booth but this."
    spans = [f"+{steps[0]} to +{steps[-1]}" if len(steps) > 1 else f"+{steps[0]}"] if steps else []
    if steps and steps[-1] - steps[0] != len(steps) - 1:
        spans = [", ".join(f"+{number}" for number in steps)]
    if card.is_against and steps:
        return f"Moves by {step}: up to {len(steps)} back ({board.river[(seat.pawn - len(steps)) % count].card.name})."
    ahead = [number for number in steps if number <= len(steps)]
    last = board.river[(seat.pawn + ahead[-1]) % count].card.name
    return f"Moves by {step}: {spans[0]} ({last})."
