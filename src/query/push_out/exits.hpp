// The points of the boundary of some obstacles that may be nearest to a point outside of all of them.
//
// The nearest one is the foot of the perpendicular on an edge, the nearest point of an arc, or a crossing of the boundaries
// of two obstacles: at a corner of one obstacle alone the outside spans more than half a turn, so a point beside it is
// nearer.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "query/push_out/obstacle.hpp"

namespace satchel::query {

/// A translation on the boundary of an obstacle, and where outward is: with a step of s * outward, it is s off both
/// boundaries that cross there. (0, 0): there is no such direction.
struct Exit {
  double squared, x, y, outward_x, outward_y;
};

class Exits {
 public:
  /// Lists the exits of the obstacles in the order of their distance from the origin.
  explicit Exits(const std::vector<Obstacle>& obstacles) {
    for (std::uint32_t i = 0; i < obstacles.size(); ++i) add_pieces(obstacles[i], i);
    for (const Piece& piece : pieces_) add_foot(piece);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      for (std::size_t j = i + 1; j < pieces_.size(); ++j) {
        if (pieces_[i].obstacle != pieces_[j].obstacle) add_crossings(pieces_[i], pieces_[j]);
      }
    }
    std::sort(exits_.begin(), exits_.end(), [](const Exit& a, const Exit& b) {
      if (a.squared != b.squared) return a.squared < b.squared;
      if (a.x != b.x) return a.x < b.x;
      if (a.y != b.y) return a.y < b.y;
      return a.outward_x != b.outward_x ? a.outward_x < b.outward_x : a.outward_y < b.outward_y;
    });
  }

  auto begin() const { return exits_.begin(); }
  auto end() const { return exits_.end(); }

 private:
  /// A segment with its outward normal, or a circle.
  struct Piece {
    std::uint32_t obstacle;
    bool is_circle;
    double x, y;    ///< start, or centre
    double dx, dy;  ///< unit vector along the segment
    double size;    ///< length, or radius
    double nx, ny;  ///< segment: outward
  };

  void add_pieces(const Obstacle& obstacle, std::uint32_t number) {
    const std::vector<Vec2d>& v = obstacle.vertices();
    const double radius = obstacle.radius();
    for (std::size_t i = 0; i < v.size() && v.size() > 1; ++i) {
      const Vec2d &from = v[i], &to = v[i + 1 == v.size() ? 0 : i + 1];
      const double ex = to.x - from.x, ey = to.y - from.y, length = std::sqrt(ex * ex + ey * ey);
      if (!(length > 0)) continue;
      const double nx = ey / length, ny = -ex / length;
      pieces_.push_back(
          {number, false, from.x + radius * nx, from.y + radius * ny, ex / length, ey / length, length, nx, ny});
    }
    if (!(radius > 0)) return;
    for (const Vec2d& centre : v) pieces_.push_back({number, true, centre.x, centre.y, 0, 0, radius, 0, 0});
  }

  void add(double x, double y, double outward_x, double outward_y) {
    exits_.push_back({x * x + y * y, x, y, outward_x, outward_y});
  }

  void add_foot(const Piece& piece) {
    if (piece.is_circle) {
      const double distance = std::sqrt(piece.x * piece.x + piece.y * piece.y);
      const double nx = distance > 0 ? -piece.x / distance : 1, ny = distance > 0 ? -piece.y / distance : 0;
      return add(piece.x + piece.size * nx, piece.y + piece.size * ny, nx, ny);
    }
    const double along = -(piece.x * piece.dx + piece.y * piece.dy);
    if (along < 0 || along > piece.size) return;
    const double off = piece.x * piece.nx + piece.y * piece.ny;
    add(off * piece.nx, off * piece.ny, piece.nx, piece.ny);
  }

  /// A crossing at (x, y), where the outward normals are (ax, ay) and (bx, by).
  void add_crossing(double x, double y, double ax, double ay, double bx, double by) {
    const double one_and_cosine = 1 + (ax * bx + ay * by);
    const double scale = one_and_cosine > 0x1p-20 ? 1 / one_and_cosine : 0;
    add(x, y, scale * (ax + bx), scale * (ay + by));
  }

  void add_crossings(const Piece& a, const Piece& b) {
    if (a.is_circle && b.is_circle) return cross_circles(a, b);
    if (a.is_circle) return cross_circle(b, a);
    if (b.is_circle) return cross_circle(a, b);
    const double turn = a.dx * b.dy - a.dy * b.dx;
    if (std::fabs(turn) < 0x1p-40) return;
    const double wx = b.x - a.x, wy = b.y - a.y;
    const double s = (wx * b.dy - wy * b.dx) / turn, t = (wx * a.dy - wy * a.dx) / turn;
    const double slack = 0x1p-40 * (a.size + b.size);
    if (s < -slack || s > a.size + slack || t < -slack || t > b.size + slack) return;
    add_crossing(a.x + s * a.dx, a.y + s * a.dy, a.nx, a.ny, b.nx, b.ny);
  }

  void cross_circle(const Piece& segment, const Piece& circle) {
    const double wx = circle.x - segment.x, wy = circle.y - segment.y;
    const double along = wx * segment.dx + wy * segment.dy, off = wx * segment.nx + wy * segment.ny;
    const double rest = circle.size * circle.size - off * off;
    if (rest < 0) return;
    const double half = std::sqrt(rest), slack = 0x1p-40 * (segment.size + circle.size);
    for (const double at : {along - half, along + half}) {
      if (at < -slack || at > segment.size + slack) continue;
      const double x = segment.x + at * segment.dx, y = segment.y + at * segment.dy;
      add_crossing(x, y, segment.nx, segment.ny, (x - circle.x) / circle.size, (y - circle.y) / circle.size);
    }
  }

  void cross_circles(const Piece& a, const Piece& b) {
    const double wx = b.x - a.x, wy = b.y - a.y, squared = wx * wx + wy * wy, distance = std::sqrt(squared);
    if (!(distance > 0)) return;
    const double along = (squared + a.size * a.size - b.size * b.size) / (2 * distance);
    const double rest = a.size * a.size - along * along;
    if (rest < 0) return;
    const double ux = wx / distance, uy = wy / distance, half = std::sqrt(rest);
    for (const double off : {-half, half}) {
      const double x = a.x + along * ux - off * uy, y = a.y + along * uy + off * ux;
      add_crossing(x, y, (x - a.x) / a.size, (y - a.y) / a.size, (x - b.x) / b.size, (y - b.y) / b.size);
    }
  }

  std::vector<Piece> pieces_;
  std::vector<Exit> exits_;
};

}  // namespace satchel::query
