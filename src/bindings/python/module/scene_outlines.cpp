// How outlines are added to a Scene, and the predicates of areas.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <satchel/relate.hpp>
#include <string>

#include "divided_outlines.hpp"
#include "docs.hpp"
#include "outlines_argument.hpp"
#include "questions.hpp"
#include "scene_parts.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

// Adds the convex parts of outline `shape` of another scene, rounded, as one shape.
template <class T>
ShapeId add_rounded(BasicScene<T>& scene, const BasicScene<T>& from, ShapeId shape, T radius) {
  std::vector<ShapeId> parts(from.part_count(shape));
  from.parts(shape, parts);
  std::vector<BasicVec2<T>> vertices;
  for (ShapeId& part : parts) {
    vertices.resize(from.vertex_count(part));
    from.local_vertices(part, vertices);
    check(scene.try_add_polygon(std::span<const BasicVec2<T>>(vertices), radius, part));
  }
  if (parts.size() == 1) return parts[0];
  ShapeId compound = 0;
  check(scene.try_add_compound(parts, {}, compound));
  return compound;
}

// Raises satchel.Error: outline i, which is valid, has no convex parts that a scene can hold.
[[noreturn]] void refuse_large_part(std::uint32_t i) {
  fail("too_many_vertices", "coords", i,
       "outline " + std::to_string(i) + ": a convex part of it has more than " + std::to_string(most_vertices) +
           " vertices; wanted at most so many, to round it");
}

// The shapes; with skip_invalid no_shape for those that are left out. With `convex` those of one convex ring become polygons.
// With a radius, which needs `convex`, all are rounded by it, and those that are not convex become compounds of their parts.
nb::object add_outlines(PyScene& self, nb::handle coords, nb::handle rings, nb::handle polygons, nb::handle geometries,
                        bool convex, bool skip_invalid, bool trusted, bool even_odd, double radius, nb::handle threads,
                        nb::handle progress) {
  return std::visit(
      [&]<class T>(BasicScene<T>& scene) -> nb::object {
        const OutlinesArgument<T> argument(coords, rings, polygons, geometries);
        const nb::object shapes = new_array(NPY_UINT32, {static_cast<std::ptrdiff_t>(argument.count())});
        Call call({threads, nb::none(), progress});
        if (argument.are_none()) return shapes;
        const std::span<ShapeId> out(data_of<ShapeId>(shapes), argument.count());
        const bool is_trusted = trusted && radius == 0;  // a radius needs parts, which only valid outlines have
        const auto add_to = [&](BasicScene<T>& target, const BasicOutlines<T>& outlines, std::span<ShapeId> ids_of,
                                std::span<const std::uint32_t> places) {
          call.run([&](const Options& options) {
            Status status = target.try_add_outlines(
                outlines, ids_of,
                {.skip_invalid = skip_invalid, .trusted = is_trusted, .even_odd = even_odd, .options = options});
            if (status.argument == Argument::outlines && status.index < places.size()) {
              status.index = places[status.index];
            }
            return status;
          });
        };
        if (!convex || !argument.can_be_divided()) {
          const Changing changing(self);
          add_to(scene, argument.all(), out, {});
          return shapes;
        }
        const DividedOutlines<T> divided(argument.all());
        if (!skip_invalid) divided.refuse_too_large();
        for (const std::uint32_t place : divided.too_large_places) out[place] = no_shape;
        std::vector<ShapeId> added(divided.other_places.size());
        BasicScene<T> unrounded;
        if (radius > 0 && !added.empty()) {
          add_to(unrounded, divided.others(), added, divided.other_places);
          call.run([&](const Options& options) { return unrounded.try_make_parts({}, options); });
          for (std::size_t k = 0; k < added.size(); ++k) {
            if (added[k] == no_shape || unrounded.part_count(added[k]) > 0) continue;
            if (!skip_invalid) refuse_large_part(divided.other_places[k]);
            added[k] = no_shape;
          }
        }
        const Changing changing(self);
        if (radius > 0) {
          for (ShapeId& shape : added) {
            if (shape != no_shape) shape = add_rounded(scene, unrounded, shape, static_cast<T>(radius));
          }
        } else if (!added.empty()) {
          add_to(scene, divided.others(), added, divided.other_places);
        }
        for (std::size_t k = 0; k < added.size(); ++k) out[divided.other_places[k]] = added[k];
        added.resize(divided.convex_places.size());
        if (added.empty()) return shapes;
        const std::vector<T> radii(radius > 0 ? added.size() : 0, static_cast<T>(radius));
        Status status;
        {
          const nb::gil_scoped_release release;
          status = scene.try_add_polygons(divided.convex.vertices, divided.convex.starts, added, radii);
        }
        check(status);
        for (std::size_t k = 0; k < added.size(); ++k) out[divided.convex_places[k]] = added[k];
        return shapes;
      },
      self.scene);
}

// Which geometries `add_outlines` with `convex` refuses, and the texts of its errors.
nb::object outline_faults(nb::handle coords, nb::handle rings, nb::handle polygons, nb::handle geometries,
                          nb::handle progress) {
  const OutlinesArgument<double> argument(coords, rings, polygons, geometries);
  nb::list places, texts;
  if (argument.are_none()) return nb::make_tuple(places, texts);
  Scened scratch;
  std::vector<ShapeId> shapes(argument.count());
  Call call({nb::none(), nb::none(), progress});
  call.run([&](const Options& options) {
    return scratch.try_add_outlines(argument.all(), shapes, {.skip_invalid = true, .options = options});
  });
  std::size_t found = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i] != no_shape) continue;
    if (++found % 256 == 0) check_signals();
    argument.alone(i, [&](const Outlinesd& outline) {
      ShapeId id = 0;
      Status status = scratch.try_add_outlines(outline, {&id, 1}, {.options = {.max_threads = 1}});
      status.index = i;
      places.append(i);
      texts.append(text_of(status));
    });
  }
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i] == no_shape || argument.points_of(i) <= most_vertices) continue;
    argument.alone(i, [&](const Outlinesd& outline) {
      const DividedOutlines<double> divided(outline);
      if (divided.too_large_places.empty()) return;
      places.append(i);
      texts.append(divided.too_large_text(0).replace(8, 1, std::to_string(i)));  // "outline 0"
    });
  }
  return nb::make_tuple(places, texts);
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
  if (!out.is_none()) refuse_overlap(array, pairs.inputs());
  const std::span<std::uint8_t> results(data_of<std::uint8_t>(array), pairs.size());
  Call call(arguments);
  call.run([&](const Options& options) { return try_relate(scenes..., pairs.span(), predicate, results, options); });
  return array;
}

}  // namespace

void make_missing_parts(const PyScene& scene, const NeedsParts& needed) {
  // What a scene answers stays the same, so that questions, which take it as const, may do this.
  PyScene& self = const_cast<PyScene&>(scene);
  const Changing changing(self, Changing::Quietly{});
  const unsigned most = needed.max_threads();
  Call call({most == 0 ? nb::object(nb::none()) : nb::object(nb::int_(most)), nb::none(), nb::none()});
  std::visit(
      [&](auto& scene_of_either) {
        const ShapeId shape = needed.shape();
        if (!scene_of_either.has_shape(shape)) return;  // another thread has cleared the scene
        // First the one that may have none: else each question about it would try all others again.
        call.run([&](const Options& options) { return scene_of_either.try_make_parts({&shape, 1}, options); });
        call.run([&](const Options& options) { return scene_of_either.try_make_parts({}, options); });
      },
      self.scene);
}

void bind_outlines_of_scene(Class<PyScene>& cls) {
  cls.def("_add_outlines", add_outlines, "coords"_a, "ring_offsets"_a.none(), "polygon_offsets"_a.none(),
          "geometry_offsets"_a.none(), "convex"_a, "skip_invalid"_a, "trusted"_a, "even_odd"_a, "radius"_a, "threads"_a.none(),
          "progress"_a.none());
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
      "Makes the convex parts of outlines, of `shapes` (n,) or of all that have some, ahead of the questions that need them, "
      "which else make them. They become shapes of the scene; `parts` says which. An outline that has none is refused if it is "
      "one of `shapes`.",
      "shapes"_a = nb::none(), nb::kw_only(), "threads"_a = nb::none(), "progress"_a = nb::none());
}

void bind_relate(Module& m) {
  m.def("_outline_faults", outline_faults, "coords"_a, "ring_offsets"_a, "polygon_offsets"_a.none(),
        "geometry_offsets"_a.none(), "progress"_a.none());
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
