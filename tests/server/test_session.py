"""An evening: restart, corrections that re-derive, previews, totals over deals."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from engine.actions import Action, LetStand, Pass, Play, Retract
from engine.amount import exact, plain
from engine.state import state_hash
from server.corrections import Change
from server.evenings import Past
from server.evidence import EvidenceShelf
from server.facts import Ruling
from server.history import alerts
from server.problems import StoreError, UserError
from server.scoreboard import seat_names
from server.session import Session
from server.store import Store
from server.table import checked_stake
from tests.server.fake_eye import FakeEye, derived, kinds, new_table
from vision.observations import Camera, CameraState


def plays(session: Session) -> list[tuple[int, list[str]]]:
    """Standing plays of the last deal."""
    assert session.deal is not None
    return [(r.body["seat"], r.body["cards"]) for r in session.deal.derived if r.kind == "played"]


def reopened(session: Session) -> Session:
    """The same log read by a program that was just started."""
    again = Session(session.store, session.shelf)
    assert again.resume()
    return again


def finish_deal(eye: FakeEye) -> None:
    """Seat 0 goes out with one straight; the others show five cards each."""
    eye.lay(0, "4s 5s 6s 7s 8s 9s")
    for seat, suit in ((1, "h"), (2, "d"), (3, "c")):
        eye.hand(seat, " ".join(f"{rank}{suit}" for rank in "346TJ"))


def test_a_restart_resumes_at_the_same_state_at_every_point(session: Session, eye: FakeEye) -> None:
    steps = [
        lambda: eye.lay(0, "4s 5s"),
        lambda: eye.vanish(),
        lambda: eye.lay(0, "4s 5s 6s"),
        lambda: eye.lay(1, "9d Td Jd"),
        lambda: eye.lay(2, "5d 6d 7d"),
        lambda: eye.appear(eye.seen_cards("8d"), {}, joins=5),
        lambda: session.correct(Change("rule", 9, Ruling("play", seat=3)), "Ann"),
        lambda: eye.sweep(),
    ]
    for step in steps:
        step()
        assert session.deal is not None
        again = reopened(session)
        assert again.deal is not None
        assert again.deal.desk == session.deal.desk
        assert state_hash(again.deal.desk.state) == state_hash(session.deal.desk.state)


def test_a_second_look_lost_in_a_restart_becomes_a_question(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    session.looks.clear()
    seen = eye.by_number[1]
    session.observe(type(seen)(9, 9.0, 9.0, eye.seen_cards("9d"), "play", {1: 0.9}))
    assert len(session.looks) == 1
    again = reopened(session)
    assert again.deal is not None
    assert [body["code"] for _, body in again.deal.desk.questions] == ["illegal-unsure"]


def test_totals_carry_over_and_survive_a_restart(session: Session, eye: FakeEye) -> None:
    finish_deal(eye)
    session.begin_deal(dealer=1, who="Ann")
    eye.lay(1, "4s 5s 6s 7s 8s 9s")
    assert session.state is not None
    assert session.state.totals == (30, -10, -10, -10)
    again = reopened(session)
    assert again.state == session.state
    assert len(again.deals) == 2


@pytest.mark.parametrize(
    ("ruling", "wanted"),
    [
        pytest.param(Ruling("play", cards=("6h",)), [(0, ["5s"]), (1, ["6h"])], id="other cards"),
        pytest.param(Ruling("play", seat=2), [(0, ["5s"]), (2, ["6d"])], id="other seat"),
        pytest.param(Ruling("not-a-play"), [(0, ["5s"])], id="no play"),
        pytest.param(Ruling("pass", seat=1), [(0, ["5s"])], id="a pass"),
    ],
)
def test_a_correction_rederives(
    session: Session, eye: FakeEye, ruling: Ruling, wanted: list[tuple[int, list[str]]]
) -> None:
    eye.lay(0, "5s")
    records = eye.lay(1, "6d")
    session.correct(Change("rule", derived(records, "played")[0].seq, ruling), "Ann")
    assert plays(session) == wanted
    assert ("passed" in kinds(session)) == (ruling.action == "pass" or ruling.seat == 2)
    kept = [r for r in session.store.read() if r.kind in ("corrected", "rederived")]
    assert [r.kind for r in kept] == ["corrected", "rederived"]
    assert kept[0].who == "Ann"


def test_everything_after_a_correction_follows_it(session: Session, eye: FakeEye) -> None:
    """The 6 was a 9: what answered it as a 7 is illegal now, and nothing stored was changed."""
    eye.lay(0, "5s")
    six = eye.lay(1, "6d")
    eye.lay(2, "7d")
    before = list(session.store.read())
    session.correct(Change("rule", six[0].seq, Ruling("play", cards=("2d",))), "Ann")
    assert plays(session) == [(0, ["5s"]), (1, ["2d"])]
    assert list(session.store.read())[: len(before)] == before
    assert reopened(session).state == session.state


def test_a_preview_shows_the_difference_and_keeps_nothing(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    six = eye.lay(1, "6d")
    change = Change("rule", six[0].seq, Ruling("play", cards=("6h",)))
    newest = session.store.last_seq()
    preview = session.preview(change)
    assert [r.body["cards"] for r in preview.gone] == [["6d"]]
    assert [d.body["cards"] for d in preview.come] == [["6h"]]
    assert session.store.last_seq() == newest
    session.correct(change, "Ann", preview.token)
    assert plays(session)[-1] == (1, ["6h"])


def test_a_preview_of_a_deal_that_went_on_is_stale(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    six = eye.lay(1, "6d")
    change = Change("rule", six[0].seq, Ruling("play", cards=("6h",)))
    preview = session.preview(change)
    eye.lay(2, "7d")
    with pytest.raises(UserError) as caught:
        session.correct(change, "Ann", preview.token)
    assert caught.value.code == "stale-preview"


def test_a_play_nobody_saw_is_inserted_where_it_belongs(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    seven = eye.lay(2, "7d")
    assert [body["code"] for _, body in session.deal.desk.questions] == []  # type: ignore[union-attr]
    action = tuple(Play(1, ("6d",)).to_dict().items())
    session.correct(Change("insert", seven[0].seq, action=action), "Ann")
    assert plays(session) == [(0, ["5s"]), (1, ["6d"]), (2, ["7d"])]


def test_undo_takes_back_entries_and_corrections_and_undoes(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    session.enter(Play(1, ("6d",)), "Ann")
    session.correct(Change("rule", session.deal.given[-1].seq, Ruling("play", cards=("6h",))), "Ann")  # type: ignore[union-attr]
    assert plays(session)[-1] == (1, ["6h"])
    session.undo_last("Ann")
    assert plays(session)[-1] == (1, ["6d"])
    session.undo_last("Ann")
    assert plays(session) == [(0, ["5s"])]
    with pytest.raises(UserError) as caught:
        session.undo_last("Ann")
    assert caught.value.code == "nothing-to-undo"


def test_a_correction_in_an_earlier_deal_moves_the_totals(session: Session, eye: FakeEye) -> None:
    finish_deal(eye)
    hand = next(r for r in session.deals[0].derived if r.kind == "hand-shown" and r.body["seat"] == 1)
    session.begin_deal(dealer=1, who="Ann")
    change = Change("rule", hand.seq, Ruling("play", cards=("3h", "4h", "6h", "Th", "2h")))
    preview = session.preview(change)
    assert preview.after.totals == (40, -20, -10, -10)
    session.correct(change, "Ann", preview.token)
    assert session.state is not None
    assert session.state.totals == (40, -20, -10, -10)
    assert reopened(session).state == session.state


def test_an_answer_closes_the_question(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    records = eye.lay(1, "6d", unsure={"6d": [("9d", 0.45)]})
    question = derived(records, "asked")[0]
    session.correct(Change("rule", question.seq, Ruling("play", cards=("6d",), seat=1)), "Ann")
    assert session.deal is not None
    assert session.deal.desk.questions == ()
    assert not session.deal.derived[-1].meta.get("provisional")


def test_an_entry_that_does_not_fit_is_refused_and_not_stored(session: Session) -> None:
    session.begin_deal(who="Ann")
    newest = session.store.last_seq()
    with pytest.raises(UserError):
        session.enter(LetStand(1), "Ann")
    assert session.store.last_seq() == newest


def test_a_pure_scorekeeper_needs_no_camera(session: Session) -> None:
    session.enter(Play(0, ("4s", "5s", "6s")), "Ann")
    session.enter(Pass(1), "Ann")
    session.enter(Play(2, ("5d", "6d", "7d")), "Ann")
    assert plays(session) == [(0, ["4s", "5s", "6s"]), (2, ["5d", "6d", "7d"])]


def test_what_a_person_enters_is_refused_without_a_second_look(session: Session) -> None:
    session.enter(Play(0, ("5s",)), "Ann")
    session.enter(Play(1, ("9d",)), "Ann")
    assert kinds(session)[-1] == "refused"
    refused = session.deal.derived[-1].seq  # type: ignore[union-attr]
    session.correct(Change("rule", refused, Ruling("let-stand")), "Ann")
    assert plays(session)[-1] == (1, ["9d"])


def test_camera_states_are_kept_when_they_change(session: Session) -> None:
    session.observe(CameraState(1.0, Camera.LIVE))
    session.observe(CameraState(2.0, Camera.LIVE))
    session.observe(CameraState(3.0, Camera.LOST, "camera_lost"))
    assert [r.body["state"] for r in session.store.read() if r.kind == "camera_state"] == ["live", "lost"]
    again = reopened(session)
    assert again.camera is not None
    assert again.camera.body["state"] == "lost"


def test_a_full_disk_leaves_the_session_as_it_was(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    state = session.state
    store = session.store
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    heard: list[int] = []
    session.listeners.append(lambda records: heard.append(len(records)))
    with pytest.raises(StoreError):
        enter_without_end(session)
    store._connection.execute("PRAGMA max_page_count = 1000000")
    assert session.state is not None
    assert state is not None
    assert session.state.seats == state.seats
    assert reopened(session).state == session.state
    assert len(heard) == len([r for r in session.store.read(deal=1) if r.kind == "entered"])


def enter_without_end(session: Session) -> None:
    """Entries until the disk takes no more."""
    while True:
        session.enter(Play(1, ("9d",)), "Ann" * 500)


def test_evidence_pictures_go_with_the_event(session: Session, eye: FakeEye) -> None:
    records = eye.appear(eye.seen_cards("5s"), {0: 0.9}, picture=b"a picture")
    picture = derived(records, "played")[0].meta["evidence"]["after"]
    assert session.shelf.load(picture) == b"a picture"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        pytest.param({"profile": "nonsense"}, "unknown-profile", id="profile"),
        pytest.param({"people": (1,)}, "bad-players", id="players"),
        pytest.param({"first_dealer": 7}, "bad-dealer", id="dealer"),
    ],
)
def test_a_table_that_can_not_be_is_refused(session: Session, changes: dict[str, object], code: str) -> None:
    with pytest.raises(UserError) as caught:
        session.set_table(changes, "Ann")
    assert caught.value.code == code


def test_rules_set_in_mid_deal_hold_from_the_next_one(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    session.set_table({"stake": 5}, "Ann")
    assert session.state is not None
    assert session.state.stake == 1
    finish_deal_after_five(eye)
    session.begin_deal(dealer=0, who="Ann")
    assert session.state.stake == 5


def finish_deal_after_five(eye: FakeEye) -> None:
    eye.sweep()
    eye.lay(0, "6d 7s 8s 9s Ts Js")
    for seat, suit in ((1, "h"), (2, "d"), (3, "c")):
        eye.hand(seat, " ".join(f"{rank}{suit}" for rank in "34JQKA"))


def test_a_new_evening_begins_at_nothing(session: Session, eye: FakeEye, tmp_path: Path) -> None:
    finish_deal(eye)
    session.begin_evening(new_table(session))
    assert session.state is None
    fresh = Session(session.store, EvidenceShelf(tmp_path / "e", session.store))
    assert fresh.resume()
    assert fresh.evening == 2
    assert fresh.deals == []


def test_an_empty_log_has_nothing_to_resume(tmp_path: Path) -> None:
    with Store.open(tmp_path / "empty") as store:
        assert not Session(store, EvidenceShelf(tmp_path / "e", store)).resume()


@pytest.mark.parametrize(
    ("acts", "outcome"),
    [
        pytest.param([Retract(1)], "taken-back", id="taken back"),
        pytest.param([LetStand(1)], "let-stand", id="let stand"),
    ],
)
def test_an_alert_tells_how_it_was_put_right(session: Session, acts: list[Action], outcome: str) -> None:
    session.begin_deal(who="Ann")
    session.enter(Play(0, ("4s",)), "Ann")
    session.enter(Play(1, ("9s",)), "Ann")
    names = seat_names(session)
    assert session.deal is not None
    (alert,) = alerts(session.deal, names)
    assert (alert.open, alert.outcome, alert.closed_at) == (True, None, None)
    for act in acts:
        session.enter(act, "Ann")
    (alert,) = alerts(session.deal, names)
    assert (alert.open, alert.outcome) == (False, outcome)
    assert alert.closed_at is not None
    assert alert.closed_at > alert.at


async def test_a_fraction_as_stake_is_exact_over_deals_and_a_restart(session: Session, eye: FakeEye) -> None:
    session.set_table({"stake": checked_stake(0.1)}, "Ann")
    for _ in range(3):
        finish_deal(eye)
    assert session.state is not None
    paid = session.state.totals
    assert sum(paid) == 0
    again = reopened(session)
    assert again.state is not None
    assert again.state.totals == paid
    assert again.table is not None
    assert again.table.stake == Fraction(1, 10)
    (evening,), _ = await Past(session.store).read()
    assert evening.totals == {f"player {seat}": plain(exact(each)) for seat, each in enumerate(paid)}


@pytest.mark.parametrize("value", [0, -1, 0.0001, float("nan"), 2_000_000])
def test_a_stake_that_can_not_be_is_refused(value: float) -> None:
    with pytest.raises(UserError) as caught:
        checked_stake(value)
    assert caught.value.code == "bad-stake"


def test_an_entry_can_be_ruled_no_play(session: Session) -> None:
    session.begin_deal(who="Ann")
    session.enter(Play(0, ("4s",)), "Ann")
    entered = session.enter(Play(1, ("5s",)), "Ann")
    change = Change("rule", entered[0].seq, ruling=Ruling("not-a-play"))
    assert [record.kind for record in session.preview(change).gone] == ["played"]
    session.correct(change, "Ann")
    assert plays(session) == [(0, ["4s"])]
