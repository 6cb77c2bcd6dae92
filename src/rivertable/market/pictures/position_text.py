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

from ...core.errors import PositionError
from ...core.game import Components
from ...core.pictures import read_number, read_seats, read_text, write_text
from ..board import Booth, MarketBoard, MarketPosition, SeatBoard, mask_of
from ..consistency import TURN_LEVELS, TURN_LIMITS, Laid, StateReader, plain_state
from ..kernel.state import DECK_MASK, RIVER, CardUse, Phase
from ..printed.deck import Card
from ..printed.effects import RESOURCE_LETTERS, Bundle

_TAG = "market/1"
_PHASES = tuple(phase.name.lower() for phase in Phase)
_LIMITS = {"end_seat": (-1, 4), "turns_left": (-1, 14), "due": (0, 10)} | TURN_LIMITS
_BOOTH = re.compile(r"([a-z0-9-]+)(?:=(\d))?(?:\*([\d.]+))?")
_RESOURCE = re.compile(r"([vfctl$])(\d+)")


def write(board: MarketBoard) -> str:
    """Write a position in one line."""
    shuffles = [str(board.shuffles)]
    for era in range(1, board.shuffles + 1):
        shuffles.append(_write_cards([card for n, card in enumerate(board.cards) if board.era(n) == era]))
    return write_text(
        _TAG,
        board,
        "/".join(",".join(map(_write_booth, row)) or "-" for row in (board.upper, board.lower)),
        "/".join(_write_seat(board, seat) for seat in board.seats),
        _write_cards(board.discard),
        ":".join(shuffles),
        _write_turn(board),
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
    state, plain = board.state, plain_state()
    parts = [f"{int(state.seat)}.{board.first_seat}.{board.turn}.{_PHASES[int(state.phase)]}"]
    parts += [f"{name}={int(state[name])}" for name in _LIMITS if state[name] != plain[name]]
    parts += [f"{name}={':'.join(map(str, state[name].tolist()))}" for name in TURN_LEVELS if state[name].any()]
    return ";".join(parts)


def read(text: str, components: Components | None) -> MarketPosition:
    """Read a position; ``components`` is None where it was played with the standard data.

    Raises:
        PositionError: it is no such text, or no possible position.
    """
    terms, (river, seats, discard, shuffles, turn) = read_text(text, _TAG, 9, MarketPosition.game, components)
    reader = StateReader(terms)
    state = reader.state
    _read_turn(state, turn)
    _read_river(reader, river)
    for seat, board in enumerate(read_seats(seats, terms.players)):
        _read_seat(reader, seat, board)
    state.discard = reader.mask(_cards(discard))
    _read_shuffles(reader, shuffles)
    _fill_deck(state)
    position = reader.position()
    _check_choices(position)
    return position


def _cards(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


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
        elif name in TURN_LEVELS and value.count(":") == 5:
            state[name] = [read_number(amount, name, -32000, 32000) for amount in value.split(":")]
        else:
            raise PositionError(f"{part!r} is no number that a turn has.")


def _read_river(reader: StateReader, text: str) -> None:
    upper, sign, lower = text.partition("/")
    if not sign:
        raise PositionError("The river is two rows parted by /.")
    rows = [[] if row == "-" else row.split(",") for row in (upper, lower)]
    if len(rows[0]) + len(rows[1]) > RIVER:
        count = len(rows[0]) + len(rows[1])
        raise PositionError(f"There are {count} Booths in the river; {RIVER} are the most.")
    reader.lay_river(*([_read_booth(booth, int(reader.state.players)) for booth in row] for row in rows))


def _read_booth(text: str, players: int) -> Laid:
    match = _BOOTH.fullmatch(text)
    if match is None:
        raise PositionError(f"{text!r} is no Booth: write id=owner*houses.")
    houses = match[3].split(".") if match[3] else []
    if houses and len(houses) != players:
        raise PositionError(f"The houses on {match[1]} need a number for each seat.")
    counts = [read_number(count, f"The houses on {match[1]}", 0, 5) for count in houses]
    return match[1], int(match[2]) if match[2] else None, counts


def _read_seat(reader: StateReader, seat: int, text: str) -> None:
    parts = text.split(";")
    if len(parts) != 6:
        raise PositionError(f"Seat {seat} must be hand;helpers;resources;houses;tokens;booth, not {text!r}.")
    hand, helpers, resources, houses, tokens, pawn = parts
    reader.seat(
        seat,
        _cards(hand),
        _cards(helpers),
        _read_resources(resources, seat),
        read_number(houses, f"The houses of seat {seat}", 0, 5),
        read_number(tokens, f"The Zoom tokens of seat {seat}", 0, 1),
    )
    if pawn != "-":
        reader.put_pawn(seat, pawn)
    elif reader.state.river_count:
        raise PositionError(f"The pawn of seat {seat} is nowhere.", rule="M26")


def _read_resources(text: str, seat: int) -> Bundle:
    plain = "" if text == "-" else text
    found = dict(_RESOURCE.findall(plain))
    if "".join(f"{letter}{count}" for letter, count in found.items()) != plain:
        raise PositionError(f"The resources of seat {seat} are letters and numbers such as v2f1$4, not {text!r}.")
    amounts = tuple(read_number(found.get(letter, "0"), f"{letter} of seat {seat}") for letter in RESOURCE_LETTERS)
    return cast("Bundle", amounts)


def _read_shuffles(reader: StateReader, text: str) -> None:
    count, *groups = text.split(":")
    if len(groups) != read_number(count, "How often was reshuffled", 0, 999):
        raise PositionError(f"{text!r} lists {len(groups)} reshuffles.")
    reader.note_shuffles(list(map(_cards, groups)))


def _fill_deck(state: Any) -> None:
    """Put what is nowhere else into the deck."""
    elsewhere = int(state.discard) | mask_of(number for number in state.river.tolist() if number >= 0)
    for mask in (*state.hand, *state.helpers):
        elsewhere |= int(mask)
    if int(state.used) in (CardUse.BUILT, CardUse.HIRED):
        elsewhere |= mask_of([int(state.card)])
    state.deck = DECK_MASK & ~elsewhere


def _check_choices(position: MarketPosition) -> None:
    """Check that somebody can go on, unless the game is over."""
    kernel, states = position.game.kernel, position.states
    out, weights = kernel.new_list(), kernel.new_list()
    chances = kernel.list_outcomes(states, 0, out, weights)
    if not position.is_over and not chances and not kernel.list_decisions(states, 0, position.terms.array, out):
        raise PositionError("Nobody can go on in this position, and the game is not over.")
