"""The exception of the package."""

from __future__ import annotations


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
