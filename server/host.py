"""Who may change things: the device that knows the PIN from the terminal. Everybody else may look."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from .problems import StoreError, UserError

COOKIE = "paiyan_host"
SECURE_COOKIE = "__Host-paiyan_host"
"""The cookie of the secure address; browsers never send it to the plain one."""
COOKIE_SECONDS = 30 * 24 * 3600
_WINDOW = 60.0
_TRIES_PER_CLIENT = 5
_TRIES_IN_ALL = 30


class HostDesk:
    """The PIN, the signed cookies made from it, and the brake on guessing."""

    def __init__(self, pin: str, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        self.pin = pin
        self._secret = secret
        self._clock = clock
        self._misses: deque[tuple[float, str]] = deque()

    @classmethod
    def load(cls, folder: Path, pin: str | None = None) -> HostDesk:
        """The PIN and secret kept in the data folder, made on first use; a restart keeps the host's
        cookie.
        """
        path = folder / "host.json"
        kept = _read(path)
        wanted = {"pin": pin or kept.get("pin") or f"{secrets.randbelow(10**6):06}"}
        wanted["secret"] = kept.get("secret") or secrets.token_hex(32)
        if wanted != kept:
            _write(path, wanted)
        return cls(wanted["pin"], bytes.fromhex(wanted["secret"]))

    def enter(self, pin: str, name: str, client: str) -> str:
        """The cookie for who knows the PIN. Raises UserError `wrong_pin`, or `too_many_tries`."""
        self._brake(client)
        if not hmac.compare_digest(pin.strip().encode(), self.pin.encode()):
            self._misses.append((self._clock(), client))
            raise UserError("wrong-pin", "That is not the PIN. It is shown in the terminal that runs paiyan.")
        return self._sign(name.strip() or "host")

    def asking(self, cookies: Mapping[str, str]) -> str | None:
        """The name of the host whose cookie is among these, None for a viewer."""
        return self.who(cookies.get(SECURE_COOKIE)) or self.who(cookies.get(COOKIE))

    def who(self, cookie: str | None) -> str | None:
        """The name of the host whose cookie this is, None for anything else."""
        if not cookie or cookie.count(".") != 2:
            return None
        name, issued, _ = cookie.split(".")
        try:
            text, age = bytes.fromhex(name).decode(), self._clock() - float(int(issued))
        except ValueError:
            return None
        genuine = hmac.compare_digest(cookie, self._sign(text, int(issued)))
        return text if genuine and 0 <= age + 5 <= COOKIE_SECONDS else None

    def _sign(self, name: str, issued: int | None = None) -> str:
        stamp = int(self._clock()) if issued is None else issued
        payload = f"{name.encode().hex()}.{stamp}"
        key = self._secret + self.pin.encode()
        return f"{payload}.{hmac.new(key, payload.encode(), hashlib.sha256).hexdigest()}"

    def _brake(self, client: str) -> None:
        oldest = self._clock() - _WINDOW
        while self._misses and self._misses[0][0] < oldest:
            self._misses.popleft()
        own = sum(1 for _, who in self._misses if who == client)
        if own >= _TRIES_PER_CLIENT or len(self._misses) >= _TRIES_IN_ALL:
            raise UserError("too-many-tries", "Too many wrong PINs. Wait a minute, then try again.")


def same_site(origin: str | None, fetch_site: str | None, host: str | None) -> bool:
    """Whether a changing request comes from our own page (or from a program that sends no Origin)."""
    if origin is not None:
        return bool(host) and urlsplit(origin).netloc == host
    return fetch_site in (None, "same-origin", "none")


def _read(path: Path) -> dict[str, str]:
    try:
        kept = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _write(path: Path, content: dict[str, str]) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(content, file)
    except OSError as fault:
        raise StoreError("unwritable", f"{path} can't be written ({fault.strerror}).") from fault
