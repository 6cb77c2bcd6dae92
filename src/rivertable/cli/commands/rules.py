"""``rivertable rules``: the rules in our own words, by id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from ...core.errors import UnknownNameError
from ...core.game import Game
from ...core.rulebook import Rule
from ..shared.arguments import ChosenGame, Json
from ..shared.console import say, say_json, tell

_STATUS = {
    "published": "published",
    "inferred": "inferred: no source prints it",
    "reading": "a reading of an open text",
    "house": "a rule of this project, where the sources are silent",
    "unknown": "unknown",
}


def rules(
    game: ChosenGame,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[ID… or words]", help="Ids of rules, or words to search for.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the rules: all titles, rules by id, or those that contain some words."""
    found = find_rules(game, " ".join(words or []))
    if as_json:
        for rule in found:
            say_json(
                {name: getattr(rule, name) for name in Rule.__slots__} | {"tests": game.rulebook.citations(rule.id)}
            )
    else:
        show_rules(game, found, is_whole=len(found) == 1 or _are_ids(game, words or []))


def _are_ids(game: Game, words: Sequence[str]) -> bool:
    return bool(words) and all(word.upper() in game.rulebook for word in words)


def show_rules(game: Game, found: Sequence[Rule], *, is_whole: bool) -> None:
    """Show rules: each whole, or only their titles under their sections."""
    section = ""
    for number, rule in enumerate(found):
        if is_whole:
            if number:
                say()
            for line in rule_lines(game, rule):
                tell(line)
            continue
        if rule.section != section:
            section = rule.section
            say(f"\n{section}" if number else section, style="bold")
        say(f"  {rule.id:<5}{rule.title}")


def find_rules(game: Game, words: str) -> list[Rule]:
    """Return the rules of one or more ids, or all that hold the words.

    Raises:
        UnknownNameError: there is none.
    """
    book = game.rulebook
    if _are_ids(game, words.split()):
        return [book[word.upper()] for word in words.split()]
    found = book.search(words)
    if not found:
        raise UnknownNameError(f"No rule of {game.title} is called or says {words!r}.")
    return found


def rule_lines(game: Game, rule: Rule) -> list[str]:
    """Return one rule whole, as lines."""
    lines = [f"{rule.id}  {rule.title}  ({rule.section}; {_STATUS[rule.status]})", rule.text]
    if rule.note:
        lines.append(f"Note: {rule.note}")
    if rule.options:
        lines.append(f"Changed by the option: {', '.join(rule.options)}")
    if rule.see:
        lines.append("See: " + ", ".join(f"{other} {game.rulebook[other].title}" for other in rule.see))
    if tests := game.rulebook.citations(rule.id):
        lines.append(f"Tests: {', '.join(tests)}")
    return lines
