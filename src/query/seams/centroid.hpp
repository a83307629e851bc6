// The centroid of a body.
#pragma once

#include <cmath>
#include <cstdint>

#include "exact/resolve.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The centroid of one core, relative to its body's origin, and the area of the core with its radius around it.
template <class T>
struct CoreCentroid {
  double x = 0, y = 0, area = 0;

  explicit CoreCentroid(const exact::Core<T>& core) {
    const double radius = static_cast<double>(core.radius), count = core.count;
    double twice = 0, twice_x = 0, twice_y = 0, length = 0;
    const double from_x = static_cast<double>(core.x[0]), from_y = static_cast<double>(core.y[0]);
    double px = 0, py = 0, sum_x = 0, sum_y = 0;  // relative to the first vertex
    for (std::uint32_t i = 0; i < core.count; ++i) {
      const std::uint32_t next = i + 1 == core.count ? 0 : i + 1;
      const double qx = static_cast<double>(core.x[next]) - from_x, qy = static_cast<double>(core.y[next]) - from_y;
      const double cross = px * qy - py * qx;
      twice += cross;
      twice_x += cross * (px + qx);
      twice_y += cross * (py + qy);
      if (radius > 0) length += std::sqrt((qx - px) * (qx - px) + (qy - py) * (qy - py));
      sum_x += px;
      sum_y += py;
      px = qx;
      py = qy;
    }
    const bool has_area = twice > 0;
    x = from_x + (has_area ? twice_x / (3 * twice) : sum_x / count);
    y = from_y + (has_area ? twice_y / (3 * twice) : sum_y / count);
    area = 0.5 * twice + radius * length + 3.141592653589793 * radius * radius;
  }
};

/// The centroid of a body's core, relative to the body's origin; of a compound, the mean of its parts' centroids by area
/// (of parts without area: their plain mean).
template <class T>
Vec2d centroid_of(const detail::SceneData<T>& scene, BodyId body) {
  if (!scene.bodies[body].place.is_compound()) {
    const CoreCentroid<T> core(core_of(scene, body));
    return {core.x, core.y};
  }
  const detail::PartRange parts = scene.parts_of_body(body);
  double area = 0, x = 0, y = 0, plain_x = 0, plain_y = 0;
  for (std::uint32_t k = 0; k < parts.count; ++k) {
    const CoreCentroid<T> core(core_of(scene, scene.compounds.parts[parts.first + k]));
    area += core.area;
    x += core.area * core.x;
    y += core.area * core.y;
    plain_x += core.x;
    plain_y += core.y;
  }
  return area > 0 ? Vec2d{x / area, y / area} : Vec2d{plain_x / parts.count, plain_y / parts.count};
}

}  // namespace satchel::query
