"""Records: written, read, replayed, valid under their schema, good in the eyes of an independent checker."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from glassworks.printed_data import ENDLESS, STANDARD, PrintedData
from glassworks.random_records import random_record
from glassworks.record_rules import check_record
from rivertable.core.match import check, replay
from rivertable.core.record import FORMAT, parse_record, plain, read_document, read_record, record_schema, write_record
from rivertable.glassworks import GAME, GlassworksComponents
from rivertable.glassworks.printed.components import parse, standard

from .random_matches import PLAYERS, PRESETS, copy_of, fault_of, random_match, written

DATA = Path(__file__).parents[1] / "data"
VALIDATOR = Draft202012Validator(record_schema(GAME))

GOLDEN = {
    "record-1-glassworks.json": (21, 43),
    "record-1-glassworks-3-players.json": (26, 35, 41),
    "record-1-glassworks-4-players.json": (78, 30, 30, 30),
    "record-1-glassworks-5-players.json": (34, 29, 41, 23, 61),
}
"""Records of the first format as first written, with the totals they end with. They are never written anew."""


def is_valid(document: Any) -> bool:
    """Whether the schema lets a document pass."""
    return bool(VALIDATOR.is_valid(document))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("states", [False, True], ids=["plain", "states"])
def test_records_come_back_as_written(players: int, preset: str, states: bool, tmp_path: Path) -> None:
    match = random_match(players, preset)
    document = match.record(states=states)
    path = tmp_path / "game.json"
    path.write_text(written(document), encoding="utf-8")
    read = read_record(path)
    check(read)
    assert plain(read) == document == json.loads(path.read_text("utf-8"))
    again = replay(read)
    assert again.record(states=states) == document
    assert [turn.after for turn in again.turns] == [turn.after for turn in match.turns]
    assert again.players == match.players
    assert all(("after" in turn) == states for turn in document["turns"])
    assert document["format"] == FORMAT == "rivertable-record/1"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", PLAYERS)
def test_records_satisfy_the_independent_checker_and_the_schema(players: int, preset: str) -> None:
    for seed in ("seed", "one more"):
        document = copy_of(random_match(players, preset, seed).record(states=True))
        assert check_record(document) == []
        assert is_valid(document)
        for turn in document["turns"]:
            del turn["after"]
        assert check_record(document) == []
        assert is_valid(document)


@pytest.mark.parametrize("turns", [0, 1, 7])
def test_an_unfinished_record_keeps_its_seed_secret(turns: int) -> None:
    match = random_match(3, turns=turns)
    document = match.record(states=True)
    assert match.seed is not None
    assert document["result"] is None and "seed" not in document["shuffle"]
    assert match.seed.hex() not in written(document)
    assert (fault_of(document), check_record(copy_of(document)), is_valid(document)) == (None, [], True)
    revealed = match.record(is_revealed=True)
    assert revealed["shuffle"] == document["shuffle"] | {"seed": match.seed.hex()}
    assert (fault_of(revealed), check_record(copy_of(revealed)), is_valid(revealed)) == (None, [], True)


def test_a_finished_record_reveals_its_seed() -> None:
    match = random_match(4)
    document = match.record()
    assert match.seed is not None
    assert document["shuffle"] == {"commitment": match.commitment, "seed": match.seed.hex()}
    assert document["result"]["totals"] == list(match.position.totals)
    assert document["result"]["winners"] == list(match.position.winners)


def components_of(data: PrintedData) -> GlassworksComponents:
    """The package's components with the printed data of the tests."""
    values = {key: data[key] for key in ("row_vp", "column_vp", "overflow_vp", "inventory_trigger")}
    values |= {"stones": list(data["stones"].values()), "five_players_only": ["black"]}
    lines = [
        'name = "edited"',
        *(f"{key} = {{value = {json.dumps(value)}}}" for key, value in values.items()),
        "[pieces]",
    ]
    for colour, shapes in data["pieces"].items():
        lines.append(f"{colour.replace(' ', '_')} = {json.dumps(list(shapes.values()))}")
    return parse("\n".join(lines), "edited.toml")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("data", [STANDARD, ENDLESS], ids=["standard", "endless"])
def test_records_of_the_reference_game_are_good(data: PrintedData, preset: str) -> None:
    """G27, G28, G33: also where the bag runs short, players must pass, or nobody triggers the end."""
    components = standard() if data is STANDARD else components_of(data)
    rng = Random(f"reference {preset}")
    kinds = set()
    for players in (*PLAYERS, 2, 3):
        document = copy_of(random_record(rng, players, preset, data=data, first_seat=rng.randrange(players)))
        document["components"]["sha256"] = components.sha256
        kinds |= {turn["move"]["type"] for turn in document["turns"]}
        assert is_valid(document)
        read = read_document(document, "made here")
        check(read, components)
        totals = document["result"]["totals"]
        assert list(replay(read, components).position.totals) == totals
    assert {"place", "draw"} <= kinds


@pytest.mark.parametrize("options", [{"inventory_counts_overflow": True}, {"lake_draws_after_trigger": False}])
def test_records_of_the_reference_game_with_one_option_are_good(options: dict[str, bool]) -> None:
    """G23, G32."""
    document = copy_of(random_record(Random(9), 3, options=options))
    document["components"]["sha256"] = standard().sha256
    assert fault_of(document) is None
    assert replay(read_document(document, "made here")).terms.options.changes == options


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_stored_records_stay_readable(name: str) -> None:
    document = read_record(DATA / name)
    check(document)
    match = replay(document)
    assert match.position.totals == GOLDEN[name]
    assert match.is_over and match.game is GAME
    text = (DATA / name).read_text("utf-8")
    assert write_record(document) == text
    assert check_record(json.loads(text)) == [] and is_valid(json.loads(text))


def test_every_stored_record_has_its_totals() -> None:
    assert {path.name for path in DATA.glob("record-*.json")} == set(GOLDEN)
    assert {len(totals) for totals in GOLDEN.values()} == set(PLAYERS)


def test_reading_changes_nothing_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    text = written(random_match().record())
    for content in (text, text[: len(text) // 2], ""):
        path.write_text(content, encoding="utf-8")
        before = path.stat()
        _ = fault_of(path.read_text("utf-8"))
        if content == text:
            read_record(path)
        after = path.stat()
        assert (after.st_mtime_ns, after.st_size, after.st_ino) == (before.st_mtime_ns, before.st_size, before.st_ino)
        assert path.read_text("utf-8") == content
        assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_names_and_times_are_kept() -> None:
    document = random_match(2, turns=2).record()
    document["seats"][0]["name"] = "Zoë “the heron” 川"
    document["turns"][0]["at"] = "2025-06-01T12:00:00.25+02:00"
    read = parse_record(written(document), "made here")
    assert replay(read).record() == document
    assert "Zoë “the heron” 川" in written(document)


def test_the_schema_is_a_schema_and_refuses_what_is_no_record() -> None:
    schema = record_schema(GAME)
    Draft202012Validator.check_schema(schema)
    assert schema["title"] == "A record of River Valley Glassworks (rivertable-record/1)"
    good = random_match().record(states=True)
    for place, value in (
        (("format",), "rivertable-record/2"),
        (("game",), "chess"),
        (("seats",), good["seats"][:1]),
        (("shuffle", "seed"), "not hexadecimal"),
        (("start", "river"), good["start"]["river"][:5]),
        (("start", "lake"), ["red heart"]),
        (("start", "turn", "phase"), "begin"),
        (("turns", 0, "move", "type"), "sell"),
        (("turns", 0, "seat"), 5),
        (("turns", 0, "at"), "yesterday"),
        (("turns", 0, "note"), "a key too many"),
        (("result", "totals"), ["1", "2"]),
    ):
        bad = copy_of(good)
        inner = bad
        for part in place[:-1]:
            inner = inner[part]
        inner[place[-1]] = value
        assert not is_valid(bad), place
        assert fault_of(bad) is not None, place
    for key in good:
        assert not is_valid({name: value for name, value in good.items() if name != key}), key
