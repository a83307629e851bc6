#include "cli/scene_file/add_shapes.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <satchel/error.hpp>
#include <satchel/outline.hpp>

#include "cli/raw_scene/outline_message.hpp"
#include "cli/raw_scene/shape_message.hpp"
#include "cli/scene_file/outline_rings.hpp"

namespace satchel::cli {
namespace {

/// Adds one shape of the file.
template <class T>
class ShapeAdder {
 public:
  ShapeAdder(BasicScene<T>& scene, const RawScene<T>& raw, std::size_t index, const ReadOptions& options,
             RingChanges& changes)
      : scene_(scene), raw_(raw), shape_(raw.shapes[index]), index_(index), options_(options), changes_(changes) {}

  AddedShape<T> add() {
    const ShapeId id = add_shape();
    return {id, std::move(rings_), std::move(inner_edges_)};
  }

 private:
  ShapeId add_shape() {
    switch (shape_.type) {
      case ShapeType::polygon:
        return add_polygon();
      case ShapeType::concave:
        return add_concave();
      case ShapeType::outline:
        return add_outline();
      default:
        break;
    }
    const std::span<const BasicVec2<T>> core = vertices(0);
    try {
      return shape_.type == ShapeType::circle    ? scene_.add_circle(core[0], shape_.radius)
             : shape_.type == ShapeType::capsule ? scene_.add_capsule(core[0], core[1], shape_.radius)
             : shape_.type == ShapeType::segment ? scene_.add_segment(core[0], core[1])
             : shape_.type == ShapeType::chain   ? scene_.add_chain(core, shape_.closed, shape_.one_sided)
                                                 : add_box(core[0].x, core[0].y);
    } catch (const Error& error) {
      refuse_vertex(error, 0, error.index());
    }
  }

  [[nodiscard]] std::span<const BasicVec2<T>> vertices(std::size_t ring) const {
    const RawRing& raw_ring = raw_.rings[shape_.first_ring + ring];
    return std::span(raw_.vertices).subspan(raw_ring.first_vertex, raw_ring.vertex_count);
  }

  [[noreturn]] void refuse(ErrorCode code, const std::string& reason) const {
    throw ShapeRefused(index_, code, fmt::format("{}: {}", shape_name(raw_.form, shape_.number), reason));
  }

  /// Refuses the shape for an error; if the error is about a vertex, it is this one.
  [[noreturn]] void refuse_vertex(const Error& error, std::size_t ring, std::size_t vertex) const {
    const std::string text = shape_message(error.status(), shape_.type);
    if (error.code() == ErrorCode::bad_radius) {
      refuse(error.code(), fmt::format("radius {}: {}", shape_.radius, text));
    }
    refuse(error.code(),
           about_vertex(error.code()) ? fmt::format("{}: {}", vertex_name(raw_, shape_, ring, vertex), text) : text);
  }

  ShapeId add_box(T half_width, T half_height) const {
    for (const auto& [name, value] : {std::pair("half_width", half_width), std::pair("half_height", half_height)}) {
      if (!(value > 0)) {
        refuse(ErrorCode::ok, fmt::format("{} {}: a half-extent has to be larger than 0", name, value));
      }
    }
    return scene_.add_box(half_width, half_height, shape_.radius);
  }

  void add_ring_or_refuse(OutlineRings<T>& outline, std::size_t ring, bool hole) {
    try {
      add_ring(outline, vertices(ring), hole, options_.rings, changes_);
    } catch (const Error& error) {
      refuse_ring(error, ring);
    }
  }

  /// Refuses the shape for an error of `clean_ring`.
  [[noreturn]] void refuse_ring(const Error& error, std::size_t ring) const {
    const std::string name = ring_name(raw_, shape_, ring);
    switch (error.code()) {
      case ErrorCode::meets_itself: {
        const Status& status = error.status();
        refuse(error.code(), fmt::format("{}: the edge from point {} to {} and the edge from point {} to {} {}", name,
                                         status.numbers[0], status.numbers[1], status.numbers[2], status.numbers[3],
                                         place_text(status)));
      }
      case ErrorCode::collinear:
        refuse(error.code(), fmt::format("{}: all points lie on one line; a ring needs an area", name));
      case ErrorCode::too_few_vertices:
        refuse(error.code(), fmt::format("{}: fewer than three different points; a ring needs at least three", name));
      default:
        refuse_vertex(error, ring, error.index());
    }
  }

  /// "meet at (x, y): ..." in the coordinates of the file.
  [[nodiscard]] std::string place_text(const Status& status) const {
    return fmt::format("meet at ({}, {}): {}", static_cast<T>(status.value), static_cast<T>(status.value_y),
                       message(status.code));
  }

  ShapeId add_polygon() {
    OutlineRings<T> outline;
    add_ring_or_refuse(outline, 0, false);
    try {
      return scene_.add_polygon(outline.vertices, shape_.radius);
    } catch (const Error& error) {
      refuse_vertex(error, 0, about_vertex(error.code()) ? outline.place(error.index()).second : 0);
    }
  }

  ShapeId add_outline() {
    std::vector<ShapeId> ids;
    if (const Status status = add_outlines(scene_, raw_, {&index_, 1}, {.even_odd = options_.even_odd}, ids);
        !status.ok()) {
      refuse(status.code, outline_message(raw_, shape_, status));
    }
    rings_ = stored_rings(scene_, ids[0], raw_, index_, changes_);
    return ids[0];
  }

  /// The convex parts of the outlines and the flags of their inner edges.
  struct Parts {
    std::vector<ShapeId> ids;
    std::vector<std::uint8_t> inner_edges;
  };

  /// Adds a convex outline as a polygon, all others as the compound of their parts.
  ShapeId add_concave() {
    Parts parts;
    for (std::size_t ring = 0; ring < shape_.ring_count;) {
      const std::size_t first = ring;
      OutlineRings<T> outline;
      add_ring_or_refuse(outline, ring++, false);
      while (ring < shape_.ring_count && raw_.rings[shape_.first_ring + ring].hole) {
        add_ring_or_refuse(outline, ring++, true);
      }
      add_parts(outline, first, parts);
      for (std::size_t k = 0; k + 1 < outline.starts.size(); ++k) {
        rings_.emplace_back(outline.vertices.begin() + outline.starts[k],
                            outline.vertices.begin() + outline.starts[k + 1]);
      }
    }
    if (parts.ids.size() == 1) {
      return parts.ids[0];
    }
    inner_edges_ = std::move(parts.inner_edges);
    return scene_.add_compound(parts.ids, inner_edges_);
  }

  void add_parts(const OutlineRings<T>& outline, std::size_t first_ring, Parts& parts) {
    try {
      const BasicConvexParts<T> convex = convex_parts(outline.vertices, outline.starts);
      const std::size_t before = parts.ids.size();
      parts.ids.resize(before + convex.size());
      scene_.add_polygons(convex.vertices, convex.starts, std::span(parts.ids).subspan(before));
      parts.inner_edges.insert(parts.inner_edges.end(), convex.inner_edges.begin(), convex.inner_edges.end());
    } catch (const Error& error) {
      switch (error.code()) {
        case ErrorCode::meets_itself:
          refuse_meeting(error.status(), outline, first_ring);
        case ErrorCode::internal:
          refuse(error.code(), error.what());
        case ErrorCode::too_few_vertices:
        case ErrorCode::clockwise:
        case ErrorCode::bad_hole:
          refuse_outline(error, outline, first_ring);
        default:
          break;
      }
      if (!about_vertex(error.code())) {
        refuse_vertex(error, first_ring, 0);
      }
      const auto [ring, vertex] = outline.place(error.index());
      refuse_vertex(error, first_ring + ring, vertex);
    }
  }

  /// Refuses the shape for two edges that `convex_parts` found to meet, each named by the vertex that it leads from.
  [[noreturn]] void refuse_meeting(const Status& status, const OutlineRings<T>& outline, std::size_t first_ring) const {
    const auto edge = [&](std::size_t ring, std::size_t vertex) {
      return vertex_name(raw_, shape_, first_ring + ring, outline.place(outline.starts[ring] + vertex).second);
    };
    refuse(status.code,
           fmt::format("the edge from {} and the edge from {} {}", edge(status.numbers[0], status.numbers[1]),
                       edge(status.numbers[2], status.numbers[3]), place_text(status)));
  }

  /// Refuses the shape for an error of `convex_parts` about one ring.
  [[noreturn]] void refuse_outline(const Error& error, const OutlineRings<T>& outline, std::size_t first_ring) const {
    std::string text = shape_message(error.status(), shape_.type);
    if (error.code() == ErrorCode::clockwise) {
      text =
          "the vertices run clockwise, as those of a hole do; give the outer boundary counter-clockwise (--rings does)";
    } else if (error.code() == ErrorCode::bad_hole && outline.signed_area(error.index()) > 0) {
      text = "the vertices run counter-clockwise; those of a hole run clockwise (--rings reverses them)";
    }
    refuse(error.code(), fmt::format("{}: {}", ring_name(raw_, shape_, first_ring + error.index()), text));
  }

  BasicScene<T>& scene_;
  const RawScene<T>& raw_;
  const RawShape<T>& shape_;
  std::size_t index_;
  const ReadOptions& options_;
  RingChanges& changes_;
  RingsOf<T> rings_;
  std::vector<std::uint8_t> inner_edges_;
};

}  // namespace

template <class T>
AddedShape<T> add_shape(BasicScene<T>& scene, const RawScene<T>& raw, std::size_t index, const ReadOptions& options,
                        RingChanges& changes) {
  return ShapeAdder<T>(scene, raw, index, options, changes).add();
}

template <class T>
AddedShapes<T> add_shapes(BasicScene<T>& scene, const RawScene<T>& raw, const ReadOptions& options) {
  std::vector<std::size_t> outlines;
  for (std::size_t i = 0; i < raw.shapes.size(); ++i) {
    if (raw.shapes[i].type == ShapeType::outline) {
      outlines.push_back(i);
    }
  }
  std::vector<ShapeId> ids;
  const Status status =
      add_outlines(scene, raw, outlines, {.skip_invalid = options.skip_invalid, .even_odd = options.even_odd}, ids);
  if (!status.ok() && status.argument != Argument::outlines) {
    throw_error(status);
  }
  AddedShapes<T> added;
  std::size_t next = 0;
  for (std::size_t i = 0; i < raw.shapes.size(); ++i) {
    const bool is_outline = raw.shapes[i].type == ShapeType::outline;
    const std::size_t k = is_outline ? next++ : 0;
    if (is_outline && !status.ok() && k < status.index) {
      continue;  // valid, but a shape behind it is refused
    }
    if (is_outline && status.ok() && ids[k] == no_shape) {
      added.ids.push_back(no_shape);
      added.left_out.push_back(i);
      continue;
    }
    AddedShape<T> shape = is_outline && status.ok()
                              ? AddedShape<T>{ids[k], stored_rings(scene, ids[k], raw, i, added.changes), {}}
                              : add_shape(scene, raw, i, options, added.changes);
    added.ids.push_back(shape.id);
    added.outlines.resize(scene.shape_count());
    added.outlines[shape.id] = std::move(shape.outline);
    added.inner_edges.resize(scene.shape_count());
    added.inner_edges[shape.id] = std::move(shape.inner_edges);
  }
  return added;
}

template AddedShapes<float> add_shapes(BasicScene<float>&, const RawScene<float>&, const ReadOptions&);
template AddedShapes<double> add_shapes(BasicScene<double>&, const RawScene<double>&, const ReadOptions&);
template AddedShape<double> add_shape(BasicScene<double>&, const RawScene<double>&, std::size_t, const ReadOptions&,
                                      RingChanges&);

}  // namespace satchel::cli
