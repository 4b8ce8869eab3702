"""What a generated set was made from, so that it can be made again and cited in a model's card."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The command's own settings, the sources with their licences, and counts of what came out."""

    kind: str
    split: str
    seed: int
    count: int
    size: int
    decks: dict[str, str]
    typefaces: tuple[str, ...]
    backgrounds: int
    sources_sha256: str
    generator_sha256: str
    counts: dict[str, int] = field(default_factory=dict)

    def save(self, folder: Path) -> Path:
        """Write `manifest.json` into a folder."""
        path = folder / MANIFEST
        path.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False, sort_keys=True) + "\n")
        return path


def load_manifest(folder: Path) -> Manifest:
    """Read a folder's manifest; raises FileNotFoundError when it has none."""
    values = json.loads((folder / MANIFEST).read_text())
    return Manifest(**{**values, "typefaces": tuple(values["typefaces"])})


def digest(names: list[str]) -> str:
    """A short fingerprint of a list of source names, whatever their order."""
    return hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:16]


def source_digest(folder: Path) -> str:
    """A short fingerprint of the generator's source: pictures are the same only from the same code."""
    return digest([f"{p.name}:{hashlib.sha256(p.read_bytes()).hexdigest()}" for p in folder.glob("*.py")])
