"""The network's judgement as the search calls it: where it lies, compiled once."""

from __future__ import annotations

from ...core.compiling.addresses import call_by_address
from . import network

judge_all = call_by_address(network.judge_all)
judge_result = call_by_address(network.judge_result)
judge_seat = call_by_address(network.judge_seat)
result_of = call_by_address(network.result_of)
