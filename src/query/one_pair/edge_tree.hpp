// The edges of a body under a tree of boxes, for searches from near edges to far ones.
//
//   level 0: the edges, ring after ring; level 1: groups of eight in a row; level 2: eight groups; ...; the last: all
//
// Natural order needs no sorting, and neighbours in a ring lie near each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exact/ring.hpp"
#include "format/outline_layout.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// An edge, as offsets of the body; a point is an edge from itself to itself.
struct TreeEdge {
  double x, y, end_x, end_y;
  std::uint32_t number, next;  ///< of its first vertex, which is that of the edge, and of its second one
};

class EdgeTree {
 public:
  static constexpr std::uint32_t fanout = 8;

  /// A node: an edge if the level is 0.
  struct Node {
    std::uint32_t level, index;
  };

  const std::vector<TreeEdge>& edges() const { return edges_; }
  Node root() const { return {static_cast<std::uint32_t>(levels_.size()), 0}; }
  /// The first child of a node that is no edge, and the number of its children.
  Node first_child(Node node) const { return {node.level - 1, node.index * fanout}; }
  std::uint32_t children(Node node) const { return std::min(fanout, size_of(node.level - 1) - node.index * fanout); }
  Box box(Node node) const {
    return node.level == 0 ? box_of(edges_[node.index]) : levels_[node.level - 1][node.index];
  }

  /// Replaces the edges by those of an outline, or of a core. Throw std::bad_alloc.
  template <class T>
  void take_outline(const detail::SceneData<T>& scene, BodyId body) {
    const kernels::OutlineShape& shape = scene.outline_of(body);
    const kernels::OutlineBlock<const T> block{scene.compounds.outlines.table().of(scene.bodies[body].place),
                                               shape.groups, shape.rings};
    begin(shape.count);
    for (std::uint32_t ring = 0, group = 0, first = 0; ring < shape.rings; ++ring) {
      const std::uint32_t count = scene.compounds.outlines.ring_counts[shape.ring_counts + ring];
      for (std::uint32_t i = 0; i < count; ++i) {
        const T* const x = block.vertices(group + i / kernels::edges_of_group) + i % kernels::edges_of_group;
        add(x[0], x[block.y_stride], x[1], x[block.y_stride + 1], first + i, first + (i + 1 < count ? i + 1 : 0));
      }
      group += kernels::outline_groups(count);
      first += count;
    }
    build_or_point(static_cast<double>(*block.vertices(0)), static_cast<double>(block.vertices(0)[block.y_stride]), 0);
  }
  template <class T>
  void take_core(const exact::Core<T>& core) {
    const exact::Ring<T> ring(core);
    begin(ring.count());
    for (std::uint32_t i = 0; i < ring.count(); ++i) {
      const std::uint32_t from = ring.original(i), to = ring.original(ring.next(i));
      add(core.x[from], core.y[from], core.x[to], core.y[to], from, to);
    }
    build_or_point(ring.x(0), ring.y(0), ring.original(0));
  }

 private:
  static Box box_of(const TreeEdge& e) {
    return {std::min(e.x, e.end_x), std::min(e.y, e.end_y), std::max(e.x, e.end_x), std::max(e.y, e.end_y)};
  }
  std::uint32_t size_of(std::uint32_t level) const {
    return static_cast<std::uint32_t>(level == 0 ? edges_.size() : levels_[level - 1].size());
  }

  /// Makes room for so many edges.
  void begin(std::uint32_t most) {
    edges_.resize(most);
    count_ = 0;
  }
  /// Edges that rounding has shortened to points are left out: the edges next to them have these points.
  template <class T>
  void add(T x, T y, T end_x, T end_y, std::uint32_t number, std::uint32_t next) {
    edges_[count_] = {static_cast<double>(x),
                      static_cast<double>(y),
                      static_cast<double>(end_x),
                      static_cast<double>(end_y),
                      number,
                      next};
    count_ += x != end_x || y != end_y ? 1 : 0;
  }
  /// @param x, y, number  of the first vertex, which stands for all if no edge is left
  void build_or_point(double x, double y, std::uint32_t number) {
    edges_.resize(count_);
    if (edges_.empty()) edges_.push_back({x, y, x, y, number, number});
    build();
  }

  void build() {
    std::size_t levels = 0;
    for (std::uint32_t below = static_cast<std::uint32_t>(edges_.size()); below > 1 || levels == 0; ++levels) {
      if (levels_.size() == levels) levels_.emplace_back();
      std::vector<Box>& boxes = levels_[levels];
      boxes.resize((below + fanout - 1) / fanout);
      for (std::uint32_t i = 0; i < below; ++i) {
        const Box box = levels == 0 ? box_of(edges_[i]) : levels_[levels - 1][i];
        Box& whole = boxes[i / fanout];
        whole = i % fanout == 0 ? box
                                : Box{std::min(whole.min_x, box.min_x), std::min(whole.min_y, box.min_y),
                                      std::max(whole.max_x, box.max_x), std::max(whole.max_y, box.max_y)};
      }
      below = static_cast<std::uint32_t>(boxes.size());
    }
    levels_.resize(levels);
  }

  std::vector<TreeEdge> edges_;
  std::size_t count_ = 0;                 ///< of those added
  std::vector<std::vector<Box>> levels_;  ///< boxes from level 1 on
};

}  // namespace satchel::query
