"""What the table refuses beyond the rules of a game, each with the HTTP status that says so."""

from __future__ import annotations

from ..core.errors import RivertableError


class TableError(RivertableError):
    """A request that the table does not carry out; the root of all below. ``status`` is its HTTP status."""

    code = "refused-by-table"
    status = 409


class NoSuchTableError(TableError):
    """There is no such table, seat, turn or record: a wrong link, or it was deleted."""

    code = "no-such-table"
    status = 404


class NoSecretError(TableError):
    """The request names no secret, or none of this table."""

    code = "no-secret"
    status = 401


class NoPersonError(TableError):
    """The request comes from a device on which nobody has taken a name, or with a code that nobody has."""

    code = "no-person"
    status = 401


class BadPasskeyError(TableError):
    """What came with a passkey is not what this server has asked for, or not signed by that passkey."""

    code = "bad-passkey"


class NoSuchPersonError(TableError):
    """There is no such person for whoever asks."""

    code = "no-such-person"
    status = 404


class NoHolidayError(TableError):
    """A person cannot be away then."""

    code = "no-holiday"


class NoSuchContactError(TableError):
    """There is no such address of a person for messages, or the link to it holds no longer."""

    code = "no-such-contact"
    status = 404


class NotWelcomeError(TableError):
    """Somebody at the table and the person are kept apart; neither is told by whom."""

    code = "not-welcome"
    status = 403


class SanctionedError(TableError):
    """An operator has closed to the person what they ask for."""

    code = "sanctioned"
    status = 403


class NoOperatorError(TableError):
    """The request has no key to the operators' page, or one that holds no longer."""

    code = "no-operator"
    status = 401


class NoSuchEntryError(TableError):
    """There is no such person, report, sanction or passkey, or nothing of that kind with some person."""

    code = "no-such-entry"
    status = 404


class BadHoursError(TableError):
    """Messages cannot come at the hours that a person has given."""

    code = "bad-hours"


class BadAddressError(TableError):
    """Messages cannot go to an address that a person has given."""

    code = "bad-address"


class NotYoursError(TableError):
    """The secret is good, but for something else."""

    code = "not-yours"
    status = 403


class SealedError(TableError):
    """Others may still play the same deal, so nobody is told of it."""

    code = "sealed"
    status = 403


class NoSuchDealError(TableError):
    """There is no such deal of a day."""

    code = "no-such-deal"
    status = 404


class NoSuchTournamentError(TableError):
    """There is no such tournament, or no such round of it."""

    code = "no-such-tournament"
    status = 404


class NoSuchClubError(TableError):
    """There is no such club."""

    code = "no-such-club"
    status = 404


class NoSuchBoardError(TableError):
    """There is no such board to study: a wrong link, or it was deleted."""

    code = "no-such-board"
    status = 404


class BoardFullError(TableError):
    """A board to study has no more room."""

    code = "board-full"


class StaleVersionError(TableError):
    """The table has moved on since the version that the request was made for; ``version`` is the table's."""

    code = "stale-version"

    def __init__(self, template: str, /, *, version: int, wanted: int) -> None:
        super().__init__(template, version=version, wanted=wanted)
        self.version = version


class KeyReusedError(TableError):
    """The same idempotency key came with another request."""

    code = "key-reused"


class WrongStateError(TableError):
    """The table is not in a state in which this can be done."""

    code = "wrong-state"


class HintError(TableError):
    """No hint is given here, or not this one yet."""

    code = "no-hint"


class OutOfTurnError(TableError):
    """Another seat is to move."""

    code = "out-of-turn"


class RevealedError(TableError):
    """What was revealed cannot be taken back."""

    code = "already-revealed"


class TooManyError(TableError):
    """Too many requests; ``retry_after`` is in seconds."""

    code = "too-many"
    status = 429

    def __init__(self, template: str, /, *, retry_after: int) -> None:
        super().__init__(template, retry_after=retry_after)
        self.retry_after = retry_after


class TooLargeError(TableError):
    """The request is larger than the table takes."""

    code = "too-large"
    status = 413


class TooSlowError(TableError):
    """The request did not come to its end in time."""

    code = "too-slow"
    status = 408


class ForeignOriginError(TableError):
    """A page of another site made the request."""

    code = "foreign-origin"
    status = 403


class ForeignHostError(TableError):
    """The request names a server that this one does not answer for."""

    code = "foreign-host"
    status = 421


class StoreError(TableError):
    """What is stored does not replay to what was stored beside it: the table shows it, but does not go on."""

    code = "store-damaged"
    status = 500
