// The convex parts of a body, as placed: what points, rays and boxes are compared with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "exact/resolve.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"

namespace satchel::spatial {

/// A convex set: the points no farther than `radius` from the core.
template <class T>
using Part = exact::Core<T>;

/// Calls visit(part) for each convex part of a body, in order: of a compound several, else the body itself.
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

/// A part in doubles: the same numbers, for exact comparisons with what is given in doubles. Refers to the part's
/// memory or, of floats, to its own. May throw bad_alloc.
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
      double* values = few_;
      if (part.count > few)
        values = (many_ = std::make_unique_for_overwrite<double[]>(2 * std::size_t{part.count})).get();
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
  static constexpr std::uint32_t few = 32;

  Part<double> part_;
  double few_[2 * few];
  std::unique_ptr<double[]> many_;
};

}  // namespace satchel::spatial
