"""Reading folders of Parquet, piece by piece."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]

from ._bodies import Array, RowError, polygons_of, posed_of
from ._errors import BadRow
from .._geoarrow import plain
from ._input import Input, table_name
from ._memory import memory_of
from ._shapes import ShapeTable, read_shapes

rows_a_piece = 1 << 18  # rows of a task that reads input
rows_a_batch = 1 << 17  # rows that are in memory at once while input is read, if there is room


@dataclass(frozen=True)
class Piece:
    """Row groups [first, last) of a file."""

    file: int
    first: int
    last: int
    row: int
    """the number of its first row in that file"""
    rows: int
    bytes: int
    """compressed, of the columns that are read"""
    memory: int
    """bytes of these once they are not compressed"""


def pieces_of(source: Input, rows: int) -> list[Piece]:
    """Pieces of about so many rows, or of one row group where that has more."""
    pieces: list[Piece] = []
    for file in range(len(source.files)):
        with pq.ParquetFile(source.path(file)) as opened:
            meta = opened.metadata
            wanted = set(source.columns())
            first = row = here = size = memory = 0
            for group in range(meta.num_row_groups):
                columns = meta.row_group(group)
                count = columns.num_rows
                if here and here + count > rows:
                    pieces.append(Piece(file, first, group, row, here, size, memory))
                    first, row, here, size, memory = group, row + here, 0, 0, 0
                here += count
                for c in range(columns.num_columns):
                    column = columns.column(c)
                    if column.path_in_schema.split(".")[0] in wanted:
                        size += column.total_compressed_size
                        memory += column.total_uncompressed_size
            if here:
                pieces.append(Piece(file, first, meta.num_row_groups, row, here, size, memory))
    return pieces


def read_tables(
    source: Input, piece: Piece, rows: int = rows_a_batch, columns: list[str] | None = None
) -> Iterator[tuple[int, Any]]:
    """(row number in its file, record batch) of a piece, batch by batch, of the columns that matter, or of these, in forms
    that are read (`plain`)."""
    with pq.ParquetFile(source.path(piece.file), pre_buffer=False, buffer_size=1 << 20) as opened:
        row, groups = piece.row, list(range(piece.first, piece.last))
        for batch in opened.iter_batches(rows, groups, columns or source.columns(), use_threads=False):
            yield row, pa.RecordBatch.from_arrays([plain(c) for c in batch.columns], batch.schema.names)
            row += len(batch)


def row_bytes(pieces: Sequence[Piece]) -> int:
    """Bytes of memory that a task takes for a row, on the average."""
    rows = sum(piece.rows for piece in pieces)
    return memory_of(1, sum(piece.memory for piece in pieces) / 16 / max(1, rows))


def read_bodies(source: Input, piece: Piece, rows: int = rows_a_batch, check: bool = False) -> Iterator[Any]:
    """Batches of bodies (`_bodies`) of a piece. Raises BadRow."""
    for first, batch in read_tables(source, piece, rows):
        yield _bodies(source, piece.file, np.arange(first, first + len(batch)), batch, check)


def sample_bodies(source: Input, piece: Piece, wanted: int, rows: int) -> Iterator[Any]:
    """Bodies from all over a piece: of each of so many equal parts of its rows one, at a place that a hash decides."""
    rng = np.random.default_rng([zlib.crc32(source.files[piece.file].encode()), piece.row])
    chosen = np.unique(((np.arange(wanted) + rng.random(wanted)) * piece.rows / wanted).astype(np.int64)) + piece.row
    for first, batch in read_tables(source, piece, rows):
        here = chosen[np.searchsorted(chosen, first) : np.searchsorted(chosen, first + len(batch))]
        if len(here):
            yield _bodies(source, piece.file, here, batch.take(pa.array(here - first)), False)


def _bodies(source: Input, file: int, rows: Array, batch: Any, check: bool) -> Any:
    """The bodies of these rows of a file."""
    try:
        ids = _ids(source, file, rows, batch)
        if source.geometry is not None:
            return polygons_of(batch.column(source.geometry), ids, check)
        table = shape_table(source.folder, source.identity)
        columns = [batch.column(name) for name in source.pose]
        for column in columns:
            if column.null_count:
                raise RowError(int(np.argmax(np.asarray(column.is_null()))), "the pose has a null; wanted numbers")
        poses = np.stack([np.asarray(c).astype(np.float64) for c in columns[1:]], -1)
        return posed_of(_shape_rows(np.asarray(columns[0])), poses, ids, table.scene, table.shapes)
    except RowError as error:
        raise BadRow(source.path(file), int(rows[error.row]), error.reason) from None


def _shape_rows(column: Array) -> Array:
    whole = column.astype(np.int64, copy=False) if column.dtype.kind in "iu" else np.floor(column)
    if (wrong := whole != column).any():
        row = int(np.argmax(wrong))
        raise RowError(row, f"the shape is {column[row]}; wanted an integer, a row of {table_name}")
    return np.clip(whole, -1, 2**62).astype(np.int64)


def _ids(source: Input, file: int, rows: Array, batch: Any) -> Array:
    if source.id is None:
        return (source.first_row(file) + rows).astype(np.uint64)
    column = batch.column(source.id)
    if column.null_count:
        raise RowError(int(np.argmax(np.asarray(column.is_null()))), "the id is null; wanted an integer")
    ids = np.asarray(column)
    if ids.dtype.kind == "i" and (ids < 0).any():
        k = int(np.argmax(ids < 0))
        raise RowError(k, f"the id is {ids[k]}; wanted 0 or more")
    return ids.astype(np.uint64)


def find_id(source: Input, piece: Piece, id: int) -> list[int]:
    """The rows of a piece that have that id."""
    found: list[int] = []
    for first, batch in read_tables(source, piece, columns=[str(source.id)]):
        found += (first + np.flatnonzero(np.asarray(batch.column(source.id)) == id)).tolist()
    return found


@functools.lru_cache(maxsize=4)
def shape_table(folder: str, identity: str) -> ShapeTable:
    """The shapes of posed bodies, read once a process."""
    return read_shapes(Path(folder) / table_name)
