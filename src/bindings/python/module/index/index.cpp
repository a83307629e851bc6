// class Index: how an index is made and follows its scene. Queries: index_queries.cpp.
#include "index.hpp"

#include <nanobind/stl/string.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "call.hpp"
#include "docs.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

void build(PyIndex& self, const PyScene& scene, const CallArguments& arguments) {
  const Changing changing(self.use);
  read(scene, [&]<class T>(const BasicScene<T>& s) {
    BasicIndex<T> index;
    Call call(arguments);
    call.run([&](const Options& options) { return index.try_build(s, options); });
    self.index = std::move(index);
  });
}

void update(PyIndex& self, const PyScene& scene, nb::handle moved, const CallArguments& arguments) {
  const Changing changing(self.use);
  Input<std::uint32_t> list;
  if (!moved.is_none()) list = ids(moved, {"moved", {-1}, "(n,): every body that changed"});
  read(scene, [&]<class T>(const BasicScene<T>& s) {
    BasicIndex<T>& index = index_of<T>(self);
    Call call(arguments);
    call.run([&](const Options& options) {
      return moved.is_none() ? index.try_update(s, options) : index.try_update(s, list.span(), options);
    });
  });
}

}  // namespace

void bind_index(Module& m) {
  Class<PyIndex> cls(m, "Index", docs::type_BasicIndex);
  cls.def(
      "__init__",
      [](PyIndex* self, const PyScene& scene, nb::handle threads, nb::handle progress) {
        PyIndex index;
        build(index, scene, {threads, nb::none(), progress});
        new (self) PyIndex(std::move(index));
      },
      "scene"_a, nb::kw_only(), "threads"_a = nb::none(), "progress"_a = nb::none());
  cls.def(
      "build",
      [](PyIndex& self, const PyScene& scene, nb::handle threads, nb::handle progress) {
        build(self, scene, {threads, nb::none(), progress});
      },
      docs::index_build, "scene"_a, nb::kw_only(), "threads"_a = nb::none(), "progress"_a = nb::none());
  cls.def(
      "update",
      [](PyIndex& self, const PyScene& scene, nb::handle moved, nb::handle threads, nb::handle progress) {
        update(self, scene, moved, {threads, nb::none(), progress});
      },
      docs::index_update, "scene"_a, "moved"_a = nb::none(), nb::kw_only(), "threads"_a = nb::none(),
      "progress"_a = nb::none());
  cls.def(
      "is_current",
      [](const PyIndex& self, const PyScene& scene) {
        const Reading reading(self.use);
        return read(scene, [&]<class T>(const BasicScene<T>& s) {
          const BasicIndex<T>* const index = std::get_if<BasicIndex<T>>(&self.index);
          return index != nullptr && index->is_current(s);
        });
      },
      docs::index_is_current, "scene"_a);
  const auto bytes = [](const PyIndex& self) {
    const Reading reading(self.use);
    return std::visit([](const auto& index) { return index.memory_bytes(); }, self.index);
  };
  cls.def_prop_ro("memory_bytes", bytes, docs::index_memory_bytes);
  bind_index_queries(cls);
  cls.def("__repr__", [bytes](const PyIndex& self) {
    return std::string("satchel.Index(dtype=") + (self.is_double() ? "float64" : "float32") +
           "): " + std::to_string(bytes(self)) + " bytes";
  });
}

}  // namespace satchel::python
