"""The loop of every peer in Python, as pairs.hpp describes it."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from fractions import Fraction

Polygon = list[tuple[float, float]]
Answer = bool | float | tuple[float, float] | None


def polygons_of(words: list[str]) -> tuple[Polygon, Polygon]:
    result, at = [], 0
    for _ in range(2):
        count = int(words[at])
        numbers = [float(w) for w in words[at + 1 : at + 1 + 2 * count]]
        result.append(list(zip(numbers[::2], numbers[1::2])))
        at += 1 + 2 * count
    return result[0], result[1]


Box = tuple[float, float, float, float, float]


def boxes_of(a: Polygon, b: Polygon) -> tuple[Box, Box] | None:
    """Both as centre, width, height and angle in degrees (counter-clockwise), where they are boxes at a multiple of 45 degrees: no
    other angle that a number can be belongs to vertices that are numbers."""
    result = []
    for polygon in (a, b):
        if len(polygon) != 4:
            return None
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = ((Fraction(x), Fraction(y)) for x, y in polygon)
        ux, uy, vx, vy = x1 - x0, y1 - y0, x2 - x1, y2 - y1
        if (x3 - x0, y3 - y0) != (vx, vy) or ux * vx + uy * vy != 0 or not (ux * uy == 0 or abs(ux) == abs(uy)):
            return None
        angle = 45.0 * round(math.atan2(uy, ux) / (math.pi / 4))
        result.append((float((x0 + x2) / 2), float((y0 + y2) / 2), math.hypot(ux, uy), math.hypot(vx, vy), angle))
    return result[0], result[1]


def text(answer: Answer) -> str:
    if answer is None:
        return "none"
    if isinstance(answer, tuple):
        return f"{answer[0]!r} {answer[1]!r}"
    return ("no", "yes")[answer] if isinstance(answer, bool) else repr(float(answer))


def answer_all(name: str, version: str, questions: dict[str, Callable[[Polygon, Polygon], Answer]]) -> None:
    print(name, version, *questions, sep="\t", flush=True)
    for line in sys.stdin:
        a, b = polygons_of(line.split())
        answers = []
        for ask in questions.values():
            try:
                answers.append(text(ask(a, b)))
            except Exception:  # what a library throws is its answer
                answers.append("error")
        print(*answers, sep="\t", flush=True)
