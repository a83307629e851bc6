// Copies the shapes that queries use to a scene of their own, with a local box for each, from which the box of a
// body follows without placing it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include <satchel/scene.hpp>

#include "format/layout.hpp"
#include "format/outline_layout.hpp"
#include "scene/checks.hpp"
#include "scene/data.hpp"
#include "scene/room.hpp"
#include "scene/shapes/add_shapes.hpp"

namespace satchel::detail {

/// The box around a shape in its local frame: centre (cx, cy), half-extents (hx, hy). A body of the shape at the pose
/// (x, y), (c, s) lies in the box with
///
///   centre (x + c cx - s cy, y + s cx + c cy), half-extents (|c| hx + |s| hy + slack, |s| hx + |c| hy + slack)
///
/// Slack covers the rounding, with u = 2^-24 (float) or 2^-53 (double) and R = reach >= |v|:
///   placing rounds c, s, two products and a sum:   3 u (|c| |vx| + |s| |vy|) <= 5 u R; results below the range, to 0
///   centre and half-extents:                       2 u R (exact for floats)
///   evaluation of this formula in double:          8 u R + 3 * 2^-53 |x|
/// c^2 + s^2 need not be 1, because placing applies the linear map of c and s to the vertices, as the formula does, and
/// R bounds |v| at every pose. For box shapes the box is the smallest one, apart from the slack.
struct LocalBox {
  double centre_x = 0, centre_y = 0, half_x = 0, half_y = 0, slack = 0;

  /// The box of a shape; the box of a compound is around the cores of its parts, with the largest of their radii.
  template <class T>
  static LocalBox of(const SceneData<T>& scene, ShapeId id) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Box box{infinity, infinity, -infinity, -infinity};
    double radius = 0;
    const kernels::ShapeRecord<T>& shape = scene.shapes[id];
    if (shape.place.is_outline()) {
      const Outlines<T>& outlines = scene.compounds.outlines;
      const kernels::Place block = kernels::Place::of_outline(outlines.shapes[shape.place.block()].unit);
      const T* const sides = kernels::OutlineBlock<const T>::whole_at(outlines.table().of(block));
      box = {-double(sides[0]), -double(sides[1]), double(sides[2]), double(sides[3])};
    } else {
      for_each_part(scene, shape, [&](const kernels::ShapeRecord<T>& core) {
        const T* const x = scene.local_blocks.block(core.place);
        const T* const y = x + kernels::capacity_of(core.place.vertex_class());
        for (std::uint32_t i = 0; i < core.count; ++i) {
          const double vx = static_cast<double>(x[i]), vy = static_cast<double>(y[i]);
          box = {std::min(box.min_x, vx), std::min(box.min_y, vy), std::max(box.max_x, vx), std::max(box.max_y, vy)};
        }
        radius = std::max(radius, static_cast<double>(core.radius));
      });
    }
    constexpr double u = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;
    constexpr double least = sizeof(T) == sizeof(float) ? 0x1p-147 : 0x1p-199;
    return {0.5 * (box.max_x + box.min_x), 0.5 * (box.max_y + box.min_y), 0.5 * (box.max_x - box.min_x),
            0.5 * (box.max_y - box.min_y), 32 * u * static_cast<double>(shape.reach) + least + radius};
  }

  Box at(const Pose& pose) const noexcept {
    const double c = std::fabs(pose.rotation.cos), s = std::fabs(pose.rotation.sin);
    const double x = pose.x + (pose.rotation.cos * centre_x - pose.rotation.sin * centre_y);
    const double y = pose.y + (pose.rotation.sin * centre_x + pose.rotation.cos * centre_y);
    const double width = c * half_x + s * half_y + slack + 0x1p-50 * std::fabs(pose.x);
    const double height = s * half_x + c * half_y + slack + 0x1p-50 * std::fabs(pose.y);
    return {x - width, y - height, x + width, y + height};
  }
};

/// A scene with only the shapes that queries use. The scenes in which their bodies are placed are copies of it.
template <class T>
struct UsedShapes {
  static constexpr ShapeId none = ~ShapeId{0};

  BasicScene<T> scene;          ///< without bodies
  std::vector<LocalBox> boxes;  ///< by shape of `scene`; unset for parts of compounds that are not used alone
  double clearance;             ///< added to the radii of the copies
  OutlineCopy held;  ///< what becomes of outlines that not every pose may turn; with a clearance all are compounds

  explicit UsedShapes(OutlineCopy as = OutlineCopy::outline, double added = 0) : clearance(added), held(as) {}

  /// Copies the shapes. May throw bad_alloc.
  void add(const SceneData<T>& from, std::span<const ShapeId> shapes) {
    if (numbers_.empty() && few_.size() + shapes.size() > most_few) {
      numbers_.assign(from.shapes.size(), none);
      for (const Few& one : few_) numbers_[one.shape] = one.copy;
    }
    for (const ShapeId shape : shapes) {
      if (copy_of(shape) != none) continue;
      const OutlineCopy as = turns_freely(from, shape) ? OutlineCopy::outline : held;
      const ShapeId copy = copy_shape(SceneAccess::data(scene), from, shape, as, clearance);
      const SceneData<T>& data = SceneAccess::data(scene);
      boxes.resize(data.shapes.size());  // the parts of a compound come first
      boxes[copy] = LocalBox::of(data, copy);
      if (numbers_.empty()) {
        few_.push_back({shape, copy});
      } else {
        numbers_[shape] = copy;
      }
    }
  }
  /// The copy in `scene` of a shape of the caller's scene, or none.
  ShapeId copy_of(ShapeId shape) const noexcept {
    if (!numbers_.empty()) return numbers_[shape];
    for (const Few& one : few_) {
      if (one.shape == shape) return one.copy;
    }
    return none;
  }
  /// The shape of the caller's scene of which it is the copy, or none. O(shapes).
  ShapeId shape_of(ShapeId copy) const noexcept {
    for (ShapeId shape = 0; shape < numbers_.size(); ++shape) {
      if (numbers_[shape] == copy) return shape;
    }
    for (const Few& one : few_) {
      if (one.copy == copy) return one.shape;
    }
    return none;
  }

 private:
  /// So few are looked through, so that a call with few queries does not take time for each shape of the scene.
  static constexpr std::size_t most_few = 16;
  struct Few {
    ShapeId shape, copy;
  };
  std::vector<Few> few_;
  std::vector<ShapeId> numbers_;  ///< by shape of the caller's scene; empty: they are few
};

}  // namespace satchel::detail
