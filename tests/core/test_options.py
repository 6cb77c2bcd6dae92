"""Options: presets, what differs from them, their types, and exact words for what does not exist."""

import json
import pickle
import re
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from more_options import SHORE, SIZE, add_options
from rivertable.core.chance import seed_bytes
from rivertable.core.errors import OptionError
from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player, replay
from rivertable.core.options import BooleanOption, Option, Options, OptionSet, OptionValue, value_text
from rivertable.core.record import parse_record
from rivertable.glassworks import GAME, Position

DEEP = BooleanOption("is_deep", "The lake is deep.", "G1")
WIDE = BooleanOption("is_wide", "The lake is wide.", "G2")
TYPED_PRESETS: dict[str, dict[str, OptionValue]] = {
    "plain": {"is_deep": False, "lake_size": 5, "shore": "sand"},
    "grand": {"is_deep": True, "lake_size": 7, "shore": "rock"},
}
PRESETS = {"plain": {"is_deep": False, "is_wide": False}, "grand": {"is_deep": True, "is_wide": True}}
KNOWN = OptionSet(DEEP, WIDE, presets=PRESETS)
TYPED = OptionSet(DEEP, SIZE, SHORE, presets=TYPED_PRESETS)


def options(preset: str = "plain", changes: dict[str, Any] | None = None) -> Options:
    """Options of a lake."""
    return Options(KNOWN, preset, changes)


def typed(preset: str = "plain", changes: dict[str, Any] | None = None) -> Options:
    """Options of a lake that are of every type."""
    return Options(TYPED, preset, changes)


@pytest.fixture
def _more_options(monkeypatch: pytest.MonkeyPatch) -> None:
    add_options(monkeypatch)


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
    chosen = OptionSet(DEEP, presets=presets).make("plain")
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
        OptionSet(presets={"plain": {}}).make("plain", {"x": True})


def test_numbers_and_choices_are_options_as_booleans_are() -> None:
    assert dict(typed("grand")) == TYPED_PRESETS["grand"] and typed("grand").text() == "grand"
    chosen = typed("plain", {"shore": "reed", "lake_size": 4, "is_deep": False})
    assert dict(chosen) == {"is_deep": False, "lake_size": 4, "shore": "reed"}
    assert chosen.changes == {"lake_size": 4, "shore": "reed"}
    assert chosen.document() == {"preset": "plain", "lake_size": 4, "shore": "reed"}
    assert json.dumps(chosen.document()) == '{"preset": "plain", "lake_size": 4, "shore": "reed"}'
    assert chosen.text() == "plain+lake_size=4+shore=reed"
    same = pickle.loads(pickle.dumps(chosen))
    assert same == chosen and hash(same) == hash(chosen) and dict(same) == dict(chosen)
    assert chosen not in (typed(), typed("plain", {"lake_size": 4}), typed("grand", chosen.changes))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"lake_size": 9}, "The option lake_size is a whole number from 3 to 7, not 9."),
        ({"lake_size": 2}, "The option lake_size is a whole number from 3 to 7, not 2."),
        ({"lake_size": True}, "The option lake_size is a whole number from 3 to 7, not True."),
        ({"lake_size": 5.0}, "The option lake_size is a whole number from 3 to 7, not 5.0."),
        ({"lake_size": "5"}, "The option lake_size is a whole number from 3 to 7, not '5'."),
        ({"lake_size": None}, "The option lake_size is a whole number from 3 to 7, not None."),
        ({"shore": "grass"}, "The option shore is sand, reed or rock, not 'grass'."),
        ({"shore": 0}, "The option shore is sand, reed or rock, not 0."),
        ({"shore": ["sand"]}, "The option shore is sand, reed or rock, not ['sand']."),
        ({"lake": 5}, "There is no option 'lake'; there are is_deep, lake_size, shore, and preset."),
    ],
)
def test_a_value_that_an_option_cannot_have_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        typed("plain", changes)
    assert (caught.value.sentence, caught.value.code) == (sentence, "bad-option")


@pytest.mark.parametrize("option", tuple(TYPED), ids=lambda option: option.type)
def test_every_value_is_read_and_parsed_as_itself(option: Option) -> None:
    for value in option.values:
        assert option.read(value) is value
        assert option.parse(value_text(value)) == value and type(option.parse(value_text(value))) is type(value)
        assert TypeAdapter(option.model_field).validate_python(value, strict=True) is value
    for wrong in (
        8,
        -1,
        "grass",
        None,
        4.5,
        *(value for other in TYPED if other is not option for value in other.values),
    ):
        with pytest.raises(OptionError, match=rf"^The option {option.name} is .*, not {re.escape(repr(wrong))}\.$"):
            option.read(wrong)
        with pytest.raises(ValidationError):
            TypeAdapter(option.model_field).validate_python(wrong, strict=True)


def test_what_is_typed_is_parsed_or_refused() -> None:
    assert [DEEP.parse(text) for text in ("yes", "True", "on", "no", "FALSE", "off")] == [True] * 3 + [False] * 3
    assert SIZE.parse("03") == 3
    for option, text, sentence in (
        (DEEP, "maybe", "The option is_deep is yes or no, not 'maybe'."),
        (DEEP, "1", "The option is_deep is yes or no, not '1'."),
        (SIZE, "9", "The option lake_size is a whole number from 3 to 7, not 9."),
        (SIZE, "-5", "The option lake_size is a whole number from 3 to 7, not -5."),
        (SIZE, "yes", "The option lake_size is a whole number from 3 to 7, not 'yes'."),
        (SIZE, "", "The option lake_size is a whole number from 3 to 7, not ''."),
        (SIZE, "\u0665", "The option lake_size is a whole number from 3 to 7, not '\u0665'."),
        (SHORE, "Sand", "The option shore is sand, reed or rock, not 'Sand'."),
    ):
        with pytest.raises(OptionError) as caught:
            option.parse(text)
        assert caught.value.sentence == sentence


def test_an_option_says_its_type_and_what_it_can_be() -> None:
    assert [option.document() for option in TYPED] == [
        {"name": "is_deep", "sentence": "The lake is deep.", "rule": "G1", "type": "boolean"},
        {
            "name": "lake_size",
            "sentence": "So many pieces lie in the lake.",
            "rule": "G24",
            "type": "number",
            "minimum": 3,
            "maximum": 7,
        },
        {
            "name": "shore",
            "sentence": "What lies along the lake.",
            "rule": "G25",
            "type": "choice",
            "choices": ["sand", "reed", "rock"],
        },
    ]


@pytest.mark.usefixtures("_more_options")
def test_options_of_every_type_go_through_texts_positions_and_records() -> None:
    changes: dict[str, OptionValue] = {"lake_draws_after_trigger": False, "lake_size": 3, "shore": "rock"}
    options = GAME.options.make("rulebook", changes)
    assert GAME.options.read(options.text()) == options
    assert GAME.options.parse(None, {"lake_size": "3", "shore": "rock", "lake_draws_after_trigger": "off"}) == options
    with pytest.raises(OptionError, match="There is no option 'lake'"):
        GAME.options.read("rulebook+lake=3")
    with pytest.raises(OptionError, match="The option shore is sand, reed or rock, not ''"):
        GAME.options.read("rulebook+shore")
    match = Match.new(GAME.make_terms(2, options), [Player("One"), Player("Other")], seed_bytes("lake"))
    again = Position.from_text(match.position.text)
    assert again == match.position and again.terms.options == options
    match.play(next(iter(match.position.moves())))
    record = match.record(is_revealed=True)
    assert record["options"] == {"preset": "rulebook", **changes}
    read = replay(parse_record(json.dumps(record), "record"))
    assert read.terms.options == options and read.position == match.position


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_presets_set_what_the_options_of_a_game_can_be(game: Any) -> None:
    word = re.compile("[a-z][a-z0-9_-]*")
    for option in game.options:
        assert option.rule in game.rulebook and option.sentence.endswith(".")
        assert word.fullmatch(option.name)
        assert all(word.fullmatch(value) for value in option.values if isinstance(value, str))
    for preset, values in game.options.presets.items():
        assert list(values) == [option.name for option in game.options]
        assert game.options.read(preset) == game.options.make(preset)
        for option in game.options:
            assert option.read(values[option.name]) in option.values


def test_options_of_glassworks() -> None:
    assert [(option.name, option.rule) for option in GAME.options] == [
        ("inventory_counts_overflow", "G23"),
        ("lake_draws_after_trigger", "G32"),
    ]
    assert all(option.sentence.endswith(".") and option.rule in GAME.rulebook for option in GAME.options)
    assert GAME.options.make() == GAME.options.make("rulebook") != GAME.options.make("bga")
    assert dict(GAME.options.make("bga")) == {"inventory_counts_overflow": True, "lake_draws_after_trigger": False}
    for option in GAME.options:
        for preset, values in GAME.options.presets.items():
            changed = GAME.options.make(preset, {option.name: not values[option.name]})
            assert changed.changes == {option.name: not values[option.name]}
