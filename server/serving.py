"""Serving the page: sockets of our own, the address and its QR code in the terminal, uvicorn on one loop.

Beside the plain address there is a secure one with a self-made certificate, for the phone that is the camera;
everybody else stays on the plain one, where no browser warns.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import segno
import uvicorn
from fastapi import FastAPI
from rich.console import Console

from vision.detector import Detector
from vision.frames import FrameSource

from .app import build_app
from .certificate import Certificate, load_certificate, local_names
from .eyes import EyeMaker
from .host import HostDesk
from .house import House
from .hub import Hub
from .outlets import Outlet
from .problems import ExitCode, UserError
from .publishing import Publishers
from .scoreboard import seat_names
from .session import Session
from .told import complain

HTTPS_PORT = 8443
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Serving:
    """What to serve: a session, where, and the source to watch (None: hand entry).

    `https` None means: when other devices can reach the page.
    """

    session: Session
    host: str
    port: int
    source: FrameSource | None = None
    detector: Detector | None = None
    pin: str | None = None
    folder: Path | None = None
    https: bool | None = None
    https_port: int | None = None
    outlets: tuple[Outlet, ...] = ()


@dataclass(frozen=True, slots=True)
class SecureDoor:
    """The secure address: its socket and its certificate."""

    socket: socket.socket
    certificate: Certificate
    addresses: list[str]


def serve(serving: Serving) -> None:
    """Serve until interrupted. Raises UserError when a port is in use."""
    listening = bound_socket(serving.host, serving.port)
    folder = serving.folder or serving.session.store.path.parent
    eyes = EyeMaker(serving.session, serving.detector)
    publishers = Publishers(serving.outlets, serving.session.store.path, complain)
    house = House(serving.session, Hub(), eyes=eyes, publishers=publishers)
    house.addresses = addresses(serving.host, serving.port)
    door = secure_door(serving, folder)
    if door is not None:
        house.secure_addresses, house.fingerprint = door.addresses, door.certificate.fingerprint
    desk = HostDesk.load(folder, serving.pin)
    app = build_app(house, desk, on_start=lambda: _begin(house, serving, eyes))
    _greet(house, desk.pin)
    asyncio.run(_serve_both(app, listening, door))


def secure_door(serving: Serving, folder: Path) -> SecureDoor | None:
    """The secure address, None when nobody needs one. Raises UserError when its port was asked for and is in
    use.
    """
    wanted = serving.https if serving.https is not None else serving.host not in _LOOPBACK
    if not wanted:
        return None
    made = _secure_socket(serving.host, serving.https_port)
    found = addresses(serving.host, made.getsockname()[1], "https")
    hosts = (urlsplit(address).hostname or "" for address in found)
    return SecureDoor(made, load_certificate(folder, local_names(hosts)), found)


def _secure_socket(host: str, port: int | None) -> socket.socket:
    if port is not None:
        return bound_socket(host, port)
    try:
        return bound_socket(host, HTTPS_PORT)
    except UserError:
        return bound_socket(host, 0)


class _Second(uvicorn.Server):
    """A server that leaves the signals to the first one."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing is captured."""
        yield


async def _serve_both(app: FastAPI, plain: socket.socket, door: SecureDoor | None) -> None:
    first = uvicorn.Server(_config(app, lifespan="on"))
    if door is None:
        await first.serve(sockets=[plain])
        return
    second = _Second(_config(app, lifespan="off", ssl_certfile=door.certificate.path))
    beside = asyncio.create_task(second.serve(sockets=[door.socket]))
    try:
        await first.serve(sockets=[plain])
    finally:
        second.should_exit = True
        with suppress(asyncio.CancelledError):
            await beside


def _config(app: FastAPI, **options: Any) -> uvicorn.Config:
    return uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=3, **options)


def _begin(house: House, serving: Serving, eyes: EyeMaker) -> None:
    house.publishers.start(serving.session.store.last_seq(), seat_names(serving.session))
    if serving.source is None:
        house.no_camera()
    else:
        house.watch(eyes.open(serving.source, house.next_eye()))


def bound_socket(host: str, port: int) -> socket.socket:
    """A listening socket. Raises UserError when the port is in use or the address is not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(128)
    except OSError as fault:
        made.close()
        raise UserError(*_port_fault(host, port, fault), ExitCode.PORT) from fault
    return made


def _port_fault(host: str, port: int, fault: OSError) -> tuple[str, str]:
    if fault.errno == errno.EADDRINUSE:
        return "port-in-use", f"Port {port} is in use. Stop the other program, or use --port {port + 1}."
    if fault.errno in (errno.EACCES, errno.EPERM):
        return "port-refused", f"Port {port} needs more rights. Choose one from 1024 up with --port."
    return "bad-address", f"Can't listen on {host}:{port} ({fault.strerror})."


def addresses(host: str, port: int, scheme: str = "http") -> list[str]:
    """The page's addresses for other devices, the one on the local network first."""
    if host not in ("0.0.0.0", "::", ""):
        shown = f"[{host}]" if ":" in host else host
        return [f"{scheme}://{shown}:{port}"]
    local = [f"{scheme}://127.0.0.1:{port}"]
    lan = _lan_address()
    return [f"{scheme}://{lan}:{port}", *local] if lan else local


def _lan_address() -> str | None:
    """This machine's address on the network it would send by; nothing is sent."""
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        probe.connect(("192.0.2.1", 9))
        found = str(probe.getsockname()[0])
    except OSError:
        return None
    finally:
        probe.close()
    return None if found.startswith("127.") else found


def _greet(house: House, pin: str) -> None:
    console, urls = Console(highlight=False, soft_wrap=True), house.addresses
    console.print(f"Scoreboard: [bold]{urls[-1]}[/bold]")
    if len(urls) > 1:
        console.print(f"On other devices: [bold]{urls[0]}[/bold]")
    console.print(f"Host's PIN: [bold]{pin}[/bold]   (Ctrl+C ends)")
    if house.secure_addresses:
        console.print(f"A phone as the camera: [bold]{house.secure_addresses[0]}/phone[/bold]")
        console.print(f"  its browser warns once; the certificate's SHA-256 is {house.fingerprint}")
    segno.make(urls[0], micro=False).terminal(compact=True)
