"""Cameras, streams, films and folders: what they give, and what they say when they can't."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frames import Capture, Frame, SourceError, read_image
from vision.observations import Camera, CameraState
from vision.sources import FolderSource, LiveSource, VideoSource, open_source


def _picture(grey: int) -> np.ndarray:
    return np.full((48, 64, 3), grey, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, grey in [("p10.png", 200), ("p2.png", 100), ("p1.jpg", 50)]:
        cv2.imwrite(str(tmp_path / name), _picture(grey))
    (tmp_path / "labels.json").write_text("[]")
    return tmp_path


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 20.0, (64, 48))
    for grey in range(0, 200, 10):
        writer.write(_picture(grey))
    writer.release()
    return path


class FakeDevice:
    """A camera that gives `pictures`, None for a failed read, and is gone at their end."""

    def __init__(self, pictures: list[np.ndarray | None], opened: bool = True) -> None:
        self.pictures, self.opened = pictures, opened

    def isOpened(self) -> bool:  # noqa: N802 - the name OpenCV uses
        return self.opened

    def read(self) -> tuple[bool, np.ndarray | None]:
        image = self.pictures.pop(0) if self.pictures else None
        return image is not None, image

    def release(self) -> None:
        self.opened = False


def _error() -> SourceError:
    return SourceError("no_camera", "no camera")


def test_folder_is_a_slow_camera_in_natural_order(folder):
    frames = list(FolderSource(folder, realtime=False, follow=False, hold=1.0))
    levels = [int(frame.image.mean()) for frame in frames]
    assert levels == sorted(levels)
    assert len(frames) == 15
    assert {round(level, -1) for level in levels} == {50, 100, 200}
    assert [frame.at for frame in frames] == pytest.approx([i / 5 for i in range(15)])


def test_watched_folder_shows_new_pictures(folder):
    source = FolderSource(folder, realtime=False, follow=True, hold=0.2)
    frames = iter(source)
    for _ in range(3):
        next(frames)
    cv2.imwrite(str(folder / "p11.png"), _picture(240))
    assert int(next(frames).image.mean()) == 240
    source.close()
    assert list(frames) == []


def test_single_picture_is_a_source(folder):
    frames = list(open_source(str(folder / "p2.png"), realtime=False))
    assert {int(frame.image.mean()) for frame in frames} == {100}


def test_film_gives_every_frame_with_its_time(film):
    source = open_source(str(film), realtime=False)
    assert isinstance(source, VideoSource)
    assert source.duration == pytest.approx(1.0)
    frames = list(source)
    assert [frame.number for frame in frames] == list(range(20))
    assert frames[10].at == pytest.approx(0.5, abs=0.06)


def test_film_in_real_time_takes_its_time(film):
    started = time.monotonic()
    list(open_source(str(film), realtime=True))
    assert time.monotonic() - started >= 0.9


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("gone.mp4", None, "no_file"),
        ("gone.jpg", None, "no_file"),
        ("empty.mp4", b"", "empty_file"),
        ("empty.jpg", b"", "empty_file"),
        ("text.mp4", b"this is no film", "not_video"),
        ("text.jpg", b"this is no picture", "not_image"),
        ("cut.png", b"\x89PNG\r\n\x1a\n0000", "not_image"),
    ],
)
def test_files_that_give_nothing(tmp_path, name, content, code):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError) as caught:
        open_source(str(tmp_path / name))
    assert caught.value.code == code
    assert name in str(caught.value)


def test_empty_folder(tmp_path):
    (tmp_path / "notes.txt").write_text("no picture")
    with pytest.raises(SourceError) as caught:
        open_source(str(tmp_path))
    assert caught.value.code == "empty_folder"


def test_broken_picture_among_good_ones_is_named(folder):
    (folder / "p3.jpg").write_bytes(b"broken")
    frames = iter(FolderSource(folder, realtime=False, follow=False, hold=0.2))
    assert int(next(frames).image.mean()) == 50
    next(frames)
    with pytest.raises(SourceError, match=r"p3\.jpg"):
        next(frames)


@pytest.mark.parametrize(("text", "code"), [("97", "no_camera"), ("http://127.0.0.1:9/video", "no_stream")])
def test_no_such_camera_or_stream(text, code):
    with pytest.raises(SourceError) as caught:
        open_source(text)
    assert caught.value.code == code
    assert text in str(caught.value)


def test_read_image_turns_pictures_upright(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), _picture(9))
    assert read_image(tmp_path / "a.png").shape == (48, 64, 3)


def test_lost_camera_reconnects_and_says_so():
    devices = [
        FakeDevice([_picture(1), _picture(2)]),
        FakeDevice([], opened=False),
        FakeDevice([_picture(3), _picture(4)]),
    ]
    source = LiveSource("camera 0", lambda: devices.pop(0), _error())
    seen = []
    for item in source:
        seen.append(item.state if isinstance(item, CameraState) else int(item.image.mean()))
        if seen[-1] == 4:
            source.close()
    assert seen == [1, 2, Camera.LOST, Camera.CALIBRATING, 3, 4]


def test_camera_without_a_first_picture_is_an_error():
    with pytest.raises(SourceError):
        LiveSource("camera 0", lambda: FakeDevice([]), _error())


class FakeSource:
    """Gives items with pauses between them."""

    name, live = "fake", True

    def __init__(self, items: list) -> None:
        self.items = items

    def __iter__(self):
        for item in self.items:
            if isinstance(item, float):
                time.sleep(item)
            elif isinstance(item, Exception):
                raise item
            else:
                yield item

    def close(self) -> None:
        pass


def test_slow_reader_misses_frames_but_no_states():
    lost = CameraState(0.5, Camera.LOST, "camera_lost")
    items = [Frame(_picture(0), i / 10, i) for i in range(5)] + [lost, Frame(_picture(0), 0.6, 6)]
    with Capture(FakeSource(items)) as capture:
        time.sleep(0.2)
        seen = list(capture)
        assert capture.dropped == 5
    assert seen[0] is lost
    assert [item.number for item in seen[1:]] == [6]


def test_silence_is_reported_once_as_stale():
    items = [Frame(_picture(0), 0.0, 0), 0.9, Frame(_picture(0), 0.9, 1)]
    with Capture(FakeSource(items), stale_after=0.2) as capture:
        seen = list(capture)
    assert [getattr(item, "state", None) for item in seen] == [None, Camera.STALE, None]


def test_errors_of_the_source_reach_the_reader():
    with (
        Capture(FakeSource([Frame(_picture(0), 0.0, 0), 0.05, _error()])) as capture,
        pytest.raises(SourceError),
    ):
        list(capture)
