"""Pairs that others made: convex parts of the nesting layouts of tests/scenes, parts of two pieces of a pair or of one piece; and those of
public reports. None of these goes into the corpus."""

from __future__ import annotations

import csv
import itertools
import json
import subprocess
import tempfile
from pathlib import Path

from pairs import Pair, Polygon, read

folder = Path(__file__).resolve().parents[1] / "scenes"


def parts_of(tool: Path, scene: Path) -> dict[int, list[Polygon]]:
    """The parts of each body, in the world."""
    bodies: dict[int, dict[str, Polygon]] = {}
    with tempfile.TemporaryDirectory() as work:
        placed = Path(work) / "placed.csv"
        subprocess.run([tool, "place", scene, "--precision", "double", "--out", placed], check=True, capture_output=True)
        with placed.open(newline="") as file:
            for row in csv.DictReader(file):
                vertex = (float(row["origin_x"]) + float(row["offset_x"]), float(row["origin_y"]) + float(row["offset_y"]))
                bodies.setdefault(int(row["body"]), {}).setdefault(row["part"], []).append(vertex)
    return {body: list(parts.values()) for body, parts in bodies.items()}


def near(a: Polygon, b: Polygon, margin: float) -> bool:
    return all(min(v[k] for v in p) <= max(v[k] for v in q) + margin for k in (0, 1) for p, q in ((a, b), (b, a)))


def nested(tool: Path) -> list[Pair]:
    found = []
    for scene in sorted(folder.glob("nesting_*.json")):
        parts = parts_of(tool, scene)
        pairs = json.loads(scene.read_text(encoding="utf-8"))["pairs"]
        couples = [(a, b) for first, second in pairs for a in parts[first] for b in parts[second]]
        couples += [couple for body in parts.values() for couple in itertools.combinations(body, 2)]
        margin = 1e-3 * max(abs(c) for body in parts.values() for part in body for v in part for c in v)
        found += [Pair(a, b, family=scene.stem) for a, b in couples if near(a, b, margin) and max(len(a), len(b)) <= 12]
    return found


def reported() -> list[Pair]:
    return read((Path(__file__).resolve().parent / "reports.txt").read_text(encoding="utf-8").splitlines())


def is_of_others(pair: Pair) -> bool:
    return pair.family.startswith("nesting_") or "#" in pair.family
