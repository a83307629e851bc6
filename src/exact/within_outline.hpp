// Whether a convex body lies within a simple polygon, which convex parts fill; decided exactly.
//
// Let P be the body, Q the polygon, e its edges.
//   P has area (a polygon, or a radius): P lies in Q if and only if no e reaches into the interior of P, and P overlaps some
//     part of Q. For the interior of P is connected: without a point of the boundary of Q it is in Q or outside. If P
//     touches an e, it touches the boundary.
//   P is a point: it lies in a part of Q; it touches the boundary if it lies on an e.
//   P is a segment: it begins in Q, crosses no e in the interior of both, and wherever it meets a corner of Q, or begins or
//     ends on an e, it leaves in a direction that points into Q or along its boundary. Elsewhere it cannot get out.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exact/pair_signs.hpp"
#include "exact/resolve.hpp"

namespace satchel::exact {

template <class T>
struct PlacedOutline {
  std::vector<T> x, y;         ///< offsets of its corners, counter-clockwise; `close` repeats the first one
  std::vector<Core<T>> parts;  ///< all of one origin

  void close() {
    x.push_back(x[0]);
    y.push_back(y[0]);
  }

  /// -1 not within; 0 within, touching the boundary; 1 in the interior.
  int place(const Core<T>& body) const {
    bool touches = false;
    const Box box = box_of(body, 0x1p-20 * extent(body));
    for (std::size_t e = 0; e + 1 < x.size(); ++e) {
      if (is_far(box, e)) continue;
      const Verdict of_edge = verdict(body, edge(e));
      if (of_edge == Verdict::overlapping) return -1;
      touches = touches || of_edge == Verdict::touching;
    }
    if (body.count == 2 && body.radius == 0) {
      if (!begins_inside(body) || (touches && !stays_inside(body))) return -1;
      return touches ? 0 : 1;
    }
    const Verdict enough = body.count == 1 && body.radius == 0 ? Verdict::touching : Verdict::overlapping;
    const bool some =
        std::any_of(parts.begin(), parts.end(), [&](const Core<T>& part) { return verdict(body, part) >= enough; });
    return !some ? -1 : touches ? 0 : 1;
  }

 private:
  static Verdict verdict(const Core<T>& a, const Core<T>& b) {
    Stage stage{};
    return resolve_verdict(a, b, stage);
  }

  Core<T> piece(std::size_t first, std::uint32_t count) const {
    return {.x = x.data() + first,
            .y = y.data() + first,
            .count = count,
            .origin_x = parts[0].origin_x,
            .origin_y = parts[0].origin_y,
            .strictly_convex = false};
  }
  Core<T> edge(std::size_t e) const { return piece(e, 2); }

  static Core<T> point(const Core<T>& body, std::uint32_t v) {
    return {.x = body.x + v,
            .y = body.y + v,
            .count = 1,
            .origin_x = body.origin_x,
            .origin_y = body.origin_y,
            .strictly_convex = false};
  }

  double extent(const Core<T>& body) const {
    double largest = std::fabs(parts[0].origin_x - body.origin_x) + std::fabs(parts[0].origin_y - body.origin_y) +
                     static_cast<double>(body.radius);
    for (std::size_t i = 0; i < x.size(); ++i) {
      largest = std::max({largest, std::fabs(static_cast<double>(x[i])), std::fabs(static_cast<double>(y[i]))});
    }
    for (std::uint32_t i = 0; i < body.count; ++i) {
      largest =
          std::max({largest, std::fabs(static_cast<double>(body.x[i])), std::fabs(static_cast<double>(body.y[i]))});
    }
    return largest;
  }

  /// The box of a body, relative to the origin of the parts, larger by `slack`, which is more than rounding.
  Box box_of(const Core<T>& body, double slack) const {
    const auto [min_x, max_x] = std::minmax_element(body.x, body.x + body.count);
    const auto [min_y, max_y] = std::minmax_element(body.y, body.y + body.count);
    const double dx = body.origin_x - parts[0].origin_x, dy = body.origin_y - parts[0].origin_y;
    const double reach = static_cast<double>(body.radius) + slack;
    return {static_cast<double>(*min_x) + dx - reach, static_cast<double>(*min_y) + dy - reach,
            static_cast<double>(*max_x) + dx + reach, static_cast<double>(*max_y) + dy + reach};
  }

  bool is_far(const Box& box, std::size_t e) const {
    const auto apart = [e](const std::vector<T>& ends, double low, double high) {
      return static_cast<double>(std::min(ends[e], ends[e + 1])) > high ||
             static_cast<double>(std::max(ends[e], ends[e + 1])) < low;
    };
    return apart(x, box.min_x, box.max_x) || apart(y, box.min_y, box.max_y);
  }

  bool begins_inside(const Core<T>& segment) const {
    const Core<T> start = point(segment, 0);
    return std::any_of(parts.begin(), parts.end(),
                       [&](const Core<T>& part) { return verdict(start, part) != Verdict::disjoint; });
  }

  ExactEdge vector(std::size_t e) const {
    return {Expansion<2>(two_difference(static_cast<double>(x[e + 1]), static_cast<double>(x[e]))),
            Expansion<2>(two_difference(static_cast<double>(y[e + 1]), static_cast<double>(y[e])))};
  }
  static int turn(const ExactEdge& from, const ExactEdge& to) { return cross(from.x, to.y, from.y, to.x).sign(); }

  /// Whether a segment that touches the boundary leaves no corner and no edge that it touches outward.
  bool stays_inside(const Core<T>& segment) const {
    const Core<T> ends[2] = {point(segment, 0), point(segment, 1)};
    const auto coordinate = [](const T* values, std::uint32_t i) { return static_cast<double>(values[i]); };
    ExactEdge along[2];  // from each end to the other
    for (std::uint32_t i = 0; i < 2; ++i) {
      along[i] = {Expansion<2>(two_difference(coordinate(segment.x, 1 - i), coordinate(segment.x, i))),
                  Expansion<2>(two_difference(coordinate(segment.y, 1 - i), coordinate(segment.y, i)))};
    }
    const std::size_t edges = x.size() - 1;
    for (std::size_t e = 0; e < edges; ++e) {
      const Core<T> corner = piece(e, 1);
      const ExactEdge out = vector(e);
      if (verdict(corner, segment) != Verdict::disjoint) {
        const ExactEdge in = vector(e == 0 ? edges - 1 : e - 1);
        for (std::uint32_t i = 0; i < 2; ++i) {  // toward the other end of along[i]
          if (verdict(corner, ends[1 - i]) == Verdict::disjoint && !points_inside(in, out, along[i])) return false;
        }
      }
      for (std::uint32_t i = 0; i < 2; ++i) {
        const bool on_edge = verdict(ends[i], edge(e)) != Verdict::disjoint;
        const bool at_corner =
            verdict(ends[i], corner) != Verdict::disjoint || verdict(ends[i], piece(e + 1, 1)) != Verdict::disjoint;
        if (on_edge && !at_corner && turn(out, along[i]) < 0) return false;
      }
    }
    return true;
  }

  /// Whether a direction at the corner between two edges points into the polygon or along one of them.
  static bool points_inside(const ExactEdge& in, const ExactEdge& out, const ExactEdge& direction) {
    const bool left_of_in = turn(in, direction) >= 0, left_of_out = turn(out, direction) >= 0;
    return turn(in, out) >= 0 ? left_of_in && left_of_out : left_of_in || left_of_out;
  }
};

}  // namespace satchel::exact
