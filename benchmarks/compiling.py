"""Where the seconds of compiling go: each game in a process of its own, on an empty cache, task by task.

Processor seconds of one core. LLVM's parts are measured around Numba's own steps: reading what Numba wrote, the passes
over functions and over whole modules, and machine code. The rest is Numba's: types, its own passes, writing for LLVM.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

STEPS = {
    "add_ir_module": "reading",
    "_optimize_functions": "passes over functions",
    "_optimize_final_module": "passes over modules",
    "_finalize_final_module": "machine code",
}
_LARGEST = 6


def watch(spent: Counter[str], functions: Counter[str]) -> None:
    """Add up the seconds of LLVM's steps, by step and by the function compiled."""
    from numba.core.codegen import CPUCodeLibrary

    def wrap(name: str, step: str) -> None:
        original: Callable[..., Any] = getattr(CPUCodeLibrary, name)

        def timed(self: Any, *arguments: Any) -> Any:
            began = time.process_time()
            try:
                return original(self, *arguments)
            finally:
                seconds = time.process_time() - began
                spent[step] += seconds
                # Reading contains the passes over functions.
                if step == "passes over functions":
                    spent["reading"] -= seconds
                else:
                    functions[self.name] += seconds

        setattr(CPUCodeLibrary, name, timed)

    for name, step in STEPS.items():
        wrap(name, step)


def measure(game_name: str) -> dict[str, Any]:
    """Compile a game in this process, and return seconds by task, by step and of the functions that took most."""
    spent: Counter[str] = Counter()
    functions: Counter[str] = Counter()
    watch(spent, functions)
    from rivertable.core.compiling.warmup import carry_out
    from rivertable.core.game import GAMES
    from rivertable.study.compiling import TASKS

    tasks = {}
    for task in TASKS:
        began = time.process_time()
        carry_out(GAMES[game_name], task)
        tasks[task.name] = round(time.process_time() - began, 2)
    whole = sum(tasks.values())
    steps = {step: round(spent[step], 2) for step in STEPS.values()}
    steps["Numba"] = round(whole - sum(steps.values()), 2)
    return {
        "game": game_name,
        "seconds": round(whole, 1),
        "tasks": tasks,
        "steps": steps,
        "functions": {name: round(seconds, 2) for name, seconds in functions.most_common(_LARGEST)},
        "compiled": len(functions),
    }


def main() -> None:
    """Measure every game, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", help="measure one in this process, and print JSON")
    chosen = parser.parse_args()
    if chosen.game:
        print(json.dumps(measure(chosen.game)))
        return
    from rivertable.core.game import GAMES

    print(f"Load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; processor seconds")
    for name in GAMES:
        with tempfile.TemporaryDirectory() as cache:
            command = [sys.executable, __file__, "--game", name]
            done = subprocess.run(
                command, env=os.environ | {"RIVERTABLE_CACHE": cache}, capture_output=True, text=True, check=True
            )
        found = json.loads(done.stdout)
        print(f"\n{name}: {found['seconds']} s for {found['compiled']} functions")
        for part in ("tasks", "steps", "functions"):
            print(f"  {part:10}" + ", ".join(f"{key} {seconds}" for key, seconds in found[part].items()))


if __name__ == "__main__":
    main()
