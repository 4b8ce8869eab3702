"""What a generated set was made from, so that it can be made again and cited in a model's card."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
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
    generator_sha256: tuple[str, ...]
    counts: dict[str, int] = field(default_factory=dict)

    def extending(self, before: Manifest) -> Manifest:
        """The manifest of a set after more was added to it: counts add up, every generator is named.

        Raises ValueError when the two were not made as one set.
        """
        if (self.kind, self.split, self.seed, self.size) != (
            before.kind,
            before.split,
            before.seed,
            before.size,
        ):
            raise ValueError("a set can only be extended with its own kind, split, seed and size")
        counts = {k: self.counts.get(k, 0) + before.counts.get(k, 0) for k in {*self.counts, *before.counts}}
        generators = tuple(dict.fromkeys((*before.generator_sha256, *self.generator_sha256)))
        return replace(self, counts=dict(sorted(counts.items())), generator_sha256=generators)

    def save(self, folder: Path) -> Path:
        """Write `manifest.json` into a folder."""
        path = folder / MANIFEST
        path.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False, sort_keys=True) + "\n")
        return path


def load_manifest(folder: Path) -> Manifest:
    """Read a folder's manifest; raises FileNotFoundError when it has none."""
    values = json.loads((folder / MANIFEST).read_text())
    lists = {name: tuple(values[name]) for name in ("typefaces", "generator_sha256")}
    return Manifest(**{**values, **lists})


def digest(names: list[str]) -> str:
    """A short fingerprint of a list of source names, whatever their order."""
    return hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:16]


def source_digest(folder: Path) -> str:
    """A short fingerprint of the generator's source: pictures are the same only from the same code."""
    return digest([f"{p.name}:{hashlib.sha256(p.read_bytes()).hexdigest()}" for p in folder.glob("*.py")])
