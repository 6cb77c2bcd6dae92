"""The rules of the lake, of a short bag and of the end (G24 to G33), played on the package."""

from typing import Any

import pytest

from rivertable.core.errors import IllegalMoveError
from rivertable.glassworks import Draw, Pass, Position
from rivertable.glassworks.kernel.state import Decision

from .printed_data import SHAPES, STANDARD, PrintedData
from .tables import OPTIONS, after, codes, columns, table

LAKE = "whT puH puH lbC yeX"
SIXTEEN = "wh5 pu5 ye5 or1"
WHITE_TRIANGLES: PrintedData = {
    **STANDARD,
    "pieces": STANDARD["pieces"] | {"white": dict(zip(SHAPES, (9, 4, 4, 4, 3, 3), strict=True))},
}
"""An edition with nine white triangles."""


def refused(position: Position, notation: str, rule: str) -> None:
    """The move is well said but not legal, by this rule."""
    with pytest.raises(IllegalMoveError) as caught:
        position.play(notation)
    assert caught.value.rule == rule


def test_g24_four_of_the_lake_go_to_the_satchel() -> None:
    """G24: the player chooses which; the glassworks gets nothing."""
    position = table(satchels=["orD"], lake=LAKE)
    moves = [str(move) for move in position.moves() if isinstance(move, Draw)]
    assert moves == [
        "draw puH+puH+lbC+yeX",
        "draw whT+puH+lbC+yeX",
        "draw whT+puH+puH+yeX",
        "draw whT+puH+puH+lbC",
    ]
    played = after(position, "draw -lbC", "orS orS orX orX")
    assert codes(played.seats[0].satchel) == "whT puH puH yeX orD"
    assert (columns(played), codes(played.lake)) == ("", "lbC orS orS orX orX")
    refused(position, "draw whT+puH+lbC", "G24")
    refused(position, "draw whT+whT+puH+lbC", "G24")


def test_g24_a_lake_of_one_kind_leaves_nothing_to_choose() -> None:
    """G24: five equal pieces, as for every forced choice."""
    position = table(satchels=[""], lake="whT whT whT whT puH")
    assert position.apply(Decision.DRAW).decisions() == (Decision.LEAVE, Decision.LEAVE + 10)
    equal = table(satchels=[""], lake="whT whT whT whT whT", data=WHITE_TRIANGLES)
    drawn = equal.apply(Decision.DRAW)
    assert not drawn.is_deciding
    assert (codes(drawn.lake), codes(drawn.seats[0].satchel)) == ("whT", "whT whT whT whT")


@pytest.mark.parametrize("dropped", ["whT+puH", "orD+orX", "whT+orX", "puH+puH"])
def test_g25_over_five_the_player_drops_what_it_likes(dropped: str) -> None:
    """G25: old pieces or new ones go to overflow until five are left."""
    position = table(satchels=["orD orX dbS"], lake=LAKE)
    played = position.play(f"draw -yeX/{dropped}", 3)
    assert sorted(codes(played.seats[0].overflow).split()) == sorted(dropped.split("+"))
    assert len(played.seats[0].satchel) == 5
    assert "yeX" in codes(played.lake)
    refused(position, "draw whT+puH+puH+lbC/whT", "G25")


def test_g25_drops_are_named_in_rising_order_once() -> None:
    """G25: as many as are over 5, of each kind in one way only."""
    before = table(satchels=["orD orX dbS"], lake="whT whT puH lbC yeX")
    position = before.apply(Decision.DRAW).apply(Decision.LEAVE + 7 + 36)
    # Held: whT whT puH lbC dbS orX orD; two go.
    assert [choice - Decision.DROP for choice in position.decisions()] == [0, 10, 20, 30, 44]
    assert [choice - Decision.DROP for choice in position.apply(Decision.DROP + 30).decisions()] == [44, 53]
    assert not position.apply(Decision.DROP + 44).is_deciding  # only the orange drop can follow
    full = table(satchels=["orD orX dbS dbC dbT"], lake=LAKE)
    refused(full, "draw whT+puH+puH+lbC/orD", "G25")
    refused(full, "draw whT+puH+puH+lbC/orD+orD+orX+dbS", "G25")
    refused(table(satchels=["orD"], lake=LAKE), "draw whT+puH+puH+lbC/orD", "G25")


@pytest.mark.parametrize(("options", "inventory"), [("rulebook", 2), ("bga", 4)])
def test_g25_drops_move_the_marker_where_overflow_counts(options: str, inventory: int) -> None:
    """G23, G25: a drop after a draw counts as other overflow does."""
    position = table(satchels=["orD orX dbS"], lake=LAKE, columns=["wh2"], options=options)
    played = after(position, "draw -yeX/whT+orD", "orT orS orS orX")
    assert played.seats[0].inventory == inventory
    assert played.phase == "play"


def test_g26_the_lake_is_refilled_to_five() -> None:
    """G26: from the bag, after all is chosen."""
    position = table(satchels=["orD orX dbS"], lake=LAKE)
    chosen = position.apply(Decision.DRAW).apply(Decision.LEAVE)
    assert chosen.is_deciding and not chosen.is_chance
    played = after(position, "draw -whT/orD+orX", "lgT lgH dgT dgH")
    assert codes(played.lake) == "whT lgT dgT lgH dgH"


@pytest.mark.parametrize(("bag", "drawn"), [("", 0), ("lgT", 1), ("lgT lgH lgC", 3), ("lgT lgH lgC lgS lgX", 4)])
def test_g27_a_refill_takes_what_there_is(bag: str, drawn: int) -> None:
    """G27: the lake gets what the bag still holds."""
    played = table(satchels=["orD"], lake=LAKE, bag=bag).play("draw -whT", 1)
    assert len(played.lake) == 1 + drawn
    assert len(played.bag) == max(len(bag.split()) - 4, 0)


def test_g27_a_tile_may_be_refilled_in_part_or_not_at_all() -> None:
    """G27: a tile that should get two gets one, or none."""
    one = after(table(satchels=["whC", "orD"], bag="lgT", order="HTCSXD"), "whC@3-2", "lgT")
    assert codes(one.tile(1).pieces) == "lgT" and one.tile(2).stones == 2
    none = table(satchels=["whC", "orD"], bag="", order="HTCSXD").play("whC@3-2")
    assert none.tile(1).pieces == () and none.is_deciding


@pytest.mark.parametrize("lake", ["whT", "whT puH", "whT puH puH", "whT puH lbC lbC"])
def test_g27_a_small_lake_is_drawn_whole(lake: str) -> None:
    """G24, G27: min(4, lake), with nothing to choose."""
    position = table(satchels=["orD"], lake=lake)
    move = "draw " + lake.replace(" ", "+")
    assert [str(move) for move in position.moves() if isinstance(move, Draw)] == [move]
    assert codes(position.play("draw", 1).seats[0].satchel) == f"{lake} orD"
    if len(lake.split()) < 4:
        refused(position, "draw whT+whT+whT+whT", "G24")
    if lake == "whT puH puH":
        refused(position, "draw whT+puH", "G27")
    refused(table(satchels=["orD"]), "draw", "G27")


def test_g28_pass_only_when_nothing_is_possible() -> None:
    """G28: the satchel is empty and so is the lake."""
    position = table(satchels=["", "orD"], river={"H": "puT"})
    assert position.decisions() == (Decision.PASS,)
    assert list(position.moves()) == [Pass()]
    played = after(position, "pass")
    assert (played.seat, codes(played.tile(2).pieces)) == (1, "puT")
    assert Decision.PASS not in played.decisions()
    refused(played, "pass", "G28")
    refused(position, "orD@6-5", "G12")


@pytest.mark.parametrize("options", list(OPTIONS))
def test_g28_g32_pass_when_the_lake_is_barred(options: str) -> None:
    """G28, G32: after the trigger an empty satchel draws, or passes where draws are barred."""
    is_open = OPTIONS[options][1]
    position = table(satchels=["", "orD"], lake=LAKE, columns=[SIXTEEN], turns_left=2, options=options)
    assert position.decisions() == ((Decision.DRAW,) if is_open else (Decision.PASS,))
    assert Pass() not in table(satchels=["orD"], lake=LAKE, turns_left=2, options=options).moves()


def about_to_trigger(players: int, seat: int, first_seat: int = 0, **given: Any) -> Position:
    """`seat` holds sixteen pieces, one of them orange, and gathers another by placing its triangle."""
    satchels = ["dgT dgH dgD", "dgT lgH lgD", "dgS lgS lgC", "dgX lgX lgT", "dgC dgC lgC"]
    satchels = [satchels[(number - seat) % players] for number in range(players)]
    built = [SIXTEEN if number == seat else "" for number in range(players)]
    return table(
        players,
        seat=seat,
        first_seat=first_seat,
        river={"H": "orH", "X": "lbX"},
        **({"satchels": satchels, "columns": built, "lake": "dbD dbD dbD dbX dbX"} | given),
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_g29_seventeen_triggers_the_end(players: int) -> None:
    """G29: the marker reaches 17, whoever it is; G31: the phases that follow."""
    for seat in range(players):
        position = about_to_trigger(players, seat)
        assert (position.seats[seat].inventory, position.phase) == (16, "play")
        played = position.play("dgT@1-2", 1)
        assert played.seats[seat].inventory == 17
        assert played.phase == ("final" if seat == players - 1 else "finishing")


def test_g29_sixteen_does_not_and_passing_seventeen_does() -> None:
    """G29: reaches or passes."""
    short = about_to_trigger(2, 0, columns=["wh5 pu5 ye5"])
    assert short.play("dgT@1-2", 1).phase == "play"
    more = table(satchels=["dgT", "dgH"], river={"H": "orH orX orD"}, columns=[SIXTEEN])
    played = more.play("dgT@1-2", 1)
    assert (played.seats[0].inventory, played.phase) == (19, "finishing")


def test_g29_the_end_is_triggered_once() -> None:
    """G29, G30: a second seat at 17 changes nothing and tops nobody up."""
    position = table(
        3,
        satchels=["dgT", "dgH dgT", "dgX dgX dgD"],
        columns=["wh5 pu5 ye5 or2", "lb5 db5 lg5 or1"],
        river={"T": "orT", "C": "orC orS"},
        seat=1,
        turns_left=5,
    )
    played = after(position, "dgH@2-3", "lbX")
    assert played.seats[1].inventory == 18
    assert int(played.state.turns_left) == 4
    assert [len(seat.satchel) for seat in played.seats] == [1, 1, 3]


def test_g29_a_drop_triggers_where_overflow_counts() -> None:
    """G23, G25, G29: under the help page's option a lake draw can trigger, under the rulebook it cannot."""
    for options, phase in (("bga", "finishing"), ("rulebook", "play")):
        position = table(
            satchels=["orD orX dbS", "dbT dbH dbC"],
            lake=LAKE,
            columns=["wh5 pu5 ye5 or1"],
            options=options,
        )
        assert after(position, "draw -yeX/whT+orD", "lgT lgT lgH lgH").phase == phase


def test_g30_satchels_below_three_are_topped_up_from_the_bag() -> None:
    """G30: from the triggering seat clockwise, each filled before the next; the lake is not touched."""
    position = about_to_trigger(4, 2, satchels=["", "dgX lgX lgT dgC dgD", "dgT dgH", "lgS lgC"])
    played = after(position, "dgT@1-2", "lbS lbH lbT lbC dbT dbH dbC")
    # lbS refills the heart tile; then seat 2 gets two, seat 3 one and seat 0 three.
    assert [codes(seat.satchel) for seat in played.seats] == [
        "dbT dbH dbC",
        "lgT dgC lgX dgX dgD",
        "lbT lbH dgH",
        "lbC lgC lgS",
    ]
    assert codes(played.lake) == "dbX dbX dbD dbD dbD"


@pytest.mark.parametrize("bag", range(8))
def test_g30_a_short_bag_goes_to_the_first_in_line(bag: int) -> None:
    """G27, G30: the refill first, then clockwise as far as the bag reaches."""
    pieces = "lbS lbH lbT lbC dbT dbH dbC"
    in_bag = " ".join(pieces.split()[:bag])
    position = about_to_trigger(4, 2, satchels=["", "dgX lgX lgT dgC dgD", "dgT dgH", "lgS lgC"], bag=in_bag)
    held = [len(seat.satchel) for seat in after(position, "dgT@1-2", in_bag).seats]
    filled = [(0, 5, 1, 2), (0, 5, 1, 2), (0, 5, 2, 2), (0, 5, 3, 2), (0, 5, 3, 3), (1, 5, 3, 3), (2, 5, 3, 3)]
    assert tuple(held) == [*filled, (3, 5, 3, 3)][bag]


@pytest.mark.parametrize("first_seat", [0, 1])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_g31_the_round_is_finished_and_each_has_one_more_turn(players: int, first_seat: int) -> None:
    """G31: whoever triggers, all have had the same number of turns at the end."""
    for place in range(players):
        clockwise = [(first_seat + step) % players for step in range(players)]
        seat = clockwise[place]
        position = about_to_trigger(players, seat, first_seat).play("dgT@1-2", 1)
        turns = []
        while not position.is_over:
            turns.append((position.seat, position.round, position.phase))
            position = position.play(next(iter(position.moves())), 2)
        expected = [(number, 1, "finishing") for number in clockwise[place + 1 :]]
        assert turns == expected + [(number, 2, "final") for number in clockwise]
        assert (position.phase, position.seat, position.is_turn_start) == ("over", None, False)
        refused(position, "pass", "G31")


@pytest.mark.parametrize("options", list(OPTIONS))
def test_g32_lake_draws_after_the_trigger(options: str) -> None:
    """G32: barred under the help page's option, from the turn after the triggering one."""
    is_open = OPTIONS[options][1]
    before = about_to_trigger(2, 0, options=options)
    assert Decision.DRAW in before.decisions()
    played = before.play("dgT@1-2", 1)
    assert (Decision.DRAW in played.decisions()) == is_open
    if not is_open:
        refused(played, "draw -dbX", "G32")


def test_g33_a_game_that_runs_dry_ends_without_a_trigger() -> None:
    """G33: bag, lake and satchels are empty: it is over at once and scored."""
    position = table(satchels=["whT", ""], river={"H": "orH", "C": "whC"}, bag="")
    played = position.play("whT@1-2")
    assert played.is_over and played.phase == "over"
    assert played.total(0) == 1 + 1
    going_on = table(satchels=["whT", "puC"], bag="").play("whT@1-2")
    assert (going_on.is_over, going_on.seat) == (False, 1)
    lake_left = table(satchels=["whT", ""], lake="whX", bag="").play("whT@1-2")
    assert (lake_left.is_over, lake_left.decisions()) == (False, (Decision.DRAW,))


def test_g33_does_not_cut_the_last_turns_short() -> None:
    """G28, G31, G33: once triggered, seats with nothing pass until all have had their turn."""
    position = table(3, satchels=["whT"], columns=["wh5 pu5 ye5 or2"], bag="", turns_left=3, round_number=9)
    position = position.play("whT@1-2")
    seats = []
    while not position.is_over:
        assert list(position.moves()) == [Pass()]
        seats.append(position.seat)
        position = position.play("pass")
    assert seats == [1, 2]
    assert position.round == 9
