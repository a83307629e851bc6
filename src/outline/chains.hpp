// The chains of a sweep: each is the boundary of what is triangulated in one interval of the region (triangulate.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "outline/triangulate.hpp"

namespace satchel::outline {

/// Links of chains, from below to above, with the region on the right. A link knows the edge of the triangle on its left.
/// Where both sides of a link are still open, as behind a new diagonal, it has a number of `open_`.
class Chains {
 public:
  struct Chain {
    std::uint32_t low, high, tip;
  };

  /// @param vertices, rings  how many there are
  Chains(std::size_t vertices, std::size_t rings, Triangles& triangles) : triangles_(triangles) {
    triangles_.starts.reserve(3 * (vertices + 2 * rings));
    triangles_.twins.reserve(3 * (vertices + 2 * rings));
    nodes_.reserve(vertices);
  }

  std::uint32_t vertex(std::uint32_t node) const { return nodes_[node].vertex; }
  std::uint32_t next(std::uint32_t node) const { return nodes_[node].next; }
  std::uint32_t previous(std::uint32_t node) const { return nodes_[node].previous; }

  Chain begin(std::uint32_t vertex) {
    const std::uint32_t node = add(vertex);
    return {node, node, node};
  }

  /// Cuts the triangle off at a node between two others.
  void cut(std::uint32_t node) {
    const Node& at = nodes_[node];
    const auto first = static_cast<std::uint32_t>(triangles_.starts.size());
    triangles_.starts.insert(triangles_.starts.end(), {nodes_[at.previous].vertex, nodes_[at.next].vertex, at.vertex});
    triangles_.twins.insert(triangles_.twins.end(), 3, no_edge);
    glue(first + 1, at.left);
    glue(first + 2, nodes_[at.previous].left);
    nodes_[at.previous].left = first;
    nodes_[at.previous].next = at.next;
    nodes_[at.next].previous = at.previous;
  }

  /// Adds a vertex behind the high end, or before the low end.
  std::uint32_t add_high(Chain& chain, std::uint32_t vertex) {
    const std::uint32_t node = add(vertex);
    link(chain.high, node, no_edge);
    return chain.high = chain.tip = node;
  }
  std::uint32_t add_low(Chain& chain, std::uint32_t vertex) {
    const std::uint32_t node = add(vertex);
    link(node, chain.low, no_edge);
    return chain.low = chain.tip = node;
  }

  /// Splits a chain at its tip, and joins a vertex to both: `chain` keeps the lower part; returns the upper one.
  Chain split(Chain& chain, std::uint32_t vertex) {
    const auto diagonal = open + static_cast<std::uint32_t>(open_.size());
    open_.push_back(no_edge);
    const std::uint32_t tip = chain.tip, copy = add(nodes_[tip].vertex), node = add(vertex), other = add(vertex);
    Chain upper{other, chain.high, other};
    if (tip == chain.high) {
      upper.high = copy;
    } else {
      link(copy, nodes_[tip].next, nodes_[tip].left);
    }
    link(tip, node, diagonal);
    link(other, copy, diagonal);
    chain.high = chain.tip = node;
    return upper;
  }

  /// One chain of two, the second of which begins with the last vertex of the first.
  Chain join(const Chain& below, const Chain& above) {
    if (above.low == above.high) return {below.low, below.high, below.high};
    link(below.high, nodes_[above.low].next, nodes_[above.low].left);
    return {below.low, above.high, below.high};
  }

 private:
  static constexpr std::uint32_t open = 0x80000000;

  struct Node {
    std::uint32_t vertex, next, previous;
    std::uint32_t left;  ///< of the link to the next node
  };

  std::uint32_t add(std::uint32_t vertex) {
    nodes_.push_back({vertex, 0, 0, no_edge});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  void link(std::uint32_t from, std::uint32_t to, std::uint32_t left) {
    nodes_[from].next = to;
    nodes_[from].left = left;
    nodes_[to].previous = from;
  }
  void glue(std::uint32_t edge, std::uint32_t left) {
    if (left == no_edge) return;
    if (left >= open) {
      std::uint32_t& side = open_[left - open];
      if (side == no_edge) {
        side = edge;
        return;
      }
      left = side;
    }
    triangles_.twins[edge] = left;
    triangles_.twins[left] = edge;
  }

  Triangles& triangles_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> open_;  ///< of links with both sides open, the edge on the side that was closed first
};

}  // namespace satchel::outline
