"""Scoring a real table from a sheet of one player's cards and resources."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rivertable.core.errors import DataError
from rivertable.market import GAME, Breakdown, MarketComponents, ScoredCard, SeatBoard
from rivertable.market.printed.components import edition
from rivertable.market.sheet import ask

TERMS = GAME.make_terms(2, None, edition("first-edition"))
CARDS = {card.id: card for card in edition("first-edition").cards}
STORE, CELLAR, HOP, DUCK = (
    CARDS[card].points for card in ("hardware-store", "root-cellar", "lilypad-hop", "wood-duck")
)


def scored(**sheet: Any) -> Breakdown:
    """The breakdown of a sheet."""
    return GAME.sheet.board_of(sheet, TERMS).breakdown(0)


def test_each_category_is_counted() -> None:
    """M122-M141: Events, Booths, Helpers, pairs of Coins, batches of three Goods."""
    parts = scored(
        booths=["hardware-store", "root-cellar", "lilypad-hop"],
        events=["lilypad-hop"],
        helpers=["wood-duck"],
        resources={"lily": 9, "coin": 3, "veggie": 5},
    )
    assert parts.events == (("lilypad-hop", 4),)
    assert [card.points for card in parts.booths] == [STORE, CELLAR + 2, HOP]
    assert min(STORE, CELLAR, HOP, DUCK) > 0
    assert parts.helpers == (ScoredCard("wood-duck", DUCK, 0, 3, 3, (0, 0, 0, 0, 6, 0)),)
    assert parts.categories == (4, STORE + CELLAR + 2 + HOP, DUCK + 3, 1, 0)
    assert (parts.coins, parts.batches, parts.total) == (1, 0, sum(parts.categories))


def test_nothing_scores_nothing() -> None:
    assert scored().total == 0 and scored(resources={"coin": 1}).total == 0


def test_an_event_of_another_is_attended_all_the_same() -> None:
    """M88, M126: who attends scores, whoever owns the Event."""
    assert scored(events=["helpers-holiday"], helpers=["otter-guide"]).events == (("helpers-holiday", 2),)


def test_ids_may_be_cut_where_one_card_fits() -> None:
    assert scored(booths=["hard"]).total == STORE


@pytest.mark.parametrize(
    ("sheet", "sentence"),
    [
        ({"booths": ["foo"]}, "'foo' is no Booth of this deck."),
        ({"booths": ["forage"]}, "'forage' is no Booth of this deck."),
        ({"helpers": ["hardware-store"]}, "'hardware-store' is no Helper of this deck."),
        ({"events": ["hardware-store"]}, "'hardware-store' is no Event of this deck."),
        ({"booths": ["t"]}, "'t' fits several cards."),
        ({"booths": ["ice-shed", "ice-shed"]}, "Ice Shed is named twice."),
        ({"resources": {"gold": 1}}, "gold"),
        ({"coins": 3}, "coins"),
        ([], "table"),
    ],
)
def test_a_faulty_sheet_is_told(sheet: Any, sentence: str) -> None:
    with pytest.raises(DataError) as caught:
        GAME.sheet.board_of(sheet, TERMS)
    assert sentence in str(caught.value)


def answers(*given: str) -> Callable[[str], str]:
    """A person who answers so."""
    left = list(given)
    return lambda question: left.pop(0)


def test_a_table_is_asked_for() -> None:
    sheet = ask(answers("hardware-store, root-cellar", "", "wood-duck", "v2 L5 $3"))
    assert GAME.sheet.board_of(sheet, TERMS).total(0) == STORE + (CELLAR + 1) + (DUCK + 2) + 1


@pytest.mark.parametrize("resources", ["2v", "x1", "v", "v" + "9" * 5000])
def test_an_answer_that_says_nothing(resources: str) -> None:
    with pytest.raises(DataError):
        ask(answers("", "", "", resources))


def test_the_board_of_a_sheet_is_a_board() -> None:
    board = GAME.sheet.board_of({"resources": {"fish": 2}}, TERMS)
    assert board.is_over and isinstance(board.seats[0], SeatBoard) and board.seats[0].resources[1] == 2
    assert isinstance(board.components, MarketComponents) and board.components.name == "reconstructed"
