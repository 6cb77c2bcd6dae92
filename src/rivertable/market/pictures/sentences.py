"""Questions, decisions, moves, changes and scores in words, for the terminal, logs and screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.wording import in_words, number_word
from ..board import Breakdown, MarketBoard, ScoredCard
from ..kernel.state import COST_SLOT, END_NAMES, PICK_AMOUNTS, ActionEffect, Decision, Outcome, Phase
from ..moves.decisions import card_with, effect_record, meaning
from ..moves.notation import Build, Done, Hire, Keep, MarketMove, Move, Redraw, Time
from ..printed.components import cost_short, effect_short, planks_short, step_short
from ..printed.deck import TIMES_AT_MOST, Card
from ..printed.effects import Deed, amounts_text

_LONG_LIST = 12
_DEEDS = {
    Deed.NOTHING: "",
    Deed.ATTEND: "a house placed in a star space",
    Deed.DRAW: "two more cards to draw",
    Deed.TAKE_BACK: "the card taken back",
    Deed.CALL: "pawns called here",
    Deed.COLLECT: "Owner bonuses collected",
    Deed.SHARE: "Owner bonuses to be shared this turn",
    Deed.SAIL_ON: "sailed on",
}
"""What is said of each deed that was done."""
_TIMES = ("", "", " twice", " three times", " four times")


def question(board: MarketBoard) -> str:
    """Say what is asked next, in one line."""
    card = board.cards[int(board.state.card)].name
    return {
        Phase.MULLIGAN: "Your opening hand: do you keep it?",
        Phase.STOPPING: f"You move with {card}: where do you stop?",
        Phase.DOING: f"At {_booth(board).name}: what do you do?" if board.river else "What do you do?",
        Phase.AGAIN: "Once more?",
        Phase.PAYING: "Which Goods do you spend?",
        Phase.SHEDDING: "Which further card do you spend?",
        Phase.GAINING: "Which Goods do you gain?",
        Phase.PLACING: f"At which end of the river do you build {card}?",
    }.get(Phase(int(board.state.phase)), "What do you do?")


def _booth(board: MarketBoard) -> Card:
    return board.river[int(board.state.pawn[board.state.seat])].card


def decision(board: MarketBoard, number: int) -> str:
    """Say one legal decision in a few words."""
    kind, named = meaning(number)
    match kind:
        case Decision.PASS:
            return "pass: you have no card"
        case Decision.KEEP:
            return "keep the hand"
        case Decision.REDRAW:
            return "discard the hand and draw a new one"
        case Decision.END:
            return "no more of this" if int(board.state.phase) == Phase.AGAIN else _ending(board)
        case Decision.SPOT:
            return END_NAMES[named]
        case Decision.STOP:
            return _stop(board, named)
        case Decision.DO:
            return _effect(board, named)
        case Decision.PAY | Decision.GAIN:
            return amounts_text(PICK_AMOUNTS[named])
        case Decision.SHED:
            return board.cards[named].name
    return _use(board, kind, board.cards[named])


def _ending(board: MarketBoard) -> str:
    state = board.state
    is_idle = state.done == 0 and state.deeds == 0 and state.bonus in (ActionEffect.NONE, ActionEffect.OPEN)
    return "do nothing here: end the turn" if is_idle else "nothing more: end the turn"


def _use(board: MarketBoard, kind: Decision, card: Card) -> str:
    if kind == Decision.PLAY:
        return f"{'build' if card.is_booth else 'hire'} {card.name} for {cost_short(card)}"
    how = "Zoom token" if kind == Decision.TOKEN else step_short(card)
    effect = f", effect: {planks_short(card)}" if card.planks and not card.is_booth else ""
    return f"move with {card.name} ({how}{effect})"


def _stop(board: MarketBoard, number: int) -> str:
    booth = board.river[board.values.river.index(number)]
    steps = board.steps_to(booth.place, board.values.seat)
    owner = ""
    if booth.owner is not None:
        owner = ", yours" if booth.owner == int(board.state.seat) else f", seat {booth.owner}'s"
    return f"+{steps} {booth.card.name}{owner}: {planks_short(board.shown_at(booth.place))}"


def _effect(board: MarketBoard, named: int) -> str:
    slot, extra = divmod(named, TIMES_AT_MOST)
    if int(board.state.phase) == Phase.AGAIN:
        return "once more"
    card = board.cards[card_with(board.states, board.terms.array, slot)]
    text = effect_short(card.planks[slot % COST_SLOT]).partition(" up to ")[0]
    is_asked = effect_record(board.states, board.terms.array, slot).is_asked
    times = "" if is_asked or not extra else f", {extra + 1} times"
    return f"{card.name}: {text}{times}"


def group(board: MarketBoard, number: int) -> str:
    """Return the words under which a list folds alike choices; "" for one that stands alone."""
    kind, named = meaning(number)
    if kind not in (Decision.PAY, Decision.GAIN) or len(board.decisions()) <= _LONG_LIST:
        return ""
    pick = PICK_AMOUNTS[named]
    lead = next(good for good, amount in enumerate(pick) if amount)
    alone = tuple(amount if good == lead else 0 for good, amount in enumerate(pick))
    return f"{amounts_text(alone)} and others …" if sum(alone) < sum(pick) else ""


# Moves.


def move(board: MarketBoard, chosen: MarketMove) -> str:
    """Say what a move does, after a name and a colon."""
    if isinstance(chosen, Move):
        return _along(board, chosen)
    if isinstance(chosen, Build | Hire):
        name = _name(board, chosen.card)
        cards = [_name(board, card) for card in chosen.cards]
        paid = in_words([*([amounts_text(chosen.paid)] if any(chosen.paid) or not cards else []), *cards])
        if isinstance(chosen, Build):
            return f"{name} built at the {chosen.end} end of the river, for {paid}"
        return f"{name} hired, for {paid}"
    if isinstance(chosen, Keep):
        return "the opening hand kept"
    if isinstance(chosen, Redraw):
        return "the opening hand discarded, and a new one drawn"
    return "a pass, without a card in hand"


def _name(board: MarketBoard, card_id: str) -> str:
    return board.components.deck.card(card_id).name


def _along(board: MarketBoard, chosen: Move) -> str:
    token = " and the Zoom token" if chosen.has_token else ""
    start = f"to {_name(board, chosen.booth)} with {_name(board, chosen.card)}{token}"
    effects = [_done(board, chosen, effect) for effect in chosen.effects]
    return f"{start}: {'; '.join(effects) or 'nothing done there'}"


def _done(board: MarketBoard, chosen: Move, effect: Done) -> str:
    if len(set(effect.times)) == 1:
        count = len(effect.times)
        said = _time(board, effect.times[0]) + (_TIMES[count] if count < len(_TIMES) else f" {count} times")
    else:
        said = ", then ".join(_time(board, time) for time in effect.times)
    booth = board.booth_named(effect.booth or chosen.booth)
    card = board.shown_at(booth.place) if booth is not None and not effect.is_action else None
    if effect.is_action:
        card = board.components.deck.card(chosen.card)
    deed = card.planks[effect.number - 1].deed if card is not None else Deed.NOTHING
    said = ", and ".join(filter(None, [said, _DEEDS[deed]])) or "nothing gained"
    if effect.booth:
        said = f"at {_name(board, effect.booth)} {said}"
    return f"{said} by {_name(board, chosen.card)}" if effect.is_action else said


def _time(board: MarketBoard, time: Time) -> str:
    spent = in_words([*([amounts_text(time.spent)] if any(time.spent) else []), *(_name(board, c) for c in time.cards)])
    if spent:
        return f"{spent} spent for {amounts_text(time.gained)}"
    return f"{amounts_text(time.gained)} gained" if any(time.gained) else ""


def changes(board: MarketBoard, decisions: Sequence[int], outcomes: Sequence[int]) -> str:
    """Say what was drawn after a turn's decisions from ``board``; of a hidden hand only how many."""
    if not outcomes:
        return ""
    seat, count = int(board.state.seat), len(outcomes)
    reshuffle = "The discard pile becomes the deck. " if count > board.deck_count else ""
    if not board.is_open_hand(seat):
        return f"{reshuffle}{number_word(count).capitalize()} card{'s' * (count > 1)} drawn."
    return f"{reshuffle}Drawn: {in_words(board.cards[outcome - Outcome.DRAWN].name for outcome in outcomes)}."


# Scores.


def score(board: MarketBoard, seat: int) -> str:
    """Return the breakdown of a seat's score as lines of text, with where each stored resource was counted."""
    parts = board.breakdown(seat)
    lines = [f"Events attended: {parts.categories[0]}"]
    lines += [f"  {_name(board, card)} = {points}" for card, points in parts.events]
    lines.append(f"Booths: {parts.categories[1]}")
    lines += [f"  {_scored(board, card)}" for card in parts.booths]
    lines.append(f"Helpers: {parts.categories[2]}")
    lines += [f"  {_scored(board, card)}" for card in parts.helpers]
    lines += _leftovers(parts)
    lines.append(f"total: {' + '.join(map(str, parts.categories))} = {parts.total}")
    return "\n".join(lines)


def _scored(board: MarketBoard, card: ScoredCard) -> str:
    terms = [str(card.printed)]
    if card.bonus:
        terms.append(f"{card.bonus} as its bonus")
    if card.lots:
        terms.append(f"{card.lot_points} for {amounts_text(card.stored)} stored")
    return f"{_name(board, card.card)}: {' + '.join(terms)} = {card.points}"


def _leftovers(parts: Breakdown) -> list[str]:
    goods = (*parts.left[:-1], 0)
    return [
        f"Coins left, a point for two: {parts.left[-1]} = {parts.coins}",
        f"Goods left, a point for three different ones: {amounts_text(goods)} = {parts.batches}",
    ]
