#include "reference/points_in_rings.hpp"

#include <algorithm>
#include <cmath>

namespace satchel_bench {
namespace {

enum class Place { outside, inside, on_edge };

Place place_in(const RingData& data, std::size_t geometry, satchel::Vec2d p) {
  bool inside = false;
  const std::uint32_t first = data.polygon_starts[data.geometry_starts[geometry]];
  const std::uint32_t end = data.polygon_starts[data.geometry_starts[geometry + 1]];
  for (std::uint32_t ring = first; ring < end; ++ring) {
    for (std::size_t i = data.ring_starts[ring]; i + 1 < data.ring_starts[ring + 1]; ++i) {
      const double* const v = data.points.data() + 2 * i;
      if ((v[1] > p.y) == (v[3] > p.y)) continue;
      const double x = v[0] + (v[2] - v[0]) * ((p.y - v[1]) / (v[3] - v[1]));
      if (std::abs(x - p.x) < 1e-6) return Place::on_edge;
      if (x > p.x) inside = !inside;
    }
  }
  return inside ? Place::inside : Place::outside;
}

}  // namespace

std::string wrong_points_in(const PointsInLayer& points, std::vector<satchel::FoundBody> found) {
  std::sort(found.begin(), found.end());
  if (std::adjacent_find(found.begin(), found.end()) != found.end()) return "finds an outline twice";
  constexpr std::size_t sample = 40;
  for (std::size_t k = 0; k < sample; ++k) {
    const auto query = static_cast<std::uint32_t>(k * (points.points.size() / sample));
    for (std::size_t body = 0; body < points.layer.geometries(); ++body) {
      const Place place = place_in(points.layer, body, points.points[query]);
      if (place == Place::on_edge) continue;
      const satchel::FoundBody wanted{query, static_cast<satchel::BodyId>(body)};
      if (std::binary_search(found.begin(), found.end(), wanted) == (place == Place::inside)) continue;
      return "point " + std::to_string(query) + (place == Place::inside ? " lies in " : " does not lie in ") +
             "outline " + std::to_string(body);
    }
  }
  return {};
}

}  // namespace satchel_bench
