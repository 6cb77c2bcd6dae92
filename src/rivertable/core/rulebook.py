"""The rules of a game as data: short entries by id, read from a package's TOML files, checked and searchable.

One file is one section; its name is the section's name (``place_and_gather.toml`` is "Place and gather").
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, Self, cast, get_args

Status = Literal["published", "inferred", "reading", "house", "unknown"]
"""Where a rule comes from: printed, deduced, one reading of an open text, this project's own, or not known."""

STATUSES: frozenset[str] = frozenset(get_args(Status))

_ID = re.compile(r"([A-Z])([1-9][0-9]*)")
_WORD = re.compile(r"\w+")
_REQUIRED = frozenset({"title", "text", "status"})
_STRINGS = _REQUIRED | {"note"}
_LISTS = frozenset({"see", "options"})


class RulebookError(ValueError):
    """A rulebook's data is wrong; the message is one sentence that names the file or the rule."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id (``G12``), a title, a short text, its status and what belongs to it.

    ``note`` says what the sources leave open and what is built ("" if nothing), ``see`` names related rules,
    ``options`` the game options that change this rule, ``section`` the part of the rules it stands in.
    """

    id: str
    title: str
    text: str
    status: Status
    note: str
    see: tuple[str, ...]
    options: tuple[str, ...]
    section: str


class Rulebook(Mapping[str, Rule]):
    """All rules of one game by id, in natural order: G1, G2, … G10."""

    def __init__(self, rules: Mapping[str, Rule], citations: Mapping[str, list[str]] | None = None) -> None:
        """Takes checked rules by id; raises RulebookError where ``see`` names a rule that is not among them."""
        self._citations = citations or {}
        self._rules = {id: rules[id] for id in sorted(rules, key=_natural_order)}
        for rule in self._rules.values():
            _check_see(rule, self._rules)

    @classmethod
    def load(cls, package: str) -> Self:
        """Reads every TOML file of ``package`` (a dotted name); raises RulebookError at the first fault."""
        folder = _folder_of(package)
        rules: dict[str, Rule] = {}
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if not file.name.endswith(".toml"):
                continue
            for rule in _read_section(file.name, file.read_text(encoding="utf-8")):
                if rule.id in rules:
                    raise RulebookError(f"Rule {rule.id} in {file.name} exists already in another file.")
                rules[rule.id] = rule
        if not rules:
            raise RulebookError(f"The package {package} holds no rules.")
        citations = folder / "citations.json"
        return cls(rules, json.loads(citations.read_text(encoding="utf-8")) if citations.is_file() else None)

    def __getitem__(self, id: str) -> Rule:
        return self._rules[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def citations(self, rule: str) -> list[str]:
        """Return the names of the tests that cite a rule; none in a wheel, which has neither tests nor their names."""
        return self._citations.get(rule, [])

    def search(self, words: str) -> list[Rule]:
        """The rules that hold every one of the words, in any case; no words find every rule.

        A word matches the beginning of a word of the rule, an id only itself. Rules with such an id come
        first, then those whose title holds all words, then the others; each group in natural order.
        """
        wanted = _words(words)
        ranked = [(rank, rule) for rule in self.values() if (rank := _rank(rule, wanted)) is not None]
        return [rule for _, rule in sorted(ranked, key=lambda pair: pair[0])]


def _folder_of(package: str) -> Path:
    """Return the folder of a package. The packages around it are not imported: a game computes, its rules do not."""
    top, *inner = package.split(".")
    spec = find_spec(top)
    for place in (spec.submodule_search_locations if spec is not None else None) or ():
        folder = Path(place, *inner)
        if folder.is_dir():
            return folder
    raise RulebookError(f"There is no package {package} to read rules from.")


def _natural_order(id: str) -> tuple[str, int]:
    return id[0], int(id[1:])


def _read_section(name: str, content: str) -> list[Rule]:
    try:
        entries = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"The file {name} is not valid TOML: {error}.") from error
    section = name.removesuffix(".toml").replace("_", " ").capitalize()
    return [_read_rule(id, entry, name, section) for id, entry in entries.items()]


def _read_rule(id: str, entry: Any, name: str, section: str) -> Rule:
    if _ID.fullmatch(id) is None:
        raise RulebookError(f"The file {name} has an entry {id!r}, which is not a rule id such as G12.")
    if not isinstance(entry, dict):
        raise RulebookError(f"Rule {id} in {name} is not a table.")
    if unknown := sorted(entry.keys() - _STRINGS - _LISTS):
        raise RulebookError(f"Rule {id} in {name} has the unknown key {unknown[0]!r}.")
    if missing := sorted(_REQUIRED - entry.keys()):
        raise RulebookError(f"Rule {id} in {name} has no {missing[0]}.")
    for key, value in entry.items():
        if key in _STRINGS and not (isinstance(value, str) and value.strip()):
            raise RulebookError(f"The {key} of rule {id} in {name} is not a text.")
        if key in _LISTS and not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
            raise RulebookError(f"The {key} of rule {id} in {name} is not a list of names.")
    if entry["status"] not in STATUSES:
        known = ", ".join(get_args(Status))
        raise RulebookError(f"Rule {id} in {name} has the status {entry['status']!r}, which is none of {known}.")
    return Rule(
        id=id,
        title=entry["title"],
        text=entry["text"],
        status=cast(Status, entry["status"]),
        note=entry.get("note", ""),
        see=tuple(entry.get("see", ())),
        options=tuple(entry.get("options", ())),
        section=section,
    )


def _check_see(rule: Rule, rules: Mapping[str, Rule]) -> None:
    for other in rule.see:
        if other == rule.id:
            raise RulebookError(f"Rule {rule.id} refers to itself.")
        if other not in rules:
            raise RulebookError(f"Rule {rule.id} refers to rule {other}, which does not exist.")


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _rank(rule: Rule, wanted: set[str]) -> int | None:
    """0 for a rule named by its id, 1 for one whose title says it all, 2 for any other, None for no match."""
    title = _words(rule.title) | {rule.id.casefold()}
    everything = title.union(_words(rule.text), _words(rule.note), _words(rule.section), _words(" ".join(rule.see)))
    if not all(_is_among(word, everything) for word in wanted):
        return None
    if rule.id.casefold() in wanted:
        return 0
    return 1 if all(_is_among(word, title) for word in wanted) else 2


def _is_among(word: str, words: set[str]) -> bool:
    if _ID.fullmatch(word.upper()):
        return word in words
    return any(other.startswith(word) for other in words)
