"""Refusals can be worded in any language: their templates are all known, and their values fill them."""

import json
from collections import Counter
from pathlib import Path

import pytest

from refusals import Refusal, refusals, templates
from rivertable.core.wording import places_of
from rivertable.glassworks import GAME as GLASSWORKS
from rivertable.market import GAME as MARKET

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src" / "rivertable"
FOUND = refusals(SOURCES)


def test_what_is_collected(tmp_path: Path) -> None:
    (tmp_path / "made_up.py").write_text(
        "class RivertableError(Exception): ...\n"
        "class ShelfError(errors.RivertableError): ...\n"
        "class TopError(ShelfError): ...\n"
        'raise TopError("Shelf {shelf} is "\n  "full.", rule="G1", shelf=3, choices=())\n'
        'raise ShelfError("It is gone.")\n'
        'raise ShelfError(f"{x} is gone.", **values)\n'
        "class CrateError(DataError): ...\n"
        'raise CrateError("It is broken.")\n'
        'raise ValueError("Nothing.")\n',
        encoding="utf-8",
    )
    assert sorted(refusals(tmp_path), key=lambda refusal: refusal.place) == [
        Refusal("TopError", "Shelf {shelf} is full.", "G1", frozenset({"shelf"}), "made_up.py:4"),
        Refusal("ShelfError", "It is gone.", None, frozenset(), "made_up.py:6"),
        Refusal("ShelfError", None, None, None, "made_up.py:7"),
    ]
    assert templates(tmp_path) == [
        {"template": "It is gone."},
        {"template": "Shelf {shelf} is full.", "rule": "G1"},
    ]


def test_what_a_player_does_is_refused_by_a_template() -> None:
    assert [refusal.place for refusal in FOUND if refusal.template is None] == []
    kinds = {refusal.kind for refusal in FOUND}
    assert {"IllegalMoveError", "MalformedMoveError", "AmbiguousMoveError", "OptionError"} <= kinds
    assert "DeckError" not in kinds and len(FOUND) >= 80


@pytest.mark.parametrize("refusal", [found for found in FOUND if found.template], ids=lambda found: found.place)
def test_a_template_has_a_place_for_each_value(refusal: Refusal) -> None:
    places = places_of(refusal.template or "")
    # A mapping of values is given together with the template in one function; the tests of that function fill it.
    assert refusal.values is None or Counter(set(places)) == Counter(refusal.values)


def test_the_file_lists_every_template_with_its_rules() -> None:
    listed = json.loads((ROOT / "docs" / "schema" / "refusals.json").read_text("utf-8"))
    assert listed == templates(SOURCES)
    rules = {entry["rule"] for entry in listed if "rule" in entry}
    assert {"G14", "M39"} <= rules <= {*GLASSWORKS.rulebook, *MARKET.rulebook}
