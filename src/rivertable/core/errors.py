"""Every refusal: an exact class with a code, a sentence and, where a rule is behind it, the rule's id.

What only some need and a plain install does not bring are the extras of the package. Without one :func:`require`
refuses.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from .wording import Said, Value, fill, plain_values


class RivertableError(Exception):
    """The root of all refusals of this package.

    A refusal of what a player does is made of a template and the values of its places, so that it can be worded in
    other languages. Where nobody needs that the template is the whole sentence, and there are no values.

    Attributes:
        code: a short stable word for programs, such as ``"illegal-move"``.
        sentence: one sentence for people, in English.
        template: the same with places for values, as :func:`~rivertable.core.wording.fill` takes it.
        values: what fills the places: plain JSON.
        rule: the id of the rule behind the refusal (``"G14"``), or ``None``.
    """

    code = "refused"

    def __init__(self, template: str, /, *, rule: str | None = None, **values: Value | Said) -> None:
        self.sentence = fill(template, values)
        super().__init__(self.sentence)
        self.template = template
        self.values = plain_values(values)
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else self.sentence


class MoveError(RivertableError, ValueError):
    """A move that cannot be taken; the root of the three exact cases."""

    code = "bad-move"


class MalformedMoveError(MoveError):
    """The text or JSON does not say a move at all."""

    code = "malformed-move"


class IllegalMoveError(MoveError):
    """The move is well said, but the rules do not allow it now; ``rule`` tells which."""

    code = "illegal-move"


class AmbiguousMoveError(MoveError):
    """The text fits several legal moves; ``choices`` holds their exact notations."""

    code = "ambiguous-move"

    def __init__(
        self, template: str, /, *, choices: tuple[str, ...] = (), rule: str | None = None, **values: Value | Said
    ) -> None:
        super().__init__(template, rule=rule, **values)
        self.choices = choices


class PositionError(RivertableError, ValueError):
    """A text or document that is no possible position."""

    code = "bad-position"


class ChanceError(RivertableError, ValueError):
    """A chance outcome that cannot happen, or a recorded source that has no more of them."""

    code = "bad-chance"


class RecordError(RivertableError, ValueError):
    """A game record that cannot be read or does not follow the rules; ``where`` names the place in it."""

    code = "bad-record"

    def __init__(self, template: str, /, *, where: str = "", rule: str | None = None, **values: Value | Said) -> None:
        super().__init__(template, rule=rule, **values)
        self.where = where

    def __str__(self) -> str:
        text = super().__str__()
        return f"{self.where}: {text}" if self.where else text


class OptionError(RivertableError, ValueError):
    """An option or a number of players that the game does not have."""

    code = "bad-option"


class DataError(RivertableError, ValueError):
    """A file of printed data with faults; ``faults`` holds one sentence each."""

    code = "bad-data"

    def __init__(self, sentence: str, /, *, faults: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join((self.sentence, *(f"- {fault}" for fault in self.faults)))


class UnknownNameError(RivertableError, KeyError):
    """A game, bot or rule id that does not exist."""

    code = "unknown-name"

    def __str__(self) -> str:
        return self.sentence


class MissingExtraError(DataError, ImportError):
    """A package that is not installed; the sentence names the extra that brings it."""

    code = "missing-extra"


def require(module: str, extra: str) -> ModuleType:
    """Import a module that an extra brings.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        missing = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != missing:
            raise
        raise MissingExtraError(
            f"{missing} is not installed; it comes with the extra {extra!r}: "
            f"pip install '.[{extra}]' in a copy of the repository."
        ) from error
