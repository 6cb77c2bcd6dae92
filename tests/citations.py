"""Which test cites which rule: the ids in a test's name, its docstring and the comments in and above it."""

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

_IN_NAME = re.compile(r"(?<![A-Za-z0-9])[gmruGMRU][1-9][0-9]{0,2}(?![A-Za-z0-9])")
_IN_PROSE = re.compile(r"\b[GMRU][1-9][0-9]{0,2}\b")

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def citations(root: Path) -> dict[str, list[str]]:
    """The tests below ``root`` by the rule ids they cite.

    Reads every ``test_*.py``. A test is named as pytest names it, with its path relative to ``root``. Strings
    in the code do not cite, nor do docstrings of modules and classes: a test cites a rule, or nothing does.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted(root.rglob("test_*.py")):
        file = path.relative_to(root).as_posix()
        for test, id in _citations_of_file(path.read_text(encoding="utf-8")):
            found[id].add(f"{file}::{test}")
    return {id: sorted(found[id]) for id in sorted(found, key=lambda id: (id[0], int(id[1:])))}


def _citations_of_file(source: str) -> Iterator[tuple[str, str]]:
    comments = _comments_by_line(source)
    end_of_previous = 0
    for name, function in _functions(ast.parse(source), ""):
        lines = range(end_of_previous + 1, (function.end_lineno or function.lineno) + 1)
        end_of_previous = lines.stop - 1
        if not function.name.startswith("test_"):
            continue
        for id in _IN_NAME.findall(function.name.replace("_", " ")):
            yield name, id.upper()
        prose = [ast.get_docstring(function) or "", *(comments[line] for line in lines if line in comments)]
        for id in _IN_PROSE.findall("\n".join(prose)):
            yield name, id


def _functions(node: ast.Module | ast.ClassDef, within: str) -> Iterator[tuple[str, _Function]]:
    """The functions of a module and its classes in the file's order, each with its name below the file."""
    for child in node.body:
        if isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{within}{child.name}::")
        elif isinstance(child, _Function):
            yield within + child.name, child


def _comments_by_line(source: str) -> dict[int, str]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}
