"""The notebook runs from its first cell to its last, and what it shows is what it gives.

Its outputs are written by Jupyter: ``jupyter nbconvert --to notebook --execute --inplace examples/laboratory.ipynb``.
Pictures are not compared.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from matplotlib import pyplot

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "laboratory.ipynb"


@pytest.fixture
def cells() -> Iterator[list[dict[str, Any]]]:
    pyplot.switch_backend("agg")
    yield [cell for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    pyplot.close("all")


def run(cell: dict[str, Any], names: dict[str, Any]) -> str:
    """Run a cell as Jupyter does, and return what it prints and the value of the expression that it ends with."""
    body = ast.parse("".join(cell["source"])).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), cell["id"], "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), cell["id"], "eval"), names)
    return printed.getvalue() + ("" if value is None else repr(value))


def shown(cell: dict[str, Any]) -> str:
    """Return the text that the notebook shows below a cell, but for what says that there is a picture."""
    found = ""
    for output in cell["outputs"]:
        assert output["output_type"] != "error"
        if output["output_type"] == "stream":
            assert output["name"] == "stdout"
            found += "".join(output["text"])
        elif "image/png" not in output["data"]:
            found += "".join(output["data"]["text/plain"])
    return found


def test_every_cell_gives_what_is_shown_below_it(cells: list[dict[str, Any]]) -> None:
    names: dict[str, Any] = {}
    for cell in cells:
        # Jupyter breaks long values into lines.
        assert "".join(run(cell, names).split()) == "".join(shown(cell).split()), cell["id"]


def test_pictures_are_shown(cells: list[dict[str, Any]]) -> None:
    kinds = {kind for cell in cells for output in cell["outputs"] for kind in output.get("data", {})}
    assert {"image/png", "image/svg+xml"} <= kinds
