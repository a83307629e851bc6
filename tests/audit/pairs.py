"""A pair of convex polygons: what a library is asked about, and how it is written."""

from __future__ import annotations

import functools
import math
import struct
from dataclasses import dataclass

import exact

Polygon = list[tuple[float, float]]
# Numbers that programs have. Nobody is asked about smaller or larger ones, which documents of most libraries do not speak of.
smallest, largest = 2.0**-60, 2.0**60


def single(x: float) -> float:
    return float(struct.unpack("f", struct.pack("f", x))[0])


def short(x: float, precision: str) -> str:
    """The fewest digits that give this number in that precision."""
    if x == int(x) and abs(x) < 2**53:
        return str(int(x))
    if precision != "float":
        return repr(x)
    return next(text for digits in range(1, 18) if single(float(text := f"{x:.{digits}g}")) == x)


@dataclass
class Pair:
    a: Polygon
    b: Polygon
    precision: str = "double"  # double, float or integer: what the library takes
    family: str = ""

    def line(self) -> str:
        return " ".join(" ".join([str(len(p)), *(f"{x!r} {y!r}" for x, y in p)]) for p in (self.a, self.b))

    def vertices(self) -> int:
        return len(self.a) + len(self.b)

    def coordinates(self) -> list[float]:
        return [c for polygon in (self.a, self.b) for v in polygon for c in v]

    def digits(self) -> int:
        """How much there is to read."""
        return sum(len(short(c, self.precision).strip("-")) for c in self.coordinates()) + sum(c < 0 for c in self.coordinates())

    @functools.cached_property
    def right(self) -> exact.Right:
        return exact.right(self.a, self.b)

    def valid(self) -> bool:
        most = 2.0**50 if self.precision == "integer" else largest  # libraries compute with doubles on the way
        in_range = all(c == 0 or smallest <= abs(c) <= most for c in self.coordinates())
        return in_range and exact.strictly_convex(self.a) and exact.strictly_convex(self.b)

    def mapped(self, change) -> Pair:
        return Pair([change(v) for v in self.a], [change(v) for v in self.b], self.precision, self.family)

    def rounded(self) -> Pair:
        """To numbers of its precision."""
        if self.precision == "double":
            return self
        to = single if self.precision == "float" else lambda c: float(round(c))
        return self.mapped(lambda v: (to(v[0]), to(v[1])))

    def of(self, precision: str) -> Pair | None:
        """The same pair for a library that takes such numbers, as near as they come; none where that spoils a polygon. Integers count
        thousandths to millionths of the pair's size, as a program would choose them."""
        pair = Pair(self.a, self.b, precision, self.family)
        if precision == "integer":
            xs, ys = ([v[k] for p in (self.a, self.b) for v in p] for k in (0, 1))
            size = max(max(xs) - min(xs), max(ys) - min(ys))
            scale = 2.0 ** (20 - math.frexp(size)[1]) if size else 1.0
            pair = pair.mapped(lambda v: (v[0] * scale, v[1] * scale))
        pair = pair.rounded()
        return pair if pair.valid() else None


def pair_of(words: list[str], family: str = "") -> Pair:
    polygons, at = [], 0
    for _ in range(2):
        count = int(words[at])
        numbers = [float(w) for w in words[at + 1 : at + 1 + 2 * count]]
        polygons.append(list(zip(numbers[::2], numbers[1::2])))
        at += 1 + 2 * count
    return Pair(polygons[0], polygons[1], family=family)


def read(lines) -> list[Pair]:
    """Lines of a family and a pair; those that begin with # are comments."""
    return [pair_of(words[1:], words[0]) for words in map(str.split, lines) if words and words[0] != "#"]
