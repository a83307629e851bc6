"""Joins of Parquet files on the cores of this machine: satchel.dask beside sedonadb and dask-geopandas.

    dask_join.py FOLDER [WORKERS]

FOLDER is what `python -m satchel.dask generate` makes. Each engine reads the files and writes the pairs into Parquet, with its
cluster started before; the numbers of pairs are compared. Needs the packages of requirements.txt, dask-geopandas and those of the extra `dask`.
"""

import shutil
import sys
import tempfile
import time
from pathlib import Path


def by_satchel(folder, out, client):
    from satchel.dask import join

    return join(folder, out, client=client)["rows"]


def by_sedona(folder, out, client):
    import pyarrow.parquet as pq
    import sedonadb

    context = sedonadb.connect()
    context.read_parquet([str(p) for p in sorted(Path(folder).glob("*.parquet"))]).to_view("files")
    context.sql("SELECT id, ST_GeomFromWKB(geometry) AS geometry FROM files").to_view("shapes")
    query = "SELECT a.id AS a, b.id AS b FROM shapes AS a JOIN shapes AS b ON ST_Intersects(a.geometry, b.geometry) WHERE a.id < b.id"
    found = context.sql(query).to_arrow_table()
    pq.write_table(found, Path(out).with_suffix(".parquet"))
    return len(found)


def by_dask_geopandas(folder, out, client):
    import dask.dataframe as dd
    import dask_geopandas
    import geopandas
    import pandas

    def read(path):
        frame = pandas.read_parquet(path)
        return geopandas.GeoDataFrame({"id": frame["id"]}, geometry=geopandas.GeoSeries.from_wkb(frame["geometry"]))

    def pairs(frame):
        frame = frame.rename(columns={"id_left": "a", "id_right": "b"})
        return pandas.DataFrame(frame[frame["a"] < frame["b"]][["a", "b"]])

    files = [str(p) for p in sorted(Path(folder).glob("*.parquet"))]
    meta = geopandas.GeoDataFrame({"id": pandas.Series([], dtype="uint64")}, geometry=geopandas.GeoSeries([]))
    frame = dask_geopandas.from_dask_dataframe(dd.from_map(read, files, meta=meta), geometry="geometry")
    frame = frame.spatial_shuffle(npartitions=max(8, len(files)))
    joined = dask_geopandas.sjoin(frame, frame, predicate="intersects")
    meta = pandas.DataFrame({"a": pandas.Series([], dtype="uint64"), "b": pandas.Series([], dtype="uint64")})
    joined.map_partitions(pairs, meta=meta).to_parquet(str(out), write_index=False)
    return len(dd.read_parquet(str(out)))


def main():
    from distributed import Client, LocalCluster

    folder, workers = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2
    work = Path(tempfile.mkdtemp())
    first = None
    with LocalCluster(workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        for engine in (by_satchel, by_sedona, by_dask_geopandas):
            begun = time.perf_counter()
            try:
                rows = engine(folder, work / engine.__name__, client)
            except ImportError as error:
                print(f"{engine.__name__}: not here ({error.name})")
                continue
            seconds = time.perf_counter() - begun
            first = first or seconds
            print(f"{engine.__name__}: {seconds:.2f} s, {rows:,} pairs, {seconds / first:.1f} times satchel's", flush=True)
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
