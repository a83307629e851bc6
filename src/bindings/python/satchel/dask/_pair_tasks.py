"""The tasks of `collide_pairs`, as workers run them."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

from . import _answer, _record
from .._threads import limited
from ._bodies import Array, polygon_schema, posed_schema
from ._driver import scratch_name
from ._errors import BadRow, NoMemory
from ._files import whole_file
from ._ids import compare, write_ids
from ._input import Input
from ._memory import memory_of
from ._read import Piece, read_bodies, read_tables
from ._scene import scene_of
from ._sections import SectionWriter, is_whole, read_index, read_section
from ._stages import table_of

listed = pa.schema([("pair", pa.uint64()), ("a", pa.uint64()), ("b", pa.uint64())])
wanted = pa.schema([("range", pa.uint32()), ("b", pa.uint64())])


def answer_path(out: Path, number: int) -> Path:
    return out / f"pairs-{number:06d}.parquet"


def piece_path(out: Path, what: str, number: int) -> Path:
    return out / scratch_name / f"{what}-{number:06d}.sections"


class _Work:
    """What tasks read of the record."""

    def __init__(self, out: str, token: str) -> None:
        record = _record.read_record(out, token)
        self.out = Path(out)
        self.sources = {name: Input.of_json(value) for name, value in record["inputs"].items()}
        self.pieces = {name: [Piece(*p) for p in pieces] for name, pieces in record["pieces"].items()}
        self.borders = np.array(record["borders"], np.uint64)
        self.count = len(self.borders) + 1
        self.question, self.threads = record["options"]["question"], record["threads"]
        self.schema = posed_schema if self.sources["bodies"].is_posed else polygon_schema

    def ranges_of(self, ids: Array) -> Array:
        return np.searchsorted(self.borders, ids, side="right")

    def members(self, ranges: Array) -> list[Array]:
        order = np.argsort(ranges, kind="stable")
        return np.split(order, np.searchsorted(ranges[order], np.arange(1, self.count)))

    def sections(self, what: str, section: int, schema: Any, pieces: int) -> list[Any]:
        return [b for k in range(pieces) for b in read_section(piece_path(self.out, what, k), section, schema)]

    def bodies(self, section: int) -> list[Any]:
        return self.sections("bodies", section, self.schema, len(self.pieces["bodies"]))


@functools.lru_cache(maxsize=8)
def _work(out: str, token: str) -> _Work:
    return _Work(out, token)


def sample_task(source: Input, piece: Piece) -> Array:
    """Some ids of bodies, or some bodies a, of a piece."""
    column = source.pose[0] if source.geometry is None and source.pose[0] == "a" else source.id
    if column is None:
        first = source.first_row(piece.file) + piece.row
        return np.arange(first, first + piece.rows, max(1, piece.rows // 512), dtype=np.uint64)
    parts = [np.asarray(batch.column(column).drop_null()) for _, batch in read_tables(source, piece, columns=[column])]
    ids = np.concatenate(parts) if parts else np.empty(0)
    return np.sort(ids.astype(np.uint64))[:: max(1, len(ids) // 512)]


def bodies_task(out: str, token: str, k: int, rows: int) -> None:
    work = _work(out, token)
    path = piece_path(work.out, "bodies", k)
    if is_whole(path, work.count):
        return
    source, piece, ids = work.sources["bodies"], work.pieces["bodies"][k], []
    with whole_file(path) as unfinished, unfinished.open("wb") as file:
        writer = SectionWriter(file, work.count)
        for batch in read_bodies(source, piece, rows, check=True):
            ids.append(batch.column("id").to_numpy())
            writer.add(batch, work.members(work.ranges_of(ids[-1])))
        writer.finish()
        if source.id is not None:
            write_ids(path.with_suffix(".ids"), ids, 0)


def ids_task(out: str, token: str, low: int, high: int) -> None:
    work = _work(out, token)
    pieces = work.pieces["bodies"]
    paths = [piece_path(work.out, "bodies", k).with_suffix(".ids") for k in range(len(pieces))]
    compare(paths, 0, low, high)


def pairs_task(out: str, token: str, k: int, rows: int) -> None:
    work = _work(out, token)
    path, needs_path = piece_path(work.out, "pairs", k), piece_path(work.out, "needs", k)
    if is_whole(path, work.count):
        return
    source, piece = work.sources["pairs"], work.pieces["pairs"][k]
    with (
        whole_file(path) as unfinished,
        unfinished.open("wb") as file,
        whole_file(needs_path) as also_unfinished,
        also_unfinished.open("wb") as needs_file,
    ):
        writer, needs_writer = SectionWriter(file, work.count), SectionWriter(needs_file, work.count)
        for row, batch in read_tables(source, piece, rows):
            first = source.first_row(piece.file) + row
            a, b = (_ids_of(source, piece, row, batch.column(name)) for name in ("a", "b"))
            numbers = np.arange(first, first + len(a), dtype=np.uint64)
            of_a, of_b = work.ranges_of(a), work.ranges_of(b)
            writer.add(
                pa.RecordBatch.from_arrays([pa.array(c) for c in (numbers, a, b)], schema=listed), work.members(of_a)
            )
            foreign = of_a != of_b
            ranges, needed = _each_once(of_a[foreign].astype(np.uint32), b[foreign])
            needs = pa.RecordBatch.from_arrays([pa.array(ranges), pa.array(needed)], schema=wanted)
            needs_writer.add(needs, work.members(work.ranges_of(needed)))
        writer.finish()
        needs_writer.finish()


def _each_once(ranges: Array, ids: Array) -> tuple[Array, Array]:
    """The different (range, id), sorted."""
    order = np.lexsort((ids, ranges))
    ranges, ids = ranges[order], ids[order]
    first = np.ones(len(ids), bool)
    first[1:] = (ranges[1:] != ranges[:-1]) | (ids[1:] != ids[:-1])
    return ranges[first], ids[first]


def _ids_of(source: Input, piece: Piece, row: int, column: Any) -> Array:
    if column.null_count:
        raise BadRow(
            source.path(piece.file),
            row + int(np.argmax(np.asarray(column.is_null()))),
            "the pair has a null; wanted two ids",
        )
    ids = np.asarray(column)
    if ids.dtype.kind == "i" and (ids < 0).any():
        at = int(np.argmax(ids < 0))
        raise BadRow(source.path(piece.file), row + at, f"the pair has the id {ids[at]}; wanted 0 or more")
    return ids.astype(np.uint64)


def lend_task(out: str, token: str, k: int) -> None:
    """Writes the bodies of a range that other ranges need."""
    work = _work(out, token)
    path = piece_path(work.out, "lent", k)
    if is_whole(path, work.count):
        return
    needs = work.sections("needs", k, wanted, len(work.pieces["pairs"]))
    if needs:
        ranges, needed = _each_once(
            *(np.concatenate([n.column(name).to_numpy() for n in needs]) for name in wanted.names)
        )
    with whole_file(path) as unfinished, unfinished.open("wb") as file:
        writer = SectionWriter(file, work.count)
        for batch in work.bodies(k) if needs else []:
            ids = batch.column("id").to_numpy()
            order = np.argsort(ids)
            places = np.minimum(np.searchsorted(ids[order], needed), len(ids) - 1)
            here = ids[order][places] == needed
            rows, takers = order[places[here]], ranges[here]
            writer.add(batch, [rows[takers == r] for r in range(work.count)])
        writer.finish()


def collide_task(out: str, token: str, k: int, room: int) -> None:
    """Writes the rows of the pairs of a range, by a task that may take `room` bytes."""
    work = _work(out, token)
    path = answer_path(work.out, k)
    if _answer.read_summary(path) is not None:
        return
    pairs, bodies, size = 0, 0, 0
    for what, count in (
        ("pairs", len(work.pieces["pairs"])),
        ("bodies", len(work.pieces["bodies"])),
        ("lent", work.count),
    ):
        for piece in range(count):
            entry = read_index(piece_path(work.out, what, piece))[:, k].sum(0)
            pairs += int(entry[1]) if what == "pairs" else 0
            bodies += int(entry[1]) if what != "pairs" else 0
            size += int(entry[2])
    needed = memory_of(bodies, size / 16, 2 * pairs)
    if needed > room:
        raise NoMemory(f"range {k} of ids, with {bodies} bodies and {pairs} pairs,", needed)
    lists = work.sections("pairs", k, listed, len(work.pieces["pairs"]))
    number, a, b = (
        np.concatenate([t.column(name).to_numpy() for t in lists]) if lists else np.empty(0, np.uint64)
        for name in listed.names
    )
    order = np.lexsort((number, b, a))
    number, a, b = number[order], a[order], b[order]
    used = np.unique(np.concatenate([a, b]))
    batches = []
    for batch in [*work.bodies(k), *work.sections("lent", k, work.schema, work.count)]:
        batches.append(batch.filter(pa.array(np.isin(batch.column("id").to_numpy(), used))))
    with limited(work.threads):
        scene, ids = scene_of([batch for batch in batches if len(batch)], table_of(work.sources["bodies"]))
    _refuse_unknown(work, number, (a, b), ids)
    places = np.stack([np.searchsorted(ids, column) for column in (a, b)], -1).astype(np.uint32)
    rows = _answer.ask((scene,), (ids, ids), places, work.question, "candidates", work.threads)
    rows = {"pair": number, **rows}
    summary = {"rows": len(number), "bodies": len(ids), "hash": list(_answer.hash_of(rows))}
    _answer.write_rows(path, rows, summary, work.out / _record.plan_name)


def _refuse_unknown(work: _Work, number: Array, columns: tuple[Array, Array], ids: Array) -> None:
    for column in columns:
        known = np.isin(column, ids)
        if known.all():
            continue
        at = int(np.argmin(np.where(known, np.uint64(2**64 - 1), number)))
        where = work.sources["bodies"].folder
        raise BadRow(*work.sources["pairs"].row_of(int(number[at])), f"there is no body {column[at]} in {where}")
