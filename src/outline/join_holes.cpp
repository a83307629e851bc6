// Joins holes to the outer ring by bridges, after D. Eberly, "Triangulation by ear clipping" (2002), decided exactly.
// (The joiner of GEOS before 3.12 fails for some outlines.)
//
//   for each hole, in the order of their lowest left vertices h:
//     cast a ray from h to the left; find the first edge e that it hits, and the end P of e that is farther left
//     of P and the vertices inside the triangle between the ray, e and the segment h - P, take the vertex v whose
//       direction from h is nearest to the ray, the nearest to h if there are several
//     insert v - h, the hole, h - v at v into the ring
//
// h - v meets nothing else: an edge that crossed it would have to end inside the triangle, nearer to the ray than v, or
// cross the ray before e, or cross e. Earlier bridges count as edges. Vertices of later holes are not in the triangle,
// because none of them is left of h; so each bridge leads to the ring as joined so far.
//
// The ray is taken as infinitesimally above h, so that it passes through no vertex: a vertex at its height is below it.
#include "outline/join_holes.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "outline/reports.hpp"
#include "outline/simple_rings.hpp"

namespace satchel::outline {
namespace {

template <class T>
class Joiner {
  using Point = BasicVec2<T>;

 public:
  Joiner(std::span<const Point> vertices, std::span<const std::uint32_t> starts) : vertices_(vertices) {
    for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
      for (std::uint32_t i = starts[k]; i < starts[k + 1]; ++i) add_edge(i, i + 1 < starts[k + 1] ? i + 1 : starts[k]);
    }
    for (std::uint32_t i = starts[0]; i < starts[1]; ++i) joined_.push_back(i);
  }

  /// Joins the hole of the vertices [first, last), whose lowest left vertex is h.
  void join(std::uint32_t h, std::uint32_t first, std::uint32_t last) {
    const std::uint32_t v = visible_from(h);
    const std::size_t place = place_at(v, h);
    std::vector<std::uint32_t> inserted;  // behind v: the hole from h round to h, and v again
    for (std::uint32_t i = h; i < last; ++i) inserted.push_back(i);
    for (std::uint32_t i = first; i <= h; ++i) inserted.push_back(i);
    inserted.push_back(v);
    joined_.insert(joined_.begin() + static_cast<std::ptrdiff_t>(place + 1), inserted.begin(), inserted.end());
    add_edge(v, h);
  }

  std::vector<std::uint32_t> take() { return std::move(joined_); }

 private:
  struct Edge {
    std::uint32_t low, high;  ///< its ends; `high` has the larger y
  };

  const Point& at(std::uint32_t i) const { return vertices_[i]; }
  int side(std::uint32_t a, std::uint32_t b, std::uint32_t c) const { return turn(at(a), at(b), at(c)); }

  void add_edge(std::uint32_t a, std::uint32_t b) { edges_.push_back(at(a).y < at(b).y ? Edge{a, b} : Edge{b, a}); }

  /// Whether the ray to the left of h crosses the edge.
  bool crosses_ray(const Edge& edge, std::uint32_t h) const {
    return at(edge.low).y <= at(h).y && at(h).y < at(edge.high).y && side(edge.low, edge.high, h) < 0;
  }

  /// Whether f crosses the ray to the right of e. Both cross it; they meet in a common end at most.
  bool is_nearer(const Edge& f, const Edge& e) const {
    int right = at(f.low).y >= at(e.low).y ? -side(e.low, e.high, f.low) : side(f.low, f.high, e.low);
    if (right == 0) {
      right = at(f.high).y <= at(e.high).y ? -side(e.low, e.high, f.high) : side(f.low, f.high, e.high);
    }
    return right > 0;
  }

  std::uint32_t visible_from(std::uint32_t h) const {
    const Edge* first = nullptr;
    for (const Edge& edge : edges_) {
      if (crosses_ray(edge, h) && (first == nullptr || is_nearer(edge, *first))) first = &edge;
    }
    const bool up = at(first->high).x < at(first->low).x;  // whether P is the upper end of e
    const std::uint32_t end = up ? first->high : first->low;
    const int inward = up ? 1 : -1;  // of a turn from h - P towards the ray
    std::uint32_t best = end;
    for (const std::uint32_t v : joined_) {
      if ((at(v).y > at(h).y) != up || at(v).x >= at(h).x || side(first->low, first->high, v) >= 0) continue;
      const int towards_ray = inward * side(h, best, v);
      if (towards_ray > 0 || (towards_ray == 0 && at(v).x > at(best).x)) best = v;
    }
    return best;
  }

  /// The place of v in the joined ring at which the direction to h leads into the region: v may be there several times.
  std::size_t place_at(std::uint32_t v, std::uint32_t h) const {
    const std::size_t n = joined_.size();
    for (std::size_t i = 0; i < n; ++i) {
      if (joined_[i] != v) continue;
      const std::uint32_t before = joined_[(i + n - 1) % n], after = joined_[(i + 1) % n];
      const bool left_of_in = side(before, v, h) > 0, left_of_out = side(v, after, h) > 0;
      if (side(before, v, after) > 0 ? left_of_in && left_of_out : left_of_in || left_of_out) return i;
    }
    return n - 1;  // not reached: v is in the ring, and the angles at its places fill the region around it
  }

  std::span<const Point> vertices_;
  std::vector<Edge> edges_;  ///< of all rings, and bridges
  std::vector<std::uint32_t> joined_;
};

}  // namespace

template <class T>
std::vector<std::uint32_t> join_holes(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> starts,
                                      const Options& run) {
  const auto is_left = [&](std::uint32_t i, std::uint32_t j) {
    return vertices[i].x != vertices[j].x ? vertices[i].x < vertices[j].x : vertices[i].y < vertices[j].y;
  };
  std::vector<std::pair<std::uint32_t, std::size_t>> holes;  // the lowest left vertex of each, and its ring
  for (std::size_t k = 1; k + 1 < starts.size(); ++k) {
    std::uint32_t h = starts[k];
    for (std::uint32_t i = h; i < starts[k + 1]; ++i) h = is_left(i, h) ? i : h;
    holes.emplace_back(h, k);
  }
  std::sort(holes.begin(), holes.end(), [&](const auto& p, const auto& q) { return is_left(p.first, q.first); });
  Joiner<T> joiner(vertices, starts);
  std::size_t joined = 0;
  for (const auto& [h, k] : holes) {
    report(run, joined++, holes.size());
    joiner.join(h, starts[k], starts[k + 1]);
  }
  return joiner.take();
}

template std::vector<std::uint32_t> join_holes(std::span<const Vec2>, std::span<const std::uint32_t>, const Options&);
template std::vector<std::uint32_t> join_holes(std::span<const Vec2d>, std::span<const std::uint32_t>, const Options&);

}  // namespace satchel::outline
