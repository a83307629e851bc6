// Plane geometry for pictures. Verdicts come from the library.
#pragma once

#include <span>
#include <vector>

#include <satchel/types.hpp>

namespace satchel::cli {

using Outline = std::span<const Vec2d>;         // counter-clockwise; of a hole clockwise
using Rings = std::vector<std::vector<Vec2d>>;  // outlines and their holes

inline Vec2d operator+(const Vec2d& a, const Vec2d& b) { return {a.x + b.x, a.y + b.y}; }
inline Vec2d operator-(const Vec2d& a, const Vec2d& b) { return {a.x - b.x, a.y - b.y}; }
inline Vec2d operator*(double t, const Vec2d& a) { return {t * a.x, t * a.y}; }
inline double dot(const Vec2d& a, const Vec2d& b) { return a.x * b.x + a.y * b.y; }
inline double cross(const Vec2d& a, const Vec2d& b) { return a.x * b.y - a.y * b.x; }
double length(const Vec2d& a);

double area(Outline outline);  ///< negative for a hole
/// The centroid of the area; if the area is 0, of the vertices; (0, 0) if there are no vertices.
Vec2d centroid(Outline outline);
/// The support vertex in a direction; (0, 0) if there are no vertices.
Vec2d support(Outline outline, const Vec2d& direction);
bool contains(const Rings& rings, const Vec2d& point);
/// The vertices of all rings.
std::vector<Vec2d> vertices_of(const Rings& rings);

/// The intersection of two outlines, rounded; may be empty. `b` is convex.
std::vector<Vec2d> intersection(Outline a, Outline b);

/// The smallest box around points; (0, 0) to (1, 1) if there are no points.
Box box_around(std::span<const Vec2d> points);

double distance(const Vec2d& point, const Vec2d& from, const Vec2d& to);  ///< from the segment

}  // namespace satchel::cli
