// Adds and copies compounds, and reserves and frees the parts of their bodies. compounds.hpp has the layout.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include <satchel/scene.hpp>

#include "exact/convexity.hpp"
#include "scene/checks.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"
#include "scene/outward.hpp"
#include "scene/room.hpp"
#include "scene/shapes/add_shapes.hpp"

namespace satchel {
namespace detail {
// give_compound and free_compound are declared in scene/data.hpp, copy_compound in scene/shapes/add_shapes.hpp.

template <class T>
std::uint32_t give_parts(SceneData<T>& scene, PartRange shape_parts) noexcept {
  const std::uint32_t first = scene.compounds.take(shape_parts.count);
  for (std::uint32_t k = 0; k < shape_parts.count; ++k) {
    const ShapeId part_id = scene.compounds.part_shapes[shape_parts.first + k].shape;
    const kernels::ShapeRecord<T>& part = scene.shapes[part_id];
    const unsigned vertex_class = part.place.vertex_class();
    kernels::BodyRecord<T>& record = scene.compounds.parts[first + k];
    scene.compounds.body_part_shapes[first + k] = part_id;
    record.map_or_shape = part_id;  // the shape; of a small part placing replaces it by the support map
    record.reach = part.reach;
    record.signed_radius = part.signed_radius();
    scene.compounds.set_place(first + k, part.place.at(scene.offset_blocks.take(vertex_class)));
  }
  return first;
}

template <class T>
void give_compound(SceneData<T>& scene, BodyId body, ShapeId id) noexcept {
  const kernels::ShapeRecord<T>& shape = scene.shapes[id];
  const PartRange shape_parts = scene.compounds.parts_of_shape(shape.place);
  const std::uint32_t first = shape_parts.count == 0 ? 0 : give_parts(scene, shape_parts);
  kernels::BodyRecord<T>& record = scene.bodies[body];
  if (shape.place.is_outline()) {
    // The block of the shape, until the body is rotated.
    scene.set_place(body, kernels::Place::of_outline(scene.compounds.outlines.shapes[shape.place.block()].unit));
    record.map_or_shape = first;
    if (shape_parts.count == 0) ++scene.compounds.without_parts;
  } else {
    scene.set_place(body, kernels::Place::of_compound(first));
    record.map_or_shape = shape_parts.count;  // for compounds: the number of parts
  }
  scene.body_shapes[body] = id;
  record.reach = shape.reach;
  record.signed_radius = 0;  // each part has its own
  scene.inner[body] = shape.inner;
  ++scene.compounds.bodies;  // bodies_of_class and bodies_of_kind do not count compounds
  scene.bodies_to_check += needs_checks(shape) ? 1 : 0;
}

template <class T>
void free_compound(SceneData<T>& scene, BodyId body) noexcept {
  const PartRange range = scene.parts_of_body(body);
  for (std::uint32_t k = 0; k < range.count; ++k) {
    const kernels::Place place = scene.compounds.parts[range.first + k].place;
    scene.offset_blocks.give_back(place.vertex_class(), place.block());
  }
  scene.free_outline(body);
  if (scene.bodies[body].place.is_outline() && range.count == 0) --scene.compounds.without_parts;
  if (range.count != 0) scene.compounds.give_back(range);
  --scene.compounds.bodies;
  scene.bodies_to_check -= needs_checks(scene.shapes[scene.body_shapes[body]]) ? 1 : 0;
}

/// Makes room for a copy of a shape's outline.
template <class T>
void make_room_for_outline(SceneData<T>& scene, const SceneData<T>& from, kernels::Place place) {
  const Outlines<T>& outlines = from.compounds.outlines;
  const std::size_t units = outlines.units_of(place);
  scene.compounds.make_room_for_outlines({1, outlines.shapes[place.block()].rings, units});
  scene.compounds.outlines.make_free_list(units);
}

/// A failed allocation may leave copies of some parts in `scene`. Of parts with a clearance it is not found out whether
/// they overlap, which questions about areas alone ask.
template <class T>
ShapeId copy_compound(SceneData<T>& scene, const SceneData<T>& from, ShapeId id, OutlineCopy as, double clearance) {
  const kernels::Place place = from.shapes[id].place;
  const PartRange range = from.compounds.parts_of_shape(place);
  const std::span<const PartShape> parts(from.compounds.part_shapes.data() + range.first, range.count);
  std::vector<ShapeId> copies;
  std::size_t words = 0;
  for (const PartShape& part : parts) {
    copies.push_back(copy_shape(scene, from, part.shape, OutlineCopy::outline, clearance));
    words += words_for(from.shapes[part.shape].count);
  }
  Compounds<T>& compounds = scene.compounds;
  make_room(scene.shapes, scene.shapes.size() + 1);
  kernels::ShapeRecord<T> shape = from.shapes[id];
  shape.place = kernels::Place::of_compound(static_cast<std::uint32_t>(compounds.shapes.size()));
  if (clearance != 0) {
    shape.reach = 0;
    for (const ShapeId part : copies) shape.reach = std::max(shape.reach, scene.shapes[part].reach);
  }
  if (place.is_outline() && as == OutlineCopy::outline && clearance == 0) {
    compounds.make_room_for_parts(parts.size(), parts.size(), words);
    make_room_for_outline(scene, from, place);
    compounds.outlines.add_copy(from.compounds.outlines, place);
    shape.place = shape.place.as(kernels::Variety::centred);
  } else {
    compounds.make_room_for_shape(parts.size(), words);
    compounds.outlines.add_shape(0, 0, 0);
  }
  compounds.add_shape({static_cast<std::uint32_t>(compounds.part_shapes.size()), range.count},
                      from.compounds.parts_overlap(place), from.compounds.chain(place));
  for (std::size_t k = 0; k < parts.size(); ++k) {
    std::uint32_t inner_word = PartShape::none;
    if (const std::uint64_t* const mask = from.compounds.inner_edges_of(parts[k])) {
      inner_word = static_cast<std::uint32_t>(compounds.inner_edges.size());
      const std::size_t mask_words = words_for(from.shapes[parts[k].shape].count);
      compounds.inner_edges.resize(inner_word + mask_words);
      std::copy_n(mask, mask_words, compounds.inner_edges.data() + inner_word);
    }
    compounds.part_shapes.push_back({copies[k], inner_word});
  }
  scene.shapes.push_back(shape);
  return static_cast<ShapeId>(scene.shapes.size() - 1);
}

template ShapeId copy_compound(SceneData<float>&, const SceneData<float>&, ShapeId, OutlineCopy, double);
template std::uint32_t give_parts(SceneData<float>&, PartRange) noexcept;
template void give_compound(SceneData<float>&, BodyId, ShapeId) noexcept;
template void free_compound(SceneData<float>&, BodyId) noexcept;
template ShapeId copy_compound(SceneData<double>&, const SceneData<double>&, ShapeId, OutlineCopy, double);
template std::uint32_t give_parts(SceneData<double>&, PartRange) noexcept;
template void give_compound(SceneData<double>&, BodyId, ShapeId) noexcept;
template void free_compound(SceneData<double>&, BodyId) noexcept;

}  // namespace detail

namespace {

/// Numbers of all parts of a compound.
struct PartSums {
  std::size_t edges = 0;
  std::size_t mask_words = 0;  ///< of the masks of inner edges, one a part
};

/// Checks the parts of a compound and the flags of its edges, and sums them up.
template <class T>
Status check_parts(const detail::SceneData<T>& scene, std::span<const ShapeId> parts,
                   std::span<const std::uint8_t> inner_edges, PartSums& sums) noexcept {
  if (parts.empty()) return {ErrorCode::no_parts, 0, Argument::compound};
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (parts[k] >= scene.shapes.size()) return {ErrorCode::bad_shape, k, Argument::compound_part};
    const kernels::ShapeRecord<T>& part = scene.shapes[parts[k]];
    if (part.place.is_compound()) {
      return {ErrorCode::nested_compound, k, Argument::compound_part, {part.place.is_outline() ? 1u : 0u}};
    }
    sums.edges += part.count;
    sums.mask_words += detail::words_for(part.count);
  }
  if (!inner_edges.empty() && inner_edges.size() != sums.edges) {
    return detail::size_error(Argument::inner_edges, sums.edges, inner_edges.size());
  }
  // ShapeRecord::count has to hold the number of edges, and a Place the index of each compound.
  if (sums.edges > kernels::Place::max_blocks || scene.compounds.shapes.size() >= kernels::Place::max_blocks ||
      parts.size() > kernels::Place::max_blocks - scene.compounds.part_shapes.size()) {
    return {ErrorCode::too_many, 0, Argument::compound};
  }
  if (scene.shapes.size() >= detail::most_items) return {ErrorCode::too_many, 0, Argument::shapes};
  return {};
}

/// Whether any two parts overlap in the compound's frame, decided exactly. Questions that add up areas of parts refuse
/// such a compound. Sweeps over the parts from left to right.
template <class T>
bool do_parts_overlap(const detail::SceneData<T>& scene, std::span<const ShapeId> parts) {
  struct Extent {
    double min_x, max_x, min_y, max_y;
    ShapeId shape;
  };
  std::vector<Extent> extents;
  for (const ShapeId id : parts) {
    const exact::Core<T> core = query::local_core_of(scene, id);
    const auto [min_x, max_x] = std::minmax_element(core.x, core.x + core.count);
    const auto [min_y, max_y] = std::minmax_element(core.y, core.y + core.count);
    // The box around the part with its radius, rounded outward.
    const double radius = static_cast<double>(core.radius);
    const auto down = [&](T least) { return detail::sum_down(static_cast<double>(least), -radius); };
    const auto up = [&](T largest) { return detail::sum_up(static_cast<double>(largest), radius); };
    extents.push_back({down(*min_x), up(*max_x), down(*min_y), up(*max_y), id});
  }
  std::sort(extents.begin(), extents.end(), [](const Extent& p, const Extent& q) { return p.min_x < q.min_x; });
  for (std::size_t i = 0; i < extents.size(); ++i) {
    for (std::size_t j = i + 1; j < extents.size() && extents[j].min_x < extents[i].max_x; ++j) {
      if (extents[j].min_y >= extents[i].max_y || extents[j].max_y <= extents[i].min_y) continue;
      const exact::Core<T> a = query::local_core_of(scene, extents[i].shape);
      const exact::Core<T> b = query::local_core_of(scene, extents[j].shape);
      exact::Stage stage{};
      if (exact::resolve_verdict(a, b, stage) == Verdict::overlapping) return true;
    }
  }
  return false;
}

/// Stores a compound that passed `check_parts`. The caller has made room.
/// @param edges    the number of edges of all parts
/// @param overlap  whether any two parts overlap
template <class T>
ShapeId add_checked_compound(detail::SceneData<T>& scene, std::span<const ShapeId> parts,
                             std::span<const std::uint8_t> inner_edges, std::size_t edges, bool overlap) noexcept {
  detail::Compounds<T>& compounds = scene.compounds;
  kernels::ShapeRecord<T> shape{};
  shape.count = static_cast<std::uint32_t>(edges);
  shape.place = kernels::Place::of_compound(static_cast<std::uint32_t>(compounds.shapes.size()));
  shape.inner = -std::numeric_limits<T>::infinity();  // no disc around the origin is known to lie in the compound
  shape.always_convex = true;
  compounds.outlines.add_shape(0, 0, 0);
  compounds.add_shape(
      {static_cast<std::uint32_t>(compounds.part_shapes.size()), static_cast<std::uint32_t>(parts.size())}, overlap);
  for (const ShapeId id : parts) {
    const kernels::ShapeRecord<T>& part = scene.shapes[id];
    shape.reach = std::max(shape.reach, part.reach);
    shape.always_convex = shape.always_convex && part.always_convex;
    const std::span<const std::uint8_t> flags = inner_edges.first(inner_edges.empty() ? 0 : part.count);
    inner_edges = inner_edges.subspan(flags.size());
    compounds.add_part(id, flags);
  }
  scene.shapes.push_back(shape);
  return static_cast<ShapeId>(scene.shapes.size() - 1);
}

}  // namespace

template <class T>
Status BasicScene<T>::try_add_compound(std::span<const ShapeId> parts, std::span<const std::uint8_t> inner_edges,
                                       ShapeId& out) noexcept {
  return detail::change(data_, [&](detail::SceneData<T>& scene) -> Status {
    PartSums sums;
    if (const Status status = check_parts(scene, parts, inner_edges, sums); !status.ok()) return status;
    const bool overlap = do_parts_overlap(scene, parts);
    scene.compounds.make_room_for_shape(parts.size(), inner_edges.empty() ? 0 : sums.mask_words);
    detail::make_room(scene.shapes, scene.shapes.size() + 1);
    out = add_checked_compound(scene, parts, inner_edges, sums.edges, overlap);
    detail::count_change(revisions_, &SceneRevisions::shapes);
    return {};
  });
}

template <class T>
std::size_t BasicScene<T>::part_count(ShapeId shape) const {
  const detail::SceneData<T>& scene = detail::SceneAccess::data(*this);
  throw_unless_ok(detail::check_shape(scene, shape));
  const kernels::Place place = scene.shapes[shape].place;
  return place.is_compound() ? scene.compounds.parts_of_shape(place).count : 1;
}

template <class T>
void BasicScene<T>::parts(ShapeId shape, std::span<ShapeId> out) const {
  const std::size_t count = part_count(shape);
  if (out.size() != count) throw_error(detail::size_error(Argument::out, count, out.size()));
  const kernels::Place place = data_->shapes[shape].place;
  if (!place.is_compound()) {
    out[0] = shape;
    return;
  }
  const std::uint32_t first = data_->compounds.parts_of_shape(place).first;
  for (std::size_t k = 0; k < count; ++k) out[k] = data_->compounds.part_shapes[first + k].shape;
}

template Status BasicScene<float>::try_add_compound(std::span<const ShapeId>, std::span<const std::uint8_t>,
                                                    ShapeId&) noexcept;
template Status BasicScene<double>::try_add_compound(std::span<const ShapeId>, std::span<const std::uint8_t>,
                                                     ShapeId&) noexcept;
template std::size_t BasicScene<float>::part_count(ShapeId) const;
template std::size_t BasicScene<double>::part_count(ShapeId) const;
template void BasicScene<float>::parts(ShapeId, std::span<ShapeId>) const;
template void BasicScene<double>::parts(ShapeId, std::span<ShapeId>) const;

}  // namespace satchel
