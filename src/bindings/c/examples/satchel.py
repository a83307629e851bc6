"""Declarations of Satchel's C interface for Python's ctypes, as far as a program of this size needs them, and such a program.

python3 satchel.py [LIBRARY]: the library is the shared one, libsatchel.so where the system finds it if none is given.
(The Python package is another thing: arrays in, arrays out.)
"""

import ctypes
import sys

ABI = 5
FLOAT = 0


class Status(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_int32), ("argument", ctypes.c_int32), ("index", ctypes.c_uint64), ("numbers", ctypes.c_uint64 * 4),
        ("value", ctypes.c_double), ("value_y", ctypes.c_double),
    ]


class Pose(ctypes.Structure):
    _fields_ = [("x", ctypes.c_double), ("y", ctypes.c_double), ("cos", ctypes.c_double), ("sin", ctypes.c_double)]


class Pair(ctypes.Structure):
    _fields_ = [("a", ctypes.c_uint32), ("b", ctypes.c_uint32)]


class PairList(ctypes.Structure):
    """What is not used is 0 or None. image_pairs, in place of pairs, and periods are those of a periodic world."""

    _fields_ = [
        ("struct_size", ctypes.c_uint32), ("scene_a", ctypes.c_void_p), ("scene_b", ctypes.c_void_p),
        ("pairs", ctypes.POINTER(Pair)), ("count", ctypes.c_size_t), ("image_pairs", ctypes.c_void_p), ("periods", ctypes.c_void_p),
    ]


class Contact(ctypes.Structure):
    _fields_ = [
        ("normal_x", ctypes.c_float), ("normal_y", ctypes.c_float), ("separation", ctypes.c_float), ("feature", ctypes.c_uint32),
    ]


library = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "libsatchel.so")
number = ctypes.POINTER(ctypes.c_uint32)
for name, arguments in {
    "satchel_check_abi": [ctypes.c_uint32],
    "satchel_scene_create": [ctypes.c_int32, ctypes.POINTER(ctypes.c_void_p)],
    "satchel_add_box": [ctypes.c_void_p, ctypes.c_double, ctypes.c_double, ctypes.c_double, number],
    "satchel_add_body": [ctypes.c_void_p, ctypes.c_uint32, ctypes.POINTER(Pose), number],
    "satchel_collide": [ctypes.POINTER(PairList), ctypes.POINTER(Contact), ctypes.c_void_p],
}.items():
    getattr(library, name).argtypes = arguments
    getattr(library, name).restype = Status
library.satchel_message.argtypes = [Status]
library.satchel_message.restype = ctypes.c_char_p
library.satchel_scene_destroy.argtypes = [ctypes.c_void_p]
library.satchel_scene_destroy.restype = None


def check(status: Status) -> None:
    if status.code != 0:
        raise ValueError(library.satchel_message(status).decode())


def pairs_of(scene: ctypes.c_void_p, *pairs: tuple[int, int]) -> PairList:
    return PairList(ctypes.sizeof(PairList), scene, None, (Pair * len(pairs))(*pairs), len(pairs), None, None)


check(library.satchel_check_abi(ABI))
scene, shape, body = ctypes.c_void_p(), ctypes.c_uint32(), ctypes.c_uint32()
check(library.satchel_scene_create(FLOAT, ctypes.byref(scene)))
check(library.satchel_add_box(scene, 1, 1, 0, ctypes.byref(shape)))
for x in (0, 1.5):
    check(library.satchel_add_body(scene, shape, Pose(x, 0, 1, 0), ctypes.byref(body)))
contacts = (Contact * 1)()
check(library.satchel_collide(pairs_of(scene, (0, 1)), contacts, None))
assert contacts[0].separation == -0.5
try:
    check(library.satchel_collide(pairs_of(scene, (0, 7)), contacts, None))
except ValueError as error:
    print(f"{contacts[0].separation}; {error}")
library.satchel_scene_destroy(scene)
