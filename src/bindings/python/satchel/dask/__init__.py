"""More bodies, pairs, trajectories or replicas than one machine holds, on a Dask cluster: ``pip install '.[dask]'``.

`join` finds all pairs of bodies of Parquet folders that touch or overlap; `collide_pairs` asks about a list of pairs; `first_hits` tests
trajectories; `map_replicas` calls a function with many seeds. `python -m satchel.dask` joins and makes test data.
"""

from ._answer import answer_hash
from ._errors import BadRow
from ._generate import generate
from ._join import join
from ._pairs import collide_pairs
from ._replicas import map_replicas, replica_seed
from ._simulate import simulate
from ._trajectories import first_hits

__all__ = [
    "BadRow",
    "answer_hash",
    "collide_pairs",
    "first_hits",
    "generate",
    "join",
    "map_replicas",
    "replica_seed",
    "simulate",
]
