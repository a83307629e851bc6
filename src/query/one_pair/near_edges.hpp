// The edges of two bodies that are near each other: a search of both trees at once, from near boxes to far ones.
//
//   a heap of pairs of nodes, by a lower bound of their distance; the least first
//   while the least is within the limit: put the children of the larger node in its place
//     two groups of edges, or edges: the caller looks at those whose boxes are near, and may lower the limit
//
// So pairs of nodes farther apart than the last limit are never opened. The bound of an edge and a box is their
// distance; of two boxes that of the boxes. Coordinates count from the middle of the smaller body, the same for both
// bodies without an error but the rounding of the differences (Frame).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <satchel/types.hpp>

#include "exact/expansion.hpp"
#include "query/one_pair/edge_tree.hpp"

namespace satchel::query {

/// The largest |coordinate| of two points.
inline double largest_of(Vec2d p, Vec2d q) {
  return std::max(std::max(std::fabs(p.x), std::fabs(p.y)), std::max(std::fabs(q.x), std::fabs(q.y)));
}

/// From the offsets of a body to coordinates near the pair: x - high - low.
struct Frame {
  double high_x = 0, high_y = 0, low_x = 0, low_y = 0;

  double x(double offset) const { return (offset - high_x) - low_x; }
  double y(double offset) const { return (offset - high_y) - low_y; }
  Vec2d start(const TreeEdge& e) const { return {x(e.x), y(e.y)}; }
  Vec2d end(const TreeEdge& e) const { return {x(e.end_x), y(e.end_y)}; }
  Box box(const Box& of) const { return {x(of.min_x), y(of.min_y), x(of.max_x), y(of.max_y)}; }
};

/// The frames of two bodies, whose coordinates count from one point: the middle of the smaller body's box.
struct Frames {
  Frame a, b;

  /// @param a_box, b_box  around the offsets of both
  Frames(double a_x, double a_y, const Box& a_box, double b_x, double b_y, const Box& b_box) {
    const bool a_is_smaller = width(a_box) < width(b_box);
    const Box& box = a_is_smaller ? a_box : b_box;
    Frame& own = a_is_smaller ? a : b;
    Frame& other = a_is_smaller ? b : a;
    own = {0.5 * box.min_x + 0.5 * box.max_x, 0.5 * box.min_y + 0.5 * box.max_y, 0, 0};
    const auto shift = [](double middle, double origin, double other_origin, double& high, double& low) {
      const exact::TwoTerms delta = exact::two_difference(origin, other_origin);
      const exact::TwoTerms sum = exact::two_sum(middle, delta.high);
      high = sum.high;
      low = sum.low + delta.low;
    };
    shift(own.high_x, a_is_smaller ? a_x : b_x, a_is_smaller ? b_x : a_x, other.high_x, other.low_x);
    shift(own.high_y, a_is_smaller ? a_y : b_y, a_is_smaller ? b_y : a_y, other.high_y, other.low_y);
  }

 private:
  static double width(const Box& box) { return std::max(box.max_x - box.min_x, box.max_y - box.min_y); }
};

/// The point of an edge nearest to a vertex: start + fraction * (end - start).
struct Foot {
  double fraction, x, y, squared;  ///< squared: of the distance

  Foot(Vec2d start, Vec2d end, Vec2d vertex) {
    const double ex = end.x - start.x, ey = end.y - start.y, length = ex * ex + ey * ey;
    const double along = (vertex.x - start.x) * ex + (vertex.y - start.y) * ey;
    fraction = !(along > 0) ? 0 : along < length ? along / length : 1;
    x = fraction < 1 ? start.x + fraction * ex : end.x;
    y = fraction < 1 ? start.y + fraction * ey : end.y;
    squared = (vertex.x - x) * (vertex.x - x) + (vertex.y - y) * (vertex.y - y);
  }
};

/// Lower bounds of squared distances, up to rounding: a few units in the last place of the coordinates.
class Bounds {
 public:
  static double of_boxes(const Box& p, const Box& q) {
    const double x = gap(p.min_x, p.max_x, q.min_x, q.max_x), y = gap(p.min_y, p.max_y, q.min_y, q.max_y);
    return x * x + y * y;
  }
  /// Of an edge and a box: the distance of an end from the box, or of a corner from the edge; 0 if they meet.
  static double of_edge(Vec2d start, Vec2d end, const Box& box) {
    double least = std::min(of_boxes(point(start), box), of_boxes(point(end), box));
    const Vec2d corners[] = {
        {box.min_x, box.min_y}, {box.max_x, box.min_y}, {box.max_x, box.max_y}, {box.min_x, box.max_y}};
    const double ex = end.x - start.x, ey = end.y - start.y;
    bool some_left = false, some_right = false;
    for (const Vec2d& corner : corners) {
      const double side = ex * (corner.y - start.y) - ey * (corner.x - start.x);
      some_left |= !(side < 0);
      some_right |= !(side > 0);
      least = std::min(least, Foot(start, end, corner).squared);
    }
    return some_left && some_right && of_boxes(box_of(start, end), box) == 0 ? 0 : least;
  }

 private:
  static Box point(Vec2d p) { return {p.x, p.y, p.x, p.y}; }
  static Box box_of(Vec2d p, Vec2d q) {
    return {std::min(p.x, q.x), std::min(p.y, q.y), std::max(p.x, q.x), std::max(p.y, q.y)};
  }
  static double gap(double p_min, double p_max, double q_min, double q_max) {
    return std::max({q_min - p_max, p_min - q_max, 0.0});
  }
};

/// A search; it keeps its memory for the next one.
class NearEdges {
 public:
  /// Calls visit(i, j) for pairs of edges, the i-th of a and the j-th of b: for all whose distance is at most the
  /// square root of `limit`, others too. `visit` may lower the limit. Throws std::bad_alloc.
  /// @param wants_nearest  the limit is also lowered to what boxes tell of the least distance, and a little more
  template <class Visit>
  void find(const EdgeTree& a, const EdgeTree& b, const Frames& frames, bool wants_nearest, double& limit,
            const Visit& visit) {
    const Search search{a, b, frames, wants_nearest, limit};
    heap_.clear();
    push({0, a.root(), b.root()});
    while (!heap_.empty()) {
      const Item item = heap_.front();
      std::pop_heap(heap_.begin(), heap_.end(), is_after);
      heap_.pop_back();
      if (item.bound > limit) return;
      if (item.a.level <= 1 && item.b.level <= 1) {
        compare_edges(search, item, visit);
      } else {
        open(search, item);
      }
    }
  }

 private:
  struct Item {
    double bound;
    EdgeTree::Node a, b;
  };
  struct Search {
    const EdgeTree &a, &b;
    const Frames& frames;
    bool wants_nearest;
    double& limit;
  };

  /// A total order, so that every library's heap gives the same sequence.
  static bool is_after(const Item& p, const Item& q) {
    if (p.bound != q.bound) return p.bound > q.bound;
    return std::tuple(p.a.level, p.b.level, p.a.index, p.b.index) >
           std::tuple(q.a.level, q.b.level, q.a.index, q.b.index);
  }
  static double size(const Box& box) { return (box.max_x - box.min_x) + (box.max_y - box.min_y); }

  /// The edges of a node of level 0 or 1: the first, and how many.
  static std::pair<std::uint32_t, std::uint32_t> edges_of(const EdgeTree& tree, EdgeTree::Node node) {
    if (node.level == 0) return {node.index, 1};
    return {tree.first_child(node).index, tree.children(node)};
  }

  template <class Visit>
  void compare_edges(const Search& search, const Item& item, const Visit& visit) {
    const auto [first_a, count_a] = edges_of(search.a, item.a);
    const auto [first_b, count_b] = edges_of(search.b, item.b);
    const Box box_b = search.frames.b.box(search.b.box(item.b));
    Box boxes_b[EdgeTree::fanout];
    for (std::uint32_t k = 0; k < count_b; ++k) boxes_b[k] = search.frames.b.box(search.b.box({0, first_b + k}));
    for (std::uint32_t i = 0; i < count_a; ++i) {
      const Box box_a = search.frames.a.box(search.a.box({0, first_a + i}));
      if (Bounds::of_boxes(box_a, box_b) > search.limit) continue;
      for (std::uint32_t k = 0; k < count_b; ++k) {
        if (Bounds::of_boxes(box_a, boxes_b[k]) <= search.limit) visit(first_a + i, first_b + k);
      }
    }
  }

  void open(const Search& search, const Item& item) {
    const EdgeTree &a = search.a, &b = search.b;
    const bool opens_a = item.b.level == 0 || (item.a.level != 0 && size(a.box(item.a)) >= size(b.box(item.b)));
    const EdgeTree::Node parent = opens_a ? item.a : item.b;
    const EdgeTree& tree = opens_a ? a : b;
    const EdgeTree::Node first = tree.first_child(parent);
    for (std::uint32_t k = 0, count = tree.children(parent); k < count; ++k) {
      const EdgeTree::Node child{first.level, first.index + k};
      const EdgeTree::Node node_a = opens_a ? child : item.a, node_b = opens_a ? item.b : child;
      const double bound = bound_and_lower_limit(search, node_a, node_b);
      if (bound <= search.limit) push({bound, node_a, node_b});
    }
  }

  static double bound_and_lower_limit(const Search& search, EdgeTree::Node node_a, EdgeTree::Node node_b) {
    const Box box_a = search.frames.a.box(search.a.box(node_a)), box_b = search.frames.b.box(search.b.box(node_b));
    if (search.wants_nearest) {  // any two vertices of them are no farther apart
      const double x = std::max(box_a.max_x, box_b.max_x) - std::min(box_a.min_x, box_b.min_x);
      const double y = std::max(box_a.max_y, box_b.max_y) - std::min(box_a.min_y, box_b.min_y);
      search.limit = std::min(search.limit, (1 + 0x1p-20) * (x * x + y * y));
    }
    const double bound = Bounds::of_boxes(box_a, box_b);
    if (bound > search.limit || (node_a.level != 0) == (node_b.level != 0)) return bound;
    const TreeEdge& e = node_a.level == 0 ? search.a.edges()[node_a.index] : search.b.edges()[node_b.index];
    const Frame& frame = node_a.level == 0 ? search.frames.a : search.frames.b;
    return std::max(bound, Bounds::of_edge(frame.start(e), frame.end(e), node_a.level == 0 ? box_b : box_a));
  }

  void push(const Item& item) {
    heap_.push_back(item);
    std::push_heap(heap_.begin(), heap_.end(), is_after);
  }

  std::vector<Item> heap_;
};

}  // namespace satchel::query
