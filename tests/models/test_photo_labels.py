from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from models.photo_labels import load_photos


def write(folder: Path, entries: list[dict[str, object]]) -> None:
    (folder / "labels.json").write_text(json.dumps(entries), encoding="utf-8")


def test_lists_of_cards(tmp_path: Path) -> None:
    write(
        tmp_path,
        [{"file": "1.jpg", "cards": ["As", "As", "RJ"], "unreadable": 2, "tags": ["derived", "fan"]}],
    )
    (photo,) = load_photos(tmp_path)
    assert photo.cards == Counter({"As": 2, "RJ": 1})
    assert (photo.unreadable, photo.derived, photo.path) == (2, True, tmp_path / "1.jpg")


def test_boxes_with_codes_and_cut_cards(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    write(tmp_path, [{"file": "1.jpg", "boxes": [{"code": "9d"}, {"code": "Kh"}], "ignore": [[0, 0, 5, 5]]}])
    (photo,) = load_photos(tmp_path)
    assert photo.cards == Counter(["9d", "Kh"])
    assert (photo.unreadable, photo.path) == (1, tmp_path / "images" / "1.jpg")


def test_says_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"labels\.json"):
        load_photos(tmp_path)
    write(tmp_path, [{"file": "1.jpg", "cards": ["10s"]}])
    with pytest.raises(ValueError, match="'10s'"):
        load_photos(tmp_path)


@pytest.mark.shared
def test_reference_photographs(shared_dir: Path) -> None:
    folders = ("bidly", "jackfurby", "jean", "notanumber11", "royal", "plaskod")
    photos = [photo for name in folders for photo in load_photos(shared_dir / "data" / "photos" / name)]
    assert len(photos) == 141
    assert sum(photo.cards.total() for photo in photos) == 729
