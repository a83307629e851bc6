// Decides by exact integers, all pairs of edges and the letter of the definitions whether rings are valid, and what is
// wrong.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "ring_set.hpp"
#include "support/exact_number.hpp"

namespace satchel::test {

class RingOracle {
 public:
  using Kind = rings::FaultKind;

  struct Judgement {
    Kind kind = Kind::none;
    std::uint32_t ring = 0, from = 0;              ///< of the earlier edge (outer ring), as given
    std::uint32_t other_ring = 0, other_from = 0;  ///< of the later edge (inner ring)
  };

  template <class T>
  explicit RingOracle(const RingSet<T>& set) {
    for (std::uint32_t polygon = 0; polygon < set.size(); ++polygon) {
      for (const GivenRing<T>& ring : set[polygon]) add_ring(ring, polygon);
    }
  }

  Judgement judge() {
    if (const Judgement found = of_single_rings(); found.kind != Kind::none) return found;
    if (const Judgement found = of_pairs(); found.kind != Kind::none) return found;
    return of_nesting();
  }

  /// Of valid geometries.
  bool is_hole(std::size_t ring) const { return !rings_[ring].at.empty() && !is_shell(ring); }
  bool is_clockwise(std::size_t ring) const {
    Exact area = 0;
    const std::vector<At>& at = rings_[ring].at;
    for (std::size_t i = 0; i < at.size(); ++i) area += cross({0, 0}, at[i], at[(i + 1) % at.size()]);
    return area < 0;
  }
  /// Whether edges of different rings, or edges of a ring that are no neighbours, meet.
  bool some_edges_meet() const { return some_meet_; }

 private:
  struct At {
    Exact x, y;
    friend bool operator==(const At&, const At&) = default;
  };
  struct Ring {
    std::vector<At> at;
    std::vector<std::uint32_t> given;  ///< index of each vertex in the input
    std::uint32_t polygon;
  };
  struct Edge {
    At a, b;
    std::uint32_t ring, index;
  };

  template <class T>
  void add_ring(const GivenRing<T>& ring, std::uint32_t polygon) {
    Ring mine{{}, {}, polygon};
    for (std::uint32_t i = 0; i < ring.size(); ++i) {
      const At at{exact(static_cast<double>(ring[i].x)), exact(static_cast<double>(ring[i].y))};
      if (!mine.at.empty() && mine.at.back() == at) continue;
      mine.at.push_back(at);
      mine.given.push_back(i);
    }
    while (mine.at.size() > 1 && mine.at.back() == mine.at.front()) {
      mine.at.pop_back();
      mine.given.pop_back();
    }
    rings_.push_back(mine);
  }

  static Exact cross(const At& o, const At& p, const At& q) {
    return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
  }
  static Exact dot(const At& o, const At& p, const At& q) {
    return (p.x - o.x) * (q.x - o.x) + (p.y - o.y) * (q.y - o.y);
  }
  static bool lies_on(const At& p, const At& a, const At& b) { return cross(a, b, p) == 0 && dot(p, a, b) <= 0; }
  static int sign(const Exact& number) { return number > 0 ? 1 : number < 0 ? -1 : 0; }
  static bool same_direction(const At& o, const At& p, const At& q) { return cross(o, p, q) == 0 && dot(o, p, q) > 0; }

  Judgement of_single_rings() const {
    for (std::uint32_t r = 0; r < rings_.size(); ++r) {
      if (rings_[r].at.size() == 1 || rings_[r].at.size() == 2) return {Kind::too_few_points, r, 0, r, 0};
    }
    for (std::uint32_t r = 0; r < rings_.size(); ++r) {
      const std::vector<At>& at = rings_[r].at;
      const std::size_t n = at.size();
      if (n == 0) continue;
      std::vector<At> distinct;
      bool on_line = true;
      for (const At& p : at) {
        if (std::find(distinct.begin(), distinct.end(), p) == distinct.end()) distinct.push_back(p);
        on_line = on_line && cross(at[0], at[1], p) == 0;
      }
      if (distinct.size() < 3) return {Kind::too_few_points, r, 0, r, 0};
      if (on_line) return {Kind::no_area, r, 0, r, 0};
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t before = (i + n - 1) % n;
        if (same_direction(at[i], at[before], at[(i + 1) % n])) {
          return {Kind::spike, r, rings_[r].given[before], r, rings_[r].given[i]};
        }
      }
    }
    return {};
  }

  Judgement of_pairs() {
    std::vector<Edge> edges;
    for (std::uint32_t r = 0; r < rings_.size(); ++r) {
      const std::vector<At>& at = rings_[r].at;
      for (std::uint32_t i = 0; i < at.size(); ++i) edges.push_back({at[i], at[(i + 1) % at.size()], r, i});
    }
    for (std::size_t j = 0; j < edges.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        const Edge &e = edges[i], &f = edges[j];
        const auto n = static_cast<std::uint32_t>(rings_[e.ring].at.size());
        if (e.ring == f.ring && (f.index - e.index == 1 || f.index - e.index == n - 1)) continue;
        const Kind kind = kind_of(e, f);
        if (kind != Kind::none) {
          return {kind, e.ring, rings_[e.ring].given[e.index], f.ring, rings_[f.ring].given[f.index]};
        }
      }
    }
    return {};
  }

  Kind kind_of(const Edge& e, const Edge& f) {
    const int at_c = sign(cross(e.a, e.b, f.a)), at_d = sign(cross(e.a, e.b, f.b)), at_a = sign(cross(f.a, f.b, e.a)),
              at_b = sign(cross(f.a, f.b, e.b));
    if (at_c * at_d < 0 && at_a * at_b < 0) return Kind::edges_cross;
    std::vector<At> common;  // ends of one that lie on the other
    const auto add = [&](const At& p, const At& a, const At& b) {
      if (lies_on(p, a, b) && std::find(common.begin(), common.end(), p) == common.end()) common.push_back(p);
    };
    add(f.a, e.a, e.b);
    add(f.b, e.a, e.b);
    add(e.a, f.a, f.b);
    add(e.b, f.a, f.b);
    if (common.empty()) return Kind::none;
    some_meet_ = true;
    if (common.size() > 1) {
      const bool equal = e.ring != f.ring && rings_[e.ring].polygon == rings_[f.ring].polygon &&
                         covers(e.ring, f.ring) && covers(f.ring, e.ring);
      return equal ? Kind::hole_equals_shell : Kind::shared_edge;
    }
    return kind_of_touch(e, f, common[0]);
  }

  /// Sorts the four directions that leave the point by angle: they cross if those of the two rings alternate.
  Kind kind_of_touch(const Edge& e, const Edge& f, const At& at) const {
    struct Leaving {
      At to;
      int whose;
    };
    std::vector<Leaving> all;
    for (const Edge* edge : {&e, &f}) {
      const std::vector<At>& ring = rings_[edge->ring].at;
      const std::size_t n = ring.size(), i = edge->index;
      const int whose = edge == &e ? 0 : 1;
      all.push_back({edge->a == at ? ring[(i + n - 1) % n] : edge->a, whose});
      all.push_back({edge->b == at ? ring[(i + 2) % n] : edge->b, whose});
    }
    for (const Leaving& p : all) {
      for (const Leaving& q : all) {
        if (&p != &q && same_direction(at, p.to, q.to)) return Kind::none;  // edges overlap there
      }
    }
    const auto is_upper = [&](const At& p) { return p.y > at.y || (p.y == at.y && p.x > at.x); };
    std::sort(all.begin(), all.end(), [&](const Leaving& p, const Leaving& q) {
      return is_upper(p.to) != is_upper(q.to) ? is_upper(p.to) : cross(at, p.to, q.to) > 0;
    });
    if (all[0].whose == all[2].whose) return Kind::boundaries_cross;
    return e.ring == f.ring ? Kind::self_touch : Kind::none;
  }

  /// Whether each edge of a ring lies on the boundary of another one: both its ends and the points between them, cut at
  /// the vertices of the other one.
  bool covers(std::uint32_t other, std::uint32_t ring) const {
    const std::vector<At>& at = rings_[ring].at;
    for (std::size_t i = 0; i < at.size(); ++i) {
      for (int k = 0; k < 97; ++k) {  // more than enough places, because small rings have few vertices
        if (!is_on(other, between(at[i], at[(i + 1) % at.size()], k), 97)) return false;
      }
    }
    return true;
  }

  /// 97 times the point at k / 97 of the way from a to b.
  static At between(const At& a, const At& b, int k) { return {a.x * (97 - k) + b.x * k, a.y * (97 - k) + b.y * k}; }
  std::vector<At> scaled(std::uint32_t ring, int scale) const {
    std::vector<At> all = rings_[ring].at;
    for (At& p : all) p = {p.x * scale, p.y * scale};
    return all;
  }
  bool is_on(std::uint32_t ring, const At& p, int scale) const {
    const std::vector<At> at = scaled(ring, scale);
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (lies_on(p, at[i], at[(i + 1) % at.size()])) return true;
    }
    return false;
  }
  /// The winding number is not 0.
  bool is_in(std::uint32_t ring, const At& p, int scale) const {
    const std::vector<At> at = scaled(ring, scale);
    int winding = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const At &a = at[i], &b = at[(i + 1) % at.size()];
      if (a.y <= p.y && b.y > p.y && cross(a, b, p) > 0) ++winding;
      if (a.y > p.y && b.y <= p.y && cross(a, b, p) < 0) --winding;
    }
    return winding != 0;
  }
  /// Whether a ring lies in another one, which it does not cross: some point of it, not on the other one, does.
  bool lies_in(std::uint32_t inner, std::uint32_t outer) const {
    const std::vector<At>& at = rings_[inner].at;
    for (std::size_t i = 0; i < at.size(); ++i) {
      for (int k = 0; k < 97; ++k) {
        const At p = between(at[i], at[(i + 1) % at.size()], k);
        if (!is_on(outer, p, 97)) return is_in(outer, p, 97);
      }
    }
    return false;
  }

  bool is_shell(std::size_t ring) const { return std::find(shells_.begin(), shells_.end(), ring) != shells_.end(); }

  Judgement of_nesting() {
    const auto count = static_cast<std::uint32_t>(rings_.size());
    const auto is_empty = [&](std::uint32_t r) { return rings_[r].at.empty(); };
    const auto in_one_polygon = [&](std::uint32_t p, std::uint32_t q) {
      return rings_[p].polygon == rings_[q].polygon;
    };
    shells_.clear();
    for (std::uint32_t r = 0; r < count; ++r) {
      if (is_empty(r)) continue;
      bool in_other = false;
      for (std::uint32_t k = 0; k < count; ++k) {
        in_other = in_other || (k != r && !is_empty(k) && in_one_polygon(k, r) && lies_in(r, k));
      }
      if (in_other) continue;
      for (const std::uint32_t shell : shells_) {
        if (!in_one_polygon(shell, r)) continue;
        return {is_clockwise(shell) == is_clockwise(r) ? Kind::several_shells : Kind::hole_outside, shell, 0, r, 0};
      }
      shells_.push_back(r);
    }
    const Judgement found = of_shells_and_holes();
    // By the letter: a shell in the interior of another polygon, or a hole in a hole.
    bool wrong = false;
    for (const std::uint32_t inner : shells_) {
      for (const std::uint32_t outer : shells_) {
        if (inner == outer || !lies_in(inner, outer)) continue;
        bool in_hole = false;
        for (std::uint32_t h = 0; h < count; ++h) {
          in_hole = in_hole || (h != outer && !is_empty(h) && in_one_polygon(h, outer) && lies_in(inner, h));
        }
        wrong = wrong || !in_hole;
      }
    }
    for (std::uint32_t inner = 0; inner < count; ++inner) {
      for (std::uint32_t outer = 0; outer < count; ++outer) {
        wrong = wrong || (inner != outer && is_hole(inner) && is_hole(outer) && in_one_polygon(inner, outer) &&
                          lies_in(inner, outer));
      }
    }
    EXPECT_EQ(wrong, found.kind != Kind::none);
    return found;
  }

  /// The innermost ring around a ring for which a condition holds; ~0: none.
  template <class Condition>
  std::uint32_t innermost_around(std::uint32_t inner, Condition condition) const {
    std::uint32_t innermost = ~0u;
    for (std::uint32_t outer = 0; outer < rings_.size(); ++outer) {
      if (outer == inner || rings_[outer].at.empty() || !condition(outer) || !lies_in(inner, outer)) continue;
      if (innermost == ~0u || lies_in(outer, innermost)) innermost = outer;
    }
    return innermost;
  }

  /// A shell directly in a shell; a hole in a hole of its polygon.
  Judgement of_shells_and_holes() const {
    for (const std::uint32_t inner : shells_) {
      const std::uint32_t outer = innermost_around(inner, [](std::uint32_t) { return true; });
      if (outer != ~0u && is_shell(outer)) return {Kind::nested_shells, outer, 0, inner, 0};
    }
    for (std::uint32_t inner = 0; inner < rings_.size(); ++inner) {
      if (!is_hole(inner)) continue;
      const std::uint32_t outer = innermost_around(
          inner, [&](std::uint32_t other) { return is_hole(other) && rings_[other].polygon == rings_[inner].polygon; });
      if (outer != ~0u) return {Kind::hole_in_hole, outer, 0, inner, 0};
    }
    return {};
  }

  std::vector<Ring> rings_;
  std::vector<std::uint32_t> shells_;
  bool some_meet_ = false;
};

}  // namespace satchel::test
