"""The corpus: one case a line of corpus.json."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import exact
from pairs import Pair, short

path = Path(__file__).resolve().parent / "corpus.json"


@dataclass
class Case:
    id: str
    library: str
    version: str
    question: str
    said: str  # the library
    wrong: str  # in words
    design: str  # why its documents let it; empty where they do not
    by_rounding: bool
    pair: Pair
    verdict: str  # right
    area: Fraction
    depth2: Fraction  # the square of the shortest move that parts them

    def same_right_values(self) -> bool:
        right = exact.right(self.pair.a, self.pair.b)
        return (self.verdict, self.area, self.depth2) == (right.verdict, right.area, right.reach2 if right.verdict == "overlapping" else 0)


def polygon_text(polygon, precision: str) -> str:
    return "[" + ", ".join(f"[{short(x, precision)}, {short(y, precision)}]" for x, y in polygon) + "]"


def line_of(case: Case) -> str:
    pair = case.pair
    fields = {
        "id": case.id, "library": case.library, "version": case.version, "question": case.question, "said": case.said, "wrong": case.wrong,
        "design": case.design, "by_rounding": case.by_rounding, "precision": pair.precision, "family": pair.family,
    }
    right = {"verdict": case.verdict, "area": str(case.area), "depth_squared": str(case.depth2)}
    polygons = f'"a": {polygon_text(pair.a, pair.precision)}, "b": {polygon_text(pair.b, pair.precision)}'
    return json.dumps(fields)[:-1] + f", {polygons}, " + json.dumps(right)[1:]


def read(file: Path = path) -> list[Case]:
    if not file.exists():
        return []
    cases = []
    for case in json.loads(file.read_text(encoding="utf-8"))["cases"]:
        polygons = [[(float(x), float(y)) for x, y in case[name]] for name in ("a", "b")]
        pair = Pair(polygons[0], polygons[1], case["precision"], case["family"])
        cases.append(Case(case["id"], case["library"], case["version"], case["question"], case["said"], case["wrong"], case["design"],
                          case["by_rounding"], pair.rounded(), case["verdict"], Fraction(case["area"]), Fraction(case["depth_squared"])))
    return cases


def write(cases: list[Case], file: Path = path) -> None:
    lines = ",\n".join(line_of(case) for case in sorted(cases, key=lambda case: case.id))
    file.write_text('{"license": "CC0-1.0", "cases": [\n' + lines + "\n]}\n", encoding="utf-8")
