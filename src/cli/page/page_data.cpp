#include "cli/page/page_data.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <nlohmann/json.hpp>

#include <satchel/outlines.hpp>

#include "cli/page/base64.hpp"

namespace satchel::cli {
namespace {

using Indices = std::vector<std::uint32_t>;

/// A JSON string, without characters that could end the element of the page that holds it.
std::string json_string(std::string_view text) {
  std::string quoted = nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  for (std::size_t at = 0; (at = quoted.find('<', at)) != std::string::npos;) {
    quoted.replace(at, 1, "\\u003c");
  }
  return quoted;
}

template <class Number>
constexpr const char* type_name() {
  if constexpr (std::same_as<Number, float>) return "f32";
  if constexpr (std::same_as<Number, double>) return "f64";
  if constexpr (std::same_as<Number, std::uint32_t>) return "u32";
  return "u8";
}

/// Collects the members of the object `arrays`.
class Arrays {
 public:
  template <class Number>
  void add(const char* name, const std::vector<Number>& numbers) {
    text_ += text_.empty() ? "\"" : ",\"";
    text_ += name;
    text_ += "\":\"";
    text_ += type_name<Number>();
    text_ += ':';
    append_base64(text_, std::span<const Number>(numbers));
    text_ += '"';
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

template <class T>
void append(std::vector<T>& numbers, std::span<const BasicVec2<T>> points) {
  for (const BasicVec2<T>& point : points) numbers.insert(numbers.end(), {point.x, point.y});
}

/// Whether each edge of the parts of an outline is also an edge of another part, part after part.
template <class T>
std::vector<std::uint8_t> inner_edges_of_parts(const BasicScene<T>& scene, std::span<const ShapeId> parts) {
  using Edge = std::array<T, 4>;  // x and y of both ends
  std::vector<Edge> edges;
  std::vector<BasicVec2<T>> vertices;
  for (const ShapeId part : parts) {
    vertices.resize(scene.vertex_count(part));
    scene.local_vertices(part, vertices);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const BasicVec2<T> from = vertices[i], to = vertices[(i + 1) % vertices.size()];
      edges.push_back({from.x, from.y, to.x, to.y});
    }
  }
  std::vector<Edge> sorted = edges;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint8_t> inner;
  for (const auto& [ax, ay, bx, by] : edges) {
    inner.push_back(std::binary_search(sorted.begin(), sorted.end(), Edge{bx, by, ax, ay}) ? 1 : 0);
  }
  return inner;
}

template <class T>
void add_shapes(Arrays& arrays, const SceneFile<T>& file) {
  const BasicScene<T>& scene = file.scene;
  Indices core_start{0}, part_start{0}, parts, ring_start{0}, ring_of;
  std::vector<T> core, radius, ring;
  std::vector<std::uint8_t> inner;
  for (ShapeId shape = 0; shape < scene.shape_count(); ++shape) {
    const std::size_t first = parts.size(), count = scene.part_count(shape);
    parts.resize(first + count);
    scene.parts(shape, std::span(parts).subspan(first));
    part_start.push_back(static_cast<std::uint32_t>(parts.size()));
    radius.push_back(scene.radius(shape));
    const bool is_core = count == 1 && parts[first] == shape;
    const bool is_outline = count > 0 && parts[first] > shape;  // its parts were made after it
    if (is_core) {
      std::vector<BasicVec2<T>> vertices(scene.vertex_count(shape));
      scene.local_vertices(shape, vertices);
      append<T>(core, vertices);
    } else {
      const std::vector<std::uint8_t> flags =
          is_outline ? inner_edges_of_parts(scene, std::span(parts).subspan(first)) : file.inner_edges[shape];
      inner.insert(inner.end(), flags.begin(), flags.end());
    }
    if (!is_core && shape < file.outlines.size()) {  // the parts of outlines come behind the shapes of the file
      for (const std::vector<BasicVec2<T>>& outline : file.outlines[shape]) {
        append<T>(ring, outline);
        ring_of.push_back(shape);
        ring_start.push_back(static_cast<std::uint32_t>(ring.size() / 2));
      }
    }
    core_start.push_back(static_cast<std::uint32_t>(core.size() / 2));
  }
  arrays.add("core_start", core_start);
  arrays.add("core_vertex", core);
  arrays.add("core_radius", radius);
  arrays.add("part_start", part_start);
  arrays.add("part", parts);
  arrays.add("inner_edge", inner);
  arrays.add("ring_of", ring_of);
  arrays.add("ring_start", ring_start);
  arrays.add("ring_vertex", ring);
  Indices in_file(scene.shape_count(), no_shape);  // parts are no shapes of the file
  for (std::size_t i = 0; i < file.shapes.size(); ++i) {
    if (file.shapes[i] != no_shape) {
      in_file[file.shapes[i]] = static_cast<std::uint32_t>(i);
    }
  }
  arrays.add("shape_in_file", in_file);
}

template <class T>
void add_bodies(Arrays& arrays, const SceneFile<T>& file) {
  Indices shape, linked;
  std::vector<double> pose, motion;
  for (BodyId body = 0; body < file.scene.body_slots(); ++body) {
    const bool exists = file.scene.has_body(body);
    shape.push_back(exists ? file.scene.shape(body) : no_shape);
    if (file.scene.is_linked(body)) linked.push_back(body);
    const Pose at = exists ? file.scene.pose(body) : Pose{};
    pose.insert(pose.end(), {at.x, at.y, at.rotation.cos, at.rotation.sin});
  }
  arrays.add("shape", shape);
  arrays.add("pose", pose);
  if (!linked.empty()) arrays.add("linked", linked);
  if (file.has_motions) {
    for (const Motion& move : file.motions) motion.insert(motion.end(), {move.x, move.y, move.angle});
    arrays.add("motion", motion);
  }
}

template <class Range>
Indices indices(const Range& pairs) {
  Indices numbers;
  for (const auto& pair : pairs) numbers.insert(numbers.end(), {pair.a, pair.b});
  return numbers;
}

template <class T>
void add_contacts(Arrays& arrays, std::span<const BasicContact<T>> contacts) {
  Indices feature;
  std::vector<T> numbers;
  for (const BasicContact<T>& contact : contacts) {
    feature.push_back(contact.feature);
    numbers.insert(numbers.end(), {contact.separation, contact.normal_x, contact.normal_y});
  }
  arrays.add("feature", feature);
  arrays.add("contact", numbers);
}

template <class T>
void add_results(Arrays& arrays, const PageResults<T>& results) {
  std::vector<T> distance, point, impact;
  for (const BasicDistance<T>& found : results.distances) {
    distance.insert(distance.end(), {found.distance, found.normal_x, found.normal_y, found.point_a.x, found.point_a.y,
                                     found.point_b.x, found.point_b.y});
  }
  arrays.add("distance", distance);
  Indices pair, id;
  std::vector<std::uint8_t> count;
  for (std::size_t i = 0; i < results.manifolds.size(); ++i) {
    const BasicManifold<T>& manifold = results.manifolds[i];
    if (manifold.count == 0) continue;
    pair.push_back(static_cast<std::uint32_t>(i));
    count.push_back(static_cast<std::uint8_t>(manifold.count));
    for (const BasicManifoldPoint<T>& p : manifold.points) {
      point.insert(point.end(), {p.x, p.y, p.separation});
      id.push_back(p.id);
    }
  }
  arrays.add("manifold_pair", pair);
  arrays.add("manifold_count", count);
  arrays.add("manifold_point", point);
  arrays.add("manifold_id", id);
  for (const BasicImpact<T>& found : results.impacts) {
    impact.insert(impact.end(), {found.time, found.normal_x, found.normal_y});
  }
  arrays.add("impact_pair", indices(results.meeting));
  arrays.add("impact", impact);
}

}  // namespace

template <class T>
std::string page_data(const SceneFile<T>& file, std::span<const Pair> pairs, std::span<const BasicContact<T>> contacts,
                      std::span<const PartPair> parts, const PageResults<T>& results, std::string_view module) {
  Arrays arrays;
  add_shapes(arrays, file);
  add_bodies(arrays, file);
  arrays.add("pair", indices(pairs));
  add_contacts(arrays, contacts);
  if (!parts.empty()) arrays.add("part_pair", indices(parts));
  add_results(arrays, results);
  std::string text = "{\"version\":1,\"name\":" + json_string(file.name) + ",\"units\":" + json_string(file.units);
  text += std::same_as<T, double> ? ",\"real\":\"float64\"" : ",\"real\":\"float32\"";
  if (!module.empty()) text += ",\"module\":" + json_string(module);
  return text + ",\"arrays\":{" + arrays.text() + "}}";
}

template std::string page_data(const SceneFile<float>&, std::span<const Pair>, std::span<const Contact>,
                               std::span<const PartPair>, const PageResults<float>&, std::string_view);
template std::string page_data(const SceneFile<double>&, std::span<const Pair>, std::span<const Contactd>,
                               std::span<const PartPair>, const PageResults<double>&, std::string_view);

}  // namespace satchel::cli
