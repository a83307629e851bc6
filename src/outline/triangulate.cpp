// A sweep from left to right that triangulates at once, after S. Hertel and K. Mehlhorn, "Fast triangulation of simple
// polygons", FCT 1983:
//
//   status: the edges that cross the sweep line, from below to above; above every other one is an interval of the region
//   a chain for each interval: the boundary of what is triangulated there, from the left end of the edge below to that of
//     the edge above, without right turns; its tip is the vertex swept last
//   for each point p, in the order of x and then y:
//     for each interval in which or beside which p lies:
//       append p to the chain at the end whose edge ends at p; if no edge ends there, split the chain at the tip, and
//         append p to both
//       while the chain turns right beside p: cut off a triangle there
//     if this leaves one interval of two: join their chains at p
//     replace the edges that end at p by those that begin there
//
// No vertex lies in a triangle that is cut off: a chain runs rightward to its tip and leftward from there, and bends away
// from the region at every vertex between its ends.
//
// An edge inside which p lies is split at p. Edges that begin at p in the same direction are resolved by parity: if three
// end at a, b and c, one after the other, then p - a is an edge, and b - c becomes one at b.
//
// Whether rings are an outline is decided on the way. If edges cross, the first that do so are neighbours in the status
// before (M. Shamos and D. Hoey, "Geometric intersection problems", FOCS 1976).
#include "outline/triangulate.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "exact/orient2d.hpp"
#include "outline/chains.hpp"
#include "outline/reports.hpp"

namespace satchel::outline {
namespace {

template <class T>
class Sweep {
  using Point = BasicVec2<T>;

 public:
  Sweep(std::span<const Point> vertices, std::span<const std::uint32_t> starts, Region region, Triangles& triangles,
        const Options& options)
      : vertices_(vertices),
        next_(vertices.size()),
        previous_(vertices.size()),
        is_outline_(region == Region::outline),
        options_(options),
        status_(Below{vertices}),
        chains_(vertices.size(), starts.size(), triangles) {
    firsts_.resize(is_outline_ ? vertices.size() : 0);
    for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
      std::uint32_t first = starts[k];
      for (std::uint32_t i = starts[k]; i < starts[k + 1]; ++i) {
        next_[i] = i + 1 < starts[k + 1] ? i + 1 : starts[k];
        previous_[next_[i]] = i;
        if (is_before(at(i), at(first))) first = i;
      }
      if (k == 0) outer_ = first;
      if (is_outline_) firsts_[first] = true;
    }
  }

  bool run() {
    const std::vector<std::uint32_t> order = sorted();
    for (std::size_t i = 0, end = 0; i < order.size(); i = end) {
      swept_ = i;
      report_at_times();
      rights_.clear();
      for (end = i; end < order.size() && at(order[end]) == at(order[i]); ++end) collect_edges(order[i], order[end]);
      if (is_outline_ && end - i > 1) return false;
      if (!visit(order[i])) return false;
    }
    return status_.empty();
  }

 private:
  /// An edge that crosses the sweep line. Its place among the others does not depend on where it ends, so that an edge
  /// takes the place of one that ends where it begins.
  struct Edge {
    mutable std::uint32_t left, right;
    mutable bool inside;          ///< whether the region is above it
    mutable Chains::Chain chain;  ///< of the interval above it
  };

  static bool is_before(const Point& p, const Point& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; }
  static int turn(const Point& a, const Point& b, const Point& c) {
    return exact::orient2d(a.x, a.y, b.x, b.y, c.x, c.y);
  }

  /// The order of edges on the sweep line.
  struct Below {
    using is_transparent = void;
    std::span<const Point> vertices;

    bool operator()(const Edge& edge, const Point& p) const {
      return turn(vertices[edge.left], vertices[edge.right], p) > 0;
    }
    bool operator()(const Edge& e, const Edge& f) const {
      const Point &p = vertices[e.left], &q = vertices[f.left];
      if (p == q) return turn(p, vertices[e.right], vertices[f.right]) > 0;
      if (is_before(p, q)) {
        const int side = turn(p, vertices[e.right], q);
        return side != 0 ? side > 0 : turn(p, vertices[e.right], vertices[f.right]) > 0;
      }
      const int side = turn(q, vertices[f.right], p);
      return side != 0 ? side < 0 : turn(q, vertices[f.right], vertices[e.right]) < 0;
    }
  };
  using Status = std::set<Edge, Below>;
  using Place = typename Status::iterator;

  const Point& at(std::uint32_t i) const { return vertices_[i]; }

  /// For each vertex and each triangle: one vertex may have many.
  void report_at_times() {
    if (++steps_ % 64 == 0) report(options_, swept_, vertices_.size());
  }

  std::vector<std::uint32_t> sorted() const {
    std::vector<std::uint32_t> order(vertices_.size());
    std::iota(order.begin(), order.end(), 0u);
    sort_and_report(
        order, [&](std::uint32_t i, std::uint32_t j) { return at(i) != at(j) ? is_before(at(i), at(j)) : i < j; },
        options_);
    return order;
  }

  /// The edges to the right of vertex i, which equals p.
  void collect_edges(std::uint32_t p, std::uint32_t i) {
    for (const std::uint32_t end : {previous_[i], next_[i]}) {
      if (is_before(at(p), at(end))) rights_.push_back(end);
    }
    if (resumed_.empty()) return;
    const auto [first, last] = resumed_.equal_range(i);
    for (auto k = first; k != last; ++k) rights_.push_back(k->second);
    resumed_.erase(first, last);
  }

  /// Sorts the edges to the right of p, from below to above, and resolves those of the same direction.
  void sort_edges(std::uint32_t p) {
    if (rights_.size() < 2) return;
    std::sort(rights_.begin(), rights_.end(), [&](std::uint32_t a, std::uint32_t b) {
      const int side = turn(at(p), at(a), at(b));
      return side != 0 ? side > 0 : is_before(at(a), at(b));
    });
    std::size_t kept = 0;
    for (std::size_t i = 0, end = 0; i < rights_.size(); i = end) {
      for (end = i + 1; end < rights_.size() && turn(at(p), at(rights_[i]), at(rights_[end])) == 0;) ++end;
      std::size_t k = i;
      if ((end - i) % 2 != 0) rights_[kept++] = rights_[k++];
      for (; k < end; k += 2) {
        if (at(rights_[k]) != at(rights_[k + 1])) resumed_.emplace(rights_[k], rights_[k + 1]);
      }
    }
    rights_.resize(kept);
  }

  /// Takes p and the edges that end and begin there into the status.
  bool visit(std::uint32_t p) {
    const Place first = status_.lower_bound(at(p));
    Place above = first;
    std::size_t ending = 0;
    for (; above != status_.end() && turn(at(above->left), at(above->right), at(p)) == 0; ++above, ++ending) {
      if (at(above->right) == at(p)) continue;
      if (is_outline_) return false;
      rights_.push_back(above->right);
    }
    const std::size_t beginning = rights_.size();
    sort_edges(p);
    if ((ending + rights_.size()) % 2 != 0) return false;
    const Place below = first == status_.begin() ? status_.end() : std::prev(first);
    const bool inside = below != status_.end() && below->inside;
    if (is_outline_ && (rights_.size() != beginning || (firsts_[p] && inside == (p == outer_)))) return false;
    Chains::Chain upper{};
    if (ending == 0) {
      if (rights_.empty()) return true;
      if (inside) upper = split(below->chain, p);
    } else {
      if (inside) attach_high(below->chain, p);
      for (Place edge = first; edge != above; ++edge) {
        if (!edge->inside) continue;
        if (std::next(edge) == above) {
          attach_low(edge->chain, p);
          upper = edge->chain;
        } else {
          attach_high(edge->chain, p);
          if (chains_.previous(edge->chain.high) != edge->chain.low) return false;
        }
      }
      if (rights_.empty() && inside) below->chain = chains_.join(below->chain, upper);
    }
    if (!replace(first, above, p, inside, upper)) return false;
    if (below != status_.end() && !stay_apart(below, std::next(below))) return false;
    return above == status_.begin() || stay_apart(std::prev(above), above);
  }

  /// Whether two neighbours in the status, the first below the second, do not cross: the one that ends first ends on its
  /// side of the other. A touch is seen when the sweep is there.
  bool stay_apart(Place e, Place f) const {
    if (f == status_.end()) return true;
    const Point &p = at(e->right), &q = at(f->right);
    return is_before(p, q) ? turn(at(f->left), at(f->right), p) <= 0 : turn(at(e->left), at(e->right), q) >= 0;
  }

  /// Puts the edges that begin at p in the place of those that end there.
  bool replace(Place place, Place above, std::uint32_t p, bool inside, const Chains::Chain& upper) {
    for (std::size_t i = 0; i < rights_.size(); ++i) {
      inside = !inside;
      Edge edge{p, rights_[i], inside, {}};
      if (inside) edge.chain = i + 1 < rights_.size() ? chains_.begin(p) : upper;
      if (place == above) {
        const std::size_t size = status_.size();
        const Place added = status_.insert(above, edge);
        if (status_.size() == size || std::next(added) != above) return false;
        continue;
      }
      place->left = edge.left;
      place->right = edge.right;
      place->inside = edge.inside;
      place->chain = edge.chain;
      ++place;
    }
    status_.erase(place, above);
    return true;
  }

  bool turns_right(std::uint32_t node) const {
    return turn(at(chains_.vertex(chains_.previous(node))), at(chains_.vertex(node)),
                at(chains_.vertex(chains_.next(node)))) < 0;
  }
  void cut_down(const Chains::Chain& chain) {
    for (std::uint32_t node = chains_.previous(chain.high); node != chain.low && turns_right(node);) {
      chains_.cut(node);
      report_at_times();
      node = chains_.previous(chain.high);
    }
  }
  void cut_up(const Chains::Chain& chain) {
    for (std::uint32_t node = chains_.next(chain.low); node != chain.high && turns_right(node);) {
      chains_.cut(node);
      report_at_times();
      node = chains_.next(chain.low);
    }
  }
  void attach_high(Chains::Chain& chain, std::uint32_t p) {
    chains_.add_high(chain, p);
    cut_down(chain);
  }
  void attach_low(Chains::Chain& chain, std::uint32_t p) {
    chains_.add_low(chain, p);
    cut_up(chain);
  }
  Chains::Chain split(Chains::Chain& chain, std::uint32_t p) {
    const Chains::Chain upper = chains_.split(chain, p);
    cut_down(chain);
    cut_up(upper);
    return upper;
  }

  std::span<const Point> vertices_;
  std::vector<std::uint32_t> next_, previous_;
  bool is_outline_;
  const Options& options_;
  std::uint64_t swept_ = 0, steps_ = 0;
  std::vector<bool> firsts_;  ///< of an outline: whether the vertex is the first of its ring that is swept
  std::uint32_t outer_ = 0;   ///< that of ring 0
  Status status_;
  Chains chains_;
  std::vector<std::uint32_t> rights_;                    ///< the ends of edges that begin at the point
  std::multimap<std::uint32_t, std::uint32_t> resumed_;  ///< edges that begin at vertices besides those of rings
};

}  // namespace

template <class T>
bool triangulate(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> starts, Region region,
                 Triangles& triangles, const Options& run) {
  triangles = {};
  return Sweep<T>(vertices, starts, region, triangles, run).run();
}

template bool triangulate(std::span<const Vec2>, std::span<const std::uint32_t>, Region, Triangles&, const Options&);
template bool triangulate(std::span<const Vec2d>, std::span<const std::uint32_t>, Region, Triangles&, const Options&);

}  // namespace satchel::outline
