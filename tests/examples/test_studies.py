"""The studies run from their first cell to their last with few games, and what they show has no error and a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from matplotlib import pyplot

from .test_notebook import run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SAID = {
    "seats": {"verdict": ("River Valley Glassworks: the last seat wins ", "River Market: the last seat wins ")},
    "changed_rules": {"lake": ("2 players: under no late draws ",), "equal": ("4 players: under equal turns ",)},
}
"""What cells say, however many games there are."""


@pytest.fixture(params=SAID)
def study(request: pytest.FixtureRequest) -> tuple[str, list[dict[str, Any]]]:
    name = str(request.param)
    cells = json.loads((EXAMPLES / f"{name}.ipynb").read_text("utf-8"))["cells"]
    return name, [cell for cell in cells if cell["cell_type"] == "code"]


def test_a_study_runs_in_short(study: tuple[str, list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch) -> None:
    name, cells = study
    monkeypatch.setenv("STUDY_GAMES", "20")
    pyplot.switch_backend("agg")
    names: dict[str, Any] = {}
    said = {cell["id"]: run(cell, names) for cell in cells}
    pyplot.close("all")
    for cell, beginnings in SAID[name].items():
        assert all(beginning in said[cell] for beginning in beginnings)


def test_a_study_shows_its_answer_and_a_picture(study: tuple[str, list[dict[str, Any]]]) -> None:
    name, cells = study
    outputs = {cell["id"]: json.dumps(cell["outputs"], ensure_ascii=False) for cell in cells}
    assert not any('"output_type": "error"' in shown for shown in outputs.values())
    assert any("image/png" in shown for shown in outputs.values())
    for cell, beginnings in SAID[name].items():
        assert all(beginning in outputs[cell] for beginning in beginnings)
