"""Where events are published to: a webhook, or a topic of an MQTT broker. One event at a time, in order."""

from __future__ import annotations

import hashlib
import hmac
import importlib
import json
import os
import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any, Protocol
from urllib.parse import SplitResult, unquote, urlsplit

from .problems import ExitCode, UserError

TIMEOUT = 10.0
"""Seconds until a delivery counts as failed."""
SECRET_VARIABLE = "PAIYAN_WEBHOOK_SECRET"
_MQTT_PORTS = {"mqtt": 1883, "mqtts": 8883}


class UndeliveredError(Exception):
    """The event did not arrive; the message says why. It is to be sent again."""


class Outlet(Protocol):
    """One place to publish to. `name` is shown to people and holds no password."""

    name: str

    def deliver(self, event: Mapping[str, Any]) -> None:
        """Send one event and wait until it has arrived. Raises `UndeliveredError`."""

    def close(self) -> None:
        """Let go of the connection."""


def outlet_for(url: str) -> Outlet:
    """The outlet of an address `http(s)://…` or `mqtt(s)://[user:password@]host[:port]/topic`.

    Raises UserError: an address that can't be used, or MQTT without its package.
    """
    parts = _split(url)
    if parts.scheme in ("http", "https") and parts.hostname:
        return Webhook(url, os.environ.get(SECRET_VARIABLE, ""))
    if parts.scheme in _MQTT_PORTS and parts.hostname and parts.path.strip("/"):
        return MqttTopic(parts)
    raise UserError(
        "bad-outlet",
        f"Can't publish to {_without_password(parts)}: use https://… for a webhook, or mqtt://host/topic.",
        ExitCode.BAD_INPUT,
    )


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as fault:
        raise UserError("bad-outlet", f"{url!r} is no address: {fault}.", ExitCode.BAD_INPUT) from fault
    return parts


def _without_password(parts: SplitResult) -> str:
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirected POST would arrive as a GET without the event: refuse it."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Webhook:
    """Posts each event as JSON. With a secret, `X-Paiyan-Signature` is the body's HMAC-SHA-256 in hex."""

    def __init__(self, url: str, secret: str = "", timeout: float = TIMEOUT) -> None:
        self.name = _without_password(urlsplit(url))
        self._url = url
        self._secret = secret.encode()
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)

    def deliver(self, event: Mapping[str, Any]) -> None:
        """Send one event. Raises `UndeliveredError` unless it is answered with a status from 200 to 299."""
        body = json.dumps(event, ensure_ascii=False).encode()
        headers = {"Content-Type": "application/json; charset=utf-8", "X-Paiyan-Seq": str(event["seq"])}
        if self._secret:
            headers["X-Paiyan-Signature"] = hmac.new(self._secret, body, hashlib.sha256).hexdigest()
        request = urllib.request.Request(self._url, body, headers, method="POST")
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                answer.read(1024)
        except urllib.error.HTTPError as fault:
            with fault:
                raise UndeliveredError(f"it answers {fault.code} {fault.reason}") from fault
        except (OSError, ValueError) as fault:
            raise UndeliveredError(str(getattr(fault, "reason", fault))) from fault

    def close(self) -> None:
        """Nothing is kept open."""


class MqttTopic:
    """Publishes each event as JSON to one topic, at least once (QoS 1)."""

    def __init__(self, parts: SplitResult, timeout: float = TIMEOUT) -> None:
        self._mqtt = _mqtt_package()
        self.name = _without_password(parts)
        self._parts = parts
        self._topic = parts.path.strip("/")
        self._timeout = timeout
        self._client: Any = None

    def deliver(self, event: Mapping[str, Any]) -> None:
        """Send one event. Raises `UndeliveredError` when the broker did not confirm it; the connection is
        then given up, so that nothing old is sent later.
        """
        try:
            client = self._client or self._connect()
            told = client.publish(self._topic, json.dumps(event, ensure_ascii=False), qos=1)
            told.wait_for_publish(self._timeout)
            arrived = told.is_published()
        except (OSError, ValueError, RuntimeError) as fault:
            self.close()
            raise UndeliveredError(str(fault)) from fault
        if not arrived:
            self.close()
            raise UndeliveredError("the broker did not confirm it")

    def _connect(self) -> Any:
        client = self._mqtt.Client(self._mqtt.CallbackAPIVersion.VERSION2)
        answered, refusal = threading.Event(), []

        def on_connect(_: Any, __: Any, ___: Any, reason: Any, ____: Any) -> None:
            refusal.extend([str(reason)] if reason.is_failure else [])
            answered.set()

        client.on_connect = on_connect
        if self._parts.username:
            client.username_pw_set(unquote(self._parts.username), unquote(self._parts.password or ""))
        if self._parts.scheme == "mqtts":
            client.tls_set_context(ssl.create_default_context())
        client.connect_timeout = self._timeout
        client.connect(self._parts.hostname, self._parts.port or _MQTT_PORTS[self._parts.scheme])
        self._client = client
        client.loop_start()
        if not answered.wait(self._timeout) or refusal:
            raise OSError(f"the broker refuses: {refusal[0]}" if refusal else "the broker does not answer")
        return client

    def close(self) -> None:
        """Leave the broker."""
        client, self._client = self._client, None
        if client is not None:
            client.disconnect()
            client.loop_stop()


def _mqtt_package() -> Any:
    try:
        return importlib.import_module("paho.mqtt.client")
    except ImportError as fault:
        raise UserError(
            "mqtt-missing",
            "Publishing to MQTT needs the package paho-mqtt: pip install 'paiyan[mqtt]'.",
            ExitCode.BAD_INPUT,
        ) from fault
