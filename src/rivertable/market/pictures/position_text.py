"""A whole position in one line, as FEN is for chess.

Fields are parted by spaces:

``market/1 PLAYERS OPTIONS DECK RIVER SEATS DISCARD SHUFFLES TURN``

| field | form |
|---|---|
| PLAYERS | 2 to 5 |
| OPTIONS | the preset, then ``+option=value`` (``yes``, ``no``, a number or a name) for each that differs |
| DECK | ``standard``, or the first 12 digits of the deck's hash |
| RIVER | the upper row, ``/``, the lower row, each from left to right: Booths parted by ``,``: id, ``=`` and owner where it has one, ``*`` and houses in star spaces by seat parted by ``.`` where there are any |
| SEATS | parted by ``/``: hand ``;`` Helpers ``;`` resources as letters and numbers ``;`` houses on the mat ``;`` Zoom tokens ``;`` the Booth with the pawn |
| DISCARD | ids parted by ``,``, ``-`` for none |
| SHUFFLES | how often the discard pile became the deck, then ``:`` and ids for each time, what last went in then |
| TURN | parted by ``;``: seat ``.`` first seat ``.`` turn ``.`` phase, then ``name=value`` for what else the kernel holds |

What is nowhere named is in the deck.
"""  # noqa: E501  # rows of a table

from __future__ import annotations

import re
from typing import Any, cast

import numpy as np

from ...core.errors import OptionError, PositionError
from ...core.game import Components, Game, Terms
from ..board import Booth, MarketBoard, SeatBoard, mask_of
from ..consistency import check_state
from ..kernel import engine
from ..kernel.state import BUILT, CHOICES_AT_MOST, COST, DECK_MASK, HIRED, OVER, RIVER, new_states
from ..kernel.turn.ending import clear_turn
from ..moves.notation import RESOURCE_LETTERS
from ..printed import components as printed
from ..printed.deck import CARDS, Card
from ..printed.effects import Bundle

_TAG = "market/1"
_PHASES = (
    "river",
    "deal",
    "redeal",
    "mulligan",
    "main",
    "stopping",
    "doing",
    "again",
    "paying",
    "shedding",
    "gaining",
    "placing",
    "refill",
    "over",
)
_LIMITS = {
    "end_seat": (-1, 4),
    "turns_left": (-1, 10),
    "due": (0, 10),
    "card": (0, CARDS - 1),
    "used": (0, HIRED),
    "plank": (-1, COST),
    "times_left": (0, 8),
    "need": (0, 8),
    "last_shed": (0, CARDS - 1),
    "done": (0, 15),
    "last_plank": (-1, 3),
    "bonus": (0, 3),
    "given": (0, 63),
    "last_pay": (0, 125),
    "last_gain": (0, 125),
    "yielded": (0, (1 << CARDS) - 1),
}
_LEVELS = ("start", "low", "prior", "dip", "before")
_BOOTH = re.compile(r"([a-z0-9-]+)(?:=(\d))?(?:\*([\d.]+))?")
_RESOURCE = re.compile(r"([vfctl$])(\d+)")


def _plain() -> Any:
    """Return a state with the kernel's numbers as they are between two turns."""
    state = new_states(1)[0]
    clear_turn(state)
    state.plank = state.last_plank = state.end_seat = state.turns_left = -1
    return state


def write(board: MarketBoard) -> str:
    """Write a position in one line."""
    edition = board.components
    shuffles = [str(board.shuffles)]
    for era in range(1, board.shuffles + 1):
        shuffles.append(_write_cards([card for n, card in enumerate(board.cards) if board.era(n) == era]))
    return " ".join(
        [
            _TAG,
            str(board.players),
            board.terms.options.text(),
            "standard" if edition.sha256 == printed.standard().sha256 else edition.sha256[:12],
            "/".join(",".join(map(_write_booth, row)) or "-" for row in (board.upper, board.lower)),
            "/".join(_write_seat(board, seat) for seat in board.seats),
            _write_cards(board.discard),
            ":".join(shuffles),
            _write_turn(board),
        ]
    )


def _write_cards(cards: tuple[Card, ...] | list[Card]) -> str:
    return ",".join(card.id for card in cards) or "-"


def _write_booth(booth: Booth) -> str:
    owner = "" if booth.owner is None else f"={booth.owner}"
    return booth.card.id + owner + (f"*{'.'.join(map(str, booth.houses))}" if any(booth.houses) else "")


def _write_seat(board: MarketBoard, seat: SeatBoard) -> str:
    amounts = "".join(f"{letter}{n}" for letter, n in zip(RESOURCE_LETTERS, seat.resources, strict=True) if n)
    pawn = board.river[seat.pawn].card.id if seat.pawn < len(board.river) else "-"
    hand, helpers = _write_cards(seat.hand or ()), _write_cards(seat.helpers)
    return ";".join([hand, helpers, amounts or "-", str(seat.houses), str(seat.tokens), pawn])


def _write_turn(board: MarketBoard) -> str:
    state, plain = board.state, _plain()
    parts = [f"{int(state.seat)}.{board.first_seat}.{board.turn}.{_PHASES[int(state.phase)]}"]
    parts += [f"{name}={int(state[name])}" for name in _LIMITS if state[name] != plain[name]]
    parts += [f"{name}={':'.join(map(str, state[name].tolist()))}" for name in _LEVELS if state[name].any()]
    return ";".join(parts)


def read(line: str, game: Game, components: Components | None = None) -> tuple[np.ndarray[Any, Any], Terms]:
    """Read a position: an array of one state, and its terms.

    Raises:
        PositionError: it is no such text, or no possible position.
    """
    fields = line.split()
    if not fields or fields[0] != _TAG:
        raise PositionError(f"A position of this game begins with {_TAG}.")
    if len(fields) != 9:
        raise PositionError(f"A position has 9 fields, this text has {len(fields)}.")
    _, players, options, edition, river, seats, discard, shuffles, turn = fields
    terms = _read_terms(game, players, options, edition, components)
    reader = _Reader(cast("printed.MarketComponents", terms.components))
    states = new_states(1)
    states[0] = _plain()
    state = states[0]
    state.players = terms.players
    _read_turn(state, turn)
    _read_river(state, river, reader)
    boards = seats.split("/")
    if len(boards) != terms.players:
        raise PositionError(f"There are {len(boards)} seats written for {terms.players} players.")
    for seat, board in enumerate(boards):
        _read_seat(state, seat, board, reader)
    state.discard = reader.mask(discard)
    _read_shuffles(state, shuffles, reader)
    _fill_deck(state)
    check_state(state, terms)
    _check_choices(states, terms)
    return states, terms


def _read_terms(game: Game, players: str, options: str, edition: str, components: Components | None) -> Terms:
    components = printed.standard() if components is None else components
    wanted = printed.standard().sha256 if edition == "standard" else edition
    if not components.sha256.startswith(wanted):
        raise PositionError(f"This position belongs to the deck {edition}: give its file.")
    try:
        return game.make_terms(read_number(players, "players"), game.read_options(options), components)
    except OptionError as error:
        raise PositionError(error.sentence) from error


def read_number(text: str, place: str, low: int = 0, high: int = 9999) -> int:
    """Read a whole number.

    Raises:
        PositionError: it is none, or out of its bounds.
    """
    if not re.fullmatch(r"-?[0-9]{1,20}", text) or not low <= int(text) <= high:
        raise PositionError(f"{place} must be a number from {low} to {high}, not {text!r}.")
    return int(text)


class _Reader:
    """Finds cards by their ids."""

    def __init__(self, components: printed.MarketComponents) -> None:
        self._numbers = components.deck.number_of

    def number(self, card: str) -> int:
        if card not in self._numbers:
            raise PositionError(f"The deck has no card {card!r}.")
        return self._numbers[card]

    def mask(self, text: str) -> int:
        numbers = [] if text == "-" else [self.number(card) for card in text.split(",")]
        if len(set(numbers)) < len(numbers) or mask_of(numbers) & ~DECK_MASK:
            raise PositionError(f"A card stands where it cannot, or twice, in {text!r}.", rule="M2")
        return mask_of(numbers)


def _read_turn(state: Any, text: str) -> None:
    head, *rest = text.split(";")
    parts = head.split(".")
    if len(parts) != 4 or parts[3] not in _PHASES:
        raise PositionError(f"{head!r} is no turn: seat.first.turn.phase is the least.")
    players = int(state.players)
    state.seat = read_number(parts[0], "The seat on turn", 0, players - 1)
    state.first_seat = read_number(parts[1], "The first seat", 0, players - 1)
    state.turn = read_number(parts[2], "The turn", 0, 32000)
    state.phase = _PHASES.index(parts[3])
    for part in rest:
        name, _, value = part.partition("=")
        if name in _LIMITS:
            state[name] = read_number(value, name, *_LIMITS[name])
        elif name in _LEVELS and value.count(":") == 5:
            state[name] = [read_number(amount, name, -32000, 32000) for amount in value.split(":")]
        else:
            raise PositionError(f"{part!r} is no number that a turn has.")


def _read_river(state: Any, text: str, reader: _Reader) -> None:
    upper, sign, lower = text.partition("/")
    if not sign:
        raise PositionError("The river is two rows parted by /.")
    rows = [[] if row == "-" else row.split(",") for row in (upper, lower)]
    booths = rows[0] + rows[1][::-1]
    if len(booths) > RIVER:
        raise PositionError(f"There are {len(booths)} Booths in the river; {RIVER} are the most.")
    state.river_count, state.upper_count = len(booths), len(rows[0])
    state.river[:] = -1
    state.owner[:] = -1
    for place, booth in enumerate(booths):
        match = _BOOTH.fullmatch(booth)
        if match is None:
            raise PositionError(f"{booth!r} is no Booth: write id=owner*houses.")
        state.river[place] = reader.number(match[1])
        state.owner[place] = int(match[2]) if match[2] else -1
        houses = match[3].split(".") if match[3] else []
        if houses and len(houses) != int(state.players):
            raise PositionError(f"The houses on {match[1]} need a number for each seat.")
        for seat, count in enumerate(houses):
            state.stars[place, seat] = read_number(count, f"The houses on {match[1]}", 0, 5)


def _read_seat(state: Any, seat: int, text: str, reader: _Reader) -> None:
    parts = text.split(";")
    if len(parts) != 6:
        raise PositionError(f"Seat {seat} must be hand;helpers;resources;houses;tokens;booth, not {text!r}.")
    hand, helpers, resources, houses, tokens, pawn = parts
    state.hand[seat] = reader.mask(hand)
    state.helpers[seat] = reader.mask(helpers)
    state.resource[seat] = _read_resources(resources, seat)
    state.houses[seat] = read_number(houses, f"The houses of seat {seat}", 0, 5)
    state.tokens[seat] = read_number(tokens, f"The Zoom tokens of seat {seat}", 0, 1)
    places = state.river[: int(state.river_count)].tolist()
    if pawn != "-":
        if reader.number(pawn) not in places:
            raise PositionError(f"The pawn of seat {seat} stands on {pawn!r}, which is not in the river.", rule="M26")
        state.pawn[seat] = places.index(reader.number(pawn))
    elif places:
        raise PositionError(f"The pawn of seat {seat} is nowhere.", rule="M26")


def _read_resources(text: str, seat: int) -> Bundle:
    plain = "" if text == "-" else text
    found = dict(_RESOURCE.findall(plain))
    if "".join(f"{letter}{count}" for letter, count in found.items()) != plain:
        raise PositionError(f"The resources of seat {seat} are letters and numbers such as v2f1$4, not {text!r}.")
    amounts = tuple(read_number(found.get(letter, "0"), f"{letter} of seat {seat}") for letter in RESOURCE_LETTERS)
    return cast("Bundle", amounts)


def _read_shuffles(state: Any, text: str, reader: _Reader) -> None:
    count, *groups = text.split(":")
    state.shuffles = read_number(count, "How often was reshuffled", 0, 999)
    if len(groups) != state.shuffles:
        raise PositionError(f"{text!r} lists {len(groups)} reshuffles.")
    for era, cards in enumerate(groups, start=1):
        for card in () if cards == "-" else cards.split(","):
            state.era[reader.number(card)] = era


def _fill_deck(state: Any) -> None:
    """Put what is nowhere else into the deck."""
    elsewhere = int(state.discard) | mask_of(number for number in state.river.tolist() if number >= 0)
    for mask in (*state.hand, *state.helpers):
        elsewhere |= int(mask)
    if state.used in (BUILT, HIRED):
        elsewhere |= mask_of([int(state.card)])
    state.deck = DECK_MASK & ~elsewhere


def _check_choices(states: np.ndarray[Any, Any], terms: Terms) -> None:
    """Check that somebody can go on, unless the game is over."""
    out = np.empty(CHOICES_AT_MOST, dtype=np.int16)
    weights = np.empty(CHOICES_AT_MOST, dtype=np.int16)
    chances = engine.list_outcomes(states, 0, out, weights)
    if states[0].phase != OVER and not chances and not engine.list_decisions(states, 0, terms.array, out):
        raise PositionError("Nobody can go on in this position, and the game is not over.")
