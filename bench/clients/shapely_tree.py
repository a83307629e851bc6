"""shapely: all pairs of polygons that intersect, by STRtree.query(predicate="intersects")."""

import numpy as np
import satchel
import shapely

from harness import Case, polygons, same_pairs


def hits(scene, threads):
    pairs = satchel.find_pairs(scene, threads=threads)
    return pairs[satchel.classify(scene, pairs, threads=threads) != satchel.DISJOINT]


def from_arrays(coords, offsets, threads):
    scene = satchel.Scene()
    shapes = scene.add_polygons(coords, offsets)
    scene.add_bodies(shapes, np.zeros((len(shapes), 3)))
    return hits(scene, threads)


def shapely_polygons(coords, offsets):
    return shapely.polygons(shapely.linearrings(coords, indices=np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))))


def tree_join(geometries):
    i, j = shapely.STRtree(geometries).query(geometries, predicate="intersects")
    once = i < j
    return np.stack([i[once], j[once]], -1)


def cases(scale):
    for count in (100_000, 1_000_000):
        count = int(count * scale)
        coords, offsets = polygons(count)
        geometries = shapely_polygons(coords, offsets)
        yield Case(
            f"all intersecting pairs of {count:,} polygons, from arrays of vertices",
            "shapely.polygons, STRtree.query",
            count,
            "polygon",
            lambda threads: from_arrays(coords, offsets, threads),
            lambda: tree_join(shapely_polygons(coords, offsets)),
            same_pairs,
            10,
        )
        yield Case(
            f"all intersecting pairs of {count:,} polygons, from shapely geometries",
            "STRtree.query",
            count,
            "polygon",
            lambda threads: hits(satchel.from_shapely(geometries), threads),
            lambda: tree_join(geometries),
            same_pairs,
            4,
        )
