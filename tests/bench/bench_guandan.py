"""Random Guandan deals a second, beside RLCard's doudizhu in the same run.

    python tests/bench/bench_guandan.py [--seconds 5] [--smoke]

RLCard is measured where it is installed (the extra `bench`): its environment with random agents, and its bare
game.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.game import game_for, judge
from engine.guandan import Guandan
from engine.guandan_order import LEVELS
from engine.guandan_playout import play_out, random_deal
from engine.profile import load_profile


def per_second(once: Callable[[int], object], seconds: float) -> float:
    """How often `once` runs in a second, measured over `seconds` after a first run."""
    once(0)
    start, count = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        count += 1
        once(count)
    return count / (time.perf_counter() - start)


def guandan_rates(seconds: float) -> dict[str, float]:
    """Deals and verdicts a second."""
    rng = random.Random(1)
    game = game_for(load_profile("huaian"))
    assert isinstance(game, Guandan)
    on, play = ("8s", "8c", "8d", "9s", "9c"), ("Ts", "Tc", "Jd", "Jc", "2h")
    return {
        "random full deals": per_second(lambda n: random_deal(rng, LEVELS[n % 13]), seconds),
        "the same through decide and evolve, every event kept": per_second(
            lambda _: play_out(game, game.start(4), rng), seconds
        ),
        "verdicts": per_second(lambda n: judge(game.profile, on, play, level=LEVELS[n % 6]), seconds),
    }


def doudizhu_rates(seconds: float) -> dict[str, float]:
    """Random games a second of RLCard's doudizhu; empty where it is not installed."""
    try:
        import rlcard
        from rlcard.agents import RandomAgent
        from rlcard.games.doudizhu import Game
    except ImportError:
        return {}
    env = rlcard.make("doudizhu", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(3)])

    def bare(_: int) -> None:
        game = Game()
        state, _player = game.init_game()
        while not game.is_over():
            state, _player = game.step(random.choice(state["actions"]))

    return {
        "environment with random agents": per_second(lambda _: env.run(), seconds),
        "bare game": per_second(bare, seconds),
    }


def main() -> None:
    """Print the rates, and their ratio where RLCard is there."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each figure is measured")
    parser.add_argument("--smoke", action="store_true", help="only see that it runs: 0.2 s a figure")
    options = parser.parse_args()
    seconds = 0.2 if options.smoke else options.seconds
    ours, theirs = guandan_rates(seconds), doudizhu_rates(seconds)
    for name, rate in ours.items():
        print(f"guandan   {name:54} {rate:10.1f} /s")
    for name, rate in theirs.items():
        print(f"doudizhu  {name:54} {rate:10.1f} /s (RLCard)")
    if not theirs:
        print("doudizhu  not measured: install the extra `bench` to compare with RLCard")
        return
    base = theirs["environment with random agents"]
    for name in list(ours)[:2]:
        print(f"ratio     {name:54} {ours[name] / base:10.1f} × RLCard's environment")


if __name__ == "__main__":
    main()
