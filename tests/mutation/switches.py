"""Many defects in one build: each acts where the environment variable SATCHEL_DEFECT has its number.

A defect inside a function becomes a second body of it:
    int f() { if (::satchel_defects::on(17)) { BODY WITH THE DEFECT } else { BODY } }
What lies outside of functions (constants of a namespace, members, initialisers of members) has to be built by itself. During
constant evaluation no defect acts.
"""
import collections
import dataclasses
import re
import sys

try:
    from clang import cindex
except ImportError:  # a Python that is not Debian's
    sys.path.append("/usr/lib/python3/dist-packages")
    from clang import cindex

# Included before everything else. With SATCHEL_REACHED=FILE no defect acts, and the numbers of those whose function ran are added to it.
HEADER = """\
#pragma once
#include <cstdio>
#include <cstdlib>
namespace satchel_defects {
inline const char* const report = std::getenv("SATCHEL_REACHED");
inline const int active = report ? -1 : std::getenv("SATCHEL_DEFECT") ? std::atoi(std::getenv("SATCHEL_DEFECT")) : 0;
inline unsigned char reached[4096];
inline struct Report {
  ~Report() {
    if (std::FILE* file = report ? std::fopen(report, "a") : nullptr) {
      for (int i = 0; i < 4096; ++i)
        if (reached[i]) std::fprintf(file, "%d\\n", i);
      std::fclose(file);
    }
  }
} at_exit;
[[gnu::always_inline]] constexpr bool on(int number) noexcept {
  if (__builtin_is_constant_evaluated()) return false;
  if (active < 0) reached[number] = 1;
  return active == number;
}
}  // namespace satchel_defects
"""
FUNCTIONS = {cindex.CursorKind.FUNCTION_DECL, cindex.CursorKind.CXX_METHOD, cindex.CursorKind.FUNCTION_TEMPLATE,
             cindex.CursorKind.CONSTRUCTOR, cindex.CursorKind.DESTRUCTOR, cindex.CursorKind.CONVERSION_FUNCTION}
PER_FUNCTION = 4  # more bodies of a function that is inlined everywhere would take the compiler too long


@dataclasses.dataclass(frozen=True)
class Change:
    """Of the bytes [begin, end) of a file into others."""
    begin: int
    end: int
    new: bytes


def change_between(before, after):
    begin = next((i for i, (x, y) in enumerate(zip(before, after)) if x != y), min(len(before), len(after)))
    rest = min(len(before), len(after)) - begin
    end = next((i for i in range(rest) if before[-1 - i] != after[-1 - i]), rest)
    return Change(begin, len(before) - end, after[begin:len(after) - end])


def kind_of(cursor):
    try:
        return cursor.kind
    except ValueError:  # one that these bindings do not know
        return None


def parsed(path, root, text=None):
    arguments = ["-xc++", "-std=c++20", f"-I{root}/src", f"-I{root}/include", "-mavx512f", "-mavx512vl", "-mavx512dq", "-mavx512bw", "-mbmi2",
                 "-DSATCHEL_ISA=avx512", '-DSATCHEL_ISA_HEADER="lanes/isa_avx512.hpp"', "-DSATCHEL_HAS_AVX512=1", "-DSATCHEL_HAS_SCALAR=1",
                 "-DSATCHEL_TBB=0", "-DSATCHEL_OWN_THREADS=1", "-I/usr/lib/llvm-14/lib/clang/14.0.6/include"]
    unsaved = [(str(path), text)] if text is not None else None
    return cindex.Index.create().parse(str(path), arguments, unsaved)


def bodies_of(unit, path):
    """What stands between the braces of each function of the file, as pairs of bytes' numbers: of nested ones the outer."""
    def of(cursor):
        for child in cursor.get_children():
            if child.location.file is None or child.location.file.name != str(path):
                continue
            block = next((c for c in child.get_children() if kind_of(c) == cindex.CursorKind.COMPOUND_STMT), None)
            if kind_of(child) in FUNCTIONS:
                if block is not None:
                    yield block.extent.start.offset + 1, block.extent.end.offset - 1
            else:
                yield from of(child)
    return sorted(set(of(unit.cursor)))


def body_with(bodies, change):
    return next((body for body in bodies if body[0] <= change.begin and change.end <= body[1]), None)


def with_switches(text, numbered):
    """The text with all of [(number, body, change)] in it, and [(first line, last line, number)] of where each stands."""
    groups = collections.defaultdict(list)
    for number, body, change in numbered:
        groups[body].append((number, change))
    out, lines, at = b"", [], 0
    for (begin, end), changes in sorted(groups.items()):
        out += text[at:begin]
        for number, change in changes:
            first = out.count(b"\n") + 1
            out += b" if (::satchel_defects::on(%d)) {\n" % number + text[begin:change.begin] + change.new + text[change.end:end] + b"\n} else"
            lines.append((first, out.count(b"\n") + 1, number))
        out += b" {" + text[begin:end] + b"}\n"
        at = end
    return out + text[at:], lines


def batches(places, size):
    """[(key, file, body, ...)] in groups of at most `size`, and at most PER_FUNCTION in one function."""
    groups = []
    for place in places:
        for group, counts in groups:
            if len(group) < size and counts[place[1], place[2]] < PER_FUNCTION:
                break
        else:
            group, counts = [], collections.Counter()
            groups.append((group, counts))
        group.append(place)
        counts[place[1], place[2]] += 1
    return [group for group, _ in groups]


def numbers_in_errors(output, lines_of_file, tree):
    """Which defects the compiler's messages name, also as the place from which a template was made."""
    found = set()
    for name, line in re.findall(r"^(?:In file included from )?(\S+?):(\d+)(?::\d+)?[:,]", output, re.MULTILINE):
        name = name.removeprefix(f"{tree}/")
        for first, last, number in lines_of_file.get(name, ()):
            if first <= int(line) <= last:
                found.add(number)
    return found
