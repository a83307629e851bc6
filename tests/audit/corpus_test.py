"""The corpus is right, and so is Satchel on it: corpus_test.py SATCHEL_AUDIT_PEER"""

from __future__ import annotations

import math
import subprocess
import sys

import corpus
from corpus import Case
from judge import judge
from pairs import Pair

failures: list[str] = []


def expect(holds: bool, words: str) -> None:
    if not holds:
        failures.append(words)


def right_answer(case: Case) -> str:
    kind = case.question.split()[0]
    if kind == "area":
        return repr(float(case.area))
    return "no" if case.verdict == "disjoint" or (kind == "interiors" and case.verdict == "touching") else "yes"


def check(case: Case) -> None:
    pair = case.pair
    expect(pair.vertices() <= 8, f"{case.id}: more than 8 vertices")
    expect(pair.valid(), f"{case.id}: not two strictly convex polygons of ordinary numbers")
    expect(pair.rounded().line() == pair.line(), f"{case.id}: not numbers of its precision")
    expect(case.same_right_values(), f"{case.id}: exact fractions give other values")
    found = judge(case.question, case.said, pair)
    expect(found is not None and found.text == case.wrong and found.by_rounding == case.by_rounding, f"{case.id}: said is not wrong, or in another sense")
    if not case.question.startswith("mtv"):
        expect(judge(case.question, right_answer(case), pair) is None, f"{case.id}: the right answer is judged wrong")


def satchel(program: str, precision: str, cases: list[Case], pairs: list[Pair]) -> None:
    text = "".join(pair.line() + "\n" for pair in pairs)
    lines = subprocess.run([program, precision], input=text, text=True, capture_output=True, check=True).stdout.splitlines()
    questions = lines[0].split("\t")[2:]
    expect(len(lines) == len(pairs) + 1, f"{precision}: {len(lines) - 1} answers to {len(pairs)} pairs")
    for case, pair, line in zip(cases, pairs, lines[1:]):
        said = dict(zip(questions, line.split("\t")))
        for question, answer in said.items():
            wrong = judge(question, answer, pair)
            expect(wrong is None, f"{case.id}, {precision}: {question} says {wrong.text if wrong else ''}")
        if precision == "double" and pair.right.verdict == "overlapping":
            x, y = map(float, said["mtv by collide"].split())
            depth = math.sqrt(case.depth2)
            expect(abs(math.hypot(x, y) - depth) <= 1e-12 * max(pair.right.size, *map(abs, pair.coordinates())), f"{case.id}: depth {math.hypot(x, y)!r}, right {depth!r}")


def main() -> int:
    cases = corpus.read()
    for case in cases:
        check(case)
    expect(len({case.id for case in cases}) == len(cases), "an id stands twice")
    libraries = {case.library for case in cases if not case.design and not case.by_rounding and not case.wrong.startswith("no answer")}
    expect(len(libraries) >= 5, f"only {sorted(libraries)} have a wrong case that nothing excuses")
    satchel(sys.argv[1], "double", cases, [case.pair for case in cases])
    as_floats = [(case, pair) for case in cases if (pair := case.pair.of("float"))]
    satchel(sys.argv[1], "float", [case for case, _ in as_floats], [pair for _, pair in as_floats])
    print(*failures, sep="\n")
    print(f"{len(cases)} cases of {len(libraries)} libraries and more, {len(failures)} failures")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
