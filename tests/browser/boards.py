"""Scoreboards made by hand, one for each state that the pages must show well."""

from server.profile_page import profile_info
from server.schemas import (
    Alert,
    Alternative,
    Camera,
    Combination,
    DealResult,
    DealRow,
    Factor,
    Guandan,
    HistoryEvent,
    Level,
    Matching,
    Multiplier,
    OpenHand,
    Payment,
    Player,
    ProfileInfo,
    Question,
    Scoreboard,
    SessionInfo,
    TablePlay,
    Text,
    Totals,
    Tribute,
)

START = 1_780_000_000.0
NAMES = ("阿明", "Grace", "小红", "Ben", "老王", "Chiara", "阿梅", "Dmitri", "大伟", "Noor")


def text(zh: str, en: str) -> Text:
    return Text(zh=zh, en=en)


CLASSIC = ProfileInfo(
    name="classic",
    game="gandengyan",
    title=text("经典干瞪眼", "Classic Gandengyan"),
    rules=[
        text(
            "一副牌 54 张，庄家 6 张，其他人 5 张。", "One pack of 54 cards; the dealer gets 6, the others 5."
        ),
        text(
            "跟牌必须同型同张数，且只大一点；2 可压任何单张，对 2 可压任何对子。",
            "Same shape and length, one rank higher; a 2 beats any single, two 2s any pair.",
        ),
        text(
            "三张为软炸（×2），四张为硬炸（×4），双王为火箭（×4）。",
            "Three of a rank double, four or both jokers quadruple.",
        ),
        text(
            "一轮结束后，每人补一张牌，赢家先补。",
            "After each trick everyone draws one card, the winner first.",
        ),
        text("剩一张牌的输家不付分。", "A loser with one card left pays nothing."),
    ],
    source="001 part 2; 002; 000",
)
HUAIAN = ProfileInfo(
    name="huaian",
    game="guandan",
    title=text("淮安掼蛋", "Guandan, Huai'an rules"),
    rules=[text("两副牌，四人两方。", "Two packs, four players, two sides.")],
    players_min=4,
    players_max=4,
)
MATCHING = ProfileInfo(
    name="colour-match",
    game="colour-match",
    title=text("同色牌", "Colour match"),
    players_max=10,
    turn="cw",
)
PROFILES = [
    profile_info("classic"),
    ProfileInfo(
        name="winner-draws",
        game="gandengyan",
        title=text("赢家补牌", "Winner draws"),
        rules=[text("只有赢家补牌。", "Only the winner of a trick draws.")],
        players_max=6,
    ),
    HUAIAN,
    MATCHING,
]

LONG_HAND = ["Qh", "3s", "5d", "8d", "Jc", "9h", "2c", "Th"]
SEVENS = Factor(factor=2, reason=text("软炸 777", "soft bomb 7 7 7"), seat=2, seq=12)
ROCKET = Factor(factor=4, reason=text("火箭", "rocket"), seat=0, seq=18)


def players(number: int = 4, counts: tuple[int | None, ...] = (3, 5, 1, 4, 5, 2, 6, 5, 5, 5)) -> list[Player]:
    totals = (148, -52, -96, 0, 24, -8, -16, 0, 0, 0)
    return [
        Player(
            seat=seat,
            name=NAMES[seat],
            count=counts[seat],
            total=totals[seat],
            last_card=1 if counts[seat] == 1 else None,
            played_nothing=seat == 1,
            passed=seat == 3,
            shown=["7s", "7h", "7d"] if seat == 2 else [],
        )
        for seat in range(number)
    ]


def event(
    seq: int, kind: str, seat: int | None, cards: str, zh: str, en: str, **more: object
) -> HistoryEvent:
    played = kind in ("played", "refused")
    fields = {
        "evidence": f"ev{seq}" if played else None,
        "has_why": played,
        "correctable": kind in ("played", "refused", "passed"),
        "inferred": kind in ("passed", "drew"),
    } | more
    return HistoryEvent(
        seq=seq,
        at=START + 7 * seq,
        deal=6,
        kind=kind,
        seat=seat,
        cards=cards.split(),
        text=text(zh, en),
        **fields,
    )


HISTORY = [
    event(5, "deal-started", 0, "", "第 6 局开始，阿明坐庄", "Deal 6 begins, 阿明 deals"),
    event(6, "played", 0, "4c", "阿明出 4", "阿明 leads a 4"),
    event(7, "played", 1, "5d", "Grace 出 5", "Grace follows with a 5"),
    event(
        12,
        "played",
        2,
        "7s 7h 7d",
        "小红出软炸 777，倍数 ×2",
        "小红 plays the soft bomb 7 7 7, multiplier ×2",
    ),
    event(13, "passed", 3, "", "Ben 不出", "Ben passes"),
    event(14, "trick-won", 2, "", "小红赢得这一轮", "小红 wins the trick"),
    event(15, "drew", 2, "", "每人补一张", "Everyone draws a card"),
    event(16, "played", 2, "9s Ts", "小红出 9 10", "小红 plays 9 10", corrected_by="阿明"),
    event(18, "played", 0, "BJ RJ", "阿明出火箭，倍数 ×4", "阿明 plays the rocket, multiplier ×4"),
    event(20, "played", 0, "6s 7c 8h", "阿明出顺子 6 7 8", "阿明 leads the straight 6 7 8"),
    event(
        21, "refused", 1, "8d 9d Tc", "Grace 的 8 9 10 不能跟 6 7 8", "Grace's 8 9 10 does not follow 6 7 8"
    ),
    event(22, "retracted", 1, "8d 9d Tc", "Grace 收回", "Grace takes it back"),
    event(23, "played", 1, "7d 8c 9h", "Grace 出顺子 7 8 9", "Grace follows with 7 8 9"),
    event(24, "passed", 2, "", "小红不出", "小红 passes"),
    event(25, "passed", 3, "", "Ben 不出", "Ben passes"),
]

TOTALS = Totals(
    totals=[148, -52, -96, 0],
    deals=[
        DealRow(deal=1, winner=0, multiplier=2, amounts=[24, -8, -10, -6]),
        DealRow(deal=2, winner=3, multiplier=1, amounts=[-4, 0, -5, 9]),
        DealRow(deal=3, winner=0, multiplier=8, amounts=[128, -48, 0, -80]),
        DealRow(deal=4, winner=3, multiplier=4, amounts=[-20, -16, -41, 77], corrected=True),
        DealRow(deal=5, winner=1, multiplier=2, amounts=[20, 20, -40, 0]),
    ],
)

REFUSAL = text(
    "8 9 10 不能跟 6 7 8：只能出 7 8 9 或炸弹。", "8 9 10 does not follow 6 7 8: only 7 8 9 or a bomb."
)


def mid_deal(number: int = 4) -> Scoreboard:
    return Scoreboard(
        seq=25,
        at=START + 200,
        phase="deal",
        session=SessionInfo(
            name="周五晚上", started_at=START, deal=6, dealer=0, stake=2, stock=24, viewers=5
        ),
        profile=CLASSIC,
        players=players(number),
        turn=0,
        current=Combination(
            seat=1,
            cards=["7d", "8c", "9h"],
            kind="straight",
            kind_text=text("顺子", "straight"),
            beaten_by=text("8 9 10，或任何炸弹", "8 9 10, or any bomb"),
            seq=23,
        ),
        table=[
            TablePlay(seq=20, seat=0, cards=["6s", "7c", "8h"], status="beaten"),
            TablePlay(seq=23, seat=1, cards=["7d", "8c", "9h"], status="current"),
        ],
        multiplier=Multiplier(value=8, factors=[SEVENS, ROCKET]),
        history=HISTORY,
        totals=TOTALS.model_copy(update={"totals": [p.total for p in players(number)]})
        if number == 4
        else Totals(totals=[p.total for p in players(number)]),
        camera=Camera(state="live", fps=14.6, width=1920, height=1080, since=START),
    )


def alert() -> Scoreboard:
    board = mid_deal()
    refused = TablePlay(seq=21, seat=1, cards=["8d", "9d", "Tc"], status="illegal")
    return board.model_copy(
        update={
            "seq": 21,
            "turn": 1,
            "current": Combination(
                seat=0,
                cards=["6s", "7c", "8h"],
                kind="straight",
                kind_text=text("顺子", "straight"),
                beaten_by=text("7 8 9，或任何炸弹", "7 8 9, or any bomb"),
                seq=20,
            ),
            "table": [TablePlay(seq=20, seat=0, cards=["6s", "7c", "8h"], status="current"), refused],
            "history": HISTORY[:11],
            "alerts": [
                Alert(
                    id="a21",
                    seq=21,
                    seat=1,
                    code="wrong-rank",
                    sentence=REFUSAL,
                    cards=["8d", "9d", "Tc"],
                    evidence="ev21",
                    at=START + 147,
                )
            ],
        }
    )


def taken_back() -> Scoreboard:
    """The refused play was taken back a moment ago: a quiet note says so."""
    board, before = mid_deal(), alert()
    end = {"open": False, "outcome": "taken-back", "closed_at": board.at - 1}
    return board.model_copy(update={"alerts": [before.alerts[0].model_copy(update=end)]})


def question() -> Scoreboard:
    board = mid_deal()
    return board.model_copy(
        update={
            "seq": 26,
            "table": [*board.table, TablePlay(seq=26, seat=0, cards=["?"], status="asked")],
            "questions": [
                Question(
                    id="q26",
                    seq=26,
                    seat=0,
                    code="unsure-cards",
                    sentence=text(
                        "看不清阿明出的牌，请看一眼。", "Can't tell which cards 阿明 played, please look."
                    ),
                    alternatives=[
                        Alternative(cards=["8s", "9s", "Td"], score=0.58, seat=0),
                        Alternative(cards=["8s", "6s", "Td"], score=0.31, seat=0),
                        Alternative(action="not-a-play", label=text("没有出牌", "It was no play"), seat=0),
                    ],
                    evidence="ev26",
                    at=START + 190,
                )
            ],
        }
    )


def wild_lead() -> Scoreboard:
    """A joker in the combination: the reading in force must be told; seven players; the camera lost."""
    board = mid_deal(7)
    return board.model_copy(
        update={
            "turn": 3,
            "current": Combination(
                seat=2,
                cards=["4d", "4s", "5c", "BJ"],
                kind="pair-chain",
                kind_text=text("板凳", "pair chain"),
                stands_for=["4", "4", "5", "5"],
                reading=text("王当 5：4 4 5 5", "joker as 5: 4 4 5 5"),
                beaten_by=text("5 5 6 6，或任何炸弹", "5 5 6 6, or any bomb"),
                seq=23,
            ),
            "table": [
                TablePlay(
                    seq=23, seat=2, cards=["4d", "4s", "5c", "BJ"], status="current", stands_for=list("4455")
                )
            ],
            "camera": Camera(
                state="lost",
                since=START + 160,
                message=text("摄像头断开，正在重连。", "Camera lost, reconnecting."),
            ),
        }
    )


def ten_players() -> Scoreboard:
    return mid_deal(10).model_copy(
        update={
            "current": Combination(
                seat=9,
                cards=["3s", "4s", "5h", "6d", "7c", "8s", "9h", "Td", "Jc", "Qs", "Kh", "As"],
                kind="straight",
                kind_text=text("顺子", "straight"),
                beaten_by=text("只有炸弹", "only a bomb"),
                seq=23,
            ),
            "table": [],
        }
    )


def long_names() -> Scoreboard:
    """Six players who wrote more than fits."""
    board = mid_deal(6)
    names = ("Maximilian von Hohenstein", "欧阳娜娜的大表姐", "Grace", "Konstantinopoulos", "司马相如", "Ben")
    called = [p.model_copy(update={"name": name}) for p, name in zip(board.players, names, strict=True)]
    return board.model_copy(update={"players": called})


def ready() -> Scoreboard:
    board = mid_deal()
    fresh = [Player(seat=p.seat, name=p.name, count=None, total=0) for p in board.players]
    return board.model_copy(
        update={
            "seq": 3,
            "phase": "ready",
            "players": fresh,
            "turn": None,
            "current": None,
            "table": [],
            "multiplier": Multiplier(),
            "history": [],
            "totals": Totals(totals=[0, 0, 0, 0]),
            "session": SessionInfo(name="周五晚上", started_at=START, deal=1, dealer=0, stake=1, stock=None),
        }
    )


def deal_end() -> Scoreboard:
    board = mid_deal()
    twos = Factor(factor=2, reason=text("手里有 2", "a 2 in hand"), seat=1)
    spring = Factor(factor=2, reason=text("春天：一张没出", "spring: played no card"), seat=3)
    wide = [SEVENS, ROCKET]
    names = {p.seat: p for p in board.players}
    counts = {0: 0, 1: 3, 2: 1, 3: 8}
    seats = [
        p.model_copy(update={"count": counts[s], "place": 1 if s == 0 else None}) for s, p in names.items()
    ]
    return board.model_copy(
        update={
            "seq": 31,
            "phase": "deal-end",
            "players": seats,
            "turn": None,
            "current": None,
            "table": [],
            "history": [
                *HISTORY,
                event(30, "deal-ended", 0, "", "阿明出完了", "阿明 is out"),
                event(31, "settled", 0, "", "阿明收 352", "阿明 collects 352"),
            ],
            "result": DealResult(
                deal=6,
                winner=0,
                settled=True,
                multiplier=Multiplier(value=8, factors=wide),
                hands=[
                    OpenHand(seat=1, cards=["2d", "9c", "Kh"], expected=3, evidence="ev30a"),
                    OpenHand(seat=2, cards=["5h"], expected=1, evidence="ev30b", confirmed=True),
                    OpenHand(seat=3, cards=LONG_HAND, expected=8, evidence="ev30c"),
                ],
                payments=[
                    Payment(seat=0, amount=352),
                    Payment(seat=1, amount=-96, cards_left=3, stake=2, factors=[*wide, twos]),
                    Payment(
                        seat=2,
                        amount=0,
                        cards_left=1,
                        stake=2,
                        factors=wide,
                        note=text("剩一张，不付", "one card left pays nothing"),
                    ),
                    Payment(seat=3, amount=-256, cards_left=8, stake=2, factors=[*wide, spring]),
                ],
                next_dealer=1,
                next_dealer_reason=text("端牌决定", "by the cut"),
            ),
        }
    )


def counting() -> Scoreboard:
    board = deal_end()
    assert board.result is not None
    hands = [board.result.hands[0], board.result.hands[2].model_copy(update={"expected": 9})]
    result = board.result.model_copy(
        update={"settled": False, "hands": hands, "payments": [], "waiting_for": [2], "next_dealer": None}
    )
    return board.model_copy(update={"phase": "counting", "result": result})


def guandan() -> Scoreboard:
    board = mid_deal()
    counts = (14, 19, 9, 27)
    seats = [
        Player(seat=s, name=NAMES[s], count=counts[s], side="NS" if s % 2 == 0 else "EW", total=(3, 1)[s % 2])
        for s in range(4)
    ]
    return board.model_copy(
        update={
            "profile": HUAIAN,
            "players": seats,
            "multiplier": Multiplier(),
            "current": Combination(
                seat=1,
                cards=["7s", "7h", "7d", "7c", "8h"],
                kind="bomb",
                kind_text=text("五张炸弹", "bomb of five"),
                stands_for=["7", "7", "7", "7", "7"],
                reading=text("红桃 8 配 7", "the heart 8 stands for a 7"),
                beaten_by=text(
                    "更大的五炸、同花顺或六张以上的炸弹", "a higher bomb of five or any of six and more"
                ),
                seq=23,
            ),
            "table": [
                TablePlay(seq=22, seat=0, cards=["5s", "6s", "7d", "8d", "9c"], status="beaten"),
                TablePlay(seq=23, seat=1, cards=["7s", "7h", "7d", "7c", "8h"], status="current"),
            ],
            "guandan": Guandan(
                levels=[
                    Level(side="NS", level="8", on_stage=True),
                    Level(side="EW", level="A", failed_tries=2),
                ],
                level="8",
                wild="8h",
                tributes=[Tribute(payer=3, receiver=0, card="As", given_back="3d")],
                time_left=1284,
            ),
            "totals": Totals(
                totals=[3, 1, 3, 1],
                deals=[
                    DealRow(deal=1, winner=0, amounts=[3, 0, 3, 0]),
                    DealRow(deal=2, winner=1, amounts=[0, 1, 0, 1]),
                ],
            ),
        }
    )


def tribute() -> Scoreboard:
    board = guandan()
    assert board.guandan is not None
    state = board.guandan.model_copy(
        update={"tributes": [Tribute(payer=3, receiver=0, card="As"), Tribute(payer=1, receiver=2)]}
    )
    return board.model_copy(
        update={"phase": "tribute", "current": None, "table": [], "turn": 1, "guandan": state}
    )


def matching() -> Scoreboard:
    board = mid_deal(5)
    return board.model_copy(
        update={
            "profile": MATCHING,
            "current": None,
            "table": [],
            "multiplier": Multiplier(),
            "matching": Matching(top="Jd", colour="black", clockwise=False, owed_draws=2),
        }
    )


def lead() -> Scoreboard:
    """A trick is about to be led, no camera: the scorekeeper at work."""
    return mid_deal().model_copy(
        update={"current": None, "table": [], "must_lead": True, "turn": 2, "camera": Camera(state="manual")}
    )


BOARDS = {
    "ready": ready,
    "mid-deal": mid_deal,
    "lead": lead,
    "alert": alert,
    "taken-back": taken_back,
    "question": question,
    "wild": wild_lead,
    "ten": ten_players,
    "long-names": long_names,
    "counting": counting,
    "deal-end": deal_end,
    "guandan": guandan,
    "tribute": tribute,
    "matching": matching,
}
