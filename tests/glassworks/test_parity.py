"""The compiled rules and the slow plain reference agree, choice by choice, over whole random games and to a depth."""

from random import Random

import pytest

from extent import repeated
from rivertable.glassworks import GAME, GlassworksComponents
from rivertable.glassworks.board import GlassworksBoard

from .kernel_games import KernelGame, terms_of
from .printed_data import ENDLESS, SCARCE, STANDARD, PrintedData
from .reference import ReferenceGame
from .tables import OPTIONS, components_of

GAMES_PER_TABLE = repeated(21, 43)
STATES_AT_EVERY_TURN = 4
"""So many games a table are compared by whole states at every turn, the others at every seventh."""

EDITIONS: dict[str, tuple[PrintedData, GlassworksComponents | None]] = {
    "standard": (STANDARD, None),
    "endless": (ENDLESS, components_of(ENDLESS)),
    "scarce": (SCARCE, components_of(SCARCE)),
}
TABLES = ("rulebook", "bga", "rulebook+inventory_counts_overflow=yes", "rulebook+lake_draws_after_trigger=no")


def compare_ends(kernel: KernelGame, reference: ReferenceGame) -> None:
    board = GlassworksBoard(kernel.states.copy(), kernel.terms)
    assert GAME.documents.write_state(board) == reference.state_document()
    assert list(board.totals) == reference.scores()
    assert list(board.winners) == reference.winners()
    for seat in range(board.players):
        assert GAME.documents.write_breakdown(board, seat) == reference.breakdown(seat)


def play_both(kernel: KernelGame, reference: ReferenceGame, rng: Random, states_every: int) -> int:
    """Play the same random game on both, and return how many turns it had."""
    turns = 0
    while reference.actor is not None:
        choices, weights = reference.choices(), reference.weights()
        assert kernel.weights() == weights
        assert kernel.decisions() == ([] if weights else choices)
        if reference.stage == "action":
            assert kernel.states[0].seat == reference.seat
            if turns % states_every == 0:
                assert GAME.documents.write_state(kernel.position()) == reference.state_document()
            turns += 1
        choice = rng.choices(choices, list(weights.values()))[0] if weights else rng.choice(choices)
        kernel.apply(choice)
        reference.apply(choice)
    assert kernel.is_over and not kernel.decisions() and not kernel.weights()
    compare_ends(kernel, reference)
    return turns


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_games_agree(players: int, edition: str, options: str) -> None:
    """G1 to G39: the same choices, weights, states, scores and winners, under every option and by every first seat."""
    data, components = EDITIONS[edition]
    terms = terms_of(players, options, components)
    is_counted, is_open = OPTIONS[options]
    rng = Random(f"parity {players} {edition} {options}")
    for number in range(GAMES_PER_TABLE):
        first_seat = number % players
        reference = ReferenceGame(
            players,
            first_seat,
            inventory_counts_overflow=is_counted,
            lake_draws_after_trigger=is_open,
            data=data,
        )
        states_every = 1 if number < STATES_AT_EVERY_TURN else 7
        assert play_both(KernelGame(terms, first_seat), reference, rng, states_every) > players


def test_enough_games_are_compared() -> None:
    """The suite plays at least one thousand whole games on both, and its long form two thousand."""
    assert 4 * len(EDITIONS) * len(TABLES) * GAMES_PER_TABLE >= repeated(1000, 2000)


def test_options_of_both_presets_come_to_the_same() -> None:
    """The tables above hold every combination of the two options; presets are only names for them."""
    assert {OPTIONS[options] for options in TABLES} == set(OPTIONS.values())
    for options in OPTIONS:
        twin = next(table for table in TABLES if OPTIONS[table] == OPTIONS[options])
        assert terms_of(3, options).array.tobytes() == terms_of(3, twin).array.tobytes()
