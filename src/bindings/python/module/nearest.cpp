// The nearest bodies of a scene to points, and to the bodies of another scene: an index is made for the call.
#include <limits>
#include <unordered_map>

#include "bindings.hpp"
#include "docs.hpp"
#include "found.hpp"
#include "index.hpp"
#include "options.hpp"
#include "outline_rings.hpp"
#include "queries.hpp"
#include "scene_parts.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Adds shapes of one scene to another, each once. Queries to an index are shapes of its scene.
template <class T>
class ShapeCopies {
 public:
  ShapeCopies(const PyScene& from, BasicScene<T>& to)
      : from_(from), scene_(std::get<BasicScene<T>>(from.scene)), to_(to), own_(to.shape_count()) {}

  ShapeId copy_of(ShapeId shape) {
    const auto [place, is_new] = copies_.try_emplace(shape, 0);
    if (is_new) {
      const ShapeId copy = added(shape);
      copies_[shape] = copy;
      return copy;
    }
    return place->second;
  }

  /// An error about a shape of `to`, about that of scene_a of which it is the copy, or of scene_b.
  Status by_their_names(Status status) const noexcept {
    if (status.argument != Argument::shape) return status;
    status.numbers[0] = status.index < own_ ? 2 : 1;
    for (const auto& [shape, copy] : copies_) {
      if (copy != status.index) continue;
      status.index = shape;
      break;
    }
    return status;
  }

 private:
  ShapeId added(ShapeId shape) {
    ShapeId id = 0;
    if (const auto chain = from_.chains.find(shape); chain != from_.chains.end()) {
      const auto as_point = [](const Vec2d& p) { return BasicVec2<T>{static_cast<T>(p.x), static_cast<T>(p.y)}; };
      std::vector<BasicVec2<T>> points;
      for (const Vec2d& point : chain->second.points) points.push_back(as_point(point));
      BasicChainEnds<T> ends;
      if (chain->second.before) ends.before = as_point(*chain->second.before);
      if (chain->second.after) ends.after = as_point(*chain->second.after);
      check(to_.try_add_chain(points, chain->second.closed, chain->second.one_sided, ends, id));
      return id;
    }
    if (const ShapeRings<T> rings = rings_of(scene_, shape); !rings.vertices.empty()) {
      const std::uint32_t all[] = {0, static_cast<std::uint32_t>(rings.polygon_starts.size() - 1)};
      return add_outline_of<T>(to_, {rings.vertices, rings.ring_starts, rings.polygon_starts, all});
    }
    std::vector<ShapeId> parts(scene_.part_count(shape));
    scene_.parts(shape, parts);
    if (parts.size() != 1 || parts[0] != shape) {
      for (ShapeId& part : parts) part = copy_of(part);
      const auto marks = from_.inner_edges.find(shape);
      check(to_.try_add_compound(
          parts, marks == from_.inner_edges.end() ? std::span<const std::uint8_t>() : marks->second, id));
      return id;
    }
    std::vector<BasicVec2<T>> core(scene_.vertex_count(shape));
    scene_.local_vertices(shape, core);
    const T radius = scene_.radius(shape);
    check(core.size() == 1   ? to_.try_add_circle(core[0], radius, id)
          : core.size() == 2 ? to_.try_add_capsule(core[0], core[1], radius, id)
                             : to_.try_add_polygon(core, radius, id));
    return id;
  }

  const PyScene& from_;
  const BasicScene<T>& scene_;
  BasicScene<T>& to_;
  std::size_t own_;  ///< shapes that `to` had
  std::unordered_map<ShapeId, ShapeId> copies_;
};

struct NearestArguments {
  std::size_t count;
  double max_distance;
  const QueryArguments& which;
  nb::handle out;
  CallArguments run;
};

/// Builds an index of a scene, and asks it: ask(index, output, options).
/// @param inputs  the arrays that it reads beside those of `more`
template <class T, class Ask>
nb::object nearest(const BasicScene<T>& scene, const NamedArrays& inputs, const NearestArguments& more, const Ask& ask) {
  BasicIndex<T> index;
  Call build({more.run.threads, nb::none(), nb::none()});
  build.run([&](const Options& options) { return index.try_build(scene, options); });
  Call call(more.run);
  using Item = BasicNearBody<T>;
  return find<Item>(more.out, joined(more.which.inputs(), inputs), list_of<Item>(), call,
                    [&](const Output<Item>& found, const Options& options) {
                      return ask(index, found, more.which.with(options));
                    });
}

template <class T>
nb::object nearest_to_points(const BasicScene<T>& scene, const Input<double>& points, const NearestArguments& more) {
  return nearest(scene, {{points.owner, "points"}}, more,
                 [&](const auto& index, const auto& found, const QueryOptions& options) {
                   return index.try_nearest_to_points(scene, points.as<Vec2d>(), more.count, more.max_distance, found,
                                                      options);
                 });
}

template <class T>
nb::object nearest_to_bodies(const PyScene& asking, const BasicScene<T>& scene_b, const NearestArguments& more) {
  const BasicScene<T>& scene_a = std::get<BasicScene<T>>(asking.scene);
  BasicScene<T> both = scene_b;
  ShapeCopies<T> copies(asking, both);
  const Input<std::uint32_t> bodies = all_bodies(scene_a);
  std::vector<ShapeId> shapes;
  std::vector<Pose> poses;
  for (const BodyId body : bodies.span()) {
    shapes.push_back(copies.copy_of(scene_a.shape(body)));
    poses.push_back(scene_a.pose(body));
  }
  const nb::object found = nearest(both, {}, more, [&](const auto& index, const auto& list, const QueryOptions& options) {
    return copies.by_their_names(
        index.try_nearest_bodies(both, shapes, poses, more.count, more.max_distance, list, options));
  });
  for (BasicNearBody<T>& near : span_of<BasicNearBody<T>>(found)) near.query = bodies.data[near.query];
  return found;
}

constexpr const char* doc =
    "The bodies nearest to each point, or to each body of another scene: at most `count` within `max_distance`.\n\n"
    "`nearest_bodies(scene, points)`: `points` is (n, 2) float64, and the query of a result is the place of the point. "
    "`nearest_bodies(scene_a, scene_b)`: for each body of scene_a the nearest of scene_b, and the query is the body of "
    "scene_a, at its pose and without its links. "
    "Returns NearBodies: query, body, distance, normal, point_a, point_b, feature; sorted by (query, distance, body). "
    "Distances "
    "are those of `distances`: negative in a body, so the deepest comes first. `filters` and `worlds` are of the "
    "bodies that are "
    "found; `query_filters`, `query_worlds` and `ignored` one for all queries or one a query (of scene_a: one a body, "
    "ascending): "
    "see `Index`. `out` is an array to write into; the result is the first part of it.\n\n"
    "The bodies are copied into an index for the call, O(bodies); a kept `Index` answers the same for shapes of its "
    "scene.";

}  // namespace

void bind_nearest(Module& m) {
  m.def(
      "nearest_bodies",
      [](const PyScene& scene_a, const PyScene& scene_b, nb::handle count, double max_distance, nb::handle filters,
         nb::handle worlds, nb::handle query_filters, nb::handle query_worlds, nb::handle ignored, nb::handle out,
         nb::handle threads, nb::handle progress) {
        const QueryArguments which(filters, worlds, query_filters, query_worlds, ignored);
        return read(scene_a, scene_b, [&]<class T>(const BasicScene<T>&, const BasicScene<T>& b) {
          return nearest_to_bodies(scene_a, b, {number_to_find(count), max_distance, which, out, {threads, nb::none(), progress}});
        });
      },
      doc, "scene_a"_a, "scene_b"_a, "count"_a = 1, "max_distance"_a = infinity, nb::kw_only(),
      "filters"_a = nb::none(), "worlds"_a = nb::none(), "query_filters"_a = nb::none(), "query_worlds"_a = nb::none(),
      "ignored"_a = nb::none(), "out"_a = nb::none(), "threads"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "nearest_bodies",
      [](const PyScene& scene, nb::handle points, nb::handle count, double max_distance, nb::handle filters,
         nb::handle worlds, nb::handle query_filters, nb::handle query_worlds, nb::handle ignored, nb::handle out,
         nb::handle threads, nb::handle progress) {
        const QueryArguments which(filters, worlds, query_filters, query_worlds, ignored);
        const Input<double> at = points_of(points);
        return read(scene, [&](const auto& s) {
          return nearest_to_points(s, at, {number_to_find(count), max_distance, which, out, {threads, nb::none(), progress}});
        });
      },
      doc, "scene"_a, "points"_a, "count"_a = 1, "max_distance"_a = infinity, nb::kw_only(), "filters"_a = nb::none(),
      "worlds"_a = nb::none(), "query_filters"_a = nb::none(), "query_worlds"_a = nb::none(), "ignored"_a = nb::none(),
      "out"_a = nb::none(), "threads"_a = nb::none(), "progress"_a = nb::none());
}

}  // namespace satchel::python
