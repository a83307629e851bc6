"""More bodies, trajectories or replicas than one machine holds: joins and batches on a Dask cluster.

`join` finds all pairs of bodies of Parquet folders that touch or overlap. Needs the extra: ``pip install satchel[dask]``.
"""

from ._answer import answer_hash
from ._errors import BadRow
from ._generate import generate
from ._join import join
from ._pairs import collide_pairs

__all__ = ["BadRow", "answer_hash", "collide_pairs", "generate", "join"]
