// Decides by exact integers, all pairs of edges and many points what the even-odd region of rings is. Coordinates are
// integers below 2^24.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ring_set.hpp"

namespace satchel::test {

class EvenOddOracle {
 public:
  struct At {
    std::int64_t x, y;
    auto operator<=>(const At&) const = default;
  };
  using Ring = std::vector<At>;
  struct Edge {
    At a, b;
    std::uint32_t ring, from;  ///< as given
  };
  struct Crossing {
    Edge edge, later;
  };

  template <class T>
  explicit EvenOddOracle(const RingSet<T>& set) {
    std::uint32_t number = 0;
    for (const GivenRing<T>* ring : all_rings(set)) {
      for (std::uint32_t i = 0; i < ring->size(); ++i) {
        const At a = at((*ring)[i]), b = at((*ring)[(i + 1) % ring->size()]);
        vertices_.insert(a);
        if (a != b) edges_.push_back({a, b, number, i});
      }
      ++number;
    }
  }

  /// The first pair of edges that cross: whose later edge comes first, and of these whose earlier edge does.
  std::optional<Crossing> crossing() const {
    for (std::size_t j = 0; j < edges_.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        if (do_cross(edges_[i], edges_[j])) return Crossing{edges_[i], edges_[j]};
      }
    }
    return std::nullopt;
  }

  /// Expects rings, each with the region on its left, that bound the region and meet in vertices alone.
  void expect_bounded_by(const std::vector<Ring>& rings) const {
    for (const Ring& ring : rings) {
      EXPECT_EQ(std::set<At>(ring.begin(), ring.end()).size(), ring.size()) << "a vertex twice in a ring";
      for (const At& vertex : ring) EXPECT_TRUE(vertices_.contains(vertex)) << "a vertex that was not given";
    }
    const std::vector<Edge> edges = edges_of(rings);
    for (std::size_t j = 0; j < edges.size(); ++j) {
      for (std::size_t i = 0; i < edges.size(); ++i) {
        if (i == j) continue;
        EXPECT_FALSE(do_cross(edges[i], edges[j]));
        EXPECT_FALSE(lies_within(edges[i].a, edges[j])) << "a vertex on an edge";
        EXPECT_FALSE(edges[i].a == edges[j].a && edges[i].b == edges[j].b) << "an edge twice";
        EXPECT_FALSE(edges[i].a == edges[j].b && edges[i].b == edges[j].a) << "an edge forth and back";
      }
    }
    expect_no_crossing_at_vertices(rings);
    expect_around_the_same_points(rings);
  }

  /// Expects that rings, each with the region on its left, wind once around the points that an odd number of the given
  /// rings holds, and around no others: points of a grid, but for those that lie on edges.
  void expect_around_the_same_points(const std::vector<Ring>& rings) const {
    const std::vector<Edge> edges = edges_of(rings);
    if (vertices_.empty()) return;
    std::int64_t low_x = vertices_.begin()->x, high_x = low_x, low_y = vertices_.begin()->y, high_y = low_y;
    for (const At& p : vertices_) {
      low_x = std::min(low_x, p.x);
      high_x = std::max(high_x, p.x);
      low_y = std::min(low_y, p.y);
      high_y = std::max(high_y, p.y);
    }
    const std::int64_t step_x = std::max<std::int64_t>(1, (high_x - low_x) * scale / 25) | 1,
                       step_y = std::max<std::int64_t>(1, (high_y - low_y) * scale / 23) | 1;
    for (std::int64_t x = low_x * scale - 1; x <= high_x * scale; x += step_x) {
      for (std::int64_t y = low_y * scale - 1; y <= high_y * scale; y += step_y) {
        const std::optional<int> given = winding(edges_, {x, y}, true), found = winding(edges, {x, y}, false);
        if (!given || !found) continue;
        EXPECT_EQ(*found, *given) << "at " << x << ", " << y << " by " << scale;
      }
    }
  }

 private:
  static std::vector<Edge> edges_of(const std::vector<Ring>& rings) {
    std::vector<Edge> edges;
    for (std::uint32_t r = 0; r < rings.size(); ++r) {
      const auto n = static_cast<std::uint32_t>(rings[r].size());
      for (std::uint32_t i = 0; i < n; ++i) edges.push_back({rings[r][i], rings[r][(i + 1) % n], r, i});
    }
    return edges;
  }
  template <class T>
  static At at(const BasicVec2<T>& p) {
    return {static_cast<std::int64_t>(p.x), static_cast<std::int64_t>(p.y)};
  }
  static int turn(const At& o, const At& p, const At& q) {
    const std::int64_t cross = (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
    return cross > 0 ? 1 : cross < 0 ? -1 : 0;
  }
  static bool do_cross(const Edge& e, const Edge& f) {
    return turn(e.a, e.b, f.a) * turn(e.a, e.b, f.b) < 0 && turn(f.a, f.b, e.a) * turn(f.a, f.b, e.b) < 0;
  }
  static bool lies_within(const At& p, const Edge& e) {
    return turn(e.a, e.b, p) == 0 && p != e.a && p != e.b && std::min(e.a.x, e.b.x) <= p.x &&
           p.x <= std::max(e.a.x, e.b.x) && std::min(e.a.y, e.b.y) <= p.y && p.y <= std::max(e.a.y, e.b.y);
  }

  /// Whether q lies counter-clockwise from p and clockwise from r, seen from o; all directions differ.
  static bool is_between(const At& o, const At& p, const At& q, const At& r) {
    const auto is_left = [&](const At& s) { return turn(o, p, s) > 0 || (turn(o, p, s) == 0 && s != p); };
    if (is_left(q) != is_left(r)) return is_left(q);
    return turn(o, q, r) > 0;
  }
  static void expect_no_crossing_at_vertices(const std::vector<Ring>& rings) {
    std::map<At, std::vector<std::pair<At, At>>> passages;
    for (const Ring& ring : rings) {
      const std::size_t n = ring.size();
      for (std::size_t i = 0; i < n; ++i) passages[ring[i]].push_back({ring[(i + n - 1) % n], ring[(i + 1) % n]});
    }
    for (const auto& [place, all] : passages) {
      for (std::size_t j = 0; j < all.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i) {
          EXPECT_EQ(is_between(place, all[i].first, all[j].first, all[i].second),
                    is_between(place, all[i].first, all[j].second, all[i].second))
              << "rings cross at a vertex";
        }
      }
    }
  }

  /// Around a point of coordinates times `scale`, or whether it is odd; none for a point on an edge.
  static std::optional<int> winding(const std::vector<Edge>& edges, const At& p, bool parity) {
    int sum = 0;
    for (const Edge& edge : edges) {
      const At a{edge.a.x * scale, edge.a.y * scale}, b{edge.b.x * scale, edge.b.y * scale};
      if ((a.y <= p.y) == (b.y <= p.y)) continue;
      const int side = turn(a, b, p);
      if (side == 0) return std::nullopt;
      if ((side > 0) == (a.y < b.y)) sum += parity ? 1 : side;
    }
    return parity ? sum & 1 : sum;
  }

  static constexpr std::int64_t scale = 60;
  std::vector<Edge> edges_;
  std::set<At> vertices_;
};

}  // namespace satchel::test
