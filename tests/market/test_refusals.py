"""Why a move is not legal: the sentence and the rule behind it."""

from __future__ import annotations

import pytest

from market.games_played import turn_starts
from rivertable.core.errors import IllegalMoveError
from rivertable.market import GAME, Build, Done, Hire, Keep, Move, Position, Time


def table(
    hand: str,
    *,
    resources: str = "v2f2c2t2l4$4",
    houses: int = 4,
    helpers: str = "-",
    upper: str = "swap-meet,pond-florist=1",
    lower: str = "mending-bench,dressmaker,willow-larder,hardware-store=0",
    tokens: int = 0,
    end: str = "",
    other: str = "-;-;$4;4;0;swap-meet",
    deck: str = "first-edition",
) -> Position:
    """Seat 0 begins a turn on Swap Meet; all cards not named are in the deck."""
    return Position.from_text(
        f"market/1 2 rulebook {deck} {upper}/{lower} {hand};{helpers};{resources};{houses};{tokens};swap-meet/"
        f"{other} - 0 0.0.9.main{end}"
    )


def rule_of(position: Position, text: str) -> str | None:
    """The rule that forbids what a text says."""
    with pytest.raises(IllegalMoveError) as caught:
        GAME.moves.parse_move(position, text)
    assert caught.value.sentence.endswith(".") and not caught.value.sentence.startswith(" ")
    return caught.value.rule


HAND = "forage,wood-duck,twin-scales,last-orders"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("nothing>pond-florist", "M2"),
        ("ice-shed>pond-florist", "M32"),
        ("ice-shed@top-left", "M32"),
        ("forage>ice-shed", "M38"),
        ("forage>>pond-florist", "M113"),
        ("forage>swap-meet", "M41"),
        ("forage>mending-bench", "M39"),
        ("wood-duck>pond-florist:!1", "M69"),
        ("forage>pond-florist:!3", "M51"),
        ("forage>pond-florist:3", "M51"),
        ("forage>pond-florist:1,1", "M54"),
        ("forage>willow-larder:1,2", "M56"),
        ("forage>pond-florist:!1,!2", "M69"),
        ("forage>pond-florist:1,!1,2", "M70"),
        ("last-orders>pond-florist:!1,1", "M70"),
        ("forage>pond-florist:1x2", "M54"),
        ("forage>pond-florist:1(vv=lll)", "M67"),
        ("forage>pond-florist:2x3", None),
        ("forage@top-left", "M68"),
        ("hire forage", "M68"),
        ("wood-duck@top-left", "M95"),
        ("build wood-duck", "M95"),
        ("hire twin-scales", "M73"),
        ("twin-scales(vv)@top-left", "M75"),
        ("hire wood-duck(v)", "M95"),
        ("keep", "M29"),
        ("redraw", "M29"),
        ("pass", "R12"),
    ],
)
def test_a_rule_stands_behind_each_refusal(text: str, rule: str | None) -> None:
    found = rule_of(table(HAND), text)
    assert rule is None or found == rule


def test_a_price_that_cannot_be_paid_is_told() -> None:
    """M75: a Booth is paid for in full."""
    with pytest.raises(IllegalMoveError, match=r"costs one Veggie, one Fish and one Coin; you lack 1 Fish\.") as caught:
        GAME.moves.parse_move(table(HAND, resources="v2$4"), "twin-scales@tl")
    assert caught.value.rule == "M75"


def test_without_a_house_nothing_is_built() -> None:
    """M78: the last house was placed, and the last turns have begun."""
    position = table(
        HAND,
        houses=0,
        upper="swap-meet,pond-florist=1,ice-shed=0,root-cellar=0,soup-kettle=0,smoke-hut=0",
        end=";end_seat=0;turns_left=2",
    )
    assert rule_of(position, "twin-scales@tl") == "M78"


def test_a_zoom_wastes_no_token() -> None:
    """M117: the Zoom token is for cards that are no Zoom."""
    upper = "swap-meet,pond-florist=1,ice-shed=0,root-cellar=0,soup-kettle=0,smoke-hut=0"
    position = table("tailwind,forage", houses=0, tokens=1, upper=upper, end=";end_seat=0;turns_left=2",
                     other="-;-;$4;4;1;swap-meet")  # fmt: skip
    assert rule_of(position, "tailwind>>dressmaker") == "M117"
    assert str(GAME.moves.parse_move(position, "forage>>mending")) == "forage>>mending-bench"


def test_a_full_event_takes_no_house() -> None:
    """M87, R9: the star spaces are all taken."""
    event = "angling-contest=1*0.2"
    position = table("forage", upper=f"swap-meet,{event}", other="-;-;$4;2;0;swap-meet")
    assert rule_of(position, "forage>angling-contest:1") == "M87"
    free = table("forage", upper="swap-meet,angling-contest=1*0.1", other="-;-;$4;3;0;swap-meet")
    move = GAME.moves.parse_move(free, "forage>angling-contest:1")
    assert isinstance(move, Move) and move.planks[0].has_house
    assert free.play(move, 1).booth_named("angling-contest").houses == (1, 1)  # type: ignore[union-attr]


def test_before_the_first_turn_only_hands_are_chosen() -> None:
    """M29: an opening hand with a Booth is kept."""
    position = next(p for p in (Position.new(seed=seed) for seed in range(9)) if len(p.decisions()) == 1)
    assert rule_of(position, "redraw") == "M29" and rule_of(position, "forage>swap-meet") == "M29"
    assert GAME.moves.decisions_of(position, Keep())


def test_when_the_game_is_over_nothing_is_legal() -> None:
    """M116: after the last turn no move is left."""
    position = turn_starts(2, 61)[-1]
    assert position.is_over and rule_of(position, "keep") == "M116" == rule_of(position, "forage>swap-meet")


def test_typed_moves_that_nothing_means() -> None:
    position = table(HAND)
    for move in (
        Build("twin-scales", "middle"),
        Hire("no-such-card"),
        Move("forage", "pond-florist", (Done(1, (Time(gained=(0, 0, 0, 0, 3, 0)),)),)),
        Move("forage", "pond-florist", (Done(1, (Time((1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 4, 0)),)),)),
        Move("forage", "pond-florist", (Done(1, (Time((1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 3, 0)),), has_house=True),)),
    ):
        with pytest.raises(IllegalMoveError) as caught:
            GAME.moves.decisions_of(position, move)
        assert caught.value.rule


def test_what_programs_get_of_a_price() -> None:
    """M75: amounts by name, so that every language can word them."""
    with pytest.raises(IllegalMoveError) as caught:
        GAME.moves.parse_move(table(HAND, resources="v2$4"), "twin-scales@tl")
    assert caught.value.template == "{card} costs {price}; you lack {lacking}."
    price = {"veggie": 1, "fish": 1, "coin": 1}
    assert caught.value.values == {"card": "Twin Scales", "price": price, "lacking": {"fish": 1}}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("picnic-hamper>mending-bench:!1(=vl)", "U3"),
        ("family-favour>willow-larder:!1", "U4"),
        ("neighbourly-visit>willow-larder:!1", "U5"),
        ("skipping-stones>ferry-steps:1(=v),!1", "U6"),
    ],
)
def test_a_deed_that_cannot_be_done_is_told(text: str, rule: str) -> None:
    """Nobody to call, nothing to collect, no owner, a pawn that has sailed on."""
    position = table(
        text.partition(">")[0],
        houses=5,
        upper="swap-meet,ferry-steps=1",
        lower="mending-bench,dressmaker,willow-larder",
        other="-;-;$4;4;0;mending-bench",
        deck="second-edition",
    )
    assert rule_of(position, text) == rule


@pytest.mark.parametrize("effects", ["!1,1", "1,!1", "!1(=vl),1(=$$),2x2"])
def test_who_has_been_called_cannot_be_called_again(effects: str) -> None:
    """U3: the Picnic Hamper and the Lantern Maker both call, and there is one other pawn."""
    position = table(
        "picnic-hamper", upper="swap-meet,lantern-maker=1", deck="second-edition", other="-;-;$4;4;0;dressmaker"
    )
    assert rule_of(position, f"picnic-hamper>lantern-maker:{effects}") == "U3"
    assert GAME.moves.parse_move(position, "picnic-hamper>lantern-maker:!1,2x2")


def test_how_many_further_cards_an_effect_costs_is_told() -> None:
    """M67: the Action takes them one at a time."""
    position = table("clear-the-stall,forage,tailwind", deck="second-edition")
    with pytest.raises(IllegalMoveError, match=r"further cards to spend each time: 1\.") as caught:
        GAME.moves.parse_move(position, "clear-the-stall>pond-florist:!1(#tailwind#forage)")
    assert caught.value.rule == "M67"
