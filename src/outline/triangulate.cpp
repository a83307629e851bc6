// A sweep from left to right that triangulates at once, after S. Hertel and K. Mehlhorn, "Fast triangulation of simple
// polygons", FCT 1983:
//
//   status: the edges that cross the sweep line, sorted upward. The region lies between the first and the second, the third
//     and the fourth, ...: its intervals
//   chain, one for each interval: separates what is triangulated, on its left, from what is not yet. It leads from the left
//     end of the interval's lower edge to that of its upper edge, and at each vertex between goes straight or turns left.
//     Its tip is the vertex swept last
//   for each point p, in the order of x and then y:
//     for each interval that holds p, or has an edge that ends at p:
//       append p to the chain at the end whose edge ends at p; if no edge ends there, split the chain at the tip, and
//         append p to both
//       while the chain turns right at the vertex next to p: cut off the triangle there
//     if p has an interval below and one above, and no edge begins at p: join their chains at p
//     replace the edges that end at p by those that begin there
//
// A triangle that is cut off holds no other vertex. Vertices that are not swept yet come after p, its last corner. Those of
// the chain do not lie in it, because the chain runs rightward to its tip and leftward from there, and turns left at all
// its other vertices.
//
// An edge with p in its interior is split at p. Edges that begin at p and have one direction overlap, and two cancel where
// they do: with three, which end at a, b and c in this order, one is left from p to a, none from a to b, and one from b
// to c, which begins when the sweep reaches b.
//
// Whether rings are an outline is decided on the way. The first two edges that cross are neighbours in the status before the
// sweep reaches their crossing (M. Shamos and D. Hoey, "Geometric intersection problems", FOCS 1976), so that new neighbours
// alone are tested.
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
        must_be_outline_(region == Region::outline),
        options_(options),
        status_(Below{vertices}),
        chains_(vertices.size(), starts.size(), triangles) {
    firsts_.resize(must_be_outline_ ? vertices.size() : 0);
    for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
      std::uint32_t first = starts[k];
      for (std::uint32_t i = starts[k]; i < starts[k + 1]; ++i) {
        next_[i] = i + 1 < starts[k + 1] ? i + 1 : starts[k];
        previous_[next_[i]] = i;
        if (is_before(at(i), at(first))) first = i;
      }
      if (k == 0) outer_ = first;
      if (must_be_outline_) firsts_[first] = true;
    }
  }

  /// Sweeps all vertices. False if edges cross, or the rings are not what `region` demands.
  bool run() {
    const std::vector<std::uint32_t> order = sorted();
    for (std::size_t i = 0, end = 0; i < order.size(); i = end) {
      swept_ = i;
      report_at_times();
      right_ends_.clear();
      for (end = i; end < order.size() && at(order[end]) == at(order[i]); ++end) collect_edges(order[i], order[end]);
      if (must_be_outline_ && end - i > 1) return false;
      if (!visit(order[i])) return false;
    }
    return status_.empty();
  }

 private:
  /// An edge that crosses the sweep line, an element of a set. An edge that begins at p is written over one that ends there:
  /// among the other edges, which do not meet p, both have the same place.
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

  /// Reports progress at every 64th call. Called for each vertex and each triangle, since one vertex may cut off many.
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

  /// Adds to `right_ends_` the ends of the edges that lead rightward from vertex i, which has the coordinates of p.
  void collect_edges(std::uint32_t p, std::uint32_t i) {
    for (const std::uint32_t end : {previous_[i], next_[i]}) {
      if (is_before(at(p), at(end))) right_ends_.push_back(end);
    }
    if (later_.empty()) return;
    const auto [first, last] = later_.equal_range(i);
    for (auto k = first; k != last; ++k) right_ends_.push_back(k->second);
    later_.erase(first, last);
  }

  /// Sorts the edges that begin at p upward, and lets those of one direction cancel.
  void sort_edges(std::uint32_t p) {
    if (right_ends_.size() < 2) return;
    std::sort(right_ends_.begin(), right_ends_.end(), [&](std::uint32_t a, std::uint32_t b) {
      const int side = turn(at(p), at(a), at(b));
      return side != 0 ? side > 0 : is_before(at(a), at(b));
    });
    std::size_t kept = 0;
    for (std::size_t i = 0, end = 0; i < right_ends_.size(); i = end) {
      for (end = i + 1; end < right_ends_.size() && turn(at(p), at(right_ends_[i]), at(right_ends_[end])) == 0;) ++end;
      std::size_t k = i;
      if ((end - i) % 2 != 0) right_ends_[kept++] = right_ends_[k++];
      for (; k < end; k += 2) {
        if (at(right_ends_[k]) != at(right_ends_[k + 1])) later_.emplace(right_ends_[k], right_ends_[k + 1]);
      }
    }
    right_ends_.resize(kept);
  }

  /// Advances the sweep past p. False if edges cross, or the rings are no outline though they must be.
  bool visit(std::uint32_t p) {
    const Place first = status_.lower_bound(at(p));
    Place above = first;
    std::size_t ending = 0;  // edges that end at p, or are split there
    for (; above != status_.end() && turn(at(above->left), at(above->right), at(p)) == 0; ++above, ++ending) {
      if (at(above->right) == at(p)) continue;
      if (must_be_outline_) return false;
      right_ends_.push_back(above->right);
    }
    const std::size_t beginning = right_ends_.size();
    sort_edges(p);
    if ((ending + right_ends_.size()) % 2 != 0) return false;  // edges crossed before p
    const Place below = first == status_.begin() ? status_.end() : std::prev(first);
    const bool inside = below != status_.end() && below->inside;
    if (must_be_outline_) {
      if (right_ends_.size() != beginning) return false;        // edges overlap
      if (firsts_[p] && inside != (p != outer_)) return false;  // ring 0 begins outside of the region, a hole inside
    }
    Chains::Chain upper{};
    if (ending == 0) {
      if (right_ends_.empty()) return true;
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
          // Both edges of this interval end at p. Unless edges cross, its chain is now one link.
          if (chains_.previous(edge->chain.high) != edge->chain.low) return false;
        }
      }
      if (right_ends_.empty() && inside) below->chain = chains_.join(below->chain, upper);
    }
    if (!replace(first, above, p, inside, upper)) return false;
    if (below != status_.end() && !stay_apart(below, std::next(below))) return false;
    return above == status_.begin() || stay_apart(std::prev(above), above);
  }

  /// Whether two neighbours in the status, the first below the second, do not cross: the one that ends first ends on its
  /// side of the other. A touch is no crossing; `visit` sees it when the sweep is there.
  bool stay_apart(Place e, Place f) const {
    if (f == status_.end()) return true;
    const Point &p = at(e->right), &q = at(f->right);
    return is_before(p, q) ? turn(at(f->left), at(f->right), p) <= 0 : turn(at(e->left), at(e->right), q) >= 0;
  }

  /// Puts the edges that begin at p in the place of those that end there. False if one does not belong there: edges cross.
  /// @param inside  whether the region is right below p, beyond these edges
  /// @param upper   the chain of the interval above the last of these edges, if there is one
  bool replace(Place place, Place above, std::uint32_t p, bool inside, const Chains::Chain& upper) {
    for (std::size_t i = 0; i < right_ends_.size(); ++i) {
      inside = !inside;
      Edge edge{p, right_ends_[i], inside, {}};
      if (inside) edge.chain = i + 1 < right_ends_.size() ? chains_.begin(p) : upper;
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
  void cut_at_high(const Chains::Chain& chain) {
    for (std::uint32_t node = chains_.previous(chain.high); node != chain.low && turns_right(node);) {
      chains_.cut(node);
      report_at_times();
      node = chains_.previous(chain.high);
    }
  }
  void cut_at_low(const Chains::Chain& chain) {
    for (std::uint32_t node = chains_.next(chain.low); node != chain.high && turns_right(node);) {
      chains_.cut(node);
      report_at_times();
      node = chains_.next(chain.low);
    }
  }
  void attach_high(Chains::Chain& chain, std::uint32_t p) {
    chains_.add_high(chain, p);
    cut_at_high(chain);
  }
  void attach_low(Chains::Chain& chain, std::uint32_t p) {
    chains_.add_low(chain, p);
    cut_at_low(chain);
  }
  Chains::Chain split(Chains::Chain& chain, std::uint32_t p) {
    const Chains::Chain upper = chains_.split(chain, p);
    cut_at_high(chain);
    cut_at_low(upper);
    return upper;
  }

  std::span<const Point> vertices_;
  std::vector<std::uint32_t> next_, previous_;
  bool must_be_outline_;
  const Options& options_;
  std::uint64_t swept_ = 0, steps_ = 0;
  std::vector<bool> firsts_;  ///< of an outline: whether the vertex is the first of its ring that is swept
  std::uint32_t outer_ = 0;   ///< the vertex of ring 0 that is swept first
  Status status_;
  Chains chains_;
  std::vector<std::uint32_t> right_ends_;  ///< of the edges that begin at the point of the sweep
  /// By the vertex where they begin, the ends of edges that sort_edges made; added when the sweep is there.
  std::multimap<std::uint32_t, std::uint32_t> later_;
};

}  // namespace

template <class T>
bool triangulate(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> starts, Region region,
                 Triangles& triangles, const Options& options) {
  triangles = {};
  return Sweep<T>(vertices, starts, region, triangles, options).run();
}

template bool triangulate(std::span<const Vec2>, std::span<const std::uint32_t>, Region, Triangles&, const Options&);
template bool triangulate(std::span<const Vec2d>, std::span<const std::uint32_t>, Region, Triangles&, const Options&);

}  // namespace satchel::outline
