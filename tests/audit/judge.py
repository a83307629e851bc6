"""Whether an answer is right.

| question | right |
|---|---|
| intersects | yes unless disjoint |
| interiors | yes if overlapping |
| meets | yes if overlapping, no if disjoint; either if touching |
| area | of the intersection, within 1e-6 of the smaller polygon's area |
| mtv | moves a such that they overlap no more, but for 1e-6 of the pair's size, and no further than it must, but for the same |

What rounding explains is no error of an area or of an MTV: results are vertices or vectors of the library's numbers. It is 8 u D of a
length and 8 u D d of an area, with u half a unit in the last place (of integers a half), D the largest coordinate or the pair's size, d the
size of the smaller polygon. A verdict needs no rounding, so that a wrong one counts, but is marked if no more than that decides it.

How wrong an answer is: of a verdict how deep the two overlap, or how far they are apart along the best edge's normal, in sizes of the
pair; of an area the error in squares of that size; of an MTV what is left of the overlap, or how much too far it goes, in sizes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import exact
from pairs import Pair, Polygon

tolerance = 1e-6


@dataclass
class Wrong:
    by: float
    text: str
    by_rounding: bool = False

    @property
    def no_answer(self) -> bool:
        """The library throws, crashes or does not end: it says nothing wrong."""
        return self.text.startswith("no answer")


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


units = {"float": 2.0**-24, "double": 2.0**-53}


def extent(polygon: Polygon) -> float:
    return max(max(v[k] for v in polygon) - min(v[k] for v in polygon) for k in (0, 1))


def rounding(pair: Pair) -> float:
    """Of a length."""
    if pair.precision == "integer":
        return 4.0
    return 8 * units[pair.precision] * max(pair.right.size, *map(abs, pair.coordinates()))


def judge(question: str, answer: str, pair: Pair) -> Wrong | None:
    """None if right, or if there is no such answer. question: its first word counts."""
    right = pair.right
    kind = question.split()[0]
    if answer == "none" or (kind == "mtv" and right.verdict != "overlapping"):
        return None
    if answer in ("error", "crash", "time-out"):
        return Wrong(math.inf, f"no answer ({answer})")
    if kind == "area":
        if not math.isfinite(number(answer)):
            return Wrong(math.inf, answer)
        error = float(abs(Fraction(number(answer)) - right.area))
        allowed = max(tolerance * float(right.smaller), rounding(pair) * min(extent(pair.a), extent(pair.b)))
        return Wrong(error / right.size**2, f"{number(answer):.7g}, right {float(right.area):.7g}") if error > allowed else None
    if kind == "mtv":
        x, y = map(number, answer.split())
        if not (math.isfinite(x) and math.isfinite(y)):
            return Wrong(math.inf, f"({x}, {y})")
        allowed = max(tolerance, rounding(pair) / right.size)
        left = exact.depth_after(pair.a, pair.b, (x, y)) / right.size
        longer = (math.hypot(x, y) - right.reach) / right.size
        if left > allowed:
            return Wrong(left, f"({x:.7g}, {y:.7g}) leaves {left * right.size:.3g} of {right.reach:.7g}")
        return Wrong(longer, f"({x:.7g}, {y:.7g}) is longer than {right.reach:.7g}") if longer > allowed else None
    touching = right.verdict == "touching"
    wanted = right.verdict == "overlapping" or (touching and kind == "intersects")
    if (touching and kind == "meets") or answer == ("yes" if wanted else "no"):
        return None
    away = f" by {right.reach:.2g}" if not touching else ""
    return Wrong(right.reach / right.size, f"{answer}, they are {right.verdict}{away}", right.reach <= rounding(pair))
