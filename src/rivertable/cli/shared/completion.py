"""What a shell completes: games, bots, levels, options of a game with their values.

Shells take an answer for a word. Bash breaks words at ``=`` and ``:`` and takes it for what comes after the last of
them, so it is given only that.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from io import StringIO

import typer

from ...core.game import GAMES, Game, rulebook_of

ASKED = "_RIVERTABLE_COMPLETE"
"""The variable by which a shell asks for completion."""
WORDS = "rivertable.words"
"""Where a context keeps the words of its command."""
_BREAKS = "=:"


@contextmanager
def answering() -> Iterator[None]:
    """Have a shell understood that asks, and understand the answer."""
    words, place = os.environ.get("COMP_WORDS", "").split("\n"), os.environ.get("COMP_CWORD", "")
    if os.environ.get(ASKED) != "complete_bash" or not place.isdecimal():
        yield
        return
    whole, at = _joined(words, int(place))
    os.environ["COMP_WORDS"], os.environ["COMP_CWORD"] = "\n".join(whole), str(at)
    typed = whole[at] if at < len(whole) else ""
    broken = max(typed.rfind(sign) for sign in _BREAKS) + 1
    if typed.startswith("--"):
        # An option with its value behind "=": the answers are values.
        broken = max(broken - typed.find("=") - 1, 0)
    answers = StringIO()
    try:
        with redirect_stdout(answers):
            yield
    finally:
        sys.stdout.write("".join(f"{answer[broken:]}\n" for answer in answers.getvalue().splitlines()))


def _joined(words: Sequence[str], place: int) -> tuple[list[str], int]:
    """Return the words as they were typed, and the place of the one at ``place`` among them."""
    found: list[str] = []
    at = 0
    for number, word in enumerate(words):
        if number and (word in _BREAKS or words[number - 1] in _BREAKS) and word and words[number - 1]:
            found[-1] += word
        else:
            found.append(word)
        if number == place:
            at = len(found) - 1
    return found, at


def _answers(words: Iterable[str], incomplete: str, before: str = "") -> list[str]:
    """Return the words that go on from what was typed; ``before`` is the part of it that is another word's."""
    typed = incomplete[len(before) :]
    return [f"{before}{word}" for word in words if word.startswith(typed)]


def games(incomplete: str) -> list[str]:
    """Return the games that begin so."""
    return _answers(GAMES, incomplete)


def bots(context: typer.Context, incomplete: str) -> list[str]:
    """Return the bots that go on from a list of bots."""
    from ...bots import LEVELS, rivals_of
    from ...bots.names import KINDS

    before = incomplete[: incomplete.rfind(",") + 1]
    last = incomplete[len(before) :]
    kind, colon, _ = last.partition(":")
    if colon and kind in KINDS:
        return _answers((f"{kind}:{name}=" for name in KINDS[kind].parameters), incomplete, before)
    of_game = [name for game in _games_of(context) for name in rivals_of(game)]
    return _answers([*LEVELS, *KINDS, *of_game], incomplete, before)


def rivals(context: typer.Context, incomplete: str) -> list[str]:
    """Return the Rivals that go on from a list of Rivals."""
    from ...bots import rivals_of
    from ...bots.player import PREFIX

    names = [name.removeprefix(PREFIX) for game in _games_of(context) for name in rivals_of(game)]
    return _answers(names, incomplete, incomplete[: incomplete.rfind(",") + 1])


def options(context: typer.Context, incomplete: str) -> list[str]:
    """Return ``OPTION=VALUE`` for the options of the game, the preset first."""
    from ...core.options import value_text

    found = []
    for game in _games_of(context):
        found += [f"preset={name}" for name in game.options.presets]
        found += [f"{option.name}={value_text(value)}" for option in game.options for value in option.values]
    return _answers(dict.fromkeys(found), incomplete)


def variations(context: typer.Context, incomplete: str) -> list[str]:
    """Return the names of what a sweep can vary, each with what it is now."""
    from ...lab import balance as lab

    found = []
    for game in _games_of(context):
        base = lab.Setting("", game.options.make(), game.printed.load())
        found += [f"{value.name}={lab.now_of(base, value) or ''}" for value in lab.values_of(game, base)]
    return _answers(found, incomplete)


def rules(context: typer.Context, incomplete: str) -> list[str]:
    """Return the ids of the game's rules."""
    return _answers((rule for name in _names_of(context) for rule in rulebook_of(name)), incomplete)


def editions(context: typer.Context, incomplete: str) -> list[str]:
    """Return the editions of printed data that come with the game; files are the shell's own to complete."""
    return _answers((name for game in _games_of(context) for name in game.printed.EDITIONS), incomplete)


def _games_of(context: typer.Context) -> list[Game]:
    return [GAMES[name] for name in _names_of(context)]


def _names_of(context: typer.Context) -> list[str]:
    """Return the game that was named before, or else all games."""
    # Of a command line that ends in an option without its value nothing is parsed.
    named = [word for word in context.meta.get(WORDS, ()) if word in GAMES]
    return named[:1] or list(GAMES)
