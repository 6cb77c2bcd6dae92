"""``rivertable review`` and ``rivertable analyse``: a graph at once, figures kept beside the record, wrong input."""

import json
from pathlib import Path

import pytest

from .terminals import plain, rivertable, terminal

GAME = "glassworks"


@pytest.fixture
def record(home: Path, tmp_path: Path) -> Path:
    options = ["--players", "2", "--games", "1", "--bots", "artisan,novice", "--seed", "review", "--out", tmp_path]
    assert rivertable("simulate", GAME, *options, home=home).returncode == 0
    return tmp_path / f"{GAME}-000001.json"


def test_a_review_is_told_kept_and_gone_on_with(record: Path, home: Path) -> None:
    told = rivertable("review", record, "--playouts", "60", home=home)
    assert (told.returncode, told.stderr) == (0, "")
    assert (
        told.stdout.index("One-ply win share")
        < told.stdout.index("Win share after searching")
        < told.stdout.index("accuracy")
    )
    kept = record.with_suffix(".review.json")
    first = json.loads(kept.read_text("utf-8"))
    with terminal("review", record, "--playouts", "60", home=home, size=(60, 60)) as screen:
        assert screen.leave() == 0
    # A progress line begins anew where it stands.
    narrow = [line.rpartition("\r")[2] for line in plain(screen.seen).split("\n")]
    assert max(map(len, narrow)) <= 60
    searched = told.stdout[told.stdout.index("Win share after searching") :].split()
    assert {word for word in searched if not set(word) & set("▁▂▃▄▅▆▇█")} <= set(" ".join(narrow).split())
    again = rivertable("review", record, "--playouts", "60", "--json", home=home)
    assert (again.returncode, again.stderr) == (0, "")
    assert json.loads(again.stdout) == first
    kept.write_text("{", encoding="utf-8")
    anew = rivertable("review", record, "--playouts", "60", "--json", home=home)
    assert json.loads(anew.stdout) == first


def test_a_review_that_cannot_be_kept_is_told_all_the_same(record: Path, home: Path) -> None:
    record.with_suffix(".review.json").mkdir()
    told = rivertable("review", record, "--seconds", "0", home=home)
    assert told.returncode == 0
    assert "accuracy" in told.stdout
    assert "The review is not kept" in told.stderr


def test_a_game_that_is_not_over_and_a_file_that_is_no_record(record: Path, home: Path, tmp_path: Path) -> None:
    document = json.loads(record.read_text("utf-8"))
    document["turns"], document["result"] = document["turns"][:4], None
    document["shuffle"].pop("seed")
    record.write_text(json.dumps(document), encoding="utf-8")
    unfinished = rivertable("review", record, home=home)
    assert (unfinished.returncode, unfinished.stdout) == (1, "")
    assert unfinished.stderr == "The game is not over: a review would help those who still play.\n"
    missing = rivertable("review", tmp_path / "no.json", home=home)
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "cannot be read" in missing.stderr
    assert rivertable("review", record, "--playouts", "0", home=home).returncode == 2


def test_analysis_on_standard_input_and_output(record: Path, home: Path) -> None:
    document = json.loads(record.read_text("utf-8"))
    lines = [{"id": "v", "action": "version"}, {"id": "r", "record": document, "turns": [3], "playouts": 60}, {"id": 1}]
    done = rivertable("analyse", home=home, typed="".join(json.dumps(line) + "\n" for line in lines))
    assert (done.returncode, done.stderr) == (0, "")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert {answer["id"] for answer in answers} == {"v", "r", None}
    assert [answer["done"] for answer in answers if "done" in answer] == ["analysed"]
    assert [answer["turn"] for answer in answers if "turn" in answer] == [3]


def test_ctrl_c_ends_a_review_and_what_was_found_is_kept(record: Path, home: Path) -> None:
    with terminal("review", record, "--seconds", "600", home=home) as shown:
        shown.wait_for("reviewing: 1%")
        assert shown.leave("\x03") == 130
        assert "Traceback" not in shown.seen
        assert "The same command continues from here." in shown.seen
    assert json.loads(record.with_suffix(".review.json").read_text("utf-8"))["turns"]
