"""Bodies on disk in the order of tiles: a file for each piece of the input, which has a section for each batch of rows and
tile. A section is an Arrow record batch of `_bodies`; a body is in the section of each tile that it meets.

File: sections; the index, int64 (batches, tiles, 3): where the section begins, its bodies, its bytes of vertices; the
number of batches and of tiles, int64.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

from ._bodies import Array, boxes_of, polygon_schema, posed_schema
from ._files import whole_file
from ._ids import write_ids
from ._input import Input, Piece, read_bodies
from ._tiles import Region, Tree, meets


@dataclass
class Ordered:
    """What an order file holds: small."""

    bodies: int
    in_tiles: Array
    """bodies of each tile"""
    vertex_bytes: Array
    """bytes of vertices of each tile"""
    bytes: int


def write_order(path: Path, source: Input, piece: Piece, tree: Tree, margin: float) -> Ordered:
    """Writes the order file of a piece, unless it is there."""
    if not path.exists():
        rows, ids = [], []
        with whole_file(path) as unfinished, unfinished.open("wb", buffering=1 << 20) as file:
            for batch in read_bodies(source, piece):
                rows.append(_write_sections(file, batch, tree, margin))
                ids.append(batch.column("id").to_numpy())
            if source.id is not None:
                write_ids(path.with_suffix(".ids"), ids, source.path(piece.file))
            file.write(np.array(rows, np.int64).reshape(-1, len(tree.regions), 3).tobytes())
            file.write(np.array([len(rows), len(tree.regions)], np.int64).tobytes())
    index = read_index(path)
    return Ordered(piece.rows, index[:, :, 1].sum(0), index[:, :, 2].sum(0), path.stat().st_size)


def _write_sections(file: Any, batch: Any, tree: Tree, margin: float) -> Array:
    members = tree.members(boxes_of(batch), margin)
    ordered = batch.take(pa.array(np.concatenate(members)))
    index = np.zeros((len(members), 3), np.int64)
    first = 0
    for tile, rows in enumerate(members):
        index[tile] = file.tell(), len(rows), 0
        if len(rows) == 0:
            continue
        section = ordered.slice(first, len(rows))
        first += len(rows)
        if "vertices" in section.schema.names:
            offsets = np.frombuffer(section.column("vertices").buffers()[1], np.int64)[first - len(rows) : first + 1]
            index[tile, 2] = offsets[-1] - offsets[0]
        file.write(section.serialize())
    return index


def read_index(path: Path, tile: int | None = None) -> Array:
    """The index of an order file, or of one tile of it: (batches, 3)."""
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(size - 16)
        batches, tiles = np.frombuffer(file.read(16), np.int64).tolist()
        start = size - 16 - batches * tiles * 24
        if tile is None:
            file.seek(start)
            return np.frombuffer(file.read(batches * tiles * 24), np.int64).reshape(batches, tiles, 3)
        rows = []
        for batch in range(batches):
            file.seek(start + (batch * tiles + tile) * 24)
            rows.append(np.frombuffer(file.read(24), np.int64))
        return np.stack(rows) if rows else np.empty((0, 3), np.int64)


def read_sections(
    path: Path, tile: int, is_posed: bool, region: Region | None = None, margin: float = 0.0
) -> Iterator[Any]:
    """The batches of a tile in an order file; with a region, those of their bodies that meet it."""
    schema = posed_schema if is_posed else polygon_schema
    size = path.stat().st_size
    with path.open("rb", buffering=0) as file:
        file.seek(size - 16)
        batches, tiles = np.frombuffer(file.read(16), np.int64).tolist()
        start = size - 16 - batches * tiles * 24
        for batch in range(batches):
            at = start + (batch * tiles + tile) * 24
            place, bodies, _ = np.frombuffer(os.pread(file.fileno(), 24, at), np.int64).tolist()
            if bodies == 0:
                continue
            following = os.pread(file.fileno(), 8, at + 24) if batch * tiles + tile + 1 < batches * tiles else None
            end = int(np.frombuffer(following, np.int64)[0]) if following else start
            data = np.empty(end - place, np.uint8)
            file.seek(place)
            file.readinto(data.data)
            section = pa.ipc.read_record_batch(pa.py_buffer(data), schema)
            if region is not None:
                section = section.filter(pa.array(meets(boxes_of(section), region, margin)))
            yield section
