"""Points in polygons, from columns of coordinates: shapely's trees of points and of polygons."""

import numpy as np
import satchel
import shapely

from harness import Case, parcels, same_pairs


def hits(x, y, coords, rings, threads):
    scene = satchel.Scene(np.float64)
    shapes = scene.add_outlines(coords, rings, threads=threads)
    scene.add_bodies(shapes, np.zeros((len(shapes), 3)))
    found = satchel.bodies_at_points(scene, np.stack([x, y], -1), threads=threads)
    return np.stack([found.query, found.body], -1)


def polygons_of(coords, rings):
    return shapely.from_ragged_array(shapely.GeometryType.POLYGON, coords, (rings, np.arange(len(rings))))


def tree_of_points(x, y, coords, rings):
    """The faster way round: one query a polygon, prepared once."""
    polygon, point = shapely.STRtree(shapely.points(x, y)).query(polygons_of(coords, rings), predicate="intersects")
    return np.stack([point, polygon], -1)


def tree_of_polygons(x, y, coords, rings):
    return shapely.STRtree(polygons_of(coords, rings)).query(shapely.points(x, y), predicate="intersects").T


def cases(scale):
    count = int(1_000_000 * scale)
    for many, vertices in ((20_000, 20), (3_000, 200)):
        coords, rings, side = parcels(many, vertices)
        x, y = np.random.default_rng(3).uniform(0, side, (2, count))
        for name, call in (
            ("shapely.points, STRtree(points).query(polygons)", tree_of_points),
            ("shapely.points, STRtree(polygons).query(points)", tree_of_polygons),
        ):
            yield Case(
                f"{count:,} points in {many:,} polygons of {vertices} vertices, from arrays",
                name,
                count,
                "point",
                lambda threads: hits(x, y, coords, rings, threads),
                lambda call=call: call(x, y, coords, rings),
                same_pairs,
                3,
            )
