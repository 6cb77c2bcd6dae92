"""One player's things while a record is checked, and the small demands on a record's form."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .printed_data import COLUMN_COUNT, COLUMN_HEIGHT, PIECE_NAMED, Piece


class RecordError(Exception):
    """A record breaks a rule or its form; the text says where and how."""


def demand(is_met: bool, sentence: str) -> None:
    """Raise RecordError with the sentence unless the demand is met."""
    if not is_met:
        raise RecordError(sentence)


def keys_of(document: dict[str, Any], needed: str, allowed: str) -> None:
    """Demand an object with all the needed keys and otherwise only allowed ones (both space-separated)."""
    demand(isinstance(document, dict), f"an object with {needed} is expected, not {document!r}")
    missing = set(needed.split()) - set(document)
    extra = set(document) - set(needed.split()) - set(allowed.split())
    demand(not missing, f"{sorted(missing)} missing in {sorted(document)}")
    demand(not extra, f"{sorted(extra)} not expected in {sorted(document)}")


def pieces_of(listed: list[str]) -> Counter[Piece]:
    """The pieces of a list of names, which has no order; KeyError for a name that is no piece."""
    demand(isinstance(listed, list), f"a list of pieces is expected, not {listed!r}")
    return Counter(PIECE_NAMED[piece_name] for piece_name in listed)


@dataclass
class Board:
    """Satchel, glassworks and overflow of one player.

    `open_spills` holds, by colour, gathered pieces of which so many went to overflow, the record not yet
    having said which ones. A column fills up only once, so a colour is open once at most.
    """

    satchel: Counter[Piece] = field(default_factory=Counter)
    columns: list[tuple[str, int]] = field(default_factory=list)
    overflow: Counter[Piece] = field(default_factory=Counter)
    open_spills: dict[str, tuple[Counter[Piece], int]] = field(default_factory=dict)

    def gather(self, colour: str, pieces: Counter[Piece]) -> None:
        """G20 to G22 for the gathered pieces of one colour."""
        if not pieces:
            return
        colours = [name for name, _ in self.columns]
        if colour not in colours:
            if len(colours) == COLUMN_COUNT:
                self.overflow += pieces  # G22
                return
            colours.append(colour)
            self.columns.append((colour, 0))  # G20
        place = colours.index(colour)
        room = COLUMN_HEIGHT - self.columns[place][1]
        kept = min(room, pieces.total())
        self.columns[place] = (colour, self.columns[place][1] + kept)  # G21
        spilled = pieces.total() - kept  # G22
        if kept == 0:
            self.overflow += pieces
        elif spilled > 0:
            self.open_spills[colour] = (pieces, spilled)

    def overflow_count(self) -> int:
        """How many pieces lie in overflow."""
        return self.overflow.total() + sum(count for _, count in self.open_spills.values())

    def inventory(self, is_overflow_counted: bool) -> int:
        """G23: the marker's place, with or without the option."""
        in_glassworks = sum(height for _, height in self.columns)
        return in_glassworks + (self.overflow_count() if is_overflow_counted else 0)

    def settle(self, written: Counter[Piece]) -> bool:
        """Whether the overflow a state names is possible; if so it is from now on the known one."""
        if not self.overflow <= written:
            return False
        rest = written - self.overflow
        for colour, (pieces, count) in self.open_spills.items():
            spilled = Counter({piece: n for piece, n in rest.items() if piece[0] == colour})
            if spilled.total() != count or not spilled <= pieces:
                return False
            rest -= spilled
        if rest:
            return False
        self.overflow = Counter(written)
        self.open_spills = {}
        return True
