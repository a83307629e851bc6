// The entry points of region.hpp.
#include <algorithm>
#include <cmath>
#include <vector>

#include "exact/region_pair.hpp"

namespace satchel::exact {
namespace {

/// A core without radius as a region; a segment becomes two opposite edges.
template <class T>
class CoreRegion {
 public:
  explicit CoreRegion(const Core<T>& core) : origin_x_(core.origin_x), origin_y_(core.origin_y) {
    const Ring<T> ring(core);
    const auto corner = [&](std::size_t i) {
      const std::uint32_t v = ring.original(i % ring.count());
      return BasicVec2<T>{core.x[v], core.y[v]};
    };
    for (std::size_t i = 0; i < ring.count(); ++i) {
      const BasicVec2<T> from = corner(i), to = corner(i + 1);
      if (from.x != to.x || from.y != to.y)  // rounding may make vertices equal
        edges_.push_back({from.x, from.y, to.x, to.y});
    }
  }

  Region<T> region() const { return {origin_x_, origin_y_, edges_, ring_starts_}; }
  bool is_point() const { return edges_.empty(); }
  bool is_segment() const { return edges_.size() == 2; }

 private:
  static constexpr std::uint32_t ring_starts_[] = {0};
  double origin_x_, origin_y_;
  std::vector<RegionEdge<T>> edges_;
};

/// The verdict of the boundary of a region with a core that has a radius, or is a point: the largest of its edges' verdicts.
template <class T>
Verdict verdict_of_edges(const Region<T>& a, const Core<T>& b) {
  const auto [min_x, max_x] = std::minmax_element(b.x, b.x + b.count);
  const auto [min_y, max_y] = std::minmax_element(b.y, b.y + b.count);
  const double dx = b.origin_x - a.origin_x, dy = b.origin_y - a.origin_y, radius = static_cast<double>(b.radius);
  // Whether an edge and the core are apart along an axis. The slack exceeds what `from`, `to` and the difference round
  // (relate.gappa); pairs within it go on to the exact verdict.
  const auto is_far = [radius](T start, T end, double d, T low, T high) {
    const double least = static_cast<double>(std::min(start, end)), largest = static_cast<double>(std::max(start, end));
    const double from = static_cast<double>(low) + d - radius, to = static_cast<double>(high) + d + radius;
    const double slack =
        0x1p-49 * (std::fabs(least) + std::fabs(largest) + std::fabs(from) + std::fabs(to) + std::fabs(d) + radius);
    return least - to > slack || from - largest > slack;
  };
  Verdict most = Verdict::disjoint;
  for (const RegionEdge<T>& edge : a.edges) {
    if (is_far(edge.start_x, edge.end_x, dx, *min_x, *max_x) || is_far(edge.start_y, edge.end_y, dy, *min_y, *max_y))
      continue;
    const T x[] = {edge.start_x, edge.end_x}, y[] = {edge.start_y, edge.end_y};
    const Core<T> segment{
        .x = x, .y = y, .count = 2, .origin_x = a.origin_x, .origin_y = a.origin_y, .strictly_convex = false};
    Stage unused{};
    most = std::max(most, resolve_verdict(segment, b, unused));
    if (most == Verdict::overlapping) break;
  }
  return most;
}

/// Whether a region holds the first vertex of a core. The vertex must lie on none of its edges.
template <class T>
bool holds_first_vertex(const Region<T>& a, const Core<T>& b) {
  const Region<T> empty{b.origin_x, b.origin_y, {}, {}};
  return RegionPair<T>(a, empty, true)
      .holds_vertex({b.origin_x, b.origin_y, static_cast<double>(b.x[0]), static_cast<double>(b.y[0])});
}

/// The verdict of a core that has a radius, or is a point. If it does not cross the boundary, one of its vertices says whether
/// it lies inside; a core with a radius may touch the boundary from inside.
template <class T>
Verdict verdict_by_boundary(const Region<T>& a, const Core<T>& b) {
  const Verdict of_edges = verdict_of_edges(a, b);
  if (of_edges == Verdict::overlapping || (of_edges == Verdict::touching && b.radius == 0)) return of_edges;
  return holds_first_vertex(a, b) ? Verdict::overlapping : of_edges;
}

/// place_in() of a core that has a radius, or is a point.
template <class T>
int place_by_boundary(const Region<T>& region, const Core<T>& body) {
  const Verdict of_edges = verdict_of_edges(region, body);
  if (of_edges == Verdict::touching && body.radius == 0) return 0;
  if (of_edges == Verdict::overlapping || !holds_first_vertex(region, body)) return -1;
  return of_edges == Verdict::touching ? 0 : 1;
}

}  // namespace

template <class T>
Relation relate(const Region<T>& a, const Region<T>& b, bool verdict_alone) {
  return RegionPair<T>(a, b, verdict_alone).run();
}

template <class T>
Verdict resolve_verdict(const Region<T>& a, const Core<T>& b) {
  if (b.radius > 0 || b.count == 1) return verdict_by_boundary(a, b);
  const CoreRegion<T> core(b);
  if (core.is_point()) return verdict_by_boundary(a, b);
  const Region<T> region = core.region();
  return RegionPair<T>(a, region, true, core.is_segment()).run().verdict();
}

template <class T>
int place_in(const Region<T>& region, const Core<T>& body) {
  if (body.radius > 0 || body.count == 1) return place_by_boundary(region, body);
  const CoreRegion<T> core(body);
  if (core.is_point()) return place_by_boundary(region, body);
  const Region<T> of_body = core.region();
  const Relation relation = RegionPair<T>(region, of_body, false, core.is_segment()).run();
  return relation.b_leaves_a ? -1 : relation.boundaries_meet ? 0 : 1;
}

template Relation relate(const Region<float>&, const Region<float>&, bool);
template Relation relate(const Region<double>&, const Region<double>&, bool);
template Verdict resolve_verdict(const Region<float>&, const Core<float>&);
template Verdict resolve_verdict(const Region<double>&, const Core<double>&);
template int place_in(const Region<float>&, const Core<float>&);
template int place_in(const Region<double>&, const Core<double>&);

}  // namespace satchel::exact
