// Boxes of bodies, grown by margins and by what the bodies sweep in a motion.
#pragma once

#include <algorithm>
#include <cstddef>

#include <satchel/types.hpp>

#include "format/layout.hpp"
#include "kernels/scene/body_boxes.hpp"
#include "lanes/scalar.hpp"
#include "scene/data.hpp"
#include "scene/outward.hpp"

namespace satchel::tree {

/// A margin that reaches everywhere; sums with it stay finite.
constexpr double endless_margin = 0x1p1000;

/// By how much the boxes of bodies are grown.
template <class T>
struct BoxGrowth {
  double margin = 0;                ///< of all boxes, on every side
  const T* margins = nullptr;       ///< by body, added to `margin`; null: none
  const Motion* motions = nullptr;  ///< by body; null: none moves

  bool is_one_margin() const { return margins == nullptr && motions == nullptr; }

  /// The box of a body that is `margin` larger than the body's, grown by the rest, rounded outward.
  ///
  /// With a motion: the box that the body sweeps. A body that turns stays in the disc of its reach around its origin,
  /// so the box around this disc replaces that of the body. A translation moves each bound at most as far as the
  /// origin.
  Box rest_of(const kernels::BodyRecord<T>& body, std::size_t i, Box box) const {
    using detail::sum_down, detail::sum_up;
    if (motions != nullptr) {
      const Motion& by = motions[i];
      if (by.angle != 0) {
        const double reach = sum_up(static_cast<double>(body.reach), margin);
        box = {sum_down(body.x, -reach), sum_down(body.y, -reach), sum_up(body.x, reach), sum_up(body.y, reach)};
      }
      box = {std::min(box.min_x, sum_down(box.min_x, by.x)), std::min(box.min_y, sum_down(box.min_y, by.y)),
             std::max(box.max_x, sum_up(box.max_x, by.x)), std::max(box.max_y, sum_up(box.max_y, by.y))};
    }
    if (margins != nullptr) {
      const double own = std::min(static_cast<double>(margins[i]), endless_margin);
      box = {sum_down(box.min_x, -own), sum_down(box.min_y, -own), sum_up(box.max_x, own), sum_up(box.max_y, own)};
    }
    return box;
  }

  /// The box of a body of a scene, grown.
  /// @param body  its record; the one of body i, or one with another origin
  Box of(const kernels::BodyRecord<T>& body, const kernels::OffsetBox<T>& offsets, std::size_t i) const {
    Box box;
    store_box<ScalarLanes<double>>(body, offsets, margin, box);
    return is_one_margin() ? box : rest_of(body, i, box);
  }
};

}  // namespace satchel::tree
