"""Files of record batches in sections: what a task writes for each of the tasks that come after it.

File: sections, each an Arrow record batch of the rows that a batch has for it; the index, int64 (batches, sections, 3): where
the section begins, its rows, its bytes of vertices; the number of batches and of sections, int64.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

from ._bodies import Array


class SectionWriter:
    def __init__(self, file: Any, sections: int) -> None:
        self._file, self._sections = file, sections
        self._index: list[Array] = []

    def add(self, batch: Any, members: list[Array]) -> None:
        """Writes the rows of each section; a row may be in several. Takes no more rows at once than the batch has."""
        index = np.zeros((self._sections, 3), np.int64)
        first = 0
        while first < len(members):
            last, rows = first + 1, len(members[first])
            while last < len(members) and rows + len(members[last]) <= len(batch):
                rows += len(members[last])
                last += 1
            self._write(batch, members[first:last], index[first:last])
            first = last
        self._index.append(index)

    def _write(self, batch: Any, members: list[Array], index: Array) -> None:
        ordered = batch.take(pa.array(np.concatenate(members)))
        ends = np.cumsum([len(rows) for rows in members])
        vertices = None
        if "vertices" in batch.schema.names:
            column = ordered.column("vertices")
            vertices = np.frombuffer(column.buffers()[1], np.int64)[column.offset :]
        for k, (end, rows) in enumerate(zip(ends, members)):
            size = 0 if vertices is None else vertices[end] - vertices[end - len(rows)]
            index[k] = self._file.tell(), len(rows), size
            if len(rows):
                self._file.write(ordered.slice(end - len(rows), len(rows)).serialize())

    def finish(self) -> None:
        self._file.write(np.array(self._index, np.int64).reshape(-1, self._sections, 3).tobytes())
        self._file.write(np.array([len(self._index), self._sections], np.int64).tobytes())


def is_whole(path: Path, sections: int) -> bool:
    """Whether the file is there, and a power cut has not left it unfinished."""
    if not path.exists() or (size := path.stat().st_size) < 16:
        return False
    with path.open("rb") as file:
        batches, found = np.frombuffer(os.pread(file.fileno(), 16, size - 16), np.int64).tolist()
    return bool(found == sections and 0 <= batches * sections * 24 <= size - 16)


def read_index(path: Path) -> Array:
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(size - 16)
        batches, sections = np.frombuffer(file.read(16), np.int64).tolist()
        file.seek(size - 16 - batches * sections * 24)
        return np.frombuffer(file.read(batches * sections * 24), np.int64).reshape(batches, sections, 3)


def read_section(path: Path, section: int, schema: Any) -> Iterator[Any]:
    """The batches of a section; reads no more than these and their places."""
    size = path.stat().st_size
    with path.open("rb", buffering=0) as file:
        batches, sections = np.frombuffer(os.pread(file.fileno(), 16, size - 16), np.int64).tolist()
        start = size - 16 - batches * sections * 24
        for batch in range(batches):
            at = batch * sections + section
            entry = np.frombuffer(os.pread(file.fileno(), 32, start + at * 24), np.int64)
            if entry[1] == 0:
                continue
            end = entry[3] if at + 1 < batches * sections else start
            data = np.empty(int(end - entry[0]), np.uint8)
            file.seek(int(entry[0]))
            file.readinto(data.data)
            yield pa.ipc.read_record_batch(pa.py_buffer(data), schema)
