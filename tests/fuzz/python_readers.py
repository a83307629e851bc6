"""The Python package's readers of geometries on any bytes: WKB, two readers of it, GeoArrow, and arrays of offsets.

They raise satchel.Error (or, of the types of arguments, TypeError and ValueError) or give bodies; where two of them take the
same geometry, they give the same rings; and with invalid="skip" a broken row leaves the others as they are.

    python3 tests/fuzz/python_readers.py [OPTIONS OF LIBFUZZER] FOLDER...    # with atheris; tests/fuzz/campaign does so
"""

import struct
import sys

import numpy as np
import pyarrow as pa

if __name__ == "__main__":
    import atheris

    with atheris.instrument_imports(include=["satchel"]):
        import satchel
        from satchel.dask import _bodies, _wkb
else:
    import satchel
    from satchel.dask import _bodies, _wkb

SQUARE = struct.pack("<BIII10d", 1, 3, 1, 5, 0, 0, 4, 0, 4, 4, 0, 4, 0, 0)


class Input:
    """The fuzzer's bytes as numbers; where they end, zeros follow."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def byte(self):
        self.at += 1
        return self.data[self.at - 1] if self.at <= len(self.data) else 0

    def rest(self):
        return self.data[self.at :]


def scene_rings(scene, body):
    """The rings of a body, as they lie."""
    coords, rings, *_ = scene._placed_rings([body])
    return [coords[a:b].tolist() for a, b in zip(rings, rings[1:])]


def check_bodies(scene):
    """All bodies can be asked about."""
    bodies = scene.bodies()
    if len(bodies):
        pairs = np.stack([bodies, bodies[::-1]], -1)
        verdicts = satchel.classify(scene, pairs)
        assert len(verdicts) == len(bodies)
        boxes = scene.bounding_boxes(bodies) if hasattr(scene, "bounding_boxes") else np.zeros(1)
        assert np.isfinite(boxes).all()


def wkb(data):
    """Both readers on one value, alone and between two squares."""
    try:
        polygons = _wkb.polygons(data)
    except ValueError as error:
        assert str(error)
        polygons = None
    try:
        scene = satchel.from_arrow(pa.array([data], pa.binary()))
        check_bodies(scene)
    except satchel.Error as error:
        assert error.index == 0 or error.index is None, error
        scene = None
    column = pa.array([SQUARE, data, SQUARE], pa.binary())
    three, taken = satchel.from_arrow(column, invalid="skip")
    assert taken.tolist() == ([0, 1, 2] if scene is not None else [0, 2]), taken
    assert scene_rings(three, 0) == scene_rings(three, len(taken) - 1)
    if scene is not None:
        assert scene_rings(scene, 0) == scene_rings(three, 1)
        if polygons is not None:
            points = {tuple(point) for rings in polygons for ring in rings for point in ring.tolist()}
            assert all(tuple(point) in points for ring in scene_rings(scene, 0) for point in ring)
    try:
        _bodies.polygons_of(column, np.arange(3), check=True)
    except _bodies.RowError as error:
        assert error.row in (1, 2) or polygons is not None and error.row == 1


def offsets(source, items):
    """Some lists of the items, in order."""
    steps = [source.byte() % 6 for _ in range(source.byte() % 5)]
    return np.minimum(np.cumsum([0, *steps]), items).astype(np.int32)


def geoarrow(source):
    """Lists of lists of points, in one of the forms, with nulls, slices and chunks."""
    form, count = source.byte(), source.byte() % 24
    values = np.array([source.byte() % 16 for _ in range(2 * count)], float)
    if form % 16 == 15 and count:
        values[0] = np.nan
    if form & 1:
        points = pa.FixedSizeListArray.from_arrays(pa.array(values), 2)
    else:
        points = pa.StructArray.from_arrays([pa.array(values[::2]), pa.array(values[1::2])], ["x", "y"])
    array = points
    for _ in range(2 + (form >> 1 & 1)):
        starts = offsets(source, len(array))
        starts[-1:] = len(array)
        array = pa.ListArray.from_arrays(pa.array(starts), array)
    if form & 4 and len(array) > 1:
        array = array.slice(1)
    if form & 8:
        array = pa.array(array.to_pylist() + [None], array.type)
    if form & 16:
        array = pa.chunked_array([array, array])
    skipped, taken = satchel.from_arrow(array, invalid="skip")
    check_bodies(skipped)
    assert len(skipped.bodies()) == len(taken) <= len(array)
    try:
        scene = satchel.from_arrow(array)
        assert len(taken) == len(array) == len(scene.bodies())
    except satchel.Error as error:
        assert error.index is not None and error.index not in taken, error


def arrays(source):
    """add_outlines, with offsets that need not be any."""
    coords = np.array([source.byte() % 16 for _ in range(2 * (source.byte() % 30))], float).reshape(-1, 2)
    kind = source.byte()
    levels = []
    for _ in range(1 + kind % 3):
        levels.append(np.array([source.byte() % 32 - (kind & 8 > 0) for _ in range(source.byte() % 7)]))
    scene = satchel.Scene("float32" if kind & 4 else "float64")
    try:
        shapes = scene.add_outlines(coords, *levels, invalid="skip" if kind & 16 else "raise", even_odd=bool(kind & 32))
    except (satchel.Error, ValueError, TypeError, OverflowError) as error:
        assert str(error) and scene.shape_count == 0
        return
    for shape in shapes[0] if kind & 16 else shapes:
        scene.add_body(int(shape))
    check_bodies(scene)


def one_input(data):
    source = Input(data)
    what = source.byte() % 4
    if what < 2:
        wkb(source.rest())
    elif what == 2:
        geoarrow(source)
    else:
        arrays(source)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
