"""Errors of joins."""

from __future__ import annotations

from .._errors import Error


class NoRow(Error):
    """What a task refuses of the body ``id`` of the input ``side``. Tasks do not know its file and row: the driver looks for it."""

    def __init__(self, side: int, id: int, reason: str, code: str) -> None:
        super().__init__(f"the body with the id {id}: {reason}", code, "geometry")
        self.args = (side, id, reason, code)
        self.side, self.id, self.reason = side, id, reason

    def __str__(self) -> str:
        return f"the body with the id {self.id}: {self.reason}"


class RefusedShape(Error):
    """A scene refused a polygon of a tile: it is not known which."""


class NoMemory(Error):
    """A task would take ``needed`` bytes, which is more than there is."""

    def __init__(self, what: str, needed: int) -> None:
        super().__init__(f"{what} needs {needed} bytes", "no_memory", "memory_limit")
        self.args = (what, needed)
        self.what, self.needed = what, needed

    def __str__(self) -> str:
        return f"{self.what} needs {self.needed} bytes"


class BadRow(Error):
    """A row that is no body: ``file``, ``row`` (from 0, in that file) and the reason. It stops the call."""

    def __init__(self, file: str, row: int, reason: str, code: str = "bad_row") -> None:
        super().__init__(f"{file}, row {row}: {reason}", code, "geometry", row)
        self.args = (file, row, reason, code)
        self.file = file
        self.row = row
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.file}, row {self.row}: {self.reason}"
