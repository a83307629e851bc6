"""The GEOS that comes with Shapely of PyPI, which is newer than that of Debian."""

import shapely
from pairs import answer_all


def both(a, b):
    return shapely.Polygon(a), shapely.Polygon(b)


answer_all(
    "GEOS, of Shapely",
    ".".join(map(str, shapely.geos_version)),
    {
        "intersects by shapely.intersects": lambda a, b: bool(shapely.intersects(*both(a, b))),
        "interiors by shapely.relate_pattern": lambda a, b: bool(shapely.relate_pattern(*both(a, b), "T********")),
        "area by shapely.intersection": lambda a, b: float(shapely.intersection(*both(a, b)).area),
    },
)
