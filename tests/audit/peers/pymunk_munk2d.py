"""Pymunk: Munk2D, a fork of Chipmunk, in double."""

import pymunk
from pairs import answer_all


def contacts(a, b):
    """None where Pymunk finds that the shapes do not meet: it says so by an assertion about their normal."""
    space = pymunk.Space()
    p, q = (pymunk.Poly(space.static_body, polygon) for polygon in (a, b))
    for shape in (p, q):
        shape.update(pymunk.Transform.identity())
    try:
        return p.shapes_collide(q)
    except AssertionError:
        return None


def move(a, b):
    found = contacts(a, b)
    if found is None or not found.points:
        return None
    depth = max(-p.distance for p in found.points)
    return (-found.normal.x * depth, -found.normal.y * depth)


answer_all(
    "Munk2D, of Pymunk",
    f"{pymunk.chipmunk_version.split('-')[0]}, {pymunk.version}",
    {"meets by shapes_collide": lambda a, b: contacts(a, b) is not None, "mtv by shapes_collide": move},
)
