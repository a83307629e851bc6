// The little plane geometry that a picture needs; verdicts come from the library alone.
#pragma once

#include <span>
#include <vector>

#include <satchel/types.hpp>

namespace satchel::cli {

using Outline = std::span<const Vec2d>;  // counter-clockwise

inline Vec2d operator+(const Vec2d& a, const Vec2d& b) { return {a.x + b.x, a.y + b.y}; }
inline Vec2d operator-(const Vec2d& a, const Vec2d& b) { return {a.x - b.x, a.y - b.y}; }
inline Vec2d operator*(double t, const Vec2d& a) { return {t * a.x, t * a.y}; }
inline double dot(const Vec2d& a, const Vec2d& b) { return a.x * b.x + a.y * b.y; }
inline double cross(const Vec2d& a, const Vec2d& b) { return a.x * b.y - a.y * b.x; }
double length(const Vec2d& a);

double area(Outline outline);
/// The middle of the area; of the vertices where there is no area; of none: (0, 0).
Vec2d centroid(Outline outline);
/// The vertex farthest in a direction; of none: (0, 0).
Vec2d support(Outline outline, const Vec2d& direction);
bool contains(Outline outline, const Vec2d& point);

/// What two outlines have in common, to rounding; may be empty. `b` is convex.
std::vector<Vec2d> intersection(Outline a, Outline b);

/// The smallest box around points; of none: (0, 0) to (1, 1).
Box box_around(std::span<const Vec2d> points);

double distance(const Vec2d& point, const Vec2d& from, const Vec2d& to);  ///< to the segment

}  // namespace satchel::cli
