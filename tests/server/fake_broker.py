"""A broker that speaks just enough MQTT 3.1.1 to take messages from one client after another."""

from __future__ import annotations

import socket
import socketserver
import threading
from typing import Any

CONNECT, CONNACK, PUBLISH, PUBACK, PINGREQ, PINGRESP, DISCONNECT = 1, 2, 3, 4, 12, 13, 14


class FakeBroker:
    """Listens on a free port of this machine. `silent` connections get no confirmation; `password` is asked
    for when it is not None.
    """

    def __init__(self, port: int = 0, silent: bool = False, password: bytes | None = None) -> None:
        self.messages: list[tuple[str, bytes]] = []
        self.silent = silent
        self.password = password
        self.open: set[socket.socket] = set()
        broker = self

        class Talk(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                broker.open.add(self.request)
                try:
                    broker.talk(self.request)
                except (ConnectionError, EOFError, OSError):
                    pass
                finally:
                    broker.open.discard(self.request)

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True

        self._server = Server(("127.0.0.1", port), Talk)
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def talk(self, peer: socket.socket) -> None:
        """One client, until it leaves."""
        while True:
            kind, flags, body = _packet(peer)
            if kind == CONNECT:
                refused = self.password is not None and not body.endswith(self.password)
                peer.sendall(bytes([CONNACK << 4, 2, 0, 5 if refused else 0]))
            elif kind == PUBLISH and not self.silent:
                length = int.from_bytes(body[:2], "big")
                topic, rest = body[2 : 2 + length].decode(), body[2 + length :]
                number = rest[:2] if flags & 0b110 else b""
                self.messages.append((topic, rest[len(number) :]))
                if number:
                    peer.sendall(bytes([PUBACK << 4, 2]) + number)
            elif kind == PINGREQ:
                peer.sendall(bytes([PINGRESP << 4, 0]))
            elif kind == DISCONNECT:
                return

    def close(self) -> None:
        """Gone: no new connections, and the open ones are cut."""
        self._server.shutdown()
        self._server.server_close()
        for peer in tuple(self.open):
            peer.close()
        self._thread.join(5)

    def __enter__(self) -> FakeBroker:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def _packet(peer: socket.socket) -> tuple[int, int, bytes]:
    head = _exactly(peer, 1)[0]
    length = shift = 0
    while True:
        part = _exactly(peer, 1)[0]
        length |= (part & 0x7F) << shift
        shift += 7
        if not part & 0x80:
            return head >> 4, head & 0x0F, _exactly(peer, length)


def _exactly(peer: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = peer.recv(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data
