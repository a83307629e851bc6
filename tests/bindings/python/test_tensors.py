"""Arrays of other libraries and other types: DLPack alone, masks of numpy.ma, narrower floats."""

import numpy as np
import pytest
import satchel

from conftest import code_of


class Tensor:
    """What a tensor is that has DLPack and nothing else."""

    def __init__(self, array):
        self.array = np.array(array, order="C")

    def __dlpack__(self, **more):
        return self.array.__dlpack__(**more)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class OldTensor(Tensor):
    """One whose __dlpack__ takes no arguments of newer versions."""

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__(stream=stream)


class FarTensor(Tensor):
    """One that is in the memory of another device."""

    def __dlpack__(self, **more):
        raise BufferError("the tensor is on device cuda:0")


SQUARE = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
POSES = np.array([[0.0, 0, 0], [0.5, 0.25, 0.5], [3, 0, 1]])
PAIRS = np.array([[0, 1], [0, 2], [1, 2]], np.uint32)
RAYS = np.array([[-5.0, 0.5, 1, 0, 100]])
ANGLES = np.linspace(0, 1, 4)


def outcomes(wrap):
    """What every call that takes arrays says of arrays that `wrap` has made others of."""
    scene = satchel.Scene()
    shape = scene.add_polygon(wrap(SQUARE))
    yield scene.add_polygons(wrap(SQUARE[np.newaxis]))
    yield scene.add_polygons(wrap(SQUARE), wrap(np.array([0, 4])), radii=wrap(np.array([0.5])))
    yield scene.add_boxes(wrap(SQUARE[2:3]))
    yield scene.add_circles(wrap(SQUARE), wrap(np.ones(4)))
    yield scene.add_capsules(wrap(SQUARE.reshape(2, 2, 2)), wrap(np.ones(2)))
    yield scene.add_circle(wrap(SQUARE[1]), 1)
    yield scene.add_outline(wrap(SQUARE), wrap(np.array([0, 4])))
    yield scene.add_compound(wrap(np.array([0, 1])), wrap(np.zeros(8, bool)))
    yield scene.add_chain(wrap(SQUARE))
    bodies = scene.add_bodies(wrap(np.zeros(3, np.int64)), wrap(POSES))
    scene.set_poses(wrap(POSES[:1]), wrap(bodies[:1]))
    yield scene.add_body(shape, wrap(POSES[0]))
    yield scene.add_body(wrap(np.array(0)), POSES[0])
    yield scene.poses(wrap(bodies))
    yield scene.to_world(wrap(bodies), wrap(SQUARE[:3]))
    for name in ("collide", "classify", "find_hits", "distances", "manifolds", "within", "overlap_measures"):
        yield getattr(satchel, name)(scene, wrap(PAIRS))
    yield satchel.collide(scene, wrap(np.array([[0, 1, 0, 0]])), periods=wrap(np.array([9.0, 0])))
    yield satchel.sweep(scene, wrap(np.ones((5, 3))), wrap(PAIRS))
    margins = np.array([0.5, 0.5, 0.5, 0.5, 0.5])
    yield satchel.find_pairs(scene, margins=wrap(margins), motions=wrap(np.ones((5, 3))), worlds=wrap(np.zeros(5, np.int32)))
    yield satchel.cast_rays(scene, wrap(RAYS))
    yield satchel.bodies_at_points(scene, wrap(SQUARE))
    yield satchel.bodies_in_boxes(scene, wrap(np.array([[0.0, 0, 1, 1]])))
    yield satchel.nearest_bodies(scene, wrap(SQUARE))
    yield satchel.push_out(scene, wrap(bodies[:1]), wrap(bodies[1:]), wrap(np.array([0, 2])))
    paths = np.stack([POSES, POSES])
    yield satchel.first_hits(scene, wrap(np.array([0, 0])), wrap(paths), present=wrap(np.ones((2, 3), bool)))
    yield satchel.first_hits(scene, 0, [wrap(POSES), wrap(POSES[:2])], present=[wrap(np.ones(3, bool)), wrap(np.ones(2, bool))])
    yield satchel.first_hits(scene, 0, wrap(POSES), starts=wrap(np.array([0, 1, 3])))
    yield satchel.trajectory_hits(scene, wrap(np.array([0, 0])), wrap(paths))
    yield satchel.times_to_collision(scene, 0, wrap(paths), wrap(np.ones((2, 3, 3))), 1.0)
    yield satchel.times_to_collision(scene, 0, [wrap(POSES)], [wrap(np.ones((3, 3)))], 1.0)
    yield satchel.poses_at(wrap(POSES[:, 0]), wrap(POSES[:, 1]), 0.5)
    index = satchel.Index(scene)
    yield index.bodies_at_poses(scene, wrap(np.array([0, 0, 0])), wrap(POSES), query_worlds=None, ignored=wrap(np.array([0, 1, 2])))
    yield index.cast_ray(scene, wrap(RAYS[0, :2]), wrap(RAYS[0, 2:4]))
    yield satchel.convex_hull(wrap(SQUARE))
    yield satchel.clean_ring(wrap(SQUARE)).vertices
    yield satchel.convex_parts(wrap(SQUARE), wrap(np.array([0, 4]))).vertices
    for call in (satchel.intersects, satchel.mtv, satchel.distance, satchel.iou):
        yield call(wrap(SQUARE), wrap(SQUARE + 0.5))
    found = np.array([[0.0, 0, 2, 1, 0], [0.1, 0, 2, 1, 0]])
    yield satchel.nms(wrap(found), wrap(np.array([0.5, 0.25])), 0.5, wrap(np.array([0, 0])))
    yield satchel.make_filters(2, category=wrap(np.array([1, 2])), is_static=wrap(np.array([True, False])))


@pytest.mark.parametrize("kind", [Tensor, OldTensor])
def test_tensors_are_taken_by_dlpack_alone(kind):
    for tensors, arrays in zip(outcomes(kind), outcomes(np.asarray), strict=True):
        assert np.array_equal(np.asarray(tensors), np.asarray(arrays))


def test_a_float32_tensor_keeps_its_precision():
    assert satchel.convex_hull(Tensor(SQUARE.astype(np.float32))).dtype == np.float32
    assert satchel.clean_ring(Tensor(SQUARE.astype(np.float32))).vertices.dtype == np.float32


def test_a_tensor_elsewhere_is_refused_by_name():
    with pytest.raises(TypeError, match="vertices is a FarTensor that NumPy cannot take by DLPack .*cuda:0.*CPU"):
        satchel.Scene().add_polygon(FarTensor(SQUARE))


def test_masked_elements_are_refused_in_every_call():
    """A mask in any argument: that call is refused, with the name of an argument, and nothing else happens."""
    count = sum(1 for _ in outcomes(np.asarray))
    refused = 0
    masked = 0
    while True:
        wrapped = 0

        def wrap(array):
            nonlocal wrapped
            wrapped += 1
            if wrapped - 1 != masked:
                return np.ma.masked_array(array)  # without masked elements: as the array
            mask = np.zeros(array.shape, bool)
            mask[(-1,) * array.ndim] = True
            return np.ma.masked_array(array, mask)

        try:
            done = sum(1 for _ in outcomes(wrap))
            assert done == count and masked >= wrapped
            break
        except satchel.Error as error:
            assert error.code == "masked" and error.argument and error.argument in str(error), error
            refused += 1
        masked += 1
    assert refused == masked > count


def test_masks_say_the_row(boxes):
    pairs = np.ma.masked_array(PAIRS, [[0, 0], [0, 1], [0, 0]])
    assert code_of(satchel.collide, boxes, pairs) == ("masked", "pairs", 1)
    assert code_of(satchel.collide, boxes, [pairs[0], pairs[1]])[:2] == ("masked", "pairs")
    square = np.ma.masked_array([[0.0, 0], [1, 0], [0, 1]], [[0, 0], [0, 1], [0, 0]])
    assert code_of(boxes.add_polygons, [[list(square), list(square)]])[:2] == ("masked", "coords")
    assert code_of(boxes.add_polygons, [[square, square]])[:2] == ("masked", "coords")
    itself = []
    itself.append(itself)
    with pytest.raises(TypeError):
        satchel.collide(boxes, itself)
    images = np.ma.masked_array(satchel.find_pairs(boxes, periods=(50, 50)), mask=True)
    assert code_of(satchel.collide, boxes, images, periods=(50, 50))[:2] == ("masked", "pairs")
    filters = np.ma.masked_array(satchel.make_filters(3), mask=True)
    assert code_of(satchel.find_pairs, boxes, filters=filters)[:2] == ("masked", "filters")
    out = np.ma.masked_array(satchel.classify(boxes, PAIRS))
    with pytest.raises(TypeError, match="out is a masked array"):
        satchel.classify(boxes, PAIRS, out=out)


@pytest.mark.parametrize("narrow", [np.float16, np.float32])
def test_narrower_floats_are_widened_exactly(narrow):
    numbers = np.array([[0.1, 0.2, 0.3], [1.7, 0.3, 2.5]]).astype(narrow)
    scene, wide = satchel.Scene(), satchel.Scene()
    for of, convert in ((scene, lambda a: a), (wide, lambda a: a.astype(np.float64))):
        square = convert(SQUARE.astype(narrow) / 3)
        of.add_bodies(of.add_polygon(square), convert(numbers))
        of.add_body(0, convert(numbers[0]))
        of.set_poses(convert(numbers[::-1].copy()), [0, 1])
        of.add_polygons(square[np.newaxis])
        of.add_circles(square, convert(np.arange(1, 5).astype(narrow) / 3))
        of.add_outline(square)
    assert np.array_equal(scene.poses(), wide.poses())
    for shape in range(scene.shape_count):
        assert np.array_equal(scene.local_vertices(shape), wide.local_vertices(shape)) and scene.radius(shape) == wide.radius(shape)
    paths = np.stack([numbers, numbers])
    assert np.array_equal(satchel.first_hits(scene, 0, paths), satchel.first_hits(wide, 0, paths.astype(np.float64)))
    assert np.array_equal(satchel.bodies_at_points(scene, numbers[:, :2]), satchel.bodies_at_points(wide, numbers[:, :2].astype(float)))


def test_wider_floats_are_refused_with_the_cast():
    scene = satchel.Scene(np.float32)
    with pytest.raises(TypeError, match=r"vertices.astype\(np.float32\)"):
        scene.add_polygon(SQUARE)
    assert scene.add_polygon(SQUARE.astype(np.float16)) == 0
    with pytest.raises(TypeError, match=r"poses.astype\(np.float64\)"):
        scene.add_bodies(0, POSES.astype(np.longdouble))
