# The module's types. tests/bindings/python/test_stubs.py compares them with the module.
from collections.abc import Callable, Sequence
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from ._found import (
    BodiesAtPoses, Clearances, CollisionTimes, FirstHits, FoundBodies, FoundImages, FoundRayHits, FoundShapeHits, ImageHits,
    ImagePairs, NearBodies, NearBody, RayHit, RayHits, ShapeHit, ShapeHits, TrajectoryHits,
)
from ._results import Contacts, Distances, Hits, Impacts, Manifolds, Overlaps, PartManifolds, PushOuts

__version__: str

_Ids = npt.NDArray[np.uint32]
_Doubles = npt.NDArray[np.float64]
_Reals = npt.NDArray[Any]
_Images = ImagePairs | npt.ArrayLike
_Lists = npt.ArrayLike | Sequence[npt.ArrayLike]  # of trajectories: one array, or an array for each
_Progress = Callable[[int, int], object] | None

_Pairs = KeptPairs | npt.ArrayLike

class Stats:
    pairs: int
    decided_by_lanes: int
    decided_by_double: int
    decided_exactly: int
    by_discs: int
    by_facing_parts: int
    by_outlines: int
    def __init__(self) -> None: ...
    @property
    def of_class(self) -> dict[str, int]: ...
    def __repr__(self) -> str: ...

class Scene:
    def __init__(self, dtype: npt.DTypeLike | None = None) -> None: ...
    def add_polygon(self, vertices: npt.ArrayLike, radius: float = 0.0) -> int: ...
    def add_polygons(
        self, coords: npt.ArrayLike, offsets: npt.ArrayLike | None = None, *, radii: npt.ArrayLike | None = None,
        rings: bool = False,
    ) -> _Ids: ...
    def add_box(self, half_width: float, half_height: float, radius: float = 0.0) -> int: ...
    def add_boxes(self, half_extents: npt.ArrayLike, *, radii: npt.ArrayLike | None = None) -> _Ids: ...
    def add_circle(self, center: npt.ArrayLike, radius: float) -> int: ...
    def add_circles(self, centers: npt.ArrayLike, radii: npt.ArrayLike) -> _Ids: ...
    def add_capsule(self, p: npt.ArrayLike, q: npt.ArrayLike, radius: float) -> int: ...
    def add_capsules(self, ends: npt.ArrayLike, radii: npt.ArrayLike) -> _Ids: ...
    def add_segment(self, p: npt.ArrayLike, q: npt.ArrayLike) -> int: ...
    def add_compound(self, parts: npt.ArrayLike, inner_edges: npt.ArrayLike | None = None) -> int: ...
    def add_chain(
        self, points: npt.ArrayLike, closed: bool = False, one_sided: bool = False, *,
        before: npt.ArrayLike | None = None, after: npt.ArrayLike | None = None,
    ) -> int: ...
    def add_outline(
        self, coords: npt.ArrayLike, ring_offsets: npt.ArrayLike | None = None, *, progress: _Progress = None
    ) -> int: ...
    @overload
    def add_outlines(
        self, coords: npt.ArrayLike, ring_offsets: npt.ArrayLike, polygon_offsets: npt.ArrayLike | None = None,
        geometry_offsets: npt.ArrayLike | None = None, *, invalid: Literal["raise"] = "raise", trusted: bool = False,
        even_odd: bool = False, threads: int | None = None, progress: _Progress = None,
    ) -> _Ids: ...
    @overload
    def add_outlines(
        self, coords: npt.ArrayLike, ring_offsets: npt.ArrayLike, polygon_offsets: npt.ArrayLike | None = None,
        geometry_offsets: npt.ArrayLike | None = None, *, invalid: Literal["skip"], trusted: bool = False,
        even_odd: bool = False, threads: int | None = None, progress: _Progress = None,
    ) -> tuple[_Ids, npt.NDArray[np.intp]]: ...
    def _add_outlines(
        self, coords: Any, ring_offsets: Any, polygon_offsets: Any, geometry_offsets: Any, convex: bool, skip_invalid: bool,
        trusted: bool, even_odd: bool, radius: float, threads: Any, progress: Any, /,
    ) -> _Ids: ...
    def _placed_rings(self, bodies: Any, /) -> tuple[_Doubles, _Ids, _Ids, _Ids, npt.NDArray[np.uint8]]: ...
    def make_parts(
        self, shapes: npt.ArrayLike | None = None, *, threads: int | None = None, progress: _Progress = None
    ) -> None: ...
    def parts(self, shape: int) -> _Ids: ...
    def rings(self, shape: int) -> tuple[_Ids, npt.NDArray[np.bool_]]: ...
    def vertex_count(self, shape: int) -> int: ...
    def radius(self, shape: int) -> float: ...
    def local_vertices(self, shape: int) -> _Reals: ...
    def add_body(self, shape: int, pose: npt.ArrayLike | None = None) -> int: ...
    def add_bodies(self, shapes: npt.ArrayLike, poses: npt.ArrayLike, *, out: _Ids | None = None) -> _Ids: ...
    def remove_body(self, body: int) -> None: ...
    def set_shape(self, body: int, shape: int) -> None: ...
    def set_pose(self, body: int, pose: npt.ArrayLike) -> None: ...
    def set_poses(
        self, poses: npt.ArrayLike, bodies: npt.ArrayLike | None = None, *, threads: int | None = None,
        progress: _Progress = None,
    ) -> None: ...
    def link_edges(
        self, bodies: npt.ArrayLike, edges: npt.ArrayLike = 0, *, inner: npt.ArrayLike = False,
        one_sided: npt.ArrayLike = False, before: npt.ArrayLike | None = None, after: npt.ArrayLike | None = None,
    ) -> None: ...
    def link_shared_edges(self, bodies: npt.ArrayLike | None = None, tolerance: float = 0.0) -> int: ...
    def unlink(self, body: int) -> None: ...
    def is_linked(self, body: int) -> bool: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @property
    def max_threads(self) -> int | None: ...
    @max_threads.setter
    def max_threads(self, number: int | None) -> None: ...
    @property
    def shape_count(self) -> int: ...
    @property
    def body_count(self) -> int: ...
    @property
    def body_slots(self) -> int: ...
    @property
    def memory_bytes(self) -> int: ...
    @property
    def revision(self) -> int: ...
    @property
    def identity(self) -> int: ...
    @property
    def revisions(self) -> dict[str, int]: ...
    def generation(self, body: int) -> int: ...
    def has_shape(self, shape: int) -> bool: ...
    def has_body(self, body: int) -> bool: ...
    def bodies(self) -> _Ids: ...
    def shape(self, body: int) -> int: ...
    def shapes(self, bodies: npt.ArrayLike | None = None, *, out: _Ids | None = None) -> _Ids: ...
    def poses(self, bodies: npt.ArrayLike | None = None, *, out: _Doubles | None = None) -> _Doubles: ...
    def bounding_boxes(self, bodies: npt.ArrayLike | None = None, *, out: _Doubles | None = None) -> _Doubles: ...
    def to_world(self, bodies: npt.ArrayLike, points: npt.ArrayLike, *, out: _Doubles | None = None) -> _Doubles: ...
    def placed_offsets(self, body: int) -> _Reals: ...
    def clear(self) -> None: ...
    def reserve(self, *, shapes: int = 0, bodies: int = 0, vertices_per_shape: int = 0) -> None: ...
    def __repr__(self) -> str: ...
    def copy(self) -> Scene: ...
    def __copy__(self) -> Scene: ...
    def __deepcopy__(self, memo: Any, /) -> Scene: ...
    def __getstate__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, state: tuple[Any, ...], /) -> None: ...
    def advance(self, motions: npt.ArrayLike, *, threads: int | None = None, progress: _Progress = None) -> Scene: ...
    def _repr_svg_(self) -> str | None: ...
    def plot(
        self, contacts: Contacts | None = None, pairs: _Pairs | None = None, *, ax: Axes | None = None, numbers: bool = False
    ) -> Axes: ...
    def show(
        self, pairs: Any = None, *, motions: Any = None, steps: Any = None, file: Any = None, name: str = "scene",
        units: str = "", live: bool = False,
    ) -> Any: ...

@overload
def collide(
    scene: Scene, pairs: _Pairs, *, parts: _Ids | None = None, out: Contacts | None = None, threads: int | None = None,
    stats: Stats | None = None, progress: _Progress = None,
) -> Contacts: ...
@overload
def collide(
    scene_a: Scene, scene_b: Scene, pairs: npt.ArrayLike, *, parts: _Ids | None = None, out: Contacts | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> Contacts: ...
@overload
def collide(
    scene: Scene, pairs: _Images, *, periods: npt.ArrayLike, out: Contacts | None = None, threads: int | None = None,
    stats: Stats | None = None, progress: _Progress = None,
) -> Contacts: ...
@overload
def collide(
    scene_a: Scene, scene_b: Scene, pairs: _Images, *, periods: npt.ArrayLike, out: Contacts | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> Contacts: ...
@overload
def classify(
    scene: Scene, pairs: _Pairs, *, out: npt.NDArray[np.uint8] | None = None, threads: int | None = None,
    stats: Stats | None = None, progress: _Progress = None,
) -> npt.NDArray[np.uint8]: ...
@overload
def classify(
    scene_a: Scene, scene_b: Scene, pairs: npt.ArrayLike, *, out: npt.NDArray[np.uint8] | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> npt.NDArray[np.uint8]: ...
@overload
def classify(
    scene: Scene, pairs: _Images, *, periods: npt.ArrayLike, out: npt.NDArray[np.uint8] | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> npt.NDArray[np.uint8]: ...
@overload
def classify(
    scene_a: Scene, scene_b: Scene, pairs: _Images, *, periods: npt.ArrayLike, out: npt.NDArray[np.uint8] | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> npt.NDArray[np.uint8]: ...
@overload
def distances(
    scene: Scene, pairs: _Pairs, *,
    out: Distances | None = None, threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> Distances: ...
@overload
def distances(
    scene_a: Scene, scene_b: Scene, pairs: npt.ArrayLike, *,
    out: Distances | None = None, threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> Distances: ...
@overload
def distances(
    scene: Scene, pairs: _Images, *, periods: npt.ArrayLike, out: Distances | None = None, threads: int | None = None,
    stats: Stats | None = None, progress: _Progress = None,
) -> Distances: ...
@overload
def distances(
    scene_a: Scene, scene_b: Scene, pairs: _Images, *, periods: npt.ArrayLike, out: Distances | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> Distances: ...
@overload
def part_manifolds(
    scene: Scene, pairs: _Pairs, *, margin: float = 0.0, out: PartManifolds | None = None, threads: int | None = None,
    stats: Stats | None = None, progress: _Progress = None,
) -> PartManifolds: ...
@overload
def part_manifolds(
    scene_a: Scene, scene_b: Scene, pairs: npt.ArrayLike, *, margin: float = 0.0, out: PartManifolds | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> PartManifolds: ...
@overload
def within(
    scene: Scene, pairs: _Pairs, *, out: npt.NDArray[np.uint8] | None = None, threads: int | None = None,
    stats: Stats | None = None, progress: _Progress = None,
) -> npt.NDArray[np.uint8]: ...
@overload
def within(
    scene_a: Scene, scene_b: Scene, pairs: npt.ArrayLike, *, out: npt.NDArray[np.uint8] | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> npt.NDArray[np.uint8]: ...
@overload
def relate(
    scene: Scene, pairs: _Pairs, predicate: str, *, out: npt.NDArray[np.bool_] | None = None, threads: int | None = None,
    stats: Stats | None = None, progress: _Progress = None,
) -> npt.NDArray[np.bool_]: ...
@overload
def relate(
    scene_a: Scene, scene_b: Scene, pairs: npt.ArrayLike, predicate: str, *, out: npt.NDArray[np.bool_] | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> npt.NDArray[np.bool_]: ...
def push_out(
    scene: Scene, bodies: npt.ArrayLike, candidates: npt.ArrayLike, offsets: npt.ArrayLike | None = None, *,
    rounds: int = 64, last_motions: npt.ArrayLike | None = None, front_tolerance: float = 0.0, out: PushOuts | None = None,
    threads: int | None = None, progress: _Progress = None,
) -> PushOuts: ...
@overload
def overlap_areas(
    scene: Scene, pairs: _Pairs, *, out: npt.NDArray[Any] | None = None, threads: int | None = None,
    stats: Stats | None = None, progress: _Progress = None,
) -> npt.NDArray[Any]: ...
@overload
def overlap_areas(
    scene_a: Scene, scene_b: Scene, pairs: npt.ArrayLike, *, out: npt.NDArray[Any] | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> npt.NDArray[Any]: ...
@overload
def ious(
    scene: Scene, pairs: _Pairs, *, out: npt.NDArray[Any] | None = None, threads: int | None = None,
    stats: Stats | None = None, progress: _Progress = None,
) -> npt.NDArray[Any]: ...
@overload
def ious(
    scene_a: Scene, scene_b: Scene, pairs: npt.ArrayLike, *, out: npt.NDArray[Any] | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> npt.NDArray[Any]: ...
@overload
def overlap_measures(
    scene: Scene, pairs: _Pairs, *,
    out: Overlaps | None = None, threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> Overlaps: ...
@overload
def overlap_measures(
    scene_a: Scene, scene_b: Scene, pairs: npt.ArrayLike, *,
    out: Overlaps | None = None, threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> Overlaps: ...
def shape_areas(scene: Scene, *, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]: ...
def intersections(
    scene: Scene, pairs: _Pairs, *,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[Any]]: ...
def nms_of_scene(
    scene: Scene, scores: npt.ArrayLike, threshold: float, classes: npt.ArrayLike | None = None, *,
    threads: int | None = None, progress: _Progress = None,
) -> npt.NDArray[np.uint32]: ...
@overload
def manifolds(
    scene: Scene, pairs: _Pairs, *, margin: float = 0.0, out: Manifolds | None = None, threads: int | None = None,
    stats: Stats | None = None, progress: _Progress = None,
) -> Manifolds: ...
@overload
def manifolds(
    scene_a: Scene, scene_b: Scene, pairs: npt.ArrayLike, *, margin: float = 0.0, out: Manifolds | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> Manifolds: ...
@overload
def manifolds(
    scene: Scene, pairs: _Images, *, periods: npt.ArrayLike, margin: float = 0.0, out: Manifolds | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> Manifolds: ...
@overload
def manifolds(
    scene_a: Scene, scene_b: Scene, pairs: _Images, *, periods: npt.ArrayLike, margin: float = 0.0,
    out: Manifolds | None = None, threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> Manifolds: ...
@overload
def find_hits(
    scene: Scene, pairs: _Pairs, *,
    out: Hits | None = None, threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> Hits: ...
@overload
def find_hits(
    scene_a: Scene, scene_b: Scene, pairs: npt.ArrayLike, *,
    out: Hits | None = None, threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> Hits: ...
@overload
def find_hits(
    scene: Scene, pairs: _Images, *, periods: npt.ArrayLike, out: ImageHits | None = None, threads: int | None = None,
    stats: Stats | None = None, progress: _Progress = None,
) -> ImageHits: ...
@overload
def find_hits(
    scene_a: Scene, scene_b: Scene, pairs: _Images, *, periods: npt.ArrayLike, out: ImageHits | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> ImageHits: ...
@overload
def find_pairs(
    scene: Scene, *, margin: float = 0.0, margins: npt.ArrayLike | None = None,
    motions: npt.ArrayLike | None = None, filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
    sorted: bool = True, max_pairs: int = 268435456, out: _Ids | None = None, threads: int | None = None,
    progress: _Progress = None,
) -> _Ids: ...
@overload
def find_pairs(
    scene_a: Scene, scene_b: Scene, *, margin: float = 0.0, margins: npt.ArrayLike | None = None,
    motions: npt.ArrayLike | None = None, filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
    sorted: bool = True, max_pairs: int = 268435456, out: _Ids | None = None, threads: int | None = None,
    progress: _Progress = None,
) -> _Ids: ...
@overload
def find_pairs(
    scene: Scene, *, periods: npt.ArrayLike, margin: float = 0.0, margins: npt.ArrayLike | None = None,
    motions: npt.ArrayLike | None = None, filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
    sorted: bool = True, max_pairs: int = 268435456, out: ImagePairs | None = None, threads: int | None = None,
    progress: _Progress = None,
) -> ImagePairs: ...
@overload
def find_pairs(
    scene_a: Scene, scene_b: Scene, *, periods: npt.ArrayLike, margin: float = 0.0,
    margins: npt.ArrayLike | None = None, motions: npt.ArrayLike | None = None, filters: npt.NDArray[Any] | None = None,
    worlds: npt.ArrayLike | None = None, sorted: bool = True, max_pairs: int = 268435456, out: ImagePairs | None = None,
    threads: int | None = None, progress: _Progress = None,
) -> ImagePairs: ...

class BroadPhase:
    def __init__(self) -> None: ...
    @overload
    def find_pairs(
        self, scene: Scene, *, margin: float = 0.0, margins: npt.ArrayLike | None = None,
        motions: npt.ArrayLike | None = None, filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, sorted: bool = True, max_pairs: int = 268435456, out: _Ids | None = None,
        threads: int | None = None, progress: _Progress = None,
    ) -> _Ids: ...
    @overload
    def find_pairs(
        self, scene_a: Scene, scene_b: Scene, *, margin: float = 0.0, margins: npt.ArrayLike | None = None,
        motions: npt.ArrayLike | None = None, filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, sorted: bool = True, max_pairs: int = 268435456, out: _Ids | None = None,
        threads: int | None = None, progress: _Progress = None,
    ) -> _Ids: ...
    @overload
    def find_pairs(
        self, scene: Scene, *, periods: npt.ArrayLike, margin: float = 0.0, margins: npt.ArrayLike | None = None,
        motions: npt.ArrayLike | None = None, filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, sorted: bool = True, max_pairs: int = 268435456,
        out: ImagePairs | None = None, threads: int | None = None, progress: _Progress = None,
    ) -> ImagePairs: ...
    @overload
    def find_pairs(
        self, scene_a: Scene, scene_b: Scene, *, periods: npt.ArrayLike, margin: float = 0.0,
        margins: npt.ArrayLike | None = None, motions: npt.ArrayLike | None = None,
        filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None, sorted: bool = True,
        max_pairs: int = 268435456, out: ImagePairs | None = None, threads: int | None = None,
        progress: _Progress = None,
    ) -> ImagePairs: ...
    @property
    def memory_bytes(self) -> int: ...

@overload
def sweep(
    scene: Scene, motions: npt.ArrayLike, pairs: _Pairs, *, tolerance: float = 0.0, leaves_start: bool = False,
    max_angle: float = 64.0, points: bool = True, out: Impacts | None = None, threads: int | None = None, stats: Stats | None = None,
    progress: _Progress = None,
) -> Impacts: ...
@overload
def sweep(
    scene_a: Scene, motions_a: npt.ArrayLike, scene_b: Scene, motions_b: npt.ArrayLike, pairs: npt.ArrayLike, *,
    tolerance: float = 0.0, leaves_start: bool = False, max_angle: float = 64.0, points: bool = True, out: Impacts | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> Impacts: ...
def first_hits(
    scene: Scene, shapes: npt.ArrayLike, poses: _Lists, *, starts: npt.ArrayLike | None = None,
    present: _Lists | None = None, clearance: float = 0.0, obstacle_shapes: npt.ArrayLike | None = None,
    obstacle_poses: _Lists | None = None, obstacle_starts: npt.ArrayLike | None = None,
    obstacle_present: _Lists | None = None, obstacle_clearance: float = 0.0, out: FirstHits | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> FirstHits: ...
def trajectory_hits(
    scene: Scene, shapes: npt.ArrayLike, poses: _Lists, *, starts: npt.ArrayLike | None = None,
    present: _Lists | None = None, clearance: float = 0.0, obstacle_shapes: npt.ArrayLike | None = None,
    obstacle_poses: _Lists | None = None, obstacle_starts: npt.ArrayLike | None = None,
    obstacle_present: _Lists | None = None, obstacle_clearance: float = 0.0, out: TrajectoryHits | None = None,
    threads: int | None = None, stats: Stats | None = None, progress: _Progress = None,
) -> TrajectoryHits: ...
def clearances(
    scene: Scene, shapes: npt.ArrayLike, poses: _Lists, *, starts: npt.ArrayLike | None = None,
    present: _Lists | None = None, clearance: float = 0.0, obstacle_shapes: npt.ArrayLike | None = None,
    obstacle_poses: _Lists | None = None, obstacle_starts: npt.ArrayLike | None = None,
    obstacle_present: _Lists | None = None, obstacle_clearance: float = 0.0, max_distance: float = float('inf'),
    out: Clearances | None = None,
    threads: int | None = None, progress: _Progress = None,
) -> Clearances: ...
def times_to_collision(
    scene: Scene, shapes: npt.ArrayLike, poses: _Lists, velocities: _Lists | None, horizon: float, *,
    starts: npt.ArrayLike | None = None,
    present: _Lists | None = None, clearance: float = 0.0, obstacle_shapes: npt.ArrayLike | None = None,
    obstacle_poses: _Lists | None = None, obstacle_velocities: _Lists | None = None,
    obstacle_starts: npt.ArrayLike | None = None,
    obstacle_present: _Lists | None = None, obstacle_clearance: float = 0.0, out: CollisionTimes | None = None,
    threads: int | None = None, progress: _Progress = None,
) -> CollisionTimes: ...
def bodies_at_points(
    scene: Scene, points: npt.ArrayLike, *, out: FoundBodies | None = None, threads: int | None = None,
    progress: _Progress = None,
) -> FoundBodies: ...
def bodies_in_boxes(
    scene: Scene, boxes: npt.ArrayLike, *, out: FoundBodies | None = None, threads: int | None = None,
    progress: _Progress = None,
) -> FoundBodies: ...
def cast_rays(
    scene: Scene, rays: npt.ArrayLike, *, from_inside: str = 'solid', exits: bool = False, out: RayHits | None = None,
    threads: int | None = None,
    progress: _Progress = None,
) -> RayHits: ...
@overload
def nearest_bodies(
    scene_a: Scene, scene_b: Scene, count: int = 1, max_distance: float = float('inf'), *,
    filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
    query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
    ignored: npt.ArrayLike | None = None, out: NearBodies | None = None, threads: int | None = None,
    progress: _Progress = None,
) -> NearBodies: ...
@overload
def nearest_bodies(
    scene: Scene, points: npt.ArrayLike, count: int = 1, max_distance: float = float('inf'), *,
    filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
    query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
    ignored: npt.ArrayLike | None = None, out: NearBodies | None = None, threads: int | None = None,
    progress: _Progress = None,
) -> NearBodies: ...

class Index:
    def __init__(self, scene: Scene, *, threads: int | None = None, progress: _Progress = None) -> None: ...
    def build(self, scene: Scene, *, threads: int | None = None, progress: _Progress = None) -> None: ...
    def update(
        self, scene: Scene, moved: npt.ArrayLike | None = None, *, threads: int | None = None,
        progress: _Progress = None,
    ) -> None: ...
    def __repr__(self) -> str: ...
    def is_current(self, scene: Scene) -> bool: ...
    @property
    def memory_bytes(self) -> int: ...
    def cast_rays(
        self, scene: Scene, rays: npt.ArrayLike, *, from_inside: str = 'solid', exits: bool = False,
        filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, query_filters: npt.NDArray[Any] | None = None,
        query_worlds: npt.ArrayLike | None = None, ignored: npt.ArrayLike | None = None, out: RayHits | None = None,
        threads: int | None = None, progress: _Progress = None,
    ) -> RayHits: ...
    def rays_blocked(
        self, scene: Scene, rays: npt.ArrayLike, *, from_inside: str = 'solid', filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, query_filters: npt.NDArray[Any] | None = None,
        query_worlds: npt.ArrayLike | None = None, ignored: npt.ArrayLike | None = None,
        out: npt.NDArray[np.bool_] | None = None, threads: int | None = None, progress: _Progress = None,
    ) -> npt.NDArray[np.bool_]: ...
    def all_ray_hits(
        self, scene: Scene, rays: npt.ArrayLike, *, from_inside: str = 'solid', exits: bool = False,
        filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, query_filters: npt.NDArray[Any] | None = None,
        query_worlds: npt.ArrayLike | None = None, ignored: npt.ArrayLike | None = None,
        out: FoundRayHits | None = None, threads: int | None = None, progress: _Progress = None,
    ) -> FoundRayHits: ...
    def cast_ray(
        self, scene: Scene, origin: npt.ArrayLike, direction: npt.ArrayLike, max_time: float = float('inf'), *,
        from_inside: str = 'solid', exits: bool = False,
        filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
        query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
        ignored: npt.ArrayLike | None = None,
    ) -> RayHit: ...
    def ray_blocked(
        self, scene: Scene, origin: npt.ArrayLike, direction: npt.ArrayLike, max_time: float = float('inf'), *,
        from_inside: str = 'solid',
        filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
        query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
        ignored: npt.ArrayLike | None = None,
    ) -> bool: ...
    def bodies_at_points(
        self, scene: Scene, points: npt.ArrayLike, *, filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, query_filters: npt.NDArray[Any] | None = None,
        query_worlds: npt.ArrayLike | None = None, ignored: npt.ArrayLike | None = None, out: FoundBodies | None = None,
        threads: int | None = None, progress: _Progress = None,
    ) -> FoundBodies: ...
    def bodies_in_boxes(
        self, scene: Scene, boxes: npt.ArrayLike, *, filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, query_filters: npt.NDArray[Any] | None = None,
        query_worlds: npt.ArrayLike | None = None, ignored: npt.ArrayLike | None = None, out: FoundBodies | None = None,
        threads: int | None = None, progress: _Progress = None,
    ) -> FoundBodies: ...
    def bodies_at_point(
        self, scene: Scene, point: npt.ArrayLike, *, filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, query_filters: npt.NDArray[Any] | None = None,
        query_worlds: npt.ArrayLike | None = None, ignored: npt.ArrayLike | None = None,
    ) -> _Ids: ...
    def bodies_in_box(
        self, scene: Scene, box: npt.ArrayLike, *, filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, query_filters: npt.NDArray[Any] | None = None,
        query_worlds: npt.ArrayLike | None = None, ignored: npt.ArrayLike | None = None,
    ) -> _Ids: ...
    @overload
    def bodies_at_poses(
        self, scene: Scene, shapes: npt.ArrayLike, poses: npt.ArrayLike, *, filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, query_filters: npt.NDArray[Any] | None = None,
        query_worlds: npt.ArrayLike | None = None, ignored: npt.ArrayLike | None = None,
        out: BodiesAtPoses | None = None,
        threads: int | None = None, progress: _Progress = None,
    ) -> BodiesAtPoses: ...
    @overload
    def bodies_at_poses(
        self, scene: Scene, shapes: npt.ArrayLike, poses: npt.ArrayLike, *, periods: npt.ArrayLike,
        filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
        query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
        ignored: npt.ArrayLike | None = None, out: FoundImages | None = None, threads: int | None = None,
        progress: _Progress = None,
    ) -> FoundImages: ...
    def nearest_bodies(
        self, scene: Scene, shapes: npt.ArrayLike, poses: npt.ArrayLike, count: int = 1,
        max_distance: float = float('inf'), *, filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, query_filters: npt.NDArray[Any] | None = None,
        query_worlds: npt.ArrayLike | None = None, ignored: npt.ArrayLike | None = None, out: NearBodies | None = None,
        threads: int | None = None, progress: _Progress = None,
    ) -> NearBodies: ...
    def nearest_to_points(
        self, scene: Scene, points: npt.ArrayLike, count: int = 1, max_distance: float = float('inf'), *,
        filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
        query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
        ignored: npt.ArrayLike | None = None, out: NearBodies | None = None, threads: int | None = None,
        progress: _Progress = None,
    ) -> NearBodies: ...
    def bodies_at_pose(
        self, scene: Scene, shape: int, pose: npt.ArrayLike, *, filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, query_filters: npt.NDArray[Any] | None = None,
        query_worlds: npt.ArrayLike | None = None, ignored: npt.ArrayLike | None = None,
    ) -> _Ids: ...
    def nearest_body(
        self, scene: Scene, shape: int, pose: npt.ArrayLike, max_distance: float = float('inf'), *,
        filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
        query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
        ignored: npt.ArrayLike | None = None,
    ) -> NearBody | None: ...
    def cast_shapes(
        self, scene: Scene, shapes: npt.ArrayLike, poses: npt.ArrayLike, motions: npt.ArrayLike, *,
        tolerance: float = 0.0, leaves_start: bool = False, max_angle: float = 64.0,
        filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
        query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
        ignored: npt.ArrayLike | None = None, out: ShapeHits | None = None, threads: int | None = None,
        progress: _Progress = None,
    ) -> ShapeHits: ...
    def all_shape_hits(
        self, scene: Scene, shapes: npt.ArrayLike, poses: npt.ArrayLike, motions: npt.ArrayLike, *,
        tolerance: float = 0.0, leaves_start: bool = False, max_angle: float = 64.0,
        filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
        query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
        ignored: npt.ArrayLike | None = None, out: FoundShapeHits | None = None,
        threads: int | None = None, progress: _Progress = None,
    ) -> FoundShapeHits: ...
    def cast_shape(
        self, scene: Scene, shape: int, pose: npt.ArrayLike, motion: npt.ArrayLike, *, tolerance: float = 0.0,
        leaves_start: bool = False, max_angle: float = 64.0,
        filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
        query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
        ignored: npt.ArrayLike | None = None,
    ) -> ShapeHit: ...
    def first_hits(
        self, scene: Scene, shapes: npt.ArrayLike, poses: _Lists, *, starts: npt.ArrayLike | None = None,
        present: _Lists | None = None, clearance: float = 0.0, obstacle_shapes: npt.ArrayLike | None = None,
        obstacle_poses: _Lists | None = None, obstacle_starts: npt.ArrayLike | None = None,
        obstacle_present: _Lists | None = None, obstacle_clearance: float = 0.0,
        filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
        query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
        ignored: npt.ArrayLike | None = None, out: FirstHits | None = None, threads: int | None = None,
        progress: _Progress = None,
    ) -> FirstHits: ...
    def trajectory_hits(
        self, scene: Scene, shapes: npt.ArrayLike, poses: _Lists, *, starts: npt.ArrayLike | None = None,
        present: _Lists | None = None, clearance: float = 0.0, obstacle_shapes: npt.ArrayLike | None = None,
        obstacle_poses: _Lists | None = None, obstacle_starts: npt.ArrayLike | None = None,
        obstacle_present: _Lists | None = None, obstacle_clearance: float = 0.0,
        filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
        query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
        ignored: npt.ArrayLike | None = None, out: TrajectoryHits | None = None, threads: int | None = None,
        progress: _Progress = None,
    ) -> TrajectoryHits: ...
    def clearances(
        self, scene: Scene, shapes: npt.ArrayLike, poses: _Lists, *, starts: npt.ArrayLike | None = None,
        present: _Lists | None = None, clearance: float = 0.0, obstacle_shapes: npt.ArrayLike | None = None,
        obstacle_poses: _Lists | None = None, obstacle_starts: npt.ArrayLike | None = None,
        obstacle_present: _Lists | None = None, obstacle_clearance: float = 0.0, max_distance: float = float('inf'),
        filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
        query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
        ignored: npt.ArrayLike | None = None, out: Clearances | None = None, threads: int | None = None,
        progress: _Progress = None,
    ) -> Clearances: ...
    def times_to_collision(
        self, scene: Scene, shapes: npt.ArrayLike, poses: _Lists, velocities: _Lists | None, horizon: float, *,
        starts: npt.ArrayLike | None = None,
        present: _Lists | None = None, clearance: float = 0.0, obstacle_shapes: npt.ArrayLike | None = None,
        obstacle_poses: _Lists | None = None, obstacle_velocities: _Lists | None = None,
        obstacle_starts: npt.ArrayLike | None = None,
        obstacle_present: _Lists | None = None, obstacle_clearance: float = 0.0,
        filters: npt.NDArray[Any] | None = None, worlds: npt.ArrayLike | None = None,
        query_filters: npt.NDArray[Any] | None = None, query_worlds: npt.ArrayLike | None = None,
        ignored: npt.ArrayLike | None = None, out: CollisionTimes | None = None, threads: int | None = None,
        progress: _Progress = None,
    ) -> CollisionTimes: ...

class KeptPairs:
    def __init__(self, *, fat: float = 0.0) -> None: ...
    def update(
        self, scene: Scene, index: Index, *, margin: float = 0.0, margins: npt.ArrayLike | None = None,
        motions: npt.ArrayLike | None = None, filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, sorted: bool = True, max_pairs: int = 268435456,
        threads: int | None = None, progress: _Progress = None,
    ) -> None: ...
    def update_with_changes(
        self, scene: Scene, index: Index, *, margin: float = 0.0, margins: npt.ArrayLike | None = None,
        motions: npt.ArrayLike | None = None, filters: npt.NDArray[Any] | None = None,
        worlds: npt.ArrayLike | None = None, sorted: bool = True, max_pairs: int = 268435456,
        threads: int | None = None, progress: _Progress = None,
    ) -> tuple[_Ids, _Ids]: ...
    def pairs(self, *, out: _Ids | None = None) -> _Ids: ...
    def __len__(self) -> int: ...
    def __repr__(self) -> str: ...
    @property
    def memory_bytes(self) -> int: ...

def convex_hull(points: npt.ArrayLike) -> _Reals: ...
def active_isa() -> str: ...
def available_isas() -> list[str]: ...
def force_isa(name: str) -> None: ...
def describe_routes() -> str: ...

# For the package itself.
def _set_error_class(cls: type[Exception], /) -> None: ...
def _set_result_type(name: str, cls: Any, dtype: Any, /) -> None: ...
def _as_array(value: Any, name: str) -> npt.NDArray[Any]: ...
def _as_ids(value: Any, name: str, columns: int, wanted: str) -> npt.NDArray[np.uint32]: ...
def _set_thread_limit(limit: int, /) -> int: ...
def _thread_number(threads: int, /) -> int: ...
def _thread_limit() -> int: ...
@overload
def _limit_of_call(scene: Scene) -> int: ...
@overload
def _limit_of_call(scene_a: Scene, scene_b: Scene) -> int: ...
def _poses_at(x_y_angle: npt.ArrayLike, reference_x: float, reference_y: float) -> _Doubles: ...
def _advance(scene: Scene, motions: npt.ArrayLike, end: Scene, threads: int | None, progress: _Progress) -> None: ...
def _clean_ring(
    points: npt.ArrayLike, clockwise: bool = False, progress: _Progress = None
) -> tuple[_Reals, _Ids, bool, bool, bool, int, int]: ...
def _convex_hulls(points: Any, offsets: Any, progress: Any) -> tuple[_Reals, _Ids, _Doubles]: ...
def _open_rings(coords: npt.ArrayLike, offsets: npt.ArrayLike) -> tuple[_Reals, _Ids]: ...
def _outline_faults(
    coords: Any, ring_offsets: Any, polygon_offsets: Any, geometry_offsets: Any, progress: _Progress
) -> tuple[list[int], list[str]]: ...
def _wkb_points(data: Any, offsets: Any) -> tuple[_Doubles, npt.NDArray[np.uint8]]: ...
def _wkb_boxes(data: Any, offsets: Any) -> tuple[_Doubles, npt.NDArray[np.uint8]]: ...
def _wkb_rings(data: Any, offsets: Any) -> tuple[_Doubles, _Ids, _Ids, _Ids, npt.NDArray[np.uint8]]: ...
def _convex_parts(
    outline: npt.ArrayLike, starts: npt.ArrayLike | None = None, progress: _Progress = None
) -> tuple[_Reals, _Ids, _Ids, npt.NDArray[np.uint8]]: ...
def _outline_parts(
    coords: npt.ArrayLike, ring_offsets: npt.ArrayLike | None = None, progress: _Progress = None
) -> tuple[_Reals, _Ids, _Ids, npt.NDArray[np.uint8]]: ...
