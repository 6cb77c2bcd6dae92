"""The reference game in random play: conservation, canonical keys, and that no order of effects is missing."""

from collections import Counter
from collections.abc import Hashable, Iterator
from random import Random

import pytest

from .depth_counts import depth_counts
from .made_up_cards import random_visit
from .positions import CARDS, DECK_FILE, LOOP, act, do, move, position, stop, token, visit
from .reference import HAND_LIMIT, ReferenceGame
from .reference_cards import Amounts, load_cards
from .reference_parts import DO, DRAWN, LAY, REDRAW, STOP

GAMES_PER_TABLE = 12


def play_randomly(game: ReferenceGame, rng: Random) -> Iterator[int]:
    """Play to the end, giving each answer after it was applied."""
    while game.actor is not None:
        answer = rng.choice(game.choices())
        game.apply(answer)
        yield answer


def check_conservation(game: ReferenceGame) -> None:
    """Every card, house, pawn and token is in exactly one place, and nothing is owed."""
    table = game.table
    has_draws = any(effect.also == "draw" for card in table.cards for effect in card.effects)
    places = [*table.upper, *table.lower, *table.deck, *table.discard]
    for seat in table.seats:
        places += [*seat.hand, *seat.helpers]
    if game.stage in ("placing", "paying"):
        places.append(game.card)  # paid for, on its way into the river
    unlaid = 4 - sum(booth < 4 for booth in places)
    assert unlaid == 0 or game.stage == "lay"
    assert len(places) == len(set(places)) == 60 - unlaid
    assert set(table.owner) == {booth for booth in [*table.upper, *table.lower] if booth >= 4}
    houses = 4 if len(table.seats) == 5 else 5
    attending = Counter(seat for seats in table.stars.values() for seat in seats)
    for number, seat in enumerate(table.seats):
        assert seat.houses + len(table.owned(number)) + attending[number] == houses
        assert seat.houses >= 0
        assert min(seat.resources.values()) >= 0
        if not has_draws:
            assert len(seat.hand) <= HAND_LIMIT + table.power(number, "hand")
        assert seat.pawn in [*table.upper, *table.lower] or game.stage == "lay"
        assert seat.tokens <= (game.end_seat is not None)
        assert all(table.cards[helper].kind == "helper" for helper in seat.helpers)
    for event, seats in table.stars.items():
        assert len(seats) <= table.cards[event].stars
        assert event in table.owner
    assert all(table.cards[booth].is_booth() for booth in table.loop())


@pytest.mark.parametrize(
    ("edition", "players"), [("first", 2), ("first", 3), ("first", 4), ("first", 5), ("second", 3), ("second", 5)]
)
def test_random_play_keeps_everything(edition: str, players: int) -> None:
    """M1 to M147: nothing is lost or made, and every limit holds, at every step to the end."""
    rng = Random(f"market {players}")
    cards = load_cards(DECK_FILE.with_stem(f"{edition}-edition"))
    redraws = 0
    for _ in range(GAMES_PER_TABLE):
        game = ReferenceGame(cards, players, rng.randrange(players))
        turns: Counter[int] = Counter()
        last_turns: Counter[int] = Counter()
        turn = 0
        check_conservation(game)
        for answer in play_randomly(game, rng):
            check_conservation(game)
            redraws += answer == REDRAW
            assert game.choices() == sorted(set(game.choices()))
            if game.turn != turn and game.actor is not None:
                turn = game.turn
                turns[game.seat] += 1
                last_turns[game.seat] += game.end_seat is not None
        assert game.end_seat is not None
        assert game.seat == game.end_seat  # M116: the end player is last
        assert last_turns == dict.fromkeys(range(players), 2)  # M114
        assert max(turns.values()) - min(turns.values()) <= 1
        scores = game.scores()
        assert [seat for seat in range(players) if scores[seat] == max(scores)] == game.winners()
        assert game.choices() == []


def test_copies_go_their_own_way() -> None:
    """A copy plays on without touching the game it came from, and equal answers give equal keys."""
    rng = Random("copies")
    game = ReferenceGame(CARDS, 3)
    while game.actor is not None:
        before = game.key()
        twin, other = game.copy(), game.copy()
        answer = rng.choice(game.choices())
        twin.apply(answer)
        assert game.key() == before == other.key()
        game.apply(answer)
        assert game.key() == twin.key() != before


def test_key_forgets_the_order_of_drawing() -> None:
    """R14: the deck and a hand have no order."""
    keys = set()
    for order in ([10, 20, 30, 40], [40, 10, 30, 20]):
        game = ReferenceGame(CARDS, 2)
        act(game, LAY, LAY + 1, LAY + 2, LAY + 3)
        act(game, *(DRAWN + card for card in order))
        keys.add(game.key())
    assert len(keys) == 1


def test_sequences_of_the_set_up() -> None:
    """M16, M21, M25: 4! rivers, then any of 56 cards and of 55."""
    assert depth_counts(ReferenceGame(CARDS, 2), 5) == [4, 12, 24, 24, 24 * 56]
    game = ReferenceGame(CARDS, 5)
    act(game, LAY, LAY + 1, LAY + 2, LAY + 3)
    assert depth_counts(game, 2) == [56, 56 * 55]


def test_counts_by_memory_and_by_hand_agree() -> None:
    """The remembered counts equal those of a walk over every sequence."""

    def walk(game: ReferenceGame, depth: int) -> list[int]:
        totals = [0] * depth
        for choice in game.choices() if depth else []:
            totals[0] += 1
            child = game.copy()
            child.apply(choice)
            for extra, count in enumerate(walk(child, depth - 1)):
                totals[extra + 1] += count
        return totals

    hands = [["haggle", "turnip-barrow"], ["clear-the-stall", "forage"]]
    game = position(hands=hands, resources=[{"veggie": 3, "tool": 1, "coin": 2}], deck=["driftwood"])
    counts = depth_counts(game, 4)
    assert counts == walk(game, 4)
    assert counts[:2] == [3, 3 + 3 + 4]  # two moves, to three Booths each, and a build with four spots


# ---- the orders of effects ----


def where_it_leads(game: ReferenceGame) -> set[Hashable]:
    """What all ways to play a visit to its end come to."""
    found: set[Hashable] = set()
    known: set[Hashable] = set()
    open_games = [game]
    while open_games:
        node = open_games.pop()
        if node.key() in known:
            continue
        known.add(node.key())
        if node.visit is None:
            found.add(node.key())
            continue
        for answer in node.choices():
            child = node.copy()
            child.apply(answer)
            open_games.append(child)
    return found


def with_every_order(game: ReferenceGame) -> ReferenceGame:
    """The same game, with all orders of effects that the rules allow."""
    free = game.copy()
    free.lists_every_order = True
    if free.visit is not None:
        free.visit.is_every_order = True
    return free


def outcomes_agree(game: ReferenceGame) -> None:
    """What the listed orders lead to is exactly what every order leads to."""
    assert where_it_leads(game) == where_it_leads(with_every_order(game))


@pytest.mark.parametrize("players", [2, 4])
def test_no_order_of_effects_is_missing_in_random_games(players: int) -> None:
    """R5, R6: whatever order of effects the rules allow has a listed twin; nothing else is listed."""
    rng = Random(f"orders {players}")
    seen = 0
    while seen < 150:
        game = ReferenceGame(CARDS, players)
        for answer in play_randomly(game, rng):
            if STOP <= answer < DO and game.visit is not None and game.visit.here.id != "swap-meet":
                seen += 1
                outcomes_agree(game)


PLENTY = ("two-minded-toad", "wood-duck", "magpie-agent", "frog-porter")
STOCKS: tuple[Amounts, ...] = ({"veggie": 1}, {"lily": 3, "fish": 1}, {"veggie": 2, "tool": 1, "lily": 2})


@pytest.mark.parametrize("action", ["haggle", "picnic-hamper", "clear-the-stall", "last-orders", "basket-race"])
@pytest.mark.parametrize(
    ("booth", "helpers", "stocks"),
    [
        ("swap-meet", (), STOCKS[:1]),  # each Good taken in gives ten pairs: more would take long
        ("willow-larder", PLENTY, STOCKS),
        ("pond-florist", (), STOCKS),
        ("pond-florist", PLENTY, STOCKS),
        ("message-stump", (), STOCKS),
        ("hardware-store", PLENTY, STOCKS),
        ("wishing-pool", PLENTY, STOCKS),
    ],
)
def test_no_order_of_effects_is_missing(
    action: str, booth: str, helpers: tuple[str, ...], stocks: tuple[Amounts, ...]
) -> None:
    """R5, R6, M70: the awkward Booths with the awkward Actions, Helpers that matter and little to pay with."""
    is_starting = booth in LOOP
    for stock in stocks:
        game = position(
            upper=LOOP[:2] if is_starting else [*LOOP[:2], booth],
            owners={} if is_starting else {booth: 1},
            hands=[[action, "tailwind", "ice-shed"]],
            helpers=[helpers],
            resources=[stock],
            pawns=["dressmaker"],
        )
        game.table.seats[0].tokens = 1
        act(game, move(action) if action == "basket-race" else token(action), stop(booth))
        outcomes_agree(game)


@pytest.mark.parametrize("part", range(4))
def test_no_order_of_made_up_effects_is_missing(part: int) -> None:
    """R5, R6: the same for planks and Actions that the packaged deck does not have."""
    rng = Random(f"made up {part}")
    for _ in range(10):
        outcomes_agree(random_visit(rng))


def test_every_order_is_larger() -> None:
    """The comparison compares something: with every order there are more ways to the same."""
    game = position(hands=[["forage"]], resources=[{"veggie": 4}], pawns=["dressmaker"])
    visit(game, "forage", "willow-larder")
    free = with_every_order(game)
    game.apply(do(0))
    free.apply(do(0))
    assert game.stage == "draws"
    assert free.stage == "visit"
