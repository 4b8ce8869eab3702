"""The house keeps its walls: who imports whom, one noun a file, nothing from the workshop at run time."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WORKSHOP = ("torch", "ultralytics", "datasets", "models", "PIL", "imageio_ffmpeg", "matplotlib")
PACKAGES = ("engine", "vision", "server", "datasets", "models")


def _imports(path: Path) -> set[str]:
    """Top-level names that a file imports absolutely."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.split(".")[0])
    return names


def test_engine_imports_only_the_standard_library() -> None:
    allowed = set(sys.stdlib_module_names) | {"engine"}
    strangers = {
        f"{path.name}: {name}" for path in (ROOT / "engine").glob("*.py") for name in _imports(path) - allowed
    }
    assert strangers == set()


def test_vision_knows_no_rules() -> None:
    guilty = {path.name for path in (ROOT / "vision").glob("*.py") if _imports(path) & {"engine", "server"}}
    assert guilty == set()


@pytest.mark.parametrize("module", ["server.cli", "server.app", "vision.pipeline"])
def test_running_program_loads_nothing_of_the_workshop(module: str) -> None:
    code = f"import sys, {module}; print(*sorted({{n.split('.')[0] for n in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()).isdisjoint(WORKSHOP)


@pytest.mark.parametrize("package", PACKAGES)
def test_files_are_named_by_a_noun(package: str) -> None:
    names = {path.name for path in (ROOT / package).rglob("*.py")}
    assert names.isdisjoint({"utils.py", "util.py", "helpers.py", "common.py", "misc.py"})


@pytest.mark.parametrize("package", PACKAGES)
def test_every_file_says_what_it_is(package: str) -> None:
    silent = {
        str(path.relative_to(ROOT))
        for path in (ROOT / package).rglob("*.py")
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert silent == set()


def test_interchange_codes_are_the_same_on_both_sides() -> None:
    from engine.cards import pack
    from vision.labels import CODES

    assert sorted(pack()) == sorted(CODES)
