"""The C interface called from Python through ctypes: from_python.py LIBRARY."""

import ctypes as c
import sys
import time

lib = c.CDLL(sys.argv[1])


class Status(c.Structure):
    _fields_ = [("code", c.c_int32), ("argument", c.c_int32), ("index", c.c_uint64), ("numbers", c.c_uint64 * 4),
                ("value", c.c_double), ("value_y", c.c_double)]


class Pose(c.Structure):
    _fields_ = [("x", c.c_double), ("y", c.c_double), ("cos", c.c_double), ("sin", c.c_double)]


class Pair(c.Structure):
    _fields_ = [("a", c.c_uint32), ("b", c.c_uint32)]


class Contact(c.Structure):
    _fields_ = [("normal_x", c.c_float), ("normal_y", c.c_float), ("separation", c.c_float), ("feature", c.c_uint32)]


class Contactd(c.Structure):
    _fields_ = [("normal_x", c.c_double), ("normal_y", c.c_double), ("separation", c.c_double), ("feature", c.c_uint32)]


Run = c.CFUNCTYPE(None, c.c_void_p, c.c_size_t, c.CFUNCTYPE(None, c.c_void_p, c.c_size_t), c.c_void_p)
Progress = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_uint64, c.c_uint64)


class Executor(c.Structure):
    _fields_ = [("context", c.c_void_p), ("workers", c.c_uint32), ("run", Run)]


class Stats(c.Structure):
    _fields_ = [(name, c.c_uint64) for name in ("pairs", "lanes", "double", "exact", "discs", "facing", "outlines")] + [
        ("of_class", c.c_uint64 * 17)]


class Options(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("max_threads", c.c_uint32), ("executor", c.POINTER(Executor)),
                ("stats", c.POINTER(Stats)), ("progress", Progress), ("progress_context", c.c_void_p)]


class PairList(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("scene_a", c.c_void_p), ("scene_b", c.c_void_p), ("pairs", c.POINTER(Pair)),
                ("count", c.c_size_t), ("image_pairs", c.c_void_p), ("periods", c.c_void_p)]


class PairOptions(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("max_pairs", c.c_uint32), ("margin", c.c_double), ("filters", c.c_void_p),
                ("filter_count", c.c_size_t), ("worlds", c.c_void_p), ("world_count", c.c_size_t),
                ("margins", c.POINTER(c.c_double)), ("margin_count", c.c_size_t), ("motions", c.c_void_p),
                ("motion_count", c.c_size_t), ("unsorted", c.c_bool), ("broad_phase", c.c_void_p), ("run", c.c_void_p)]


class QueryOptions(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("index", c.c_void_p)] + [
        field for name in ("filter", "world", "query_filter", "query_world", "ignored")
        for field in ((name + "_items", c.c_void_p), (name + "_count", c.c_size_t))] + [
            ("run", c.c_void_p), ("ray_boundary", c.c_bool), ("ray_exits", c.c_bool)]


class Distance(c.Structure):
    _fields_ = [("normal_x", c.c_float), ("normal_y", c.c_float), ("distance", c.c_float), ("feature", c.c_uint32),
                ("points", c.c_float * 4)]


class Near(c.Structure):
    _fields_ = [("query", c.c_uint32), ("body", c.c_uint32), ("distance", Distance)]


for name in ("scene_create", "add_box", "add_body", "collide", "collide_d", "check_abi", "force_isa", "find_pairs",
             "set_poses_of", "index_create", "index_update", "nearest_bodies"):
    getattr(lib, "satchel_" + name).restype = Status
lib.satchel_message.restype = c.c_char_p
lib.satchel_message.argtypes = [Status]
lib.satchel_isa_name.restype = c.c_char_p
lib.satchel_isa_name.argtypes = [c.c_size_t]
lib.satchel_scene_destroy.argtypes = [c.c_void_p]
for name in ("collide", "collide_d"):
    getattr(lib, "satchel_" + name).argtypes = [c.POINTER(PairList), c.c_void_p, c.POINTER(Options)]
lib.satchel_find_pairs.argtypes = [
    c.c_void_p, c.c_void_p, c.c_void_p, c.c_size_t, c.POINTER(c.c_size_t), c.POINTER(PairOptions)]
lib.satchel_set_poses_of.argtypes = [c.c_void_p, c.POINTER(c.c_uint32), c.POINTER(Pose), c.c_size_t, c.POINTER(Options)]
lib.satchel_index_create.argtypes = [c.c_void_p, c.POINTER(c.c_void_p), c.POINTER(Options)]
lib.satchel_index_update.argtypes = [c.c_void_p, c.c_void_p, c.c_void_p, c.c_size_t, c.POINTER(Options)]
lib.satchel_nearest_bodies.argtypes = [
    c.c_void_p, c.POINTER(c.c_uint32), c.c_size_t, c.POINTER(Pose), c.c_size_t, c.c_size_t, c.c_double,
    c.POINTER(Near), c.c_size_t, c.POINTER(c.c_size_t), c.POINTER(QueryOptions)]
lib.satchel_index_destroy.argtypes = [c.c_void_p]
lib.satchel_add_box.argtypes = [c.c_void_p, c.c_double, c.c_double, c.c_double, c.POINTER(c.c_uint32)]
lib.satchel_add_body.argtypes = [c.c_void_p, c.c_uint32, c.POINTER(Pose), c.POINTER(c.c_uint32)]


def check(status):
    assert status.code == 0, lib.satchel_message(status).decode()


def pairs_of(scene, pairs):
    return PairList(c.sizeof(PairList), scene, None, pairs, len(pairs), None, None)


def scene_of(precision, bodies):
    scene, shape, body = c.c_void_p(), c.c_uint32(), c.c_uint32()
    check(lib.satchel_scene_create(precision, c.byref(scene)))
    check(lib.satchel_add_box(scene, 1.0, 1.0, 0.0, c.byref(shape)))
    for k in range(bodies):
        check(lib.satchel_add_body(scene, shape, Pose(1.5 * k, 0, 1, 0), c.byref(body)))
        assert body.value == k
    return scene


check(lib.satchel_check_abi(5))
calls = []


@Run
def run(context, tasks, task, data):
    calls.append(tasks)
    for i in reversed(range(tasks)):
        task(data, i)


many = 20000
scene = scene_of(0, many)
pairs = (Pair * (many - 1))(*[(k, k + 1) for k in range(many - 1)])
contacts = (Contact * len(pairs))()
stats, executor = Stats(), Executor(None, 4, run)
options = Options(struct_size=c.sizeof(Options), executor=c.pointer(executor), stats=c.pointer(stats))
check(lib.satchel_collide(pairs_of(scene, pairs), contacts, options))
assert all(contact.separation == -0.5 and contact.feature & 3 == 2 for contact in contacts)
assert calls and stats.pairs == len(pairs) and stats.of_class[0] == len(pairs)

# The same bytes from every instruction set.
isas = []
while (name := lib.satchel_isa_name(len(isas))) is not None:
    isas.append(name)
assert b"scalar" in isas
for name in isas:
    check(lib.satchel_force_isa(c.c_char_p(name)))
    again = (Contact * len(pairs))()
    check(lib.satchel_collide(pairs_of(scene, pairs), again, None))
    assert bytes(again) == bytes(contacts)
check(lib.satchel_force_isa(c.c_char_p(b"")))

# A progress function that says no ends the call: it is asked after 50 ms, and the executor takes longer.


@Run
def run_late(context, tasks, task, data):
    time.sleep(0.1)
    run(context, tasks, task, data)


slow = Executor(None, 4, run_late)
refuse = Options(struct_size=c.sizeof(Options), executor=c.pointer(slow), progress=Progress(lambda context, done, all: 0))
status = lib.satchel_collide(pairs_of(scene, pairs), contacts, refuse)
assert status.code == 34, status.code

# Options of candidate pairs, with a margin a body.
found = c.c_size_t()
room = (Pair * (2 * many))()
margins = (c.c_double * many)(*[1.0] * many)
check(lib.satchel_find_pairs(scene, None, room, len(room), c.byref(found), None))
assert found.value == many - 1
wider = PairOptions(struct_size=c.sizeof(PairOptions), margins=margins, margin_count=many)
check(lib.satchel_find_pairs(scene, None, room, len(room), c.byref(found), wider))
assert found.value == 2 * many - 3  # each meets the next but one, too

# An index follows its scene, on the caller's executor.
index = c.c_void_p()
check(lib.satchel_index_create(scene, c.byref(index), options))
check(lib.satchel_set_poses_of(scene, c.c_uint32(7), Pose(0, 100, 1, 0), 1, None))
query = QueryOptions(struct_size=c.sizeof(QueryOptions), index=index, run=c.cast(c.pointer(options), c.c_void_p))
near = (Near * 2)()
ask = (scene, c.c_uint32(0), 1, Pose(0, 97, 1, 0), 1, 2, 1.5, near, 2, c.byref(found), query)
assert lib.satchel_nearest_bodies(*ask).code == 42
check(lib.satchel_index_update(index, scene, None, 0, options))
check(lib.satchel_nearest_bodies(*ask))
assert (found.value, near[0].query, near[0].body, near[0].distance.distance) == (1, 0, 7, 1.0)
lib.satchel_index_destroy(index)
check(lib.satchel_set_poses_of(scene, c.c_uint32(7), Pose(10.5, 0, 1, 0), 1, None))

pairs[3].b = many
status = lib.satchel_collide(pairs_of(scene, pairs), contacts, None)
assert (status.code, status.index, status.numbers[0]) == (22, 3, many), status.code
assert lib.satchel_message(status).decode().startswith(f"pair 3 names body {many}: ")
lib.satchel_scene_destroy(scene)

scene = scene_of(1, 2)
result = Contactd()
one = pairs_of(scene, (Pair * 1)((0, 1)))
check(lib.satchel_collide_d(one, c.byref(result), None))
assert result.separation == -0.5 and lib.satchel_collide(one, contacts, None).code == 202
lib.satchel_scene_destroy(scene)
