"""The README's examples are true: its console sessions print what they say, its links lead somewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.cli import app

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _sessions() -> list[tuple[str, str]]:
    """(command, expected output) of every `$ …` in the README's console blocks."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", README, re.S):
        for chunk in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = chunk.partition("\n")
            found.append((command, output.strip()))
    return found


@pytest.mark.parametrize(("command", "output"), _sessions(), ids=[c for c, _ in _sessions()])
def test_readme_session(command: str, output: str) -> None:
    words = shlex.split(command)
    assert words[0] == "paiyan"
    done = CliRunner().invoke(app, words[1:])
    assert done.output.strip() == output


def test_readme_has_sessions() -> None:
    assert len(_sessions()) >= 3


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", text)
    missing = [t for t in targets if not ((ROOT / page).parent / t).exists()]
    assert missing == []


@pytest.mark.parametrize("command", ["run", "see", "replay", "check", "score", "tally", "profiles"])
def test_readme_names_every_command(command: str) -> None:
    assert f"paiyan {command}" in README or f"{command} --jsonl" in README
    assert CliRunner().invoke(app, [command, "--help"]).exit_code == 0
