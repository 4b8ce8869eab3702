"""Every bad input: one clear sentence that says what to do, a non-zero exit, nothing lost, no traceback."""

from __future__ import annotations

import json
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from server.cli import app
from server.problems import ExitCode
from server.store import LOG_NAME, Store

Paiyan = Callable[..., Result]


@pytest.fixture
def paiyan(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Paiyan:
    """The command line, with its data in a folder of the test."""
    monkeypatch.setenv("PAIYAN_DATA", str(tmp_path / "data"))

    def call(*words: str, stdin: str | bytes = "") -> Result:
        return CliRunner().invoke(app, words, input=stdin)

    return call


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A detector that finds nothing, so that no weights are needed."""
    from vision.detections import Detections

    class Blind:
        def detect(self, *_: object) -> Detections:
            return Detections.empty()

    monkeypatch.setattr("server.decks.load_detector", Blind)
    monkeypatch.setattr("server.command_deck.load_detector", Blind)


def refused(result: Result, exit_code: ExitCode, *words: str) -> None:
    """It ended with this status and one sentence with these words, without a traceback."""
    assert result.exit_code == exit_code, result.output + str(result.exception)
    for word in words:
        assert word in result.stderr.replace("\n", " ")
    assert result.stderr.startswith("paiyan: ")
    assert "Traceback" not in result.output


@pytest.mark.parametrize("command", ["run", "replay"])
@pytest.mark.parametrize(
    ("source", "words"),
    [
        pytest.param("97", ("97",), id="no such camera"),
        pytest.param("no-such-film.mp4", ("no such file",), id="no such file"),
        pytest.param("empty.mp4", ("is empty",), id="empty film"),
        pytest.param("text.mp4", ("not a film",), id="text as a film"),
        pytest.param("nothing", ("no picture",), id="empty folder"),
        pytest.param("broken.jpg", ("not a picture",), id="broken picture"),
    ],
)
@pytest.mark.usefixtures("blind")
def test_sources_that_give_no_pictures(
    paiyan: Paiyan, tmp_path: Path, command: str, source: str, words: tuple[str, ...]
) -> None:
    (tmp_path / "empty.mp4").touch()
    (tmp_path / "text.mp4").write_text("this is no film")
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 broken")
    (tmp_path / "nothing").mkdir()
    name = source if source.isdigit() else str(tmp_path / source)
    arguments = ("run", "--source", name) if command == "run" else ("replay", name)
    refused(paiyan(*arguments, "--profile", "classic", "--players", "4"), ExitCode.NO_SOURCE, *words)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param(None, ("no such file",), id="missing"),
        pytest.param(b"", ("is empty",), id="empty"),
        pytest.param(b"\x89PNG\r\n\x1a\n broken", ("not a picture",), id="broken"),
        pytest.param(b"hello", ("not a picture",), id="text"),
    ],
)
@pytest.mark.usefixtures("blind")
def test_pictures_that_are_none(
    paiyan: Paiyan, tmp_path: Path, content: bytes | None, words: tuple[str, ...]
) -> None:
    path = tmp_path / "picture.png"
    if content is not None:
        path.write_bytes(content)
    good = tmp_path / "good.png"
    cv2.imwrite(str(good), np.zeros((40, 40, 3), np.uint8))
    result = paiyan("see", "--json", str(path), str(good))
    refused(result, ExitCode.NO_SOURCE, *words)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert "error" in lines[0]
    assert lines[1]["cards"] == [], "the good picture is read all the same"


@pytest.mark.usefixtures("blind")
def test_an_empty_folder_of_photographs(paiyan: Paiyan, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    refused(paiyan("see", str(tmp_path / "nothing")), ExitCode.NO_SOURCE, "no picture")


@pytest.mark.parametrize(
    "words",
    [
        ("run", "--profile", "clasic"),
        ("replay", "x.mp4", "--profile", "clasic"),
        ("check", "--profile", "clasic", "7h"),
        ("score", "--profile", "clasic"),
        ("profiles", "clasic"),
    ],
    ids=lambda words: words[0],
)
def test_an_unknown_profile_lists_the_known_ones(paiyan: Paiyan, words: tuple[str, ...]) -> None:
    refused(paiyan(*words), ExitCode.BAD_INPUT, "clasic", "classic", "huaian")


@pytest.mark.parametrize("command", [("run",), ("replay", "x.mp4")], ids=["run", "replay"])
def test_a_number_of_players_that_the_profile_refuses(paiyan: Paiyan, command: tuple[str, ...]) -> None:
    refused(paiyan(*command, "--profile", "classic", "--players", "9"), ExitCode.BAD_INPUT, "2 to 7", "9")


def test_a_port_in_use(paiyan: Paiyan) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = paiyan("run", "--host", "127.0.0.1", "--port", str(port))
    refused(result, ExitCode.PORT, f"Port {port} is in use", "--port")


@pytest.mark.parametrize("damage", ["missing", "wrong hash"])
def test_weights_that_can_not_be_used(
    paiyan: Paiyan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    weights = tmp_path / "weights"
    weights.mkdir()
    if damage == "wrong hash":
        for name in ("index_detector", "index_reader"):
            (weights / f"{name}.onnx").write_bytes(b"not what it was")
            (weights / f"{name}.json").write_text(json.dumps({"sha256": "0" * 64}))
    monkeypatch.setenv("PAIYAN_WEIGHTS", str(weights))
    picture = tmp_path / "picture.png"
    cv2.imwrite(str(picture), np.zeros((40, 40, 3), np.uint8))
    refused(paiyan("see", str(picture)), ExitCode.NO_WEIGHTS, "index_")


def test_a_damaged_log_is_kept_aside(paiyan: Paiyan, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / LOG_NAME).write_bytes(b"no database at all" * 100)
    refused(paiyan("run"), ExitCode.STORE, "is damaged", "was kept as")
    kept = list(data.glob(f"{LOG_NAME}.damaged-*"))
    assert [each.read_bytes() for each in kept] == [b"no database at all" * 100]


def test_a_locked_log(paiyan: Paiyan, tmp_path: Path) -> None:
    with Store.open(tmp_path / "data"):
        refused(paiyan("run"), ExitCode.STORE, "Another paiyan", "--data")


def test_a_log_held_by_another_program(
    paiyan: Paiyan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store._BUSY_MS", 50)
    Store.open(tmp_path / "data").close()
    other = sqlite3.connect(tmp_path / "data" / LOG_NAME, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    refused(paiyan("run"), ExitCode.STORE, "Another program")
    other.close()


def test_a_data_folder_that_is_a_file(paiyan: Paiyan, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    refused(paiyan("run"), ExitCode.STORE, "can't be made")


def test_a_layout_that_is_none(paiyan: Paiyan, tmp_path: Path) -> None:
    (tmp_path / "zones.json").write_text("[]")
    refused(paiyan("run", "--layout", str(tmp_path / "zones.json")), ExitCode.BAD_INPUT, "layout")


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("deck", "learn", "mine", "PICTURE"), "no card was seen", id="nothing seen"),
        pytest.param(("deck", "learn", "a/b", "PICTURE"), "no card was seen", id="a bad name, nothing seen"),
        pytest.param(("deck", "show", "mine"), "no learned deck", id="unknown deck"),
        pytest.param(("see", "--deck", "mine", "PICTURE"), "no learned deck", id="unknown deck to see with"),
    ],
)
def test_decks_that_are_none(paiyan: Paiyan, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    picture = tmp_path / "picture.png"
    cv2.imwrite(str(picture), np.zeros((40, 40, 3), np.uint8))
    result = paiyan(*(str(picture) if word == "PICTURE" else word for word in words))
    refused(result, ExitCode.BAD_INPUT, said)


def test_a_backup_without_a_log(paiyan: Paiyan, tmp_path: Path) -> None:
    refused(paiyan("backup", str(tmp_path / "copy.db")), ExitCode.STORE, "no log")


def test_a_film_without_its_truth(paiyan: Paiyan, tmp_path: Path) -> None:
    result = paiyan("demo", "--once", "--film", str(tmp_path / "film.mp4"))
    refused(result, ExitCode.BAD_INPUT, "truth of a film")


def test_bad_lines_get_an_error_each_and_the_run_goes_on(paiyan: Paiyan) -> None:
    cases = [
        '{"profile": "classic", "on": null, "play": ["7c"]}',
        "no json",
        "[1, 2]",
        '{"profile": "clasic", "play": ["7c"]}',
        '{"profile": "classic", "play": ["1x"]}',
        '{"profile": "classic", "on": ["6d"], "play": ["7c"]}',
    ]
    result = paiyan("check", "--jsonl", stdin="\n".join(cases) + "\n")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line.get("legal") for line in lines] == [True, None, None, None, None, True]
    assert all(("error" in line) == ("legal" not in line) for line in lines)
    assert "4 lines" in result.stderr


def test_bytes_that_are_no_text_are_a_bad_line(paiyan: Paiyan) -> None:
    result = paiyan("score", "--jsonl", stdin=b"\xff\xfe\n{}\n")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert ["error" in line for line in lines] == [True, True]


def test_an_illegal_play_is_told_from_a_legal_one_by_the_exit_status(paiyan: Paiyan) -> None:
    legal = paiyan("check", "--profile", "classic", "--on", "6s 7s 8s", "7h 8h 9h")
    assert (legal.exit_code, legal.stdout) == (0, "legal: straight 7 8 9\n")
    illegal = paiyan("check", "--profile", "classic", "--on", "6s 7s 8s", "9h Th Jh")
    assert illegal.exit_code == ExitCode.DIFFERENT
    assert "does not follow 6 7 8" in illegal.stdout
    assert paiyan("check", "--profile", "classic", "1x").exit_code == ExitCode.BAD_INPUT
    assert paiyan("check").exit_code == ExitCode.BAD_INPUT
