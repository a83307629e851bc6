// class KeptPairs: candidate pairs, kept from frame to frame.
#include "kept_pairs.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>

#include "bindings.hpp"
#include "call.hpp"
#include "docs.hpp"
#include "found.hpp"
#include "index.hpp"
#include "bindings/numbers.hpp"
#include "options.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

nb::object rows(std::span<const Pair> pairs, nb::handle out) {
  const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(pairs.size());
  const nb::object array =
      out.is_none() ? new_array(NPY_UINT32, {count, 2}) : array_with_room(out, rows_of(NPY_UINT32, 2));
  const std::size_t room = static_cast<std::size_t>(rows_in(array));
  if (room < pairs.size()) check({ErrorCode::no_room, 0, Argument::found, {pairs.size(), room}});
  std::copy(pairs.begin(), pairs.end(), data_of<Pair>(array));
  return out.is_none() ? array : nb::object(array[nb::slice(static_cast<Py_ssize_t>(count))]);
}

/// Runs kept.try_update(scene, index, changes..., options).
template <class... Changes>
void update(PyKeptPairs& self, const PyScene& scene, const PyIndex& index, const PairArguments& more,
            const CallArguments& arguments, Changes&... changes) {
  const Changing changing(self.use);
  ask_index(index, scene, [&]<class T>(const BasicIndex<T>& i, const BasicScene<T>& s) {
    using Kept = BasicKeptPairs<T>;
    const bool is_new = std::holds_alternative<std::monostate>(self.pairs);
    Kept first(narrow_margin<T>(self.fat));
    Kept* const kept = is_new ? &first : std::get_if<Kept>(&self.pairs);
    if (kept == nullptr) {
      fail_type(std::string("the scene has dtype ") + (sizeof(T) == 4 ? "float32" : "float64") +
                ", and the pairs were those of a scene of the other one; make another KeptPairs");
    }
    auto options = more.kept<T>();
    Call call(arguments);
    call.run([&](const Options& run) {
      options.options.run = run;
      return kept->try_update(s, i, changes..., options.options);
    });
    if (is_new) self.pairs = std::move(first);
  });
}

}  // namespace

void bind_kept_pairs(Module& m) {
  Class<PyKeptPairs> cls(m, "KeptPairs", docs::type_BasicKeptPairs);
  cls.def(
      "__init__", [](PyKeptPairs* self, double fat) { new (self) PyKeptPairs{.fat = fat}; }, nb::kw_only(),
      "fat"_a = 0.0);
  const auto define = [&cls](const char* name, const char* doc, auto function) {
    cls.def(name, function, doc, "scene"_a, "index"_a, nb::kw_only(), "margin"_a = 0.0, "margins"_a = nb::none(),
            "motions"_a = nb::none(), "filters"_a = nb::none(), "worlds"_a = nb::none(), "sorted"_a = true,
            "max_pairs"_a = PairOptions{}.max_pairs, "threads"_a = nb::none(), "progress"_a = nb::none());
  };
  define("update", docs::kept_update,
         [](PyKeptPairs& self, const PyScene& scene, const PyIndex& index, double margin, nb::handle margins,
            nb::handle motions, nb::handle filters, nb::handle worlds, bool sorted, nb::handle max_pairs,
            nb::handle threads, nb::handle progress) {
           update(self, scene, index, {margin, margins, motions, filters, worlds, sorted, max_pairs},
                  {threads, nb::none(), progress});
         });
  define("update_with_changes",
         "As `update`, and returns what has changed since the last update, or from no pairs at the first one: "
         "(added, ended), each (k, 2) uint32, sorted.\n\n"
         "A pair of an index that another body has taken over (see `generation`) is not listed if it was a pair and is "
         "one.",
         [](PyKeptPairs& self, const PyScene& scene, const PyIndex& index, double margin, nb::handle margins,
            nb::handle motions, nb::handle filters, nb::handle worlds, bool sorted, nb::handle max_pairs,
            nb::handle threads, nb::handle progress) {
           PairChanges changes;
           update(self, scene, index, {margin, margins, motions, filters, worlds, sorted, max_pairs},
                  {threads, nb::none(), progress}, changes);
           return nb::make_tuple(rows(changes.added, nb::none()), rows(changes.ended, nb::none()));
         });
  cls.def(
      "pairs",
      [](const PyKeptPairs& self, nb::handle out) {
        const Reading reading(self.use);
        return rows(self.span(), out);
      },
      "All pairs a < b, each once: (m, 2) uint32, a copy. Questions about pairs take the KeptPairs itself, without a "
      "copy.\n\n`out` is an array to write into; the result is the first part of it.",
      nb::kw_only(), "out"_a = nb::none());
  const auto count = [](const PyKeptPairs& self) {
    const Reading reading(self.use);
    return self.span().size();
  };
  cls.def("__len__", count);
  cls.def_prop_ro(
      "memory_bytes",
      [](const PyKeptPairs& self) {
        const Reading reading(self.use);
        return std::visit(
            []<class Kept>(const Kept& kept) -> std::size_t {
              if constexpr (std::is_same_v<Kept, std::monostate>) {
                return 0;
              } else {
                return kept.memory_bytes();
              }
            },
            self.pairs);
      },
      docs::kept_memory_bytes);
  cls.def("__repr__", [count](const PyKeptPairs& self) {
    return "satchel.KeptPairs(" +
           (self.fat == 0 ? std::string() : "fat=" + repr_text(nb::float_(self.fat))) +
           "): " + std::to_string(count(self)) + " pairs";
  });
}

}  // namespace satchel::python
