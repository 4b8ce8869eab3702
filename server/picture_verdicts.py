"""Is the camera's picture good enough? Focus, light, glare, size, steadiness and view, judged in words with
their figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from vision.observations import Camera, CameraState
from vision.picture_check import PictureMeasures

from .exchange import Verdict
from .phrases import bilingual, camera_text, text
from .schemas import Text

VerdictName = Literal["focus", "brightness", "glare", "size", "steadiness", "view"]

_MEASURED = {
    "too_dark": (
        "It is too dark to read the cards (grey level {brightness}). Switch a lamp on.",
        "光线太暗，看不清牌（灰度{brightness}），请开灯。",
    ),
    "cards_small": (
        "The print on the cards is {px} px high, {wanted} are needed. Bring the camera nearer, or use 1080p.",
        "牌角只有{px}像素高，需要{wanted}像素。请把摄像头靠近一些，或使用1080p。",
    ),
    "glare": (
        "{percent} % of the picture is blown out. Turn the lamp or the camera a little.",
        "画面有{percent}%过曝，请调整灯或摄像头。",
    ),
    "blurry": (
        "The picture is blurred (sharpness {sharpness}). Focus the camera and keep it still.",
        "画面模糊（清晰度{sharpness}），请对焦并固定摄像头。",
    ),
    "askew": (
        "Near cards look {ratio} times as large as far ones: raise the camera.",
        "近处的牌比远处大{ratio}倍，请把摄像头抬高。",
    ),
}
_NAMES: Mapping[str, VerdictName] = {
    "blurry": "focus",
    "too_dark": "brightness",
    "glare": "glare",
    "cards_small": "size",
    "camera_moved": "steadiness",
    "picture_changed": "steadiness",
    "askew": "view",
}
_ORDER: tuple[VerdictName, ...] = ("focus", "brightness", "glare", "size", "steadiness", "view")
_BY_CARDS = frozenset({"focus", "size", "view"})


def measured_text(code: str, params: Mapping[str, Any] | None) -> Text | None:
    """What a camera's state means for the host, with its figures where they are known."""
    sentence = _MEASURED.get(code)
    if sentence is None or not params:
        return camera_text(code)
    return bilingual(*sentence, **params)


def told_verdicts(advice: CameraState | None) -> list[Verdict]:
    """The verdicts that follow from the eye's latest word on its picture."""
    fault = _NAMES.get(advice.message_code) if advice else None
    return [_told(name, advice if name == fault else None) for name in _ORDER]


def _told(name: VerdictName, fault: CameraState | None) -> Verdict:
    if fault is None:
        return _good(name)
    value = next((v for v in fault.params.values() if isinstance(v, int | float)), None)
    return _bad(name, fault.message_code, fault.params, value)


def measured_verdicts(measures: PictureMeasures, camera: Camera | None) -> list[Verdict]:
    """The verdicts on one picture; what is judged by the cards is unknown while too few lie there."""
    faults = {_NAMES[advice.code]: advice for advice in measures.advice()}
    values = {
        "focus": measures.sharpness,
        "brightness": measures.brightness,
        "glare": 100 * measures.blown,
        "size": measures.px,
        "view": measures.ratio,
    }
    found = []
    for name in _ORDER:
        value = None if (known := values.get(name)) is None else round(known, 1)
        if name in faults:
            found.append(_bad(name, faults[name].code, faults[name].params, value))
        elif name == "steadiness" and camera is Camera.MOVED:
            found.append(_bad(name, "camera_moved", {}, None))
        elif name in _BY_CARDS and value is None:
            found.append(_unknown(name))
        else:
            found.append(_good(name, value))
    return found


def _good(name: VerdictName, value: float | None = None) -> Verdict:
    return Verdict(name=name, ok=True, value=value, message=_GOOD[name])


def _bad(name: VerdictName, code: str, params: Mapping[str, Any], value: float | None) -> Verdict:
    message = measured_text(code, params) or text(code, code)
    return Verdict(name=name, ok=False, value=value, message=message)


def _unknown(name: VerdictName) -> Verdict:
    needed = text("Lay some cards open on the table to see.", "请在桌上摊开几张牌再看。")
    return Verdict(name=name, ok=True, known=False, message=needed)


_GOOD: Mapping[VerdictName, Text] = {
    "focus": text("sharp", "清晰"),
    "brightness": text("bright enough", "亮度合适"),
    "glare": text("nothing mirrors", "没有反光"),
    "size": text("large enough", "够大"),
    "steadiness": text("keeps still", "稳定"),
    "view": text("high enough above the table", "角度合适"),
}
