"""The self-made certificate: kept, renewed in time, for every name of this machine, for its owner alone."""

from __future__ import annotations

import socket
import ssl
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server.certificate import FILE_NAME, VALID_DAYS, load_certificate, local_names
from server.problems import StoreError

NAMES = {"localhost", "127.0.0.1", "192.168.1.23"}


def test_it_is_made_once_and_kept(tmp_path: Path) -> None:
    first, again = load_certificate(tmp_path, NAMES), load_certificate(tmp_path, {"localhost"})
    assert first == again
    assert first.names == NAMES
    assert len(first.fingerprint.split(":")) == 32


def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    assert load_certificate(tmp_path, NAMES).path.stat().st_mode & 0o777 == 0o600


def test_a_new_address_is_added_and_old_ones_stay(tmp_path: Path) -> None:
    first, moved = load_certificate(tmp_path, NAMES), load_certificate(tmp_path, {"10.0.0.7"})
    assert moved.names == NAMES | {"10.0.0.7"}
    assert moved.fingerprint != first.fingerprint


@pytest.mark.parametrize(
    ("days", "renewed"), [(1, False), (VALID_DAYS - 60, False), (VALID_DAYS - 10, True), (2000, True)]
)
def test_it_is_renewed_before_it_runs_out(tmp_path: Path, days: int, renewed: bool) -> None:
    first = load_certificate(tmp_path, NAMES)
    later = load_certificate(tmp_path, NAMES, lambda: datetime.now(UTC) + timedelta(days=days))
    assert (later.fingerprint != first.fingerprint) is renewed


def test_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    load_certificate(tmp_path, NAMES)
    (tmp_path / FILE_NAME).write_text("no certificate")
    assert load_certificate(tmp_path, NAMES).names == NAMES


def test_a_folder_that_takes_nothing_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="can't be written"):
        load_certificate(tmp_path / "missing", NAMES)


def test_this_machine_has_names() -> None:
    assert {"localhost", "127.0.0.1", "10.0.0.7"} <= local_names(["10.0.0.7"])


@pytest.mark.parametrize(("name", "trusted"), [("127.0.0.1", True), ("localhost", True), ("10.9.9.9", False)])
def test_a_client_that_trusts_it_is_served(tmp_path: Path, name: str, trusted: bool) -> None:
    certificate = load_certificate(tmp_path, NAMES)
    client = ssl.create_default_context(cafile=str(certificate.path))
    ours, theirs = socket.socketpair()
    faults: list[Exception] = []

    def serve() -> None:
        try:
            with certificate.context().wrap_socket(theirs, server_side=True) as door:
                door.sendall(b"open")
        except (ssl.SSLError, OSError) as fault:
            faults.append(fault)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        if trusted:
            with client.wrap_socket(ours, server_hostname=name) as inside:
                assert inside.recv(4) == b"open"
        else:
            with pytest.raises(ssl.SSLCertVerificationError):
                client.wrap_socket(ours, server_hostname=name)
    finally:
        ours.close()
        thread.join(5)
    assert bool(faults) is not trusted
