"""The reference game alone, set-up, river, building, refill and end: tricky rules on hand-made positions."""

from typing import Any

import pytest

from .positions import (
    CARDS,
    LOOP,
    NUMBER,
    act,
    do,
    drawn,
    have,
    ids,
    let_chance,
    move,
    numbers,
    pay,
    play,
    position,
    stop,
    stops,
    token,
    visit,
)
from .reference import ReferenceGame
from .reference_cards import Ability, Payment
from .reference_parts import DRAWN, END, GOODS_OF, KEEP, LAY, PASS, PICKS, REDRAW, SPOT

BOOTHLESS = ("forage", "haggle", "otter-guide", "wood-duck")
NINE_UPPER = ("soup-kettle", "swap-meet", "dressmaker", "smoke-hut", "dawn-catch", "twin-scales")
NINE_LOWER = ("art-supplies", "mending-bench", "willow-larder")


def at_mulligan(hands: dict[int, tuple[str, ...]], players: int = 2, first_seat: int = 0) -> ReferenceGame:
    """A game in which these seats were dealt these hands, and the others the lowest cards."""
    game = ReferenceGame(CARDS, players, first_seat)
    for booth in LOOP:
        game.apply(LAY + NUMBER[booth])
    promised = [card for hand in hands.values() for card in hand]
    for step in range(players):
        seat = (first_seat + step) % players
        spare = [card.id for card in CARDS[4:] if card.id not in promised and card.number in game.table.deck]
        for card in hands.get(seat, spare[:4]):
            game.apply(drawn(card))
    return game


def test_cards_of_the_packaged_deck() -> None:
    """M1, M2: four Starting Booths with the lowest numbers, 56 other cards; picks of 1 to 4 Goods."""
    assert [card.kind for card in CARDS[:4]] == ["starting"] * 4
    assert [card.number for card in CARDS] == list(range(60))
    assert len({card.id for card in CARDS}) == 60
    assert len(PICKS) == 5 + 15 + 35 + 70
    assert GOODS_OF[5 + 1] == {"veggie": 1, "fish": 1}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_m16_m22_m26_set_up(players: int) -> None:
    """M16, M22 to M27, R1: four Booths, four cards and four Coins each, five houses or four."""
    game = ReferenceGame(CARDS, players, players - 1)
    for number, booth in enumerate(LOOP):
        assert len(game.weights()) == 4 - number
        game.apply(LAY + NUMBER[booth])
    assert ids(game.table.loop()) == list(LOOP)
    assert ids(game.table.lower) == [LOOP[3], LOOP[2]]
    for drawn_so_far in range(4 * players):
        assert game.actor == "chance"
        assert list(game.weights().values()) == [1] * (56 - drawn_so_far)
        game.apply(game.choices()[0])
    assert [len(mine.hand) for mine in game.table.seats] == [4] * players
    assert ids(sorted(game.table.seats[players - 1].hand)) == [card.id for card in CARDS[4:8]]
    assert [have(game, seat) for seat in range(players)] == [{"coin": 4}] * players
    assert {mine.houses for mine in game.table.seats} == {4 if players == 5 else 5}
    assert {mine.pawn for mine in game.table.seats} == {NUMBER["swap-meet"]}
    assert (game.actor, game.stage) == (players - 1, "mulligan")


@pytest.mark.parametrize(("players", "first_seat"), [(1, 0), (6, 0), (2, 2), (3, -1)])
def test_r1_no_such_table(players: int, first_seat: int) -> None:
    """R1, M30: 2 to 5 players, and the start player is one of them."""
    with pytest.raises(ValueError, match="no game"):
        ReferenceGame(CARDS, players, first_seat)


def test_m29_mulligan_is_a_choice_and_repeats() -> None:
    """R2, M29: in seat order from the start player, until the hand has a Booth or is kept."""
    game = at_mulligan({1: BOOTHLESS}, players=3, first_seat=1)
    assert (game.actor, game.choices()) == (1, [KEEP, REDRAW])
    game.apply(REDRAW)
    assert game.stage == "draws"
    assert game.table.discard == set(numbers(BOOTHLESS))  # M108
    act(game, *(drawn(card) for card in ("odd-jobs", "tailwind", "driftwood", "frog-porter")))
    assert (game.actor, game.choices()) == (1, [KEEP, REDRAW])
    game.apply(REDRAW)
    act(game, *(drawn(card) for card in ("last-orders", "badger-cook", "picnic-hamper", "lilypad-hop")))
    assert (game.actor, game.choices()) == (1, [KEEP])  # an Event counts as a Booth
    act(game, KEEP)
    assert (game.actor, game.choices()) == (2, [KEEP])
    act(game, KEEP, KEEP)
    assert (game.actor, game.stage, game.turn) == (1, "main", 1)


def test_m29_a_hand_without_booth_may_be_kept() -> None:
    """R2, M32: the mulligan is no must, and the first turn follows."""
    game = at_mulligan({0: BOOTHLESS})
    act(game, KEEP, KEEP)
    assert game.choices() == sorted(move(card) for card in BOOTHLESS)  # two Helpers cost Goods


def test_m38_m42_movement_round_a_loop_with_unequal_rows() -> None:
    """M38 to M44, R7: clockwise, over the ends, up to the Step value, Booths with pawns counted too."""
    loop = [*NINE_UPPER, "willow-larder", "mending-bench", "art-supplies"]
    game = position(upper=NINE_UPPER, lower=NINE_LOWER, pawns=["dawn-catch", "twin-scales"], hands=[["hardware-store"]])
    assert ids(game.table.loop()) == loop
    game.apply(move("hardware-store"))
    assert stops(game) == {"twin-scales", "willow-larder", "mending-bench"}
    game.apply(stop("twin-scales"))  # M43
    assert {mine.pawn for mine in game.table.seats} == {NUMBER["twin-scales"]}
    game = position(upper=NINE_UPPER, lower=NINE_LOWER, pawns=["art-supplies"], hands=[["lily-punt"]])
    game.apply(move("lily-punt"))
    assert stops(game) == set(NINE_UPPER[:5])


def test_m41_never_where_the_pawn_began() -> None:
    """M40, M41, R7: five steps round four Booths reach the other three; nor does a Zoom stay."""
    for card in ("lily-punt", "tailwind"):
        game = position(hands=[[card]], pawns=["dressmaker"])
        game.apply(move(card))
        assert stops(game) == {"swap-meet", "willow-larder", "mending-bench"}


def test_m45_m46_zoom_goes_anywhere_else() -> None:
    """M45, M46: any Booth but the one where the pawn began."""
    game = position(upper=NINE_UPPER, lower=NINE_LOWER, pawns=["smoke-hut"], hands=[["odds-and-ends"]])
    assert game.choices() == [move("odds-and-ends")]
    game.apply(move("odds-and-ends"))
    assert stops(game) == {*NINE_UPPER, *NINE_LOWER} - {"smoke-hut"}
    assert game.table.discard == {NUMBER["odds-and-ends"]}  # M47


@pytest.mark.parametrize(
    ("end", "upper", "lower", "loop"),
    [
        (0, ["art-supplies", *LOOP[:2]], [LOOP[3], LOOP[2]], ["art-supplies", *LOOP]),
        (1, [*LOOP[:2], "art-supplies"], [LOOP[3], LOOP[2]], [*LOOP[:2], "art-supplies", *LOOP[2:]]),
        (2, LOOP[:2], ["art-supplies", LOOP[3], LOOP[2]], [*LOOP, "art-supplies"]),
        (3, LOOP[:2], [LOOP[3], LOOP[2], "art-supplies"], [*LOOP[:2], "art-supplies", *LOOP[2:]]),
    ],
)
def test_m76_end_spots(end: int, upper: list[str], lower: list[str], loop: list[str]) -> None:
    """M74 to M80, R8: the cost, the end spot, the house; no move, no activation."""
    game = position(
        hands=[["art-supplies"]],
        resources=[{"cloth": 1, "tool": 2, "coin": 1}],
        pawns=["dressmaker", "willow-larder"],
    )
    game.apply(play("art-supplies"))
    assert game.choices() == [SPOT, SPOT + 1, SPOT + 2, SPOT + 3]
    game.apply(SPOT + end)
    assert (ids(game.table.upper), ids(game.table.lower)) == (list(upper), lower)
    assert ids(game.table.loop()) == loop
    assert ids([mine.pawn for mine in game.table.seats]) == ["dressmaker", "willow-larder"]
    assert have(game) == {"tool": 1}
    assert game.table.seats[0].houses == 4
    assert game.table.owner == {NUMBER["art-supplies"]: 0}
    assert not game.table.discard  # M107
    assert (game.actor, game.queue) == ("chance", [0] * 4)


def test_r8_the_row_decides_where_the_next_booth_at_that_end_goes() -> None:
    """R8: two Booths at the upper right come after one another, at upper and lower right side by side."""
    for second, expected in ((1, ["dressmaker", "dawn-catch", "turnip-barrow", "willow-larder"]),
                             (3, ["dressmaker", "dawn-catch", "turnip-barrow", "willow-larder"])):  # fmt: skip
        game = position(hands=[["dawn-catch"], ["turnip-barrow"]], resources=[{"tool": 2, "coin": 1}, {"coin": 2}])
        act(game, play("dawn-catch"), SPOT + 1)
        let_chance(game)
        act(game, play("turnip-barrow"), SPOT + second)
        assert ids(game.table.loop()[1:5]) == expected
    game = position(hands=[["dawn-catch"], ["turnip-barrow"]], resources=[{"tool": 2, "coin": 1}, {"coin": 2}])
    act(game, play("dawn-catch"), SPOT + 3)
    let_chance(game)
    act(game, play("turnip-barrow"), SPOT + 1)
    assert ids(game.table.loop()[1:5]) == ["dressmaker", "turnip-barrow", "dawn-catch", "willow-larder"]


def test_m75_m78_what_can_be_put_into_play() -> None:
    """M68, M75, M78, M95: never an Action, nothing unpaid, no Booth without a house, a Helper without one."""
    hand = ["turnip-barrow", "dawn-catch", "patient-heron", "forage"]
    game = position(hands=[hand], resources=[{"coin": 2, "fish": 2}])
    moves = {move(card) for card in hand}
    assert set(game.choices()) == moves | {play("turnip-barrow"), play("patient-heron")}
    game.table.seats[0].houses = 0
    assert set(game.choices()) == moves | {play("patient-heron")}
    game.apply(play("patient-heron"))
    assert game.table.seats[0].helpers == {NUMBER["patient-heron"]}
    assert have(game) == {"coin": 2}
    assert ids([game.table.seats[0].pawn]) == ["swap-meet"]


def test_m103_m96_refill_and_the_hand_of_the_steward() -> None:
    """M102 to M104, R13: to four cards; five as soon as the Squirrel Steward is hired."""
    game = position(hands=[["squirrel-steward", "forage"]], resources=[{"veggie": 2}])
    game.apply(play("squirrel-steward"))
    for _ in range(4):
        assert game.actor == "chance"
        game.apply(game.choices()[0])
    assert len(game.table.seats[0].hand) == 5
    assert game.actor == 1


def test_m105_reshuffle_in_the_middle_of_a_refill() -> None:
    """M105, M106: only when a card is needed; the card just used is in the new deck."""
    hands = [["forage", "tailwind"], ["haggle"]]
    game = position(hands=hands, deck=["odd-jobs"], discard=["dawn-catch", "ice-shed"])
    visit(game, "forage", "mending-bench")
    game.apply(END)
    assert game.choices() == [drawn("odd-jobs")]
    assert game.table.shuffles == 0
    game.apply(drawn("odd-jobs"))
    assert game.choices() == [drawn("dawn-catch"), drawn("ice-shed"), drawn("forage")]
    assert game.table.discard == set()
    assert game.table.shuffles == 1
    assert game.table.era[NUMBER["ice-shed"]] == 1
    assert game.table.era[NUMBER["odd-jobs"]] == 0
    act(game, drawn("ice-shed"), drawn("forage"))
    assert game.choices() == [move("haggle")]  # four again; the last card waits in the deck
    assert game.table.deck == {NUMBER["dawn-catch"]}


def test_r12_deck_and_discard_pile_both_empty() -> None:
    """R12, M109: draw what there is; an empty hand passes, and refills if it can."""
    game = position(hands=[["forage"], []], deck=[])
    visit(game, "forage", "mending-bench")
    game.apply(END)
    assert game.choices() == [drawn("forage")]  # reshuffled alone
    game.apply(drawn("forage"))
    assert (game.actor, game.choices()) == (1, [PASS])
    game.apply(PASS)
    assert game.actor == 0


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("has_attended", [False, True])
def test_m110_m114_end_by_each_seat(players: int, has_attended: bool) -> None:
    """M110 to M118, R10: the last house, built or attending; two more turns each, the end player last."""
    for end_seat in range(players):
        hands = [[card] for card in ("forage", "haggle", "odd-jobs", "tailwind", "driftwood")[:players]]
        hands[end_seat] = ["wishing-pool"]
        game = position(
            players,
            upper=[*LOOP[:2], "roof-raising"],
            owners={"roof-raising": (end_seat + 1) % players},
            hands=hands,
            seat=end_seat,
            houses=[1] * players,
            resources=[{"veggie": 2, "fish": 1, "cloth": 1}] * players,
        )
        if has_attended:
            visit(game, "wishing-pool", "roof-raising")
            act(game, do(0))
            assert game.stage == "draws"  # with one plank only the end of the turn is left
        else:
            act(game, play("wishing-pool"), SPOT)
        assert game.end_seat == end_seat
        assert [mine.tokens for mine in game.table.seats] == [1] * players
        let_chance(game)
        order: list[str | int] = []
        while game.actor is not None:
            assert game.turn == 1 + len(order) + 1
            order.append(game.actor)
            game.apply(game.choices()[0])  # a move with the lowest card
            game.apply(game.choices()[0])
            if game.stage == "visit":
                game.apply(END)
            assert game.end_seat == end_seat  # M120
            let_chance(game)
        round_of_turns = [(end_seat + 1 + step) % players for step in range(players)]
        assert order == round_of_turns * 2


def test_m117_zoom_token() -> None:
    """M117, M118: with a number only, with any kind of card, once."""
    game = position(upper=NINE_UPPER, lower=NINE_LOWER, hands=[["forage", "tailwind", "dawn-catch"]])
    game.table.seats[0].tokens = 1
    listed = [move("forage"), move("tailwind"), move("dawn-catch"), token("forage"), token("dawn-catch")]
    assert game.choices() == sorted(listed)
    game.apply(token("forage"))
    assert len(stops(game)) == 8
    assert game.table.seats[0].tokens == 0
    game.apply(stop("soup-kettle"))
    assert END in game.choices()
    assert len(game.choices()) == 3  # M117: the Action's effect all the same


def test_m142_m143_winners_share_a_tie() -> None:
    """M142, M143: the highest total wins, no tie-breaker; M119: tokens score nothing."""
    game = position(3, resources=[{"coin": 4}, {"coin": 5, "lily": 2}, {"veggie": 1, "fish": 1, "coin": 3}])
    game.table.seats[2].tokens = 1
    assert game.scores() == [2, 2, 1]
    assert game.winners() == [0, 1]


def test_answers_that_are_no_choice_are_refused() -> None:
    """What is not listed cannot be done."""
    game = position(hands=[["forage"]])
    with pytest.raises(ValueError, match="not a choice"):
        game.apply(move("haggle"))
    with pytest.raises(ValueError, match="not a choice"):
        game.apply(DRAWN + 10)


def test_helpers_that_move_further_back_or_by_zoom() -> None:
    """M96: reach, back and zoom, for their owner only, together and with Zooms as they say."""

    def reached(helpers: list[str], card: str, owner: int = 0) -> set[str]:
        game = position(
            upper=NINE_UPPER,
            lower=NINE_LOWER,
            pawns=["swap-meet"],
            hands=[[card]],
            helpers=[helpers, []] if owner == 0 else [[], helpers],
        )
        game.apply(move(card))
        return stops(game)

    ahead = ["dressmaker", "smoke-hut", "dawn-catch", "twin-scales", "willow-larder"]
    assert reached([], "forage") == set(ahead[:3])
    assert reached(["otter-guide"], "forage") == set(ahead)
    assert reached(["otter-guide"], "forage", owner=1) == set(ahead[:3])
    assert reached(["patient-heron"], "forage") == {*ahead[:3], "soup-kettle", "art-supplies"}
    assert reached(["patient-heron", "otter-guide"], "lily-punt") == {*NINE_UPPER, *NINE_LOWER} - {"swap-meet"}
    assert len(reached(["hare-courier"], "forage")) == 8
    assert reached(["hare-courier"], "ice-shed") == set(ahead[:4])
    game = position(hands=[["forage"]], helpers=[["hare-courier"]])
    game.table.seats[0].tokens = 1
    assert game.choices() == [move("forage")]  # a Zoom already


def test_discount_and_the_gift_for_building() -> None:
    """M75, M96: a Coin less for Booths, Events too, never below nothing; Cloth and a Lily for building."""
    helpers = [["mole-builder", "field-mouse-seamster"]]
    hand = ["art-supplies", "roof-raising", "patchwork-parade", "frog-porter"]
    game = position(hands=[hand], resources=[{"cloth": 2, "tool": 2}], helpers=helpers)
    moves = {move(card) for card in hand}
    built = {play("art-supplies"), play("roof-raising"), play("patchwork-parade")}
    assert set(game.choices()) == moves | built
    act(game, play("patchwork-parade"), SPOT)
    assert have(game) == {"cloth": 2, "tool": 1, "lily": 1}


def test_m75_goods_of_choice_in_a_cost() -> None:
    """M75, M76: the named part less the discount, then the Goods of choice, then the end spot."""
    cost = Payment({"coin": 1, "fish": 1}, "different", 2)
    changes = {"art-supplies": {"cost": cost}}
    stock = {"veggie": 1, "fish": 2, "lily": 1}
    game = position(hands=[["art-supplies"]], resources=[stock], changes=changes)
    assert game.choices() == [move("art-supplies")]
    game = position(hands=[["art-supplies"]], resources=[stock], changes=changes, helpers=[["mole-builder"]])
    game.apply(play("art-supplies"))
    assert game.choices() == [pay("veggie", "fish"), pay("veggie", "lily"), pay("fish", "lily")]
    act(game, pay("veggie", "lily"), SPOT)
    assert have(game) == {"fish": 1}
    game = position(hands=[["art-supplies"]], resources=[{"coin": 1, "fish": 1, "lily": 5}], changes=changes)
    assert game.choices() == [move("art-supplies")]  # the named Fish is no Good of choice any more


def test_occasions_of_moving_and_hiring() -> None:
    """M96: gifts for an Action, a Zoom, one step, a meeting; for hiring another Helper, not this one."""
    whens = {"otter-guide": "action", "patient-heron": "zoom", "mole-builder": "stroll", "toll-beaver": "hire"}
    goods = {"otter-guide": "veggie", "patient-heron": "fish", "mole-builder": "tool", "toll-beaver": "cloth"}
    changes = {
        helper: {"ability": Ability("when", when=when, amounts={goods[helper]: 1})} for helper, when in whens.items()
    }
    helpers = [[*whens, "gossiping-vole"]]

    def gifts(card: str, booth: str, other_pawn: str = "swap-meet") -> dict[str, int]:
        game = position(hands=[[card]], helpers=helpers, changes=changes, pawns=["swap-meet", other_pawn])
        visit(game, card, booth)
        return have(game)

    assert gifts("forage", "dressmaker") == {"veggie": 1, "tool": 1}
    assert gifts("tailwind", "willow-larder") == {"veggie": 1, "fish": 1}
    assert gifts("dawn-catch", "willow-larder", "willow-larder") == {"lily": 1}
    assert gifts("dawn-catch", "willow-larder", "dressmaker") == {}
    for hired, gained in (("toll-beaver", {}), ("patient-heron", {"cloth": 1})):
        owned = [[]] if hired == "toll-beaver" else [["toll-beaver"]]
        changes_here: dict[str, dict[str, Any]] = {
            **changes,
            hired: {**changes[hired], "cost": CARDS[NUMBER["forage"]].cost},
        }
        game = position(hands=[[hired]], helpers=owned, changes=changes_here)
        game.apply(play(hired))
        assert have(game) == gained
