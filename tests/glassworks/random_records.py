"""Random games of the reference, played out plainly or written down as records with verifiable draws."""

import hashlib
import json
from collections.abc import Iterator
from random import Random
from typing import Any, TypedDict

from .printed_data import STANDARD, PrintedData, name
from .reference import ReferenceGame
from .seed_stream import SeedStream, commitment_of


class Options(TypedDict):
    """The options of a table."""

    inventory_counts_overflow: bool
    lake_draws_after_trigger: bool


PRESETS: dict[str, Options] = {
    "rulebook": {"inventory_counts_overflow": False, "lake_draws_after_trigger": True},
    "bga": {"inventory_counts_overflow": True, "lake_draws_after_trigger": False},
}


def random_answer(game: ReferenceGame, rng: Random) -> int:
    """An answer to the open question: chance by its weights, decisions evenly."""
    weights = game.weights()
    if weights:
        return rng.choices(list(weights), list(weights.values()))[0]
    return rng.choice(game.choices())


def play_randomly(game: ReferenceGame, rng: Random) -> Iterator[int]:
    """Play to the end, yielding after each answer."""
    while game.actor is not None:
        answer = random_answer(game, rng)
        game.apply(answer)
        yield answer


def random_record(
    rng: Random,
    players: int,
    preset: str = "rulebook",
    *,
    options: dict[str, bool] | None = None,
    first_seat: int = 0,
    with_states: bool = True,
    turn_limit: int | None = None,
    data: PrintedData = STANDARD,
) -> dict[str, Any]:
    """A complete record of a random game, its draws made by a seed.

    `options` are those that differ from the preset; a game cut off at `turn_limit` has no result and no seed.
    """
    changed = options or {}
    stream = SeedStream(rng.randbytes(32))
    chosen: Any = {**PRESETS[preset], **changed}
    game = ReferenceGame(players, first_seat, data=data, **chosen)
    while game.actor == "chance":
        game.apply(stream.pick(game.weights()))
    start = game.state_document()
    turns: list[dict[str, Any]] = []
    while game.actor is not None and len(turns) != turn_limit:
        turns.append(_play_turn(game, rng, stream, with_states))
    shuffle = {"commitment": commitment_of(stream.key)}
    result = None
    if game.actor is None:
        shuffle["seed"] = stream.key.hex()
        breakdowns = [game.breakdown(seat) for seat in range(players)]
        result = {"totals": game.scores(), "winners": game.winners(), "breakdown": breakdowns}
    digest = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
    return {
        "format": "rivertable-record/1",
        "game": "glassworks",
        "options": {"preset": preset} | changed,
        "components": {"name": "standard" if data is STANDARD else "edited", "sha256": digest},
        "seats": [{"name": f"player {seat + 1}", "kind": "bot"} for seat in range(players)],
        "first_seat": first_seat,
        "shuffle": shuffle,
        "start": start,
        "turns": turns,
        "result": result,
    }


def _play_turn(game: ReferenceGame, rng: Random, stream: SeedStream, with_states: bool) -> dict[str, Any]:
    seat = game.seat
    was_triggered = game.turns_left is not None
    game.apply(rng.choice(game.choices()))
    while game.stage not in ("action", "over"):
        if game.actor == "chance":
            game.apply(stream.pick(game.weights()))
        else:
            game.apply(rng.choice(game.choices()))
    chance: dict[str, Any] = {}
    if game.move["type"] != "pass":
        chance["refill"] = [name(piece) for (kind, _), piece in game.drawn if kind != "satchel"]
    if not was_triggered and game.turns_left is not None:
        chance["top_up"] = [
            [name(piece) for place, piece in game.drawn if place == ("satchel", number)]
            for number in range(len(game.seats))
        ]
    turn = {"seat": seat, "move": dict(game.move), "chance": chance}
    if with_states:
        turn["after"] = game.state_document()
    return turn
