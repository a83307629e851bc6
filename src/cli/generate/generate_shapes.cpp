#include "cli/generate/generate_shapes.hpp"

#include <cmath>

#include <satchel/pose.hpp>

namespace satchel::cli {

std::vector<Vec2d> points_on_circle(Random& random, std::uint32_t count, double radius, double jitter) {
  const double phase = random.uniform(0, two_pi);
  std::vector<Vec2d> points;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double turn = (i + jitter * random.uniform(-0.5, 0.5)) / count;
    const Pose pose = Pose::at(0, 0, phase + two_pi * turn);
    points.push_back({radius * pose.rotation.cos, radius * pose.rotation.sin});
  }
  return points;
}

std::vector<Vec2d> box_corners(double half_width, double half_height) {
  return {
      {-half_width, -half_height}, {half_width, -half_height}, {half_width, half_height}, {-half_width, half_height}};
}

std::vector<Vec2> to_float(const std::vector<Vec2d>& points) {
  std::vector<Vec2> result;
  for (const Vec2d& point : points) {
    result.push_back({static_cast<float>(point.x), static_cast<float>(point.y)});
  }
  return result;
}

double rounded(double value, double parts) { return std::floor(value * parts + 0.5) / parts; }

}  // namespace satchel::cli
