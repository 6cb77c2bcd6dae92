"""``rivertable rules``: the rules in our own words, by id."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

import typer

from ...core.errors import UnknownNameError
from ...core.game import GAMES, rulebook_of
from ...core.rulebook import Rule, Rulebook
from ...core.wording import in_words
from ..shared import completion
from ..shared.arguments import GameName, Json
from ..shared.console import WRONG_USAGE, say, say_json, stop, tell

_ID = re.compile(r"[A-Za-z][0-9]+")
_STATUS = {
    "published": "published",
    "inferred": "inferred: no source prints it",
    "reading": "a reading of an open text",
    "house": "a rule of this project, where the sources are silent",
    "unknown": "unknown",
}


def rules(
    game: GameName,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID… or words]", help="Ids of rules, or words to search for.", autocompletion=completion.rules
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the rules: all titles, rules by id, or those that contain some words."""
    book = rulebook_of(game)
    found, unknown = find_rules(game, " ".join(words or []))
    if as_json:
        for rule in found:
            say_json({name: getattr(rule, name) for name in Rule.__slots__} | {"tests": book.citations(rule.id)})
    else:
        show_rules(book, found, is_whole=len(found) == 1 or any(word.upper() in book for word in words or []))
    if unknown:
        stop(unknown, WRONG_USAGE)


def show_rules(book: Rulebook, found: Sequence[Rule], *, is_whole: bool, has_tests: bool = True) -> None:
    """Show rules: each whole, with or without the tests that cite it, or only their titles under their sections."""
    section = ""
    for number, rule in enumerate(found):
        if is_whole:
            if number:
                say()
            for line in rule_lines(book, rule, has_tests=has_tests):
                tell(line)
            continue
        if rule.section != section:
            section = rule.section
            say(f"\n{section}" if number else section, style="bold")
        say(f"  {rule.id:<5}{rule.title}")


def find_rules(game: str, words: str) -> tuple[list[Rule], str]:
    """Return the rules of one or more ids of a game, or all that hold the words.

    The second part is a sentence that names the ids beside them that no rule has; empty where there are none.

    Raises:
        UnknownNameError: there is no rule.
    """
    book = rulebook_of(game)
    ids = words.split()
    known = [book[word.upper()] for word in ids if word.upper() in book]
    others = [word for word in ids if word.upper() not in book]
    if known and all(map(_ID.fullmatch, others)):
        return known, f"{GAMES[game].title} has no rule {in_words(others)}." if others else ""
    found = book.search(words)
    if not found:
        raise UnknownNameError(f"No rule of {GAMES[game].title} is called or says {words!r}.")
    return found, ""


def rule_lines(book: Rulebook, rule: Rule, *, has_tests: bool) -> list[str]:
    """Return one rule whole, as lines; the tests that cite it last, where they are wanted."""
    lines = [f"{rule.id}  {rule.title}  ({rule.section}; {_STATUS[rule.status]})", rule.text]
    if rule.note:
        lines.append(f"Note: {rule.note}")
    if rule.options:
        lines.append(f"Changed by the option: {', '.join(rule.options)}")
    if rule.see:
        lines.append("See: " + ", ".join(f"{other} {book[other].title}" for other in rule.see))
    if has_tests and (tests := book.citations(rule.id)):
        lines.append(f"Tests: {', '.join(tests)}")
    return lines
