"""Printed data for programs, and as the text of a file."""

from dataclasses import replace
from pathlib import Path

import pytest

from rivertable.core.documents import as_document
from rivertable.core.errors import DataError
from rivertable.glassworks import GAME, GlassworksComponents
from rivertable.glassworks.printed.components import standard

from .printed_data import COLOURS, ENDLESS, SHAPES, STANDARD
from .tables import components_of

ALTERED = replace(
    standard(),
    name='the "other" one\n',
    stones=(2, 2, 2, 1, 1, 1),
    overflow_vp=-2,
    five_players_only=(),
    sources=(*standard().sources[:3], ("overflow_vp", "our \\ own: inferred")),
)


@pytest.mark.parametrize("components", [standard(), ALTERED, components_of(ENDLESS)])
def test_the_text_of_a_file_holds_the_same_data(components: GlassworksComponents, tmp_path: Path) -> None:
    text = components.text
    again = GAME.printed.parse(text, "mine")
    assert again.sha256 == components.sha256 and again.name == components.name
    assert dict(again.sources).items() >= dict(components.sources).items()
    assert replace(again, sources=components.sources) == components
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    assert GAME.printed.load(path) == again


def test_faults_of_a_text_name_it() -> None:
    with pytest.raises(DataError, match=r"The components file mine has 8 faults:"):
        GAME.printed.parse("", "mine")
    with pytest.raises(DataError, match=r"The components file mine is not valid TOML"):
        GAME.printed.parse("name =", "mine")


def test_what_programs_get_of_the_standard_edition() -> None:
    """G1, G2, G3, G29, G35, G37, G38: every value equals the tests' own table."""
    document = GAME.printed.write_components(standard())
    assert as_document(GAME.printed.ComponentsDocument, document) == document
    assert (document["colours"], document["shapes"]) == (COLOURS, SHAPES)
    for key in ("stones", "pieces", "row_vp", "column_vp", "overflow_vp", "inventory_trigger"):
        assert document[key] == STANDARD[key]  # type: ignore[literal-required]
    assert document["sha256"] == standard().sha256 and document["name"] == "standard"
    assert document["five_players_only"] == ["black"] and (document["satchel"], document["lake"]) == (5, 5)
    assert document["inferred"] == ["stones", "row_vp", "column_vp", "pieces"]
    assert document["sources"]["overflow_vp"] == "A B R H"


def test_what_programs_get_of_an_altered_edition() -> None:
    document = GAME.printed.write_components(ALTERED)
    assert as_document(GAME.printed.ComponentsDocument, document)
    assert document["stones"]["triangle"] == 2 and document["inferred"][-1] == "overflow_vp"
