"""Right answers about two convex polygons, in integers and fractions: nothing here is rounded.

Vertices are pairs of numbers that are rational (ints, floats, Fractions), counter-clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Number = int | float | Fraction
Polygon = Sequence[tuple[Number, Number]]
Grid = list[tuple[int, int]]


def on_one_grid(*polygons: Polygon) -> tuple[list[Grid], int]:
    """The polygons times a number that makes all coordinates integers, and that number."""
    fractions = [[(Fraction(x), Fraction(y)) for x, y in polygon] for polygon in polygons]
    factor = math.lcm(*(c.denominator for polygon in fractions for v in polygon for c in v))
    return [[(int(x * factor), int(y * factor)) for x, y in polygon] for polygon in fractions], factor


def turn(o: tuple[int, int], p: tuple[int, int], q: tuple[int, int]) -> int:
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def edges(polygon: Grid) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [(polygon[k - 1], polygon[k]) for k in range(len(polygon))]


def strictly_convex(polygon: Polygon) -> bool:
    """One left turn after another, once around."""
    (grid,), _ = on_one_grid(polygon)
    n = len(grid)
    if n < 3 or any(turn(grid[k - 2], grid[k - 1], grid[k]) <= 0 for k in range(n)):
        return False
    return all(turn(s, e, v) >= 0 for s, e in edges(grid) for v in grid)


def doubled_area(polygon: Grid) -> int:
    return sum(s[0] * e[1] - s[1] * e[0] for s, e in edges(polygon))


def least_reach(a: Grid, b: Grid) -> tuple[int, Fraction]:
    """Over the edges of both, the least of how far the other one reaches inside: its sign, and its square."""
    least, sign = None, 0
    for p, q in ((a, b), (b, a)):
        for s, e in edges(p):
            reach = max(turn(s, e, v) for v in q)
            signed = Fraction(reach * abs(reach), (e[0] - s[0]) ** 2 + (e[1] - s[1]) ** 2)
            if least is None or signed < least:
                least, sign = signed, (reach > 0) - (reach < 0)
    assert least is not None
    return sign, abs(least)


def part_inside(s: tuple[int, int], e: tuple[int, int], polygon: Grid, with_border: bool) -> Fraction:
    """The share of the edge s to e that lies in the polygon; what lies along its border counts only with_border."""
    low, high = Fraction(0), Fraction(1)
    for p, q in edges(polygon):
        start, end = turn(p, q, s), turn(p, q, e)
        if start <= 0 and end <= 0:
            if start < 0 or end < 0 or not with_border:
                return Fraction(0)
        elif start < 0:
            low = max(low, Fraction(start, start - end))
        elif end < 0:
            high = min(high, Fraction(start, start - end))
    return max(high - low, Fraction(0))


def common_area(a: Grid, b: Grid) -> Fraction:
    """Of two polygons whose interiors meet, by Green's theorem: the border of what is common is made of parts of edges, each of which
    adds its share of the cross product of its ends."""
    doubled = Fraction(0)
    for p, q, with_border in ((a, b, True), (b, a, False)):
        for s, e in edges(p):
            doubled += part_inside(s, e, q, with_border) * (s[0] * e[1] - s[1] * e[0])
    return doubled / 2


@dataclass
class Right:
    verdict: str  # disjoint, touching, overlapping
    area: Fraction  # of the intersection
    smaller: Fraction  # the area of the smaller polygon
    reach2: Fraction  # the square of the depth if they overlap, of the gap along an edge's normal if they are disjoint
    size: float  # the longer side of the pair's bounding box

    @property
    def reach(self) -> float:
        return math.sqrt(self.reach2)


verdicts = {-1: "disjoint", 0: "touching", 1: "overlapping"}


def right(a: Polygon, b: Polygon) -> Right:
    (p, q), factor = on_one_grid(a, b)
    sign, reach2 = least_reach(p, q)
    area = common_area(p, q) if sign > 0 else Fraction(0)
    xs, ys = ([v[k] for v in p + q] for k in (0, 1))
    size = Fraction(max(max(xs) - min(xs), max(ys) - min(ys)), factor)
    smaller = Fraction(min(doubled_area(p), doubled_area(q)), 2 * factor**2)
    return Right(verdicts[sign], area / factor**2, smaller, reach2 / factor**2, float(size))


def depth_after(a: Polygon, b: Polygon, move: tuple[float, float]) -> float:
    """How deep a still is in b when it has moved; 0 if it is out."""
    x, y = (Fraction(c) for c in move)
    (p, q), factor = on_one_grid([(Fraction(v[0]) + x, Fraction(v[1]) + y) for v in a], b)
    sign, reach2 = least_reach(p, q)
    return math.sqrt(reach2) / factor if sign > 0 else 0.0
