"""A process killed without warning loses no acknowledged event."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from server.store import Store

WRITER = """
import sys
from pathlib import Path
from server.records import Draft
from server.store import Store

store = Store.open(Path(sys.argv[1]))
print("ready", flush=True)
while True:
    batch = [Draft("fact", "seen", {"text": "x" * 300}), Draft("derived", "played", {}, cause=0)]
    print(store.append(1, 1, batch)[-1].seq, flush=True)
"""


def killed_writer(folder: Path, root: Path, delay: float) -> int:
    """Run a writer, kill it `delay` seconds after its log is open, return the last acknowledged seq."""
    command = [sys.executable, "-c", WRITER, str(folder)]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline().strip() == "ready"
        time.sleep(delay)
        writer.send_signal(signal.SIGKILL)
        lines = [line for line in writer.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    return int(lines[-1]) if lines else 0


def check_rounds(folder: Path, root: Path, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(rounds):
        acknowledged = killed_writer(folder, root, chance.uniform(0.0, 0.08))
        with Store.open(folder) as store:
            seqs = [record.seq for record in store.read()]
        assert seqs == list(range(1, len(seqs) + 1))
        assert len(seqs) >= acknowledged
        assert len(seqs) % 2 == 0, "a batch was torn"


def test_killed_at_random_points_the_log_keeps_what_it_acknowledged(tmp_path: Path, root_dir: Path) -> None:
    check_rounds(tmp_path, root_dir, rounds=6, seed=1)


@pytest.mark.slow
def test_killed_two_hundred_times_the_log_keeps_what_it_acknowledged(tmp_path: Path, root_dir: Path) -> None:
    check_rounds(tmp_path, root_dir, rounds=200, seed=2)
