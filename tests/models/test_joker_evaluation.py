from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.pool import HELD_OUT_JOKERS, TRAINED_JOKERS, joker_held_out
from models.joker_evaluation import SIDE, held_out_jokers, laid, main


def test_a_face_lies_in_the_middle_of_its_table() -> None:
    face = np.full((224, 160, 4), 255, np.uint8)
    face[..., :3] = (250, 10, 20)
    picture = laid(face, 230, 90, (1, 2, 3))
    assert picture.shape == (SIDE, SIDE, 3)
    assert picture[SIDE // 2, SIDE // 2].tolist() == [20, 10, 250]
    assert picture[0, 0].tolist() == [1, 2, 3]
    covered = (picture[..., 2] > 200).nonzero()
    assert np.ptp(covered[1]) == pytest.approx(230, abs=3)
    assert np.ptp(covered[0]) == pytest.approx(230 * 160 / 224, abs=3)


def test_twins_of_a_drawing_lie_on_one_side() -> None:
    assert not TRAINED_JOKERS & HELD_OUT_JOKERS
    assert not joker_held_out("joker_red", 17)
    assert joker_held_out("joker_other", 58)
    assert joker_held_out("joker_red", 5)
    assert not joker_held_out("joker_black", 2)


def test_only_held_out_faces_are_asked(tmp_path: Path) -> None:
    for name in ("joker_red/002.jpg", "joker_red/003.jpg", "joker_other/058.jpg", "joker_black/001.jpg"):
        path = tmp_path / "faces53" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    asked = [(code, path.name) for code, path in held_out_jokers(tmp_path)]
    assert asked == [("BJ", "001.jpg"), ("RJ", "003.jpg"), ("joker_other", "058.jpg")]


def test_a_folder_without_jokers_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "faces53" in capsys.readouterr().err
