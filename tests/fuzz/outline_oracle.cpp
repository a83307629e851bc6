#include "outline_oracle.hpp"

#include <algorithm>
#include <span>

#include "outline/outline_check.hpp"
#include "rings/ring_oracle.hpp"

namespace satchel::fuzz {
namespace {

using test::exact_turn;
using test::ExactPoint;
using test::ExactRing;

template <class T>
std::vector<ExactRing> exact_rings(const std::vector<Ring<T>>& rings) {
  std::vector<ExactRing> all;
  for (const Ring<T>& ring : rings) all.push_back(test::exact_points(std::span<const BasicVec2<T>>(ring)));
  return all;
}

test::Exact area_of(const std::vector<ExactRing>& rings) {
  test::Exact area = 0;
  for (const ExactRing& ring : rings) area += test::doubled_area(ring);
  return area;
}

/// How often the rings wind around three times a point.
int winding_of_tripled(const std::vector<ExactRing>& rings, const ExactPoint& point) {
  int winds = 0;
  for (const ExactRing& ring : rings) {
    ExactRing tripled;
    for (const ExactPoint& v : ring) tripled.push_back({3 * v.x, 3 * v.y});
    winds += test::winding(tripled, point);
  }
  return winds;
}

}  // namespace

template <class T>
OutlineFault fault_of(const std::vector<std::vector<Ring<T>>>& polygons) {
  const bool is_empty = std::all_of(polygons.begin(), polygons.end(), [](const auto& polygon) {
    return std::all_of(polygon.begin(), polygon.end(), [](const Ring<T>& ring) { return ring.empty(); });
  });
  if (is_empty) return OutlineFault::empty;
  return static_cast<OutlineFault>(test::RingOracle(polygons).judge().kind);  // the two count alike
}

template <class T>
std::string wrong_parts(const std::vector<Ring<T>>& rings, const std::vector<Ring<T>>& parts) {
  const std::vector<ExactRing> whole = exact_rings(rings), its = exact_rings(parts);
  for (const ExactRing& part : its) {
    if (!test::is_strictly_convex(part)) return "a part that is not convex";
    const ExactPoint inside{part[0].x + part[1].x + part[2].x, part[0].y + part[1].y + part[2].y};
    if (winding_of_tripled(whole, inside) != 1) return "a part outside of the rings";
    for (const ExactRing& ring : whole) {
      for (std::size_t i = 0; i < ring.size(); ++i) {
        if (test::runs_inside(ring[i], ring[(i + 1) % ring.size()], part)) return "an edge of a ring within a part";
      }
    }
  }
  for (std::size_t k = 0; k < its.size(); ++k) {
    for (std::size_t m = k + 1; m < its.size(); ++m) {
      if (!test::interiors_apart(its[k], its[m])) return "parts that overlap";
    }
  }
  return area_of(its) == area_of(whole) ? std::string() : "parts of another area than the rings";
}

template <class T>
bool holds(const std::vector<Ring<T>>& rings, const Vec2d& point) {
  const ExactPoint at{test::exact(point.x), test::exact(point.y)};
  int winds = 0;
  for (const ExactRing& ring : exact_rings(rings)) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      if (test::segments_meet(ring[i], ring[(i + 1) % ring.size()], at, at)) return true;
    }
    winds += test::winding(ring, at);
  }
  return winds != 0;
}

template OutlineFault fault_of(const std::vector<std::vector<Ring<float>>>&);
template OutlineFault fault_of(const std::vector<std::vector<Ring<double>>>&);
template std::string wrong_parts(const std::vector<Ring<float>>&, const std::vector<Ring<float>>&);
template std::string wrong_parts(const std::vector<Ring<double>>&, const std::vector<Ring<double>>&);
template bool holds(const std::vector<Ring<float>>&, const Vec2d&);
template bool holds(const std::vector<Ring<double>>&, const Vec2d&);

}  // namespace satchel::fuzz
