// The boundary of a body as two functions of x: pieces of straight lines and arcs, from left to right.
//
// Vertices in the frame are rounded, and may coincide there. Edges and their normals come from the offsets that the body
// stores: their components have the right signs, which tell whether a piece lies above or below the body. Rounding can make
// the ends of pieces go back by as much as vertices are off; `join` leaves out what goes back.
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
      add_rounded(core);
    } else {
      for (std::size_t i = 0; i < core.count(); ++i) {
        const std::size_t next = core.next(i);
        add(core.edge_x(i) < 0, {x_[i], y_[i], x_[next], y_[next]});
      }
    }
    std::reverse(upper.begin(), upper.end());
    join(lower);
    join(upper);
  }

  bool is_empty() const { return lower.empty() || upper.empty(); }
  const N& min_x() const {
    const N &of_lower = lower.front().x0, &of_upper = upper.front().x0;
    return lead(of_lower - of_upper) < 0 ? of_upper : of_lower;
  }
  const N& max_x() const {
    const N &of_lower = lower.back().x1, &of_upper = upper.back().x1;
    return lead(of_lower - of_upper) > 0 ? of_upper : of_lower;
  }

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

  /// Adds a piece that leads counter-clockwise around the body, above or below it.
  void add(bool above, const Piece<N>& piece) {
    if (!above) return lower.push_back(piece);
    Piece<N> reversed = piece;
    std::swap(reversed.x0, reversed.x1);
    std::swap(reversed.y0, reversed.y1);
    upper.push_back(reversed);
  }

  struct Direction {
    N x, y;
  };
  /// An arc about vertex i from one direction to another, both above or both below the centre.
  void add_arc(bool above, std::size_t i, const Direction& from, const Direction& to) {
    add(above, {x_[i] + radius * from.x, y_[i] + radius * from.y, x_[i] + radius * to.x, y_[i] + radius * to.y, true,
                x_[i], y_[i]});
  }

  /// The edges, shifted outward, and between them arcs about the vertices, split where their normals are (1, 0) and
  /// (-1, 0).
  template <class T>
  void add_rounded(const exact::Ring<T>& core) {
    const Direction right{N(1.0), N(0.0)}, left{N(-1.0), N(0.0)};
    const std::size_t count = core.count();
    if (count == 1) {
      add_arc(false, 0, left, right);
      add_arc(true, 0, right, left);
      return;
    }
    std::vector<Direction>& normals = normals_;
    normals.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const exact::PlacedVertex start = core.vertex(i), end = core.vertex(core.next(i));
      const N ex = difference<N>(end.x, start.x), ey = difference<N>(end.y, start.y), length = root(ex * ex + ey * ey);
      normals.push_back({quotient(ey, length), quotient(N(0.0) - ex, length)});
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Direction &before = normals[i > 0 ? i - 1 : count - 1], &after = normals[i];
      // An arc begins above the centre if its first direction is above, or is (1, 0); it ends above if its last is, or
      // is (-1, 0).
      const bool begins_above = lead(before.y) > 0 || (lead(before.y) == 0 && lead(before.x) > 0);
      const bool ends_above = lead(after.y) > 0 || (lead(after.y) == 0 && lead(after.x) < 0);
      if (begins_above == ends_above) {
        add_arc(begins_above, i, before, after);
      } else {
        const Direction& extreme = begins_above ? left : right;
        add_arc(begins_above, i, before, extreme);
        add_arc(ends_above, i, extreme, after);
      }
      const std::size_t next = core.next(i);
      const N shift_x = radius * after.x, shift_y = radius * after.y;
      add(lead(after.y) > 0, {x_[i] + shift_x, y_[i] + shift_y, x_[next] + shift_x, y_[next] + shift_y});
    }
  }

  /// Lets a chain begin at the left, and each piece where the one before it ends. Leaves out pieces without width.
  static void join(std::vector<Piece<N>>& chain) {
    const auto leftmost = std::min_element(chain.begin(), chain.end(),
                                           [](const Piece<N>& p, const Piece<N>& q) { return lead(p.x0 - q.x0) < 0; });
    std::rotate(chain.begin(), leftmost, chain.end());
    std::size_t kept = 0;
    for (Piece<N>& piece : chain) {
      if (kept > 0) piece.x0 = chain[kept - 1].x1;
      if (!(lead(piece.x1 - piece.x0) > 0)) continue;
      if (&piece != &chain[kept]) chain[kept] = piece;
      ++kept;
    }
    chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(kept), chain.end());
  }

  std::vector<N> x_, y_;
  std::vector<Direction> normals_;
};

}  // namespace satchel::areas
