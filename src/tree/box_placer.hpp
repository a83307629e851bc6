// The boxes of all bodies of a scene, at chosen positions in an array.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <satchel/error.hpp>
#include <satchel/options.hpp>

#include "format/kernel_table.hpp"
#include "parallel/parallel.hpp"
#include "scene/data.hpp"
#include "tree/buffer.hpp"

namespace satchel::tree {

/// Keeps its memory from call to call.
class BoxPlacer {
 public:
  /// Writes the boxes of all bodies, grown by a margin, to an array; empty_box to positions without a body.
  /// @param position_of  position_of(body), for bodies that the scene has: where the box goes. No two are equal
  /// @param boxes     `positions` elements
  /// Throws std::bad_alloc. After an error the boxes are unspecified.
  template <class T, class PositionOf>
  Status place(const detail::SceneData<T>& scene, const kernels::KernelTable& table, double margin,
               const PositionOf& position_of, Box* boxes, std::size_t positions, const Options& options) {
    const std::size_t slots = scene.bodies.size();
    BodyId* const ids = ids_.need(positions);
    // The kernel deals boxes into buckets: each body has one for itself, whose next free position is the body's.
    std::uint32_t* const buckets = buckets_.need(slots);
    std::uint32_t* const next = next_.need(slots);
    std::fill_n(boxes, positions, kernels::empty_box);
    constexpr std::size_t bodies_per_chunk = 8192;
    const auto deal = [&](std::size_t chunk) noexcept {
      const std::size_t first = chunk * bodies_per_chunk, count = std::min(slots - first, bodies_per_chunk);
      for (std::size_t i = first; i < first + count; ++i) {
        const auto body = static_cast<BodyId>(i);
        const bool is_here = scene.has_body(body);
        buckets[i] = is_here ? body : kernels::no_bucket;
        if (is_here) next[i] = position_of(body);
      }
      const kernels::BoxJob<T> job{scene.bodies.data(), scene.boxes.data(), margin, first, count, {}, nullptr};
      table.scene.of<T>().deal_boxes(job, buckets + first, next, boxes, ids);
    };
    return parallel::for_each_chunk((slots + bodies_per_chunk - 1) / bodies_per_chunk, options, deal);
  }

  std::size_t bytes() const { return ids_.bytes() + buckets_.bytes() + next_.bytes(); }

 private:
  Buffer<BodyId> ids_;  ///< what else the kernel writes
  Buffer<std::uint32_t> buckets_, next_;
};

}  // namespace satchel::tree
