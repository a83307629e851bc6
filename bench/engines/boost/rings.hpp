// The bodies of a workload as Boost.Geometry's rings, in world coordinates, in double.
#pragma once

#define BOOST_ALLOW_DEPRECATED_HEADERS  // silences a warning about headers that Boost 1.74 includes itself
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/ring.hpp>

#include <vector>

#include "workloads/world_vertices.hpp"

namespace satchel_bench {

using BoostRing = boost::geometry::model::ring<boost::geometry::model::d2::point_xy<double>, /*ClockWise=*/false,
                                               /*Closed=*/true>;

inline std::vector<BoostRing> boost_rings(const Workload& workload) {
  std::vector<BoostRing> rings;
  for (std::size_t body = 0; body < workload.poses.size(); ++body) {
    BoostRing& ring = rings.emplace_back();
    for (const satchel::Vec2d v : world_vertices(workload, body)) ring.emplace_back(v.x, v.y);
    ring.push_back(ring.front());
  }
  return rings;
}

}  // namespace satchel_bench
