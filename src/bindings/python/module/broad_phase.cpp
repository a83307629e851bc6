// Candidate pairs.
#include <satchel/broad_phase.hpp>

#include "bindings.hpp"
#include "docs.hpp"
#include "found.hpp"
#include "options.hpp"
#include "scene.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

/// A BroadPhase, for one call at a time.
struct PyBroadPhase {
  BroadPhase phase;
  Use use{"BroadPhase"};
};

/// The BroadPhase that a call works with: of its own, or `self`.
template <class... Self>
class Working {
 public:
  BroadPhase& phase() { return phase_; }

 private:
  BroadPhase phase_;
};
template <>
class Working<PyBroadPhase> {
 public:
  explicit Working(PyBroadPhase& self) : self_(self) {
    if (self.use.is_used()) {
      PyErr_SetString(PyExc_RuntimeError,
                      "this BroadPhase is used by a call of another thread; one call at a time may use it");
      throw nb::python_error();
    }
    self.use.begin_change();
  }
  ~Working() { self_.use.end_change(); }
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;
  BroadPhase& phase() { return self_.phase; }

 private:
  PyBroadPhase& self_;
};

/// @param periods  those of the world, if it has some
template <class Item, class T>
nb::object pairs_of(BroadPhase& phase, const PairArguments& more, nb::handle out, const CallArguments& run,
                    const ListForm& form, BasicScenePair<T> scenes, const auto&... periods) {
  auto kept = more.kept<T>();
  Call call(run);
  return find<Item>(out, kept.inputs(), form, call, [&](const Output<Item>& pairs, const Options& options) {
    kept.options.run = options;
    return phase.try_find_pairs(scenes, periods..., pairs, kept.options);
  });
}

/// Defines one form of find_pairs; `first` are the annotations of what comes before the options.
template <class Target, class Function, class... First>
void define(Target& target, Function function, const First&... first) {
  target.def("find_pairs", function, docs::find_pairs, first..., "margin"_a = 0.0, "margins"_a = nb::none(),
             "motions"_a = nb::none(), "filters"_a = nb::none(), "worlds"_a = nb::none(), "sorted"_a = true,
             "max_pairs"_a = PairOptions{}.max_pairs, "out"_a = nb::none(), "threads"_a = nb::none(),
             "progress"_a = nb::none());
}

/// Defines find_pairs of the module, or as a method of Self.
template <class... Self, class Target>
void bind_find_pairs(Target& target) {
  define(
      target,
      [](Self&... self, const PyScene& scene, double margin, nb::handle margins, nb::handle motions, nb::handle filters,
         nb::handle worlds, bool sorted, nb::handle max_pairs, nb::handle out, nb::handle threads,
         nb::handle progress) {
        Working<Self...> working(self...);
        const PairArguments more{margin, margins, motions, filters, worlds, sorted, max_pairs};
        return read(scene, [&](const auto& s) {
          return pairs_of<Pair>(working.phase(), more, out, {threads, nb::none(), progress}, rows_of(NPY_UINT32, 2),
                                BasicScenePair(s));
        });
      },
      "scene"_a, nb::kw_only());
  define(
      target,
      [](Self&... self, const PyScene& scene_a, const PyScene& scene_b, double margin, nb::handle margins,
         nb::handle motions, nb::handle filters, nb::handle worlds, bool sorted, nb::handle max_pairs,
         nb::handle out, nb::handle threads, nb::handle progress) {
        Working<Self...> working(self...);
        const PairArguments more{margin, margins, motions, filters, worlds, sorted, max_pairs};
        return read(scene_a, scene_b, [&](const auto& a, const auto& b) {
          return pairs_of<Pair>(working.phase(), more, out, {threads, nb::none(), progress}, rows_of(NPY_UINT32, 2),
                                BasicScenePair(a, b));
        });
      },
      "scene_a"_a, "scene_b"_a, nb::kw_only());
  define(
      target,
      [](Self&... self, const PyScene& scene, nb::handle periods, double margin, nb::handle margins, nb::handle motions,
         nb::handle filters, nb::handle worlds, bool sorted, nb::handle max_pairs, nb::handle out,
         nb::handle threads, nb::handle progress) {
        Working<Self...> working(self...);
        const PairArguments more{margin, margins, motions, filters, worlds, sorted, max_pairs};
        const Periods world = periods_of(periods);
        return read(scene, [&](const auto& s) {
          return pairs_of<ImagePair>(working.phase(), more, out, {threads, nb::none(), progress}, list_of<ImagePair>(),
                                     BasicScenePair(s), world);
        });
      },
      "scene"_a, nb::kw_only(), "periods"_a);
  define(
      target,
      [](Self&... self, const PyScene& scene_a, const PyScene& scene_b, nb::handle periods, double margin,
         nb::handle margins, nb::handle motions, nb::handle filters, nb::handle worlds, bool sorted,
         nb::handle max_pairs, nb::handle out, nb::handle threads, nb::handle progress) {
        Working<Self...> working(self...);
        const PairArguments more{margin, margins, motions, filters, worlds, sorted, max_pairs};
        const Periods world = periods_of(periods);
        return read(scene_a, scene_b, [&](const auto& a, const auto& b) {
          return pairs_of<ImagePair>(working.phase(), more, out, {threads, nb::none(), progress}, list_of<ImagePair>(),
                                     BasicScenePair(a, b), world);
        });
      },
      "scene_a"_a, "scene_b"_a, nb::kw_only(), "periods"_a);
}

}  // namespace

void bind_broad_phase(Module& m) {
  bind_find_pairs<>(m);
  Class<PyBroadPhase> cls(m, "BroadPhase", docs::type_BroadPhase);
  cls.def_init();
  bind_find_pairs<PyBroadPhase>(cls);
  cls.def_prop_ro(
      "memory_bytes",
      [](PyBroadPhase& self) {
        const Working<PyBroadPhase> working(self);
        return self.phase.memory_bytes();
      },
      "Bytes that it keeps from call to call.");
}

}  // namespace satchel::python
