// The part that two edges share: along which they run on one line, in opposite directions.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "scene/seams/edge_boxes.hpp"
#include "scene/seams/point_index.hpp"

namespace satchel::detail {

/// An edge of a placed core. Its vector is the exact difference of two offsets.
struct PlacedEdge {
  PlacedPoint start, end;
  exact::TwoTerms x, y;

  double dx() const { return x.high; }
  double dy() const { return y.high; }
  double length() const { return std::sqrt(dx() * dx() + dy() * dy()); }

  /// Its box meets the opposite of the box of every edge that shares a part with it.
  /// @param tolerance  that of the parts
  /// @param longest    of all edges: the length of the vectors of directions
  EdgeBox box(double tolerance, double longest) const {
    const auto [min_x, max_x] = std::minmax(start.x.high, end.x.high);
    const auto [min_y, max_y] = std::minmax(start.y.high, end.y.high);
    const double by_x = 2 * tolerance + 0x1p-51 * std::max(std::fabs(min_x), std::fabs(max_x));
    const double by_y = 2 * tolerance + 0x1p-51 * std::max(std::fabs(min_y), std::fabs(max_y));
    const double scale = longest / length(), x_along = scale * dx(), y_along = scale * dy();
    // Ends off a line by a tolerance turn one of two edges by less than 3 / length of it. Rounding moves them by less than the rest.
    const double turn = 0x1p-50 * longest + (tolerance > 0 ? scale * (4 * tolerance + 0x1p-45 * longest) : 0);
    return {{min_x - by_x, min_y - by_y, x_along - turn, y_along - turn},
            {max_x + by_x, max_y + by_y, x_along + turn, y_along + turn}};
  }
};

template <class T>
PlacedEdge placed_edge(const exact::Core<T>& core, std::uint32_t edge) noexcept {
  const std::uint32_t to = edge + 1 == core.count ? 0 : edge + 1;
  return {placed_point(core, edge), placed_point(core, to),
          exact::two_difference(static_cast<double>(core.x[to]), static_cast<double>(core.x[edge])),
          exact::two_difference(static_cast<double>(core.y[to]), static_cast<double>(core.y[edge]))};
}

/// In lengths of each of two edges.
struct SharedPart {
  double from, to;
  double its_from, its_to;
};

/// Tells where points lie beside an edge, up to a tolerance; exactly if that is 0.
class BesideEdge {
 public:
  BesideEdge(const PlacedEdge& edge, double tolerance) : edge_(edge), tolerance_(tolerance), length_(edge.length()) {}

  /// Whether a point is no farther from the line than the tolerance.
  bool is_on_line(const PlacedPoint& point) const {
    const Vec2d w = difference(point, edge_.start);
    if (tolerance_ > 0) return std::fabs(edge_.dx() * w.y - edge_.dy() * w.x) <= tolerance_ * length_;
    const auto exactly = [](const exact::TwoTerms& to, const exact::TwoTerms& from) {
      return exact::sum(exact::Expansion<2>(exact::two_difference(to.high, from.high)),
                        exact::Expansion<2>(exact::two_difference(to.low, from.low)));
    };
    return exact::cross(exactly(point.y, edge_.start.y), exact::Expansion<2>(edge_.x), exactly(point.x, edge_.start.x),
                        exact::Expansion<2>(edge_.y))
               .sign() == 0;
  }

  /// -1: q comes before p along the edge; 1: after p; 0: where p is, up to the tolerance.
  int order(const PlacedPoint& p, const PlacedPoint& q) const {
    if (tolerance_ > 0) {
      const Vec2d w = difference(q, p);
      const double along = (edge_.dx() * w.x + edge_.dy() * w.y) / length_;
      return std::fabs(along) <= tolerance_ ? 0 : along < 0 ? -1 : 1;
    }
    const bool by_x = std::fabs(edge_.dx()) > std::fabs(edge_.dy());
    const exact::TwoTerms &a = by_x ? p.x : p.y, &b = by_x ? q.x : q.y;  // sums of equal numbers have equal terms
    const int order = std::pair(b.high, b.low) < std::pair(a.high, a.low)   ? -1
                      : std::pair(a.high, a.low) < std::pair(b.high, b.low) ? 1
                                                                            : 0;
    return (by_x ? edge_.dx() : edge_.dy()) < 0 ? -order : order;
  }

  /// Where a point within the edge lies, in lengths of the edge.
  double at(const PlacedPoint& point) const {
    const Vec2d w = difference(point, edge_.start);
    return std::clamp((edge_.dx() * w.x + edge_.dy() * w.y) / (edge_.dx() * edge_.dx() + edge_.dy() * edge_.dy()), 0.0,
                      1.0);
  }

 private:
  static Vec2d difference(const PlacedPoint& to, const PlacedPoint& from) {
    return {(to.x.high - from.x.high) + (to.x.low - from.x.low), (to.y.high - from.y.high) + (to.y.low - from.y.low)};
  }

  const PlacedEdge& edge_;
  double tolerance_, length_;
};

/// The part that two edges share, if they run in opposite directions, both ends of one are no farther than the
/// tolerance from the line of the other, and the part is longer than the tolerance.
inline std::optional<SharedPart> shared_part(const PlacedEdge& edge, const PlacedEdge& other, double tolerance) {
  if (!(edge.dx() * other.dx() + edge.dy() * other.dy() < 0)) return std::nullopt;
  const BesideEdge beside(edge, tolerance), beside_other(other, tolerance);
  if (!(beside.is_on_line(other.start) && beside.is_on_line(other.end)) &&
      !(beside_other.is_on_line(edge.start) && beside_other.is_on_line(edge.end))) {
    return std::nullopt;
  }
  const auto is_longer = [&](const PlacedPoint& from, const PlacedPoint& to) { return beside.order(from, to) > 0; };
  if (!is_longer(edge.start, edge.end) || !is_longer(other.end, other.start) || !is_longer(edge.start, other.start) ||
      !is_longer(other.end, edge.end)) {
    return std::nullopt;
  }
  SharedPart part{0, 1, 0, 1};
  const int first = beside.order(edge.start, other.end), last = beside.order(edge.end, other.start);
  if (first > 0) part.from = beside.at(other.end);
  if (first < 0) part.its_to = beside_other.at(edge.start);
  if (last < 0) part.to = beside.at(other.start);
  if (last > 0) part.its_from = beside_other.at(edge.end);
  if (!(part.from < part.to && part.its_from < part.its_to)) return std::nullopt;  // too short for doubles
  return part;
}

}  // namespace satchel::detail
