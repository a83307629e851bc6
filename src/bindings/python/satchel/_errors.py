"""The exception of the package."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Error(ValueError):
    """Input that a call refuses. The text names the item, what is wrong and what would be right.

    ``code`` names the reason ("bad_body", "out_of_range", "wrong_shape", ...), ``argument`` the argument, ``index`` the
    item in it; the last two are None where there is none. Wrong types raise TypeError instead.
    """

    code: str
    argument: str | None
    index: int | None

    def __init__(self, text: str, code: str = "error", argument: str | None = None, index: int | None = None) -> None:
        super().__init__(text, code, argument, index)
        self.code = code
        self.argument = argument
        self.index = index

    def __str__(self) -> str:
        return str(self.args[0])


@contextmanager
def about_boxes(name: str, ids: Any = None) -> Iterator[None]:
    """Errors about a polygon or a pose are about box `ids[index]` of the argument `name`, or about box `index`."""
    try:
        yield
    except Error as error:
        if error.index is None:
            raise
        at = error.index if ids is None else int(ids[error.index])
        text = re.sub(r"^(polygon|pose) \d+: ", "", str(error))
        raise Error(f"{name}: box {at}: {text}", error.code, name, at) from None
