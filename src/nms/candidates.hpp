// The bodies by descending score, and which pairs of them may have an IoU above a threshold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <satchel/scene.hpp>

#include "scene/data.hpp"

namespace satchel::detail {

/// What is known of a body without its placed vertices. The area is that of the polygon before it is placed; it is not a
/// number for bodies with a radius and for compounds, about whose IoU nothing is said.
struct Candidate {
  Box box;
  double area, reach;

  double side() const { return std::max(box.max_x - box.min_x, box.max_y - box.min_y); }
};

template <class T>
Candidate candidate_of(const BasicScene<T>& scene, BodyId body) {
  const SceneData<T>& data = SceneAccess::data(scene);
  const kernels::ShapeRecord<T>& shape = data.shapes[data.body_shapes[body]];
  Candidate candidate{scene.bounding_box(body), std::numeric_limits<double>::quiet_NaN(),
                      static_cast<double>(shape.reach)};
  if (shape.place.is_compound() || shape.radius > 0) return candidate;
  const T* const x = data.local_blocks.block(shape.place);
  const T* const y = x + kernels::capacity_of(shape.place.vertex_class());
  double twice = 0;
  for (std::size_t i = 2; i < shape.count; ++i) {
    twice += (double(x[i - 1]) - double(x[0])) * (double(y[i]) - double(y[0])) -
             (double(y[i - 1]) - double(y[0])) * (double(x[i]) - double(x[0]));
  }
  candidate.area = twice / 2;
  return candidate;
}

/// Bounds of what is known of the IoU of two bodies without computing it.
template <class T>
struct IouBounds {
  double shared;    ///< the area of the intersection is at most this
  double together;  ///< the area of the union is at least this
  double error;     ///< of areas of intersections, rough ones too, and of polygons, together

  /// What rounds: areas of intersections, by at most 20 u D' d (`try_ious`) or 2^-44 W D (`rough_ious`); areas of polygons,
  /// by less; and a pose scales areas by up to 1 +- 2e-6, for its rotation may be off by so much.
  IouBounds(const Candidate& p, const Candidate& q) {
    constexpr double u = std::numeric_limits<T>::epsilon() / 2;
    const double width = std::min(p.box.max_x, q.box.max_x) - std::max(p.box.min_x, q.box.min_x);
    const double height = std::min(p.box.max_y, q.box.max_y) - std::max(p.box.min_y, q.box.min_y);
    const double extent = p.side() + q.side(), offsets = p.reach + q.reach;
    error = 64 * u * (extent + offsets) * std::min(p.side(), q.side()) + 0x1p-43 * (extent + 2 * offsets) * extent;
    const double scaled = 8e-6 * (p.area + q.area);
    shared = std::min({width * height, p.area, q.area}) + error + scaled;
    together = p.area + q.area - shared - error - scaled;
  }

  /// Whether an IoU that is computed is certainly at most the threshold. False where an area is not a number.
  bool are_below(double threshold) const { return together > 0 && shared <= threshold * (1 - 0x1p-19) * together; }
  /// How far a rough IoU and the one that `try_ious` computes differ at most. Not a number where an area is not.
  double difference() const {
    return together > 0 ? 4 * error / together + 0x1p-48 : std::numeric_limits<double>::quiet_NaN();
  }
};

}  // namespace satchel::detail
