"""Refusals: one class each, with a code, a sentence and the rule."""

import inspect
import pickle
import re
from pathlib import Path

import pytest

from rivertable.core import errors
from rivertable.core.errors import (
    AmbiguousMoveError,
    ChanceError,
    DataError,
    IllegalMoveError,
    MalformedMoveError,
    MissingExtraError,
    MoveError,
    OptionError,
    PositionError,
    RecordError,
    RivertableError,
    UnknownNameError,
)

SOURCES = Path(errors.__file__).parents[1]
CLASSES = [found for _, found in inspect.getmembers(errors, inspect.isclass) if issubclass(found, RivertableError)]
ROOTS = {RivertableError, MoveError}
CODES = {
    RivertableError: "refused",
    MoveError: "bad-move",
    MalformedMoveError: "malformed-move",
    IllegalMoveError: "illegal-move",
    AmbiguousMoveError: "ambiguous-move",
    PositionError: "bad-position",
    ChanceError: "bad-chance",
    RecordError: "bad-record",
    OptionError: "bad-option",
    DataError: "bad-data",
    MissingExtraError: "missing-extra",
    UnknownNameError: "unknown-name",
}


def test_every_class_has_its_own_code() -> None:
    assert {found: found.code for found in CLASSES} == CODES
    assert len(set(CODES.values())) == len(CODES)


@pytest.mark.parametrize("kind", CLASSES)
def test_every_refusal_is_a_sentence_with_a_code(kind: type[RivertableError]) -> None:
    error = kind("It cannot be.")
    assert isinstance(error, RivertableError) and isinstance(error, Exception)
    assert (error.sentence, str(error), error.rule) == ("It cannot be.", "It cannot be.", None)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind and vars(again) == vars(error) and str(again) == str(error)


@pytest.mark.parametrize("kind", [found for found in CLASSES if not issubclass(found, DataError)])
def test_a_refusal_names_its_rule(kind: type[RivertableError]) -> None:
    error = kind("It cannot be.", rule="G14")
    assert error.rule == "G14"
    assert str(error) == ("It cannot be." if kind is UnknownNameError else "It cannot be. (G14)")


def test_a_refusal_is_made_of_a_template_and_values() -> None:
    """G14."""
    template = "Next to tile {onto} you can gather tile {neighbours:or}, not {gather}."
    error = IllegalMoveError(template, rule="G14", onto=3, neighbours=["2", "4"], gather=6)
    assert error.sentence == "Next to tile 3 you can gather tile 2 or 4, not 6." and error.template == template
    assert error.values == {"onto": 3, "neighbours": ["2", "4"], "gather": 6}
    again = pickle.loads(pickle.dumps(error))
    assert vars(again) == vars(error) and str(again) == str(error) == f"{error.sentence} (G14)"
    whole = RivertableError("It looks like {this}.")
    assert (whole.sentence, whole.template, whole.values) == ("It looks like {this}.", "It looks like {this}.", {})


def test_what_else_a_refusal_tells() -> None:
    ambiguous = AmbiguousMoveError("It fits 2 moves.", choices=("a", "b"), rule="G20")
    assert (ambiguous.choices, str(ambiguous)) == (("a", "b"), "It fits 2 moves. (G20)")
    record = RecordError("It cannot be.", where="turns[3].move", rule="G12")
    assert (record.where, str(record)) == ("turns[3].move", "turns[3].move: It cannot be. (G12)")
    data = DataError("The file has 2 faults:", faults=("One.", "Two."))
    assert str(data) == "The file has 2 faults:\n- One.\n- Two."
    for error in (ambiguous, record, data):
        again = pickle.loads(pickle.dumps(error))
        assert vars(again) == vars(error) and str(again) == str(error)


def test_refusals_can_be_caught_as_the_language_does() -> None:
    assert all(issubclass(kind, MoveError) for kind in (MalformedMoveError, IllegalMoveError, AmbiguousMoveError))
    values = (MoveError, PositionError, ChanceError, RecordError, OptionError, DataError)
    assert all(issubclass(kind, ValueError) for kind in values)
    assert issubclass(UnknownNameError, KeyError)


@pytest.mark.parametrize("kind", [found for found in CLASSES if found not in ROOTS])
def test_every_class_is_raised_somewhere_and_roots_never(kind: type[RivertableError]) -> None:
    code = "\n".join(path.read_text("utf-8") for path in sorted(SOURCES.rglob("*.py")))
    assert re.search(rf"(raise|return) {kind.__name__}\(", code)
    for root in ROOTS:
        assert not re.search(rf"raise {root.__name__}\(", code)
