#!/usr/bin/env python3
"""The queries of SpatialBench with geometry, by Satchel and by sedonadb, DuckDB and GeoPandas: rows compared, time, memory.

    spatialbench-cli -s 1 -o FOLDER -T trip,building,customer && python bench/clients/spatialbench_zones.py FOLDER
    python bench/clients/spatialbench.py FOLDER [--queries q8 ...] [--engines satchel ...] [--repeat 3]

Each engine and query runs in a process of its own, with the files in the page cache: seconds from Parquet to rows, medians of
runs by turns (one, where it takes over ten seconds), and the peak of the process. Needs the packages of requirements.txt.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from importlib import metadata
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset  # noqa: F401 - which pyarrow imports when it first reads

from run import processor
from spatialbench_peers import GeoPandas, Sql
from spatialbench_satchel import Satchel


ENGINES = {"satchel": Satchel, "sedonadb": Sql, "duckdb": Sql, "geopandas": GeoPandas}


def normal(table):
    """Columns by place: integers, text, doubles. A suffix says how far they are rounded: decimals to 1e-9, durations to 1e-3 s."""
    columns = {}
    for place, column in enumerate(table.columns):
        kind, name = column.type, f"c{place}"
        if pa.types.is_decimal(kind):
            column, name = column.cast(pa.float64()), name + " 1e-9"
        elif pa.types.is_duration(kind):
            column, name = pc.divide(column.cast(pa.duration("ms")).cast(pa.int64()).cast(pa.float64()), 1000), name + " 1e-3"
        elif pa.types.is_timestamp(kind):
            column = column.cast(pa.timestamp("ms"), safe=False).cast(pa.int64())
        elif pa.types.is_integer(kind):
            column = column.cast(pa.int64())
        elif not pa.types.is_floating(kind):
            column = column.cast(pa.large_binary() if "binary" in str(kind) else pa.large_string())
        columns[name] = column
    return pa.table(columns)


def compare(one, two):
    """Raises AssertionError unless both tables have the same rows: doubles up to 1e-9 of the largest of their column, or to what they are rounded."""
    assert one.num_rows == two.num_rows and one.num_columns == two.num_columns, f"{one.num_rows} rows and {two.num_rows}"
    exact = [k for k, field in enumerate(one.schema) if pa.types.is_integer(field.type)]
    one, two = (table.take(np.lexsort([table.column(k).to_numpy() for k in exact])) for table in (one, two))
    for k, (a, b) in enumerate(zip(one.columns, two.columns)):
        if not pa.types.is_floating(a.type):
            assert a.combine_chunks().equals(b.combine_chunks()), f"column {k} differs"
            continue
        a, b = (np.nan_to_num(column.fill_null(np.nan).to_numpy(), nan=-1) for column in (a, b))
        rounded = max(float(table.column_names[k].split()[-1]) if " " in table.column_names[k] else 0.0 for table in (one, two))
        worst = float(np.abs(a - b).max(initial=0))
        assert worst <= rounded + 1e-9 * np.abs(a).max(initial=0), f"column {k} differs by up to {worst}"


def run_one(name, query, options):
    """Runs a query in this process, which does nothing else; prints what it took, and writes its rows."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: options.threads])
    os.environ["SATCHEL_THREADS"] = str(options.threads)
    pa.set_cpu_count(options.threads)
    engine = ENGINES[name](name, options.folder, options.threads)
    begin, used = time.perf_counter(), time.process_time()
    table = engine.run(query)
    taken = {"seconds": time.perf_counter() - begin, "cpu": time.process_time() - used, "reading": getattr(engine, "reading", 0)}
    print(json.dumps(taken | {"megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "rows": len(table)}))
    if options.rows:
        with pa.OSFile(str(options.rows), "wb") as file, pa.ipc.new_file(file, (rows := normal(table)).schema) as writer:
            writer.write_table(rows)


def run_query(query, options, work):
    """What each engine took, by its name: medians of runs by turns. Raises AssertionError where rows differ."""
    taken, first = {}, None
    for turn in range(options.repeat):
        for name in options.engines:
            if query not in ENGINES[name].queries or (turn > 0 and (taken[name] is ... or taken[name][0]["seconds"] > 10)):
                continue
            rows = work / f"{query}-{name}"
            command = [sys.executable, __file__, str(options.folder), "--threads", str(options.threads), "--one", name, query]
            try:
                done = subprocess.run(command + (["--rows", str(rows)] if turn == 0 else []), capture_output=True, text=True, timeout=options.timeout)
            except subprocess.TimeoutExpired:
                taken[name] = ...
                continue
            if done.returncode != 0:
                raise RuntimeError(f"{name}, {query}: {done.stderr[-2000:]}")
            taken.setdefault(name, []).append(json.loads(done.stdout.splitlines()[-1]))
            if turn == 0:
                first = first or rows
                with pa.memory_map(str(first)) as one, pa.memory_map(str(rows)) as two:
                    compare(pa.ipc.open_file(one).read_all(), pa.ipc.open_file(two).read_all())
                if rows != first:
                    rows.unlink()
    return {name: None if runs is ... else {key: statistics.median(run[key] for run in runs) for key in runs[0]} for name, runs in taken.items()}


def lines_of(query, taken, options):
    """A row of the table."""
    cells, ours = [query.upper()], taken.get("satchel")
    for name in options.engines:
        its = taken.get(name, ...)
        if its is ...:
            cells += ["-"]
        elif its is None:
            cells += [f"over {options.timeout:.0f} s"]
        else:
            reading = f" ({its['reading']:.2f})" if name == "satchel" else ""
            cells += [f"{its['seconds']:.2f}{reading}, {its['megabytes']:.0f}"]
    peers = {its["seconds"]: name for name, its in taken.items() if its and name != "satchel"}
    cells += [f"{min(peers) / ours['seconds']:.1f}x ({peers[min(peers)]})" if ours and peers else ""]
    return "| " + " | ".join(cells + [f"{next(its['rows'] for its in taken.values() if its):.0f}"]) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--queries", nargs="+", choices=Satchel.queries, default=Satchel.queries)
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=600, help="seconds of a run; an engine that takes longer is left out")
    parser.add_argument("--one", nargs=2, metavar=("ENGINE", "QUERY"), help="run this alone, in this process")
    parser.add_argument("--rows", type=Path, help="with --one: where to write the rows")
    options = parser.parse_args()
    if options.one:
        run_one(*options.one, options)
        return
    names = ["satchel", "pyarrow", "sedonadb", "duckdb", "duckdb-extension-spatial", "geopandas", "shapely", "spatialbench-cli"]
    installed = {d.metadata["Name"].lower().replace("_", "-"): d.version for d in metadata.distributions()}
    print(f"{processor()}, {options.threads} threads, Python {sys.version.split()[0]};", ", ".join(f"{n} {installed.get(n)}" for n in names))
    print("\n| query |", " | ".join(options.engines), "| fastest peer / Satchel | rows |\n" + "|---" * (len(options.engines) + 3) + "|", flush=True)
    with tempfile.TemporaryDirectory() as work:
        for query in options.queries:
            print(lines_of(query, run_query(query, options, Path(work)), options), flush=True)
            for left in Path(work).iterdir():
                left.unlink()


if __name__ == "__main__":
    main()
