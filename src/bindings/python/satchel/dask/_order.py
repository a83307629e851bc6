"""Bodies on disk in the order of tiles: a file of sections (`_sections`) for each piece of the input. A body is in the
section of each tile that it meets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

from ._bodies import Array, boxes_of, polygon_schema, posed_schema
from ._files import whole_file
from ._ids import write_ids
from ._input import Input
from ._read import Piece, read_bodies
from ._sections import SectionWriter, is_whole, read_index, read_section
from ._tiles import Region, Tree, meets


@dataclass
class Ordered:
    """What an order file holds: small."""

    in_tiles: Array
    """bodies of each tile"""
    vertex_bytes: Array
    """bytes of vertices of each tile"""


def write_order(path: Path, source: Input, side: int, piece: Piece, tree: Tree, margin: float, rows: int) -> Ordered:
    """Writes the order file of a piece, unless it is there, and beside it the sorted ids, if there is a column of ids; so many
    rows at once."""
    if not is_whole(path, len(tree.regions)):
        ids = []
        with whole_file(path) as unfinished, unfinished.open("wb", buffering=1 << 20) as file:
            writer = SectionWriter(file, len(tree.regions))
            for batch in read_bodies(source, piece, rows):
                writer.add(batch, tree.members(boxes_of(batch), margin))
                ids.append(batch.column("id").to_numpy())
            writer.finish()
            if source.id is not None:
                write_ids(path.with_suffix(".ids"), ids, side)
    index = read_index(path)
    return Ordered(index[:, :, 1].sum(0), index[:, :, 2].sum(0))


def read_tile(path: Path, tile: int, is_posed: bool, region: Region | None, margin: float) -> Iterator[Any]:
    """The batches of a tile; with a region, those of their bodies that meet it."""
    for section in read_section(path, tile, posed_schema if is_posed else polygon_schema):
        if region is not None:
            section = section.filter(pa.array(meets(boxes_of(section), region, margin)))
        yield section
