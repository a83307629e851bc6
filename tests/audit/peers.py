"""The libraries: how their programs are built and asked, what they are asked, and what of their wrong answers they document."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from judge import Wrong
from pairs import Pair

here = Path(__file__).resolve().parent
root = here.parents[1]
work = root / "build" / "audit"


def extent(pair: Pair) -> float:
    return max(max(v[k] for v in p) - min(v[k] for v in p) for p in (pair.a, pair.b) for k in (0, 1))


def thinnest(pair: Pair) -> float:
    """The least distance of a vertex from an edge that it is not on: less than this no part of the polygons is thick."""
    least = math.inf
    for polygon in (pair.a, pair.b):
        for k, (x, y) in enumerate(polygon):
            dx, dy = x - polygon[k - 1][0], y - polygon[k - 1][1]
            least = min(least, max(dx * (v[1] - y) - dy * (v[0] - x) for v in polygon) / math.hypot(dx, dy))
    return least


def shortest_edge(pair: Pair) -> float:
    return min(math.dist(p[k - 1], p[k]) for p in (pair.a, pair.b) for k in range(len(p)))


def reach_from_zero(pair: Pair) -> float:
    return max(map(abs, pair.coordinates()))


def everything(pair: Pair) -> bool:
    return True


def no_design(question: str, pair: Pair, wrong: Wrong) -> str:
    return ""


@dataclass
class Peer:
    key: str
    source: str  # in peers
    precision: str = "double"
    libraries: list[str] = field(default_factory=list)  # to link
    flags: list[str] = field(default_factory=list)
    header: str = ""  # that the compiler finds where the library is installed
    module: str = ""  # of Python
    tree: str = ""  # a source tree in the folder that --sources names: FLAGS may say {tree}
    objects: list[str] = field(default_factory=list)  # sources of the tree to compile
    arguments: list[str] = field(default_factory=list)
    takes: Callable[[Pair], bool] = everything  # what its documents say it is for
    design: Callable[[str, Pair, Wrong], str] = no_design  # why an answer is as documented


def boxes_meet(pair: Pair) -> bool:
    """Engines compare bounding boxes before they ask what is asked here."""
    return all(min(v[k] for v in p) <= max(v[k] for v in q) for k in (0, 1) for p, q in ((pair.a, pair.b), (pair.b, pair.a)))


def box2d_takes(pair: Pair) -> bool:
    """Its manual: moving shapes of 0.1 to 10 metres, static ones up to 50, worlds up to some kilometres. What it stores otherwise than
    given (it welds vertices) is answered by none."""
    return boxes_meet(pair) and extent(pair) <= 10 and thinnest(pair) >= 0.1 and shortest_edge(pair) >= 0.05 and reach_from_zero(pair) <= 1000


def skinned(question: str, pair: Pair, wrong: Wrong) -> str:
    """Of Box2D 2 and of what was made of it."""
    slop = 0.005  # b2_linearSlop
    if question == "meets by b2TestOverlap" or question == "meets by testOverlap":
        return "each polygon has a skin of two b2_linearSlop" if pair.right.verdict == "disjoint" and pair.right.reach <= 4 * slop else ""
    return "less than b2_linearSlop, which counts as none" if wrong.by * pair.right.size <= slop else ""


def cute_takes(pair: Pair) -> bool:
    """Its header: shapes with a volume below some 100 units, close to the origin."""
    return extent(pair) <= 10 and thinnest(pair) >= 0.01 and reach_from_zero(pair) <= 20


def cute_design(question: str, pair: Pair, wrong: Wrong) -> str:
    """kRelTol and kAbsTol of c2PolytoPolyManifold."""
    longer = wrong.by * pair.right.size
    return "it prefers faces of the second polygon by 5 % and 0.01" if "longer" in wrong.text and longer <= 0.06 * pair.right.reach + 0.011 else ""


def cgal(kernel: str, name: str, words: str) -> dict:
    def design(question: str, pair: Pair, wrong: Wrong) -> str:
        return words if kernel == "Simple_cartesian<double>" or question.startswith("area") else ""

    return {"source": "cgal.cpp", "libraries": ["gmp", "mpfr"], "header": "CGAL/Triangle_2.h", "design": design,
            "flags": [f"-DAUDIT_KERNEL=CGAL::{kernel}", f'-DAUDIT_NAME="{name}"']}


box2d_3 = ["aabb", "core", "distance", "geometry", "hull", "manifold", "math_functions"]
peers = [
    Peer("satchel_float", "satchel_audit_peer", "float", arguments=["float"]),
    Peer("satchel_double", "satchel_audit_peer", arguments=["double"]),
    Peer("geos", "geos.cpp", libraries=["geos_c"], header="geos_c.h"),
    Peer("shapely", "geos_of_shapely.py", module="shapely"),
    Peer("boost", "boost_geometry.cpp", header="boost/geometry.hpp"),
    Peer("cgal_inexact", **cgal("Exact_predicates_inexact_constructions_kernel", "CGAL, inexact constructions",
                                "what it constructs is rounded, as its name says")),
    Peer("cgal_double", **cgal("Simple_cartesian<double>", "CGAL, Simple_cartesian of double", "its manual says that it is not exact")),
    Peer("clipper", "clipper.cpp", "integer", libraries=["polyclipping"], header="polyclipping/clipper.hpp"),
    Peer("box2d", "box2d.cpp", "float", libraries=["box2d"], header="box2d/b2_collision.h", takes=box2d_takes, design=skinned),
    Peer("chipmunk", "chipmunk.cpp", libraries=["chipmunk"], header="chipmunk/chipmunk.h", takes=boxes_meet),
    Peer("munk2d", "pymunk_munk2d.py", module="pymunk", takes=boxes_meet),
    Peer("opencv", "opencv.py", "float", module="cv2"),
    Peer("powerboxes", "powerboxes_iou.py", module="powerboxes"),
    Peer("torchvision", "torchvision_iou.py", "float", module="torchvision"),
    # Not packages of Debian or PyPI: measured where their sources are.
    Peer("boost_new", "boost_geometry.cpp", tree="geometry",
         flags=["-w", "-I{tree}/include", "-I{tree}/../core/include", "-I{tree}/../boost/include"]),
    Peer("clipper2", "clipper2.cpp", "integer", tree="Clipper2", flags=["-I{tree}/CPP/Clipper2Lib/include"],
         objects=["CPP/Clipper2Lib/src/clipper.engine.cpp"]),
    Peer("box2d_3", "box2d_3.cpp", "float", tree="box2d", flags=["-I{tree}/include", "-I{tree}/src"],
         objects=[f"src/{name}.c" for name in box2d_3], libraries=["pthread"], takes=box2d_takes, design=skinned),
    Peer("cute_c2", "cute_c2.cpp", "float", tree="cute_headers", flags=["-I{tree}", "-w"], takes=cute_takes, design=cute_design),
    Peer("tg", "tg.cpp", tree="tg", flags=["-I{tree}"], objects=["tg.c"]),
    Peer("sat", "javascript.mjs", tree="sat-js", arguments=["SAT.js", "{tree}/SAT.js"]),
    Peer("planck", "javascript.mjs", tree="planck.js", arguments=["Planck", "{tree}/dist/planck.js"], takes=box2d_takes, design=skinned),
    Peer("matter", "javascript.mjs", tree="matter-js", arguments=["Matter", "{tree}/build/matter.js"], takes=boxes_meet),
]


def succeeds(command: list[str], text: str = "") -> bool:
    return subprocess.run(command, input=text, text=True, capture_output=True).returncode == 0


def python_with(module: str) -> str:
    """The environment that bootstrap.sh --audit makes, what SATCHEL_AUDIT_PYTHON names, or the Python that runs this."""
    ours = str(root / "build" / "audit-peers" / "bin" / "python")
    for program in (ours, os.environ.get("SATCHEL_AUDIT_PYTHON", ""), sys.executable):
        if program and Path(program).exists() and succeeds([program, "-c", f"import {module}"]):
            return program
    raise Missing(f"no module {module}")


class Missing(Exception):
    pass


def satchel_program() -> Path:
    program = root / "build" / "test" / "tests" / "satchel_audit_peer"
    if not all(path.exists() for path in (program, program.with_name("satchel_audit_pairs"), satchel_tool())):
        raise Missing("not built: cmake --preset test && cmake --build build/test --target satchel_audit_peer satchel_audit_pairs satchel_tool")
    return program


def satchel_tool() -> Path:
    return root / "build" / "test" / "bin" / "satchel"


def command_of(peer: Peer, sources: Path | None) -> list[str]:
    """Builds the peer's program where it is not there yet."""
    if peer.source == "satchel_audit_peer":
        return [str(satchel_program()), *peer.arguments]
    tree = (sources or Path("/nowhere")) / peer.tree
    if peer.tree and not tree.exists():
        raise Missing(f"no {peer.tree} in the folder of --sources")
    told = tree / "VERSION_OF_AUDIT"
    version = told.read_text().strip() if peer.tree and told.exists() else "unknown"
    source = here / "peers" / peer.source
    if source.suffix == ".py":
        return [python_with(peer.module), "-B", str(source)]
    if source.suffix == ".mjs":
        if shutil.which("node") is None:
            raise Missing("no node")
        return ["node", str(source), *(word.format(tree=tree) for word in peer.arguments), version]
    if peer.header and not succeeds(["g++", "-std=c++17", "-fsyntax-only", "-x", "c++", "-"], f"#include <{peer.header}>\n"):
        raise Missing(f"no {peer.header}")
    work.mkdir(parents=True, exist_ok=True)
    program = work / peer.key
    if not program.exists() or program.stat().st_mtime < max(source.stat().st_mtime, (here / "peers" / "pairs.hpp").stat().st_mtime):
        flags = ["-O1", "-ffp-contract=off", *(flag.format(tree=tree) for flag in peer.flags)]
        objects = []
        for name in peer.objects:
            objects.append(str(work / f"{peer.key}_{Path(name).stem}.o"))
            compiler = ["gcc"] if name.endswith(".c") else ["g++", "-std=c++17"]
            subprocess.run([*compiler, *flags, "-c", str(tree / name), "-o", objects[-1]], check=True)
        names = [f'-DAUDIT_VERSION="{version}"'] if peer.tree and peer.key != "clipper2" else []
        subprocess.run(["g++", "-std=c++17", *flags, *names, str(source), *objects, *(f"-l{name}" for name in peer.libraries),
                        "-o", str(program)], check=True, stderr=subprocess.DEVNULL)
    return [str(program)]


@dataclass
class Session:
    """A peer that is there."""

    peer: Peer
    command: list[str]
    name: str = ""
    version: str = ""
    questions: list[str] = field(default_factory=list)

    def answers(self, pairs: list[Pair], seconds: float = 300) -> list[list[str]]:
        """A list of answers for each pair. A pair that ends the program, or keeps it, has crash or time-out for all answers."""
        done: list[list[str]] = []
        while True:
            text = "".join(pair.line() + "\n" for pair in pairs[len(done) :])
            why = "crash"
            try:
                run = subprocess.run(self.command, input=text, text=True, capture_output=True, timeout=seconds, cwd=here / "peers")
                lines = run.stdout.split("\n")
            except subprocess.TimeoutExpired as stopped:
                lines, why = (stopped.stdout or b"").decode().split("\n"), "time-out"
            if not lines[0]:
                raise RuntimeError(f"{self.command} says nothing")
            self.name, self.version, *self.questions = lines[0].split("\t")
            done += [line.split("\t") for line in lines[1:-1]]
            if len(done) >= len(pairs):
                return done
            if self.peer.source == "satchel_audit_peer":
                raise RuntimeError(f"satchel_audit_peer: {run.stderr}")
            done.append([why] * len(self.questions))


def sessions(sources: Path | None, keys: list[str], missing: Callable[[Peer, str], None]) -> list[Session]:
    found = []
    for peer in peers:
        if keys and peer.key not in keys:
            continue
        try:
            session = Session(peer, command_of(peer, sources))
            session.answers([])
            found.append(session)
        except (Missing, subprocess.CalledProcessError) as error:
            missing(peer, str(error))
    return found
