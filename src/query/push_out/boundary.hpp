// Pieces of the boundaries of obstacles, and where two of them cross.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "query/push_out/obstacle.hpp"

namespace satchel::query {

/// A segment or a ray with its outward normal, or an arc of a circle.
struct Piece {
  std::uint32_t obstacle;
  bool is_circle;
  double x, y;         ///< start, or centre
  double dx, dy;       ///< unit vector along the segment
  double size;         ///< length, or radius
  double nx, ny;       ///< segment: outward
  Vec2d from{}, to{};  ///< arc: unit vectors to its ends, counter-clockwise; of a whole circle (0, 0)

  /// How far beyond its end a segment still meets another.
  double slack() const { return std::isinf(size) ? 0 : 0x1p-40 * size; }
};

/// Calls take(piece) for each piece: the sides, moved outward by the radius, and arcs around the corners.
/// @param depth  less deep inside counts as boundary: if the radius is not much larger, arcs are whole circles
template <class Take>
void for_each_piece(const Obstacle& obstacle, std::uint32_t number, double depth, const Take& take) {
  const double radius = obstacle.radius();
  const std::vector<BoundarySide>& sides = obstacle.sides();
  for (const BoundarySide& side : sides) {
    if (!(side.length > 0)) continue;
    take(Piece{number, false, side.x + radius * side.nx, side.y + radius * side.ny, side.dx, side.dy, side.length,
               side.nx, side.ny});
  }
  if (!(radius > 0)) return;
  if (sides.empty()) {
    const Vec2d& centre = obstacle.vertices()[0];
    return take(Piece{number, true, centre.x, centre.y, 0, 0, radius, 0, 0});
  }
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const BoundarySide &side = sides[i], &before = sides[i == 0 ? sides.size() - 1 : i - 1];
    if (std::isinf(side.length) && std::isinf(before.length)) continue;  // they meet nowhere
    Piece arc{number, true, side.x, side.y, 0, 0, radius, 0, 0};
    if (depth < 0x1p-24 * radius) arc.from = {before.nx, before.ny}, arc.to = {side.nx, side.ny};
    take(arc);
  }
}

/// Calls take(x, y, ax, ay, bx, by) where two segments cross, with their outward normals.
template <class Take>
void cross_segments(const Piece& a, const Piece& b, const Take& take) {
  const double determinant = a.dx * b.dy - a.dy * b.dx;
  if (std::fabs(determinant) < 0x1p-40) return;
  const double wx = b.x - a.x, wy = b.y - a.y;
  const double s = (wx * b.dy - wy * b.dx) / determinant, t = (wx * a.dy - wy * a.dx) / determinant;
  const double slack = a.slack() + b.slack();
  if (s < -slack || s > a.size + slack || t < -slack || t > b.size + slack) return;
  take(a.x + s * a.dx, a.y + s * a.dy, a.nx, a.ny, b.nx, b.ny);
}

template <class Take>
void cross_circle(const Piece& segment, const Piece& circle, const Take& take) {
  const double wx = circle.x - segment.x, wy = circle.y - segment.y;
  const double along = wx * segment.dx + wy * segment.dy, off = wx * segment.nx + wy * segment.ny;
  const double rest = circle.size * circle.size - off * off;
  if (rest < 0) return;
  const double half = std::sqrt(rest), slack = segment.slack() + circle.slack();
  for (const double at : {along - half, along + half}) {
    if (at < -slack || at > segment.size + slack) continue;
    const double x = segment.x + at * segment.dx, y = segment.y + at * segment.dy;
    take(x, y, segment.nx, segment.ny, (x - circle.x) / circle.size, (y - circle.y) / circle.size);
  }
}

template <class Take>
void cross_circles(const Piece& a, const Piece& b, const Take& take) {
  const double wx = b.x - a.x, wy = b.y - a.y, squared = wx * wx + wy * wy, distance = std::sqrt(squared);
  if (!(distance > 0)) return;
  const double along = (squared + a.size * a.size - b.size * b.size) / (2 * distance);
  const double rest = a.size * a.size - along * along;
  if (rest < 0) return;
  const double ux = wx / distance, uy = wy / distance, half = std::sqrt(rest);
  for (const double off : {-half, half}) {
    const double x = a.x + along * ux - off * uy, y = a.y + along * uy + off * ux;
    take(x, y, (x - a.x) / a.size, (y - a.y) / a.size, (x - b.x) / b.size, (y - b.y) / b.size);
  }
}

template <class Take>
void cross(const Piece& a, const Piece& b, const Take& take) {
  if (a.is_circle && b.is_circle) return cross_circles(a, b, take);
  if (a.is_circle) return cross_circle(b, a, take);
  if (b.is_circle) return cross_circle(a, b, take);
  cross_segments(a, b, take);
}

/// Half of a piece: from its point that is nearest to the origin on, to one of its ends. The distance from the origin
/// grows along it.
struct Wing {
  Piece piece;
  bool is_forward;
  double x, y;    ///< segment: the foot of the perpendicular on its line; circle: the unit vector to the nearest point
  double dx, dy;  ///< the direction in which the wing leaves it
  double at;      ///< how far along it is free: a length; on a circle, the tangent of half of the angle
  double end;
  bool has_foot;  ///< whether it begins at the nearest point of its line, but for rounding
  std::uint32_t obstacles_seen = 0;

  static constexpr double half_turn = 0x1p30;  ///< as good as the tangent of a quarter turn

  Vec2d point() const { return point(at); }
  Vec2d point(double along) const {
    if (!piece.is_circle) return {x + along * dx, y + along * dy};
    const double scale = piece.size / (1 + along * along);
    const double cosine = scale * (1 - along * along), sine = scale * (2 * along);
    return {piece.x + cosine * x + sine * dx, piece.y + cosine * y + sine * dy};
  }

  /// How far along the wing a point of its piece is; negative: on the other wing.
  double position(double px, double py) const {
    if (!piece.is_circle) return (px - x) * dx + (py - y) * dy;
    return position(Vec2d{(px - piece.x) / piece.size, (py - piece.y) / piece.size});
  }

  /// The same for a unit vector from the centre of an arc.
  double position(const Vec2d& v) const {
    const double cosine = v.x * x + v.y * y, sine = v.x * dx + v.y * dy;
    if (cosine >= 0) return sine / (1 + cosine);
    return std::fabs(sine) < 0x1p-30 ? half_turn : (1 - cosine) / sine;  // the same number
  }

  TranslationBox box() const {
    if (piece.is_circle) {
      return {piece.x - piece.size, piece.y - piece.size, piece.x + piece.size, piece.y + piece.size};
    }
    const auto far_end = [&](double from, double along) { return along == 0 ? from : from + end * along; };
    const Vec2d from = point(), to{far_end(x, dx), far_end(y, dy)};
    return {std::min(from.x, to.x), std::min(from.y, to.y), std::max(from.x, to.x), std::max(from.y, to.y)};
  }
};

/// Calls take(wing) for each wing of a piece.
///
/// The foot of a piece is the nearest point of its line or circle. Where it is the joint of a segment and an arc, rounding can
/// put it beyond the ends of both. So the foot of a segment counts up to `slack` beyond the ends. The foot of an arc needs no
/// slack: at a joint where rounding puts it beyond the end, that of the segment is within `slack`.
template <class Take>
void for_each_wing(const Piece& piece, double slack, const Take& take) {
  if (piece.is_circle) {
    const double distance = std::sqrt(piece.x * piece.x + piece.y * piece.y);
    const double x = distance > 0 ? -piece.x / distance : 1, y = distance > 0 ? -piece.y / distance : 0;
    const Vec2d &from = piece.from, &to = piece.to;
    const bool is_whole = from.x == 0 && from.y == 0;
    const bool has_foot = is_whole || (from.x * y - from.y * x >= 0 && x * to.y - y * to.x >= 0);
    for (const bool forward : {true, false}) {
      Wing wing{piece, forward, x, y, forward ? -y : y, forward ? x : -x, 0, Wing::half_turn, has_foot};
      if (!is_whole) {
        const Vec2d &first = forward ? from : to, &last = forward ? to : from;
        if (!has_foot) wing.at = wing.position(first);
        if (wing.at < 0) continue;  // it begins on the other wing
        if (wing.position(last) >= wing.at) wing.end = wing.position(last);
      }
      take(wing);
    }
    return;
  }
  const double foot = -(piece.x * piece.dx + piece.y * piece.dy), off = piece.x * piece.nx + piece.y * piece.ny;
  const double x = off * piece.nx, y = off * piece.ny;
  const bool has_foot = foot >= -slack && foot <= piece.size + slack;
  if (foot <= piece.size) {
    take(Wing{piece, true, x, y, piece.dx, piece.dy, std::max(-foot, 0.0), piece.size - foot, has_foot});
  }
  if (foot >= 0) {
    take(Wing{piece, false, x, y, -piece.dx, -piece.dy, std::max(foot - piece.size, 0.0), foot, has_foot});
  }
}

}  // namespace satchel::query
