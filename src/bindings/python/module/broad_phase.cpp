// Candidate pairs.
#include <satchel/broad_phase.hpp>

#include "bindings.hpp"
#include "docs.hpp"
#include "found.hpp"
#include "scene.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

/// The arguments of find_pairs beside scenes; keeps the arrays.
struct PairArguments {
  double margin;
  nb::handle filters, worlds;
  unsigned long long max_pairs;

  template <class T>
  struct Kept {
    nb::object filters;
    Input<std::uint32_t> worlds;
    BasicPairOptions<T> options;
  };

  template <class T>
  Kept<T> kept() const {
    Kept<T> kept;
    kept.options.margin = static_cast<T>(margin);
    if (max_pairs > 0xffffffffull) fail("out_of_range", "max_pairs", -1, "max_pairs is " + std::to_string(max_pairs) + "; wanted at most 4294967295");
    kept.options.max_pairs = static_cast<std::uint32_t>(max_pairs);
    if (!filters.is_none()) {
      const ResultType& type = result_type<Filter>;
      if (!PyArray_Check(filters.ptr()) || PyArray_NDIM(array_of(filters)) != 1 ||
          !PyArray_EquivTypes(PyArray_DESCR(array_of(filters)), type.dtype) || !PyArray_ISCARRAY_RO(array_of(filters))) {
        fail_type("filters is no array that satchel.make_filters makes: one filter a body, dtype satchel.filter_dtype");
      }
      kept.filters = nb::borrow(filters);
      kept.options.filters = {data_of<const Filter>(filters), static_cast<std::size_t>(PyArray_SIZE(array_of(filters)))};
    }
    if (!worlds.is_none()) {
      kept.worlds = ids(worlds, {"worlds", {-1}, "(bodies,): the world of each body"});
      kept.options.worlds = kept.worlds.span();
    }
    return kept;
  }
};

// `phase` keeps memory from call to call; null: it is of this call alone.
template <class T>
nb::object pairs_of(BroadPhase* phase, const PairArguments& more, nb::handle out, const CallArguments& arguments,
                    const auto&... scenes) {
  auto kept = more.kept<T>();
  Call call(arguments);
  return find<Pair>(out, rows_of(NPY_UINT32, 2), call, [&](const Output<Pair>& pairs, const Options& options) {
    kept.options.run = options;
    return phase == nullptr ? try_find_pairs(scenes..., pairs, kept.options)
                            : phase->try_find_pairs(scenes..., pairs, kept.options);
  });
}

/// A BroadPhase, for one call at a time.
struct PyBroadPhase {
  BroadPhase phase;
  Use use;
};

class Using {
 public:
  explicit Using(PyBroadPhase& owner) : use_(owner.use) {
    if (use_.is_used()) {
      PyErr_SetString(PyExc_RuntimeError, "this BroadPhase is used by a call of another thread; one call at a time may use it");
      throw nb::python_error();
    }
    use_.begin_change();
  }
  ~Using() { use_.end_change(); }
  Using(const Using&) = delete;
  Using& operator=(const Using&) = delete;

 private:
  Use& use_;
};

nb::object find_pairs(BroadPhase* phase, const PyScene& scene, const PairArguments& more, nb::handle out,
                      const CallArguments& arguments) {
  return read(scene, [&]<class T>(const BasicScene<T>& s) { return pairs_of<T>(phase, more, out, arguments, s); });
}
nb::object find_pairs(BroadPhase* phase, const PyScene& scene_a, const PyScene& scene_b, const PairArguments& more,
                      nb::handle out, const CallArguments& arguments) {
  return read(scene_a, scene_b, [&]<class T>(const BasicScene<T>& a, const BasicScene<T>& b) {
    return pairs_of<T>(phase, more, out, arguments, a, b);
  });
}

constexpr unsigned long long default_max_pairs = PairOptions{}.max_pairs;

}  // namespace

void bind_broad_phase(nb::module_& m) {
  m.def(
      "find_pairs",
      [](const PyScene& scene, double margin, nb::handle filters, nb::handle worlds, unsigned long long max_pairs,
         nb::handle out, nb::handle threads, nb::handle progress) {
        return find_pairs(nullptr, scene, {margin, filters, worlds, max_pairs}, out, {threads, nb::none(), progress});
      },
      docs::find_pairs, "scene"_a, nb::kw_only(), "margin"_a = 0.0, "filters"_a = nb::none(), "worlds"_a = nb::none(),
      "max_pairs"_a = default_max_pairs, "out"_a = nb::none(), "threads"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "find_pairs",
      [](const PyScene& scene_a, const PyScene& scene_b, double margin, nb::handle filters, nb::handle worlds,
         unsigned long long max_pairs, nb::handle out, nb::handle threads, nb::handle progress) {
        return find_pairs(nullptr, scene_a, scene_b, {margin, filters, worlds, max_pairs}, out, {threads, nb::none(), progress});
      },
      "scene_a"_a, "scene_b"_a, nb::kw_only(), "margin"_a = 0.0, "filters"_a = nb::none(), "worlds"_a = nb::none(),
      "max_pairs"_a = default_max_pairs, "out"_a = nb::none(), "threads"_a = nb::none(), "progress"_a = nb::none());
  nb::class_<PyBroadPhase> cls(m, "BroadPhase", docs::type_BroadPhase);
  cls.def(nb::init<>());
  cls.def(
      "find_pairs",
      [](PyBroadPhase& self, const PyScene& scene, double margin, nb::handle filters, nb::handle worlds,
         unsigned long long max_pairs, nb::handle out, nb::handle threads, nb::handle progress) {
        const Using is_used(self);
        return find_pairs(&self.phase, scene, {margin, filters, worlds, max_pairs}, out, {threads, nb::none(), progress});
      },
      docs::find_pairs, "scene"_a, nb::kw_only(), "margin"_a = 0.0, "filters"_a = nb::none(), "worlds"_a = nb::none(),
      "max_pairs"_a = default_max_pairs, "out"_a = nb::none(), "threads"_a = nb::none(), "progress"_a = nb::none());
  cls.def(
      "find_pairs",
      [](PyBroadPhase& self, const PyScene& scene_a, const PyScene& scene_b, double margin, nb::handle filters,
         nb::handle worlds, unsigned long long max_pairs, nb::handle out, nb::handle threads, nb::handle progress) {
        const Using is_used(self);
        return find_pairs(&self.phase, scene_a, scene_b, {margin, filters, worlds, max_pairs}, out, {threads, nb::none(), progress});
      },
      "scene_a"_a, "scene_b"_a, nb::kw_only(), "margin"_a = 0.0, "filters"_a = nb::none(), "worlds"_a = nb::none(),
      "max_pairs"_a = default_max_pairs, "out"_a = nb::none(), "threads"_a = nb::none(), "progress"_a = nb::none());
  cls.def_prop_ro("memory_bytes", [](PyBroadPhase& self) {
    const Using is_used(self);
    return self.phase.memory_bytes();
  }, "Bytes that it keeps from call to call.");
}

}  // namespace satchel::python
