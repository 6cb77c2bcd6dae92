"""The documentation of an environment: every index of its observations and actions, written from the code."""

from __future__ import annotations

from collections.abc import Iterable

from ..core.contract.observation import COUNT_AT_MOST, SEAT_NAMES, Layout
from ..core.game import Game


def write_page(game: Game) -> str:
    """Return the page of a game's environments as Markdown."""
    found = game.observation()
    sizes = ", ".join(f"{found.size(players)} with {players}" for players in game.players)
    actions = game.action_names()
    history = [f"| {number} | {change} |" for number, change in enumerate(game.environment_versions)]
    return "\n".join(
        [
            f"# {game.title}: environment",
            "",
            "This page is written from the code by `make generated`; how to use what it lists is told in",
            "[](environments.md).",
            "",
            "| | |",
            "|---|---|",
            f"| players | {game.players[0]} to {game.players[-1]} |",
            f"| observation | int16, {sizes} players |",
            f"| actions | {len(actions)}, of which a mask says which are legal |",
            "| reward `win` | at the end 1 for the winner, shared in a tie; 0 before |",
            "| reward `margin` | at the end points ahead of the best other seat; 0 before |",
            f"| hidden from a seat | {_hidden(game)} |",
            "| begins | seat 0 |",
            "",
            "## Observation",
            "",
            "Whole numbers from the observing seat's side. First the table, the same for every number of players; then",
            f"one block of {found.seat.size} for each seat, in the order of turns from the own seat: block k begins at",
            f"{found.table.size} + {found.seat.size} k. *Scale* is what a number is divided by to be about 1 at most.",
            "",
            "### The table",
            "",
            *_fields(found.table),
            "",
            "### A seat's block",
            "",
            f"Indices are counted from the block's beginning. Blocks are called {_listed(SEAT_NAMES)}.",
            "",
            *_fields(found.seat),
            "",
            "### Index by index",
            "",
            *_indices(found.table.names(), "name"),
            "",
            f"In a block, from {found.table.size} on:",
            "",
            *_indices(found.seat.names(), "name"),
            "",
            "## Actions",
            "",
            "A turn is one action or several; what is possible next depends on those before it.",
            "",
            *_indices(actions, "action"),
            "",
            "## Versions",
            "",
            "| version | change |",
            "|---|---|",
            *history,
            "",
        ]
    )


def _hidden(game: Game) -> str:
    return "the cards of other hands, and which cards are in the deck" if game.has_hidden else "nothing"


def _fields(layout: Layout) -> Iterable[str]:
    yield "| index | field | numbers | from | to | scale | says |"
    yield "|---|---|---:|---:|---:|---:|---|"
    place = 0
    for field in layout.fields:
        end = place + field.size - 1
        index = str(place) if end == place else f"{place}–{end}"
        shape = " × ".join(str(len(axis)) for axis in field.axes) or "1"
        low, high = (_bound(bound) for bound in (field.low, field.high))
        yield f"| {index} | {field.name} | {shape} | {low} | {high} | {field.scale} | {field.sentence} |"
        place = end + 1


def _bound(bound: int) -> str:
    return "any" if abs(bound) == COUNT_AT_MOST else str(bound)


def _indices(names: Iterable[str], heading: str) -> Iterable[str]:
    yield f"| index | {heading} |"
    yield "|---:|---|"
    for index, name in enumerate(names):
        yield f"| {index} | {name} |"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"*{name}*" for name in names)
