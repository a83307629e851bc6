// Merges triangles into convex parts, after S. Hertel and K. Mehlhorn, "Fast triangulation of simple polygons", FCT
// 1983:
//
//   for each diagonal u - v, the longest first (any order keeps the bound below; this one gives rounder parts):
//     if the two parts on its sides, joined, turn left at u and at v, or go straight there along the outline: remove it
//
// A region of k components with h holes and r reflex vertices has at most 2 r + k - h parts. Proof: a diagonal stays because
// of an end at which the two angles beside it, in the final parts, sum to 180 degrees or more (merging only enlarges
// angles). This end is a reflex vertex. At most two diagonals stay because of one reflex vertex: three would make the
// angles there sum to 360 degrees. So at most 2 r diagonals stay. Without them there would be k parts; each diagonal
// separates one more, but for h of them, which cut the holes open.
//
// A vertex on a straight edge of the outline has a turn of 0 when its last diagonal is removed. Then the vertex is
// dropped: both of its edges belong to one part, and no diagonal ends there, so that no gap can arise.
#include "outline/merge_triangles.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "assert_that.hpp"
#include "exact/orient2d.hpp"
#include "outline/reports.hpp"

namespace satchel::outline {
namespace {

/// An edge of the part on its left.
struct HalfEdge {
  std::uint32_t start;           ///< vertex of the outline
  std::uint32_t next, previous;  ///< edges of its part, counter-clockwise
  std::uint32_t twin;            ///< the reverse edge, of the part on the right; `no_edge` on the outline
  bool gone;
};

template <class T>
class Parts {
 public:
  Parts(std::span<const BasicVec2<T>> vertices, const Triangles& triangles, const Options& options)
      : vertices_(vertices), options_(options) {
    edges_.reserve(triangles.starts.size());
    for (std::uint32_t e = 0; e < triangles.starts.size(); ++e) {
      report_before_or_after(e);
      edges_.push_back({triangles.starts[e], Triangles::next(e), Triangles::previous(e), triangles.twins[e], false});
    }
  }

  void merge() {
    std::vector<std::pair<double, std::uint32_t>> diagonals;
    for (std::uint32_t h = 0; h < edges_.size(); ++h) {
      report_before_or_after(h);
      if (edges_[h].twin != no_edge && h < edges_[h].twin) diagonals.emplace_back(-squared_length(h), h);
    }
    sort_and_report(diagonals, std::less<>(), options_);
    for (std::size_t i = 0; i < diagonals.size(); ++i) {
      if (i % 64 == 0) report(options_, i, diagonals.size());
      remove_diagonal(diagonals[i].second);
    }
  }

  BasicConvexParts<T> collect() const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> firsts;  // lowest vertex of each part, and its edge
    std::vector<bool> seen(edges_.size(), false);
    for (std::uint32_t h = 0; h < edges_.size(); ++h) {
      report_before_or_after(h);
      if (edges_[h].gone || seen[h]) continue;
      std::uint32_t first = h, e = h;
      do {
        seen[e] = true;
        if (edges_[e].start < edges_[first].start) first = e;
        e = edges_[e].next;
      } while (e != h);
      firsts.emplace_back(edges_[first].start, first);
    }
    sort_and_report(firsts, std::less<>(), options_);
    BasicConvexParts<T> parts;
    parts.starts.push_back(0);
    std::size_t collected = 0;
    for (const auto& [vertex, first] : firsts) {
      report_before_or_after(++collected);
      std::uint32_t e = first;
      do {
        parts.vertices.push_back(vertices_[edges_[e].start]);
        parts.indices.push_back(edges_[e].start);
        parts.inner_edges.push_back(edges_[e].twin != no_edge ? 1 : 0);
        e = edges_[e].next;
      } while (e != first);
      parts.starts.push_back(static_cast<std::uint32_t>(parts.vertices.size()));
    }
    return parts;
  }

 private:
  /// Lets the caller end the run, at each 64th step before and after the diagonals, which alone count as progress.
  void report_before_or_after(std::size_t step) const {
    if (step % 64 == 0) report(options_, 0, 1);
  }
  double squared_length(std::uint32_t h) const {
    const BasicVec2<T>&from = vertices_[edges_[h].start], &to = vertices_[edges_[edges_[h].next].start];
    const double x = static_cast<double>(to.x) - static_cast<double>(from.x);
    const double y = static_cast<double>(to.y) - static_cast<double>(from.y);
    return x * x + y * y;
  }

  /// The turn from the edge `in` to the edge `out`, which begins at the end of `in`.
  int turn(std::uint32_t in, std::uint32_t out) const {
    const BasicVec2<T>&a = vertices_[edges_[in].start], &b = vertices_[edges_[out].start],
          &c = vertices_[edges_[edges_[out].next].start];
    return exact::orient2d(a.x, a.y, b.x, b.y, c.x, c.y);
  }
  bool on_outline(std::uint32_t h) const { return edges_[h].twin == no_edge; }
  void link(std::uint32_t in, std::uint32_t out) {
    edges_[in].next = out;
    edges_[out].previous = in;
  }

  /// Removes the diagonal h, from u to v, and its twin t, if both parts, joined, stay convex.
  void remove_diagonal(std::uint32_t h) {
    const std::uint32_t t = edges_[h].twin;
    const std::uint32_t into_u = edges_[h].previous, from_u = edges_[t].next;
    const std::uint32_t into_v = edges_[t].previous, from_v = edges_[h].next;
    const int at_u = turn(into_u, from_u), at_v = turn(into_v, from_v);
    const auto allowed = [&](int turn_there, std::uint32_t in, std::uint32_t out) {
      return turn_there > 0 || (turn_there == 0 && on_outline(in) && on_outline(out));
    };
    if (!allowed(at_u, into_u, from_u) || !allowed(at_v, into_v, from_v)) return;
    edges_[h].gone = edges_[t].gone = true;
    link(into_u, from_u);
    link(into_v, from_v);
    if (at_u == 0) drop_start(from_u);
    if (at_v == 0) drop_start(from_v);
  }

  /// Drops the start of edge h: the edge before h is extended to the end of h.
  void drop_start(std::uint32_t h) {
    edges_[h].gone = true;
    link(edges_[h].previous, edges_[h].next);
  }

  std::span<const BasicVec2<T>> vertices_;
  const Options& options_;
  std::vector<HalfEdge> edges_;
};

/// Whether each part turns strictly left at each corner; for assertions.
template <class T>
[[maybe_unused]] bool are_convex(const BasicConvexParts<T>& parts) {
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::uint32_t begin = parts.starts[k], count = parts.starts[k + 1] - begin;
    for (std::uint32_t i = 0; i < count; ++i) {
      const BasicVec2<T>&a = parts.vertices[begin + i], &b = parts.vertices[begin + (i + 1) % count],
            &c = parts.vertices[begin + (i + 2) % count];
      if (exact::orient2d(a.x, a.y, b.x, b.y, c.x, c.y) <= 0) return false;
    }
  }
  return true;
}

}  // namespace

template <class T>
BasicConvexParts<T> merge_triangles(std::span<const BasicVec2<T>> vertices, const Triangles& triangles,
                                    const Options& options) {
  Parts<T> parts(vertices, triangles, options);
  parts.merge();
  BasicConvexParts<T> convex = parts.collect();
  SATCHEL_ASSERT(are_convex(convex));
  return convex;
}

template ConvexParts merge_triangles(std::span<const Vec2>, const Triangles&, const Options&);
template ConvexPartsd merge_triangles(std::span<const Vec2d>, const Triangles&, const Options&);

}  // namespace satchel::outline
