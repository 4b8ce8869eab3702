"""An evening: deals one after another, each a fold over the log; corrections re-derive what follows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.actions import Action, EndDeal, Settle
from engine.errors import EngineError
from engine.state import Phase, State
from vision.observations import CameraState, CardsAppeared, CardsReread, Observation, SeenCard

from .corrections import Change, Preview, changes_between, is_undo
from .deal import Deal, as_draft, as_fact, carried_over, split_by_deal
from .desk import HAND_SHORT, SECOND_LOOK, WITHDRAW
from .evidence import EvidenceShelf
from .facts import APPEARED, CORRECTED, DEAL_BEGUN, ENTERED, LOOKED_AGAIN, REDERIVED, SOURCE_ENDED, WITHDRAWN
from .plays import Thresholds
from .problems import UserError
from .records import Body, Draft, Record, Source, standing
from .referee import Referee
from .store import Store
from .table import TABLE_SET, Table, fingerprint

_BEGINS_A_DEAL = frozenset({"play", "pass", "lay-down", "enter-order"})
_TRIBUTE = frozenset({"pay-tribute", "return-card", "resist", "skip-tribute"})
_CONCERNS_THE_MATCH = frozenset({"time-up", "forfeit", "report-offence"})

EVENING_BEGUN = "evening-begun"
CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True)
class Look:
    """A second look that the referee wants: at the group of `fact`, seen as `observation` by this run
    of the eye.
    """

    deal: int
    fact: int
    eye: int
    observation: int


class Session:
    """The evening in progress. One thread only; every method returns after its records are on the disk."""

    def __init__(self, store: Store, shelf: EvidenceShelf, limits: Thresholds | None = None) -> None:
        self.store = store
        self.shelf = shelf
        self.evening = 0
        self.began_at = 0.0
        self.table: Table | None = None
        self.deals: list[Deal] = []
        self.camera: Record | None = None
        self.looks: list[Look] = []
        self.listeners: list[Callable[[tuple[Record, ...]], None]] = []
        self._limits = limits or Thresholds()

    # ---------------------------------------------------------------- opening

    def resume(self) -> bool:
        """Go on with the latest evening in the log. False when there is none."""
        self.evening, _ = self.store.last_numbers()
        records = list(self.store.read(evening=self.evening)) if self.evening else []
        if not records:
            return False
        self.began_at = records[0].at
        for number, group in sorted(split_by_deal(records).items()):
            self._read_group(number, group)
        self._give_up_doubt()
        return self.table is not None

    def _give_up_doubt(self) -> None:
        """A second look that was due when the program stopped will never come."""
        deal = self.deal
        if deal is not None and deal.desk.doubt is not None:
            body = {"target": deal.desk.doubt.seq, "cards": []}
            self._admit(deal, Draft("fact", LOOKED_AGAIN, body))

    def _read_group(self, number: int, group: list[Record]) -> None:
        for record in group:
            if record.kind == TABLE_SET:
                self.table = Table.from_dict(record.body)
            elif record.kind == "camera_state":
                self.camera = record
        begun = next((record for record in group if record.kind == DEAL_BEGUN), None)
        if number and begun is not None:
            deal = self._new_deal(number, Table.from_dict(begun.body["table"]))
            deal.given = [record for record in group if _belongs(record)]
            deal.derived = [record for record in standing(group) if record.source == "derived"]
            deal.desk = deal.fold()
            self.deals.append(deal)

    def begin_evening(self, table: Table, who: str | None = None) -> None:
        """A new evening with totals at nothing."""
        table = table.changed()
        evening = self.store.last_numbers()[0] + 1
        drafts = (
            Draft("person", EVENING_BEGUN, {"session": table.session}, who=who),
            Draft("person", TABLE_SET, table.to_dict(), who=who),
        )
        records = self.store.append(evening, 0, drafts)
        self.evening, self.began_at, self.table = evening, records[0].at, table
        self.deals, self.looks = [], []
        self._publish(records)

    # ---------------------------------------------------------------- the present

    @property
    def deal(self) -> Deal | None:
        """The deal in progress, or the last one."""
        return self.deals[-1] if self.deals else None

    @property
    def state(self) -> State | None:
        """The engine's state now."""
        return self.deals[-1].desk.state if self.deals else None

    @property
    def between_deals(self) -> bool:
        """Whether the next cards laid begin a new deal."""
        if self.deal is None:
            return True
        state = self.deal.desk.state
        return state.phase is Phase.IDLE and any(
            r.kind in ("settled", "deal-ended") for r in self.deal.derived
        )

    # ---------------------------------------------------------------- set-up

    def set_table(self, changes: dict[str, Any], who: str | None) -> None:
        """Change the set-up; what concerns the rules holds from the next deal on."""
        if self.table is None:
            raise UserError("no-evening", "Begin an evening first.")
        table = self.table.changed(**changes)
        number = self.deal.number if self.deal else 0
        records = self._append(number, (Draft("person", TABLE_SET, table.to_dict(), who=who),))
        self.table = table
        self._publish(records)

    def begin_deal(
        self, dealer: int | None = None, cut: str | None = None, who: str | None = None, **more: Any
    ) -> Deal:
        """Deal the next one. Without a dealer it is the profile's next dealer, else whoever plays first."""
        if self.table is None:
            raise UserError("no-evening", "Begin an evening first.")
        if self.deal is not None and not self.between_deals and self.deal.desk.state.phase is not Phase.IDLE:
            raise UserError("deal-running", "This deal is not settled yet: settle or void it first.")
        if dealer is None and cut is None:
            dealer = self._next_dealer()
        body: Body = {"table": self.table.to_dict(), "dealer": dealer, "cut": cut, **more}
        if self.starts_afresh and self.table.opening is not None:
            body["opening"] = self.table.opening
        if self.deal is not None and not self.between_deals:
            raise UserError("deal-waiting", "The deal has begun already: lay or enter the first play.")
        source: Source = "person" if who else "fact"
        number = self.store.last_numbers()[1] + 1
        deal = self._new_deal(number, self.table)
        self.deals.append(deal)
        try:
            self._admit(deal, Draft(source, DEAL_BEGUN, body, who=who))
        except UserError:
            self.deals.remove(deal)
            raise
        return deal

    @property
    def starts_afresh(self) -> bool:
        """Whether the next deal is the first of its game: nothing is carried over but totals."""
        if self.deal is None or self.table is None:
            return True
        profile = self.table.game().profile
        return (self.deal.table.players, self.deal.table.game().profile.name) != (
            self.table.players,
            profile.name,
        )

    def _next_dealer(self) -> int | None:
        assert self.table is not None
        if self.state is None or self.state.settlement is None:
            return self.table.first_dealer
        return self.state.next_dealer

    def _new_deal(self, number: int, table: Table) -> Deal:
        referee = Referee(table.game(), self._limits)
        return Deal(number, table, referee, carried_over(referee, table, self.state))

    # ---------------------------------------------------------------- what was seen

    def observe(self, seen: Observation, eye: int = 0) -> tuple[Record, ...]:
        """Put an observation into the log and let the referee decide. Returns the new records."""
        if isinstance(seen, CameraState):
            return self._camera(seen, eye)
        if (
            isinstance(seen, CardsAppeared)
            and seen.zone == "play"
            and seen.joins is None
            and self.between_deals
            and not self.match_over
        ):
            self.begin_deal()
        deal = self.deal
        if deal is None:
            return ()
        draft = Draft("fact", seen.to_dict()["kind"], seen.to_dict(), self._meta(seen, eye, deal))
        late = isinstance(seen, CardsReread) or (isinstance(seen, CardsAppeared) and seen.joins is not None)
        return self._rederive(deal, draft) if late else self._admit(deal, draft)

    def _meta(self, seen: Observation, eye: int, deal: Deal) -> Body:
        meta: Body = {"eye": eye}
        if isinstance(seen, CardsAppeared):
            kept = {name: self.shelf.keep(data, deal.number) for name, data in seen.pictures.items()}
            meta["evidence"] = {name: picture for name, picture in kept.items() if picture}
            if seen.view is not None:
                meta["view"] = list(seen.view)
        return meta

    def _camera(self, seen: CameraState, eye: int) -> tuple[Record, ...]:
        body = seen.to_dict()
        same = ("state", "message_code")
        if self.camera is not None and all(self.camera.body[name] == body[name] for name in same):
            return ()
        number = self.deal.number if self.deal else 0
        records = self._append(number, (Draft("fact", "camera_state", body, {"eye": eye}),))
        self.camera = records[0]
        self._publish(records)
        return records

    def looked_again(self, look: Look, cards: Sequence[SeenCard]) -> tuple[Record, ...]:
        """What a second look showed; no cards when there was nothing to see any more."""
        deal = self.deal
        self.looks = [each for each in self.looks if each != look]
        if deal is None or deal.number != look.deal or deal.desk.doubt is None:
            return ()
        body = {"target": look.fact, "cards": [card.to_dict() for card in cards]}
        return self._admit(deal, Draft("fact", LOOKED_AGAIN, body, {"eye": look.eye}))

    def source_ended(self) -> tuple[Record, ...]:
        """The film is over: what was still waited for will not come."""
        deal = self.deal
        return self._admit(deal, Draft("fact", SOURCE_ENDED, {})) if deal is not None else ()

    # ---------------------------------------------------------------- what people say

    def enter(self, action: Action, who: str | None) -> tuple[Record, ...]:
        """An action entered by hand. Raises UserError when it does not fit.

        Levels of a match that goes on from elsewhere are kept for its first deal.
        """
        if action.kind == "set-levels" and self.starts_afresh:
            self.set_table({"opening": action.to_dict()}, who)
            return ()
        if self.between_deals and self._begins_a_deal(action):
            self.begin_deal(who=who)
        if self.deal is None:
            raise UserError("no-deal", "No deal has begun yet.")
        return self._admit(self.deal, Draft("person", ENTERED, {"action": action.to_dict()}, who=who))

    def _begins_a_deal(self, action: Action) -> bool:
        """Whether something entered between deals belongs to the next one."""
        if action.kind in _BEGINS_A_DEAL:
            return True
        if action.kind in _TRIBUTE:
            return bool(getattr(self.state, "previous_order", ()))
        return self.starts_afresh and action.kind in _CONCERNS_THE_MATCH

    @property
    def match_over(self) -> bool:
        """Whether a match was decided and no new one has begun."""
        return not self.starts_afresh and getattr(self.state, "match_ended", None) is not None

    def void(self, who: str | None) -> tuple[Record, ...]:
        """End the deal without payment."""
        return self.enter(EndDeal("void"), who)

    def settle(self, who: str | None) -> tuple[Record, ...]:
        """Reckon the deal with the hands known so far."""
        return self.enter(Settle(force=True), who)

    def confirm(self, who: str | None) -> None:
        """The host confirms the payment sheet of the last deal."""
        if self.deal is None:
            raise UserError("no-deal", "No deal has begun yet.")
        records = self._append(self.deal.number, (Draft("person", CONFIRMED, {}, who=who),))
        self.deal.given.extend(records)
        self._publish(records)

    # ---------------------------------------------------------------- corrections

    def preview(self, change: Change) -> Preview:
        """What a correction would change, without keeping it."""
        deal = self._deal_of(change.target)
        draft = change.draft(deal, None)
        run = deal.run([*deal.given, self._provisional(deal, draft)])
        token = fingerprint(self.store.last_seq(), change)
        return changes_between(deal, run, token)

    def correct(self, change: Change, who: str, token: str | None = None) -> tuple[Record, ...]:
        """Keep a correction. With a token it must still be the preview that was shown."""
        if token is not None and token != fingerprint(self.store.last_seq(), change):
            raise UserError("stale-preview", "The deal has gone on since: look at the correction again.")
        deal = self._deal_of(change.target)
        return self._rederive(deal, change.draft(deal, who))

    def undo_last(self, who: str) -> tuple[Record, ...]:
        """Take back the last thing a person entered or corrected in this deal."""
        deal = self.deal
        undone = {r.body["target"] for r in deal.given if is_undo(r)} if deal else set()
        for record in reversed(deal.given if deal else []):
            ours = record.kind == ENTERED or (record.kind == CORRECTED and not is_undo(record))
            if ours and record.seq not in undone:
                return self.correct(Change("undo", record.seq), who)
        raise UserError("nothing-to-undo", "Nothing was entered or corrected in this deal yet.")

    def _deal_of(self, seq: int) -> Deal:
        for deal in reversed(self.deals):
            if any(record.seq == seq for record in (*deal.given, *deal.derived)):
                return deal
        raise UserError("unknown-event", f"This evening has no event {seq}, or it was corrected already.")

    # ---------------------------------------------------------------- the log

    def _admit(self, deal: Deal, draft: Draft) -> tuple[Record, ...]:
        """Put a fact that changes nothing before it into the log, with what follows from it."""
        fact = as_fact(self._provisional(deal, draft))
        try:
            desk, derived = deal.referee.step(deal.desk, fact)
        except EngineError as fault:
            raise UserError(fault.code, str(fault)) from fault
        records = self._append(deal.number, (draft, *map(as_draft, derived)))
        deal.given.append(records[0])
        deal.derived.extend(records[1:])
        deal.desk = desk
        self._publish(records)
        return records + self._follow_up(deal, records)

    def _rederive(self, deal: Deal, draft: Draft) -> tuple[Record, ...]:
        """Put a fact that changes the past into the log, void what no longer follows, append what does."""
        run = deal.run([*deal.given, self._provisional(deal, draft)])
        kept = deal.common_prefix(run.derived)
        drafts = [draft]
        if kept < len(deal.derived):
            first = min(record.seq for record in deal.derived[kept:])
            drafts.append(Draft(draft.source, REDERIVED, {"from_seq": first}, cause=0, who=draft.who))
        new = [as_draft(derived) for derived in run.derived[kept:]]
        records = self._append(deal.number, (*drafts, *new))
        deal.given.append(records[0])
        deal.derived = [*deal.derived[:kept], *records[len(drafts) :]]
        deal.desk = run.desk
        self._carry_on(deal)
        self._publish(records)
        return records + self._follow_up(deal, records)

    def _carry_on(self, deal: Deal) -> None:
        """Fold the deals after a corrected one anew, so that the totals follow."""
        place = self.deals.index(deal)
        for before, after in zip(self.deals[place:], self.deals[place + 1 :], strict=False):
            after.start = carried_over(after.referee, after.table, before.desk.state)
            after.desk = after.fold()

    def _follow_up(self, deal: Deal, records: tuple[Record, ...]) -> tuple[Record, ...]:
        """What the referee asked for: a second look, or that a play taken back be withdrawn."""
        more: tuple[Record, ...] = ()
        for record in records:
            if record.kind == SECOND_LOOK:
                fact = deal.fact(int(record.body["target"]))
                if fact is not None and deal.desk.doubt is not None:
                    self.looks.append(Look(deal.number, fact.seq, fact.eye, int(fact.body["id"])))
            elif record.kind == HAND_SHORT:
                self._look_for_the_rest(deal, record)
            elif record.kind == WITHDRAW and not self._is_withdrawn(deal, record):
                body = {"target": record.body["target"]}
                more += self._rederive(deal, Draft("fact", WITHDRAWN, body, cause=record.cause))
        return more

    def _look_for_the_rest(self, deal: Deal, record: Record) -> None:
        """A hand lies open with fewer cards than it should have: perhaps one was overlooked."""
        fact = deal.fact(int(record.body["target"]))
        if fact is not None and fact.kind == APPEARED:
            self.looks.append(Look(deal.number, fact.seq, fact.eye, int(fact.body["id"])))

    @staticmethod
    def _is_withdrawn(deal: Deal, record: Record) -> bool:
        target = record.body["target"]
        return any(given.kind == WITHDRAWN and given.body["target"] == target for given in deal.given)

    def _provisional(self, deal: Deal, draft: Draft) -> Record:
        """The record that a draft will be: this is the only writer, so its number is known."""
        seq = self.store.last_seq() + 1
        return Record(
            seq,
            0.0,
            self.evening,
            deal.number,
            draft.source,
            draft.kind,
            draft.body,
            draft.meta,
            None,
            draft.who,
        )

    def _append(self, deal: int, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        return self.store.append(self.evening, deal, drafts)

    def _publish(self, records: tuple[Record, ...]) -> None:
        for listener in self.listeners:
            listener(records)


def _belongs(record: Record) -> bool:
    """Whether a record is one of the deal's facts."""
    return record.source != "derived" and record.kind not in (
        TABLE_SET,
        EVENING_BEGUN,
        REDERIVED,
        "camera_state",
    )
