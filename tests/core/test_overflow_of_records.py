"""What a record says of overflow must be possible: the format leaves which pieces lie there to the record."""

import copy
from typing import Any

import pytest

from rivertable.bots import make_bot, play_out
from rivertable.core.chance import seed_bytes
from rivertable.core.errors import RecordError
from rivertable.core.match import Match, Player, check
from rivertable.core.record import read_document
from rivertable.glassworks import GAME


def record_with_overflow() -> dict[str, Any]:
    match = Match.new(GAME.make_terms(2), [Player("a", "random")] * 2, seed_bytes("overflow"))
    play_out(match, {0: make_bot("random", 1), 1: make_bot("random", 2)})
    return match.record(states=True)


def exchange(piece: str, pieces: list[str], by: str) -> None:
    pieces[pieces.index(piece)] = by


def test_a_piece_that_nobody_gathered_cannot_lie_in_overflow() -> None:
    """G22: overflow is some of the gathered glass; another piece of the same colour is a fault."""
    document = record_with_overflow()
    check(read_document(document, "good"))
    caught = 0
    for turn in document["turns"]:
        for seat in (0, 1):
            overflow = turn["after"]["seats"][seat]["overflow"]
            if not overflow or caught == 3:
                continue
            colour = overflow[0].rpartition(" ")[0]
            column = next((c for c in turn["after"]["seats"][seat]["columns"] if c["colour"] == colour), None)
            if column is None:
                continue
            damaged = copy.deepcopy(document)
            number = document["turns"].index(turn)
            shape = "drop" if not overflow[0].endswith("drop") else "heart"
            for later in damaged["turns"][number:]:
                exchange(overflow[0], later["after"]["seats"][seat]["overflow"], f"{colour} {shape}")
            with pytest.raises(RecordError):
                check(read_document(damaged, "bad"))
            caught += 1
    assert caught == 3
