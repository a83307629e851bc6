"""Makes a pair on which a library is wrong as small as it gets: fewer vertices, then fewer digits, while it is still wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from judge import Wrong, judge
from pairs import Pair
from peers import Session

most_vertices = 8  # of both polygons


def fault(session: Session, question: str, answer: str, pair: Pair) -> tuple[Wrong, str] | None:
    """What is wrong, and why the library's documents let it, if so."""
    wrong = judge(question, answer, pair)
    return (wrong, session.peer.design(question, pair, wrong)) if wrong else None


def to_digits(x: float, digits: int) -> float:
    return float(f"{x:.{digits}g}")


def smaller_pairs(pair: Pair) -> Iterator[Pair]:
    """From the largest step to the smallest."""

    def made(a, b) -> Pair:
        return Pair(list(a), list(b), pair.precision, pair.family)

    for k in range(len(pair.a) if len(pair.a) > 3 else 0):
        yield made(pair.a[:k] + pair.a[k + 1 :], pair.b)
    for k in range(len(pair.b) if len(pair.b) > 3 else 0):
        yield made(pair.a, pair.b[:k] + pair.b[k + 1 :])
    for x, y in {*pair.a, *pair.b}:
        yield pair.mapped(lambda v: (v[0] - x, v[1] - y))
    for factor in (2.0**-30, 2.0**-20, 2.0**-10, 1e-3, 0.1, 0.25, 0.5, 2.0, 4.0, 10.0, 1e3, 2.0**10, 2.0**20, 2.0**30):
        yield pair.mapped(lambda v: (v[0] * factor, v[1] * factor))
    yield made([(-x, -y) for x, y in pair.a], [(-x, -y) for x, y in pair.b])
    yield made([(y, -x) for x, y in pair.a], [(y, -x) for x, y in pair.b])
    for digits in range(1, 17):
        yield pair.mapped(lambda v: (to_digits(v[0], digits), to_digits(v[1], digits)))
    for decimals in range(0, 12):
        yield pair.mapped(lambda v: (round(v[0], decimals), round(v[1], decimals)))
    others = sorted(set(pair.coordinates()), key=abs)
    for which, polygon in enumerate((pair.a, pair.b)):
        for k, vertex in enumerate(polygon):
            for axis in (0, 1):
                x = vertex[axis]
                values = [0.0, float(round(x)), 1.0, -1.0, *(to_digits(x, d) for d in range(1, 17)), *others, x / 2, x * 2]
                for value in dict.fromkeys(values):
                    if value != x:
                        moved = list(polygon)
                        moved[k] = (value, vertex[1]) if axis == 0 else (vertex[0], value)
                        yield made(moved, pair.b) if which == 0 else made(pair.a, moved)


def cost(pair: Pair) -> tuple[int, int, float]:
    return pair.vertices(), pair.digits(), sum(map(abs, pair.coordinates()))


def reduced(session: Session, question: str, pair: Pair, keeps: Callable[[Wrong, str], bool]) -> tuple[Pair, str, Wrong, str]:
    """The pair, the answer, what is wrong with it, and why its documents let it."""
    at = session.questions.index(question)
    step = 400
    while True:
        seen, better = cost(pair), None
        candidates: dict[str, Pair] = {}
        for candidate in smaller_pairs(pair):
            candidate = candidate.rounded()
            if cost(candidate) < seen and candidate.valid() and session.peer.takes(candidate):
                candidates.setdefault(candidate.line(), candidate)
        tries = list(candidates.values())
        for first in range(0, len(tries), step):
            some = tries[first : first + step]
            for candidate, answers in zip(some, session.answers(some, 60)):
                found = fault(session, question, answers[at], candidate)
                if found and keeps(*found) and (better is None or cost(candidate) < cost(better)):
                    better = candidate
            if better:
                break
        if better is None:
            answer = session.answers([pair], 60)[0][at]
            found = fault(session, question, answer, pair)
            assert found
            return pair, answer, *found
        pair = better
