#include "cli/picture/label_place.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace satchel::cli {
namespace {

/// Whether a segment meets the box around `middle` with half-extents `half` (Liang and Barsky).
bool meets(const Vec2d& from, const Vec2d& to, const Vec2d& middle, const Vec2d& half) {
  double enter = 0;
  double leave = 1;
  const auto clip = [&](double start, double along, double extent) {
    if (along == 0) {
      return std::abs(start) <= extent;
    }
    const double t = (-extent - start) / along;
    const double s = (extent - start) / along;
    enter = std::max(enter, std::min(t, s));
    leave = std::min(leave, std::max(t, s));
    return true;
  };
  return clip(from.x - middle.x, to.x - from.x, half.x) && clip(from.y - middle.y, to.y - from.y, half.y) &&
         enter <= leave;
}

double distance_to_box(const Vec2d& point, const Vec2d& middle, const Vec2d& half) {
  return length(
      {std::max(std::abs(point.x - middle.x) - half.x, 0.0), std::max(std::abs(point.y - middle.y) - half.y, 0.0)});
}

}  // namespace

double LabelPlacer::clearance(const Vec2d& middle, const Vec2d& half) const {
  double nearest = std::numeric_limits<double>::infinity();
  const std::array<Vec2d, 4> corners{middle + half, middle - half, Vec2d{middle.x + half.x, middle.y - half.y},
                                     Vec2d{middle.x - half.x, middle.y + half.y}};
  for (const Line& line : lines_) {
    if (meets(line.from, line.to, middle, half)) {
      return 0;
    }
    nearest = std::min({nearest, distance_to_box(line.from, middle, half), distance_to_box(line.to, middle, half)});
    for (const Vec2d& corner : corners) {
      nearest = std::min(nearest, distance(corner, line.from, line.to));
    }
  }
  return nearest;
}

Vec2d LabelPlacer::place(const Vec2d& size, const Vec2d& anchor, const std::function<bool(const Vec2d&)>& allowed) {
  constexpr double step = 4;
  constexpr double enough = 6;  // pixels to the nearest line; a larger clearance does not count
  const Vec2d half = 0.5 * size;
  Vec2d best = anchor;
  double best_score = -std::numeric_limits<double>::infinity();
  for (double y = corner_.y + half.y; y <= corner_.y + size_.y - half.y; y += step) {
    for (double x = corner_.x + half.x; x <= corner_.x + size_.x - half.x; x += step) {
      const Vec2d middle{x, y};
      const double score = 12 * std::min(clearance(middle, half), enough) - distance_to_box(anchor, middle, half) -
                           (allowed(middle) ? 0 : 1000);
      if (score > best_score) {
        best_score = score;
        best = middle;
      }
    }
  }
  keep_free(best - half, {best.x + half.x, best.y - half.y});
  keep_free({best.x + half.x, best.y - half.y}, best + half);
  keep_free(best + half, {best.x - half.x, best.y + half.y});
  keep_free({best.x - half.x, best.y + half.y}, best - half);
  return best;
}

}  // namespace satchel::cli
