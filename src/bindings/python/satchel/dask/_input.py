"""Folders of Parquet: what is in them, and reading a piece of it.

Files count in the order of their names; a name that begins with `_` or `.` is skipped. Without a column `id` a body's id
is its row number over all files.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]

from .._errors import Error
from . import _geoarrow
from ._bodies import Array, RowError, polygons_of, posed_of
from ._errors import BadRow
from ._shapes import ShapeTable, read_shapes

rows_a_piece = 1 << 18  # rows of a task that reads input
rows_a_batch = 1 << 17  # rows that are in memory at once while input is read
table_name = "_shapes.parquet"


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


@dataclass(frozen=True)
class Input:
    """A folder of bodies. Small: files and columns, nothing that grows with bodies."""

    folder: str
    files: tuple[str, ...]
    rows: tuple[int, ...]
    geometry: str | None
    """the column of polygons; None: bodies are posed"""
    id: str | None
    pose: tuple[str, ...]
    """columns shape, x, y, angle or shape, x, y, cos, sin"""
    identity: str
    """a hash of what the files are: names, sizes, times of change, footers"""

    @property
    def body_count(self) -> int:
        return sum(self.rows)

    @property
    def is_posed(self) -> bool:
        return self.geometry is None

    def columns(self) -> list[str]:
        return [*([self.id] if self.id else []), *([self.geometry] if self.geometry else self.pose)]

    def first_row(self, file: int) -> int:
        return sum(self.rows[:file])

    def path(self, file: int) -> str:
        return str(Path(self.folder) / self.files[file])

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of_json(value: dict[str, Any]) -> Input:
        fields: dict[str, Any] = {key: tuple(item) if isinstance(item, list) else item for key, item in value.items()}
        return Input(**fields)


def open_input(folder: str | Path, name: str, geometry: str | None = None, id: str = "id") -> Input:
    """Looks at a folder of bodies, or a single file; `name` is the argument's name. Raises Error for what is none."""

    def choose(path: Path, schema: Any) -> dict[str, Any]:
        return _columns_of(path, schema, name, geometry, id)

    found = _open(folder, name, choose)
    if found.is_posed:
        table = Path(found.folder) / table_name
        if not table.exists():
            text = f"{found.path(0)} has posed bodies, but there is no table of shapes {table}"
            raise Error(text, "no_file", name)
        found = replace(found, identity=hashlib.sha256(found.identity.encode() + table.read_bytes()).hexdigest())
    return found


def open_columns(folder: str | Path, name: str, columns: tuple[str, ...]) -> Input:
    """Looks at a folder of rows of integers, as lists of pairs are."""

    def choose(path: Path, schema: Any) -> dict[str, Any]:
        for column in columns:
            if column not in schema.names:
                text = f"{path} has no column {column}; it has {', '.join(schema.names)}"
                raise Error(text, "no_column", name)
            if not pa.types.is_integer(schema.field(column).type):
                text = f"the column {column} of {path} has the type {schema.field(column).type}; wanted integers"
                raise Error(text, "wrong_type", name)
        return {"geometry": None, "id": None, "pose": columns}

    return _open(folder, name, choose)


def _open(folder: str | Path, name: str, choose: Callable[[Path, Any], dict[str, Any]]) -> Input:
    root = Path(folder)
    if not root.exists():
        raise Error(f"{name} is {root}, which does not exist; wanted a folder of Parquet files", "no_file", name)
    paths = (
        [root] if root.is_file() else sorted(p for p in root.rglob("*.parquet") if not _is_hidden(p.relative_to(root)))
    )
    root = root.parent if root.is_file() else root
    if not paths:
        raise Error(f"{name} is {root}, which has no Parquet file; wanted a folder of *.parquet", "no_file", name)
    seen = hashlib.sha256()
    schema, rows = None, []
    for path in paths:
        try:
            file = pq.ParquetFile(path)
        except pa.ArrowInvalid as error:
            raise Error(f"{path} is no Parquet file: {error}", "bad_file", name) from None
        with file:
            if schema is None:
                schema, chosen = file.schema_arrow, choose(path, file.schema_arrow)
            _check_columns(path, file.schema_arrow, schema, chosen)
            rows.append(file.metadata.num_rows)
        seen.update(f"{path.relative_to(root)} ".encode() + _footer(path))
    files = tuple(str(p.relative_to(root)) for p in paths)
    return Input(str(root.resolve()), files, tuple(rows), identity=seen.hexdigest(), **chosen)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(("_", ".")) for part in path.parts)


def _footer(path: Path) -> bytes:
    """Size, time of change and a hash of the footer of a file."""
    status = path.stat()
    with path.open("rb") as file:
        file.seek(max(0, status.st_size - 8))
        length = int.from_bytes(file.read(4), "little")
        file.seek(max(0, status.st_size - 8 - length))
        digest = hashlib.sha256(file.read(length + 8)).digest()
    return f"{status.st_size} {status.st_mtime_ns} ".encode() + digest


def _columns_of(path: Path, schema: Any, name: str, geometry: str | None, id: str) -> dict[str, Any]:
    names = schema.names
    key = id if id in names else None
    if id != "id" and key is None:
        raise Error(f"{path} has no column {id}; it has {', '.join(names)}", "no_column", name)
    if key is not None and not pa.types.is_integer(schema.field(key).type):
        raise Error(
            f"the column {key} of {path} has the type {schema.field(key).type}; wanted integers", "wrong_type", name
        )
    wanted = geometry or _primary_column(schema) or ("geometry" if "geometry" in names else None)
    if wanted is not None:
        if wanted not in names:
            raise Error(f"{path} has no column {wanted}; it has {', '.join(names)}", "no_column", name)
        if _geoarrow.geometry_form(schema.field(wanted).type) is None:
            raise Error(
                f"the column {wanted} of {path} has the type {schema.field(wanted).type}; wanted WKB, or GeoArrow polygons or multipolygons of doubles",
                "wrong_type",
                name,
            )
        return {"geometry": wanted, "id": key, "pose": ()}
    for pose in (("shape", "x", "y", "cos", "sin"), ("shape", "x", "y", "angle")):
        if set(pose) <= set(names):
            return {"geometry": None, "id": key, "pose": pose}
    raise Error(
        f"{path} has the columns {', '.join(names)}; wanted geometry, or shape, x, y and angle, or shape, x, y, cos and sin",
        "no_column",
        name,
    )


def _primary_column(schema: Any) -> str | None:
    """The column that GeoParquet's metadata names."""
    text = (schema.metadata or {}).get(b"geo")
    try:
        return json.loads(text).get("primary_column") if text else None
    except (ValueError, AttributeError):
        return None


def _check_columns(path: Path, schema: Any, first: Any, chosen: dict[str, Any]) -> None:
    for column in (chosen["id"], chosen["geometry"], *chosen["pose"]):
        if column is None:
            continue
        if column not in schema.names:
            raise Error(f"{path} has no column {column}; the first file has", "no_column")
        if column == chosen["geometry"] and _geoarrow.geometry_form(schema.field(column).type) is None:
            raise Error(
                f"the column {column} of {path} has the type {schema.field(column).type}; the first file's is {first.field(column).type}",
                "wrong_type",
            )


def pieces_of(source: Input, rows: int) -> list[Piece]:
    """Pieces of about so many rows, or of one row group where that has more."""
    pieces: list[Piece] = []
    for file in range(len(source.files)):
        with pq.ParquetFile(source.path(file)) as opened:
            meta = opened.metadata
            wanted = set(source.columns())
            first = row = here = size = 0
            for group in range(meta.num_row_groups):
                columns = meta.row_group(group)
                count = columns.num_rows
                if here and here + count > rows:
                    pieces.append(Piece(file, first, group, row, here, size))
                    first, row, here, size = group, row + here, 0, 0
                here += count
                size += sum(
                    columns.column(c).total_compressed_size
                    for c in range(columns.num_columns)
                    if columns.column(c).path_in_schema.split(".")[0] in wanted
                )
            if here:
                pieces.append(Piece(file, first, meta.num_row_groups, row, here, size))
    return pieces


def read_tables(
    source: Input, piece: Piece, rows: int = rows_a_batch, columns: list[str] | None = None
) -> Iterator[tuple[int, Any]]:
    """(row number in its file, record batch) of a piece, batch by batch, of the columns that matter, or of these."""
    with pq.ParquetFile(source.path(piece.file), pre_buffer=False, buffer_size=1 << 20) as opened:
        row, groups = piece.row, list(range(piece.first, piece.last))
        for batch in opened.iter_batches(rows, groups, columns or source.columns(), use_threads=False):
            yield row, batch
            row += len(batch)


def read_bodies(source: Input, piece: Piece, check: bool = False, rows: int = rows_a_batch) -> Iterator[Any]:
    """Batches of bodies (`_bodies`) of a piece. Raises BadRow."""
    table = shape_table(source.folder, source.identity) if source.is_posed else None
    for row, batch in read_tables(source, piece, rows):
        try:
            ids = _ids(source, piece.file, row, batch)
            if table is None:
                yield polygons_of(batch.column(source.geometry), ids, check)
            else:
                columns = [batch.column(name) for name in source.pose]
                for column in columns:
                    if column.null_count:
                        raise RowError(
                            int(np.argmax(np.asarray(column.is_null()))), "the pose has a null; wanted numbers"
                        )
                poses = np.stack([np.asarray(c).astype(np.float64) for c in columns[1:]], -1)
                yield posed_of(np.asarray(columns[0]).astype(np.int64), poses, ids, table.scene, table.shapes)
        except RowError as error:
            raise BadRow(source.path(piece.file), row + error.row, error.reason) from None


def _ids(source: Input, file: int, row: int, batch: Any) -> Array:
    if source.id is None:
        first = source.first_row(file) + row
        return np.arange(first, first + len(batch), dtype=np.uint64)
    column = batch.column(source.id)
    if column.null_count:
        raise RowError(int(np.argmax(np.asarray(column.is_null()))), "the id is null; wanted an integer")
    ids = np.asarray(column)
    if ids.dtype.kind == "i" and (ids < 0).any():
        k = int(np.argmax(ids < 0))
        raise RowError(k, f"the id is {ids[k]}; wanted 0 or more")
    return ids.astype(np.uint64)


@functools.lru_cache(maxsize=4)
def shape_table(folder: str, identity: str) -> ShapeTable:
    """The shapes of posed bodies, read once a process."""
    return read_shapes(Path(folder) / table_name)
