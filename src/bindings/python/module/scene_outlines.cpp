// How outlines are added to a Scene, and the predicates of areas.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <satchel/relate.hpp>

#include "docs.hpp"
#include "questions.hpp"
#include "scene_parts.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

Input<std::uint32_t> offsets_of(nb::handle value, const char* name) {
  if (value.is_none()) return {};
  return ids(value, {name, {-1}, "(k + 1,): where each begins, and the end"});
}

// The shapes, and with skip_invalid which of the input they are.
nb::object add_outlines(PyScene& self, nb::handle coords, nb::handle rings, nb::handle polygons, nb::handle geometries,
                        bool skip_invalid, bool trusted, nb::handle threads, nb::handle progress) {
  return std::visit(
      [&]<class T>(BasicScene<T>& scene) -> nb::object {
        const Input<T> points = floats<T>(coords, {"coords", {-1, 2}, "(n, 2): the points of all rings"});
        const Input<std::uint32_t> of_rings = offsets_of(rings, "ring_offsets");
        const Input<std::uint32_t> of_polygons = offsets_of(polygons, "polygon_offsets");
        const Input<std::uint32_t> of_geometries = offsets_of(geometries, "geometry_offsets");
        const auto items = [](const Input<std::uint32_t>& offsets) { return offsets.size == 0 ? 0 : offsets.size - 1; };
        const std::size_t count = of_geometries.size != 0 ? items(of_geometries)
                                  : of_polygons.size != 0 ? items(of_polygons)
                                                          : items(of_rings);
        const nb::object shapes = new_array(NPY_UINT32, {static_cast<std::ptrdiff_t>(count)});
        if (count == 0 && points.rows == 0) return shapes;
        const std::span<ShapeId> out(data_of<ShapeId>(shapes), count);
        const Changing changing(self);
        Call call({threads, nb::none(), progress});
        call.run([&](const Options& options) {
          return scene.try_add_outlines(
              {points.template as<BasicVec2<T>>(), of_rings.span(), of_polygons.span(), of_geometries.span()}, out,
              {.skip_invalid = skip_invalid, .trusted = trusted, .options = options});
        });
        return shapes;
      },
      self.scene);
}

constexpr std::pair<const char*, Predicate> predicates[] = {
    {"intersects", Predicate::intersects}, {"disjoint", Predicate::disjoint},
    {"touches", Predicate::touches},       {"overlaps", Predicate::overlaps},
    {"within", Predicate::within},         {"contains", Predicate::contains},
    {"covers", Predicate::covers},         {"covered_by", Predicate::covered_by},
    {"contains_properly", Predicate::contains_properly}, {"equals", Predicate::equals}};

Predicate predicate_of(const std::string& name) {
  for (const auto& [known, predicate] : predicates) {
    if (name == known) return predicate;
  }
  std::string wanted;
  for (const auto& known : predicates) wanted += std::string(wanted.empty() ? "" : ", ") + known.first;
  fail("unknown_predicate", "predicate", -1, "predicate is '" + name + "'; wanted one of " + wanted);
}

nb::object relate_pairs(const PairsArgument& pairs, const std::string& name, nb::handle out,
                        const CallArguments& arguments, const auto&... scenes) {
  const Predicate predicate = predicate_of(name);
  const nb::object array = result(out, NPY_BOOL, {static_cast<std::ptrdiff_t>(pairs.size())});
  if (!out.is_none()) refuse_overlap(array, pairs.owner(), "pairs");
  const std::span<std::uint8_t> results(data_of<std::uint8_t>(array), pairs.size());
  Call call(arguments);
  call.run([&](const Options& options) { return try_relate(scenes..., pairs.span(), predicate, results, options); });
  return array;
}

}  // namespace

void bind_outlines_of_scene(Class<PyScene>& cls) {
  cls.def("_add_outlines", add_outlines, "coords"_a, "ring_offsets"_a.none(), "polygon_offsets"_a.none(),
          "geometry_offsets"_a.none(), "skip_invalid"_a, "trusted"_a, "threads"_a.none(), "progress"_a.none());
  cls.def(
      "make_parts",
      [](PyScene& self, nb::handle shapes, nb::handle threads, nb::handle progress) {
        Input<std::uint32_t> list;
        if (!shapes.is_none()) list = ids(shapes, {"shapes", {-1}, "(n,): shapes that are outlines"});
        if (!shapes.is_none() && list.size == 0) return;
        const Changing changing(self);
        Call call({threads, nb::none(), progress});
        std::visit([&](auto& scene) {
          call.run([&](const Options& options) { return scene.try_make_parts(list.span(), options); });
        }, self.scene);
      },
      "Makes the convex parts of outlines, of `shapes` (n,) or of all, for the questions that need them. They become shapes of "
      "the scene; `parts` says which.",
      "shapes"_a = nb::none(), nb::kw_only(), "threads"_a = nb::none(), "progress"_a = nb::none());
}

void bind_relate(Module& m) {
  m.def(
      "relate",
      [](const PyScene& scene, nb::handle pairs, const std::string& predicate, nb::handle out, nb::handle threads,
         nb::handle stats, nb::handle progress) {
        const PairsArgument list(pairs);
        return read(scene, [&](const auto& s) {
          return relate_pairs(list, predicate, out, CallArguments{threads, stats, progress}, s);
        });
      },
      docs::relate, "scene"_a, "pairs"_a, "predicate"_a, nb::kw_only(), "out"_a = nb::none(), "threads"_a = nb::none(),
      "stats"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "relate",
      [](const PyScene& scene_a, const PyScene& scene_b, nb::handle pairs, const std::string& predicate, nb::handle out,
         nb::handle threads, nb::handle stats, nb::handle progress) {
        const PairsArgument list(pairs);
        return read(scene_a, scene_b, [&](const auto& a, const auto& b) {
          return relate_pairs(list, predicate, out, CallArguments{threads, stats, progress}, a, b);
        });
      },
      docs::relate, "scene_a"_a, "scene_b"_a, "pairs"_a, "predicate"_a, nb::kw_only(), "out"_a = nb::none(),
      "threads"_a = nb::none(), "stats"_a = nb::none(), "progress"_a = nb::none());
}

}  // namespace satchel::python
