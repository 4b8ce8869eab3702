"""Deals of Gandengyan with hidden hands: what follows from plays alone."""

from __future__ import annotations

import pytest

from engine.actions import (
    Call,
    Draw,
    EndDeal,
    LayDown,
    LetStand,
    MissedCall,
    NewMatch,
    Pass,
    Retract,
    StartDeal,
)
from engine.cards import parse
from engine.errors import ActionError
from engine.gandengyan import calls_due
from engine.profile import parse_profile, profile_text
from engine.state import Phase
from tests.engine.table import Table


def changed(name: str, *changes: tuple[str, str]):
    text = profile_text(name)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return parse_profile(text, "my.toml")


def test_a_deal_starts_with_the_dealer_on_turn():
    table = Table("classic", 4, dealer=2)
    state = table.state
    assert [seat.count for seat in state.seats] == [5, 5, 6, 5]
    assert (state.stock, state.turn, state.dealer, state.multiplier) == (33, 2, 2, 1)


def test_passes_are_inferred_from_a_later_play():
    table = Table("classic", 4)
    table.plays((0, "5s"), (3, "6s"))
    assert [(event.kind, event.seat) for event in table.last] == [("passed", 1), ("passed", 2), ("played", 3)]
    assert table.state.turn == 0
    assert table.state.current.stands_for == ("6",)


def test_a_new_lead_of_the_owner_implies_that_all_passed_won_and_drew():
    table = Table("classic", 3)
    table.plays((0, "5s"), (1, "6s"), (1, "9s"))
    assert table.kinds() == ["passed", "passed", "trick-won", "drew", "drew", "drew", "played"]
    assert [event.seat for event in table.last if event.kind == "drew"] == [1, 2, 0]
    assert [seat.count for seat in table.state.seats] == [6, 4, 6]
    assert table.state.stock == 54 - 16 - 3


def test_only_the_winner_draws():
    table = Table("winner-draws", 3)
    table.plays((0, "5s"), (1, "6s"), (1, "9s"))
    assert [event.seat for event in table.last if event.kind == "drew"] == [1]


def test_who_passes_draws_on_the_spot():
    table = Table("free-beat", 3)
    table.plays((0, "5s"), (2, "9s"))
    assert table.kinds() == ["passed", "drew", "played"]
    assert table.state.seats[1].count == 5


def test_the_stock_runs_out_in_turn_from_the_winner():
    table = Table("classic", 3)
    for card in ["3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts", "Js", "Qs", "Ks", "As"]:
        table.play(0, card)
    assert table.state.stock == 54 - 16 - 11 * 3
    table = Table("classic", 7)
    for card in ["3s", "4s", "5s"]:
        table.play(0, card)
    assert table.state.stock == 4
    table.play(0, "6s")
    assert [event.seat for event in table.last if event.kind == "drew"] == [0, 1, 2, 3]
    table.play(0, "7s")
    assert "drew" not in table.kinds()


def test_an_empty_stock_is_reshuffled_from_the_played_cards():
    table = Table(changed("free-beat", ("players = [2, 6]", "players = [2, 10]")), 10)
    assert table.state.stock == 54 - 41
    table.play(0, "3s")
    table.play(0, "4s")
    assert table.state.stock == 4
    table.play(0, "5s")
    assert "reshuffled" in table.kinds()
    assert table.state.reshuffles == 1
    assert table.state.used == ("4s", "5s")
    held = sum(seat.count for seat in table.state.seats)
    assert held + table.state.stock + len(table.state.used) == 54


def test_an_illegal_play_changes_nothing_but_lies_there():
    table = Table("classic", 4)
    table.play(0, "5s")
    before = table.state
    table.play(2, "7s")
    (refused,) = table.last
    assert (refused.kind, refused.code, refused.seat, refused.cards) == ("refused", "not-next", 2, ("7s",))
    assert table.state.current == before.current
    assert table.state.seats == before.seats
    assert [pending.cards for pending in table.state.pending] == [("7s",)]
    table.do(Retract())
    assert table.state == before


def test_after_a_retracted_play_a_seat_before_it_may_still_answer():
    table = Table("classic", 4)
    table.play(0, "5s")
    table.play(3, "7s")
    table.do(Retract(3))
    table.play(1, "6s")
    assert table.kinds() == ["played"]


def test_a_refused_play_may_stand():
    table = Table("classic", 4)
    table.play(0, "5s")
    table.play(2, "7s")
    table.do(LetStand())
    assert table.kinds() == ["stood", "passed", "played"]
    played = table.last[-1]
    assert (played.legal, played.code) == (False, "not-next")
    assert table.state.current.stands_for == ("7",)
    assert table.state.seats[2].count == 4
    table.play(3, "8s")
    assert table.last[-1].legal


def test_an_answer_to_a_refused_play_lets_it_stand():
    table = Table("classic", 4)
    table.play(0, "5s")
    table.play(1, "7s")
    table.play(2, "8s")
    assert table.kinds() == ["stood", "played", "played"]
    assert table.last[0].inferred
    assert table.state.current.cards == ("8s",)


def test_an_answer_to_what_lies_below_a_refused_play_leaves_it_refused():
    table = Table("classic", 4)
    table.play(0, "5s")
    table.play(1, "7s")
    table.play(2, "6s")
    assert table.kinds() == ["passed", "played"]
    assert [pending.seat for pending in table.state.pending] == [1]


def test_another_play_of_the_same_seat_takes_its_refused_one_back():
    table = Table("classic", 4)
    table.play(0, "5s")
    table.play(1, "7s")
    table.play(1, "6s")
    assert table.kinds() == ["retracted", "played"]
    assert table.state.pending == ()


def test_let_stand_no_shape_is_beaten_by_bombs_only():
    table = Table("classic", 4)
    table.play(0, "3s 5d 9h")
    assert table.last[0].code == "no-shape"
    table.do(LetStand())
    assert table.state.current.combination == "none"
    table.play(1, "4s 6d Th")
    assert table.last[0].kind == "refused"
    table.play(1, "7s 7d 7h")
    assert table.kinds() == ["retracted", "played", "doubled"]


def test_the_lead_belongs_to_the_dealer():
    table = Table("classic", 4)
    table.play(1, "5s")
    (refused,) = table.last
    assert (refused.code, refused.params) == ("not-your-lead", {"seat": 1, "leader": 0})
    table.do(LetStand(1))
    assert table.state.current.seat == 1
    table.play(2, "6s")
    assert table.last[-1].legal


def test_an_unknown_dealer_is_found_by_the_first_lead():
    table = Table("classic", 4, dealer=None)
    assert [seat.count for seat in table.state.seats] == [5, 5, 5, 5]
    table.play(2, "5s")
    assert table.kinds() == ["dealer-found", "played"]
    assert table.state.dealer == 2
    assert [seat.count for seat in table.state.seats] == [5, 5, 5, 5]
    assert table.state.stock == 54 - 21


def test_more_cards_than_held():
    table = Table("classic", 4)
    table.plays((0, "3s 4s 5s 6s 7s"), (1, "4h 5h 6h 7h 8h"))
    assert table.state.phase is Phase.SHOWING
    table = Table("classic", 4)
    table.plays((0, "3s"), (1, "4h"))
    table.play(2, "5d 5c 5s BJ 6s")
    assert table.last[0].code == "no-shape"
    table.play(2, "5d 6d 7d 8d 9d Td")
    assert table.last[0].code == "too-many-cards"
    assert table.last[0].params == {"cards": 6, "held": 5, "seat": 2}


def test_a_card_cannot_be_played_twice():
    table = Table("classic", 4)
    table.plays((0, "3s"), (1, "4h"))
    table.play(2, "4h 4s 4d")
    assert table.last[0].code == "card-played-before"
    assert table.last[0].params["cards"] == ["4h"]


def test_bombs_double_for_everyone_with_their_play():
    table = Table("classic", 4)
    table.plays((0, "3s"), (1, "5s 5h BJ"), (2, "6s 6h 6d 6c"))
    assert [(d.reason, d.factor, d.play, d.seat) for d in table.state.doublings] == [
        ("soft-bomb", 2, 1, 1),
        ("hard-bomb", 4, 2, 2),
    ]
    assert table.state.multiplier == 8


def test_a_bomb_that_ends_the_deal_counts():
    table = Table("classic", 2)
    table.plays((0, "3s 4s 5s"), (0, "7s 7h 7d 7c"))
    assert table.kinds() == [
        "passed",
        "trick-won",
        "drew",
        "drew",
        "played",
        "doubled",
        "went-out",
        "deal-ended",
    ]
    assert table.state.multiplier == 4
    assert table.state.winner == 0
    assert table.state.awaiting == (1,)


def test_who_may_hold_only_a_joker_passes_the_lead_on():
    table = Table("winner-draws", 3)
    table.plays((0, "3s 4s 5s 6s 7s"), (1, "BJ RJ"))
    assert table.state.seats[0].count == 1
    assert table.state.phase is Phase.PLAYING
    table = Table(changed("winner-draws", ('who = "winner"', 'who = "none"')), 3)
    table.play(0, "3s 4s 5s 6s 7s")
    table.play(1, "9s")
    assert table.kinds() == ["passed", "passed", "trick-won", "lead-moved", "played"]
    assert table.state.leader == 1
    assert table.state.current.cards == ("9s",)


def test_everyone_stuck_is_a_void_deal_and_the_same_player_deals_again():
    profile = changed(
        "winner-draws",
        ('who = "winner"', 'who = "none"'),
        ("dealer_cards = 6", "dealer_cards = 2"),
        ("other_cards = 5", "other_cards = 1"),
    )
    table = Table(profile, 2, dealer=1)
    table.play(1, "3s")
    table.do(Pass(0))
    table.do(Pass(1))
    table.do(Pass(0))
    assert table.state.ended == "void"
    assert table.settle() == (0, 0)
    assert table.state.next_dealer == 1
    assert table.state.deals_counted == 0


def test_who_has_the_lead_and_can_lead_cannot_pass():
    table = Table("classic", 3)
    with pytest.raises(ActionError, match="must lead"):
        table.do(Pass(0))


def test_play_on_gives_the_finishing_order():
    table = Table(changed("winner-draws", ("play_on = false", "play_on = true")), 3)
    table.plays((0, "3s 4s 5s 6s 7s 8s"))
    assert table.state.order == (0,)
    assert table.state.phase is Phase.PLAYING
    # seat 0 is out and nobody beats it: the next seat leads, nobody draws
    table.plays((1, "9s Ts Js Qs Ks"))
    assert table.state.order == (0, 1, 2)
    assert "drew" not in table.kinds()
    assert table.settle() == (0, 0, 0)
    assert table.state.settlement.order == (0, 1, 2)
    assert table.state.settlement.winner == 0


def test_a_binding_pass_is_a_profile_value():
    profile = changed("classic", ("passes_bind = false", "passes_bind = true"))
    table = Table(profile, 3)
    table.plays((0, "3s"), (2, "4s"))
    table.plays((0, "5s"))
    table.play(1, "6s")
    assert table.last[0].kind == "refused"
    free = Table("classic", 3)
    free.plays((0, "3s"), (2, "4s"), (0, "5s"), (1, "6s"))


def test_settle_waits_for_hands_that_matter():
    table = Table("classic", 3)
    table.plays((0, "3s 4s 5s 6s 7s 8s"))
    assert table.state.awaiting == (1, 2)
    with pytest.raises(ActionError) as raised:
        table.settle()
    assert raised.value.code == "hands-missing"
    table.show(seat1="2s 9s Ts Js Kd", seat2="BJ 4d 5d 9h Kc")
    assert table.settle() == (40, -20, -20)
    reasons = [[d.reason for d in payment.doublings] for payment in table.state.settlement.payments]
    assert reasons == [[], ["two-held", "spring"], ["joker-held", "spring"]]


def test_a_forced_settlement_counts_unseen_hands_as_plain():
    from engine.actions import Settle

    table = Table("classic", 3)
    table.plays((0, "3s 4s 5s 6s 7s 8s"))
    table.do(Settle(force=True))
    assert [payment.amount for payment in table.state.settlement.payments] == [20, -10, -10]


def test_hands_that_do_not_matter_need_not_be_shown():
    table = Table("sichuan", 3)
    table.plays((0, "3s 4s 5s 6s 7s 8s"))
    assert table.state.awaiting == ()
    assert table.settle() == (20, -10, -10)


def test_no_loser_played_doubles_for_everyone_in_winner_draws():
    table = Table("winner-draws", 3)
    table.plays((0, "3s 4s 5s 6s 7s 8s"))
    assert [d.reason for d in table.state.doublings] == ["no-loser-played"]
    assert table.settle() == (20, -10, -10)


def test_reverse_spring_of_the_dealer():
    table = Table("sichuan", 2)
    table.plays((0, "3s"), (1, "4h"), (1, "5s 6h 7d 8d 9h"))
    (loser, _) = table.settle()
    reasons = [d.reason for d in table.state.settlement.payments[0].doublings]
    assert reasons == ["reverse-spring"]
    assert loser == -2 * 5


def test_free_beat_pays_pips_and_double_for_a_missed_call():
    table = Table("free-beat", 3)
    table.plays((0, "3s 4s 5s 6s 7s"))
    table.do(MissedCall(1))
    table.show(seat1="As Js 2d BJ", seat2="Qs Kd 4d 9h")
    assert table.settle() == (76, -2 * (1 + 11 + 2 + 5), -(12 + 13 + 4 + 9))


def test_silence_accuses_nobody():
    table = Table("free-beat", 3)
    table.plays((0, "3s 4s 5s 6s 7s"))
    table.show(seat1="As Js 2d BJ", seat2="Qs Kd 4d 9h")
    assert table.settle() == (57, -19, -38)


def test_calls():
    table = Table("sichuan", 3)
    table.plays((0, "3s 4s 5s 6s 7s"))
    assert calls_due(table.profile, table.state) == (0,)
    table.do(Call(0, 1))
    assert calls_due(table.profile, table.state) == ()
    assert table.state.seats[0].called == 1
    planes = Table("planes", 3)
    planes.plays((0, "3s 4s 5s"))
    planes.do(Call(0, 2))
    assert [event.kind for event in planes.last] == ["called", "contradiction"]
    assert planes.last[1].params == {"seat": 0, "called": 2, "held": 3}
    planes.do(Call(0, 3))
    assert [event.kind for event in planes.last] == ["called"]


def test_a_reported_draw():
    table = Table("classic", 3)
    table.do(Draw(1, 2))
    assert table.state.seats[1].count == 7
    assert not table.last[0].inferred
    with pytest.raises(ActionError):
        table.do(Draw(1, 99))


@pytest.mark.parametrize(
    ("cut", "dealer"), [("As", 1), ("5s", 1), ("3d", 3), ("Jh", 3), ("Kd", 1), ("Qc", 0), ("Td", 2)]
)
def test_the_cut_is_counted_from_the_winner(cut, dealer):
    table = Table("classic", 4)
    table.do(EndDeal(reason="person", winner=1))
    table.show(seat0="3s", seat2="3d", seat3="3h")
    table.settle()
    assert table.state.next_dealer is None
    table.do(StartDeal(cut=cut))
    assert table.state.dealer == dealer


def test_a_joker_is_cut_again():
    table = Table("tournament", 6)
    table.do(EndDeal())
    table.settle()
    with pytest.raises(ActionError) as raised:
        table.do(StartDeal(cut="RJ"))
    assert raised.value.code == "cut-again"


def test_the_first_cut_of_a_tournament_is_counted_from_seat_0():
    table = Table("tournament", 6)
    table.do(EndDeal())
    table.settle()
    table.do(StartDeal(cut="4s"))
    assert table.state.dealer == 3


@pytest.mark.parametrize(("profile", "dealer"), [("shanghai", 2), ("planes", 0), ("sichuan", 0)])
def test_the_next_dealer(profile, dealer):
    table = Table(profile, 3, dealer=1)
    table.do(EndDeal(reason="person", winner=0))
    table.show(seat1="3s", seat2="3d")
    table.settle()
    table.do(StartDeal())
    assert table.state.dealer == dealer
    assert table.state.deal == 2


def test_totals_add_up_and_a_new_match_clears_them():
    table = Table("winner-draws", 2, stake=5)
    table.plays((0, "3s 4s 5s 6s 7s 8s"))
    first = table.settle()
    table.do(StartDeal())
    table.plays((0, "3s 4s 5s 6s 7s 8s"))
    second = table.settle()
    assert table.state.totals == tuple(a + b for a, b in zip(first, second, strict=True)) == (100, -100)
    assert table.state.deals_counted == 2
    table.do(NewMatch())
    assert table.state.totals == (0, 0)
    assert table.state.deals_counted == 0


class TestLowCardLeads:
    def test_the_first_lead_tells_the_leader(self):
        table = Table("low-card-leads", 3)
        assert table.state.turn is None
        table.play(2, "4s")
        assert table.last[-1].kind == "played"

    def test_a_lower_card_of_the_leader_shows_at_the_end(self):
        table = Table("low-card-leads", 3)
        table.plays((2, "5s"), (0, "6s"), (0, "7s 8s 9s Ts Js"))
        assert table.state.seats[2].drawn == 1
        table.show(seat2="3s 3d Jh Jd Qh")
        found = [event for event in table.last if event.kind == "contradiction"]
        assert [(event.code, event.seat, event.play) for event in found] == [("lower-card-held", 2, 0)]
        assert found[0].params["card"] == "3d"

    def test_a_lower_card_that_may_have_been_drawn_accuses_nobody(self):
        table = Table("low-card-leads", 3)
        table.plays((2, "5s"), (0, "6s"), (0, "7s 8s 9s Ts Js"))
        table.show(seat2="3s Kd Jh Jd Qh")
        assert table.kinds() == ["hand-shown"]

    def test_a_lower_card_elsewhere(self):
        table = Table("low-card-leads", 3)
        table.plays((2, "5s 6s 7s 8s 9s"))
        table.show(seat0="5c Td Jd Qd Kd")
        assert table.last[-1].code == "lower-card-elsewhere"
        table.show(seat1="5h Tc Jc Qc 2d")
        assert table.last[-1].code == "lower-card-elsewhere"
        table = Table("low-card-leads", 3)
        table.plays((2, "5d 6s 7s 8s 9s"))
        table.show(seat0="5c Td Jd Qd Kd")
        assert table.kinds() == ["hand-shown"]

    def test_the_second_deal_is_led_by_the_winner_with_any_card(self):
        table = Table("low-card-leads", 3)
        table.plays((2, "5s 6s 7s 8s 9s"))
        table.settle()
        table.do(StartDeal())
        assert table.state.turn == 2
        table.plays((2, "5s 6s 7s 8s 9s"))
        table.show(seat0="3c Td Jd Qd Kd")
        assert table.kinds() == ["hand-shown"]

    def test_a_known_hand_must_lead_its_lowest_rank(self):
        table = Table("low-card-leads", 2)
        table.do(EndDeal())
        table.settle()
        hands = (parse("4s 4h 9s Ks BJ"), parse("5s 6s 7s 8s 9d"))
        table.do(StartDeal(dealer=1, hands=hands))
        assert table.state.turn == 0
        table.play(0, "9s")
        assert (table.last[0].code, table.last[0].params["rank"]) == ("low-card-not-led", "4")
        table.play(0, "4h BJ")
        assert table.last[-1].kind == "played"


class TestContradictions:
    def ended(self):
        table = Table("sichuan", 3)
        table.plays((0, "3s 4s 5s 6s 7s 8s"))
        return table

    def test_more_or_fewer_cards_than_counted(self):
        table = self.ended()
        table.show(seat1="9s Ts Js")
        assert table.last[-1].params == {"seat": 1, "shown": 3, "expected": 5}
        table.show(seat1="9s Ts Js Qs Ks")
        assert table.kinds() == ["hand-shown"]
        assert table.settle()[1] == -10

    def test_the_same_card_twice(self):
        table = self.ended()
        table.show(seat1="3s Ts Js Qs Ks")
        assert (table.last[-1].code, table.last[-1].params["cards"]) == ("card-twice", ["3s"])
        table.show(seat1="9s Ts Js Qs Ks", seat2="9s Td Jd Qd Kd")
        assert (table.last[-1].code, table.last[-1].seat) == ("card-twice", 2)

    def test_could_have_led(self):
        profile = changed("winner-draws", ('who = "winner"', 'who = "none"'))
        table = Table(profile, 3)
        table.plays((0, "3s 4s 5s 6s 7s"), (1, "9s"), (1, "Ts"), (1, "Js"), (1, "Qs"), (1, "Ks"))
        assert table.state.winner == 1
        table.show(seat0="9h")
        assert table.last[-1].code == "could-have-led"
        table.show(seat0="BJ")
        assert table.kinds() == ["hand-shown"]


class TestLayDown:
    def test_the_dealers_collects_from_all(self):
        table = Table("shanghai", 3, dealer=1, stake=2)
        table.do(LayDown(1, parse("3s 4s 5s 6s 7s 8s")))
        assert table.state.ended == "lay-down"
        assert table.settle() == (-10, 20, -10)

    def test_a_non_dealers_collects_where_nobody_holds_a_bomb(self):
        table = Table("shanghai", 3)
        table.do(LayDown(2, parse("4s BJ 6s 7s 8s")))
        table.show(seat0="3s 3d 5h 7d 9d Jd", seat1="3h 5d 7h 9h Jh")
        assert table.settle() == (-6, -5, 11)

    def test_a_non_dealers_pays_all_if_anyone_holds_a_bomb(self):
        table = Table("shanghai", 3)
        table.do(LayDown(2, parse("4s 5s 6s 7s 8s")))
        table.show(seat0="3s 3d RJ 7d 9d Jd", seat1="3h 5d 7h 9h Jh")
        assert table.settle() == (5, 5, -10)

    def test_two_non_dealers_do_not_pay_each_other(self):
        table = Table("shanghai", 4)
        table.do(LayDown(2, parse("4s 5s 6s 7s 8s")), LayDown(3, parse("4d 5d 6d 7d 8d")))
        table.show(seat0="3s 3d Td 7h 9d Jd", seat1="3h 5h 7c 9h Jh")
        assert table.settle() == (-12, -10, 11, 11)

    def test_the_dealers_comes_first(self):
        table = Table("shanghai", 3)
        table.do(LayDown(2, parse("4s 5s 6s 7s 8s")), LayDown(0, parse("3d 4d 5d 6d 7d 8d")))
        assert table.settle() == (10, -5, -5)

    @pytest.mark.parametrize(
        ("profile", "cards", "code"),
        [
            ("classic", "4s 5s 6s 7s 8s", "no-lay-down"),
            ("shanghai", "4s 5s 6s 7s 9s", "not-one-straight"),
            ("shanghai", "4s 5s 6s 7s", "hand-count"),
        ],
    )
    def test_refused(self, profile, cards, code):
        table = Table(profile, 3)
        with pytest.raises(ActionError) as raised:
            table.do(LayDown(1, parse(cards)))
        assert raised.value.code == code

    def test_too_late_after_the_first_lead(self):
        table = Table("shanghai", 3)
        table.play(0, "3s")
        with pytest.raises(ActionError) as raised:
            table.do(LayDown(1, parse("4s 5s 6s 7s 8s")))
        assert raised.value.code == "lay-down-late"


def test_declared_readings_are_kept():
    table = Table("classic", 3)
    table.play(0, "4s 5s BJ", declared="456")
    assert table.state.current.stands_for == ("4", "5", "6")
    table.play(1, "4h 5h 6h")
    assert table.last[0].kind == "refused"
    table.play(1, "5d 6d 7d")
    assert table.last[-1].kind == "played"


def test_undeclared_leads_take_the_lowest_and_name_the_others():
    table = Table("classic", 3)
    table.play(0, "4s 5s BJ")
    assert table.state.current.stands_for == ("3", "4", "5")
    assert table.state.current.alternatives == (("4", "5", "6"),)


@pytest.mark.parametrize(
    "action", [Pass(9), Retract(), LetStand(), LayDown(0, ("3s",)), NewMatch(), StartDeal(), Call(7, 1)]
)
def test_actions_that_make_no_sense(action):
    with pytest.raises(ActionError):
        Table("classic", 3).do(action)
