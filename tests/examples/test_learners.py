"""The examples that learn get better, within seconds and from a fixed seed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from learning import needs_sb3, needs_torch, needs_torchrl
from rivertable.core.game import GAMES
from rivertable.envs import BatchEnvironment

pytestmark = pytest.mark.slow

# TorchRL warns of a class of its own when it is imported.
torchrl_imports = pytest.mark.filterwarnings(
    "ignore:.*inherits from WeightUpdaterBase is deprecated:DeprecationWarning"
)

FOLDER = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return example("ppo", monkeypatch)


@pytest.fixture
def alphazero(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return example("alphazero", monkeypatch)


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Such small work among other tests is slowed down by threads that wait for each other."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def example(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.delitem(sys.modules, name, raising=False)
    return import_module(name)


@needs_torch
def test_ppo_learns(ppo: ModuleType) -> None:
    import torch

    torch.manual_seed(1)
    batch = BatchEnvironment("glassworks", ppo.GAMES, seed=1, is_masked=True, reward="margin")
    player = ppo.Player(batch)
    optimizer = torch.optim.Adam(player.parameters(), lr=ppo.RATE)
    before = ppo.wins_of_100(player, 0)
    for _ in range(5):
        ppo.learn(player, optimizer, ppo.play_round(player, batch))
    assert ppo.wins_of_100(player, 0) > max(before + 10, 85)


@needs_torch
def test_alphazero_learns_and_goes_on_from_its_file(alphazero: ModuleType, tmp_path: Path) -> None:
    learner = alphazero.Learner(1, tmp_path / "zero.pt")
    before = alphazero.wins_of_100(learner.network, alphazero.at_random, 0, games=60)
    for _ in range(5):
        learner.play()
        learner.learn()
    assert alphazero.wins_of_100(learner.network, alphazero.at_random, 0, games=60) > max(before + 10, 85)
    learner.save()
    other = alphazero.Learner(2, tmp_path / "zero.pt")
    assert other.decisions == learner.decisions > 0
    seen = learner.batch.observations, learner.batch.masks
    for kept, read in zip(learner.network.ask(*seen), other.network.ask(*seen), strict=True):
        assert (kept == read).all()


@needs_torch
def test_a_search_takes_the_better_end_of_a_game(alphazero: ModuleType) -> None:
    """Without having learned anything: where every choice ends the game, playouts see what each brings."""
    batch = BatchEnvironment("glassworks", 60, seed=3, is_masked=True, reward="margin")
    search, compared = alphazero.Search(batch, alphazero.Network(batch), 4), 0
    for _ in range(60):
        shares, values = search.run(batch)
        assert shares.sum(1) == pytest.approx(1)
        assert not shares[batch.masks == 0].any()
        assert (abs(values) <= 1).all()
        for row in np.flatnonzero(batch.counts > 1):
            position = batch.position(row)
            after = {decision: position.after(decision).resolve(1) for decision in position.decisions()}
            if all(end.is_over for end in after.values()):
                leads = {d: end.totals[position.seat] - end.totals[1 - position.seat] for d, end in after.items()}
                worths = {decision: float(np.tanh(lead / alphazero.POINTS)) for decision, lead in leads.items()}
                best = max(worths.values())
                assert best - worths[int(shares[row].argmax())] < 0.15
                compared += best - min(worths.values()) >= 0.15
        batch.step(batch.sample())
    assert compared > 5


@needs_torch
def test_a_bot_plays_whole_turns_in_a_batch(alphazero: ModuleType) -> None:
    """One that looks at its own turn against random choices, as the loop measures: it wins nearly all."""
    batch = BatchEnvironment("glassworks", 30, seed=5, is_masked=True)
    bot, won, ended = alphazero.Bot("sight:net=no"), 0.0, 0
    while ended < 30:
        rows = np.flatnonzero(batch.seats == 0)
        actions = batch.sample()
        actions[rows] = bot(batch, rows)
        batch.step(actions)
        won, ended = won + batch.rewards[:, 0].sum(), ended + batch.ended.sum()
    assert won > 0.8 * ended


@needs_sb3
@pytest.mark.parametrize("game", GAMES)
def test_maskable_ppo_takes_legal_actions_and_learns(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One short round: weights change, and every game ends by the rules, with a lead as its reward."""
    maskable = example("maskable_ppo", monkeypatch)
    monkeypatch.setattr(maskable, "GAMES", 4)
    model = maskable.make_model(maskable.Clock(1), game, 1)
    before = [each.detach().clone() for each in model.policy.parameters()]
    model.learn(4 * maskable.STEPS)
    assert model.num_timesteps == 4 * maskable.STEPS
    assert any((own != other).any() for own, other in zip(model.policy.parameters(), before, strict=True))
    seat, ended = maskable.Seat(game), 0
    seen, _ = seat.reset(seed=1)
    while ended < 3:
        action, _ = model.predict(seen, action_masks=seat.action_masks())
        seen, reward, is_over, _, info = seat.step(int(action))
        assert "is_illegal" not in info
        if is_over:
            lead = info["totals"][info["seat"]] - info["totals"][1 - info["seat"]]
            assert reward == pytest.approx(np.clip(lead / maskable.POINTS, -1, 1))
            seen, _ = seat.reset()
            ended += 1


@needs_torchrl
@torchrl_imports
def test_torchrl_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    torchrl = example("torchrl_ppo", monkeypatch)
    monkeypatch.setattr(torchrl, "GAMES", 64)
    learner = torchrl.Learner(1)
    before = torchrl.wins_of_100(learner.player, 0, games=100)
    for _ in range(4):
        learner.learn()
    assert torchrl.wins_of_100(learner.player, 0, games=100) > max(before + 10, 80)


@needs_torchrl
@torchrl_imports
def test_what_the_other_seat_gains_counts_against_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seats in turn, the last decision wins 1: with a full trace each decision is worth what it comes to."""
    import torch

    torchrl = example("torchrl_ppo", monkeypatch)
    monkeypatch.setattr(torchrl, "TRACE", 1.0)
    seats = torch.tensor([[0, 0, 1, 0]])
    over = torch.tensor([False, False, False, True]).view(1, 4, 1)
    played = torchrl.TensorDict(
        {
            "seat": seats,
            "state_value": torch.tensor([0.5, -0.25, 0.25, 0.0]).view(1, 4, 1),
            "next": {"seat": torch.tensor([[0, 1, 0, 1]]), "done": over, "reward": over.float()},
        },
        batch_size=[1, 4],
    )
    expected = torch.tensor([[1.0, 1.0, -1.0, 1.0]]) - played["state_value"].squeeze(2)
    assert torch.allclose(torchrl.advantages(played, torch.tensor([9.0])), expected)
