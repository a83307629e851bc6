"""Writes xml_cases.txt: what the XML test suites of JTS and GEOS say of polygons.

    python3 make_xml_cases.py FOLDER > xml_cases.txt

FOLDER has the folders jts (modules/tests/src/test/resources/testxml) and geos (tests/xmltester/tests). Needs Shapely,
which says why a geometry is not valid; the suites say whether. Counts of what is left out go to stderr.
"""

import collections
import glob
import itertools
import math
import re
import sys
import xml.etree.ElementTree as ET

import shapely
from shapely.validation import explain_validity

# As the suites name them, in the order of satchel::Predicate.
PREDICATES = ["intersects", "disjoint", "touches", "overlaps", "within", "contains", "covers", "coveredby",
              "containsproperly", "equalstopo"]
REASONS = {"Valid Geometry": "valid", "Interior is disconnected": "disconnected",
           "Hole lies outside shell": "hole_outside", "Holes are nested": "nested_holes",
           "Nested shells": "nested_shells", "Ring Self-intersection": "ring_touches",
           "Self-intersection": "edges_meet", "Too few points in geometry component": "few_points"}
HEADER = """\
# Facts of the XML test suites of JTS and GEOS, of polygons alone: which are valid, and how pairs lie to each other.
# make_xml_cases.py wrote it; xml_cases_test.cpp reads it, and says what was left out.
#
# g N POLYGONS   geometry N. Between polygons ;  between rings |  between points ,  A polygon without rings is -
# p A B ANSWERS  how A lies to B, a digit for each satchel::Predicate in its order: 1 holds, 0 does not, . is not given
# v N WORD       "valid", or why OGC calls geometry N invalid. Valid by the definition of Satchel are also "disconnected"
#                (the interior falls apart where rings touch) and "shell_not_first" (the rings are valid in another order)
"""


def answers_of(matrix):
    """The predicates of two areas, by their DE-9IM matrix."""
    ii, ib, ie, bi, bb, be, ei, eb, _ = (c != "F" for c in matrix)
    meets = ii or ib or bi or bb
    in_b, in_a = ii and not ie and not be, ii and not ei and not eb
    values = [meets, not meets, meets and not ii, ii and ie and ei, in_b, in_a, in_a, in_b, in_a and not bi and not bb,
              in_a and in_b]
    return dict(zip(PREDICATES, values))


def polygons_of(text, scale):
    """Polygons as tuples of rings of points of text; or a word: what the geometry is instead."""
    text = " ".join(text.split())
    if re.fullmatch("[0-9A-Fa-f]+", text):
        text = shapely.from_wkb(text).wkt
    kind, body = re.match(r"([A-Za-z]+)\s*(?:Z|M|ZM)?\s*(.*)", text).groups()
    if kind.upper() not in ("POLYGON", "MULTIPOLYGON"):
        return kind.lower()
    if re.search("nan|inf", text, re.I):
        return "polygon of numbers that are not finite"

    def number(digits):
        value = float(digits)
        if scale:
            value = math.floor(value * scale + 0.5) / scale
        return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)

    def rings_of(part):
        rings = re.findall(r"\(([^()A-Z]*)\)", part)  # not (EMPTY)
        return tuple(tuple(tuple(map(number, point.split()[:2])) for point in ring.split(",")) for ring in rings)

    if kind.upper() == "MULTIPOLYGON":
        parts = re.findall(r"EMPTY|\((?:[^()]|\([^()]*\))*\)", body[1:-1])
    else:
        parts = [body]
    found = tuple(map(rings_of, parts))
    return found if any(found) else "empty"


def to_shapely(polygons):
    numbers = [[[tuple(map(float, point)) for point in ring] for ring in polygon] for polygon in polygons if polygon]
    made = [shapely.Polygon(rings[0], rings[1:]) for rings in numbers]
    return made[0] if len(polygons) == 1 else shapely.MultiPolygon(made)


def reason(polygons):
    word = REASONS[explain_validity(to_shapely(polygons)).split("[")[0]]
    if word == "hole_outside" and len(polygons) == 1:
        if any(shapely.is_valid(to_shapely([order])) for order in itertools.permutations(polygons[0])):
            return "shell_not_first"
    return word


def read(folder):
    """What the suites say of pairs and of validity, and what is left out."""
    pairs, valid, left = {}, {}, collections.Counter()

    def note(facts, key, answer):
        if facts.setdefault(key, answer) != answer:
            sys.exit(f"the suites contradict each other: {key}")

    for path in sorted(glob.glob(folder + "/*/**/*.xml", recursive=True)):
        if "/failure/" in path:
            continue
        try:
            tree = ET.parse(path)
        except ET.ParseError:
            continue
        model = tree.find(".//precisionModel")
        scale = float(model.get("scale", 0)) if model is not None else 0
        for case in tree.iter("case"):
            for op in case.iter("op"):
                what = op.get("name").lower().replace("equals", "equalstopo").replace("equalstopotopo", "equalstopo")
                if what not in [*PREDICATES, "relate", "isvalid"]:
                    continue
                holds = op.text.strip().lower() == "true"
                names = [op.get("arg1", "A")] + ([] if what == "isvalid" else [op.get("arg2", "B")])
                given = tuple(polygons_of(case.findtext(name.lower()), scale) for name in names)
                words = sorted({g for g in given if isinstance(g, str)})
                if what != "isvalid" and not words:
                    words = sorted({reason(g) for g in given} - {"valid"})
                if words:
                    left[what if what == "isvalid" else "pair", *words] += 1
                elif what == "isvalid":
                    note(valid, given[0], holds)
                elif what != "relate":
                    note(pairs.setdefault(given, {}), what, holds)
                else:
                    for predicate, answer in answers_of(op.get("arg3").upper()).items():
                        note(pairs.setdefault(given, {}), predicate, answer)
    return pairs, valid, left


def main():
    pairs, valid, left = read(sys.argv[1])
    numbers = {}

    def number_of(polygons):
        return numbers.setdefault(polygons, len(numbers))

    cases = []
    for (a, b), answers in pairs.items():
        digits = "".join(str(int(answers[p])) if p in answers else "." for p in PREDICATES)
        cases.append(f"p {number_of(a)} {number_of(b)} {digits}")
    for polygons, is_valid in valid.items():
        word = reason(polygons)
        if is_valid != (word == "valid"):
            sys.exit(f"Shapely says {word} of {polygons}, the suites {is_valid}")
        cases.append(f"v {number_of(polygons)} {word}")
    print(HEADER, end="")
    for polygons, number in numbers.items():
        rings = ("|".join(",".join(map(" ".join, ring)) for ring in polygon) or "-" for polygon in polygons)
        print(f"g {number} {';'.join(rings)}")
    print(*cases, sep="\n")
    for words, count in sorted(left.items()):
        print(count, *words, file=sys.stderr)


main()
