"""Sources of chance: verifiable, exact, and never moved by looking ahead."""

import hashlib
import hmac
import math
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from glassworks.seed_stream import SeedStream, commitment_of
from rivertable.core.chance import Recorded, Referee, Simulator, as_chance, commitment, new_seed, seed_bytes
from rivertable.core.compiling.bits import below, new_generator
from rivertable.core.errors import ChanceError, IllegalMoveError
from rivertable.glassworks import Position

from .random_matches import new_match, random_match, random_move

UNEVEN = 2**255 + 1
"""A total weight at which nearly every second number of a referee is of the uneven top."""


def number_of(key: bytes, counter: int) -> int:
    """What the documentation says of draw number ``counter``, worked out here."""
    return int.from_bytes(hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest(), "big")


def test_referee_draws_what_its_key_says() -> None:
    weights = [3, 1, 40, 7]
    referee, stream = Referee(b"a seed"), SeedStream(b"a seed")
    for counter in range(300):
        ticket = number_of(b"a seed", counter) % 51
        wanted = "abcd"[[ticket < 3, ticket < 4, ticket < 44, True].index(True)]
        assert referee.counter == counter
        assert "abcd"[referee.choose(range(4), weights)] == wanted
        assert stream.pick(dict(zip("abcd", weights, strict=True))) == wanted


@pytest.mark.parametrize("key", [b"one", b"two", b"three", b"\0" * 32])
def test_referee_skips_the_uneven_top_with_its_numbers(key: bytes) -> None:
    referee, stream = Referee(key), SeedStream(key)
    used = []
    for _ in range(40):
        assert referee.choose([0, 1], [1, UNEVEN - 1]) == int(stream.below(UNEVEN) > 0)
        used.append(referee.counter)
        assert stream.counter == referee.counter
    taken = [number for number in range(used[-1]) if number_of(key, number) < UNEVEN]
    assert used == [number + 1 for number in taken]
    assert len(taken) < used[-1]


def test_the_highest_number_that_is_taken_lies_just_below_the_uneven_top() -> None:
    """With the first number x as total weight, x itself is uneven rest; with x + 1 it is the last ticket."""
    key = next(bytes([n]) for n in range(256) if number_of(bytes([n]), 0) > 2**255)
    first = number_of(key, 0)
    referee = Referee(key)
    assert (referee.choose([7, 8], [first, 1]), referee.counter) == (8, 1)
    referee = Referee(key)
    referee.choose([7, 8], [first - 1, 1])
    assert referee.counter > 1


def test_referee_goes_on_from_a_counter() -> None:
    whole, later = Referee(b"k"), Referee(b"k", counter=5)
    drawn = [whole.choose(range(1000), [1] * 1000) for _ in range(10)]
    assert drawn[5:] == [later.choose(range(1000), [1] * 1000) for _ in range(5)]


def test_what_players_mix_in_is_part_of_the_key() -> None:
    mixed, joined = Referee(b"seed", mixed=[b"one", b"two"]), Referee(b"seedonetwo")
    assert mixed.commitment == joined.commitment == commitment(b"seedonetwo") == commitment_of(b"seedonetwo")
    assert mixed.choose(range(99), [1] * 99) == joined.choose(range(99), [1] * 99)
    assert Referee(b"seed").commitment != mixed.commitment


def chi_square(drawn: Counter[int], weights: dict[int, int]) -> float:
    """Pearson's statistic of drawn outcomes against their weights."""
    count, total = drawn.total(), sum(weights.values())
    expected = {outcome: count * weight / total for outcome, weight in weights.items()}
    return sum((drawn[outcome] - due) ** 2 / due for outcome, due in expected.items())


def bound_of(outcomes: int) -> float:
    """A bound of the statistic that fair draws pass once in about 100,000 (Wilson and Hilferty)."""
    free = outcomes - 1
    return free * (1 - 2 / (9 * free) + 4.26 * math.sqrt(2 / (9 * free))) ** 3


@pytest.mark.parametrize("source", [Simulator(1), Simulator(2**64 - 1), Referee(b"law")], ids=["1", "top", "referee"])
@pytest.mark.parametrize("weights", [[1, 1], [5, 1, 94], [1, 2, 3, 4, 5, 6, 7], [1] * 54])
def test_outcomes_are_as_likely_as_their_weights(source: Simulator | Referee, weights: list[int]) -> None:
    outcomes = [10 + 3 * k for k in range(len(weights))]
    drawn = Counter(source.choose(outcomes, weights) for _ in range(6000))
    assert set(drawn) <= set(outcomes)
    assert chi_square(drawn, dict(zip(outcomes, weights, strict=True))) < bound_of(len(weights))


def test_the_generator_of_compiled_rules_is_even() -> None:
    generator = new_generator(3)
    drawn = Counter(below(generator, 54) for _ in range(20000))
    assert chi_square(drawn, dict.fromkeys(range(54), 1)) < bound_of(54)
    assert new_generator(3).tolist() == new_generator(3).tolist() != new_generator(4).tolist()


def test_equal_seeds_of_a_simulator_give_equal_draws() -> None:
    def draws(source: Simulator) -> list[int]:
        return [source.below(10**6) for _ in range(20)]

    assert draws(Simulator(7)) == draws(Simulator(7)) != draws(Simulator(8))
    assert draws(Simulator()) != draws(Simulator())
    assert all(0 <= bits < 2**64 for bits in (Simulator(7).bits(), Simulator(-1).bits()))


@pytest.mark.parametrize("source", [Simulator(1), Referee(b"x")], ids=["simulator", "referee"])
def test_nothing_cannot_be_drawn(source: Simulator | Referee) -> None:
    for outcomes, weights in (([], []), ([1], [0])):
        with pytest.raises(ChanceError, match=r"^There is nothing to draw from\.$"):
            source.choose(outcomes, weights)


def test_recorded_gives_back_and_runs_out() -> None:
    recorded = Recorded([4, 2])
    assert len(recorded) == 2
    assert [recorded.choose([2, 4], [1, 1]), recorded.choose([2, 4], [1, 1]), len(recorded)] == [4, 2, 0]
    with pytest.raises(ChanceError, match="fewer draws than the rules ask for"):
        recorded.choose([2, 4], [1, 1])
    with pytest.raises(ChanceError, match="not there to be drawn"):
        Recorded([3]).choose([2, 4], [1, 1])


def test_seeds_as_people_write_them() -> None:
    digits = "0123456789abcdef" * 4
    assert seed_bytes(digits) == bytes.fromhex(digits)
    assert seed_bytes(b"as it is") == b"as it is"
    for text in ("river", "", digits.upper(), digits[:-1]):
        assert seed_bytes(text) == hashlib.sha256(text.encode()).digest()
    assert seed_bytes(42) == seed_bytes("42") != seed_bytes("42 ")
    assert len(new_seed()) == 32 and new_seed() != new_seed()


def test_as_chance() -> None:
    source = Recorded([])
    assert as_chance(source) is source
    assert isinstance(as_chance(None), Simulator)
    seeded, same = as_chance(5), Simulator(5)
    assert isinstance(seeded, Simulator) and seeded.bits() == same.bits()


class Watched:
    """A source that asks another and keeps what was offered."""

    def __init__(self, seed: int) -> None:
        self.inner = Simulator(seed)
        self.offers: list[tuple[tuple[int, ...], tuple[int, ...]]] = []

    def choose(self, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        self.offers.append((tuple(outcomes), tuple(weights)))
        return self.inner.choose(outcomes, weights)


def test_a_person_s_own_source_sees_each_event_with_its_weights() -> None:
    """G7, G8: six tiles are laid, then pieces come from a bag that shrinks by one each time."""
    watched = Watched(1)
    position = Position.before_setup(new_match().terms).resolve(watched)
    assert [len(outcomes) for outcomes, _ in watched.offers[:6]] == [6, 5, 4, 3, 2, 1]
    totals = [sum(weights) for _, weights in watched.offers[6:]]
    assert totals == list(range(120, 120 - len(totals), -1))
    assert sum(position.state.bag) == 120 - len(totals)


def test_looking_ahead_never_moves_the_draws_of_a_match() -> None:
    plain = random_match(3, seed="look")
    match, rng = new_match(3, seed="look", first_seat=plain.start.state.first_seat), Random("3 rulebook look")
    looks = Random(1)
    for turn in plain.turns:
        position = match.position
        view = position.view(position.seat)
        for _ in range(3):
            ahead = position.play(random_move(match, looks), looks.choice([None, 5, 77]))
            ahead.view(0).sample().resolve(1)
        assert list(view.moves()) == list(position.moves())
        view.sample(9).play(next(iter(view.moves())))
        assert match.position is position
        assert match.play(random_move(match, rng)).outcomes == turn.outcomes
    assert match.position == plain.position and match.is_over


def test_playing_without_chance_is_fresh_and_with_a_number_repeatable() -> None:
    position = Position.new(players=5, seed=1)
    move = next(iter(position.moves()))
    assert len({position.play(move) for _ in range(12)}) > 1
    assert position.play(move, 3) == position.play(move, 3)
    assert len({position.play(move, seed) for seed in range(12)}) > 1
    assert position == Position.new(players=5, seed=1) != Position.new(players=5, seed=2)
    assert Position.new() != Position.new()


def test_a_choice_is_checked() -> None:
    laying = Position.before_setup(new_match().terms)
    assert laying.is_chance and laying.seat is None and laying.decisions() == ()
    for outcome, weight in laying.outcomes():
        assert weight == 1 and laying.apply(outcome) != laying
    with pytest.raises(ChanceError, match="cannot bring the outcome 400 now"):
        laying.apply(400)
    with pytest.raises(IllegalMoveError, match="decision 0 is not legal now"):
        laying.apply(0)
    with pytest.raises(IllegalMoveError, match="no seat 2 among 2"):
        Position.before_setup(new_match().terms, 2)
