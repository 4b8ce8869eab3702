"""Deals of an evening and of a match."""

from __future__ import annotations

from engine.actions import NewMatch, StartDeal
from engine.profile import parse_profile, profile_text
from engine.session import deals_left, match_winners, standings
from tests.engine.table import Table


def play_one(table: Table, winner: int, **hands: str) -> None:
    if table.state.phase == "idle":
        table.do(StartDeal(dealer=winner))
    table.play(winner, "3s 4s 5s 6s 7s 8s")
    table.show(**hands)
    table.settle()


def test_a_tournament_adds_points_against_over_eight_deals_and_the_lowest_wins():
    table = Table("tournament", 3, dealer=0)
    plain = {"seat1": "9s Ts Js Qd Kd", "seat2": "9d Td Jd Qs Ks"}
    for deal in range(8):
        assert deals_left(table.profile, table.state) == 8 - deal
        assert match_winners(table.profile, table.state) == ()
        if deal == 5:
            play_one(table, 1, seat0="9s Ts Js Qd Kd", seat2="9d Td Jd Qs BJ")
        else:
            play_one(table, 0, **plain)
    # spring doubles 5 cards to 10 a deal; the joker once doubles again
    assert table.state.totals == (-10, -70, -90)
    found = standings(table.profile, table.state)
    assert [(s.seat, s.place, s.points_against) for s in found] == [(0, 1, 10), (1, 2, 70), (2, 3, 90)]
    assert match_winners(table.profile, table.state) == (0,)
    table.do(NewMatch())
    assert deals_left(table.profile, table.state) == 8
    assert table.state.totals == (0, 0, 0)


def test_equal_totals_share_a_place():
    table = Table("sichuan", 3, dealer=0)
    play_one(table, 0, seat1="9s Ts Js Qd Kd", seat2="9d Td Jd Qs Ks")
    found = standings(table.profile, table.state)
    assert [(s.seat, s.place, s.total) for s in found] == [(0, 1, 20), (1, 2, -10), (2, 2, -10)]
    assert deals_left(table.profile, table.state) is None
    assert match_winners(table.profile, table.state) == ()


def test_play_on_ranks_by_finishing_order():
    text = profile_text("winner-draws").replace("play_on = false", "play_on = true")
    table = Table(parse_profile(text, "my.toml"), 3, dealer=1)
    table.plays((1, "3s 4s 5s 6s 7s 8s"), (2, "9s Ts Js Qs Ks"))
    table.settle()
    found = standings(table.profile, table.state)
    assert [(s.seat, s.place) for s in found] == [(1, 1), (2, 2), (0, 3)]
