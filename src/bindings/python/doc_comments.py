"""Makes the docstrings of the module: doc_comments.py INCLUDE_FOLDER OUTPUT.hpp

A docstring is the comment of the call in the public header, with what Python's arguments are after its first paragraph.
Lines about C++ parameters are left out, and what is different in Python is said in its words; a test looks for words of C++
that are left.
"""

import re
import sys
from pathlib import Path

PAIRS = "`pairs` is (n, 2) uint32: a row for each pair; or a KeptPairs. `scene_a, scene_b` in place of `scene`: pairs[i, 0] is a body of scene_a."
IMAGES = "With `periods=(x, y)`, 0: none along this axis, pairs are image pairs: ImagePairs, or (n, 4) integers a, b, image x, image y."
RUN = "`threads` limits the threads, `stats` is a satchel.Stats to add counts to, `progress(done, all)` is called after a second."
OUT = "`out` is a result of an earlier call to write into."
ROOM = "`out` is an array to write into; the result is the first part of it."
RAYS = "`rays` is (n, 5): origin x, y, direction x, y, greatest time; or (n, 4) without that."
QUERY = "`filters` and `worlds` are of bodies, as in `find_pairs`; `query_filters`, `query_worlds` and `ignored`, a body that is not " \
    "found or NO_BODY, one for all queries or one a query: see `Index`."
CASTS = "`tolerance`, `leaves_start` and `max_angle` are those of `sweep`, and so is what counts as a hit."
SHAPES = "`shapes` (n,) are shapes of the scene, or one for all; `poses` (n, 3): x, y, angle, or (n, 4): x, y, cos, sin. Raises " \
    "satchel.Error before anything is written: bad_shape, not_finite, out_of_range, bad_rotation (index: of the query)."

PATHS = "`poses` is (trajectories, steps, 3): x, y, angle, or (trajectories, steps, 4): x, y, cos, sin. Trajectories of different " \
    "lengths: a list of arrays (steps, 3) or (steps, 4), one a trajectory; or `poses` (n, 3) or (n, 4) of all trajectories and `starts` " \
    "(trajectories + 1,), from 0 to n: trajectory k is poses[starts[k]:starts[k + 1]]. `shapes` is one shape a trajectory, or one for " \
    "all. `present` is a flag for each pose: an absent mover hits nothing, and its pose is ignored, also where it is NaN. `clearance` is added to the radius " \
    "of each mover; rounded up if the scene's dtype has no such radius. `obstacle_shapes`, `obstacle_poses`, `obstacle_starts`, " \
    "`obstacle_present` and `obstacle_clearance` are of the moving obstacles, likewise; one that is shorter is absent from its end on."

INSIDE = "from_inside='boundary': a ray that begins in a body meets its boundary, where it leaves the body."
EXITS = INSIDE + " exits=True: `exit` is the time at which the ray leaves the body."
NEAREST = "`max_distance`: nothing farther is reported. Returns Clearances: step, obstacle, distance, normal, point_a, point_b, feature; " \
    "of a mover that is near no obstacle -1, NO_BODY, infinity."
TIMES = "`velocities` and `obstacle_velocities` are x, y, angle in one unit of time for each pose, in the form of the poses with three " \
    "columns; None: all stand still. `horizon` is in the same unit of time. Returns CollisionTimes: time, normal, obstacle, for each pose: " \
    "(trajectories, steps), or (poses,) where trajectories differ in length; infinity and NO_BODY where the mover meets nothing."

# What the arguments and results of Python are, by the name of the C++ function.
NOTES = {
    "collide": f"{PAIRS} {IMAGES} Returns Contacts: normal, separation, feature; .verdict .mtv .side .index are computed. {OUT} "
    f"`parts` (n, 2) uint32 receives the deciding parts of compounds. {RUN}",
    "classify": f"{PAIRS} {IMAGES} Returns uint8: satchel.DISJOINT, TOUCHING or OVERLAPPING. {OUT} {RUN}",
    "distances": f"{PAIRS} {IMAGES} Returns Distances: distance, normal, point_a, point_b, feature. {OUT} {RUN}",
    "manifolds": f"{PAIRS} {IMAGES} Returns Manifolds: normal, count, points, feature. {OUT} {RUN}",
    "find_hits": f"{PAIRS} {IMAGES} Returns Hits: pair, index, contact. {ROOM} {RUN}",
    "relate": f"{PAIRS} `predicate` is 'intersects', 'disjoint', 'touches', 'overlaps', 'within', 'contains', 'covers', 'covered_by', "
    f"'contains_properly' or 'equals', as shapely names them. Returns bool. {OUT} {RUN}",
    "overlap_areas": f"{PAIRS} Returns numbers of the scene's dtype. {OUT} {RUN}",
    "ious": f"{PAIRS} Returns numbers of the scene's dtype. {OUT} {RUN}",
    "overlap_measures": f"{PAIRS} Returns Overlaps: area, iou, fraction. {OUT} {RUN}",
    "shape_areas": f"Returns (shapes,) numbers of the scene's dtype. {OUT}",
    "intersections": f"{PAIRS} Returns pieces (k, 5) uint32: pair, start, count, part of a, part of b; and vertices (m, 2). {RUN}",
    "nms": "`scores` (n,), compared in double precision, and `classes` (n,) are one for each body. Returns (k,) uint32.",
    "find_pairs": "Returns (m, 2) uint32, of bodies of `scene`, or of scene_a and scene_b, sorted. `margin`: two bodies are a pair "
    "if their boxes are no farther apart; `margins` (bodies,) of the scene's dtype: up to the sum of the margins of both; `motions` "
    "(bodies, 3): if the boxes of what they sweep meet. `filters` is what make_filters makes, `worlds` the world of each body. "
    "sorted=False gives the same pairs in another order, which saves time. `periods=(x, y)`, 0: none along this axis, makes the world "
    "periodic: the result is ImagePairs, sorted by (a, b, image), with a <= b in one scene. A body can be in a pair "
    f"with several images of another one, and with images of itself. More than max_pairs pairs are refused. {ROOM}",
    "sweep": f"`motions` is (bodies, 3): x, y, angle of each body. {PAIRS} Returns Impacts: time, normal, point, hit. `tolerance`: the distance at "
    "which turning bodies meet, 0: 1/8192 of the sum of their reaches. leaves_start=True counts an impact, at the start and later, "
    "only if the bodies approach there, so a body that rests on a floor, of linked tiles too, can move along it, and one that overlaps "
    "another can leave it. The normal is one that links leave. A body whose centroid is behind a one-sided edge at the start does not "
    "hit it; from its front it does. `max_angle`: "
    f"the largest turn, radians, at most 2^30; a larger one is refused (bad_angle). points=False leaves the contact points (0, 0), which saves half of the time. {OUT} {RUN}",
    "first_hits": f"{PATHS} Returns FirstHits: step, obstacle. {OUT}",
    "trajectory_hits": f"{PATHS} Returns TrajectoryHits: trajectory, step, obstacle, verdict; sorted. {ROOM}",
    "clearances": f"{PATHS} {NEAREST} {OUT}",
    "times_to_collision": f"{PATHS} {TIMES} {OUT}",
    "cast_rays": f"{RAYS} {EXITS} Returns RayHits: time, normal, body, exit.",
    "bodies_at_points": f"`points` is (n, 2) float64. Returns FoundBodies: query, body. {ROOM}",
    "bodies_in_boxes": f"`boxes` is (n, 4) float64: min x, min y, max x, max y. Returns FoundBodies: query, body. {ROOM}",
    "convex_hull": "`points` is (n, 2); returns (m, 2) of the same precision.",
    "add_polygon": "`vertices` is (n, 2) of the scene's dtype, or a list. Returns the shape's id.",
    "add_polygons": "`coords` is (n, 2) and `offsets` (k + 1,): polygon i has the vertices [offsets[i], offsets[i + 1]); or "
    "`coords` is (k, n, 2). Returns (k,) uint32. With rings=True polygons may be closed, run either way round, and have "
    "repeated or collinear vertices. Every ring becomes a polygon, a hole a solid one: `from_shapely` and `add_outline` take holes.",
    "add_compound": "`parts` are ids of shapes; `inner_edges` one flag for each edge of each part.",
    "add_bodies": "`shapes` (n,) or one shape for all; `poses` (n, 3): x, y, angle, or (n, 4): x, y, cos, sin. Returns (n,) uint32.",
    "add_body": "`pose` is x, y, angle or x, y, cos, sin. Returns the body's index.",
    "set_poses": "`poses` is (n, 3): x, y, angle, or (n, 4): x, y, cos, sin; of all bodies, or of those listed in `bodies`.",
    "set_pose": "`pose` is x, y, angle or x, y, cos, sin.",
    "part_manifolds": f"{PAIRS} Returns PartManifolds: pair (the place in `pairs`), parts, and the manifold: normal, count, points, "
    f"feature. {ROOM} {RUN}",
    "within": f"{PAIRS} Returns uint8: satchel.Within.NO, TOUCHING or INSIDE. {OUT} {RUN}",
    "push_out": "`bodies` is (n,), or one body; `candidates` (m,) and `offsets` (n + 1,): body i has the candidates "
    "[offsets[i], offsets[i + 1]). Without offsets each body has all of them. `rounds` is the most rounds for a body whose shortest "
    "translation is not computed. `last_motions` (bodies, 3) is x, y, angle of each body since the last frame: with it a one-sided "
    "edge is an obstacle for those bodies alone that were wholly in front of it before, up to `front_tolerance`. "
    f"Returns PushOuts: translation, left, is_shortest. {OUT}",
    "add_chain": "`points` is (n, 2) of the scene's dtype; `before` and `after` are the ghost points of an open chain. Returns the shape's id.",
    "link_edges": "One link a body of `bodies` (links,), or one body. `edges` (an edge by its first vertex; of a segment or a capsule 0), "
    "`inner` and `one_sided` are one for each link, or one for all; `before` and `after` are the ghost points beyond the edge's start and "
    "end, world frame: (links, 2), NaN for none, or one point. An inner edge decides no normal; a one-sided edge gives the normal of its "
    "front alone, the right of its direction; at a ghost point the surface goes on. Moving a body, giving it another shape and removing "
    "it drop its links; a pickle refuses a scene with links.",
    "link_shared_edges": "`bodies` (n,), or None: all. Edges that two bodies share as a whole or in part (tiles of two sizes, merged "
    "rectangles), and ends where two segments join, up to `tolerance`. Returns the number of seams.",
    "type_BasicIndex": "`Index(scene)` is of the scene's dtype. Methods for many queries take arrays; cast_ray, ray_blocked, "
    "bodies_at_point, bodies_in_box, bodies_at_pose and nearest_body take one query. `filters` (make_filters) and `worlds` are of "
    "bodies: (body_slots,). `query_filters`, `query_worlds` and `ignored` are of queries: one for all, or (queries,). A query and a "
    "body meet by the rules of make_filters; with worlds, in one world alone. A change of the index while another thread asks it "
    "raises RuntimeError.",
    "index_update": "`moved` (n,): every body that changed, in any order, and others too; a list that leaves one out is refused "
    "(left_out, index: the body), after which the index is as it was.",
    "index_cast_rays": f"{RAYS} {EXITS} Returns RayHits: time, normal, body, exit; of a ray that hits none infinity, (0, 0), NO_BODY. {QUERY} {OUT}",
    "index_rays_blocked": f"{RAYS} {INSIDE} Returns (n,) bool. {QUERY} {OUT}",
    "index_all_ray_hits": f"{RAYS} {EXITS} Returns FoundRayHits: query, time, normal, body, exit. {QUERY} {ROOM}",
    "index_cast_shapes": f"{SHAPES} `motions` is (n, 3), or (1, 3) for all: x, y, angle. Returns ShapeHits: time, normal, point, body; of "
    f"a shape that meets none 1, (0, 0), (0, 0), NO_BODY. {CASTS} {QUERY} {OUT}",
    "index_all_shape_hits": f"{SHAPES} `motions` is (n, 3), or (1, 3) for all: x, y, angle. Returns FoundShapeHits: query, time, normal, "
    f"point, body. {CASTS} {QUERY} {ROOM}",
    "index_bodies_at_points": f"`points` is (n, 2) float64. Returns FoundBodies: query, body; sorted. {QUERY} {ROOM}",
    "index_bodies_in_boxes": "`boxes` is (n, 4) float64: min x, min y, max x, max y. Returns FoundBodies: query, body; sorted. "
    f"{QUERY} {ROOM}",
    "index_bodies_at_poses": f"{SHAPES} Returns BodiesAtPoses: query, body, verdict; sorted. {QUERY} {ROOM}\n\nWith `periods=(x, y)`, 0: none along "
    "this axis, the world is periodic: returns FoundImages: query, body, image, verdict; sorted. Several images of a body may be touched; each is `image * "
    "periods` away from where the body is. Shapes and bodies may be wider than a period.",
    "index_first_hits": f"{PATHS} Returns FirstHits: step, obstacle. {QUERY} A query is a trajectory. {OUT}",
    "index_trajectory_hits": f"{PATHS} Returns TrajectoryHits: trajectory, step, obstacle, verdict; sorted. {QUERY} A query is a trajectory. "
    f"{ROOM}",
    "index_clearances": f"{PATHS} {NEAREST} {QUERY} A query is a trajectory. {OUT}",
    "index_times_to_collision": f"{PATHS} {TIMES} {QUERY} A query is a trajectory. {OUT}",
    "index_nearest_bodies": f"{SHAPES} Returns NearBodies: query, body, and the distance of the query (a) and the body (b): distance, "
    f"normal, point_a, point_b, feature. {QUERY} {ROOM}",
    "index_nearest_to_points": "`points` is (n, 2) float64. Returns NearBodies: query, body, and the distance of the point (a) and the body "
    f"(b), negative in it: distance, normal, point_a, point_b, feature. {QUERY} {ROOM}",
    "type_BasicKeptPairs": "`fat`: by how much fat boxes are larger; 0: exact pairs. The first update decides the dtype of scenes. Questions about pairs take a KeptPairs in place of an array of "
    "pairs. A change while another thread reads the pairs raises RuntimeError.",
    "kept_update": "`index` is an Index of the scene, updated. The other arguments are those of `find_pairs`.",
    "force_isa": "Names: satchel.available_isas().",
}

# What Python says in place of a whole comment.
TEXTS = {
    "local_vertices": "The local vertices of a shape's core, as given; for a compound part after part: (vertex_count(shape), 2), a copy.",
    "parts": "The ids of the parts of a compound, and of an outline: none before they have been made; for any other shape the shape "
    "itself: (n,) uint32.",
    "rings": "The rings of an outline: starts (rings + 1,) uint32 and is_hole (rings,) bool; of any other shape no ring. Ring k has the "
    "vertices [starts[k], starts[k + 1]) of `local_vertices` and `placed_offsets`, without a closing vertex. Outer rings run "
    "counter-clockwise, holes clockwise; the holes of a polygon come next after its outer ring.",
    "placed_offsets": "The offsets of a body's placed vertices from its origin, the x and y of its pose; world axes, in the order of "
    "`local_vertices`: (n, 2) of the scene's dtype, a copy. A placed vertex is exactly origin + offset.",
    "identity": "A number that no other scene of this process has or had. A copy gets a new one.",
}

# Words of C++, and those of Python in their place.
WORDS = [
    (r"so everything that\s+satchel/sweep\.hpp says holds:", "so all that `sweep` says holds:"),
    (r"Each function that changes a scene, except `clear`, has two forms: .*? returns it instead\.\s+", ""),
    (r'after "index:" what `Status::index` is', 'after "index:" what the `index` of the error is'),
    (r"Ranges\. Scene:", "Ranges. A scene of float32:"),
    (r"\bScened: all", "Of float64: all"),
    (r"in T arithmetic", "in the precision of the scene"),
    (r"Spans of input that a program may write out also have an overload for a list in braces:\s+`[^`]*`\.", ""),
    (r"\(links\.hpp; those along", "(those along"),
    (r"Const calls, and queries of one scene, may", "Calls that only read a scene may"),
    (r"Copies and moves\. A copy has (.*?O\(memory\)\.).*", r"Copies. `copy()` makes a scene with \1"),
    (r"The three spans are equally long; `out` receives the\s+indices and aliases no input\.", "`out` receives the indices."),
    (r"polygon i has the vertices \[starts\[i\], starts\[i \+ 1\]\) and the radius radii\[i\]", "`radii` are one a polygon, or one for all"),
    (r"bad_starts \(index: in `starts`\)", "bad_starts (index: in `offsets`)"),
    (r"`collide`\s+with a span of PartPair", "`collide` with `parts=`"),
    (r"\s*`stats` of the options is ignored\.", ""),
    (r"after which `hits` is\s+unspecified", "after which `out` is unspecified"),
    (r"size_mismatch    index: 0 poses.*?number of bodies\)", "size_mismatch    arguments that belong together differ in length"),
    (r"size_mismatch \(spans of the options;.*?4 ignored\)", "size_mismatch"),
    (r"size_mismatch\s+\(index: 8 velocities.*?obstacles\)", "size_mismatch"),
    (r"The movers are\s+the queries of the options, which are about fixed bodies alone:", "The movers are the queries of the filters, which are about fixed bodies alone:"),
    (r"Assignment breaks this rule: it takes the generations of its source\.\s+", ""),
    (r"body < body_slots\(\)", "body < body_slots"),
    (r"a call with empty spans", "a call with empty arrays"),
    (r"spans of the options", "arrays of the options"),
    (r"poses\.size\(\) == body_slots\(\)", "as many as body_slots"),
    (r"If the caller's executor\s+\w+ \(internal\) or leaves out tasks, or `progress` returns false", "If `progress` ends the call"),
    (r"by `clear` or an assignment", "by `clear`"),
    (r"is_shortest = 1", "is_shortest"),
    # Calls of Python make the convex parts that they need.
    (r"Questions that need convex parts refuse a body without them \(needs_parts\): `make_parts` makes them\.",
     "Questions that need convex parts make them where a body has none, and they stay; `make_parts` makes them before."),
    (r", but for needs_parts;", ";"),
    (r"\n\s+needs_parts +an outline[^\n]*", ""),
    (r", needs_parts \(index: as well\)", ""),
    (r"; `?needs_parts`?(:\s[^.;]*| \([^)]*\))(?=[.;])", ""),
    (r"(, | )no_room, no_memory", r"\1no_memory"),
    (r"\bno_memory\b", "MemoryError"),
    (r"\(float\)", "(float32)"),
    (r"\(double\)", "(float64)"),
    (r"\(double(:? )", r"(float64\1"),
    (r"for doubles with", "for float64 with"),
    (r"\bin double\b(?! precision)", "in double precision"),
    (r"has_body\(body\) is true", "has_body(body) is True"),
    (r"; false if", "; False if"),
]

# Headers of classes with methods of the names of free functions; what their docstrings' names begin with.
METHODS = {"index": "index_", "kept_pairs": "kept_"}


def comments(text):
    """The /// comments, each with the declaration below it, up to its first bracket."""
    block, declaration = [], ""
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith("///") and not stripped.startswith("///<"):
            if declaration:
                block, declaration = [], ""
            block.append(stripped[3:].removeprefix(" "))
        elif block and not stripped.startswith("template"):
            declaration += " " + stripped
            if re.search(r"[({;]", stripped) or not stripped:
                yield block, declaration
                block, declaration = [], ""


def without_parameters(block):
    lines, skipping = [], False
    for line in block:
        if line.startswith("@param"):
            skipping = True
        elif skipping and not line.startswith("  "):
            skipping = False
        if not skipping:
            lines.append(line)
    return "\n".join(lines).strip()


def is_code_of_cpp(paragraph):
    return "::" in paragraph and all(line.startswith("  ") for line in paragraph.splitlines())


def note_of_question(name, header):
    """What is said of a question about pairs that has no note: what it takes, by its forms in the header."""
    forms = re.findall(rf"SATCHEL_API Status\s+try_{name}\(\s*BasicScenePair<T> scenes,(.*?)\) noexcept;", header, flags=re.S)
    if not forms:
        return ""
    images = [IMAGES] if any("const Periods&" in form for form in forms) else []
    return " ".join([PAIRS, *images, ROOM if "Output<" in forms[0] else OUT, RUN])


def docstring(name, block, note=""):
    text = without_parameters(block)
    for pattern, replacement in WORDS:
        text = re.sub(pattern, replacement, text, flags=re.S)
    text = TEXTS.get(name, text)
    text = text.replace("Throws `Error`", "Raises satchel.Error").replace("throws `Error`", "raises satchel.Error")
    text = text.replace("Throws", "Raises").replace("throws", "raises").replace("std::bad_alloc", "MemoryError").replace("`satchel::", "`")
    text = re.sub(r"`Basic(\w+)::", r"`\1.", text)
    text = re.sub(r" \((?:see )?\w+\.hpp\)", "", text)
    text = re.sub(r"movers\.(\w+), or movers\.\w+\.size\(\) \+ index in obstacles\.\w+", r"`\1`, or in `obstacle_\1`", text)
    text = text.replace("or movers.poses.size() + index of the obstacle's", "or of the obstacle's")
    paragraphs = [part for part in text.split("\n\n") if part.strip() and not is_code_of_cpp(part)]
    first, rest = paragraphs[0], "\n\n".join(paragraphs[1:])
    note = NOTES.get(name, note)
    return "\n\n".join(part for part in (first, note, rest) if part)


def main(include, output):
    found = {}
    for header in sorted(Path(include, "satchel").glob("*.hpp")):
        prefix = METHODS.get(header.stem, "")
        text = header.read_text()
        for block, declaration in comments(text):
            if kind := re.match(r"\s*(?:class|struct) (?:SATCHEL_API )?(\w+)", declaration):
                found.setdefault(f"type_{kind[1]}", docstring(f"type_{kind[1]}", block))
                continue
            match = re.search(r"\b(?:try_)?(\w+)\(", declaration)
            if match and match[1] not in ("decltype", "requires"):
                found.setdefault(prefix + match[1], docstring(prefix + match[1], block, note_of_question(match[1], text)))
    missing = sorted(name for name in NOTES if name not in found)
    if missing:
        sys.exit(f"no comment in the headers: {', '.join(missing)}")
    lines = ["// Made by doc_comments.py of the comments of the public headers.", "#pragma once", "", "namespace satchel::python::docs {"]
    for name, text in sorted(found.items()):
        assert ')doc"' not in text
        lines.append(f'inline constexpr const char* {name} = R"doc({text})doc";')
    lines += ["}  // namespace satchel::python::docs", ""]
    Path(output).write_text("\n".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
