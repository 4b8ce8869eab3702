"""Levels, stage, passing A, failed tries, time, the referee's ledger."""

from __future__ import annotations

import pytest

from engine.actions import NewMatch
from engine.errors import ActionError
from engine.guandan_actions import EnterOrder, Forfeit, ReportOffence, SetLevels, TimeUp
from engine.guandan_profile import GuandanProfile
from engine.profile import load_profile

from .guandan_play import Match, kinds, of

FIRST_SECOND = (0, 2, 1, 3)
FIRST_THIRD = (0, 1, 2, 3)
FIRST_LAST = (0, 1, 3, 2)
LOST = (1, 0, 3, 2)


def deal(match: Match, order: tuple[int, ...]) -> list[str]:
    match.start()
    return kinds(match.do(EnterOrder(order)))


def at(profile: str, levels: tuple[str, str], stage: int = 0, round_number: int = 1) -> Match:
    match = Match(profile)
    match.do(SetLevels(levels, stage=stage, round=round_number))
    return match


@pytest.mark.parametrize(
    ("order", "level"),
    [(FIRST_SECOND, "5"), (FIRST_THIRD, "4"), (FIRST_LAST, "3")],
    ids=["+3", "+2", "+1"],
)
def test_climb_by_the_finish(order: tuple[int, ...], level: str) -> None:
    match = Match()
    deal(match, order)
    assert match.state.levels == (level, "2")
    assert (match.state.stage, match.state.level) == (0, level)


def test_each_side_climbs_its_own_level_and_the_winner_is_on_stage() -> None:
    match = Match()
    deal(match, FIRST_SECOND)
    deal(match, (1, 3, 0, 2))
    assert match.state.levels == ("5", "5")
    deal(match, (1, 0, 3, 2))
    assert (match.state.levels, match.state.stage, match.state.level) == (("5", "7"), 1, "7")
    match.start()
    assert match.state.level == "7"


@pytest.mark.parametrize("level", ["Q", "K"])
def test_the_climb_stops_at_ace(level: str) -> None:
    match = at("huaian", (level, "2"))
    deal(match, FIRST_SECOND)
    assert match.state.levels[0] == "A"
    assert match.state.match_ended is None


@pytest.mark.parametrize(
    ("profile", "order", "passes"),
    [
        ("huaian", FIRST_SECOND, True),
        ("huaian", FIRST_THIRD, True),
        ("huaian", FIRST_LAST, False),
        ("school", FIRST_THIRD, True),
        ("school", FIRST_LAST, False),
        ("wafang", FIRST_SECOND, True),
        ("wafang", FIRST_THIRD, False),
        ("wafang", FIRST_LAST, False),
    ],
)
def test_passing_ace(profile: str, order: tuple[int, ...], passes: bool) -> None:
    match = at(profile, ("A", "5"))
    deal(match, order)
    assert (match.state.match_ended == "passed") is passes
    assert match.state.match_winner == (0 if passes else None)


def test_ace_is_passed_only_in_a_deal_at_the_own_ace() -> None:
    match = at("huaian", ("A", "5"), stage=1)
    deal(match, FIRST_SECOND)
    assert match.state.match_ended is None
    assert match.state.failed == (0, 0)
    deal(match, FIRST_SECOND)
    assert match.state.match_winner == 0


def test_three_failed_tries_throw_a_side_back_to_two() -> None:
    match = at("huaian", ("A", "9"))
    deal(match, FIRST_LAST)
    assert match.state.failed == (1, 0)
    deal(match, LOST)
    assert match.state.failed == (2, 0)
    deal(match, FIRST_LAST)
    assert match.state.failed == (2, 0), "at the opponents' level nothing is tried"
    events = deal(match, FIRST_LAST)
    assert events.count("tries-cleared") == 1
    assert (match.state.levels[0], match.state.failed) == ("2", (0, 0))
    assert match.state.level == "2"


@pytest.mark.parametrize(("profile", "back"), [("school", "J"), ("wafang", "2")])
def test_tries_in_a_row(profile: str, back: str) -> None:
    match = at(profile, ("A", "9"))
    for _ in range(3):
        deal(match, FIRST_LAST)
    assert match.state.levels[0] == back


def test_a_row_of_tries_is_broken_by_a_deal_at_the_opponents_level() -> None:
    match = at("school", ("A", "9"))
    deal(match, FIRST_LAST)
    deal(match, LOST)
    deal(match, FIRST_LAST)
    assert match.state.failed == (0, 0)
    deal(match, FIRST_LAST)
    assert (match.state.levels[0], match.state.failed) == ("A", (1, 0))


def test_a_third_try_that_is_lost_throws_back_while_the_winners_climb() -> None:
    match = at("school", ("A", "9"))
    deal(match, FIRST_LAST)
    deal(match, FIRST_LAST)
    deal(match, LOST)
    assert match.state.levels == ("J", "J")


def test_dongtai_is_won_by_reaching_ace() -> None:
    match = at("dongtai", ("Q", "9"))
    events = deal(match, FIRST_SECOND)
    assert events[-1] == "match-ended"
    assert (match.state.match_winner, match.state.match_ended) == (0, "reached")


def test_hefei_reaches_ace_in_round_one_and_passes_it_in_round_two() -> None:
    first = at("hefei", ("Q", "9"))
    deal(first, FIRST_SECOND)
    assert first.state.match_ended == "reached"
    second = at("hefei", ("Q", "9"), round_number=2)
    deal(second, FIRST_SECOND)
    assert second.state.match_ended is None
    deal(second, FIRST_THIRD)
    assert second.state.match_ended == "passed"


def test_after_the_match_only_a_new_one_goes_on() -> None:
    match = at("dongtai", ("Q", "9"))
    deal(match, FIRST_SECOND)
    with pytest.raises(ActionError) as caught:
        match.start()
    assert caught.value.code == "match-over"
    match.do(NewMatch())
    assert (match.state.levels, match.state.match_ended, match.state.totals) == (("2", "2"), None, (0,) * 4)
    assert kinds(match.start(0)) == ["deal-started"], "no tribute in a new match"


def test_totals_count_climbs_per_seat() -> None:
    match = Match()
    deal(match, FIRST_SECOND)
    deal(match, (1, 0, 3, 2))
    assert match.state.totals == (3, 2, 3, 2)
    assert match.state.deals_counted == 2


@pytest.mark.parametrize(
    ("levels", "stage", "winner"),
    [(("9", "5"), 1, 0), (("5", "9"), 0, 1), (("9", "9"), 0, 1), (("9", "9"), 1, 0)],
    ids=["higher", "higher-EW", "equal-off-stage", "equal-off-stage-NS"],
)
@pytest.mark.parametrize("profile", ["school", "hefei", "wafang"])
def test_result_on_time(profile: str, levels: tuple[str, str], stage: int, winner: int) -> None:
    match = at(profile, levels, stage)
    match.start()
    assert kinds(match.do(TimeUp())) == ["deal-ended", "match-ended"]
    assert (match.state.match_winner, match.state.match_ended) == (winner, "time")


def test_time_up_before_the_first_result_is_a_draw() -> None:
    match = Match("school")
    match.do(TimeUp())
    assert (match.state.match_winner, match.state.match_ended) == (None, "time")


@pytest.mark.parametrize("profile", ["huaian", "dongtai"])
def test_profiles_without_a_time_limit(profile: str) -> None:
    with pytest.raises(ActionError) as caught:
        Match(profile).do(TimeUp())
    assert caught.value.code == "no-time-limit"


def test_wafang_points() -> None:
    profile = load_profile("wafang")
    assert isinstance(profile, GuandanProfile)
    assert profile.points is not None
    assert [profile.points.of(place) for place in (1, 2, 7, 8)] == [17, 16, 11, 10]
    assert profile.points.of(None) == 1


@pytest.mark.parametrize("offence", ["order", "count"])
def test_ledger_cards_out_of_order_or_wrong_in_number(offence: str) -> None:
    match = at("dongtai", ("9", "5"))
    first = match.do(ReportOffence(0, offence, seat=2))
    assert [event.to_dict()["penalty"] for event in first] == ["take-card"]
    assert kinds(match.do(ReportOffence(0, offence))) == ["offence-noted", "level-moved"]
    assert match.state.levels == ("6", "5")
    assert kinds(match.do(ReportOffence(0, offence))) == ["offence-noted", "match-ended"]
    assert (match.state.match_winner, match.state.match_ended) == (1, "offences")


def test_ledger_counts_per_side_and_offence() -> None:
    match = at("dongtai", ("9", "9"))
    match.do(ReportOffence(0, "order"))
    match.do(ReportOffence(1, "order"))
    match.do(ReportOffence(0, "count"))
    assert match.state.offences == {"order": (1, 1), "count": (1, 0)}
    assert match.state.levels == ("9", "9")


def test_a_card_put_back_at_once_counts_nothing() -> None:
    match = at("dongtai", ("9", "9"))
    noted = match.do(ReportOffence(0, "order", put_back=True))
    assert noted[0].to_dict()["penalty"] == "put-back"
    assert match.state.offences == {}


def test_levels_that_cannot_be_taken_below_two_are_taken_from_later_climbs() -> None:
    match = at("dongtai", ("3", "5"))
    match.do(ReportOffence(0, "order"))
    match.do(ReportOffence(0, "order"))
    assert (match.state.levels, match.state.debts) == (("2", "5"), (2, 0))
    deal(match, FIRST_LAST)
    assert (match.state.levels, match.state.debts) == (("2", "5"), (1, 0))
    deal(match, FIRST_SECOND)
    assert (match.state.levels, match.state.debts) == (("4", "5"), (0, 0))


def test_a_hidden_card_lifts_the_opponents_and_puts_them_on_stage() -> None:
    match = at("dongtai", ("9", "5"))
    match.start()
    events = match.do(ReportOffence(0, "hidden-card"))
    assert kinds(events) == ["offence-noted", "deal-ended", "level-moved", "stage-taken"]
    assert (match.state.levels, match.state.stage, match.state.level) == (("9", "8"), 1, "8")
    match.do(ReportOffence(0, "hidden-card"))
    assert match.state.levels == ("9", "J")
    match.do(ReportOffence(0, "hidden-card"))
    assert match.state.match_winner == 1


def test_hidden_cards_can_carry_the_opponents_to_ace() -> None:
    match = at("dongtai", ("9", "Q"))
    match.do(ReportOffence(0, "hidden-card"))
    assert (match.state.match_winner, match.state.match_ended) == (1, "reached")


def test_signalling_loses_the_match_the_fourth_time() -> None:
    match = at("dongtai", ("9", "5"))
    for _ in range(3):
        assert kinds(match.do(ReportOffence(1, "signal"))) == ["offence-noted"]
    match.do(ReportOffence(1, "signal"))
    assert match.state.match_winner == 0


@pytest.mark.parametrize("reason", ["late", "left", "stalling", "talk"])
def test_a_referee_may_take_the_match(reason: str) -> None:
    match = at("dongtai", ("9", "5"))
    match.start()
    match.do(Forfeit(0, reason))
    assert (match.state.match_winner, match.state.match_ended) == (1, "forfeit")


@pytest.mark.parametrize(
    ("profile", "action", "code"),
    [
        ("huaian", ReportOffence(0, "order"), "no-ledger"),
        ("dongtai", ReportOffence(2, "order"), "no-side"),
        ("dongtai", ReportOffence(0, "yawning"), "no-offence"),
        ("dongtai", Forfeit(0, "rain"), "no-reason"),
        ("dongtai", Forfeit(5), "no-side"),
        ("huaian", SetLevels(("1", "2")), "invalid-level"),
        ("huaian", SetLevels(("3", "2")), "no-stage"),
        ("huaian", SetLevels(order=(0, 1, 2)), "bad-order"),
    ],
)
def test_what_a_match_refuses(profile: str, action: object, code: str) -> None:
    with pytest.raises(ActionError) as caught:
        Match(profile).do(action)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_a_penalty_in_a_running_deal_leaves_its_level_alone() -> None:
    match = at("dongtai", ("9", "5"))
    match.do(ReportOffence(0, "order"))
    match.start()
    match.do(ReportOffence(0, "order"))
    assert (match.state.levels[0], match.state.level) == ("6", "9")
    match.do(EnterOrder(FIRST_LAST))
    assert match.state.level == "7"
    assert of(match.log, "level-moved")
