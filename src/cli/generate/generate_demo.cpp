// Generates the demonstration scene, in which some bodies touch exactly. All local vertices are multiples of 1/64 and
// all origins of 1/128, so that sums are exact in floating point. A vertex placed at the midpoint of another body's
// edge then lies exactly on the edge; and if it is the support vertex of its body towards this edge, the two bodies
// touch.
#include "cli/generate/generate_demo.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cli/generate/generate_shapes.hpp"
#include "cli/generate/neighbour_pairs.hpp"

namespace satchel::cli {
namespace {

constexpr double vertex_parts = 64;
constexpr double origin_parts = 128;
constexpr double spacing = 2;

double turn(const Vec2d& a, const Vec2d& b, const Vec2d& c) {
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}

/// A convex polygon near an ellipse, with vertices on the lattice and with all turns well to the left.
std::vector<Vec2d> lattice_polygon(Random& random, double radius) {
  for (;;) {
    const std::uint32_t count = 3 + random.below(10);
    std::vector<Vec2d> points = points_on_circle(random, count, radius, count == 3 ? 0.3 : 0.55);
    const double flatness = random.uniform(0.7, 1);
    for (Vec2d& point : points) {
      point = {rounded(point.x, vertex_parts), rounded(point.y * flatness, vertex_parts)};
    }
    bool convex = true;
    for (std::uint32_t i = 0; i < count; ++i) {
      convex = convex && turn(points[i], points[(i + 1) % count], points[(i + 2) % count]) > 0.002;
    }
    if (convex) {
      return points;
    }
  }
}

struct Body {
  std::vector<Vec2d> polygon;
  Vec2d origin;
  double angle;
};

double squared_distance(const Vec2d& a, const Vec2d& b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// The origin nearest to `wanted` at which `polygon` touches the midpoint of an edge of the host.
Vec2d touching_origin(const Body& host, const std::vector<Vec2d>& polygon, const Vec2d& wanted) {
  Vec2d best{};
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < host.polygon.size(); ++i) {
    const Vec2d& p = host.polygon[i];
    const Vec2d& q = host.polygon[(i + 1) % host.polygon.size()];
    const Vec2d normal{q.y - p.y, p.x - q.x};
    const Vec2d lowest = *std::min_element(polygon.begin(), polygon.end(), [&](const Vec2d& v, const Vec2d& w) {
      return normal.x * v.x + normal.y * v.y < normal.x * w.x + normal.y * w.y;
    });
    const Vec2d place{host.origin.x + (p.x + q.x) / 2 - lowest.x, host.origin.y + (p.y + q.y) / 2 - lowest.y};
    if (squared_distance(place, wanted) < nearest) {
      nearest = squared_distance(place, wanted);
      best = place;
    }
  }
  return best;
}

/// The number of columns for which the picture is about three to two and the last row is fullest.
std::size_t columns_for(std::size_t bodies) {
  const double exact = std::sqrt(1.5 * static_cast<double>(bodies));
  const auto least = static_cast<std::size_t>(std::max(1.0, std::floor(0.9 * exact)));
  std::size_t best = least;
  std::size_t fewest_missing = bodies;
  for (std::size_t columns = least; columns <= static_cast<std::size_t>(std::max(1.0, 1.1 * exact)); ++columns) {
    const std::size_t missing = (columns - bodies % columns) % columns;
    if (missing < fewest_missing) {
      fewest_missing = missing;
      best = columns;
    }
  }
  return best;
}

}  // namespace

GeneratedScene generate_demo(std::size_t bodies, Random& random) {
  const std::size_t columns = columns_for(bodies);
  std::vector<Body> placed;
  for (std::size_t i = 0; i < bodies; ++i) {
    const std::size_t column = i % columns;
    const double crowding = columns == 1 ? 0.5 : static_cast<double>(column) / static_cast<double>(columns - 1);
    const double middle = 1 - std::abs(2 * crowding - 1);
    const bool upright = random.uniform(0, 1) < 0.2 + 0.8 * middle;  // only upright bodies can touch exactly
    const double radius = (0.6 + 0.75 * crowding) * random.uniform(0.8, 1.15) * (upright ? 1.1 : 1);
    std::vector<Vec2d> polygon = lattice_polygon(random, radius);

    const double jitter = 0.2;
    const double x = spacing * (static_cast<double>(column) + random.uniform(-jitter, jitter));
    const double y = spacing * (static_cast<double>(i / columns) + random.uniform(-jitter, jitter));
    const Vec2d wanted{rounded(x, origin_parts), rounded(y, origin_parts)};
    Vec2d origin = wanted;
    const double angle = upright ? 0 : rounded(random.uniform(-two_pi / 2, two_pi / 2), 1e4);
    if (upright) {
      double nearest = 0.4 * spacing * 0.4 * spacing;  // limit of the distance from the wanted origin
      const auto try_host = [&](const Body& host) {
        const Vec2d place = touching_origin(host, polygon, wanted);
        if (host.angle == 0 && squared_distance(place, wanted) < nearest) {
          nearest = squared_distance(place, wanted);
          origin = place;
        }
      };
      if (column != 0) {
        try_host(placed[i - 1]);
      }
      if (i >= columns) {
        try_host(placed[i - columns]);
      }
    }
    placed.push_back({std::move(polygon), origin, angle});
  }

  GeneratedScene scene;
  for (const Body& body : placed) {
    scene.bodies.push_back({scene.add_shape(to_float(body.polygon)), body.origin.x, body.origin.y, body.angle});
  }
  scene.pairs = neighbour_pairs(scene, 1.05);
  return scene;
}

}  // namespace satchel::cli
