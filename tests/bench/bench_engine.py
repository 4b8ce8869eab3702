"""Random full Gandengyan deals and verdicts a CPU second, beside RLCard's doudizhu in the same run.

    python tests/bench/bench_engine.py [--seconds 3] [--smoke]

RLCard is measured where it is installed (the extra `bench`): its environment with random agents.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.check import check
from engine.game import game_for
from engine.playout import play_out, shuffled_deal
from engine.profile import load_profile
from engine.quick_deal import random_deal

PROFILES = (
    "classic",
    "winner-draws",
    "low-card-leads",
    "sichuan",
    "shanghai",
    "planes",
    "tournament",
    "short-straight",
    "free-beat",
)
CASES = (
    {"profile": "classic", "on": ["5s"], "play": ["6d"]},
    {"profile": "classic", "on": ["5s"], "play": ["7d"]},
    {"profile": "sichuan", "on": ["3s", "4h", "5h"], "play": ["4s", "BJ", "RJ"]},
    {"profile": "planes", "on": None, "play": ["3s", "3h", "3d", "4s", "4h", "4d"]},
    {"profile": "free-beat", "on": ["9s"], "play": ["4s", "4h"]},
)


def per_second(once: Callable[[int], object], seconds: float) -> float:
    """How often `once` runs in a second of CPU time, measured over `seconds` after a first run."""
    once(0)
    start, count = time.process_time(), 0
    while time.process_time() - start < seconds:
        count += 1
        once(count)
    return count / (time.process_time() - start)


def engine_rates(seconds: float) -> dict[str, float]:
    """Deals and verdicts a second; deals of four players."""
    rng = random.Random(1)
    rates = {}
    for name in PROFILES:
        profile = load_profile(name)
        rates[f"random full deals, {name}"] = per_second(lambda _, p=profile: random_deal(p, rng, 4), seconds)
    game = game_for(load_profile("classic"))

    def through_events(_: int) -> None:
        state = game.start(4)
        for event in game.decide(state, shuffled_deal(game.profile, state, rng)):
            state = game.evolve(state, event)
        play_out(game, state, rng)

    rates["the same through decide and evolve, every event kept (classic)"] = per_second(
        through_events, seconds
    )
    rates["verdicts of check"] = per_second(lambda n: check(CASES[n % len(CASES)]), seconds)
    return rates


def doudizhu_rate(seconds: float) -> float | None:
    """Random games a second of RLCard's doudizhu environment; None where it is not installed."""
    try:
        import rlcard
        from rlcard.agents import RandomAgent
    except ImportError:
        return None
    env = rlcard.make("doudizhu", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(3)])
    return per_second(lambda _: env.run(), seconds)


def main() -> None:
    """Print the rates, and their ratio where RLCard is there."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each figure is measured")
    parser.add_argument("--smoke", action="store_true", help="only see that it runs: 0.2 s a figure")
    options = parser.parse_args()
    seconds = 0.2 if options.smoke else options.seconds
    before = doudizhu_rate(seconds)
    rates = engine_rates(seconds)
    after = doudizhu_rate(seconds)
    doudizhu = (before + after) / 2 if before and after else None
    for name, rate in rates.items():
        ratio = f"  {rate / doudizhu:8.1f} times RLCard" if doudizhu and "deals" in name else ""
        print(f"{rate:12.1f} a CPU second  {name}{ratio}")
    if doudizhu is None:
        print("RLCard is not installed: pip install rlcard==1.2.0")
    else:
        print(f"{doudizhu:12.1f} a CPU second  RLCard doudizhu, random agents (measured before and after)")


if __name__ == "__main__":
    main()
