"""Printed values of Glassworks by name: each can be found, each is what it says, each can be another."""

import pytest

from rivertable.core.errors import DataError, UnknownNameError
from rivertable.glassworks import GAME

STANDARD = GAME.printed.load()


def test_a_value_as_it_is_changes_nothing() -> None:
    for value in GAME.printed.list_values(GAME.printed.load()):
        if value.now is not None:
            assert GAME.printed.with_value(STANDARD, value.name, value.now).sha256 == STANDARD.sha256, value.name


def test_every_value_can_be_another_and_each_is_its_own() -> None:
    changed = {
        value.name: GAME.printed.with_value(STANDARD, value.name, 1 if value.now is None else value.now - 1)
        for value in GAME.printed.list_values(GAME.printed.load())
        if value.name not in ("stones.triangle", "stones.circle", "stones.hexagon", "row_vp.0")
        and not value.name.startswith("pieces")
    }
    hashes = {components.sha256 for components in changed.values()}
    assert STANDARD.sha256 not in hashes
    assert len(hashes) == len(changed)
    assert {components.name for components in changed.values()} == {"standard"}


def test_values_stand_where_their_names_say() -> None:
    """G3, G35, G37, G38, G29, G1."""

    def document(name: str, value: int) -> dict:
        return GAME.printed.with_value(STANDARD, name, value).document()

    assert document("stones", 2)["stones"] == (2,) * 6
    assert document("stones.circle", 3)["stones"] == (1, 2, 3, 2, 1, 2)
    assert document("row_vp.5", 99)["row_vp"] == (0, 1, 2, 4, 7, 99, 16, 22)
    assert document("column_vp.7", 5)["column_vp"][6] == (5, 10, 15, 20, 25)
    assert document("column_vp.2.5", 70)["column_vp"][1] == (2, 4, 6, 8, 70)
    assert document("overflow_vp", -5)["overflow_vp"] == -5
    assert document("inventory_trigger", 12)["inventory_trigger"] == 12
    assert document("pieces.light_blue.heart", 9)["pieces"]["light blue"] == (3, 9, 3, 3, 3, 3)
    assert document("pieces.orange", 2)["pieces"]["orange"] == (2,) * 6


def test_a_column_is_a_number_a_piece_only_while_it_is_one() -> None:
    now = {
        value.name: value.now
        for value in GAME.printed.list_values(GAME.printed.with_value(STANDARD, "column_vp.2.5", 70))
    }
    assert (now["column_vp.1"], now["column_vp.2"], now["column_vp.2.5"]) == (1, None, 70)
    assert (now["stones"], now["pieces.black"], now["pieces.white"]) == (None, 2, None)


def test_what_cannot_be_played_is_refused() -> None:
    for name in ("column_vp.8", "column_vp.0", "pieces.red", "stones.star", "name", "row_vp.1.2", ""):
        with pytest.raises(UnknownNameError, match="no printed value"):
            GAME.printed.with_value(STANDARD, name, 1)
    with pytest.raises(DataError, match="overflow_vp = 3 has 1 fault"):
        GAME.printed.with_value(STANDARD, "overflow_vp", 3)
    with pytest.raises(DataError, match="fault"):
        GAME.printed.with_value(STANDARD, "pieces.white", 35)
