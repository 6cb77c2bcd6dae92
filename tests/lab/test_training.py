"""A training from the first game to a network that plays: what is written down, what is learned, what goes on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bots.boards import BOTH, game_of
from bots.networks import inputs_of, outputs_of, random_network
from learning import needs_torch
from rivertable.bots import make_bot, network_files, weights_hash
from rivertable.bots.lookahead import lookahead
from rivertable.bots.weights import about_file, about_weights, network_for, pack_weights
from rivertable.core.errors import DataError, MissingExtraError, UnknownNameError, require
from rivertable.glassworks.kernel.features import BLOCK, OVERFLOW, TABLE_END
from rivertable.lab import Contest
from rivertable.lab.simulation.games import Job
from rivertable.lab.training import Progress, Recipe, Shard, Stage, Training, TrainingError, recipe_for
from rivertable.lab.training.samples import Batch, join, samples_of, shards_of

SIGHT = Stage({2: 3, 3: 2}, 0, 0.025, 0.1, 0.9, 2, 1e-3, 0)
SEARCH = replace(SIGHT, playouts=8, games={2: 2, 3: 1})
SMALL = Recipe((SIGHT, SEARCH), candidates=60, kept=8, measured=4)


def shard(game: str, stage: int, players: int = 3) -> Shard:
    return Shard(game, stage, players, 0, 2, "a seed")


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("stage", [0, 1], ids=["at sight", "searched"])
def test_samples_are_the_same_again_and_other_games_are_not(name: str, stage: int) -> None:
    network = random_network(game_of(name), 3)
    first, again = (samples_of(shard(name, stage), SMALL, network) for _ in range(2))
    other = samples_of(replace(shard(name, stage), seed="another"), SMALL, network)
    for field in type(first).__slots__:
        assert np.array_equal(getattr(first, field), getattr(again, field))
    assert not np.array_equal(first.target, other.target[: len(first)])


def by_seat(name: str, samples: Batch, players: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The targets of a game that seat 0 began, shape (positions, seats, 3), and which positions were played."""
    if game_of(name).kernel.primitives.SEATS_TOLD == 1:
        return samples.target.reshape(-1, players, 3), samples.is_played[::players]
    told = samples.target.reshape(len(samples), -1, 3)
    assert not told[:, players:].any()
    # A position is seen from the seat whose turn it was; those that were not played come before the one that was.
    turns = np.cumsum(samples.is_played) - samples.is_played
    rolled = [np.roll(each[:players], turn % players, axis=0) for each, turn in zip(told, turns, strict=True)]
    return np.array(rolled), samples.is_played


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("stage", [0, 1], ids=["at sight", "searched"])
def test_targets_are_what_came_of_it(name: str, stage: int) -> None:
    """After the last turn share of the win and lead are the result; shares lie between 0 and 1."""
    samples = samples_of(replace(shard(name, stage), games=1), SMALL, random_network(game_of(name), 4))
    players = 3
    assert (samples.seats == players).all()
    targets, is_played = by_seat(name, samples, players)
    assert targets[..., 0].min() >= 0
    assert targets[..., 0].max() <= 1
    assert is_played.all() if stage == 0 else not is_played.all()
    share, score, lead = targets[is_played][-1].T
    points, leads = score * 50, lead * 20
    for seat in range(players):
        others = [points[other] for other in range(players) if other != seat]
        assert leads[seat] == pytest.approx(points[seat] - max(others), abs=1e-3)
    best = points == points.max()
    assert share == pytest.approx(best / best.sum(), abs=1e-6)
    # The score of a seat is the same for all its turns.
    assert (targets[is_played][:, :, 1] == score).all()


def test_without_later_estimates_only_the_result_counts() -> None:
    plain = Recipe((replace(SIGHT, td_lambda=1.0),), candidates=60, kept=8, measured=4)
    network = random_network(game_of("glassworks"), 4)
    targets, _ = by_seat("glassworks", samples_of(replace(shard("glassworks", 0), games=1), plain, network), 3)
    assert (targets == targets[0]).all()


@pytest.mark.parametrize("chosen", ["senseless", "wasteful"])
def test_senseless_turns_are_taken_as_often_as_asked(chosen: str) -> None:
    """No sensible turn loses more than three points in overflow; a game of nothing else soon loses many."""
    network = random_network(game_of("glassworks"), 4)
    lost = []
    for part in (0.0, 1.0):
        recipe = Recipe((replace(SIGHT, **{chosen: part}),), candidates=60, kept=8, measured=4)
        samples = samples_of(replace(shard("glassworks", 0), games=2), recipe, network)
        overflow = samples.places % BLOCK == (TABLE_END + OVERFLOW) % BLOCK
        lost.append(float(samples.amounts[overflow & (samples.places >= TABLE_END)].max()))
    assert lost[1] > 2 * lost[0]


def test_td_lambda_mixes_in_what_was_thought_a_turn_later() -> None:
    """Share and lead to learn after a turn are ``td_lambda`` times those after the next, the rest what was thought."""
    game = game_of("glassworks")
    network = random_network(game, 4)
    samples = samples_of(replace(shard("glassworks", 0), games=1), SMALL, network)
    targets, _ = by_seat("glassworks", samples, 3)
    for turn in range(len(samples) - 1):
        listed = slice(samples.start[turn + 1], samples.start[turn + 2])
        inputs = np.zeros(game.kernel.primitives.FEATURES)
        np.add.at(inputs, samples.places[listed], samples.amounts[listed].astype(float))
        outputs = np.roll(outputs_of(network, inputs).reshape(-1, 3)[:3], (turn + 1) % 3, axis=0)
        for target, thought in ((0, 1 / (1 + np.exp(-outputs[:, 0]))), (2, outputs[:, 2])):
            expected = 0.9 * targets[turn + 1, :, target] + 0.1 * thought
            assert targets[turn, :, target] == pytest.approx(expected, abs=2e-2)


def test_shards_hold_every_game_of_a_stage_once() -> None:
    shards = shards_of("glassworks", 0, {2: 45, 5: 7}, "s")
    assert {players: sum(shard.games for shard in shards if shard.players == players) for players in (2, 5)} == {
        2: 45,
        5: 7,
    }
    assert len({shard.name for shard in shards}) == len(shards)


def test_joined_samples_keep_their_inputs() -> None:
    network = random_network(game_of("glassworks"), 4)
    parts = [samples_of(replace(shard("glassworks", 0, players), games=1), SMALL, network) for players in (2, 3)]
    joined = join(parts)
    at = 0
    for part in parts:
        for k in range(len(part)):
            own = part.places[part.start[k] : part.start[k + 1]]
            assert np.array_equal(joined.places[joined.start[at] : joined.start[at + 1]], own)
            assert joined.seats[at] == part.seats[k]
            at += 1
    assert at == len(joined)


def test_every_game_has_a_recipe_for_all_its_numbers_of_players() -> None:
    for name in BOTH:
        assert {players for each in recipe_for(game_of(name)).networks.values() for players in each} == {2, 3, 4, 5}


SHIPPED = [("glassworks", None), ("market", "first-edition"), ("market", "second-edition")]


@pytest.mark.parametrize(("name", "deck"), SHIPPED)
def test_the_shipped_network_is_that_of_the_recipe(name: str, deck: str | None) -> None:
    """For every number of players, for the printed data, and it beat the heuristic evaluation when it was measured.

    An edition that is no longer the standard one keeps the network of the recipe that it was made by.
    """
    components = game_of(name).printed.load(deck and Path(deck))
    for players in (2, 3, 4, 5):
        assert network_for(game_of(name).make_terms(players, None, components)) is not None
    about = about_weights(game_of(name).make_terms(2, None, components))
    assert about is not None
    made = about["made"]
    if components == game_of(name).printed.load(None):
        assert made["recipe"] == recipe_for(game_of(name)).document()
    assert made["stage"] == len(made["recipe"]["stages"]) - 1
    measured = made["measured_one_ply"]
    each = [measured] if "low" in measured else [measured[str(players)] for players in (2, 3, 4, 5)]
    assert all(found["low"] > 1 / found.get("players", 2) for found in each)


@needs_torch
@pytest.mark.parametrize("name", BOTH)
def test_a_training_learns_and_its_network_plays(name: str, tmp_path: Path) -> None:
    """On samples held back the loss falls; the file plays in a bot; done once, nothing is done again."""
    recipe = Recipe(
        (replace(SIGHT, games={2: 80, 3: 20}, temperature=1.0, passes=6), SEARCH), candidates=60, kept=8, measured=4
    )
    training = Training(name, recipe, "a seed", tmp_path / "run")
    told = list(training.run())
    assert {progress.doing for progress in told} == {"play", "learn", "measure"}
    assert all(isinstance(progress, Progress) and progress.done <= progress.whole for progress in told)
    passes = [json.loads(line) for line in training.curves.read_text().splitlines()]
    first = [line["held"] for line in passes if line["stage"] == 0]
    assert first[-1] < first[0]
    assert training.picture.read_text().startswith("<?xml")
    last = training.network_after(1)
    assert make_bot(f"search:net={last},playouts=4", 1)
    assert [*training.run()] == []
    assert not list((tmp_path / "run").glob("*players*"))
    made = network_for(game_of(name).make_terms(2), last)
    assert made is not None
    with np.load(last) as archive:
        about = json.loads(str(archive["about"]))
    assert about["made"]["measured_one_ply"]["games"] == 4
    assert about["made"]["recipe"] == recipe.document()


@needs_torch
def test_each_number_of_players_has_a_network_and_begins_with_that_of_one_less(tmp_path: Path) -> None:
    """A network for one more says of the seats it knows what it said, and of the new one what of the one before it."""
    first = replace(SIGHT, games={2: 21}, temperature=1.0)
    recipe = Recipe(
        (first, replace(SIGHT, games={2: 21, 3: 21})),
        candidates=60,
        kept=8,
        measured=4,
        is_by_players=True,
        handed_on=1,
    )
    training = Training("glassworks", recipe, "a seed", tmp_path)
    assert {progress.network for progress in training.run()} == {"2", "3"}
    assert [*training.run()] == []
    terms = {players: game_of("glassworks").make_terms(players) for players in (2, 3)}
    last = training.network_after(1)
    made = {players: network_for(terms[players], last) for players in (2, 3)}
    assert all(network is not None for network in made.values())
    assert not np.array_equal(made[2].inputs, made[3].inputs)
    about = about_file(last)
    assert about["networks"] == {"2": "2", "3": "3"}
    assert about["made"]["measured_one_ply"]["3"]["players"] == 3
    start = network_for(terms[3], tmp_path / "start-3players.npz")
    position = game_of("glassworks").position_class.new(players=3, seed=1)
    inputs = inputs_of(game_of("glassworks"), position.states.copy(), position.terms.array, 2)
    without_last = np.where(np.arange(len(inputs)) < TABLE_END + 2 * BLOCK, inputs, 0)
    known, told = outputs_of(made[2], without_last), outputs_of(start, without_last)
    assert told[:6] == pytest.approx(known[:6])
    assert told[6:9] == pytest.approx(known[3:6])
    as_second = np.zeros_like(inputs)
    as_third = np.zeros_like(inputs)
    block = np.random.default_rng(1).uniform(size=BLOCK)
    as_second[TABLE_END + BLOCK : TABLE_END + 2 * BLOCK] = as_third[TABLE_END + 2 * BLOCK : TABLE_END + 3 * BLOCK] = (
        block
    )
    assert outputs_of(start, as_second) == pytest.approx(outputs_of(start, as_third))


@needs_torch
def test_a_training_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole = Training("glassworks", SMALL, "a seed", tmp_path / "whole")
    for _ in whole.run():
        pass
    stopped = Training("glassworks", SMALL, "a seed", tmp_path / "stopped")
    for progress in stopped.run():
        if (progress.stage, progress.doing) == (1, "play"):
            break
    for _ in stopped.run():
        pass
    game = game_of("glassworks")
    for stage in (0, 1):
        networks = [network_for(game.make_terms(2), run.network_after(stage)) for run in (whole, stopped)]
        assert all(np.array_equal(*pair) for pair in zip(*networks, strict=True))


@needs_torch
def test_a_folder_belongs_to_one_training(tmp_path: Path) -> None:
    Training("glassworks", SMALL, "a seed", tmp_path).check()
    with pytest.raises(TrainingError, match="another training"):
        Training("glassworks", SMALL, "another", tmp_path).check()
    first, second = (game_of("market").printed.load(Path(name)) for name in ("first-edition", "second-edition"))
    Training("market", SMALL, "a seed", tmp_path / "market", components=second).check()
    with pytest.raises(TrainingError, match="another training"):
        Training("market", SMALL, "a seed", tmp_path / "market", components=first).check()


@needs_torch
def test_a_folder_with_the_names_of_version_0_1_goes_on(tmp_path: Path) -> None:
    training = Training("glassworks", SMALL, "a seed", tmp_path)
    training.check()
    path = tmp_path / "training.json"
    settings = json.loads(path.read_text("utf-8"))
    settings["recipe"]["look"] = settings["recipe"].pop("candidates")
    for stage in settings["recipe"]["stages"]:
        stage["sharpness"] = 1 / stage.pop("temperature")
        stage["careless"], stage["fading"] = stage.pop("exploration"), stage.pop("td_lambda")
    path.write_text(json.dumps(settings), "utf-8")
    training.check()


@needs_torch
def test_decay_makes_weights_smaller_and_larger_steps_are_fewer() -> None:
    from rivertable.lab.training.fit import Learner

    blank = lookahead(game_of("market")).network.blank_network
    samples = samples_of(shard("market", 0), SMALL, random_network(game_of("market"), 4))

    def weight(**changes: float) -> float:
        learner = Learner(blank(), samples, samples, 1)
        for _ in learner.learn(replace(SIGHT, passes=1, **changes)):
            pass
        return float(learner.model.inputs.detach().abs().sum())

    begun = float(Learner(blank(), samples, samples, 1).model.inputs.detach().abs().sum())
    small, decayed, large = weight(samples_a_step=8), weight(samples_a_step=8, decay=1.0), weight(samples_a_step=256)
    assert decayed < small
    assert abs(large - begun) < abs(small - begun)


def test_a_recipe_says_of_its_steps_what_is_not_as_it_was_before_they_were_told() -> None:
    """So a folder of an earlier version still belongs to the same recipe."""
    assert not {"samples_a_step", "decay"} & SIGHT.document().keys()
    said = replace(SIGHT, samples_a_step=1024, decay=3e-5).document()
    assert (said["samples_a_step"], said["decay"]) == (1024, 3e-5)


@needs_torch
@pytest.mark.parametrize("name", BOTH)
def test_what_is_learned_with_is_the_network_that_plays(name: str) -> None:
    import torch

    from rivertable.lab.training.fit import Model

    game = game_of(name)
    network = random_network(game, 9)
    model = Model(network, len(network.inputs))
    model.read(network)
    back = lookahead(game).network.blank_network()
    model.write(back)
    assert all(np.array_equal(*pair) for pair in zip(network[:-1], back[:-1], strict=True))
    position = game.position_class.new(players=3, seed=1)
    inputs = inputs_of(game, position.states.copy(), position.terms.array, 1)
    outputs = model(torch.tensor(inputs[None], dtype=torch.float32))
    assert outputs.detach().numpy()[0] == pytest.approx(outputs_of(network, inputs), rel=1e-3, abs=1e-3)


@pytest.mark.parametrize("name", BOTH)
def test_games_belong_together_that_were_played_with_the_same_weights(name: str) -> None:
    terms = game_of(name).make_terms(2)
    shipped = weights_hash(game_of(name))
    assert shipped is not None
    assert Contest(terms, ("novice", "random"), "s", 2).inputs()["weights"] == shipped


@pytest.mark.parametrize("name", BOTH)
def test_games_of_a_network_in_a_file_belong_together_until_the_file_is_another(name: str, tmp_path: Path) -> None:
    terms = game_of(name).make_terms(3)
    path = tmp_path / "stage0.npz"
    bots, found = (f"sight:net={path}", "master", "novice"), []
    for made_by in ("one", "another"):
        write_weights(path, name, made_by=made_by)
        assert network_files(bots) == (path,)
        contest, job = Contest(terms, bots, "s", 2), Job(terms, bots, "s")
        assert contest.inputs()["weights"] == job.inputs()["weights"]
        found.append(contest.inputs()["weights"])
    assert len({weights_hash(game_of(name)), *found}) == 3


def write_weights(path: Path, game: str, **changes: Any) -> Path:
    about = {
        "components": game_of(game).make_terms(2).components.sha256,
        "networks": {"2": "all"},
    } | changes
    path.write_bytes(pack_weights({"all": random_network(game_of(game), 2)}, about))
    return path


def test_weights_of_a_file_are_those_that_were_packed(tmp_path: Path) -> None:
    terms = game_of("glassworks").make_terms(2)
    path = write_weights(tmp_path / "w.npz", "glassworks")
    packed = random_network(game_of("glassworks"), 2)
    for found, array in zip(network_for(terms, path) or (), packed, strict=True):
        assert np.allclose(found, array, atol=2e-3)
    assert network_for(game_of("glassworks").make_terms(3), path) is None


def test_a_bot_refuses_weights_that_are_not_for_its_game(tmp_path: Path) -> None:
    other = write_weights(tmp_path / "other.npz", "market")
    view = game_of("glassworks").position_class.new(players=2, seed=1)
    with pytest.raises(DataError, match="no network"):
        make_bot(f"sight:net={other}").choose(view.view(view.seat))
    wrong = tmp_path / "wrong.npz"
    wrong.write_bytes(b"no archive")
    with pytest.raises(DataError, match="no file of weights"):
        make_bot(f"sight:net={wrong}").choose(view.view(view.seat))
    with pytest.raises(UnknownNameError, match="there is no such file"):
        make_bot(f"sight:net={tmp_path / 'nothing.npz'}")


def test_what_is_not_installed_is_named_with_its_extra() -> None:
    with pytest.raises(MissingExtraError, match=r"no_such_package is not installed.*'[.]\[train\]'"):
        require("no_such_package", "train")
