"""What every refusal has to be: a problem document as the API describes it, with a status that the address lists."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import httpx

from rivertable.core.documents import as_document
from rivertable.core.wording import places_of
from rivertable.table.domain.documents import Problem
from rivertable.table.web.app import api_document


@cache
def document() -> dict[str, Any]:
    """The API's document."""
    return api_document()


def operations() -> list[tuple[str, str]]:
    """Every method and address pattern of the API's document."""
    return [(method.upper(), path) for path, methods in document()["paths"].items() for method in methods]


def problem_in(response: httpx.Response) -> SimpleNamespace:
    """The problem document in a response, its fields as attributes."""
    assert response.headers["Content-Type"] == "application/problem+json", response.text
    problem = SimpleNamespace(**as_document(Problem, response.json()))
    assert problem.status == response.status_code
    assert problem.type == f"urn:rivertable:{problem.code}"
    assert problem.detail and problem.title
    assert set(places_of(problem.template)) <= set(problem.values) or problem.template == problem.detail
    return problem


def check_refused(response: httpx.Response, method: str, path: str, *statuses: int) -> SimpleNamespace:
    """A documented refusal with one of these statuses."""
    problem = problem_in(response)
    assert response.status_code in statuses, response.text
    assert str(response.status_code) in document()["paths"][path][method.lower()]["responses"]
    return problem
