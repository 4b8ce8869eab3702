"""Figures for Prometheus, in its text format."""

from __future__ import annotations

from .house import House

_STATES = ("manual", "calibrating", "live", "moved", "dark", "stale", "lost")


def metrics_text(house: House) -> str:
    """All figures, each with its help line."""
    board, session, eye = house.board(), house.session, house.eye
    lines: list[str] = []
    _add(lines, "paiyan_log_seq", "counter", "Sequence number of the newest record.", board.seq)
    _add(lines, "paiyan_deals", "gauge", "Deals of this evening.", len(session.deals))
    _add(lines, "paiyan_viewers", "gauge", "Scoreboards being watched.", house.hub.viewers)
    _add(lines, "paiyan_questions_open", "gauge", "Questions waiting for a person.", len(board.questions))
    _add(lines, "paiyan_evidence_bytes", "gauge", "Bytes of evidence pictures kept.", session.shelf.used())
    _add(lines, "paiyan_store_ok", "gauge", "1 while the log can be written.", int(house.trouble is None))
    _add(lines, "paiyan_frames_total", "counter", "Frames read by the eye.", eye.frames if eye else 0)
    _add(lines, "paiyan_frames_per_second", "gauge", "Frames per second.", (eye.fps if eye else None) or 0)
    lines += ["# HELP paiyan_camera_state 1 for the present state.", "# TYPE paiyan_camera_state gauge"]
    for state in _STATES:
        lines.append(f'paiyan_camera_state{{state="{state}"}} {int(board.camera.state == state)}')
    if house.publishers.all:
        _add_publishers(lines, house, board.seq)
    return "\n".join(lines) + "\n"


def _add_publishers(lines: list[str], house: House, newest: int) -> None:
    figures = {
        "paiyan_published_total": ("counter", "Events delivered since the start.", "delivered"),
        "paiyan_publish_failures_total": (
            "counter",
            "Deliveries that failed and were tried again.",
            "failures",
        ),
    }
    for name, (kind, meaning, attribute) in figures.items():
        lines += [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
        for each in house.publishers.all:
            lines.append(f'{name}{{outlet="{_escaped(each.outlet.name)}"}} {getattr(each, attribute)}')
    name = "paiyan_publish_behind"
    lines += [f"# HELP {name} Events not delivered yet.", f"# TYPE {name} gauge"]
    for each in house.publishers.all:
        lines.append(f'{name}{{outlet="{_escaped(each.outlet.name)}"}} {max(0, newest - each.seq)}')


def _escaped(label: str) -> str:
    return label.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _add(lines: list[str], name: str, kind: str, meaning: str, value: float) -> None:
    lines += [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}", f"{name} {value}"]
