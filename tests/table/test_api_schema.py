"""The OpenAPI document holds: nothing it forbids is taken, nothing it allows refused, every answer is as it says.

Requests are generated from the document itself. What lies behind an address is reached because table ids, secrets,
versions and half of the moves are real ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from zlib import crc32

import jsonschema
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import load_all_checks
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.modes import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth, negative_data_rejection, positive_data_acceptance

from extent import repeated
from rivertable.core.wording import visible

from .in_process import Server, running
from .problem_documents import document
from .world import World

load_all_checks()
DOCUMENT = document()
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
# Beyond the schema a request may lack a right, mean something that is not there, or come at the wrong time.
SCHEMA.config.checks.positive_data_acceptance.expected_statuses = ["2xx", "401", "403", "404", "409"]
_REFUSING = SCHEMA.config.checks.negative_data_rejection
_REFUSING.expected_statuses = [*_REFUSING.expected_statuses, "413"]


def is_beyond_schema(case: schemathesis.Case) -> bool:
    """Whether a request that the schema allows may still be refused with 422, because no schema can say all of it.

    | operation | what its schema cannot say |
    |---|---|
    | a table with printed data | that a text is TOML, and that the cards or pieces in it make a whole edition |
    | scoring a sheet | that tiles are filled from the left, that no piece or card is used twice, that sums agree |
    | importing a record | that every turn follows the rules; the full format is docs/schema, the body here any object |
    | making a board of a position | that a text is a position of the game |
    | whatever holds a name or a text of somebody's | that something of it can be seen |
    """
    path, body = case.path, case.body
    if isinstance(body, dict) and any(isinstance(body.get(name), str) and not visible(body[name]) for name in _SEEN):
        return True
    if path == "/api/tables":
        return isinstance(body, dict) and body.get("components") is not None
    if path == "/api/me/boards":
        return isinstance(body, dict) and isinstance(body.get("source"), dict) and "text" in body["source"]
    return path.endswith("/score") or path == "/api/records"


_SEEN = ("name", "text")


def is_allowed_after_all(case: schemathesis.Case) -> bool:
    """Whether a request counts as forbidden for its body alone, which the document allows.

    Where several names of a discriminator share a schema, as ``keep`` and ``pass`` do with ``redraw``, schemathesis
    knows the last of them only. Another validator has the word there.
    """
    meta = case.meta
    components = {} if meta is None else meta.components
    forbidden = [place for place, found in components.items() if found.mode == GenerationMode.NEGATIVE]
    if forbidden != [ParameterLocation.BODY]:
        return False
    content = DOCUMENT["paths"][case.operation.path][case.method.lower()]["requestBody"]["content"]
    schema = content["application/json"]["schema"] | {"components": DOCUMENT["components"]}
    return bool(jsonschema.Draft202012Validator(schema).is_valid(case.body))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with running(tmp_path_factory.mktemp("schema")) as server:
        yield World(server)


def send(server: Server, case: schemathesis.Case) -> Any:
    """Send a generated request as it would go over the wire."""
    arguments = case.as_transport_kwargs(base_url="http://table.test")
    arguments.pop("cookies", None)
    prepared = requests.Request(**{name: arguments[name] for name in arguments if name in _SENT}).prepare()
    body = prepared.body.encode() if isinstance(prepared.body, str) else prepared.body
    headers = {name: value for name, value in prepared.headers.items() if name.lower() != "content-length"}
    headers["Content-Length"] = str(len(body or b""))
    return server.call(prepared.method or "", prepared.path_url, content=body, headers=headers)


_SENT = ("method", "url", "headers", "params", "json", "data", "files")


@SCHEMA.parametrize()
@settings(
    max_examples=repeated(10, 50),
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_the_document_says(case: schemathesis.Case, world: World) -> None:
    rng = Random(crc32(repr((case.operation.label, case.path_parameters, case.query, case.body)).encode()))
    generated = case.body
    world.make_real(case, rng)
    response = send(world.server, case)
    assert not any(key in response.text for key in world.sealed_keys)
    # Whether a secret is needed is tested below: this check would ask again past our transport.
    excluded = [ignored_auth] + ([positive_data_acceptance] if is_beyond_schema(case) else [])
    # The cookie of a name that was taken stays with the client, whatever the case says of it; nobody is an operator.
    excluded += [negative_data_rejection] if case.path.startswith(("/api/me", "/api/admin")) else []
    excluded += [negative_data_rejection] if case.body is not generated and is_allowed_after_all(case) else []
    case.validate_response(response, excluded_checks=excluded)


OPERATIONS = [(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods]
