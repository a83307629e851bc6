"""Folders of Parquet: what is in them. `_read` reads it.

Files count in the order of their names; a name that begins with `_` or `.` is skipped. Without a column `id`, or where that has
text, a body's id is its row number over all files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]

from .._errors import Error
from .. import _geoarrow

table_name = "_shapes.parquet"


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

    def row_of(self, number: int) -> tuple[str, int]:
        """(file, row) of the row with that number over all files."""
        ends = np.cumsum(self.rows)
        file = int(np.searchsorted(ends, number, side="right"))
        return self.path(file), int(number) - int(ends[file] - self.rows[file])

    def only(self, file: int) -> Input:
        """The input with one of its files, which is small enough to send."""
        return replace(self, files=(self.files[file],), rows=(self.rows[file],))

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
            _check_integers(path, schema, column, name)
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
    if key == "id" and _is_text(schema.field(key).type):
        key = None  # as tables of maps have; a column that is named has to have integers
    if key is not None:
        _check_integers(path, schema, key, name)
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
            _check_numbers(path, schema, pose, name)
            return {"geometry": None, "id": key, "pose": pose}
    raise Error(
        f"{path} has the columns {', '.join(names)}; wanted geometry, or shape, x, y and angle, or shape, x, y, cos and sin",
        "no_column",
        name,
    )


def _is_text(kind: Any) -> bool:
    kind = _geoarrow.plain_type(kind)
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _check_integers(path: Path, schema: Any, column: str, name: str) -> None:
    kind = schema.field(column).type
    if not pa.types.is_integer(_geoarrow.plain_type(kind)) and not pa.types.is_null(kind):
        text = f"the column {column} of {path} has the type {kind}; wanted integers"
        raise Error(text, "wrong_type", name)


def _check_numbers(path: Path, schema: Any, columns: tuple[str, ...], name: str) -> None:
    for column in columns:
        kind = _geoarrow.plain_type(schema.field(column).type)
        if not (pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_null(kind)):
            text = f"the column {column} of {path} has the type {schema.field(column).type}; wanted numbers"
            raise Error(text, "wrong_type", name)


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
        if column == chosen["id"]:
            _check_integers(path, schema, column, "id")
        elif column != chosen["geometry"]:
            _check_numbers(path, schema, (column,), "pose")
        if column == chosen["geometry"] and _geoarrow.geometry_form(schema.field(column).type) is None:
            raise Error(
                f"the column {column} of {path} has the type {schema.field(column).type}; the first file's is {first.field(column).type}",
                "wrong_type",
            )
