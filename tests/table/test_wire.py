"""How files and answers go over the wire: their forms, what is kept, and what is never made smaller."""

import asyncio
import gzip
import re
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from rivertable.table.web.compression import accepted, zipped
from rivertable.table.web.guard import HEADERS, POLICY, headers_beside
from rivertable.table.web.pages import mount_pages

from .in_process import running
from .tables import start_table

SCRIPT = "early()"
PLAIN = b"export const words = 'a long word'\n" * 200
KEPT_FOREVER = "public, max-age=31536000, immutable"


@pytest.fixture
def pages(tmp_path: Path) -> FastAPI:
    """Pages as a build leaves them; what stands for brotli here is told apart by its bytes."""
    (tmp_path / "assets").mkdir()
    for name in ("assets/app-1.js", "sw.js"):
        (tmp_path / name).write_bytes(PLAIN)
        (tmp_path / f"{name}.br").write_bytes(b"brotli")
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(PLAIN))
    (tmp_path / "index.html").write_text(
        f"<html><head><script>{SCRIPT}</script></head><body>{'x' * 2000}</body></html>"
    )
    app = FastAPI()
    mount_pages(app, tmp_path, lambda: False, {"A" * 22: "market"}.get)
    return app


@dataclass(frozen=True)
class Answer:
    """An answer with its body as it was sent."""

    status: int
    headers: httpx.Headers
    body: bytes


def ask(pages: FastAPI, path: str, encodings: str = "identity", **headers: str) -> Answer:
    async def answer() -> Answer:
        transport = httpx.ASGITransport(pages)
        sent = {"Accept-Encoding": encodings, **headers}
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://table.test") as client,
            client.stream("GET", path, headers=sent) as response,
        ):
            body = b"".join([part async for part in response.aiter_raw()])
            return Answer(response.status_code, response.headers, body)

    return asyncio.run(answer())


@pytest.mark.parametrize(
    ("encodings", "form"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=1.0, br;q=0", "gzip"),
        ("GZIP", "gzip"),
        ("identity", None),
        ("br;q=0.000", None),
        ("", None),
    ],
)
def test_a_file_comes_in_the_smallest_form_that_is_read(pages: FastAPI, encodings: str, form: str | None) -> None:
    response = ask(pages, "/assets/app-1.js", encodings)
    assert response.status == 200 and response.headers.get("content-encoding") == form
    assert response.headers["content-type"].partition(";")[0] == "text/javascript"
    assert response.headers["vary"] == "Accept-Encoding" and response.headers["cache-control"] == KEPT_FOREVER
    assert int(response.headers["content-length"]) == len(response.body)


def test_each_form_has_a_tag_and_is_not_sent_again(pages: FastAPI) -> None:
    answers = [ask(pages, "/assets/app-1.js", form) for form in ("br", "gzip", "identity")]
    tags = [answer.headers["etag"] for answer in answers]
    assert len(set(tags)) == 3
    again = ask(pages, "/assets/app-1.js", "br", **{"If-None-Match": f'"other", {tags[0]}'})
    assert again.status == 304 and not again.body
    assert again.headers["etag"] == tags[0] and again.headers["cache-control"] == KEPT_FOREVER
    assert ask(pages, "/assets/app-1.js", "gzip", **{"If-None-Match": tags[0]}).status == 200


def test_a_part_of_a_file_is_a_part_of_its_plain_form(pages: FastAPI) -> None:
    response = ask(pages, "/assets/app-1.js", "br, gzip", Range="bytes=7-11")
    assert response.status == 206 and "content-encoding" not in response.headers
    assert response.body == PLAIN[7:12]


def test_compressed_forms_have_no_address(pages: FastAPI) -> None:
    for path in ("/assets/app-1.js.br", "/assets/app-1.js.gz", "/sw.js.br"):
        assert ask(pages, path).status == 404


def test_an_address_that_ends_in_a_full_stop_is_no_file(pages: FastAPI) -> None:
    assert [ask(pages, path).status for path in ("/rules/market/M16.", "/nothing.js", "/t/x.png")] == [200, 404, 404]


def test_what_keeps_its_name_is_asked_for_again(pages: FastAPI) -> None:
    for path in ("/sw.js", "/", "/rules/market"):
        response = ask(pages, path, "gzip, br")
        assert response.headers["cache-control"] == "no-cache" and "content-encoding" in response.headers
        again = ask(pages, path, "gzip, br", **{"If-None-Match": response.headers["etag"]})
        assert again.status == 304 and again.headers["vary"] == "Accept-Encoding"


def test_parts_of_pages_go_without_what_is_read_of_pages_alone() -> None:
    def beside(path: str, kind: bytes) -> set[bytes]:
        return {name for name, _ in headers_beside([(b"content-type", kind)], path)}

    everywhere = {name for name, _ in HEADERS}
    for kind in (b"text/javascript; charset=utf-8", b"text/css; charset=utf-8"):
        assert beside("/assets/app-1", kind) == {
            b"referrer-policy",
            b"x-content-type-options",
            b"cross-origin-resource-policy",
        }
        # The service worker among them: its policy is that of its file.
        assert beside("/sw.js", kind) == everywhere
    for kind in (b"application/problem+json", b"image/svg+xml", b"text/html"):
        assert beside("/assets/app-1", kind) == everywhere


def test_a_page_may_run_its_own_script_and_names_the_game_of_its_table(pages: FastAPI) -> None:
    digest = b64encode(sha256(SCRIPT.encode()).digest()).decode()
    for path in ("/", f"/t/{'A' * 22}/7"):
        assert ask(pages, path).headers["content-security-policy"] == f"{POLICY}; script-src 'self' 'sha256-{digest}'"
    named = b'<meta name="rivertable-game" content="market">'
    assert [named in ask(pages, path).body for path in (f"/t/{'A' * 22}", f"/t/{'B' * 22}", "/")] == [
        True,
        False,
        False,
    ]


def test_reading_is_compressed_above_a_size_and_nothing_else_is(tmp_path: Path) -> None:
    zip_it = {"Accept-Encoding": "br, gzip"}
    with running(tmp_path) as server:
        table = start_table(server, "market")
        secret = table.secrets[0]
        read = server.call("GET", f"{table.path}/events?since=0", secret=secret, headers=zip_it)
        assert read.headers["content-encoding"] == "gzip" and read.headers["vary"] == "Accept-Encoding"
        assert read.headers["cache-control"] == "no-store" and read.json()["table"]["game"] == "market"
        plain = server.call("GET", f"{table.path}/events?since=0", secret=secret, headers={"Accept-Encoding": "br"})
        assert "content-encoding" not in plain.headers and plain.json() == read.json()
        small = server.call("GET", "/api/preparation", headers=zip_it)
        assert "content-encoding" not in small.headers
        # What holds secrets, and what is quick, are answers to POST.
        seats = [{"kind": "open"}] * 5
        made = server.call("POST", "/api/tables", {"game": "market", "seats": seats}, headers=zip_it)
        table = start_table(server, "glassworks")
        view = server.get(table.path)
        body, mover = {"version": view["version"], "decisions": []}, table.secrets[view["turn"]["seat"]]
        drafted = server.call("POST", f"{table.path}/draft", body, secret=mover, headers=zip_it)
        assert len(drafted.content) > 1_200
        assert not [answer for answer in (made, drafted) if "content-encoding" in answer.headers]


def test_what_is_printed_is_kept_until_it_changes(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = start_table(server, "market")
        for path in (
            "/api/games",
            "/api/games/market/components",
            "/api/games/market/rules",
            "/api/games/market/lesson",
        ):
            first = server.call("GET", path, headers={"Accept-Encoding": "gzip"})
            assert first.headers["cache-control"] == "no-cache" and first.headers["content-encoding"] == "gzip"
            again = server.call("GET", path, headers={"If-None-Match": first.headers["etag"]})
            assert again.status_code == 304 and not again.content and again.headers["etag"] == first.headers["etag"]
        view = server.call("GET", table.path).json()
        printed = server.call("GET", "/api/games/market/components")
        # By it a page knows that what it keeps is what a table is played with.
        assert printed.headers["etag"] == f'W/"{view["components"]["sha256"]}"'


def test_the_length_of_a_compressed_answer_varies() -> None:
    lengths = {len(zipped(PLAIN)) for _ in range(60)}
    assert len(lengths) > 10 and max(lengths) - min(lengths) < 200
    assert gzip.decompress(zipped(PLAIN)) == PLAIN


def test_an_encoding_is_taken_unless_it_is_refused() -> None:
    assert accepted("gzip;q=0.5, br ; q=1, zstd;q=0.0") == {"gzip", "br"}
    assert not re.search("gzip", " ".join(accepted("deflate")))
