// What a pickle of a Scene holds, and how a Scene is made of it. Identity, revisions and generations begin anew. A
// scene with links is refused: a Scene cannot list them.
#include <cmath>
#include <cstring>
#include <limits>

#include "call.hpp"
#include "outline_state.hpp"
#include "scene_parts.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

template <class Item>
nb::object copied(const std::vector<Item>& items, int type) {
  const nb::object array = new_array(type, {static_cast<std::ptrdiff_t>(items.size())});
  if (!items.empty()) std::memcpy(data_of<void>(array), items.data(), items.size() * sizeof(Item));
  return array;
}

// In place of a number of vertices.
constexpr std::uint32_t chain_mark = 0xffffffff;
constexpr std::uint32_t outline_mark = 0xfffffffe;
constexpr std::uint32_t made_mark = 0xfffffffd;  ///< the parts of an outline, which are shapes too
constexpr std::size_t state_size = 19;

template <class Number>
void append(std::vector<Number>& numbers, const std::optional<Vec2d>& point) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  numbers.push_back(static_cast<Number>(point ? point->x : none));
  numbers.push_back(static_cast<Number>(point ? point->y : none));
}

// What a pickle says of chains.
template <class T>
struct ChainState {
  std::vector<std::uint32_t> counts;  ///< points
  std::vector<std::uint8_t> sides;    ///< 1: closed; 2: one-sided
  std::vector<T> points, ends;        ///< x, y; ends: before, after, NaN for none

  void add(const Chain& chain) {
    counts.push_back(static_cast<std::uint32_t>(chain.points.size()));
    sides.push_back(static_cast<std::uint8_t>(chain.closed + 2 * chain.one_sided));
    for (const Vec2d& point : chain.points) append(points, point);
    append(ends, chain.before);
    append(ends, chain.after);
  }
};

// Shapes in order: `counts` vertices each, or for a compound 0 and its parts. A chain stands in place of its segments, a
// mark in place of the parts of an outline.
template <class T>
nb::tuple state_of(const PyScene& self, const BasicScene<T>& scene) {
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    if (scene.has_body(body) && scene.is_linked(body)) {
      fail("unsupported", "scene", body,
           "body " + std::to_string(body) +
               " has links, which a pickle cannot hold; unlink it, and link the bodies of the new scene; scene.copy() "
               "keeps links");
    }
  }
  std::unordered_map<ShapeId, ShapeId> chain_of;  // by its first segment
  for (const auto& [shape, chain] : self.chains)
    chain_of[shape - static_cast<ShapeId>(scene.part_count(shape))] = shape;
  std::vector<std::uint32_t> counts, part_counts, parts, inner_counts;
  std::vector<std::uint8_t> inner;
  std::vector<BasicVec2<T>> vertices;
  std::vector<T> radii;
  ChainState<T> chains;
  OutlineState outlines;
  const std::unordered_map<ShapeId, ShapeId> outline_of = outlines_by_parts(scene);
  for (ShapeId shape = 0; shape < scene.shape_count(); ++shape) {
    if (const auto made = outline_of.find(shape); made != outline_of.end()) {
      counts.push_back(made_mark);
      radii.push_back(0);
      outlines.made.push_back(made->second);
      shape += static_cast<ShapeId>(scene.part_count(made->second)) - 1;
      continue;
    }
    if (const ShapeRings<T> rings = rings_of(scene, shape); !rings.vertices.empty()) {
      counts.push_back(outline_mark);
      radii.push_back(0);
      outlines.add(rings);
      vertices.insert(vertices.end(), rings.vertices.begin(), rings.vertices.end());
      continue;
    }
    if (const auto chain = chain_of.find(shape); chain != chain_of.end()) {
      shape = chain->second;
      counts.push_back(chain_mark);
      radii.push_back(0);
      chains.add(self.chains.at(shape));
      continue;
    }
    std::vector<ShapeId> list(scene.part_count(shape));
    scene.parts(shape, list);
    radii.push_back(scene.radius(shape));
    if (list.size() == 1 && list[0] == shape) {
      const std::size_t count = scene.vertex_count(shape);
      counts.push_back(static_cast<std::uint32_t>(count));
      vertices.resize(vertices.size() + count);
      scene.local_vertices(shape, std::span(vertices).last(count));
      continue;
    }
    counts.push_back(0);
    part_counts.push_back(static_cast<std::uint32_t>(list.size()));
    parts.insert(parts.end(), list.begin(), list.end());
    const auto flags_of = self.inner_edges.find(shape);
    inner_counts.push_back(flags_of == self.inner_edges.end() ? 0u
                                                              : static_cast<std::uint32_t>(flags_of->second.size()));
    if (flags_of != self.inner_edges.end()) inner.insert(inner.end(), flags_of->second.begin(), flags_of->second.end());
  }
  const std::size_t slots = scene.body_slots();
  std::vector<std::uint32_t> shapes(slots);
  std::vector<Pose> poses(slots);
  std::vector<std::uint8_t> present(slots);
  for (BodyId body = 0; body < slots; ++body) {
    if (!scene.has_body(body)) continue;
    present[body] = 1;
    shapes[body] = scene.shape(body);
    poses[body] = scene.pose(body);
  }
  const nb::object points = new_array(type_number<T>, {static_cast<std::ptrdiff_t>(vertices.size()), 2});
  if (!vertices.empty()) std::memcpy(data_of<void>(points), vertices.data(), vertices.size() * sizeof(vertices[0]));
  const nb::object pose_rows = new_array(NPY_FLOAT64, {static_cast<std::ptrdiff_t>(slots), 4});
  if (slots != 0) std::memcpy(data_of<void>(pose_rows), poses.data(), slots * sizeof(Pose));
  return nb::make_tuple(
      sizeof(T) == 8 ? "float64" : "float32", copied(counts, NPY_UINT32), points, copied(radii, type_number<T>),
      copied(part_counts, NPY_UINT32), copied(parts, NPY_UINT32), copied(inner_counts, NPY_UINT32),
      copied(inner, NPY_UINT8), copied(shapes, NPY_UINT32), pose_rows, copied(present, NPY_UINT8),
      copied(chains.counts, NPY_UINT32), copied(chains.sides, NPY_UINT8), copied(chains.points, type_number<T>),
      copied(chains.ends, type_number<T>), copied(outlines.polygons, NPY_UINT32), copied(outlines.rings, NPY_UINT32),
      copied(outlines.points, NPY_UINT32), copied(outlines.made, NPY_UINT32));
}

// The chains of a pickle, one after another.
template <class T>
class SavedChains {
 public:
  explicit SavedChains(const nb::tuple& state)
      : counts_(ids(state[11], any)),
        sides_(flags(state[12], any)),
        points_(floats<T>(state[13], any)),
        ends_(floats<T>(state[14], any)) {}

  void add_next(PyScene& self, BasicScene<T>& scene) {
    if (next_ >= counts_.size || next_ >= sides_.size || 4 * next_ + 4 > ends_.size ||
        points_.size - point_ < 2ull * counts_.data[next_]) {
      fail_type("the pickle of a scene is damaged");
    }
    const std::span<const BasicVec2<T>> points =
        points_.template as<BasicVec2<T>>().subspan(point_ / 2, counts_.data[next_]);
    const T* const end = ends_.data + 4 * next_;
    const BasicChainEnds<T> ends{ghost(end), ghost(end + 2)};
    add_chain<T>(self, scene, points, (sides_.data[next_] & 1) != 0, (sides_.data[next_] & 2) != 0, ends);
    point_ += 2 * points.size();
    ++next_;
  }

 private:
  static constexpr Form any{"state", {-1}, "of a pickle"};

  static std::optional<BasicVec2<T>> ghost(const T* point) {
    if (std::isnan(point[0])) return std::nullopt;
    return BasicVec2<T>{point[0], point[1]};
  }

  Input<std::uint32_t> counts_;
  Input<std::uint8_t> sides_;
  Input<T> points_, ends_;
  std::size_t next_ = 0, point_ = 0;
};

template <class T>
void restore(PyScene& self, BasicScene<T>& scene, const nb::tuple& state) {
  const Form any{"state", {-1}, "of a pickle"};
  const Input<std::uint32_t> counts = ids(state[1], any), part_counts = ids(state[4], any), parts = ids(state[5], any),
                             inner_counts = ids(state[6], any), shapes = ids(state[8], any);
  const Input<T> points = floats<T>(state[2], {"state", {-1, 2}, "of a pickle"}), radii = floats<T>(state[3], any);
  const Input<std::uint8_t> inner = flags(state[7], any), present = flags(state[10], any);
  const Input<double> poses = floats<double>(state[9], {"state", {-1, 4}, "of a pickle"});
  SavedChains<T> chains(state);
  SavedOutlines outlines(state);
  std::size_t vertex = 0, part = 0, mark = 0, compound = 0;
  const std::span<const BasicVec2<T>> vertices = points.template as<BasicVec2<T>>();
  for (std::size_t i = 0; i < counts.size; ++i) {
    ShapeId id = 0;
    const std::uint32_t count = counts.data[i];
    const T radius = i < radii.size ? radii.data[i] : T(0);
    if (count == chain_mark) {
      chains.add_next(self, scene);
      continue;
    }
    if (count == outline_mark) {
      outlines.add_next(scene, vertices, vertex);
      continue;
    }
    if (count == made_mark) {
      const std::size_t first = i;
      while (i + 1 < counts.size && counts.data[i + 1] == made_mark) ++i;
      outlines.make_next(scene, i + 1 - first);
      continue;
    }
    if (count == 0) {
      if (compound >= part_counts.size || compound >= inner_counts.size) fail_type("the pickle of a scene is damaged");
      const auto list = take(parts.span(), part, part_counts.data[compound]);
      const auto marks = take(inner.span(), mark, inner_counts.data[compound]);
      ++compound;
      check(scene.try_add_compound(list, marks, id));
      if (!marks.empty()) self.inner_edges[id].assign(marks.begin(), marks.end());
      continue;
    }
    const auto core = take(vertices, vertex, count);
    check(count == 1   ? scene.try_add_circle(core[0], radius, id)
          : count == 2 ? scene.try_add_capsule(core[0], core[1], radius, id)
                       : scene.try_add_polygon(core, radius, id));
  }
  if (shapes.size == 0) return;
  std::vector<BodyId> bodies(shapes.size);
  check(add_bodies<T>(scene, shapes.span(), poses.as<Pose>(), bodies));
  for (BodyId body = 0; body < shapes.size && body < present.size; ++body) {
    if (present.data[body] == 0) check(scene.try_remove_body(body));
  }
}

}  // namespace

void bind_state(Class<PyScene>& cls) {
  cls.def("__getstate__",
          [](const PyScene& self) { return read(self, [&](const auto& scene) { return state_of(self, scene); }); });
  cls.def("__setstate__", [](PyScene& self, const nb::tuple& state) {
    if (state.size() != state_size) fail_type("the pickle of a scene is of another version of satchel");
    PyScene made(text_of(state[0]) == "float64");  // nobody would destroy `self` after an error
    std::visit([&](auto& scene) { restore(made, scene, state); }, made.scene);
    new (&self) PyScene(std::move(made));
  });
}

}  // namespace satchel::python
