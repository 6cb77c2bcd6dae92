"""The templates of all refusals, read from the sources: what a client must be able to word in its language."""

import ast
from dataclasses import dataclass
from pathlib import Path

ROOT_CLASS = "RivertableError"
WHOLE = {"PositionError", "ChanceError", "RecordError", "DataError", "UnknownNameError", "WorkerError"}
"""Faults of files and of programs: sentences as they stand. All other refusals are made of a template."""
NOT_AT_THE_TABLE = ("cli/", "envs/", "lab/", "study/")
"""Whose refusals are read where commands and programs are written, in English."""
_WANTED = (ast.ClassDef, ast.Call)
OWN_KEYWORDS = {"rule", "choices", "where", "faults"}


@dataclass(frozen=True)
class Refusal:
    """A place where a refusal is made; ``template`` is None where it is put together there."""

    kind: str
    template: str | None
    rule: str | None
    values: frozenset[str] | None
    """The names of the values given; None where some come from a mapping."""
    place: str


def refusals(root: Path) -> list[Refusal]:
    """Every refusal of what a player does or asks for that the Python files below ``root`` make, in order."""
    # Walking a tree takes longer than all else here: each is walked once.
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(root.rglob("*.py"))}
    nodes = {path: [node for node in ast.walk(tree) if isinstance(node, _WANTED)] for path, tree in trees.items()}
    classes = [node for found in nodes.values() for node in found if isinstance(node, ast.ClassDef)]
    kinds = _kinds_of(classes, {ROOT_CLASS}) - _kinds_of(classes, WHOLE)
    return [
        _refusal(node, f"{path.relative_to(root).as_posix()}:{node.lineno}")
        for path, found in nodes.items()
        for node in found
        if isinstance(node, ast.Call) and _name(node.func) in kinds and node.args
    ]


def _kinds_of(classes: list[ast.ClassDef], roots: set[str]) -> set[str]:
    """The classes named, and all that are derived from them."""
    kinds, size = set(roots), 0
    while size != len(kinds):
        size = len(kinds)
        kinds |= {node.name for node in classes if kinds & {_name(base) for base in node.bases}}
    return kinds


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _refusal(call: ast.Call, place: str) -> Refusal:
    keywords = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    is_open = len(keywords) < len(call.keywords)
    values = None if is_open else frozenset(keywords) - OWN_KEYWORDS
    return Refusal(_name(call.func), _text(call.args[0]), _text(keywords.get("rule")), values, place)


def _text(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def templates(root: Path) -> list[dict[str, str]]:
    """Every template that a table may say, once with each rule named beside it, as ``refusals.json`` lists them."""
    said = [refusal for refusal in refusals(root) if not refusal.place.startswith(NOT_AT_THE_TABLE)]
    found = {(refusal.template, refusal.rule or "") for refusal in said if refusal.template}
    return [{"template": template} | ({"rule": rule} if rule else {}) for template, rule in sorted(found)]
