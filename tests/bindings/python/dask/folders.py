"""Folders of bodies, and the answer of one scene."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import satchel
import shapely


def write(folder, geometries, files=1, ids=None, **options):
    """Writes shapely's geometries as WKB, in so many files; an id is the row number if ids is None."""
    folder.mkdir(parents=True, exist_ok=True)
    wkb = np.array(shapely.to_wkb(geometries), object)
    for k, rows in enumerate(np.array_split(np.arange(len(wkb)), files)):
        columns = {"geometry": pa.array(wkb[rows], pa.binary())}
        if ids is not None:
            columns["id"] = pa.array(np.asarray(ids)[rows])
        pq.write_table(pa.table(columns), folder / f"part-{k}.parquet", **options)
    return folder


def geometries(folder):
    """(geometries, ids) of a folder, by ascending ids."""
    table = pq.read_table(folder)
    ids = table["id"].to_numpy() if "id" in table.column_names else np.arange(len(table), dtype=np.uint64)
    order = np.argsort(ids)
    return shapely.from_wkb(table["geometry"].to_numpy(zero_copy_only=False))[order], ids[order].astype(np.uint64)


def answer(out):
    """The rows of an answer, sorted by (a, b). Each file has to be sorted."""
    tables = [pq.read_table(path) for path in sorted(out.glob("[!_]*.parquet"))]
    for table in tables:
        a, b = table["a"].to_numpy(), table["b"].to_numpy()
        assert ((a[1:] > a[:-1]) | ((a[1:] == a[:-1]) & (b[1:] > b[:-1]))).all()
    table = pa.concat_tables(tables)
    assert (
        table.schema.field("a").type == table.schema.field("b").type == pa.uint64()
        and table.schema.field("verdict").type == pa.uint8()
    )
    table = table.sort_by([("a", "ascending"), ("b", "ascending")])
    return {name: table[name].to_numpy() for name in table.column_names}


def plain(left, right=None, margin=0.0, keep="hits", question="contacts"):
    """The same of one scene, by the calls that have nothing to do with satchel.dask."""
    made = [geometries(folder) for folder in (left, right) if folder is not None]
    scenes = [satchel.from_shapely(list(g)) for g, _ in made]
    ids = [made[0][1], made[-1][1]]
    pairs = satchel.find_pairs(*scenes, margin=margin)
    verdict = satchel.classify(*scenes, pairs)
    if keep == "hits":
        pairs, verdict = pairs[verdict != 0], verdict[verdict != 0]
    rows = {"a": ids[0][pairs[:, 0]], "b": ids[1][pairs[:, 1]], "verdict": verdict}
    if question == "contacts":
        found = satchel.collide(*scenes, pairs)
        rows |= {"separation": found.separation, "normal_x": found.normal[:, 0], "normal_y": found.normal[:, 1]}
    elif question == "distances":
        found = satchel.distances(*scenes, pairs)
        rows |= {"distance": found.distance, "normal_x": found.normal[:, 0], "normal_y": found.normal[:, 1]}
        rows |= {"point_a_x": found.point_a[:, 0], "point_a_y": found.point_a[:, 1]}
        rows |= {"point_b_x": found.point_b[:, 0], "point_b_y": found.point_b[:, 1]}
    else:
        rows |= {"area": satchel.overlap_areas(*scenes, pairs), "iou": satchel.ious(*scenes, pairs)}
    return rows


def assert_same_bits(ours, theirs):
    assert list(ours) == list(theirs)
    for name, column in ours.items():
        other = np.ascontiguousarray(theirs[name])
        assert column.dtype == other.dtype and column.tobytes() == other.tobytes(), name
