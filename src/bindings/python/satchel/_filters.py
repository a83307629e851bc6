"""Filters of candidate pairs."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._dtypes import filter_dtype


def make_filters(
    bodies: int, *, category: Any = 1, mask: Any = 0xFFFFFFFFFFFFFFFF, group: Any = 0, is_static: Any = False
) -> np.ndarray[Any, Any]:
    """The filters of so many bodies, for `find_pairs`; each argument is one value, or one a body.

    Two static bodies are never a pair. If the groups of two bodies are equal and not 0, a positive group makes them a
    pair, a negative one prevents it. Otherwise they may be a pair if the category of each has a bit in common with the
    mask of the other.
    """
    filters = np.zeros(bodies, filter_dtype)
    filters["category"] = category
    filters["mask"] = mask
    filters["group"] = group
    filters["is_static"] = is_static
    return filters
