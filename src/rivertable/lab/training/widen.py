"""A network for one seat more: what was learned of the last seat in turn order is the beginning for one after it."""

from __future__ import annotations

from typing import Any

from ...bots.lookahead import lookahead
from ...core.game import Game


def widened(game: Game, network: Any, players: int) -> Any:
    """Return a network for so many players that begins with what one for a player less has learned.

    Inputs come in blocks by seat, after those of the table, and outputs in turn order: those of the new seat, the last
    in turn order, are copies of those of the seat before it.
    """
    rules, compiled = game.kernel.primitives, lookahead(game).network
    made = compiled.blank_network()
    for old, new in zip(network, made, strict=True):
        new[:] = old
    block, told = rules.SEAT_BLOCK, compiled.OUTPUTS_A_SEAT
    first = rules.FEATURES - (rules.SEATS_TOLD - players + 1) * block
    made.inputs[first : first + block] = network.inputs[first - block : first]
    seat = slice((players - 1) * told, players * told)
    before = slice((players - 2) * told, (players - 1) * told)
    made.last[:, seat] = network.last[:, before]
    made.outputs[seat] = network.outputs[before]
    return made
