"""What a notebook shows of scenes and of results: `_repr_svg_`, `_repr_html_`."""

import re
import xml.etree.ElementTree as xml

import numpy as np
import pytest
import satchel

SVG = "{http://www.w3.org/2000/svg}"


def rings_of(path, corner):
    """The rings of a path of straight edges, y up, where the picture's upper left corner is `corner`."""
    texts = re.findall(r"M([^Z]*)Z", path.get("d"))
    return [corner + np.array([[float(n) for n in point.split()] for point in ring.split("L")]) * [1, -1] for ring in texts]


def picture_of(scene):
    """(the picture, its upper left corner): bodies have as much room on the left as on the right, above as below."""
    picture = xml.fromstring(scene._repr_svg_())
    x, y, w, h = map(float, picture.get("viewBox").split())
    boxes = scene.bounding_boxes()
    low, high = boxes[:, :2].min(0), boxes[:, 2:].max(0)
    assert (x, y) == (0, 0) and w > high[0] - low[0] and h > high[1] - low[1]
    return picture, np.array([low[0] - (w - (high[0] - low[0])) / 2, high[1] + (h - (high[1] - low[1])) / 2])


def test_a_scene_is_drawn_where_its_bodies_are():
    scene = satchel.Scene()
    scene.add_body(scene.add_polygon([(0, 0), (4, 0), (0, 2)]), (10, 20, np.pi / 2))
    scene.add_body(scene.add_outline([(0, 0), (9, 0), (9, 9), (0, 9), (2, 2), (7, 2), (7, 7), (2, 7)], [0, 4, 8]), (-5, 0, 0))
    scene.add_body(scene.add_circle((1, 0), 3), (0, 30, 0))
    picture, corner = picture_of(scene)
    triangle, court, circle = [rings_of(path, corner) for path in picture.iter(f"{SVG}path")]
    assert len(triangle) == 1 and np.allclose(triangle[0], [[10, 20], [10, 24], [8, 20]], atol=1e-5)
    assert len(court) == 2 and {tuple(p) for p in court[0].round(6)} == {(-5, 0), (4, 0), (4, 9), (-5, 9)}
    assert np.allclose(np.hypot(*(circle[0] - (1, 30)).T), 3, atol=0.02)
    w, h = map(float, picture.get("viewBox").split()[2:])
    points = np.concatenate([*triangle, *court, *circle]) - corner
    assert (points >= [0, -h]).all() and (points <= [w, 0]).all()
    assert [title.text for title in picture.iter(f"{SVG}title")] == ["body 0", "body 1", "body 2"]


@pytest.mark.parametrize("place", [(5e5, 5e6), (-1.3e7, 4e6), (0, 2.0**29)])
def test_a_house_far_from_the_origin_is_drawn_as_it_is(place):
    house = np.array([(0, 0), (9.3, 0.4), (8.7, 6.1), (4.2, 3.3), (0.6, 5.9)])
    by_pose, by_points = satchel.Scene(), satchel.Scene()
    by_pose.add_body(by_pose.add_outline(house), (*place, 0))
    by_points.add_body(by_points.add_outline(house * 256 + place))
    for scene, size in ((by_pose, 1), (by_points, 256)):
        picture, corner = picture_of(scene)
        (ring,) = rings_of(picture.find(f".//{SVG}path"), corner - place)
        assert np.allclose(ring, house * size, atol=1e-6 * size)


def test_scenes_that_are_no_picture():
    scene = satchel.Scene()
    box = scene.add_box(1, 1)
    assert scene._repr_svg_() is None
    scene.add_bodies(box, np.zeros((2001, 3)))
    assert scene._repr_svg_() is None


def table_of(results):
    rows = xml.fromstring(results._repr_html_()).findall("tr")
    return [[cell.text for cell in row] for row in rows]


def test_results_are_a_table_of_their_columns(boxes, pairs):
    contacts = satchel.collide(boxes, pairs)
    head, *rows = table_of(contacts)
    columns = contacts.columns()
    assert head == [None, *columns] and len(rows) == 3
    assert [row[1 + list(columns).index("verdict")] for row in rows] == ["overlapping", "touching", "disjoint"]
    assert [float(row[1 + list(columns).index("separation")]) for row in rows] == contacts.separation.tolist()
    assert table_of(contacts[:0]) == [head]


def test_long_results_are_cut_in_the_middle(boxes, pairs):
    distances = satchel.distances(boxes, np.resize(pairs, (40, 2)))
    head, *rows = table_of(distances)
    assert [row[0] for row in rows] == ["0", "1", "2", "3", "4", "...", "35", "36", "37", "38", "39"]
    place = head.index("distance")
    assert float(rows[-1][place]) == distances.distance[39] and rows[5][place] == "..."


def test_times_of_trajectories_are_a_table_too():
    scene = satchel.Scene()
    box = scene.add_box(1, 1)
    scene.add_body(box)
    times = satchel.times_to_collision(scene, box, np.zeros((2, 3, 3)) + [9, 0, 0], np.zeros((2, 3, 3)) - [1, 0, 0], 20.0)
    assert times.shape == (2, 3) and len(table_of(times)) == 7
