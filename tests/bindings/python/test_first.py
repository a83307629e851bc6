"""The shortest way through the package."""

import numpy as np
import satchel


def test_two_boxes_overlap_by_half_a_unit():
    scene = satchel.Scene()
    bodies = scene.add_bodies(scene.add_box(1, 0.5), np.array([[0.0, 0, 0], [1.5, 0, 0]]))
    contacts = satchel.collide(scene, satchel.find_pairs(scene))
    assert list(bodies) == [0, 1]
    assert list(contacts.verdict) == [satchel.OVERLAPPING]
    assert np.array_equal(contacts.mtv, [[-0.5, 0]])
