"""Printed data as plain JSON for programs that draw it, and as the text of a file."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from ...core.words.toml_text import toml_pair
from ..documents import ColourName, ShapeName
from ..kernel.state import COLOUR_NAMES, COLOURS, COLUMNS, LAKE, ROWS, SATCHEL, SHAPE_NAMES, SHAPES
from .components import GlassworksComponents


class ComponentsDocument(BaseModel):
    """All that is printed, and the sizes of what is drawn.

    Attributes:
        stones: stones on each tile, by the shape that it shows (G3).
        row_vp: VP for 0 to 7 spaces of a row filled from the left (G35).
        column_vp: VP by column from the left and height from 1 (G37).
        overflow_vp: VP for each piece in overflow (G38).
        inventory_trigger: where the inventory marker triggers the end (G29).
        pieces: how many pieces there are, by colour and shape (G1, G2).
        five_players_only: colours that are in the bag with five players only (G6).
        satchel: what a satchel holds between turns (G25).
        lake: what the lake is filled to (G9).
        sources: where each value comes from, in the words of the file.
        inferred: the values of which some part is printed nowhere.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    name: str
    sha256: str
    colours: Annotated[list[ColourName], Field(min_length=COLOURS, max_length=COLOURS)]
    shapes: Annotated[list[ShapeName], Field(min_length=SHAPES, max_length=SHAPES)]
    stones: dict[ShapeName, int]
    row_vp: Annotated[list[int], Field(min_length=COLUMNS + 1, max_length=COLUMNS + 1)]
    column_vp: Annotated[
        list[Annotated[list[int], Field(min_length=ROWS, max_length=ROWS)]],
        Field(min_length=COLUMNS, max_length=COLUMNS),
    ]
    overflow_vp: int
    inventory_trigger: int
    pieces: dict[ColourName, dict[ShapeName, int]]
    five_players_only: list[ColourName]
    satchel: int
    lake: int
    sources: dict[str, str]
    inferred: list[str]


def write_components(components: GlassworksComponents) -> dict[str, Any]:
    """Return printed data as plain JSON."""
    return {
        "name": components.name,
        "sha256": components.sha256,
        "colours": list(COLOUR_NAMES),
        "shapes": list(SHAPE_NAMES),
        "stones": _by_shape(components.stones),
        "row_vp": list(components.row_vp),
        "column_vp": [list(column) for column in components.column_vp],
        "overflow_vp": components.overflow_vp,
        "inventory_trigger": components.inventory_trigger,
        "pieces": {colour: _by_shape(counts) for colour, counts in zip(COLOUR_NAMES, components.pieces, strict=True)},
        "five_players_only": list(components.five_players_only),
        "satchel": SATCHEL,
        "lake": LAKE,
        "sources": dict(components.sources),
        "inferred": [key for key, source in components.sources if "inferred" in source],
    }


def _by_shape(counts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(SHAPE_NAMES, counts, strict=True))


def components_text(components: GlassworksComponents) -> str:
    """Return the text of a components file that holds this data, with its name and sources."""
    sources = dict(components.sources)
    lines = [toml_pair("name", components.name)]
    for key, value in components.document().items():
        lines += ["", f"[{key}]"]
        if key == "pieces":
            lines += [toml_pair(colour.replace(" ", "_"), counts) for colour, counts in value.items()]
        else:
            lines.append(toml_pair("value", value))
        if source := sources.get(key):
            lines.append(toml_pair("source", source))
    return "\n".join(lines) + "\n"
