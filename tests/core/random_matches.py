"""Matches of random moves from fixed seeds, and what reading and checking says of their records."""

import hashlib
import json
import re
from functools import cache
from random import Random
from typing import Any

from rivertable.core.chance import seed_bytes
from rivertable.core.errors import RecordError
from rivertable.core.match import Match, Player, check
from rivertable.core.position import Draft
from rivertable.core.record import parse_record, write_record
from rivertable.glassworks import GAME

PRESETS = ("rulebook", "bga")
PLAYERS = (2, 3, 4, 5)
SENTENCE = re.compile(r"[A-Z0-9].*[.!]", re.DOTALL)


def random_move(match: Match, rng: Random) -> Any:
    """A legal move, made of random decisions."""
    draft = Draft(match.position)
    while not draft.is_complete:
        draft.choose(rng.choice(draft.choices))
    return draft.move


def go_on(match: Match, rng: Random, turns: int | None = None) -> Match:
    """Play to the end, or so many turns; gives the match."""
    while not match.is_over and turns != 0:
        match.play(random_move(match, rng))
        turns = None if turns is None else turns - 1
    return match


def new_match(players: int = 2, preset: str = "rulebook", seed: str = "seed", first_seat: int = 0) -> Match:
    """A match after set-up; every second seat is a bot."""
    seats = [Player(f"player {seat + 1}", "random" if seat % 2 else None) for seat in range(players)]
    terms = GAME.make_terms(players, GAME.options.make(preset))
    return Match.new(terms, seats, seed_bytes(seed), first_seat)


@cache
def random_match(players: int = 2, preset: str = "rulebook", seed: str = "seed", turns: int | None = None) -> Match:
    """A match of random moves, whole or of so many turns; shared by tests that only look at it."""
    match = new_match(players, preset, seed, first_seat=len(seed) % players)
    return go_on(match, Random(f"{players} {preset} {seed}"), turns)


def copy_of(document: Any) -> Any:
    """The document as its file gives it."""
    return json.loads(json.dumps(document))


def written(document: dict[str, Any]) -> str:
    """The text of a record's file."""
    return write_record(parse_record(json.dumps(document), "made here"))


def fault_of(document: Any) -> RecordError | None:
    """What reading and checking finds in a record, None in a good one; any other error comes through."""
    try:
        check(parse_record(document if isinstance(document, str) else json.dumps(document), "record"))
    except RecordError as error:
        return error
    return None


@cache
def good_text(states: bool = True) -> str:
    """The text of a whole good record."""
    return written(random_match(3).record(states=states))


@cache
def short_text() -> str:
    """The text of a good record of six turns whose owner kept the seed."""
    return written(random_match(2, turns=6).record(states=True, is_revealed=True))


def sha256_of(key: bytes) -> str:
    """The SHA-256 of a key, hexadecimal."""
    return hashlib.sha256(key).hexdigest()
