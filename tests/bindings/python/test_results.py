"""Arrays of results: fields over the same bytes, computed attributes, slices, rows, pickles."""

import pickle

import numpy as np
import satchel


def test_fields_are_views_and_the_rest_is_computed(boxes, pairs, dtype):
    contacts = satchel.collide(boxes, pairs)
    assert contacts.normal.dtype == dtype and contacts.normal.shape == (3, 2) and type(contacts.normal) is np.ndarray
    assert np.shares_memory(contacts.separation, contacts)
    assert list(contacts.verdict) == [satchel.OVERLAPPING, satchel.TOUCHING, satchel.DISJOINT]
    assert np.array_equal(contacts.mtv, [[-0.5, 0], [0, 0], [0, 0]]) and not np.signbit(contacts.mtv[1:]).any()
    assert contacts.mtv.dtype == dtype
    assert np.array_equal(contacts.index, contacts.feature >> 4) and np.array_equal(contacts.side, contacts.feature >> 3 & 1)
    assert np.array_equal(contacts.separation, [-0.5, 0, 1.5])


def test_what_is_made_of_contacts_has_their_attributes(boxes, pairs):
    contacts = satchel.collide(boxes, pairs)
    for other in (contacts[1:], contacts[::-1][::-1], contacts[contacts.verdict > 0], np.empty_like(contacts)):
        assert isinstance(other, satchel.Contacts) and other.mtv.shape == (len(other), 2)
    again = pickle.loads(pickle.dumps(contacts))
    assert isinstance(again, satchel.Contacts) and np.array_equal(again, contacts)
    assert np.array_equal(again.mtv, contacts.mtv)
    row = contacts[0]
    assert row.verdict == satchel.OVERLAPPING and np.array_equal(row.mtv, contacts.mtv[0])
    assert np.array_equal(pickle.loads(pickle.dumps(row)).normal, row.normal)


def test_sizes_are_those_of_cpp(boxes, pairs, dtype):
    size = np.dtype(dtype).itemsize
    assert satchel.collide(boxes, pairs).itemsize == 4 * size
    assert satchel.find_hits(boxes, pairs).itemsize == (28 if size == 4 else 48)
    assert satchel.manifolds(boxes, pairs).itemsize == (48 if size == 4 else 88)
    assert satchel.distances(boxes, pairs).itemsize == 8 * size


def test_hits_hold_the_contacts_of_collide(boxes, pairs):
    contacts, hits = satchel.collide(boxes, pairs), satchel.find_hits(boxes, pairs)
    assert np.array_equal(hits.index, [0, 1]) and np.array_equal(hits.pair, pairs[:2])
    assert isinstance(hits.contact, satchel.Contacts) and np.array_equal(hits.contact.mtv, contacts[:2].mtv)
    assert hits[0].contact.verdict == satchel.OVERLAPPING


def test_distances_and_manifolds_agree_with_contacts(boxes, pairs):
    contacts, distances = satchel.collide(boxes, pairs), satchel.distances(boxes, pairs)
    assert np.array_equal(distances.verdict, contacts.verdict) and np.allclose(distances.distance, [-0.5, 0, 1.5])
    a, b = boxes.to_world(pairs[:, 0], distances.point_a), boxes.to_world(pairs[:, 1], distances.point_b)
    assert np.allclose(b - a, distances.normal * distances.distance[:, None], rtol=0, atol=1e-6)
    manifolds = satchel.manifolds(boxes, pairs)
    assert list(manifolds.count) == [2, 2, 0] and manifolds.points["point"].shape == (3, 2, 2)
    assert np.allclose(manifolds.points["separation"][0], -0.5)


def test_reprs_name_what_they_show(boxes, pairs):
    assert "3 of (normal, separation, feature)" in repr(satchel.collide(boxes, pairs))
    assert "separation=" in repr(satchel.collide(boxes, pairs)[0])
    assert "1 shapes, 3 bodies" in repr(boxes)
    assert "Contacts(0 of" in repr(satchel.collide(boxes, []))


def test_parts_of_compounds_are_written(dtype):
    scene = satchel.Scene(dtype)
    parts = [scene.add_polygon(np.array([[x, 0], [x + 1, 0], [x + 1, 1], [x, 1]], dtype)) for x in (0, 5)]
    scene.add_bodies([scene.add_compound(parts), scene.add_box(0.5, 0.5)], [[0, 0, 0], [5.5, 0.5, 0]])
    deciding = np.zeros((1, 2), np.uint32)
    contacts = satchel.collide(scene, [[0, 1]], parts=deciding)
    assert contacts.verdict[0] == satchel.OVERLAPPING and np.array_equal(deciding, [[1, 0]])


def test_stats_count_the_pairs(boxes, pairs):
    stats = satchel.Stats()
    satchel.collide(boxes, pairs, stats=stats)
    satchel.classify(boxes, pairs, stats=stats)
    assert stats.pairs == 6 and sum(stats.of_class.values()) == 6 and stats.of_class["boxes"] == 6
