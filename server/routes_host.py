"""What the host may do. Everything here needs the host's cookie and comes from our own page, except
the PIN itself.
"""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from vision.layout import LayoutError, SeatZone, TableLayout

from .corrections import Preview
from .exchange import (
    Answer,
    Correction,
    CorrectionPreview,
    Difference,
    Entry,
    Layout,
    Me,
    PinEntry,
    Rules,
    Settings,
)
from .history import Names, sentence
from .host import COOKIE, COOKIE_SECONDS, SECURE_COOKIE, HostDesk, same_site
from .house import House
from .phone import PhoneSource
from .problems import UserError
from .profile_page import changed_rules, profile_info
from .records import Record
from .requests import answered_change, answered_hand, corrected_change, entered_action, open_question
from .schemas import ProfileInfo, Scoreboard
from .scoreboard import seat_names
from .session import Session
from .table import checked_stake


def require_host(request: Request) -> str:
    """The host's name. Raises UserError for anybody else, and for another site's page."""
    require_same_site(request)
    desk: HostDesk = request.app.state.host_desk
    name = desk.asking(request.cookies)
    if name is None:
        raise UserError("not-host", "Only the host may change things: enter the PIN first.")
    return name


HostName = Annotated[str, Depends(require_host)]


def host_router(house: House, desk: HostDesk) -> APIRouter:
    """Routes that change something."""
    router = APIRouter()

    @router.get("/api/me", tags=["host"])
    async def get_me(request: Request) -> Me:
        """Who is asking."""
        return who_is(request, house, desk)

    @router.post("/api/host", tags=["host"])
    async def post_host(pin: PinEntry, request: Request, response: Response) -> Me:
        """Become the host with the PIN from the terminal."""
        require_same_site(request)
        client = request.client.host if request.client else "?"
        cookie = desk.enter(pin.pin, pin.name, client)
        _give(response, cookie, secure=request.url.scheme == "https")
        return _me(house, desk.who(cookie))

    @router.delete("/api/host", tags=["host"])
    async def delete_host(request: Request, response: Response) -> Me:
        """Be a viewer again."""
        require_same_site(request)
        for cookie in (COOKIE, SECURE_COOKIE):
            response.delete_cookie(cookie, path="/", secure=cookie == SECURE_COOKIE)
        return _me(house, None)

    @router.post("/api/entries", tags=["host"])
    async def post_entry(entry: Entry, name: HostName) -> Scoreboard:
        """Enter something by hand."""
        _enter(house, entry, name)
        return house.board()

    @router.post("/api/corrections", tags=["host"])
    async def post_correction(correction: Correction, name: HostName) -> CorrectionPreview | Scoreboard:
        """Without a token: what the correction would change. With the preview's token: keep it."""
        change = corrected_change(correction)
        if correction.token is None:
            return _preview(house.session.preview(change), seat_names(house.session))
        house.session.correct(change, name, correction.token)
        return house.board()

    @router.post("/api/questions/{question}", tags=["host"])
    async def post_answer(question: str, answer: Answer, name: HostName) -> Scoreboard:
        """Answer an open question."""
        asked = open_question(house.session.deal, question)
        hand = answered_hand(asked, answer)
        if hand is not None:
            house.session.enter(hand, name)
        else:
            house.session.correct(answered_change(asked, answer), name)
        return house.board()

    @router.post("/api/settings", tags=["host"])
    async def post_settings(settings: Settings, name: HostName) -> Scoreboard:
        """Change the set-up. A new session name begins a new evening."""
        _set(house, settings, name)
        if settings.source is not None:
            await house.switch_source(settings.source)
        return house.board()

    @router.post("/api/profiles/try", tags=["set-up"])
    async def post_rules(rules: Rules, _: HostName) -> ProfileInfo:
        """How a profile reads with some values changed; nothing is kept."""
        return profile_info(rules.profile, changed_rules(rules.profile, rules.parameters))

    @router.put("/api/camera/picture", tags=["camera"], status_code=204)
    async def put_picture(request: Request, _: HostName) -> None:
        """One JPEG from a phone that serves as the camera."""
        source = house.eye.source if house.eye is not None else None
        if not isinstance(source, PhoneSource):
            raise UserError("no-phone", "Choose the phone as the camera first.")
        source.push(await request.body())

    @router.put("/api/layout", tags=["host"])
    async def put_layout(layout: Layout, name: HostName) -> Layout:
        """Set the table's corners and the seats' zones."""
        size = house.eye.size if house.eye else (None, None)
        placed = placed_layout(layout, house, size)
        house.session.set_table({"layout": placed.to_dict()}, name)
        if house.eye is not None:
            house.eye.relayout()
        return layout

    @router.delete("/api/people/{name}", tags=["host"])
    async def delete_person(name: str, _: HostName) -> Scoreboard:
        """Delete a person's name for good; their seat stays in the log as a number."""
        for number, known in house.session.store.people().items():
            if known == name:
                house.session.store.forget(number)
        house.publish()
        return house.board()

    @router.get("/api/people", tags=["host"])
    async def get_people(_: HostName) -> list[str]:
        """The players remembered."""
        return sorted(house.session.store.people().values())

    return router


def who_is(request: Request, house: House, desk: HostDesk) -> Me:
    """Host or viewer."""
    return _me(house, desk.asking(request.cookies))


def _me(house: House, name: str | None) -> Me:
    return Me(
        host=name is not None,
        name=name or "",
        addresses=house.addresses,
        secure_addresses=house.secure_addresses,
        fingerprint=house.fingerprint,
    )


def _give(response: Response, cookie: str, *, secure: bool) -> None:
    name = SECURE_COOKIE if secure else COOKIE
    response.set_cookie(
        name, cookie, COOKIE_SECONDS, httponly=True, samesite="strict", path="/", secure=secure
    )


def require_same_site(request: Request) -> None:
    """Raises UserError when another site's page sent the request."""
    headers = request.headers
    if not same_site(headers.get("origin"), headers.get("sec-fetch-site"), headers.get("host")):
        raise UserError("other-site", "This request came from another site and was refused.")


def _enter(house: House, entry: Entry, who: str) -> None:
    session = house.session
    if entry.action in ("start-deal", "next-deal"):
        cut = entry.cards[0] if entry.cards else None
        session.begin_deal(dealer=entry.seat, cut=cut, who=who)
    elif entry.action == "undo":
        session.undo_last(who)
    elif entry.action == "confirm":
        session.confirm(who)
    elif entry.action == "settle" and entry.code == "void":
        session.void(who)
    else:
        session.enter(entered_action(entry), who)


def _preview(preview: Preview, names: Names) -> CorrectionPreview:
    gone = [Difference(seq=r.seq, seat=_seat(r.body), before=sentence(r, names)) for r in preview.gone]
    come = [
        Difference(seat=_seat(derived.body), after=sentence(_as_record(derived), names))
        for derived in preview.come
        if derived.kind not in _SILENT
    ]
    shown = [each for each, record in zip(gone, preview.gone, strict=True) if record.kind not in _SILENT]
    return CorrectionPreview(
        token=preview.token,
        differences=_paired([*shown, *come]),
        totals_before=list(preview.before.totals),
        totals_after=list(preview.after.totals),
    )


def _paired(differences: list[Difference]) -> list[Difference]:
    """What a seat did and what it did instead in one line, where both are known."""
    rows: list[Difference] = []
    for each in differences:
        waiting = (r for r in rows if r.seat == each.seat and r.after is None and each.before is None)
        row = next(waiting, None) if each.seat is not None else None
        if row is None:
            rows.append(each)
        else:
            row.after = each.after
    return rows


_SILENT = frozenset({"ignored", "second-look", "doubt-lifted", "hand-seen"})


def _seat(body: dict[str, object]) -> int | None:
    seat = body.get("seat")
    return seat if isinstance(seat, int) else None


def _as_record(derived: object) -> Record:
    kind, body = derived.kind, derived.body  # type: ignore[attr-defined]
    return Record(0, 0.0, 0, 0, "derived", kind, body, {})


def _set(house: House, settings: Settings, who: str) -> None:
    session = house.session
    changes: dict[str, Any] = {}
    if settings.players is not None:
        names = [name.strip() or f"{seat + 1}" for seat, name in enumerate(settings.players)]
        changes["people"] = tuple(session.store.person(name) for name in names)
    if settings.profile is not None or settings.parameters:
        profile = settings.profile or (session.table.profile if session.table else "classic")
        changes |= {"profile": profile, "parameters": settings.parameters}
        changes["rules"] = changed_rules(profile, settings.parameters)
    if settings.stake is not None:
        changes["stake"] = checked_stake(settings.stake)
    if "first_dealer" in settings.model_fields_set:
        changes["first_dealer"] = settings.first_dealer
    if settings.session is not None:
        changes["session"] = settings.session
    if settings.new_evening:
        _begin_evening(session, changes, who)
    else:
        session.set_table(changes, who)


def _begin_evening(session: Session, changes: dict[str, Any], who: str) -> None:
    if not session.between_deals:
        raise UserError("deal-running", "This deal is not settled yet: settle or void it first.")
    if session.table is None:
        raise UserError("no-evening", "Set the table up first.")
    fresh: dict[str, Any] = {"session": "", "first_dealer": None}
    session.begin_evening(session.table.changed(**(fresh | changes)), who)


def placed_layout(layout: Layout, house: House, size: tuple[int | None, int | None]) -> TableLayout:
    """The layout in pixels of the camera's picture. Raises UserError when zones are missing or broken."""
    table = house.session.table
    width, height = size[0] or 1280, size[1] or 720
    if table is None:
        raise UserError("no-evening", "Set the table up first.")

    def scaled(points: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
        return tuple((x * width, y * height) for x, y in points)

    turn = table.game().profile.direction
    try:
        base = TableLayout.from_quad(table.players, width, height, scaled(layout.table), turn)  # type: ignore[arg-type]
        hands = {zone.seat: scaled(zone.hand) for zone in layout.zones}
        seats = tuple(SeatZone(each.seat, each.home, hands.get(each.seat, each.hand)) for each in base.seats)
        play_area = scaled(layout.play_area) or base.play_area
        return TableLayout(table.players, width, height, seats, play_area, base.quad, base.turn)
    except LayoutError as fault:
        raise UserError("bad-layout", f"The zones can't be used: {fault}.") from fault
