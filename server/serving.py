"""Serving the page: a socket of our own, the address and its QR code in the terminal, uvicorn on one loop."""

from __future__ import annotations

import errno
import socket
from dataclasses import dataclass
from pathlib import Path

import segno
import uvicorn
from rich.console import Console

from vision.detector import Detector
from vision.frames import FrameSource

from .app import build_app
from .eyes import EyeMaker
from .host import HostDesk
from .house import House
from .hub import Hub
from .problems import ExitCode, UserError
from .session import Session


@dataclass(frozen=True, slots=True)
class Serving:
    """What to serve: a session, where, and the source to watch (None: hand entry)."""

    session: Session
    host: str
    port: int
    source: FrameSource | None = None
    detector: Detector | None = None
    pin: str | None = None
    folder: Path | None = None


def serve(serving: Serving) -> None:
    """Serve until interrupted. Raises UserError when the port is in use."""
    listening = bound_socket(serving.host, serving.port)
    eyes = EyeMaker(serving.session, serving.detector)
    house = House(serving.session, Hub(), eyes=eyes)
    house.addresses = addresses(serving.host, serving.port)
    folder = serving.folder or serving.session.store.path.parent
    desk = HostDesk.load(folder, serving.pin)
    app = build_app(house, desk, on_start=lambda: _open_eye(house, serving, eyes))
    _greet(house.addresses, desk.pin)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=3, lifespan="on"
    )
    uvicorn.Server(config).run(sockets=[listening])


def _open_eye(house: House, serving: Serving, eyes: EyeMaker) -> None:
    if serving.source is not None:
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


def addresses(host: str, port: int) -> list[str]:
    """The page's addresses for other devices, the one on the local network first."""
    if host not in ("0.0.0.0", "::", ""):
        return [f"http://{host}:{port}"]
    local = [f"http://127.0.0.1:{port}"]
    lan = _lan_address()
    return [f"http://{lan}:{port}", *local] if lan else local


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


def _greet(urls: list[str], pin: str) -> None:
    console = Console(highlight=False)
    console.print(f"Scoreboard: [bold]{urls[-1]}[/bold]")
    if len(urls) > 1:
        console.print(f"On other devices: [bold]{urls[0]}[/bold]")
    console.print(f"Host's PIN: [bold]{pin}[/bold]   (Ctrl+C ends)")
    segno.make(urls[0], micro=False).terminal(compact=True)
