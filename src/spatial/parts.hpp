// The convex parts of a body, as placed, for the tests against points, rays and boxes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "exact/hull.hpp"
#include "exact/resolve.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"

namespace satchel::spatial {

/// A convex part: all points within `radius` of the core.
template <class T>
using Part = exact::Core<T>;

/// Calls visit(part) for each part of a compound, in order, or once for any other body.
template <class T, class Visit>
void for_each_part(const detail::SceneData<T>& scene, BodyId body, Visit visit) {
  if (!scene.bodies[body].place.is_compound()) {
    visit(query::core_of(scene, body));
    return;
  }
  const detail::PartRange range = scene.parts_of_body(body);
  for (std::uint32_t k = 0; k < range.count; ++k) {
    visit(query::core_of(scene, scene.compounds.parts[range.first + k]));
  }
}

/// A part with the vertices of its hull, where rounding made its polygon non-convex. May throw bad_alloc.
template <class T>
class PartAsHull {
 public:
  explicit PartAsHull(const Part<T>& part) : part_(part) {
    if (part.count < 3 || part.strictly_convex) return;
    std::vector<std::uint32_t> order(part.count), hull(part.count + std::size_t{1});
    hull.resize(exact::hull_indices(part.x, part.y, part.count, order.data(), hull.data()));
    for (const T* const from : {part.x, part.y}) {
      for (const std::uint32_t i : hull) values_.push_back(from[i]);
    }
    part_.count = static_cast<std::uint32_t>(hull.size());
    part_.x = values_.data();
    part_.y = values_.data() + part_.count;
  }
  PartAsHull(const PartAsHull&) = delete;
  PartAsHull& operator=(const PartAsHull&) = delete;

  const Part<T>& part() const { return part_; }

 private:
  Part<T> part_;
  std::vector<T> values_;
};

/// A part with its coordinates converted to double, for exact comparison with points and boxes given in double. A part
/// of doubles is referred to; the coordinates of a part of floats are copied. May throw bad_alloc.
template <class T>
class PartInDoubles {
 public:
  explicit PartInDoubles(const Part<T>& part)
      : part_{nullptr,
              nullptr,
              part.count,
              part.origin_x,
              part.origin_y,
              part.strictly_convex,
              static_cast<double>(part.radius)} {
    if constexpr (sizeof(T) == sizeof(double)) {
      part_.x = part.x;
      part_.y = part.y;
    } else {
      double* values = local_;
      if (part.count > local_capacity) {
        allocated_.reset(new double[2 * std::size_t{part.count}]);
        values = allocated_.get();
      }
      std::copy_n(part.x, part.count, values);
      std::copy_n(part.y, part.count, values + part.count);
      part_.x = values;
      part_.y = values + part.count;
    }
  }
  PartInDoubles(const PartInDoubles&) = delete;
  PartInDoubles& operator=(const PartInDoubles&) = delete;

  const Part<double>& part() const { return part_; }

 private:
  static constexpr std::uint32_t local_capacity = 32;

  Part<double> part_;
  double local_[2 * local_capacity];
  std::unique_ptr<double[]> allocated_;
};

}  // namespace satchel::spatial
