"""sedonadb: a spatial self join in SQL, and a join of points with polygons."""

import geopandas
import numpy as np
import sedonadb
import shapely

from harness import Case, parcels, polygons, same_pairs
from points_in_polygons import hits, polygons_of
from shapely_tree import from_arrays, shapely_polygons

QUERY = """
SELECT a.id AS a, b.id AS b FROM shapes AS a JOIN shapes AS b ON ST_Intersects(a.geometry, b.geometry) WHERE a.id < b.id
"""


def table(context, coords, offsets):
    frame = geopandas.GeoDataFrame({"id": np.arange(len(offsets) - 1)}, geometry=shapely_polygons(coords, offsets))
    context.create_data_frame(frame).to_view("shapes", overwrite=True)


def join(context):
    found = context.sql(QUERY).to_arrow_table()
    return np.stack([found["a"].to_numpy(), found["b"].to_numpy()], -1)


def table_and_join(context, coords, offsets):
    table(context, coords, offsets)
    return join(context)


POINTS = "SELECT a.id AS a, b.id AS b FROM points AS a JOIN polygons AS b ON ST_Intersects(a.geometry, b.geometry)"


def points_in_polygons(context, x, y, coords, rings):
    for name, geometry in (("points", shapely.points(x, y)), ("polygons", polygons_of(coords, rings))):
        frame = geopandas.GeoDataFrame({"id": np.arange(len(geometry))}, geometry=geometry)
        context.create_data_frame(frame).to_view(name, overwrite=True)
    found = context.sql(POINTS).to_arrow_table()
    return np.stack([found["a"].to_numpy(), found["b"].to_numpy()], -1)


def cases(scale):
    for count in (100_000, 1_000_000):
        count = int(count * scale)
        coords, offsets = polygons(count)
        context = sedonadb.connect()
        table(context, coords, offsets)
        yield Case(
            f"all intersecting pairs of {count:,} polygons, from arrays; the table is there before",
            "ST_Intersects join, all cores",
            count,
            "polygon",
            lambda threads: from_arrays(coords, offsets, threads),
            lambda: join(context),
            same_pairs,
            1,
        )
        yield Case(
            f"all intersecting pairs of {count:,} polygons, from arrays",
            "GeoDataFrame, create_data_frame, ST_Intersects join",
            count,
            "polygon",
            lambda threads: from_arrays(coords, offsets, threads),
            lambda: table_and_join(context, coords, offsets),
            same_pairs,
            1,
        )
    count = int(1_000_000 * scale)
    coords, rings, side = parcels(20_000, 20)
    x, y = np.random.default_rng(3).uniform(0, side, (2, count))
    yield Case(
        f"{count:,} points in 20,000 polygons of 20 vertices, from arrays",
        "GeoDataFrame, create_data_frame, ST_Intersects join",
        count,
        "point",
        lambda threads: hits(x, y, coords, rings, threads),
        lambda: points_in_polygons(context, x, y, coords, rings),
        same_pairs,
        3,
    )
