"""Contacts of a list of pairs that does not fit into memory, nor do the bodies.

    ranges of ids, so that each has bodies and pairs that fit
    bodies:  a task a piece; puts bodies into ranges
    pairs:   a task a piece; puts pairs into ranges by body a, and notes which bodies b of other ranges they need
    lend:    a task a range; gives the bodies of the range that others need to these, each once
    collide: a task a range; its pairs, with its own and the lent bodies

Bodies are read once, and written once more for each range that needs them: few if near bodies have near ids, at most one a pair.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from distributed import Client

from .._errors import Error
from . import _answer, _record
from ._bodies import Array
from ._cluster import Progress, cluster_of
from ._driver import Driver, checked_counts, refuse_nested
from ._errors import BadRow, NoRow
from ._files import remove_unfinished, write_json
from ._ids import most_at_once, ranges_to_compare
from ._input import Input, open_columns, open_input
from ._memory import memory_of
from ._pair_tasks import (
    answer_path,
    bodies_task,
    collide_task,
    ids_task,
    lend_task,
    pairs_task,
    piece_path,
    sample_task,
)
from ._read import Piece, pieces_of, rows_a_piece


def collide_pairs(
    bodies: str | Path,
    pairs: str | Path,
    out: str | Path,
    client: Client | None = None,
    *,
    question: str = "contacts",
    ranges: int | None = None,
    workers: int | None = None,
    memory_limit: int | str | None = None,
    threads: int = 1,
    id: str = "id",
    geometry: str | None = None,
    progress: Progress = None,
) -> dict[str, Any]:
    """Asks a question of each pair of a list: the folder ``pairs`` of Parquet files with the columns ``a, b``, ids of bodies.

    Writes a row for each pair into ``out``, disjoint ones too: ``pair``, its row number over all files of ``pairs`` by name,
    ``a``, ``b`` as given, ``verdict`` and the columns of the question (as `join`). Rows are those of `collide` and its like on one
    scene of all bodies in the order of their ids, bit for bit. Files have ranges of ``a`` and are sorted by (a, b, pair).

    ``bodies``, ``client``, ``workers``, ``memory_limit``, ``threads`` and ``progress`` are those of `join`, and so are resuming and
    errors; ``ranges`` is the number of ranges of ids, None: as many as memory asks for. BadRow names a pair of a body that is not there.
    """
    if question not in _answer.columns_of:
        raise Error(
            f"question is {question!r}; wanted one of {', '.join(_answer.columns_of)}", "bad_question", "question"
        )
    checked_counts(ranges=ranges, workers=workers, threads=threads)
    folder = Path(out).resolve()
    refuse_nested(folder, bodies=bodies, pairs=pairs)
    sources = {
        "bodies": open_input(bodies, "bodies", geometry, id),
        "pairs": open_columns(pairs, "pairs", ("a", "b")),
    }
    inputs, options = {k: s.as_json() for k, s in sources.items()}, {"question": question, "ranges": ranges}
    record = _record.begun(folder, "collide_pairs", inputs, options)
    if record is not None and (manifest := _record.finished(folder)) is not None:
        if all(_answer.read_summary(answer_path(folder, k)) is not None for k in range(len(record["borders"]) + 1)):
            return manifest
    with cluster_of(client, workers, memory_limit) as running:
        return _PairList(running, folder, sources, options, threads, progress).run(record)


class _PairList(Driver):
    def __init__(
        self,
        client: Client,
        out: Path,
        sources: dict[str, Input],
        options: dict[str, Any],
        threads: int,
        progress: Progress,
    ) -> None:
        super().__init__(client, out, progress)
        self.sources, self.options, self.threads = sources, options, threads
        self.help = "" if options["ranges"] is None else ", or more ranges"

    def run(self, record: dict[str, Any] | None) -> dict[str, Any]:
        room = self.room.most
        remove_unfinished(self.out)
        self.record = self.timed("plan", lambda: record or self._begin())
        token, count = self.record["token"], len(self.record["borders"]) + 1
        try:
            pieces = sum(len(p) for p in self.record["pieces"].values())
            todo = [k for k in range(count) if _answer.read_summary(answer_path(self.out, k)) is None]
            self.done, self.tasks = 0, pieces + count + len(todo) if todo else 0
            if todo:
                for stage, task in (("bodies", bodies_task), ("pairs", pairs_task)):
                    rows = self.rows_at_once([Piece(*p) for p in self.record["pieces"][stage]])
                    given = {k: (str(self.out), token, k, rows) for k in range(len(self.record["pieces"][stage]))}
                    self.timed(stage, functools.partial(self._all, stage, task, given))
                self._compare_ids()
                work = {k: (str(self.out), token, k) for k in range(count)}
                self.timed("lend", functools.partial(self._all, "lend", lend_task, work))
            last = {k: (str(self.out), token, k, room) for k in todo}
            self.timed("collide", functools.partial(self._all, "collide", collide_task, last))
        except BadRow:
            self.forget("pairs-*.parquet")
            raise
        except NoRow as error:
            pieces_of_bodies = [Piece(*p) for p in self.record["pieces"]["bodies"]]
            found = self.with_row([self.sources["bodies"]], [pieces_of_bodies], error)
            if isinstance(found, BadRow):
                self.forget("pairs-*.parquet")
            raise found from None
        finally:
            remove_unfinished(self.out)
        each = [_answer.read_summary(answer_path(self.out, k)) or {} for k in range(count)]
        manifest = {
            **{"version": self.record["version"], "options": self.options},
            **{name: source.folder for name, source in self.sources.items()},
            "rows": sum(s["rows"] for s in each),
            "hash": _answer.hash_text([tuple(s["hash"]) for s in each]),
            "ranges": count,
            "bodies": self.sources["bodies"].body_count,
            "bodies_read": sum(s["bodies"] for s in each),
            "seconds": self.seconds,
        }
        self.clean()
        write_json(self.out / _record.manifest_name, manifest)
        return manifest

    def _all(self, name: str, task: Callable[..., None], work: dict[int, Any]) -> None:
        for _ in self.run_tasks(name, task, work, self.done, self.tasks):
            self.done += name != "ids"

    def _begin(self) -> dict[str, Any]:
        pieces = {name: pieces_of(source, rows_a_piece) for name, source in self.sources.items()}
        bodies, pairs = self.sources["bodies"].body_count, self.sources["pairs"].body_count
        # Bytes that a body and a pair take.
        body_bytes = memory_of(1, sum(p.memory for p in pieces["bodies"]) / 16 / max(1, bodies))
        values, bytes_of = [np.empty(0, np.uint64)], [np.empty(0)]
        for name, all_bytes in (("bodies", body_bytes * bodies), ("pairs", memory_of(0, 0, 2) * pairs)):
            work = {k: (self.sources[name], piece) for k, piece in enumerate(pieces[name])}
            sampled = np.concatenate([values[0], *dict(self.run_tasks("sample", sample_task, work)).values()])
            values.append(sampled)
            bytes_of.append(np.full(len(sampled), all_bytes / max(1, len(sampled))))
        borders = self._borders(np.concatenate(values), np.concatenate(bytes_of))
        return _record.begin(
            self.out,
            "collide_pairs",
            {name: source.as_json() for name, source in self.sources.items()},
            self.options,
            threads=self.threads,
            borders=borders,
            pieces={name: [list(asdict(p).values()) for p in list_of] for name, list_of in pieces.items()},
        )

    def _borders(self, values: Array, bytes_of: Array) -> list[int]:
        """Ids that cut the sampled ones into ranges of about the same bytes."""
        order = np.argsort(values)
        sums = np.cumsum(bytes_of[order])
        if len(sums) == 0:
            return []
        count = self.options["ranges"] or int(np.ceil(2 * sums[-1] / self.room.task))
        cuts = np.searchsorted(sums, np.arange(1, count) * sums[-1] / count)
        return [int(v) for v in np.unique(values[order][np.minimum(cuts, len(values) - 1)])]

    def _compare_ids(self) -> None:
        if self.sources["bodies"].id is None:
            return
        paths = [
            piece_path(self.out, "bodies", k).with_suffix(".ids") for k in range(len(self.record["pieces"]["bodies"]))
        ]
        at_once = int(min(most_at_once, self.room.task / 40))
        work = {
            k: (str(self.out), self.record["token"], low, high)
            for k, (low, high) in enumerate(ranges_to_compare(paths, at_once))
        }
        self._all("ids", ids_task, work)
