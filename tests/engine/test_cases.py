"""The sample verdicts and pay-offs that come with the rules."""

from __future__ import annotations

import json

import pytest

from engine.check import check
from engine.score import score

pytestmark = pytest.mark.shared


def lines(folder, name):
    return [json.loads(line) for line in (folder / "rules" / "cases" / name).read_text().splitlines()]


def test_sample_verdicts(shared_dir):
    cases = lines(shared_dir, "gandengyan.jsonl")
    assert len(cases) >= 1000
    wrong = [(case, found) for case in cases if (found := check(case)).get("legal") != case["legal"]]
    assert wrong == []


def test_sample_deals(shared_dir):
    deals = lines(shared_dir, "deals.jsonl")
    assert len(deals) >= 70
    for deal in deals:
        expected = deal.pop("expected")
        found = score(deal)
        assert {key: found.get(key) for key in expected} == expected
        assert found["violations"] == []
