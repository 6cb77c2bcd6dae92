"""Options: presets, what differs from them, and exact words for what does not exist."""

from typing import Any

import pytest

from rivertable.core.errors import OptionError
from rivertable.core.options import Option, Options
from rivertable.glassworks import GAME

KNOWN = (Option("is_deep", "The lake is deep.", "G1"), Option("is_wide", "The lake is wide.", "G2"))
PRESETS = {"plain": {"is_deep": False, "is_wide": False}, "grand": {"is_deep": True, "is_wide": True}}


def options(preset: str = "plain", changes: dict[str, Any] | None = None) -> Options:
    """Options of a lake."""
    return Options(KNOWN, PRESETS, preset, changes)


def test_a_preset_sets_every_option() -> None:
    for name, values in PRESETS.items():
        chosen = options(name)
        assert (chosen.preset, dict(chosen), chosen.changes) == (name, values, {})
        assert len(chosen) == 2 and list(chosen) == ["is_deep", "is_wide"] and "is_deep" in chosen
        assert chosen.document() == {"preset": name}
        assert chosen.text() == name


def test_a_change_counts_only_where_it_differs() -> None:
    chosen = options("grand", {"is_wide": False, "is_deep": True})
    assert dict(chosen) == {"is_deep": True, "is_wide": False}
    assert chosen.changes == {"is_wide": False}
    assert chosen.document() == {"preset": "grand", "is_wide": False}
    assert chosen.text() == "grand+is_wide=no"
    assert repr(chosen) == "<Options grand+is_wide=no>"
    assert options("plain", {"is_wide": True}).text() == "plain+is_wide=yes"


def test_options_are_equal_by_preset_and_changes() -> None:
    one, same = (
        options("plain", {"is_deep": True, "is_wide": True}),
        options("plain", {"is_wide": True, "is_deep": True}),
    )
    assert one == same and hash(one) == hash(same)
    assert len({one, same, options("grand"), options("plain"), options("plain", {"is_deep": False})}) == 3
    assert (
        one != options("plain", {"is_deep": True}) and dict(one) == dict(options("grand")) and one != options("grand")
    )
    assert one != dict(one) and one != "plain"


def test_changing_the_presets_later_changes_nothing() -> None:
    presets = {"plain": {"is_deep": False}}
    chosen = Options(KNOWN[:1], presets, "plain")
    presets["plain"]["is_deep"] = True
    assert not chosen["is_deep"]


@pytest.mark.parametrize(
    ("preset", "changes", "sentence"),
    [
        ("mine", None, "There is no preset 'mine'; there are plain, grand."),
        ("plain", {"is_long": True}, "There is no option 'is_long'; there are is_deep, is_wide, and preset."),
        ("plain", {"is_deep": "yes"}, "The option is_deep is true or false, not 'yes'."),
        ("plain", {"is_deep": 1}, "The option is_deep is true or false, not 1."),
        ("plain", {"is_deep": None}, "The option is_deep is true or false, not None."),
    ],
)
def test_what_does_not_exist_is_refused(preset: str, changes: dict[str, Any] | None, sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        options(preset, changes)
    assert (caught.value.sentence, caught.value.code) == (sentence, "bad-option")


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(OptionError, match="There is no option 'x'; there are none, and preset"):
        Options((), {"plain": {}}, "plain", {"x": True})


def test_options_of_glassworks() -> None:
    assert [(option.name, option.rule) for option in GAME.options] == [
        ("inventory_counts_overflow", "G23"),
        ("lake_draws_after_trigger", "G32"),
    ]
    assert all(option.sentence.endswith(".") and option.rule in GAME.rulebook for option in GAME.options)
    assert GAME.make_options() == GAME.make_options("rulebook") != GAME.make_options("bga")
    assert dict(GAME.make_options("bga")) == {"inventory_counts_overflow": True, "lake_draws_after_trigger": False}
    for option in GAME.options:
        for preset, values in GAME.presets.items():
            changed = GAME.make_options(preset, {option.name: not values[option.name]})
            assert changed.changes == {option.name: not values[option.name]}
