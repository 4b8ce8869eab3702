"""The plain and the secure address side by side, and the host's cookie on each."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import httpx
import pytest

from server.app import build_app
from server.host import COOKIE, SECURE_COOKIE, HostDesk
from server.house import House
from server.hub import Hub
from server.problems import UserError
from server.serving import Serving, _serve_both, bound_socket, secure_door
from server.session import Session

PIN = {"pin": "135790", "name": "Ann"}


@pytest.mark.parametrize(
    ("host", "wanted", "there"),
    [
        ("127.0.0.1", None, False),
        ("127.0.0.1", True, True),
        ("0.0.0.0", None, True),
        ("0.0.0.0", False, False),
    ],
)
def test_who_gets_a_secure_address(
    session: Session, tmp_path: Path, host: str, wanted: bool | None, there: bool
) -> None:
    door = secure_door(Serving(session, host, 0, https=wanted), tmp_path)
    assert (door is not None) is there
    if door is not None:
        door.socket.close()
        assert all(address.startswith("https://") for address in door.addresses)


def test_a_port_that_was_asked_for_must_be_free(session: Session, tmp_path: Path) -> None:
    with bound_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match="in use"):
            secure_door(Serving(session, "127.0.0.1", 0, https=True, https_port=port), tmp_path)


async def test_both_addresses_serve_one_house_and_stop_together(session: Session, tmp_path: Path) -> None:
    house = House(session, Hub())
    app = build_app(house, HostDesk(PIN["pin"], b"a secret"))
    plain = bound_socket("127.0.0.1", 0)
    door = secure_door(Serving(session, "127.0.0.1", 0, https=True), tmp_path)
    assert door is not None
    serving = asyncio.create_task(_serve_both(app, plain, door))
    http = f"http://127.0.0.1:{plain.getsockname()[1]}"
    https, trust = door.addresses[0], ssl.create_default_context(cafile=door.certificate.path)
    async with httpx.AsyncClient(verify=trust) as device:
        await _up(device, https)
        assert (await device.get(f"{http}/health")).status_code == 200
        answer = await device.post(f"{https}/api/host", json=PIN)
        assert "secure" in answer.headers["set-cookie"].lower()
        assert set(device.cookies) == {SECURE_COOKIE}
        assert (await device.get(f"{https}/api/me")).json()["host"] is True
        assert (await device.get(f"{http}/api/me")).json()["host"] is False, "it is never sent in the clear"
        await device.post(f"{http}/api/host", json=PIN)
        assert set(device.cookies) == {SECURE_COOKIE, COOKIE}
        assert (await device.get(f"{http}/api/me")).json()["host"] is True
    serving.cancel()
    with pytest.raises(asyncio.CancelledError), plain, door.socket:
        await asyncio.wait_for(serving, 10)
    async with httpx.AsyncClient(verify=trust) as device:
        with pytest.raises(httpx.ConnectError):
            await device.get(f"{https}/health")


async def _up(device: httpx.AsyncClient, address: str) -> None:
    for _ in range(100):
        try:
            await device.get(f"{address}/health")
        except httpx.ConnectError:
            await asyncio.sleep(0.05)
        else:
            return
