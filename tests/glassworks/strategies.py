"""What the property tests draw: random positions of random tables, always the same ones."""

from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from rivertable.glassworks import Position

from .kernel_games import KernelGame, random_position, terms_of
from .printed_data import ENDLESS, SCARCE
from .tables import OPTIONS, components_of

EDITIONS = {"standard": None, "endless": components_of(ENDLESS), "scarce": components_of(SCARCE)}


def modest(examples: int = 60) -> settings:
    """So many examples, the same at every run, without a deadline."""
    return settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


@st.composite
def games(draw: st.DrawFn) -> tuple[KernelGame, Random]:
    """A game about to be set up, and the luck it is to be played with."""
    players = draw(st.integers(2, 5))
    options = draw(st.sampled_from(sorted(OPTIONS)))
    edition = draw(st.sampled_from(sorted(EDITIONS)))
    rng = Random(draw(st.integers(0, 2**32)))
    terms = terms_of(players, options, EDITIONS[edition])
    return KernelGame(terms, draw(st.integers(0, players - 1))), rng


@st.composite
def positions(draw: st.DrawFn, *, is_over_too: bool = False) -> Position:
    """The start of a turn somewhere in a random game."""
    game, rng = draw(games())
    turns = draw(st.integers(0, 70))
    while True:
        position = random_position(rng, game.terms, turns)
        if is_over_too or not position.is_over:
            return position
        turns //= 2


@st.composite
def points(draw: st.DrawFn) -> Position:
    """Any point of a random game: set-up, inside a turn, where chance acts, or its end."""
    game, rng = draw(games())
    for _ in range(draw(st.integers(0, 450))):
        if game.is_over:
            break
        game.go_on(rng)
    return game.position()
