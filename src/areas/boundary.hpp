// The boundary of a body as two functions of x: pieces of straight lines and arcs, from left to right.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "areas/number.hpp"
#include "exact/ring.hpp"

namespace satchel::areas {

/// A line between two points, or an arc between them that lies in the upper or in the lower half of a circle; x0 < x1.
template <class N>
struct Piece {
  N x0, y0, x1, y1;
  bool is_arc = false;
  N center_x = N(0.0), center_y = N(0.0);
};

/// Where a boundary's coordinates begin: a point of the world, origin + offset.
struct Frame {
  double origin_x, origin_y, x, y;
};

template <class N>
struct Boundary {
  std::vector<Piece<N>> lower, upper;  ///< each piece begins where the one before it ends
  N radius = N(0.0);

  /// Takes the place of what it was; keeps memory.
  template <class T>
  void set(const exact::Ring<T>& core, T core_radius, const Frame& frame) {
    lower.clear();
    upper.clear();
    radius = N(static_cast<double>(core_radius));
    set_vertices(core, frame);
    if (core_radius > 0) {
      add_rounded();
    } else {
      for (std::size_t i = 0; i < x_.size(); ++i) {
        const std::size_t next = i + 1 < x_.size() ? i + 1 : 0;
        add({x_[i], y_[i], x_[next], y_[next]});
      }
    }
    std::reverse(upper.begin(), upper.end());
    begin_left(lower);
    begin_left(upper);
  }

  bool is_empty() const { return lower.empty() || upper.empty(); }
  const N& min_x() const { return lower.front().x0; }
  const N& max_x() const { return lower.back().x1; }

 private:
  template <class T>
  void set_vertices(const exact::Ring<T>& core, const Frame& frame) {
    x_.clear();
    y_.clear();
    const exact::PlacedVertex first = core.vertex(0);
    const N from_x = difference<N>(first.origin_x, frame.origin_x);
    const N from_y = difference<N>(first.origin_y, frame.origin_y);
    for (std::size_t i = 0; i < core.count(); ++i) {
      const exact::PlacedVertex vertex = core.vertex(i);
      x_.push_back(difference<N>(vertex.x, frame.x) + from_x);
      y_.push_back(difference<N>(vertex.y, frame.y) + from_y);
    }
  }

  /// Adds a piece that leads counter-clockwise around the body.
  void add(const Piece<N>& piece) {
    const double along = lead(piece.x1 - piece.x0);
    if (along > 0) lower.push_back(piece);
    if (along < 0) {
      Piece<N> reversed = piece;
      std::swap(reversed.x0, reversed.x1);
      std::swap(reversed.y0, reversed.y1);
      upper.push_back(reversed);
    }
  }

  struct Direction {
    N x, y;
  };
  /// An arc about vertex i from one direction to another, both above or both below the centre.
  void add_arc(std::size_t i, const Direction& from, const Direction& to) {
    add({x_[i] + radius * from.x, y_[i] + radius * from.y, x_[i] + radius * to.x, y_[i] + radius * to.y, true, x_[i],
         y_[i]});
  }

  /// The edges, shifted outward, and between them arcs about the vertices, split where their normals are (1, 0) and
  /// (-1, 0).
  void add_rounded() {
    const Direction right{N(1.0), N(0.0)}, left{N(-1.0), N(0.0)};
    const std::size_t count = x_.size();
    if (count == 1) {
      add_arc(0, left, right);
      add_arc(0, right, left);
      return;
    }
    std::vector<Direction>& normals = normals_;
    normals.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t next = i + 1 < count ? i + 1 : 0;
      const N ex = x_[next] - x_[i], ey = y_[next] - y_[i], length = root(ex * ex + ey * ey);
      normals.push_back({quotient(ey, length), quotient(N(0.0) - ex, length)});
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Direction &before = normals[i > 0 ? i - 1 : count - 1], &after = normals[i];
      // An arc begins above the centre if its first direction is above, or is (1, 0); it ends above if its last is, or
      // is (-1, 0).
      const bool begins_above = lead(before.y) > 0 || (lead(before.y) == 0 && lead(before.x) > 0);
      const bool ends_above = lead(after.y) > 0 || (lead(after.y) == 0 && lead(after.x) < 0);
      if (begins_above == ends_above) {
        add_arc(i, before, after);
      } else {
        const Direction& extreme = begins_above ? left : right;
        add_arc(i, before, extreme);
        add_arc(i, extreme, after);
      }
      const std::size_t next = i + 1 < count ? i + 1 : 0;
      const N shift_x = radius * after.x, shift_y = radius * after.y;
      add({x_[i] + shift_x, y_[i] + shift_y, x_[next] + shift_x, y_[next] + shift_y});
    }
  }

  static void begin_left(std::vector<Piece<N>>& chain) {
    const auto leftmost = std::min_element(chain.begin(), chain.end(),
                                           [](const Piece<N>& p, const Piece<N>& q) { return lead(p.x0 - q.x0) < 0; });
    std::rotate(chain.begin(), leftmost, chain.end());
  }

  std::vector<N> x_, y_;
  std::vector<Direction> normals_;
};

}  // namespace satchel::areas
