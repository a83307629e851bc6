"""The C interface called from Python through ctypes: from_python.py LIBRARY."""

import ctypes as c
import sys

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


for name in ("scene_create", "add_box", "add_body", "collide", "collide_d", "check_abi", "force_isa"):
    getattr(lib, "satchel_" + name).restype = Status
lib.satchel_message.restype = c.c_char_p
lib.satchel_message.argtypes = [Status]
lib.satchel_isa_name.restype = c.c_char_p
lib.satchel_isa_name.argtypes = [c.c_size_t]
lib.satchel_isa_count.restype = c.c_size_t
lib.satchel_scene_destroy.argtypes = [c.c_void_p]
for name in ("collide", "collide_d"):
    getattr(lib, "satchel_" + name).argtypes = [c.c_void_p, c.c_void_p, c.c_size_t, c.c_void_p, c.POINTER(Options)]
lib.satchel_add_box.argtypes = [c.c_void_p, c.c_double, c.c_double, c.c_double, c.POINTER(c.c_uint32)]
lib.satchel_add_body.argtypes = [c.c_void_p, c.c_uint32, c.POINTER(Pose), c.POINTER(c.c_uint32)]


def check(status):
    assert status.code == 0, lib.satchel_message(status).decode()


def scene_of(precision, bodies):
    scene, shape, body = c.c_void_p(), c.c_uint32(), c.c_uint32()
    check(lib.satchel_scene_create(precision, c.byref(scene)))
    check(lib.satchel_add_box(scene, 1.0, 1.0, 0.0, c.byref(shape)))
    for k in range(bodies):
        check(lib.satchel_add_body(scene, shape, Pose(1.5 * k, 0, 1, 0), c.byref(body)))
        assert body.value == k
    return scene


check(lib.satchel_check_abi(1))
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
check(lib.satchel_collide(scene, pairs, len(pairs), contacts, options))
assert all(contact.separation == -0.5 and contact.feature & 3 == 2 for contact in contacts)
assert calls and stats.pairs == len(pairs) and stats.of_class[0] == len(pairs)

# The same bytes from every instruction set.
for number in range(lib.satchel_isa_count()):
    check(lib.satchel_force_isa(c.c_char_p(lib.satchel_isa_name(number))))
    again = (Contact * len(pairs))()
    check(lib.satchel_collide(scene, pairs, len(pairs), again, None))
    assert bytes(again) == bytes(contacts)
check(lib.satchel_force_isa(c.c_char_p(b"")))

# A progress function that says no ends the call.
refuse = Options(struct_size=c.sizeof(Options), max_threads=1, progress=Progress(lambda context, done, all: 0))
repeated = (Pair * 3000000)()
wide = (Contact * len(repeated))()
status = lib.satchel_collide(scene, repeated, len(repeated), wide, refuse)
assert status.code in (0, 34), status.code  # a machine may need less than the 50 ms after which it is asked

pairs[3].b = many
status = lib.satchel_collide(scene, pairs, len(pairs), contacts, None)
assert (status.code, status.index, status.numbers[0]) == (22, 3, many), status.code
assert lib.satchel_message(status).decode().startswith(f"pair 3 names body {many}: ")
lib.satchel_scene_destroy(scene)

scene = scene_of(1, 2)
result = Contactd()
check(lib.satchel_collide_d(scene, (Pair * 1)((0, 1)), 1, c.byref(result), None))
assert result.separation == -0.5 and lib.satchel_collide(scene, pairs, 1, contacts, None).code == 202
lib.satchel_scene_destroy(scene)
