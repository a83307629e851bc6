// Adds chains: a segment a part, and what lies beyond its ends.
#include <array>
#include <cmath>
#include <span>

#include <satchel/scene.hpp>

#include "scene/checks.hpp"
#include "scene/data.hpp"
#include "scene/range.hpp"
#include "scene/shapes/add_shapes.hpp"

namespace satchel {
namespace {

constexpr Status chain_error(ErrorCode code, std::size_t point) noexcept {
  return {code, point, Argument::chain, {point}};
}

template <class T>
ErrorCode point_error(const BasicVec2<T>& point) noexcept {
  for (const T value : {point.x, point.y}) {
    if (!detail::in_range<T>(static_cast<double>(value))) return detail::range_error(static_cast<double>(value));
  }
  return ErrorCode::ok;
}

template <class T>
Status check_chain(std::span<const BasicVec2<T>> points, bool closed, const BasicChainEnds<T>& ends) noexcept {
  if (points.size() < (closed ? 3u : 2u)) return chain_error(ErrorCode::too_few_vertices, points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (const ErrorCode code = point_error(points[i]); code != ErrorCode::ok) return chain_error(code, i);
    if (i > 0 && points[i] == points[i - 1]) return chain_error(ErrorCode::repeated_vertex, i);
  }
  const std::size_t last = points.size() - 1;
  if (closed) return points[last] == points[0] ? chain_error(ErrorCode::closed_ring, last) : Status{};
  for (const auto& [ghost, end] : {std::pair(&ends.before, std::size_t{0}), std::pair(&ends.after, last)}) {
    if (!*ghost) continue;
    if (const ErrorCode code = point_error(**ghost); code != ErrorCode::ok) return chain_error(code, end);
    if (**ghost == points[end]) return chain_error(ErrorCode::bad_neighbour, end);
  }
  return {};
}

template <class T>
detail::ChainShape<T> chain_of(std::span<const BasicVec2<T>> points, bool closed, bool one_sided,
                               const BasicChainEnds<T>& ends) noexcept {
  detail::ChainShape<T> chain{.is_chain = true, .closed = closed, .one_sided = one_sided};
  const auto difference = [](const BasicVec2<T>& from, const BasicVec2<T>& to) {
    return BasicVec2<T>{to.x - from.x, to.y - from.y};
  };
  if (!closed && ends.before) {
    chain.has_before = true;
    chain.before = difference(*ends.before, points.front());
  }
  if (!closed && ends.after) {
    chain.has_after = true;
    chain.after = difference(points.back(), *ends.after);
  }
  return chain;
}

}  // namespace

template <class T>
Status BasicScene<T>::try_add_chain(std::span<const Vec2> points, bool closed, bool one_sided,
                                    const BasicChainEnds<T>& ends, ShapeId& out) noexcept {
  return detail::change(data_, [&](detail::SceneData<T>& scene) -> Status {
    if (const Status status = check_chain(points, closed, ends); !status.ok()) return status;
    const std::size_t count = closed ? points.size() : points.size() - 1;
    if (count >= detail::most_items - scene.shapes.size() ||
        count > kernels::Place::max_blocks - scene.compounds.part_shapes.size() ||
        count > kernels::Place::max_blocks / 2 || scene.compounds.shapes.size() >= kernels::Place::max_blocks) {
      return chain_error(ErrorCode::too_many, points.size());
    }
    std::array<std::size_t, kernels::class_count> more{};
    more[kernels::segment_class] = count;
    if (!scene.local_blocks.has_indices_for(more)) return {ErrorCode::too_many, 0, Argument::shapes};
    detail::make_room_for_cores(scene, more);
    detail::make_room(scene.shapes, scene.shapes.size() + count + 1);
    scene.compounds.make_room_for_shape(count, 0);

    kernels::ShapeRecord<T> shape{};
    shape.count = static_cast<std::uint32_t>(2 * count);
    shape.place = kernels::Place::of_compound(static_cast<std::uint32_t>(scene.compounds.shapes.size()));
    shape.inner = -std::numeric_limits<T>::infinity();
    shape.always_convex = true;
    scene.compounds.outlines.add_shape(0, 0, 0);
    scene.compounds.add_shape(
        {static_cast<std::uint32_t>(scene.compounds.part_shapes.size()), static_cast<std::uint32_t>(count)}, false,
        chain_of(points, closed, one_sided, ends));
    for (std::size_t k = 0; k < count; ++k) {
      const std::array<Vec2, 2> segment{points[k], points[k + 1 == points.size() ? 0 : k + 1]};
      const ShapeId id = detail::add_checked_core<T>(scene, segment, 0);
      shape.reach = std::max(shape.reach, scene.shapes[id].reach);
      scene.compounds.part_shapes.push_back({id, detail::PartShape::none});
    }
    out = static_cast<ShapeId>(scene.shapes.size());
    scene.shapes.push_back(shape);
    detail::count_change(revisions_, &SceneRevisions::shapes);
    return {};
  });
}

template Status BasicScene<float>::try_add_chain(std::span<const Vec2>, bool, bool, const ChainEnds&,
                                                 ShapeId&) noexcept;
template Status BasicScene<double>::try_add_chain(std::span<const Vec2>, bool, bool, const ChainEndsd&,
                                                  ShapeId&) noexcept;

}  // namespace satchel
