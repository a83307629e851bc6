#include "reference/meetings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace satchel_bench {
namespace {

// What rounding may leave of an area of 0.
constexpr double rounding = 1e-9;
// The tolerance for distances and areas of engines that compute in world coordinates.
constexpr double largest_error = 1e-6;

struct Edge {
  double x0, y0, x1, y1;  // x0 < x1; none is vertical
};

struct Bounds {
  double x0 = std::numeric_limits<double>::infinity(), y0 = x0, x1 = -x0, y1 = -x0;
};

std::pair<std::uint32_t, std::uint32_t> rings_of(const RingData& data, std::size_t geometry) {
  return {data.polygon_starts[data.geometry_starts[geometry]], data.polygon_starts[data.geometry_starts[geometry + 1]]};
}

Bounds bounds_of(const RingData& data, std::size_t geometry) {
  Bounds box;
  const auto [first, end] = rings_of(data, geometry);
  for (std::size_t i = data.ring_starts[first]; i < data.ring_starts[end]; ++i) {
    box.x0 = std::min(box.x0, data.points[2 * i]);
    box.x1 = std::max(box.x1, data.points[2 * i]);
    box.y0 = std::min(box.y0, data.points[2 * i + 1]);
    box.y1 = std::max(box.y1, data.points[2 * i + 1]);
  }
  return box;
}

/// The first point of a geometry. Differences of near numbers are exact or nearly so, so what follows is from there.
satchel::Vec2d origin_of(const RingData& data, std::size_t geometry) {
  const std::size_t at = 2 * std::size_t{data.ring_starts[rings_of(data, geometry).first]};
  return {data.points[at], data.points[at + 1]};
}

/// Calls visit(x0, y0, x1, y1) for each edge.
template <class Visit>
void for_each_edge(const RingData& data, std::size_t geometry, satchel::Vec2d origin, Visit visit) {
  const auto [first, end] = rings_of(data, geometry);
  for (std::uint32_t ring = first; ring < end; ++ring) {
    for (std::size_t i = data.ring_starts[ring]; i + 1 < data.ring_starts[ring + 1]; ++i) {
      const double* const p = data.points.data() + 2 * i;
      visit(p[0] - origin.x, p[1] - origin.y, p[2] - origin.x, p[3] - origin.y);
    }
  }
}

std::vector<Edge> edges_of(const RingData& data, std::size_t geometry, satchel::Vec2d origin) {
  std::vector<Edge> edges;
  for_each_edge(data, geometry, origin, [&](double x0, double y0, double x1, double y1) {
    if (x0 < x1) edges.push_back({x0, y0, x1, y1});
    if (x0 > x1) edges.push_back({x1, y1, x0, y0});
  });
  return edges;
}

double height(const Edge& edge, double x) {
  return edge.y0 + (edge.y1 - edge.y0) * ((x - edge.x0) / (edge.x1 - edge.x0));
}

/// Where the vertical line at x enters and leaves, by turns.
void cut(const std::vector<Edge>& edges, double x, std::vector<double>& heights) {
  heights.clear();
  for (const Edge& edge : edges) {
    if (edge.x0 < x && x < edge.x1) heights.push_back(height(edge, x));
  }
  std::sort(heights.begin(), heights.end());
}

/// The length that two lists of intervals have in common.
double common_length(const std::vector<double>& a, const std::vector<double>& b) {
  double length = 0;
  for (std::size_t i = 0, k = 0; i + 1 < a.size() && k + 1 < b.size();) {
    length += std::max(0.0, std::min(a[i + 1], b[k + 1]) - std::max(a[i], b[k]));
    if (a[i + 1] < b[k + 1]) {
      i += 2;
    } else {
      k += 2;
    }
  }
  return length;
}

/// Between these x no vertex lies and no two edges cross, so lengths of sections are linear there.
std::vector<double> breaks(const std::vector<Edge>& a, const std::vector<Edge>& b) {
  std::array<double, 2> low{1e300, 1e300}, high{-1e300, -1e300};
  std::vector<double> xs;
  for (const auto* const edges : {&a, &b}) {
    const int side = edges == &b;
    for (const Edge& edge : *edges) {
      low[side] = std::min(low[side], edge.x0);
      high[side] = std::max(high[side], edge.x1);
      xs.insert(xs.end(), {edge.x0, edge.x1});
    }
  }
  for (const Edge& e : a) {
    for (const Edge& f : b) {
      const double from = std::max(e.x0, f.x0), to = std::min(e.x1, f.x1);
      if (from >= to) continue;
      const double before = height(e, from) - height(f, from), after = height(e, to) - height(f, to);
      if ((before < 0) != (after < 0)) xs.push_back(from + (to - from) * (before / (before - after)));
    }
  }
  const double first = std::max(low[0], low[1]), last = std::min(high[0], high[1]);
  std::erase_if(xs, [&](double x) { return x < first || x > last; });
  std::sort(xs.begin(), xs.end());
  return xs;
}

std::string name(satchel::Pair pair) { return "outlines " + std::to_string(pair.a) + " and " + std::to_string(pair.b); }

/// Compares what was found with what is expected, of these pairs. Negative numbers count as 0.
std::string wrong_numbers(const std::vector<satchel::Pair>& pairs, const char* what,
                          const std::vector<double>& expected, const std::vector<double>& found) {
  if (found.size() != pairs.size()) return "has not one answer a pair";
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double number = found[i] < 0 ? 0 : found[i];
    if (!(std::abs(number - expected[i]) <= largest_error)) {
      return name(pairs[i]) + " have the " + what + ' ' + std::to_string(expected[i]) + ", not " +
             std::to_string(found[i]);
    }
  }
  return {};
}

}  // namespace

double common_area(const RingData& a, std::size_t of_a, const RingData& b, std::size_t of_b) {
  const satchel::Vec2d origin = origin_of(a, of_a);
  const std::vector<Edge> edges_a = edges_of(a, of_a, origin), edges_b = edges_of(b, of_b, origin);
  std::vector<double> heights_a, heights_b;
  double area = 0, before = std::numeric_limits<double>::infinity();
  for (const double at : breaks(edges_a, edges_b)) {
    if (before < at) {
      cut(edges_a, 0.5 * (before + at), heights_a);
      cut(edges_b, 0.5 * (before + at), heights_b);
      area += (at - before) * common_length(heights_a, heights_b);
    }
    before = at;
  }
  return area;
}

double distance_between(const RingData& a, std::size_t of_a, const RingData& b, std::size_t of_b) {
  const satchel::Vec2d origin = origin_of(a, of_a);
  double least = std::numeric_limits<double>::infinity();
  // From each corner of the one to each edge of the other.
  const auto measure = [&](const RingData& corners, std::size_t of_corners, const RingData& edges,
                           std::size_t of_edges) {
    for_each_edge(corners, of_corners, origin, [&](double x, double y, double, double) {
      for_each_edge(edges, of_edges, origin, [&](double x0, double y0, double x1, double y1) {
        const double dx = x1 - x0, dy = y1 - y0,
                     t = std::clamp(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
        least = std::min(least, std::hypot(x - x0 - t * dx, y - y0 - t * dy));
      });
    });
  };
  measure(a, of_a, b, of_b);
  measure(b, of_b, a, of_a);
  return least;
}

Meetings meetings_of(const Layers& layers) {
  Meetings truth;
  std::vector<Bounds> boxes_b;
  for (std::size_t k = 0; k < layers.b.geometries(); ++k) {
    boxes_b.push_back(bounds_of(layers.b, k));
    truth.areas_of_b.push_back(common_area(layers.b, k, layers.b, k));
  }
  std::vector<std::uint32_t> by_x(boxes_b.size());
  std::iota(by_x.begin(), by_x.end(), 0u);
  std::sort(by_x.begin(), by_x.end(), [&](auto a, auto b) { return boxes_b[a].x0 < boxes_b[b].x0; });
  double widest = 0;
  for (const Bounds& box : boxes_b) widest = std::max(widest, box.x1 - box.x0);
  for (std::size_t k = 0; k < layers.a.geometries(); ++k) {
    truth.areas_of_a.push_back(common_area(layers.a, k, layers.a, k));
    const Bounds box = bounds_of(layers.a, k);
    auto at = std::lower_bound(by_x.begin(), by_x.end(), box.x0 - widest,
                               [&](std::uint32_t other, double x) { return boxes_b[other].x0 < x; });
    const std::size_t first = truth.pairs.size();
    for (; at != by_x.end() && boxes_b[*at].x0 <= box.x1; ++at) {
      const Bounds& other = boxes_b[*at];
      if (other.x1 >= box.x0 && other.y0 <= box.y1 && other.y1 >= box.y0) {
        truth.pairs.push_back({static_cast<satchel::BodyId>(k), *at});
      }
    }
    std::sort(truth.pairs.begin() + static_cast<std::ptrdiff_t>(first), truth.pairs.end());
  }
  for (const satchel::Pair pair : truth.pairs) {
    truth.areas.push_back(common_area(layers.a, pair.a, layers.b, pair.b));
    truth.distances.push_back(0);
    if (truth.areas.back() <= 0) {
      truth.distances.back() = distance_between(layers.a, pair.a, layers.b, pair.b);
      truth.apart.push_back(pair);
      truth.apart_by.push_back(truth.distances.back());
    }
    if (truth.areas.back() < least_area) continue;
    truth.met.push_back(pair);
    truth.met_areas.push_back(truth.areas.back());
  }
  return truth;
}

const Meetings& parcel_meetings() {
  static const Meetings truth = meetings_of(parcel_layers());
  return truth;
}

std::string wrong_verdicts(const Meetings& truth, const std::vector<std::uint8_t>& meets) {
  if (meets.size() != truth.pairs.size()) return "has not one answer a pair";
  for (std::size_t i = 0; i < meets.size(); ++i) {
    if (meets[i] == 0 && truth.areas[i] >= least_area) return "misses " + name(truth.pairs[i]) + ", which overlap";
    if (meets[i] != 0 && truth.areas[i] <= 0) return "finds " + name(truth.pairs[i]) + ", which are apart";
  }
  return {};
}

std::string wrong_meetings(const Meetings& truth, std::vector<satchel::Pair> hits) {
  std::sort(hits.begin(), hits.end());
  if (const auto twice = std::adjacent_find(hits.begin(), hits.end()); twice != hits.end()) {
    return "finds " + name(*twice) + " twice";
  }
  if (!std::includes(truth.pairs.begin(), truth.pairs.end(), hits.begin(), hits.end())) {
    return "finds a pair whose boxes are apart";
  }
  std::vector<std::uint8_t> meets;
  for (const satchel::Pair pair : truth.pairs) {
    meets.push_back(std::binary_search(hits.begin(), hits.end(), pair) ? 1 : 0);
  }
  return wrong_verdicts(truth, meets);
}

std::string wrong_overlaps(const Meetings& truth, const std::vector<std::uint8_t>& overlaps) {
  if (overlaps.size() != truth.pairs.size()) return "has not one answer a pair";
  for (std::size_t i = 0; i < overlaps.size(); ++i) {
    const satchel::Pair pair = truth.pairs[i];
    const double shared = truth.areas[i],
                 outside = std::min(truth.areas_of_a[pair.a], truth.areas_of_b[pair.b]) - shared;
    const auto is_unclear = [](double area) { return area > rounding && area < least_area; };
    if (is_unclear(shared) || is_unclear(outside)) continue;
    const bool expected = shared > rounding && outside > rounding;
    if ((overlaps[i] != 0) != expected) {
      return (expected ? "misses " : "finds ") + name(pair) + (expected ? ", which overlap" : ", which do not overlap");
    }
  }
  return {};
}

std::string wrong_distances(const Meetings& truth, const std::vector<double>& distances) {
  return wrong_numbers(truth.pairs, "distance", truth.distances, distances);
}

std::string wrong_gaps(const Meetings& truth, const std::vector<double>& distances) {
  return wrong_numbers(truth.apart, "distance", truth.apart_by, distances);
}

std::string wrong_areas(const Meetings& truth, const std::vector<double>& areas) {
  return wrong_numbers(truth.met, "common area", truth.met_areas, areas);
}

}  // namespace satchel_bench
