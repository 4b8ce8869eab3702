"""A self-made certificate, because browsers give a phone's camera to secure addresses only.

It is made once and kept in one file with owner-only rights; it is made anew, with the same key, when it runs
out or when this machine has got an address that it does not name.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import ssl
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from .problems import StoreError

FILE_NAME = "https.pem"
VALID_DAYS = 397
"""Apple's systems refuse certificates that are valid for longer than 398 days."""
_RENEW_DAYS = 30
_PEM = serialization.Encoding.PEM


@dataclass(frozen=True, slots=True)
class Certificate:
    """The file with key and certificate, the names it is for, and its SHA-256 fingerprint (`AB:CD:…`)."""

    path: Path
    names: frozenset[str]
    fingerprint: str

    def context(self) -> ssl.SSLContext:
        """A server's TLS context with this certificate."""
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        made.load_cert_chain(self.path)
        return made


def local_names(addresses: Iterable[str] = ()) -> frozenset[str]:
    """Names and numeric addresses by which this machine can be called; `addresses` are added."""
    names = {"localhost", "127.0.0.1", "::1", *addresses}
    own = socket.gethostname()
    if _is_dns_name(own):
        names |= {own, own if "." in own else f"{own}.local"}
    with suppress(OSError):
        names |= set(socket.gethostbyname_ex(own)[2])
    return frozenset(name for name in names if name)


def load_certificate(
    folder: Path, names: Iterable[str], now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> Certificate:
    """The certificate kept in `folder`, made when there is none that is good for `names`.

    Raises StoreError when the file can't be written.
    """
    path, wanted = folder / FILE_NAME, frozenset(names)
    key, kept = _read(path)
    named = _names_of(kept) if kept is not None else frozenset()
    if kept is None or not wanted <= named or kept.not_valid_after_utc - now() < timedelta(_RENEW_DAYS):
        key = key or ec.generate_private_key(ec.SECP256R1())
        kept = _sign(key, wanted | named, now())
        _write(path, key, kept)
    path.chmod(0o600)
    return Certificate(path, _names_of(kept), kept.fingerprint(hashes.SHA256()).hex(":").upper())


def _sign(key: ec.EllipticCurvePrivateKey, names: frozenset[str], now: datetime) -> x509.Certificate:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "paiyan on this network")])
    alternatives = x509.SubjectAlternativeName([_general_name(name) for name in sorted(names)])
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=VALID_DAYS - 1))
        .add_extension(alternatives, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _is_dns_name(name: str) -> bool:
    return bool(name) and name.isascii() and all(c.isalnum() or c in "-." for c in name)


def _names_of(certificate: x509.Certificate) -> frozenset[str]:
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return frozenset()
    addresses = (str(each) for each in found.get_values_for_type(x509.IPAddress))
    return frozenset((*found.get_values_for_type(x509.DNSName), *addresses))


def _read(path: Path) -> tuple[ec.EllipticCurvePrivateKey | None, x509.Certificate | None]:
    """Key and certificate as far as they can be read; a damaged file is made anew."""
    try:
        data = path.read_bytes()
        key = serialization.load_pem_private_key(data, password=None)
        certificate = x509.load_pem_x509_certificate(data)
    except (OSError, ValueError, TypeError):
        return None, None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or certificate.public_key() != key.public_key():
        return None, None
    return key, certificate


def _write(path: Path, key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate) -> None:
    plain = serialization.NoEncryption()
    text = key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, plain) + certificate.public_bytes(_PEM)
    unfinished = path.with_suffix(".part")
    try:
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(text)
        os.replace(unfinished, path)
    except OSError as fault:
        raise StoreError("unwritable", f"{path} can't be written ({fault.strerror}).") from fault
