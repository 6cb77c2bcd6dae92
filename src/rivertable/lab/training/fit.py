"""Learning from samples, with PyTorch (extra ``train``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from ...core.contract.study import Stage
from .samples import Batch

_AT_ONCE = 1024
"""Samples held back that are evaluated at once."""
_POINTS_PART = 0.5
"""How much score and lead count against the win share."""
_FIRST_SPREAD = 0.05
_TARGETS = 3
"""Of a seat: win share, score / 50, lead / 20."""


@dataclass(frozen=True, slots=True)
class Pass:
    """How one pass over the samples went: the loss learned by, and on samples held back each part of it."""

    number: int
    learned: float
    held: float
    win_share: float
    """cross entropy of the win share"""
    score: float
    """mean square of the error of the score / 50"""
    lead: float
    """the same of the lead / 20"""


class Model(nn.Module):
    """The network of :mod:`rivertable.bots.lookahead.network`, for learning; of its inputs, so many as are ever set."""

    def __init__(self, blank: Any, inputs: int) -> None:
        super().__init__()
        first = blank.inputs.shape[1]
        second, outputs = blank.last.shape
        self.inputs = nn.Parameter(torch.randn(inputs, first) * _FIRST_SPREAD)
        self.first = nn.Parameter(torch.zeros(first))
        self.middle = nn.Linear(first, second)
        self.last = nn.Linear(second, outputs)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the outputs by sample."""
        first = torch.relu(torch.addmm(self.first, inputs, self.inputs))
        outputs: torch.Tensor = self.last(torch.relu(self.middle(first)))
        return outputs

    def forget_all_but(self, places: np.ndarray[Any, Any]) -> None:
        """Make the weights 0 of all inputs but these: those that no sample sets were drawn at random."""
        unset = torch.ones(self.inputs.shape[0], dtype=torch.bool)
        unset[torch.from_numpy(np.unique(places).astype(np.int64))] = False
        with torch.no_grad():
            self.inputs[unset.to(self.inputs.device)] = 0

    def read(self, network: Any) -> None:
        """Begin with the weights of a network."""
        with torch.no_grad():
            for name, parameter in self._arrays().items():
                parameter.copy_(torch.from_numpy(getattr(network, name)[: len(parameter)]))

    def write(self, network: Any) -> None:
        """Write the weights into the arrays of a network that is blank."""
        for name, parameter in self._arrays().items():
            getattr(network, name)[: len(parameter)] = parameter.detach().cpu().numpy()

    def _arrays(self) -> dict[str, torch.Tensor]:
        """Return the parameters in the shape of a network's arrays, by their names."""
        return {
            "inputs": self.inputs,
            "first": self.first,
            "middle": self.middle.weight.T,
            "second": self.middle.bias,
            "last": self.last.weight.T,
            "outputs": self.last.bias,
        }


class Learner:
    """A model that learns from the samples of one stage after the other."""

    def __init__(self, blank: Any, samples: Batch, held: Batch, seed: int) -> None:
        """Begin anew; ``held`` are samples that are not learned from."""
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._order = np.random.default_rng(seed)
        self._samples, self._held_back = samples, held
        self._width = 1 + max(int(batch.places.max()) for batch in (samples, held))
        self.model = Model(blank, self._width).to(self._device)

    def learn(self, stage: Stage) -> Iterator[Pass]:
        """Go over the samples as often as the stage says, and return how each pass went."""
        samples, at_once = self._samples, stage.samples_a_step
        steps = max(1, len(samples) // at_once)
        optimizer = torch.optim.Adam(self.model.parameters(), lr=stage.rate, weight_decay=stage.decay)
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, stage.passes * steps, stage.rate / 20)
        for number in range(stage.passes):
            learned = 0.0
            order = self._order.permutation(len(samples))
            for step in range(steps):
                loss = self._loss(samples, order[step * at_once : (step + 1) * at_once]).sum()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                schedule.step()
                learned += float(loss.detach())
            yield Pass(number, learned / steps, *self._held(self._held_back))

    def _held(self, held: Batch) -> tuple[float, float, float, float]:
        """Return the whole loss on samples held back, and its parts."""
        with torch.no_grad():
            chunks = [np.arange(first, min(first + _AT_ONCE, len(held))) for first in range(0, len(held), _AT_ONCE)]
            parts = torch.stack([self._loss(held, chunk) * len(chunk) for chunk in chunks]).sum(0) / len(held)
        share, score, lead = (float(part) for part in parts)
        return share + score + lead, share, score / _POINTS_PART, lead / _POINTS_PART

    def _loss(self, samples: Batch, which: np.ndarray[Any, Any]) -> torch.Tensor:
        """Return the loss of some samples: of the win share, the score and the lead; shape (3,).

        Samples are targets of one seat, or of all seats of a game and of none beyond.
        """
        told = samples.target.shape[1] // _TARGETS
        outputs = self.model(self._inputs(samples, which)).view(-1, told, _TARGETS)
        target = self._tensor(samples.target[which], np.float32).view(-1, told, _TARGETS)
        seats = samples.seats[which, None]
        weight = self._tensor((np.arange(told) < seats) / seats, np.float32)
        played = weight * self._tensor(samples.is_played[which, None], np.float32)
        share = nn.functional.binary_cross_entropy_with_logits(outputs[..., 0], target[..., 0], reduction="none")
        points = (outputs[..., 1:] - target[..., 1:]) ** 2 * _POINTS_PART
        whole = (points * played[..., None]).sum((0, 1)) / played.sum().clamp(min=1e-6)
        return torch.cat([((share * weight).sum() / weight.sum())[None], whole])

    def _inputs(self, samples: Batch, which: np.ndarray[Any, Any]) -> torch.Tensor:
        """Return the inputs of some samples as a matrix: a quarter of them are set, so sparse sums would be slower."""
        lengths = samples.start[which + 1] - samples.start[which]
        starts = np.cumsum(lengths) - lengths
        listed = np.repeat(samples.start[which] - starts, lengths) + np.arange(lengths.sum())
        cells = samples.places[listed] + np.repeat(np.arange(len(which)) * self._width, lengths)
        inputs = torch.zeros(len(which) * self._width, device=self._device)
        inputs.index_add_(0, self._tensor(cells, np.int64), self._tensor(samples.amounts[listed], np.float32))
        return inputs.view(len(which), self._width)

    def _tensor(self, array: np.ndarray[Any, Any], kind: Any) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(array, kind)).to(self._device)
