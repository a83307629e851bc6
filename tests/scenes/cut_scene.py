#!/usr/bin/env python3
"""Cuts a small scene out of a recorded one.

usage: cut_scene.py SCENE.json PAIRS PART.json [--around BODY ...]

Keeps PAIRS pairs with the bodies and shapes that they use, numbered anew in their old order, the motions of these bodies,
and the rows of SCENE.box2d.csv that belong to these pairs, if there is such a file. The pairs are runs of consecutive ones
from all over the list; with --around they are those between the bodies next to each BODY, then next to these, and so on.
"""
import json
import pathlib
import sys

RUN = 50  # consecutive pairs: neighbours, whose bodies are shared


def runs(count, wanted):
    """Indices of `wanted` of `count` pairs, in runs, spread evenly."""
    wanted = min(count, wanted)
    number = -(-wanted // RUN)
    kept = []
    for k in range(number):
        length = wanted * (k + 1) // number - wanted * k // number
        first = (count - length) * k // max(1, number - 1)
        kept += range(first, first + length)
    return sorted(set(kept))


def around(pairs, wanted, centres):
    """Indices of all pairs between the bodies that are found breadth-first from each centre in turn."""
    neighbours = {}
    for a, b in pairs:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    kept = set()
    for number, centre in enumerate(centres, 1):
        found, queue = {centre}, [centre]
        while queue and len(kept) < wanted * number // len(centres):
            for body in neighbours.get(queue.pop(0), []):
                if body not in found:
                    found.add(body)
                    queue.append(body)
            kept |= {i for i, (a, b) in enumerate(pairs) if a in found and b in found}
    return sorted(kept)


def renumbered(used):
    return {old: new for new, old in enumerate(sorted(used))}


def one_a_line(values):
    return "[\n" + ",\n".join(json.dumps(value, separators=(",", ":")) for value in values) + "]"


def main():
    source, wanted, target = pathlib.Path(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
    centres = [int(body) for body in sys.argv[5:]]
    scene = json.loads(source.read_text())
    pairs = scene["pairs"]
    kept = around(pairs, wanted, centres) if centres else runs(len(pairs), wanted)
    body_of = renumbered({body for i in kept for body in pairs[i]})
    shape_of = renumbered({scene["bodies"][body][0] for body in body_of})
    parts = {
        "name": json.dumps(target.stem),
        "source": json.dumps(f"{len(kept)} pairs of {scene['name']}: {scene['source']}", ensure_ascii=False),
        "units": json.dumps(scene["units"]),
        "shapes": one_a_line(scene["shapes"][shape] for shape in shape_of),
        "bodies": one_a_line([shape_of[scene["bodies"][body][0]], *scene["bodies"][body][1:]] for body in body_of),
        "pairs": one_a_line([body_of[a], body_of[b]] for a, b in (pairs[i] for i in kept)),
    }
    if "motions" in scene:
        parts["motions"] = one_a_line(scene["motions"][body] for body in body_of)
    target.write_text("{" + ",\n".join(f'"{key}":{value}' for key, value in parts.items()) + "}\n")
    answers = source.with_suffix(".box2d.csv")
    if answers.exists():
        header, *rows = answers.read_text().splitlines()
        fields = [rows[i].split(",", 2) for i in kept]
        lines = [header] + [f"{body_of[int(a)]},{body_of[int(b)]},{rest}" for a, b, rest in fields]
        target.with_suffix(".box2d.csv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
