"""The queries of SpatialBench by Satchel (bench/clients/spatialbench*.py), on tables of a few hundred rows, against loops over all pairs with shapely."""

import decimal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow", minversion="21")
pq = pytest.importorskip("pyarrow.parquet")
shapely = pytest.importorskip("shapely")

CLIENTS = Path(__file__).parents[3] / "bench/clients"
TRIPS, BUILDINGS = 240, 60


@pytest.fixture(scope="module")
def bench():
    sys.path.insert(0, str(CLIENTS))
    try:
        import spatialbench
        import spatialbench_peers
        import spatialbench_zones

        yield spatialbench, spatialbench_peers, spatialbench_zones
    finally:
        sys.path.remove(str(CLIENTS))


@pytest.fixture(scope="module")
def tables(bench, tmp_path_factory):
    """The folder, and the tables as dicts of columns: points and polygons as shapely's, decimals as floats."""
    folder, random = tmp_path_factory.mktemp("spatialbench"), np.random.default_rng(5)
    sedona = bench[2].SEDONA
    pickup = sedona + random.normal(0, 0.3, (TRIPS, 2)) * (1 + 8 * (np.arange(TRIPS) % 4 == 0))[:, None]
    begin = 700_000_000_000 + random.integers(0, 60 * 86_400_000, TRIPS)
    money = {name: random.integers(0, 40, TRIPS) for name in ("t_fare", "t_tip", "t_totalamount", "t_distance")}
    trip = {
        "t_tripkey": random.permutation(TRIPS) + 1, "t_custkey": random.integers(1, 5, TRIPS), "t_pickuptime": begin,
        "t_dropofftime": begin + random.integers(0, 10_000_000, TRIPS), "t_pickuploc": shapely.points(pickup),
        "t_dropoffloc": shapely.points(pickup + random.normal(0, 0.05, (TRIPS, 2))),
    } | {name: cents / 1e5 for name, cents in money.items()}  # fmt: skip
    place = np.concatenate([sedona + random.normal(0, 0.02, (20, 2)), pickup[: BUILDINGS - 20] + random.normal(0, 0.004, (BUILDINGS - 20, 2))])
    radii, turns = random.uniform(0.004, 0.009, (BUILDINGS, 1)), np.sort(random.uniform(0, 6.28, (BUILDINGS, 1)) + np.arange(5) * 1.25, axis=1)
    corners = place[:, None] + radii[..., None] * np.stack([np.cos(turns), np.sin(turns)], -1)
    building = {"b_buildingkey": random.permutation(BUILDINGS) + 1, "b_name": [f"b{k}" for k in range(BUILDINGS)], "b_boundary": shapely.polygons(corners)}
    names, shapes = bench[2].zones(pickup, 3)
    assert shapely.is_valid(shapes).all() and (shapely.get_type_id(shapes) == 3).any()
    zone = {"z_zonekey": random.permutation(len(names)) + 1, "z_name": names, "z_boundary": shapes}
    customer = {"c_custkey": np.array([3, 1, 4, 2]), "c_name": ["C3", "C1", "C4", "C2"]}

    def column(name, values):
        if name in money:
            return pa.array([decimal.Decimal(int(cents)).scaleb(-5) for cents in money[name]], pa.decimal128(15, 5))
        if name.endswith("time"):
            return pa.array(values, pa.timestamp("ms"))
        return pa.array(shapely.to_wkb(values) if getattr(values, "dtype", None) == object else values)

    for name, table in (("trip", trip), ("building", building), ("zone", zone), ("customer", customer)):
        pq.write_table(pa.table({key: column(key, values) for key, values in table.items()}), folder / f"{name}.parquet", row_group_size=100)
    return folder, trip, building, zone


def mean(values):
    return float(np.mean(values)) if len(values) else float("nan")


def month_of(times):
    return times.astype("datetime64[ms]").astype("datetime64[M]")


def expected(query, peers, trip, building, zone):
    """The rows, by loops; sorted as the table of the query need not be."""
    travel = (trip["t_dropofftime"] - trip["t_pickuptime"]) / 1000
    pickup, dropoff = trip["t_pickuploc"], trip["t_dropoffloc"]
    if query == "q1":
        far = shapely.distance(pickup, shapely.Point(peers.CENTER))
        return [(trip["t_tripkey"][i], pickup[i].x, pickup[i].y, trip["t_pickuptime"][i], far[i]) for i in np.flatnonzero(far <= 0.45)]
    if query == "q2":
        county = zone["z_boundary"][zone["z_name"].index("Coconino County")]
        return [(int(shapely.intersects(pickup, county).sum()),)]
    if query == "q3":
        near, months = shapely.distance(pickup, shapely.Polygon(peers.BOX_3)) <= 0.045, month_of(trip["t_pickuptime"])
        of = [(month, near & (months == month)) for month in np.unique(months[near])]
        return [(m.astype("datetime64[ms]").astype(int), w.sum(), mean(trip["t_distance"][w]), mean(travel[w]), mean(trip["t_fare"][w])) for m, w in of]
    if query == "q5":
        groups, months = {}, month_of(trip["t_pickuptime"])
        for i in range(TRIPS):
            groups.setdefault((trip["t_custkey"][i], months[i]), []).append(dropoff[i])
        return [(c, f"C{c}", m.astype("datetime64[ms]").astype(int), shapely.MultiPoint(p).convex_hull.area) for (c, m), p in groups.items() if len(p) > 5]
    if query in ("q8", "q12"):
        far = shapely.distance(pickup[:, None], building["b_boundary"][None])
        if query == "q8":
            number = (far <= 0.0045).sum(axis=0)
            return [(building["b_buildingkey"][k], building["b_name"][k], number[k]) for k in np.flatnonzero(number)]
        best = np.lexsort((np.broadcast_to(building["b_buildingkey"], far.shape), far), axis=1)[:, :5]
        rows = [(i, k) for i in range(TRIPS) for k in best[i]]
        return [(trip["t_tripkey"][i], pickup[i].wkb, building["b_buildingkey"][k], building["b_name"][k], far[i, k]) for i, k in rows]
    if query == "q9":
        rows, order = [], np.argsort(building["b_buildingkey"])
        for place, i in enumerate(order):
            for k in order[place + 1 :]:
                a, b = building["b_boundary"][i], building["b_boundary"][k]
                if a.intersects(b):
                    both = a.intersection(b).area
                    rows.append((building["b_buildingkey"][i], building["b_buildingkey"][k], a.area, b.area, both, both / (a.area + b.area - both)))
        return rows
    within = shapely.within(pickup[:, None], zone["z_boundary"][None])
    keys, names = zone["z_zonekey"], zone["z_name"]
    if query == "q4":
        number = within[np.lexsort((trip["t_tripkey"], -trip["t_tip"]))[:1000]].sum(axis=0)
        return [(keys[z], names[z], number[z]) for z in np.flatnonzero(number)]
    if query == "q6":
        inside = shapely.covers(shapely.box(*peers.BOX_6), zone["z_boundary"]) & within.any(axis=0)
        of = [(z, within[:, z]) for z in np.flatnonzero(inside)]
        return [(keys[z], names[z], w.sum(), mean(trip["t_totalamount"][w]), mean(travel[w])) for z, w in of]
    if query == "q10":
        of = [(z, within[:, z]) for z in range(len(keys))]
        return [(keys[z], names[z], mean(travel[w]), mean(trip["t_distance"][w]), w.sum()) for z, w in of]
    ends = shapely.within(dropoff[:, None], zone["z_boundary"][None])
    return [(int(sum(within[i].sum() * ends[i].sum() - (within[i] & ends[i]).sum() for i in range(TRIPS))),)]


@pytest.mark.parametrize("query", [f"q{k}" for k in (1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)])
def test_rows_are_those_of_loops(bench, tables, query):
    spatialbench, peers, _ = bench
    folder, *columns = tables
    rows = expected(query, peers, *columns)
    assert rows and (len(rows) > 4 or query in ("q2", "q3", "q11")) and rows[0][0] > 0
    wanted = pa.table({f"c{k}": [value.item() if hasattr(value, "item") else value for value in column] for k, column in enumerate(zip(*rows))})
    found = spatialbench.Satchel("satchel", folder, 2).run(query)
    spatialbench.compare(spatialbench.normal(found), spatialbench.normal(wanted))


SORTED = {
    "q1": "distance,key", "q3": "month", "q4": "-number,key", "q6": "-number,key", "q8": "-number,key", "q9": "-iou,one,two", "q10": "-travel,key",
    "q12": "distance,building",
}  # fmt: skip


@pytest.mark.parametrize("query", SORTED)
def test_rows_are_in_order(bench, tables, query):
    found = bench[0].Satchel("satchel", tables[0], 2).run(query)
    keys = [(-1 if name[0] == "-" else 1) * found[name.lstrip("-")].to_numpy().astype(float) for name in SORTED[query].split(",")]
    assert np.array_equal(np.lexsort(keys[::-1]), np.arange(len(found)))


def test_other_rows_are_an_error(bench):
    spatialbench = bench[0]
    table = pa.table({"key": [1, 2, 3], "name": ["a", "b", "c"], "value": [0.5, 0.25, None]})
    compare = lambda other: spatialbench.compare(spatialbench.normal(table), spatialbench.normal(other))  # noqa: E731
    compare(table.take([2, 0, 1]))
    for place, values in ((0, [1, 2, 4]), (1, ["a", "b", "d"]), (2, [0.5, 0.2500001, None]), (2, [0.5, 0.25, 0.25])):
        with pytest.raises(AssertionError):
            compare(table.set_column(place, table.column_names[place], [values]))
    with pytest.raises(AssertionError, match="3 rows and 2"):
        compare(table[:2])


def test_the_table_is_printed(tables):
    command = [sys.executable, str(CLIENTS / "spatialbench.py"), str(tables[0]), "--engines", "satchel", "--repeat", "1", "--queries", "q2", "q9"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert [line.split(" | ")[0] for line in done.stdout.splitlines()[-2:]] == ["| Q2", "| Q9"]
