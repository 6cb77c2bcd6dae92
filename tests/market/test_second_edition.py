"""Whole games of the second edition: every turn is a move and back, views tell nothing, records and drawings hold."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from extent import repeated
from market.games_played import PLAYERS, random_move, turn_starts
from market.test_pictures import WIDTH
from market.test_privacy import all_that_is_told, hidden_shuffled
from rivertable.core.chance import seed_bytes
from rivertable.core.match import Match, Player, replay
from rivertable.core.position import Draft, walk_turns
from rivertable.core.record import parse_record, read_document, write_record
from rivertable.market import GAME, Move
from rivertable.market.consistency import check_state
from rivertable.market.documents import read_move, write_move
from rivertable.market.printed.components import edition
from rivertable.market.printed.deck import CardKind
from rivertable.market.printed.effects import Deed, Power

EDITION = "second-edition"
DECK = edition(EDITION).deck
FEW = 40
"""Turns of a position that are tried."""


def deeds_of(move: Move) -> Counter[Deed]:
    """What a move does besides what is paid and gained; a mirror's plank is told by the Booth that it copies."""
    found: Counter[Deed] = Counter()
    for effect in move.effects:
        card = DECK.card(move.card if effect.is_action else effect.booth or move.booth)
        if not card.is_mirror:
            found[card.planks[effect.number - 1].deed] += 1
    return found


@pytest.mark.parametrize("players", PLAYERS)
def test_every_legal_turn_is_a_move_and_back(players: int) -> None:
    found: Counter[Deed] = Counter()
    for position in turn_starts(players, 3, EDITION)[: -1 : repeated(8, 4)]:
        turns = [decisions for decisions, _ in walk_turns(position)]
        chosen = turns if len(turns) <= FEW else Random(len(turns)).sample(turns, FEW)
        for decisions in chosen:
            move = GAME.moves.move_of(position, decisions)
            assert GAME.moves.decisions_of(position, move) == decisions
            assert read_move(write_move(move)) == move
            assert GAME.moves.move_of(position, GAME.moves.decisions_of(position, read_move(write_move(move)))) == move
            assert GAME.pictures.describe_move(position, move)
            if isinstance(move, Move):
                found += deeds_of(move)
    assert {Deed.ATTEND} <= set(found)


def test_every_further_deed_is_done_and_written_in_random_games() -> None:
    found: Counter[Deed] = Counter()
    onward = 0
    for seed in range(10):
        rng = Random(seed)
        match = Match.new(
            GAME.make_terms(3, None, edition(EDITION)),
            [Player(f"player {seat}") for seat in range(3)],
            seed_bytes(f"deeds {seed}"),
            0,
        )
        while not match.is_over:
            move = random_move(match.position, rng)
            assert GAME.moves.parse_move(match.position, str(move)) == move
            if isinstance(move, Move):
                found += deeds_of(move)
                onward += any(effect.booth for effect in move.effects)
            match.play(move)
        assert (
            replay(parse_record(write_record(read_document(match.record(), "here")), "here")).position == match.position
        )
    assert set(found) == set(Deed)
    assert onward > 0


def test_an_action_between_two_booths_is_written_and_read() -> None:
    """U6: planks, then the Action that sails on, then planks of the next Booth."""
    found = 0
    for seed in range(3, 12):
        for position in turn_starts(4, seed, EDITION)[:-1]:
            hand = {card.id for card in position.seats[int(position.state.seat)].hand or ()}
            if "skipping-stones" not in hand:
                continue
            for decisions, _ in islice(walk_turns(position), 4000):
                move = GAME.moves.move_of(position, decisions)
                if isinstance(move, Move) and 0 < move.planks_before_action < len(move.planks):
                    assert move.planks[-1].booth and read_move(write_move(move)) == move
                    assert GAME.moves.decisions_of(position, move) == decisions
                    assert GAME.moves.parse_move(position, str(move)) == move
                    found += 1
                    break
        if found > 2:
            return
    raise AssertionError(f"Only {found} such turns.")


@pytest.mark.parametrize("players", PLAYERS)
def test_inside_a_turn_states_are_consistent_and_views_tell_nothing(players: int) -> None:
    rng = Random(players)
    for position in turn_starts(players, 5, EDITION)[: -1 : repeated(9, 3)]:
        draft = Draft(position)
        while not draft.is_complete:
            check_state(draft.board.state, position.terms)
            for viewer in (None, *range(players)):
                other = hidden_shuffled(draft.board, viewer, rng)  # type: ignore[arg-type]  # a position's draft
                assert all_that_is_told(other.view(viewer)) == all_that_is_told(draft.board.view(viewer))  # type: ignore[attr-defined]
            draft.choose(rng.choice(draft.choices))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_drawing_fits_its_columns(players: int) -> None:
    for position in turn_starts(players, 6, EDITION)[::5]:
        for text in (str(position), str(position.view(0))):
            assert max(map(len, text.splitlines())) <= WIDTH


def test_it_keeps_what_the_rulebook_says() -> None:
    """The split, the named cards, and that the seven hints stay true."""
    kinds = Counter(card.kind for card in DECK.cards)
    assert kinds == {
        CardKind.STARTING: 4,
        CardKind.BOOTH: 22,
        CardKind.EVENT: 8,
        CardKind.HELPER: 13,
        CardKind.ACTION: 13,
    }
    first = edition("first-edition").deck
    for card_id in ("swap-meet", "hardware-store", "art-supplies", "dressmaker", "forage", "lilypad-hop", "wood-duck"):
        old, new = first.card(card_id), DECK.card(card_id)
        for name, source in old.sources.items():
            field = {"plank": "planks", "effect": "planks", "planks": "mode"}.get(name, name)
            if source.value == "printed":
                assert getattr(new, field) == getattr(old, field) and new.sources[name] == source
    assert any(card.step == 5 and card.kind is CardKind.BOOTH for card in DECK.cards)
    powers = {card.ability.power for card in DECK.cards if card.ability}
    assert powers == set(Power) - {Power.SHARED_BONUS}
