"""Pictures of scenes: what is drawn is where the bodies are."""

import numpy as np
import pytest
import satchel

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

FAR = np.array([500000.0, 5.2e6])


@pytest.fixture(autouse=True)
def close_figures():
    yield
    matplotlib.pyplot.close("all")


def parts_of(axes):
    """Polygons, arrows (starts, moves), texts of a picture."""
    from matplotlib.collections import PathCollection
    from matplotlib.quiver import Quiver

    polygons = [path.vertices for c in axes.collections if isinstance(c, PathCollection) and not isinstance(c, Quiver) for path in c.get_paths()]
    arrows = [(np.asarray(c.XY), np.column_stack([c.U, c.V])) for c in axes.collections if isinstance(c, Quiver)]
    return polygons, arrows, {text.get_text(): text.xy for text in axes.texts}


def far_scene():
    """Vertices in map coordinates, poses at the origin; bodies 0 and 1 overlap, 2 is concave and stands alone."""
    scene = satchel.Scene()
    square = np.array([[0.0, 0], [2, 0], [2, 2], [0, 2]])
    shapes = [scene.add_polygon(square + FAR), scene.add_polygon(square + FAR + (1.5, 0.5))]
    shapes.append(scene.add_outline(np.array([[0, 0], [3, 0], [3, 3], [2, 1]]) + FAR + (6, 0)))
    scene.add_bodies(shapes, np.zeros((3, 3)))
    return scene


def check_frame(axes, scene):
    """The limits hold all bodies, and not much more."""
    boxes = scene.bounding_boxes()
    low, high = boxes[:, :2].min(0), boxes[:, 2:].max(0)
    longest = (high - low).max()
    for axis, (least, most) in enumerate((axes.get_xlim(), axes.get_ylim())):
        assert least <= low[axis] and high[axis] <= most, (axis, least, most)
        assert most - least < 2 * longest, (axis, least, most)


@pytest.mark.parametrize("numbers", [False, True])
def test_map_coordinates(numbers):
    scene = far_scene()
    pairs = satchel.find_pairs(scene)
    contacts = satchel.collide(scene, pairs)
    axes = scene.plot(contacts, pairs, numbers=numbers)
    axes.figure.canvas.draw()
    check_frame(axes, scene)
    polygons, arrows, texts = parts_of(axes)
    assert len(polygons) == 3
    ((starts, moves),) = arrows
    assert np.allclose(starts, [FAR + 1]) and np.allclose(moves, contacts.mtv)
    middles = (scene.bounding_boxes()[:, :2] + scene.bounding_boxes()[:, 2:]) / 2
    assert list(texts) == (["0", "1", "2"] if numbers else [])
    assert all(np.allclose(texts[str(k)], middles[k]) for k in range(3) if numbers)


def test_posed_bodies_and_removed_ones(dtype):
    scene = satchel.Scene(dtype)
    away = scene.add_polygon(np.array([[10, 0], [12, 0], [12, 1], [10, 1]], dtype))  # far from its own origin
    bodies = scene.add_bodies(away, np.column_stack([[0.0, 0, 1, 500], [0.0, 0, 0.5, 0], [0, 0, np.pi / 2, 0]]))
    scene.remove_body(bodies[3])
    scene.remove_body(bodies[0])
    scene.add_body(scene.add_circle((0, 12), 1.5), (0, 0, 0))
    pairs = [[0, 1], [2, 0], [1, 2]]
    contacts = satchel.collide(scene, pairs)
    axes = scene.plot(contacts, pairs, numbers=True)
    check_frame(axes, scene)
    polygons, arrows, texts = parts_of(axes)
    assert len(polygons) == 3 and list(texts) == ["0", "1", "2"]
    middles = dict(zip(scene.bodies().tolist(), (scene.bounding_boxes()[:, :2] + scene.bounding_boxes()[:, 2:]) / 2))
    overlapping = [a for (a, _), contact in zip(pairs, contacts) if contact.verdict == satchel.OVERLAPPING]
    assert overlapping and np.allclose(arrows[0][0], [middles[a] for a in overlapping])


def test_only_bodies_and_other_forms_of_pairs():
    scene = far_scene()
    check_frame(scene.plot(), scene)
    index, kept = satchel.Index(scene), satchel.KeptPairs()
    kept.update(scene, index)
    check_frame(scene.plot(satchel.collide(scene, kept), kept), scene)
    figure, axes = matplotlib.pyplot.subplots()
    assert scene.plot(ax=axes) is axes
    with pytest.raises(ValueError, match="contacts come with the pairs"):
        scene.plot(satchel.collide(scene, kept))


def test_image_pairs():
    scene = satchel.Scene()
    scene.add_bodies(scene.add_box(2, 0.5), np.array([[0.5, 5, 0], [7.5, 5, 0], [8.5, 5.5, 0]]))
    pairs = satchel.find_pairs(scene, periods=(10, 0))
    contacts = satchel.collide(scene, pairs, periods=(10, 0))
    middles = (scene.bounding_boxes()[:, :2] + scene.bounding_boxes()[:, 2:]) / 2
    for form in (pairs, np.column_stack([pairs.pair.astype(np.int64), pairs.image])):
        ((starts, moves),) = parts_of(scene.plot(contacts, form))[1]
        overlapping = contacts.verdict == satchel.OVERLAPPING
        assert np.allclose(starts, middles[pairs.pair[overlapping, 0]]) and np.allclose(moves, contacts.mtv[overlapping])


def test_outlines_are_drawn_with_their_holes():
    scene = satchel.Scene()
    frame = np.array([[0, 0], [9, 0], [9, 9], [0, 9], [2, 2], [2, 7], [7, 7], [7, 2]], float)
    scene.add_body(scene.add_outline(frame, [0, 4, 8]), (5, 1, np.pi / 2))
    axes = scene.plot()
    check_frame(axes, scene)
    ((vertices,), _, _) = parts_of(axes)
    placed = scene.poses([0])[0, :2] + scene.placed_offsets(0)
    assert np.allclose(vertices, np.concatenate([placed[:4], placed[:1], placed[4:], placed[4:5]]))


def test_geometries_of_a_map():
    shapely = pytest.importorskip("shapely")
    x, y = 500000 + 3 * np.arange(30), np.full(30, 5.2e6)
    scene = satchel.from_shapely(shapely.box(x, y, x + 3.5, y + 2))
    pairs = satchel.find_pairs(scene)
    axes = scene.plot(satchel.collide(scene, pairs), pairs)
    check_frame(axes, scene)
    assert len(parts_of(axes)[1][0][0]) == 29
