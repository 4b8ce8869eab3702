"""The sample verdicts of the reference data, all of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.game import judge
from engine.profile import load_profile


@pytest.mark.shared
def test_every_sample_verdict_agrees(shared_dir: Path) -> None:
    lines = (shared_dir / "rules" / "cases" / "guandan.jsonl").read_text().splitlines()
    wrong = []
    for line in lines:
        case = json.loads(line)
        on = tuple(case["on"]) if case["on"] else None
        verdict = judge(load_profile(case["profile"]), on, tuple(case["play"]), level=case["level"])
        if verdict.legal != case["legal"]:
            wrong.append((case, verdict))
    assert len(lines) == 500
    assert wrong == []
