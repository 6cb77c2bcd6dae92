"""Hidden means hidden: permute the other hands and the deck, and all that a seat is shown stays the same."""

from __future__ import annotations

import json
from random import Random

import pytest

from extent import repeated
from market.games_played import PLAYERS, random_match, turn_starts
from rivertable.core.chance import seed_bytes
from rivertable.core.errors import IllegalMoveError
from rivertable.core.match import Match, Player
from rivertable.core.record import read_document
from rivertable.core.states import plain_values
from rivertable.market import GAME, Position, View
from rivertable.market.documents import write_breakdown, write_chance, write_state
from rivertable.market.kernel.outlook import project
from rivertable.market.kernel.state import Outcome


def hidden_shuffled(position: Position, viewer: int | None, rng: Random) -> Position:
    """The same table with the cards that a viewer does not see dealt otherwise, within each reshuffle."""
    states = position.states.copy()
    state = states[0]
    seats = [seat for seat in range(position.players) if seat != viewer]
    masks = [int(state.hand[seat]) for seat in seats] + [int(state.deck)]
    places: dict[int, list[tuple[int, int]]] = {}
    for place, mask in enumerate(masks):
        for card in range(60):
            if mask >> card & 1:
                places.setdefault(int(state.era[card]), []).append((place, card))
    dealt = [0] * len(masks)
    for held in places.values():
        cards = [card for _, card in held]
        rng.shuffle(cards)
        for (place, _), card in zip(held, cards, strict=True):
            dealt[place] |= 1 << card
    for seat, mask in zip(seats, dealt, strict=False):
        state.hand[seat] = mask
    state.deck = dealt[-1]
    return Position(states, position.terms)


def all_that_is_told(view: View) -> tuple[object, ...]:
    """Everything that a viewer can be given of a table."""
    moves = [str(move) for move, _ in zip(view.moves(), range(20), strict=False)]
    told = [GAME.pictures.describe_decision(view, decision) for decision in view.decisions()]
    return (
        view.states.tobytes(),
        str(view),
        view._repr_svg_(),
        GAME.pictures.draw_text(view, [f"player {seat}" for seat in range(view.players)]),
        view.decisions(),
        view.outcomes(),
        moves,
        told,
        GAME.pictures.describe_question(view),
        [GAME.pictures.explain_score(view, seat) for seat in range(view.players)],
        json.dumps(write_state(view)),
        [project(view.states, 0, view.terms.array, seat) for seat in range(view.players)],
    )


@pytest.mark.parametrize("players", PLAYERS)
def test_no_view_depends_on_what_is_hidden(players: int) -> None:
    """M28, R14: for every seat and a spectator, over whole random games; each card of the deck lay elsewhere."""
    rng = Random(players)
    changed = moved = 0
    for position in (*turn_starts(players, 41), *turn_starts(players, 45))[:: repeated(3, 1)]:
        for viewer in (None, *range(players)):
            other = hidden_shuffled(position, viewer, rng)
            changed += other != position
            moved |= int(position.state.deck) ^ int(other.state.deck)
            assert all_that_is_told(other.view(viewer)) == all_that_is_told(position.view(viewer))
    assert changed > 100
    assert moved.bit_count() == 56


@pytest.mark.parametrize("players", PLAYERS)
def test_the_values_of_a_view_are_those_of_its_state(players: int) -> None:
    for position in turn_starts(players, 47):
        for viewer in (None, 0, players - 1):
            view = position.view(viewer)
            assert view.values == plain_values(view.states)


@pytest.mark.parametrize("players", PLAYERS)
def test_scores_are_the_same_in_every_view(players: int) -> None:
    """The table makes them once for all who watch."""
    for position in turn_starts(players, 46):
        scores = [write_breakdown(position, seat) for seat in range(players)]
        for viewer in (None, *range(players)):
            view = position.view(viewer)
            assert [write_breakdown(view, seat) for seat in range(players)] == scores
            assert view.totals == position.totals


@pytest.mark.parametrize("players", PLAYERS)
def test_the_own_hand_is_in_the_view_and_no_other(players: int) -> None:
    for position in turn_starts(players, 42)[::5]:
        for viewer in (None, *range(players)):
            view = position.view(viewer)
            assert view.deck is None and view.deck_count == position.deck_count
            for mine, known in zip(position.seats, view.seats, strict=True):
                assert known.hand == (mine.hand if mine.seat == viewer else None)
                assert known.hand_count == mine.hand_count
            assert view.is_turn_start == (position.is_turn_start and position.seat == viewer)


def test_the_viewer_finds_the_own_moves_in_the_view() -> None:
    for position in turn_starts(3, 43)[:40:3]:
        view = position.view(position.seat)
        assert view.decisions() == position.decisions()
        for own, whole in zip(view.moves(), position.moves(), strict=False):
            assert own == whole
            decisions = GAME.moves.decisions_of(view, own)
            after = position.after(*decisions)
            assert view.after(*decisions) == after.view(position.seat)
            for (outcome, _), _ in zip(view.after(*decisions).outcomes(), range(3), strict=False):
                view.after(*decisions).after(outcome)
            break


def test_a_card_that_may_be_drawn_is_drawn_in_the_view() -> None:
    for position in turn_starts(2, 44)[4:60:4]:
        seat = position.seat
        before = position.after(*GAME.moves.decisions_of(position, next(iter(position.moves()))))
        for outcome, weight in before.outcomes():
            assert (outcome, weight) in before.view(seat).outcomes()
            assert before.view(seat).after(outcome) == before.after(outcome).view(seat)


def test_another_seats_turn_is_not_the_viewers() -> None:
    position = turn_starts(3, 43)[10]
    other = (int(position.state.seat) + 1) % 3
    view = position.view(other)
    assert view.decisions() == () and not view.moves() and list(view.moves()) == []
    with pytest.raises(IllegalMoveError) as caught:
        GAME.moves.parse_move(view, "forage>swap-meet")
    assert caught.value.rule == "M31"


def test_cards_drawn_into_another_hand_are_told_as_a_number() -> None:
    match = random_match(3)
    told = 0
    for number, turn in enumerate(match.turns):
        before = match.before(number)
        for viewer in (None, 0, 1, 2):
            view = before.view(viewer)
            text = GAME.pictures.describe_changes(view, turn.decisions, turn.outcomes)
            chance = write_chance(view, turn.decisions, turn.outcomes)
            names = [before.cards[outcome - Outcome.DRAWN].name for outcome in turn.outcomes]
            assert all((name in text) == (viewer == turn.seat) for name in names)
            assert all(card.startswith("?") != (viewer == turn.seat) for card in chance.get("drawn", []))
            told += bool(names)
            assert GAME.pictures.describe_move(view, turn.move) == GAME.pictures.describe_move(before, turn.move)
    assert told > 100


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_record_as_seen_holds_what_the_viewer_may_know(viewer: int | None) -> None:
    match = random_match(3, turns=len(random_match(3).turns) - 1)
    assert not match.is_over
    document = match.record_as_seen(viewer, states=True)
    assert read_document(document, "as seen").result is None and "seed" not in document["shuffle"]
    for state in [document["start"], *(turn["after"] for turn in document["turns"])]:
        for seat, board in enumerate(state["seats"]):
            assert all(card.startswith("?") != (seat == viewer) for card in board["hand"])
        assert all(card.startswith("?") for card in state["deck"])
    for turn in document["turns"]:
        assert all(card.startswith("?") != (turn["seat"] == viewer) for card in turn["chance"].get("drawn", []))


def test_records_as_seen_do_not_depend_on_what_is_hidden() -> None:
    """Two matches with the same open moves and other hidden cards look the same to a spectator."""
    start = Position.new(players=2, seed=3)
    other = hidden_shuffled(start, None, Random(1))
    documents = []
    for position in (start, other):
        seats = [Player("one"), Player("two")]
        match = Match(position.terms, seats, position, _First(), "0" * 64)
        match.play("keep")
        match.play("keep")
        documents.append(json.dumps(match.record_as_seen(None, states=True)))
    assert start != other and documents[0] == documents[1]


def test_the_whole_record_is_seen_when_the_game_is_over() -> None:
    match = random_match(3)
    assert match.is_over and match.record_as_seen(None) == match.record()
    assert match.seed == seed_bytes("match 3")


class _First:
    """A source that gives the first outcome."""

    def choose(self, outcomes: list[int], weights: list[int]) -> int:
        return outcomes[0]
