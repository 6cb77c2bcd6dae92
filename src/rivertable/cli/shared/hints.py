"""A hint in two stages, as in the browser: first the idea of the best turn, then the turn; and why something is so."""

from __future__ import annotations

from ...core.compiling import execution
from ...core.errors import MalformedMoveError, RivertableError
from ...core.game import Game
from ...core.position import View
from ...study.advice import Advice, Adviser, Budget
from ...study.puzzles.puzzle import themes_for
from ..commands.rules import rule_lines
from .compiling import warm_to_study
from .console import note, progress, tell


class Hints:
    """What a person at a terminal was advised in a turn, and what was refused last."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._adviser: Adviser | None = None
        self._advice: Advice | None = None
        self._view: View | None = None

    def give(self, view: View) -> None:
        """Tell the idea of the best turn of a view; asked again, the turn."""
        if execution.is_provisional():
            note("Hints come once faster play is ready.")
            return
        if self._advice is None or view != self._view:
            self._advice, self._view = self._advised(view), view
            tell(f"The best turn does this: {self._themes(1)}. (hint again shows it, why says more.)")
            return
        move = self._game.documents.read_move(self._advice.move)
        tell(f"The best turn: {self._game.pictures.describe_move(view, move)}.  [{self._advice.notation}]")

    def _advised(self, view: View) -> Advice:
        warm_to_study(self._game)
        progress("  looking for the best turn")
        self._adviser = self._adviser or Adviser()
        found = self._adviser.advise(view, Budget())
        progress("")
        return found

    def _themes(self, at_most: int) -> str:
        advice = self._advice
        words = themes_for(self._game)
        return "; ".join(words[theme] for theme in advice.themes[:at_most]) if advice is not None else ""

    def explain(self, view: View, refused: RivertableError | None) -> None:
        """Say why the last line was refused, with the rule behind it, or why the hint was given."""
        if refused is not None:
            self._explain_refusal(refused)
        elif self._advice is not None and view == self._view:
            self._explain_advice(self._advice)
        else:
            note("Nothing was refused in this turn, and no hint given.")

    def _explain_refusal(self, refused: RivertableError) -> None:
        note(refused.sentence)
        if refused.rule is not None:
            for line in rule_lines(self._game.rulebook, self._game.rulebook[refused.rule], has_tests=False):
                tell(line)
        elif isinstance(refused, MalformedMoveError):
            note("No rule is behind this. Type moves to see how every legal one is written.")
        else:
            note("No rule is behind this.")

    def _explain_advice(self, advice: Advice) -> None:
        tell(f"What is true of the best turn: {self._themes(len(advice.themes))}.")
        change = advice.total_after - advice.total
        points = f"{abs(change)} point{'' if abs(change) == 1 else 's'}"
        gain = f"adds {points}" if change > 0 else f"costs {points}" if change else "changes no points"
        known = "Played to the end" if advice.is_exact else "Searched as master does"
        share = f"{advice.win_share:.0%}" + ("" if advice.is_exact else f" (±{2 * advice.standard_error:.0%})")
        tell(f"It {gain} at once. {known}, it leads to a win share of {share}.")
