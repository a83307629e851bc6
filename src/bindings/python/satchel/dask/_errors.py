"""Errors of joins."""

from __future__ import annotations

from .._errors import Error


class RefusedBody(Error):
    """A scene refused a body of a tile. Tiles do not know files and rows: the driver looks for the row."""


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
