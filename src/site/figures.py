"""Draws a figure for each answer, of what the library answers: figures.py FOLDER

Writes NAME.svg, whose colours are those of the page (static/site.css), and figures.json: the words below each. Every number in
them comes from a call.
"""

import json
import sys
from pathlib import Path

import numpy as np
import satchel
from satchel._svg import body_path

FIGURES = {}


def figure(function):
    FIGURES[function.__name__] = function
    return function


def number(value):
    return f"{round(float(value), 3) + 0.0:g}"


class Drawing:
    """Shapes, arrows and words in the coordinates of a scene; y points up."""

    def __init__(self, low, high, scale):
        (self.x, y), (right, top) = low, high
        self.scale, self.width, self.height, self.top, self.parts = scale, (right - self.x) * scale, (top - y) * scale, top, []

    def at(self, point):
        return (point[0] - self.x) * self.scale, (self.top - point[1]) * self.scale

    def body(self, scene, body, kind="a"):
        move = f"translate({-self.x * self.scale:.6g} {self.top * self.scale:.6g}) scale({self.scale:.6g})"
        self.parts.append(
            f'<path d="{body_path(scene, body)}" transform="{move}" fill="var(--{kind})" fill-opacity="0.25" fill-rule="evenodd" '
            f'stroke="var(--{kind})" stroke-width="{1.6 / self.scale:.4g}" stroke-linejoin="round"/>')

    def ghost(self, scene, body, kind="a"):
        self.body(scene, body, kind)
        self.parts[-1] = self.parts[-1].replace('fill-opacity="0.25"', 'fill-opacity="0.04"').replace("/>", f' stroke-dasharray="{5 / self.scale:.3g} {4 / self.scale:.3g}"/>')

    def line(self, start, end, kind="ink", dash="", head=False):
        (x1, y1), (x2, y2) = self.at(start), self.at(end)
        dash = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="var(--{kind})" stroke-width="2"{dash}/>')
        if head and (length := np.hypot(x2 - x1, y2 - y1)) > 0:
            ux, uy = (x2 - x1) / length, (y2 - y1) / length
            points = [(x2, y2), (x2 - 9 * ux + 4.5 * uy, y2 - 9 * uy - 4.5 * ux), (x2 - 9 * ux - 4.5 * uy, y2 - 9 * uy + 4.5 * ux)]
            self.parts.append('<polygon points="' + " ".join(f"{x:.2f},{y:.2f}" for x, y in points) + f'" fill="var(--{kind})"/>')

    def arrow(self, start, end, kind="ink"):
        self.line(start, end, kind, head=True)

    def dot(self, point, kind="ink", radius=4):
        x, y = self.at(point)
        self.parts.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius}" fill="var(--{kind})"/>')

    def polygon(self, points, kind="bad", opacity=0.6):
        text = " ".join(f"{x:.2f},{y:.2f}" for x, y in map(self.at, points))
        self.parts.append(f'<polygon points="{text}" fill="var(--{kind})" fill-opacity="{opacity}" stroke="var(--{kind})"/>')

    def path(self, rings, kind="a"):
        text = "".join("M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in map(self.at, ring)) + "Z" for ring in rings)
        self.parts.append(f'<path d="{text}" fill="var(--{kind})" fill-opacity="0.25" fill-rule="evenodd" stroke="var(--{kind})" stroke-width="1.6"/>')

    def words(self, point, text, anchor="middle", kind="ink", size=13, dy=0):
        x, y = self.at(point)
        text = text.replace("&", "&amp;").replace("<", "&lt;")
        self.parts.append(f'<text x="{x:.2f}" y="{y + dy:.2f}" text-anchor="{anchor}" fill="var(--{kind})" font-size="{size}">{text}</text>')

    def svg(self, title):
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{title}" width="{self.width:.0f}" height="{self.height:.0f}" '
            f'viewBox="0 0 {self.width:.0f} {self.height:.0f}" font-family="sans-serif">' + "".join(self.parts) + "</svg>")


def placed(scene, body):
    return scene.placed_offsets(body) + scene.poses([body])[0, :2]


@figure
def verdicts():
    """Three pairs, and the verdict of `classify` of each. In the middle the boxes share an edge exactly; a tolerance plays no part."""
    scene = satchel.Scene()
    box, triangle = scene.add_box(1, 0.7), scene.add_polygon([(0, 0), (1.6, 0), (0.8, 1.2)])
    places = [[0, 0, 0], [1.4, 0.6, 0.3], [5, 0, 0], [7, 0.4, 0], [10.4, 0, 0], [10.9, -0.2, 0.4]]
    bodies = scene.add_bodies([box, triangle, box, box, box, triangle], np.array(places))
    pairs = [[0, 1], [2, 3], [4, 5]]
    drawing = Drawing((-1.4, -1.5), (14, 2.2), 46)
    for (a, b), verdict in zip(pairs, satchel.classify(scene, pairs).tolist()):
        kind = ("b", "touch", "bad")[verdict]
        drawing.body(scene, bodies[a], kind)
        drawing.body(scene, bodies[b], kind)
        drawing.words(((places[a][0] + places[b][0]) / 2, -1.25), satchel.Verdict(verdict).name.lower(), kind=kind, size=15)
    return drawing


@figure
def mtv():
    """The minimum translation vector of a (the arrow) is the shortest move that takes a out of b. Its length is {depth}: the depth, which is the separation without its sign. Dashed: a after the move, which touches b."""
    scene = satchel.Scene()
    a = scene.add_body(scene.add_polygon([(0, 0), (3, 0), (3, 1.5), (1, 2.4)]), (0, 0, 0.1))
    b = scene.add_body(scene.add_box(1.6, 1.1), (3.6, 1.6, -0.25))
    (contact,) = satchel.collide(scene, [[a, b]])
    drawing = Drawing((-1.3, -1), (6, 4), 70)
    drawing.body(scene, b, "b")
    drawing.body(scene, a, "a")
    middle = placed(scene, a).mean(0)
    after = scene.copy()
    after.set_pose(a, (*(scene.poses([a])[0, :2] + contact.mtv), 0.1))
    drawing.ghost(after, a, "a")
    drawing.arrow(middle, middle + contact.mtv)
    drawing.words(middle + contact.mtv / 2, "MTV", dy=-10)
    drawing.words((0.2, 0.15), "a", kind="a", size=16, anchor="start")
    drawing.words((4.6, 1.6), "b", kind="b", size=16)
    return drawing, {"depth": number(-contact.separation)}


@figure
def distances():
    """Where the nearest points lie: apart by {apart}; and in an overlap the distance is {deep}, minus the depth, between the points that the shortest translation brings together."""
    scene = satchel.Scene()
    box, triangle = scene.add_box(1.2, 0.8), scene.add_polygon([(0, 0), (2, 0.3), (0.7, 1.5)])
    places = np.array([[0, 0, 0.2], [2.2, 0.5, 0.1], [7, 0, 0.2], [7.6, 0.1, 0.1]])
    scene.add_bodies([box, triangle, box, triangle], places)
    found = satchel.distances(scene, [[0, 1], [2, 3]])
    drawing = Drawing((-1.6, -1.4), (10.2, 2.3), 56)
    for (a, b), distance in zip([[0, 1], [2, 3]], found):
        drawing.body(scene, a, "a")
        drawing.body(scene, b, "b")
        start, end = places[a, :2] + distance.point_a, places[b, :2] + distance.point_b
        drawing.line(start, end)
        drawing.dot(start)
        drawing.dot(end)
        drawing.words((places[a, 0] + 0.6, -1.2), f"distance {number(distance.distance)}")
    return drawing, {"apart": number(found.distance[0]), "deep": number(found.distance[1])}


@figure
def manifold():
    """Up to two contact points, each with a separation and an id that stays while the same features meet; the arrow is the normal, from a to b."""
    scene = satchel.Scene()
    ground, crate = scene.add_body(scene.add_box(3.2, 0.5)), scene.add_body(scene.add_box(0.9, 0.6), (0.4, 1.05, 0.04))
    (manifold,) = satchel.manifolds(scene, [[ground, crate]], margin=0.05)
    drawing = Drawing((-3.5, -0.8), (3.5, 2.4), 80)
    drawing.body(scene, ground, "b")
    drawing.body(scene, crate, "a")
    for k in range(int(manifold.count)):
        point = manifold.points["point"][k]
        drawing.dot(point, "bad", 5)
        drawing.arrow(point, point + 0.55 * manifold.normal)
        drawing.words(point, f"separation {number(manifold.points['separation'][k])}", anchor="end" if k == 0 and point[0] < 0.4 else "start", dy=24)
    drawing.words((0, -0.42), "a", kind="b", size=16)
    drawing.words((0.4, 1.3), "b", kind="a", size=16)
    return drawing


@figure
def sweep():
    """The body moves to the right and turns while the other comes down. They meet at the time {time}, at the point; the arrow is the normal there."""
    scene = satchel.Scene()
    stick, box = scene.add_box(1.1, 0.25), scene.add_box(0.8, 0.8)
    scene.add_bodies([stick, box], np.array([[0, 0, 0.2], [5, 2.2, 0.1]]))
    motions = np.array([[4.5, 0.6, 1.6], [0, -1.6, 0]])
    (impact,) = satchel.sweep(scene, motions, [[0, 1]])
    drawing = Drawing((-1.4, -1.2), (6.3, 3.4), 74)
    for k in np.linspace(0, 1, 5)[:-1]:
        between = scene.advance(k * impact.time * motions)
        for body, kind in ((0, "a"), (1, "b")):
            drawing.ghost(between, body, kind)
    there = scene.advance(impact.time * motions)
    drawing.body(there, 0, "a")
    drawing.body(there, 1, "b")
    point = scene.poses([0])[0, :2] + impact.time * motions[0, :2] + impact.point
    drawing.arrow(point, point + 0.8 * impact.normal)
    drawing.dot(point, "bad", 5)
    return drawing, {"time": number(impact.time)}


@figure
def areas():
    """The area of the intersection is {area}, {iou} of the area of both together (IoU), {fraction} of that of a; the polygon is that of `intersections`."""
    scene = satchel.Scene()
    a, b = scene.add_polygon([(0, 0), (3, 0.2), (3.4, 2), (1, 2.6)]), scene.add_polygon([(0, 0), (2.6, -0.6), (3, 1.4), (0.8, 2)])
    scene.add_bodies([a, b], np.array([[0, 0, 0], [1.7, 0.5, 0.1]]))
    (overlap,) = satchel.overlap_measures(scene, [[0, 1]])
    _, vertices = satchel.intersections(scene, [[0, 1]])
    drawing = Drawing((-0.4, -0.4), (5.3, 3.4), 84)
    drawing.body(scene, 0, "a")
    drawing.body(scene, 1, "b")
    drawing.polygon(vertices, "bad", 0.4)
    drawing.words(vertices.mean(0), number(overlap.area))
    drawing.words((0.5, 0.4), "a", kind="a", size=16)
    drawing.words((4.2, 1.6), "b", kind="b", size=16)
    return drawing, {"area": number(overlap.area), "iou": number(overlap.iou), "fraction": number(overlap.fraction)}


@figure
def nms():
    """Six detections with their scores. Kept at the threshold 0.5 are those drawn in full: a box whose IoU with a better one of its class is larger is dropped (dashed)."""
    boxes = np.array([[0, 0, 3, 1.4, 0.3], [0.2, 0.1, 3, 1.4, 0.35], [0, -0.1, 2.8, 1.5, 0.2], [4.4, 0.5, 2.4, 1.6, -0.4], [4.6, 0.4, 2.4, 1.6, -0.3], [2.4, 0.9, 1.5, 1, 0.8]])
    scores = np.array([0.9, 0.85, 0.6, 0.8, 0.7, 0.5])
    kept = satchel.nms(boxes, scores, 0.5)
    scene = satchel.scene_of_boxes(boxes)
    drawing = Drawing((-2, -1.5), (6.4, 2.3), 74)
    for k, (x, y, *_) in enumerate(boxes):
        (drawing.body if k in kept else drawing.ghost)(scene, k, "b" if k in kept else "bad")
    for k in kept.tolist():
        drawing.words(boxes[k, :2], f"{scores[k]:g}", dy=5, size=14)
    return drawing


@figure
def relate():
    """What `within` says of four pieces in a room, a concave outline: exactly decided, with no tolerance."""
    scene = satchel.Scene()
    room = scene.add_body(scene.add_outline([[0, 0], [9, 0], [9, 4], [6, 4], [6, 2], [3.4, 2], [3.4, 4], [0, 4]]))
    table, shelf = scene.add_box(0.6, 0.45), scene.add_box(0.45, 0.7)
    pieces = [(table, (1.6, 1.2, 0.3)), (shelf, (0.45, 3, 0)), (table, (4.6, 1.9, 0)), (table, (7.6, 3, -0.2))]
    bodies = [scene.add_body(shape, pose) for shape, pose in pieces]
    drawing = Drawing((-0.3, -0.3), (9.3, 4.4), 66)
    drawing.body(scene, room, "c")
    for body, (_, (x, y, _)), found in zip(bodies, pieces, satchel.within(scene, [[body, room] for body in bodies]).tolist()):
        name = satchel.Within(found).name.lower()
        drawing.body(scene, body, {"inside": "b", "touching": "touch", "no": "bad"}[name])
        drawing.words((x, y), name, dy=5, anchor="start" if x < 1 else "middle")
    return drawing


@figure
def push_out():
    """`push_out` takes the body out of all that it overlaps at once, by the shortest translation, which verdicts prove; MTVs of the single pairs would push it into another."""
    scene = satchel.Scene()
    left, right, floor = scene.add_box(0.5, 2), scene.add_box(0.5, 2), scene.add_box(4, 0.4)
    walls = scene.add_bodies([left, right, floor], np.array([[-1.5, 1.5, 0], [1.6, 1.5, 0.15], [0, -0.6, 0]]))
    body = scene.add_body(scene.add_polygon([(-0.8, -0.7), (0.8, -0.7), (0.9, 0.5), (0, 0.9), (-0.9, 0.5)]), (-0.3, 0.2, 0))
    (push,) = satchel.push_out(scene, body, walls)
    drawing = Drawing((-4.2, -1.3), (4.2, 3.9), 62)
    for wall in walls:
        drawing.body(scene, wall, "c")
    drawing.body(scene, body, "bad")
    start = scene.poses([body])[0, :2]
    moved = scene.copy()
    moved.set_pose(body, (*(start + push.translation), 0))
    drawing.body(moved, body, "b")
    drawing.arrow(start, start + push.translation)
    assert push.left == 0
    return drawing


@figure
def seams():
    """A crate on a floor of tiles. The arrows are the normals of its contacts. Without links (left) the side of a tile would stop a crate that sinks in a little; with `link_shared_edges` (right) all normals are that of the floor."""
    drawing = Drawing((-0.6, -1.4), (11.2, 2.1), 58)
    for k, linked in enumerate((False, True)):
        scene = satchel.Scene()
        tiles = scene.add_bodies(scene.add_box(0.5, 0.5), [[5.8 * k + i, -0.5, 0] for i in range(5)])
        if linked:
            scene.link_shared_edges(tiles)
        crate = scene.add_body(scene.add_box(0.45, 0.45), (5.8 * k + 1.94, 0.4, 0))
        for tile in tiles:
            drawing.body(scene, tile, "c")
        drawing.body(scene, crate, "a")
        pairs = [[tile, crate] for tile in tiles]
        contacts = satchel.collide(scene, pairs)
        for (tile, _), contact in zip(pairs, contacts):
            if contact.verdict == satchel.OVERLAPPING:
                x = scene.poses([tile, crate])[:, 0]
                start = (max(x[0] - 0.5, x[1] - 0.45) + min(x[0] + 0.5, x[1] + 0.45)) / 2, 0.0
                drawing.arrow(start, np.array(start) + 0.8 * contact.normal, "bad" if abs(contact.normal[0]) > 0.5 else "b")
        drawing.words((5.8 * k + 2, -1.25), "linked" if linked else "not linked")
    return drawing


@figure
def periodic():
    """A world that repeats after 10 along x. The rods overlap across the edge: rod 1 meets rod 0 at image {image}, and its separation is {separation}. Dashed: that image."""
    scene = satchel.Scene()
    rod = scene.add_box(2, 0.5)
    scene.add_bodies(rod, np.array([[0.5, 1, 0], [7.5, 1, 0]]))
    pairs = satchel.find_pairs(scene, periods=(10, 0))
    contact = satchel.collide(scene, pairs, periods=(10, 0))[0]
    image = pairs.image[0]
    drawing = Drawing((-5, -0.4), (11, 2.4), 42)
    for x in (0, 10):
        drawing.line((x, -0.4), (x, 2.4), "c", dash="6 5")
    drawing.body(scene, 0, "a")
    drawing.body(scene, 1, "b")
    there = scene.copy()
    there.set_pose(1, (7.5 + 10 * image[0], 1, 0))
    drawing.ghost(there, 1, "b")
    for x, name, kind in ((0.5, "0", "a"), (7.5, "1", "b"), (7.5 + 10 * image[0], "1 at the image", "b")):
        drawing.words((x, 1), name, kind=kind, dy=5)
    return drawing, {"image": f"({image[0]}, {image[1]})", "separation": number(contact.separation)}


@figure
def first_hits():
    """Three plans of a car past a parked truck. Each is tested step by step; the first step that touches or overlaps is drawn in full, and a plan that meets nothing has no such step: {steps}."""
    street = satchel.Scene()
    car, truck = street.add_box(2.3, 0.9), street.add_box(4, 1.2)
    parked = street.add_body(truck, (24, 0, 0))
    x = np.linspace(0, 36, 19)
    plans = []
    for start, side in ((4, 3.6), (12, 3.6), (0, 0)):
        t = np.clip((x - start) / 12, 0, 1)
        y = side * t * t * (3 - 2 * t)
        plans.append(np.stack([x, y, np.arctan(np.gradient(y, x))], -1))
    hits = satchel.first_hits(street, car, np.array(plans))
    drawing = Drawing((-3, -2), (39, 6), 17)
    drawing.body(street, parked, "c")
    for plan, hit, kind in zip(plans, hits, "aba"):
        trial = satchel.Scene()
        shape = trial.add_box(2.3, 0.9)
        last = int(hit.step) if hit.step >= 0 else len(plan) - 1
        trial.add_bodies(shape, plan[: last + 1])
        for k in range(0, last, 2):
            drawing.ghost(trial, k, kind)
        drawing.body(trial, last, "bad" if hit.step >= 0 else kind)
    return drawing, {"steps": ", ".join(str(step) for step in hits.step.tolist()).replace("-1", "-1 (nothing)")}


@figure
def rays():
    """Rays of a sensor, up to the body that each meets first; the short lines are the normals there."""
    scene = satchel.Scene()
    box, disc, wedge = scene.add_box(0.9, 0.6), scene.add_circle((0, 0), 0.7), scene.add_polygon([(0, 0), (1.6, 0), (0.4, 1.2)])
    scene.add_bodies([box, disc, wedge, box], np.array([[4, 1.4, 0.4], [5.4, -0.7, 0], [2.6, -1.8, 0.2], [7.4, 0.6, 1.2]]))
    angles = np.linspace(-0.75, 0.6, 19)
    rays = np.stack([0 * angles, 0 * angles, np.cos(angles), np.sin(angles), 0 * angles + 9], -1)
    hits = satchel.cast_rays(scene, rays)
    drawing = Drawing((-0.4, -2.9), (9.2, 3), 66)
    for body in scene.bodies():
        drawing.body(scene, body, "a")
    for ray, hit in zip(rays, hits):
        end = min(float(hit.time), ray[4]) * ray[2:4]
        drawing.line((0, 0), end, "touch" if np.isfinite(hit.time) else "c")
        if np.isfinite(hit.time):
            drawing.dot(end, "bad", 3)
            drawing.line(end, end + 0.35 * hit.normal, "bad")
    drawing.dot((0, 0), "ink", 6)
    return drawing


@figure
def casts():
    """A shape that moves along the arrow and turns: `cast_shapes` finds the first body that it meets, at the time {time}, and the point where they touch."""
    scene = satchel.Scene()
    box, disc = scene.add_box(0.5, 0.9), scene.add_circle((0, 0), 0.6)
    scene.add_bodies([box, disc, box], np.array([[5, 0.9, 0.2], [7, -0.6, 0], [3, -2, 0.3]]))
    mover = scene.add_polygon([(-0.6, -0.4), (0.6, -0.4), (0.3, 0.6)])
    index = satchel.Index(scene)
    motion = np.array([7.0, 0.4, 2.0])
    hit = index.cast_shape(scene, mover, (0, 0, 0), tuple(motion))
    drawing = Drawing((-1, -3), (8.2, 2.4), 66)
    for body in scene.bodies():
        drawing.body(scene, body, "bad" if body == hit.body else "c")
    trial = satchel.Scene()
    shape = trial.add_polygon([(-0.6, -0.4), (0.6, -0.4), (0.3, 0.6)])
    for k in np.linspace(0, 1, 6):
        body = trial.add_body(shape, tuple(k * hit.time * motion))
        (drawing.body if k == 1 else drawing.ghost)(trial, body, "a")
    drawing.arrow((0, 0), motion[:2], "a")
    drawing.dot(hit.time * motion[:2] + hit.point, "ink", 5)
    return drawing, {"time": number(hit.time)}


@figure
def nearest():
    """The three bodies nearest to the query, a shape at a pose, with the points that are nearest to each other."""
    scene = satchel.Scene()
    random = np.random.default_rng(5)
    shapes = [scene.add_box(0.5, 0.3), scene.add_circle((0, 0), 0.4), scene.add_polygon([(-0.5, -0.4), (0.5, -0.4), (0, 0.6)])]
    places = np.array([[1.6 * i + random.uniform(-0.4, 0.4), 1.5 * j + random.uniform(-0.3, 0.3), random.uniform(0, 3)] for i in range(6) for j in range(3) if (i, j) != (2, 1)])
    scene.add_bodies(np.resize(shapes, len(places)), places)
    pose = (3.4, 1.5, 0.5)
    query = scene.add_box(0.7, 0.25)
    found = satchel.Index(scene).nearest_bodies(scene, query, [pose], count=3)
    drawing = Drawing((-1, -1), (9.4, 4.1), 62)
    for body in scene.bodies():
        drawing.body(scene, body, "b" if body in found.body else "c")
    here = scene.copy()
    drawing.body(here, here.add_body(query, pose), "a")
    for near in found:
        start, end = np.array(pose[:2]) + near.point_a, scene.poses([near.body])[0, :2] + near.point_b
        drawing.line(start, end)
        drawing.dot(start, radius=3)
        drawing.dot(end, radius=3)
        drawing.words(end, number(near.distance), dy=-6, size=12)
    return drawing


@figure
def parts():
    """A concave outline with a hole (left), and the {count} convex parts that `convex_parts` cuts it into (right): they fill it exactly, and their inner edges decide no normal."""
    outer = np.array([[0, 0], [5, 0], [5, 2], [4, 2], [4, 3.6], [1.4, 3.6], [1.4, 2.4], [0, 2.4]], float)
    hole = np.array([[2, 0.8], [2, 1.8], [3.2, 1.8], [3.2, 0.8]])
    cut = satchel.convex_parts(np.concatenate([outer, hole]), [0, len(outer), len(outer) + len(hole)])
    drawing = Drawing((-0.4, -0.3), (11.6, 3.9), 54)
    drawing.path([outer, hole], "a")
    colours = ["a", "b", "touch", "c", "bad"]
    for k, (begin, end) in enumerate(zip(cut.starts, cut.starts[1:])):
        drawing.path([cut.vertices[begin:end] + [6.3, 0]], colours[k % 5])
    return drawing, {"count": str(len(cut.starts) - 1)}


@figure
def validity():
    """Five geometries, and what `find_unsupported` says of each of those that are not valid:{words}"""
    import shapely

    rings = [
        ("a hole that touches its shell", shapely.Polygon([(0, 0), (3, 0), (3, 3), (0, 3)], [[(0, 1.5), (1.5, 2.3), (1.5, 0.7)]])),
        ("crosses itself", shapely.Polygon([(0, 0), (3, 3), (3, 0), (0, 3)])),
        ("a hole across its shell", shapely.Polygon([(0, 0), (3, 0), (3, 3), (0, 3)], [[(2, 1), (2, 2), (4, 2), (4, 1)]])),
        ("goes back on itself", shapely.Polygon([(0, 0), (3, 0), (3, 3), (3, 0.5), (0, 3)])),
        ("two holes that overlap", shapely.Polygon([(0, 0), (3, 0), (3, 3), (0, 3)], [[(0.5, 0.5), (0.5, 2), (2, 2), (2, 0.5)], [(1.2, 1.2), (1.2, 2.6), (2.6, 2.6), (2.6, 1.2)]])),
    ]
    wrong = satchel.find_unsupported(np.array([geometry for _, geometry in rings]))
    reasons = dict(zip(wrong.index.tolist(), wrong.reason))
    drawing = Drawing((-0.4, -1), (21, 3.4), 33)
    for k, (name, geometry) in enumerate(rings):
        parts = [np.array(ring.coords)[:-1] + [4.2 * k, 0] for ring in (geometry.exterior, *geometry.interiors)]
        drawing.path(parts, "bad" if k in reasons else "b")
        drawing.words((4.2 * k + 1.5, -0.75), f"{k}: {'not valid' if k in reasons else 'valid'}", kind="bad" if k in reasons else "b")
    words = "".join(f"<br>{name}: <code>{reasons.get(k, 'valid')}</code>" for k, (name, _) in enumerate(rings))
    assert 0 not in reasons and len(reasons) == 4
    return drawing, {"words": words}


def recorded(file):
    """Medians of a recorded run of the benchmarks: query/workload/engine -> the counters."""
    path = Path(__file__).parents[2] / "bench/results/amd-epyc-family-26-model-2" / file
    found = json.loads(path.read_text(encoding="utf-8"))["benchmarks"]
    return {row["run_name"]: row for row in found if row.get("aggregate_name") == "median"}


def bars(rows, unit):
    """Rows of (name, value, kind), longest below; the axis begins at 0."""
    largest = max(value for _, value, _ in rows)
    drawing = Drawing((0, -0.72 * len(rows)), (12, 0.1), 54)
    for k, (name, value, kind) in enumerate(rows):
        y = -0.72 * k - 0.35
        end = 4.6 + 5.6 * value / largest
        drawing.polygon([(4.6, y - 0.22), (end, y - 0.22), (end, y + 0.22), (4.6, y + 0.22)], kind, 0.5)
        drawing.words((4.45, y), name, anchor="end", dy=5)
        drawing.words((end + 0.1, y), f"{value:.3g} {unit}", anchor="start", dy=5)
    return drawing


@figure
def lanes():
    """Nanoseconds a pair of octagons (`collide/octagons_l2`), one thread of an AMD EPYC (Zen 5), as recorded in bench/results: the same code with 1, 4, 8 and 16 pairs at once, and Box2D 2.4."""
    files = [("scalar, 1 pair", "isa_scalar.json"), ("SSE4.2, 4 pairs", "isa_sse4.2.json"), ("AVX2, 8 pairs", "isa_avx2.json"), ("AVX-512, 16 pairs", "isa_avx512.json")]
    rows = [(name, recorded(file)["collide/octagons_l2/satchel"]["ns_per_pair"], "a") for name, file in files]
    rows.append(("Box2D, 1 pair", recorded("workloads.json")["collide/octagons_l2/box2d"]["ns_per_pair"], "c"))
    return bars(rows, "ns")


@figure
def exact_cost():
    """Nanoseconds a pair of boxes, one thread of an AMD EPYC (Zen 5), as recorded in bench/results: neighbours of which a third overlap (`collide/boxes_l2`), and a grid in which every pair touches (`collide/touching_grid_l2`)."""
    run = recorded("workloads.json")
    rows = []
    for workload, what in (("boxes_l2", "a third overlap"), ("touching_grid_l2", "all touch")):
        for engine, name, kind in (("satchel", "Satchel", "a"), ("box2d", "Box2D", "c"), ("textbook", "textbook", "c")):
            rows.append((f"{name}, {what}", run[f"collide/{workload}/{engine}"]["ns_per_pair"], kind))
    counters = run["collide/touching_grid_l2/satchel"]
    assert counters["by_lanes"] == counters["pairs"]
    return bars(rows, "ns")


def main(folder):
    notes = {}
    for name, draw in FIGURES.items():
        drawing, words = result if isinstance(result := draw(), tuple) else (result, {})
        note = " ".join(draw.__doc__.split()).format(**words) if words else " ".join(draw.__doc__.split())
        parts = note.split("`")
        notes[name] = "".join(part if k % 2 == 0 else f"<code>{part}</code>" for k, part in enumerate(parts))
        (folder / f"{name}.svg").write_text(drawing.svg(name.replace("_", " ")), encoding="utf-8")
    (folder / "figures.json").write_text(json.dumps(notes), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
