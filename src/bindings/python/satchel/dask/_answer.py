"""Rows of answers: what a question gives for the pairs of a scene, their files, and their hash."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]

from .. import _core as typed_core
from .._core import Scene
from .._errors import Error
from ._bodies import Array
from ._errors import NoRow
from ._files import whole_file

pairs_at_once = 1 << 19

columns_of = {
    "contacts": ("separation", "normal_x", "normal_y"),
    "distances": ("distance", "normal_x", "normal_y", "point_a_x", "point_a_y", "point_b_x", "point_b_y"),
    "areas": ("area", "iou"),
}
_core: Any = typed_core  # calls with one scene or two

keeps = ("hits", "candidates")

Columns = dict[str, Array]


def ask(
    scenes: tuple[Scene, ...], ids: tuple[Array, Array], pairs: Array, question: str, keep: str, threads: int
) -> Columns:
    """The rows of the pairs: `a`, `b`, `verdict` and the question's columns, in the order of the pairs. Raises NoRow."""
    pieces = []
    for first in range(0, max(len(pairs), 1), pairs_at_once):
        try:
            pieces.append(_ask(scenes, ids, pairs[first : first + pairs_at_once], question, keep, threads))
        except Error as error:
            raise _with_id(error, ids) from None
    return joined(pieces)


def _with_id(error: Error, ids: tuple[Array, Array]) -> Error:
    """The error of a body of a pair, which names it by its number in a scene, with its id instead."""
    found = re.match(r"pair \d+ names body (\d+)(?: of scene_([ab]))?: ", str(error))
    if found is None:
        return error
    side = int(found[2] == "b")
    return NoRow(side, int(ids[side][int(found[1])]), str(error)[found.end() :], error.code)


def _ask(
    scenes: tuple[Scene, ...], ids: tuple[Array, Array], pairs: Array, question: str, keep: str, threads: int
) -> Columns:
    values: list[Array]
    if question == "contacts":
        if keep == "hits":
            hits = _core.find_hits(*scenes, pairs, threads=threads)
            pairs, contacts = hits.pair, hits.contact
        else:
            contacts = _core.collide(*scenes, pairs, threads=threads)
        verdicts, values = contacts.verdict, [contacts.separation, contacts.normal[:, 0], contacts.normal[:, 1]]
    else:
        verdicts = _core.classify(*scenes, pairs, threads=threads)
        if keep == "hits":
            pairs, verdicts = np.ascontiguousarray(pairs[verdicts != 0]), verdicts[verdicts != 0]
        if question == "distances":
            found = _core.distances(*scenes, pairs, threads=threads)
            values = [found.distance, *found.normal.T, *found.point_a.T, *found.point_b.T]
        else:
            both = _core.overlap_measures(*scenes, pairs, threads=threads)
            values = [both.area, both.iou]
    columns = {"a": ids[0][pairs[:, 0]], "b": ids[1][pairs[:, 1]], "verdict": verdicts}
    return columns | {
        name: np.ascontiguousarray(value, np.float64) for name, value in zip(columns_of[question], values)
    }


def joined(pieces: list[Columns]) -> Columns:
    """The rows of all pieces, which are emptied: no more than a column is there twice."""
    if len(pieces) == 1:
        return pieces[0]
    return {name: np.concatenate([p.pop(name) for p in pieces]) for name in list(pieces[0])}


def sorted_rows(pieces: list[Columns]) -> Columns:
    """The rows of several regions, sorted by (a, b). The pieces are emptied."""
    rows = joined(pieces)
    if len(pieces) > 1:
        order = np.lexsort((rows["b"], rows["a"]))
        for name in rows:
            rows[name] = rows[name][order]
    return rows


def bytes_of(rows: Columns) -> int:
    return sum(column.nbytes for column in rows.values())


def hash_of(columns: Columns) -> tuple[int, int]:
    """Two sums, each modulo 2^64, of a mixed number for each row: they do not depend on the order of rows, so sums of files
    add up to that of the answer."""
    total = np.zeros(len(columns["a"]), np.uint64)
    with np.errstate(over="ignore"):
        for place, name in enumerate(sorted(columns)):
            column = np.ascontiguousarray(columns[name])
            bits = column.view(np.uint64) if column.dtype.itemsize == 8 else column.astype(np.uint64)
            total ^= total >> np.uint64(29)
            total += bits
            total *= np.uint64((0x9E3779B97F4A7C15 + (place << 17)) | 1)
        sums = []
        for factor in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):
            mixed = total ^ (total >> np.uint64(31))
            mixed *= np.uint64(factor)
            mixed ^= mixed >> np.uint64(27)
            mixed *= np.uint64(factor)
            mixed ^= mixed >> np.uint64(32)
            sums.append(int(mixed.sum(dtype=np.uint64)))
    return sums[0], sums[1]


def hash_text(sums: list[tuple[int, int]]) -> str:
    return "".join(f"{sum(s[k] for s in sums) % 2**64:016x}" for k in (0, 1))


def write_rows(path: Path, columns: Columns, summary: dict[str, Any], condition: Path) -> None:
    """Writes a file of the answer, if the file `condition` is there; its metadata hold the summary."""
    table = pa.table({name: pa.array(column) for name, column in columns.items()})
    table = table.replace_schema_metadata({"satchel": json.dumps(summary)})
    order = pq.SortingColumn.from_ordering(table.schema, [("a", "ascending"), ("b", "ascending")])
    with whole_file(path, condition=condition) as unfinished:
        pq.write_table(
            table,
            unfinished,
            use_dictionary=False,
            compression="lz4",
            write_statistics=["a", "b"],
            sorting_columns=order,
        )


def read_summary(path: Path, region: tuple[float, ...] | None = None) -> dict[str, Any] | None:
    """What `write_rows` was told, of a file that is there. None: there is none, or a power cut left it unfinished, or it is of
    another region than this."""
    try:
        found: dict[str, Any] = json.loads(pq.read_schema(path).metadata[b"satchel"])
    except (FileNotFoundError, pa.ArrowInvalid):
        return None
    return found if region is None or found["region"] == list(region) else None


def answer_hash(folder: str | Path) -> str:
    """The hash of the rows of a folder, as the manifest has it: of all columns, whatever the files and their order are."""
    sums = []
    for path in sorted(Path(folder).glob("[!_.]*.parquet")):
        for batch in pq.ParquetFile(path).iter_batches(1 << 18):
            sums.append(hash_of({name: np.asarray(batch.column(name)) for name in batch.schema.names}))
    return hash_text(sums)
