"""Names of bots as people write them, parameters and Rivals included."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rivertable.bots import LEVELS, bots_of, check_bot, find_rival, is_rival, make_bot, read_bots, rivals_of, split_bots
from rivertable.core.errors import UnknownNameError
from rivertable.glassworks import GAME as GLASSWORKS
from rivertable.market import GAME as MARKET
from rivertable.market import Position as MarketPosition

SPLIT = {
    "novice": ("novice",),
    "novice,random": ("novice", "random"),
    " novice , random ": ("novice", "random"),
    "search:time=2,threads=2": ("search:time=2,threads=2",),
    "search:time=2,threads=2,novice": ("search:time=2,threads=2", "novice"),
    "novice, search:time=2, threads=2, search:playouts=9": ("novice", "search:time=2,threads=2", "search:playouts=9"),
    "rival:pike,rival:crane": ("rival:pike", "rival:crane"),
    "search:weights=a=b,c=d:e": ("search:weights=a=b,c=d:e",),
    "": ("",),
    "novice,": ("novice", ""),
}


@pytest.mark.parametrize("text", SPLIT)
def test_a_comma_before_a_parameter_does_not_part_bots(text: str) -> None:
    assert split_bots(text) == SPLIT[text]


WORD = st.from_regex(r"[a-z]{1,6}", fullmatch=True)
BOT = st.builds(
    lambda name, values: name + (":" + ",".join(f"{key}={value}" for key, value in values) if values else ""),
    WORD,
    st.lists(st.tuples(WORD, st.integers(0, 99)), max_size=3),
)


@given(st.lists(BOT, min_size=1, max_size=5))
def test_what_is_joined_by_commas_is_parted_again(bots: list[str]) -> None:
    assert split_bots(",".join(bots)) == tuple(bots)


def test_a_parameter_without_a_bot_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="The parameter 'time=2' has no bot before it"):
        split_bots("time=2,novice")


def test_rivals_belong_to_one_game() -> None:
    assert read_bots("rival:pike,novice", GLASSWORKS) == ("rival:pike", "novice")
    check_bot("rival:fox", MARKET)
    with pytest.raises(UnknownNameError, match="The Rival Fox plays River Market, not River Valley Glassworks"):
        check_bot("rival:fox", GLASSWORKS)
    with pytest.raises(UnknownNameError, match="There is no Rival 'rival:shark'; there are rival:duckling, "):
        read_bots("novice,rival:shark", GLASSWORKS)
    position = MarketPosition.new(players=2, seed=1)
    with pytest.raises(UnknownNameError, match="Pike plays River Valley Glassworks, not River Market"):
        make_bot("rival:pike").choose(position.view(position.seat))


def test_bots_of_a_game_are_its_levels_and_its_rivals() -> None:
    assert list(rivals_of(GLASSWORKS)) == [f"rival:{name}" for name in ("duckling", "magpie", "vole", "crane", "pike")]
    assert list(bots_of(GLASSWORKS)) == [*LEVELS, *rivals_of(GLASSWORKS)]
    assert list(bots_of(MARKET)) == [*LEVELS, "rival:fox"]
    assert all(sentence.endswith(".") for sentence in bots_of(GLASSWORKS).values())
    assert is_rival("rival:pike") and not is_rival("novice") and not is_rival(None)
    game, rival = find_rival("rival:pike")
    assert game is GLASSWORKS
    assert (rival.name, rival.title) == ("pike", "Pike")
