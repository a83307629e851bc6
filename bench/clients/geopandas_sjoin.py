"""geopandas: a spatial join of two sets of polygons, by sjoin."""

import geopandas
import numpy as np
import satchel

from harness import Case, polygons, same_pairs
from shapely_tree import shapely_polygons


def scene_of(coords, offsets):
    scene = satchel.Scene()
    shapes = scene.add_polygons(coords, offsets)
    scene.add_bodies(shapes, np.zeros((len(shapes), 3)))
    return scene


def hits(scene_a, scene_b, threads):
    pairs = satchel.find_pairs(scene_a, scene_b, threads=threads)
    return pairs[satchel.classify(scene_a, scene_b, pairs, threads=threads) != satchel.DISJOINT]


def sjoin(a, b):
    joined = geopandas.sjoin(a, b, predicate="intersects")
    return np.stack([joined.index.to_numpy(), joined["index_right"].to_numpy()], -1)


def frame(coords, offsets):
    return geopandas.GeoDataFrame(geometry=shapely_polygons(coords, offsets))


def cases(scale):
    for count in (100_000, 1_000_000):
        count = int(count * scale)
        a, b = polygons(count, 1), polygons(count, 2)
        frame_a, frame_b = frame(*a), frame(*b)
        yield Case(
            f"join of {count:,} polygons with {count:,}, from arrays of vertices",
            "shapely.polygons, sjoin",
            count,
            "polygon of the left set",
            lambda threads: hits(scene_of(*a), scene_of(*b), threads),
            lambda: sjoin(frame(*a), frame(*b)),
            same_pairs,
            10,
        )
        yield Case(
            f"join of {count:,} polygons with {count:,}, from GeoDataFrames",
            "sjoin",
            count,
            "polygon of the left set",
            lambda threads: hits(satchel.from_shapely(frame_a.geometry.values), satchel.from_shapely(frame_b.geometry.values), threads),
            lambda: sjoin(frame_a, frame_b),
            same_pairs,
            4,
        )
