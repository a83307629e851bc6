// Proves in O(n) that a ring winds once around a point, as convex rings and most compact ones do.
//
// Let c be the mean of the vertices. If c lies to the left of all edges, the direction from c to a point that runs
// along the ring advances all the time, by less than half a turn an edge. The number of turns is the number of edges
// that enter the half plane above c. If it is one, each direction belongs to one point of the ring, so the ring is
// simple. The same holds to the right. After a rotation c, rotated exactly, proves the same if the cross products keep
// their signs (margins.hpp).
#pragma once

#include "exact/two_lanes.hpp"
#include "rings/margins.hpp"

namespace satchel::rings {

/// 1: the ring is simple, counter-clockwise and stays so when rotated; -1: the same, clockwise; 0: not proved.
inline int winds_once(const double* x, const double* y, std::uint32_t count, double enough) {
  using exact::TwoLanes;
  TwoLanes sum_x = TwoLanes::splat(0), sum_y = sum_x;
  std::uint32_t i = 0;
  for (; i + 2 <= count; i += 2) {
    sum_x = sum_x + TwoLanes::load(x + i);
    sum_y = sum_y + TwoLanes::load(y + i);
  }
  double total_x = sum_x.lower() + sum_x.upper(), total_y = sum_y.lower() + sum_y.upper();
  if (i < count) {
    total_x += x[i];
    total_y += y[i];
  }
  const double cx = total_x / count, cy = total_y / count;
  const auto cross_at = [=](std::uint32_t k) { return (x[k] - cx) * (y[k + 1] - cy) - (y[k] - cy) * (x[k + 1] - cx); };
  const double first = cross_at(0);
  if (!(std::fabs(first) > enough)) return 0;
  const double sign = first > 0 ? 1 : -1;
  const TwoLanes lane_x = TwoLanes::splat(cx), lane_y = TwoLanes::splat(cy), signs = TwoLanes::splat(sign);
  TwoLanes least = TwoLanes::splat(sign * first);
  for (i = 0; i + 2 <= count; i += 2) {
    const TwoLanes px = TwoLanes::load(x + i) - lane_x, py = TwoLanes::load(y + i) - lane_y;
    const TwoLanes qx = TwoLanes::load(x + i + 1) - lane_x, qy = TwoLanes::load(y + i + 1) - lane_y;
    least = min(least, signs * (px * qy - py * qx));
  }
  double smallest = std::fmin(least.lower(), least.upper());
  if (i < count) smallest = std::fmin(smallest, sign * cross_at(i));
  if (!(smallest > enough)) return 0;
  std::uint32_t entries = 0;
  for (std::uint32_t k = 0; k < count; ++k) entries += y[k] < cy && y[k + 1] >= cy ? 1 : 0;
  return entries != 1 ? 0 : sign > 0 ? 1 : -1;
}

}  // namespace satchel::rings
