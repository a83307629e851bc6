"""Makes the table `zone` for spatialbench.py, in place of the zones that the generator of SpatialBench downloads.

    spatialbench_zones.py FOLDER [SEED]

FOLDER has trip.parquet; zone.parquet is written beside it. Three levels lie over each other, as counties, macrohoods and microhoods
do: squares of 1 degree around Sedona and wherever a trip begins, of 0.1 degrees in the 8,000 busiest squares of that size and around Sedona, and a
sixteenth of each of these. Neighbours share their borders, which are fractal: 256, 64 and 32 vertices a ring. Every fiftieth county has a
lake (a hole), another fiftieth an exclave (a MultiPolygon). The county of Sedona is called Coconino County, as query 2 wants it.
"""

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import shapely

SEDONA = np.array([-111.7610, 34.8697])


def fractal(edges, steps, random):
    """Displacements of `steps - 1` points of each edge (steps = 2^k), in edges: by less than the distance from its nearer end, so
    that edges meet in their ends alone."""
    at = np.zeros((edges, steps + 1))
    width, roughness = steps, 0.12
    while width > 1:
        half = width // 2
        middle = (at[:, :-1:width] + at[:, width::width]) / 2
        at[:, half::width] = middle + random.uniform(-1, 1, middle.shape) * roughness * width / steps
        width, roughness = half, roughness * 0.7
    return at


def rings(cells, side, steps, random):
    """Rings (n, 4 * steps + 1, 2) of the squares `cells` (n, 2) of a lattice, with the border of two neighbours made once."""
    x, y = cells.T
    ends = np.stack([(x, y, 0 * x), (x + 1, y, 0 * x + 1), (x, y + 1, 0 * x), (x, y, 0 * x + 1)], 1)  # bottom, right, top, left
    known, which = np.unique(ends.reshape(3, -1), axis=1, return_inverse=True)
    along, off = np.arange(steps + 1) / steps, fractal(known.shape[1], steps, random)
    upright = known[2][:, None] == 1
    lines = np.stack([known[0][:, None] + np.where(upright, off, along), known[1][:, None] + np.where(upright, along, off)], -1) * side
    bottom, right, top, left = lines[which.reshape(4, -1)]
    return np.concatenate([bottom[:, :-1], right[:, :-1], top[:, :0:-1], left[:, ::-1]], 1)


def zones(pickups, seed):
    """Names and geometries."""
    random = np.random.default_rng(seed)
    pickups = np.concatenate([pickups, SEDONA[None]])
    county = np.unique(np.floor(pickups).astype(np.int64), axis=0)
    ten, trips = np.unique(np.floor(pickups * 10).astype(np.int64), axis=0, return_counts=True)
    near = (np.abs((ten + 0.5) / 10 - SEDONA) < 0.4).all(1)
    macro = ten[np.union1d(np.argsort(-trips, kind="stable")[:8000], np.flatnonzero(near))]
    micro = (macro[:, None] * 4 + np.stack(np.meshgrid(range(4), range(4)), -1).reshape(16, 2)).reshape(-1, 2)
    made = [shapely.polygons(rings(cells, side, steps, random)) for cells, side, steps in ((county, 1, 64), (macro, 0.1, 16), (micro, 0.025, 8))]
    for k in range(0, len(county), 50):
        x, y = county[k] + 0.5
        made[0][k] = shapely.difference(made[0][k], shapely.Point(x, y).buffer(0.15))
    for k in range(25, len(county) - 1, 50):
        x, y = county[k] + [0.5, 1.5]
        made[0][k] = shapely.MultiPolygon([made[0][k], shapely.Point(x, y).buffer(0.1)])
    names = [f"{kind} {k}" for kind, level in zip(("County", "Macrohood", "Microhood"), made) for k in range(len(level))]
    names[int(np.flatnonzero((county == np.floor(SEDONA)).all(1))[0])] = "Coconino County"
    return names, np.concatenate(made)


def main():
    folder, seed = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    points = shapely.from_wkb(pq.read_table(folder / "trip.parquet", columns=["t_pickuploc"])["t_pickuploc"].to_numpy())
    names, geometries = zones(shapely.get_coordinates(points), seed)
    assert shapely.is_valid(geometries).all()
    table = {"z_zonekey": np.arange(1, len(names) + 1), "z_name": names, "z_boundary": shapely.to_wkb(geometries)}
    pq.write_table(pa.table(table), folder / "zone.parquet", row_group_size=50_000)
    print(f"{len(names):,} zones, {shapely.get_num_coordinates(geometries).sum():,} vertices, seed {seed}")


if __name__ == "__main__":
    main()
