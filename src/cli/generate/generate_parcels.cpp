#include "cli/generate/generate_parcels.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "cli/generate/generate_shapes.hpp"

namespace satchel::cli {
namespace {

constexpr double decimals = 1024;  // a power of two: a point has the same place in the frame of each parcel around it

/// Corners and borders of the parcels. Each is a function of its place alone, so both sides of a border see the same.
class Borders {
 public:
  explicit Borders(std::uint64_t seed) : seed_(seed) {}

  /// The corner near (x, y).
  [[nodiscard]] Vec2d corner(std::size_t x, std::size_t y) const {
    constexpr double jitter = 0.15;
    Random random = random_at(x, y, 0);
    const double dx = random.uniform(-jitter, jitter);
    return {static_cast<double>(x) + rounded(dx, decimals),
            static_cast<double>(y) + rounded(random.uniform(-jitter, jitter), decimals)};
  }

  /// A point of the border that leads from the corner at (x, y) to the next one along x or y.
  [[nodiscard]] Vec2d point(std::size_t x, std::size_t y, bool along_x, unsigned k) const {
    constexpr double depth = 0.05;
    const Vec2d from = corner(x, y), to = along_x ? corner(x + 1, y) : corner(x, y + 1);
    Random random = random_at(x, y, 2 * k + (along_x ? 0u : 1u));
    const double t = k / 5.0, aside = random.uniform(-depth, depth);
    return {rounded(from.x + t * (to.x - from.x) + (along_x ? 0 : aside), decimals),
            rounded(from.y + t * (to.y - from.y) + (along_x ? aside : 0), decimals)};
  }

 private:
  [[nodiscard]] Random random_at(std::size_t x, std::size_t y, unsigned which) const {
    Random random(seed_ ^ (std::uint64_t{x} << 32 | std::uint64_t{y}));
    return Random(random.next() + which);
  }

  std::uint64_t seed_;
};

/// The border of the parcel at (x, y), counter-clockwise, around its middle.
std::vector<Vec2d> parcel(const Borders& borders, std::size_t x, std::size_t y) {
  std::vector<Vec2d> ring;
  const auto add_side = [&](Vec2d corner, std::size_t side_x, std::size_t side_y, bool along_x, bool backwards) {
    ring.push_back(corner);
    for (unsigned k = 1; k < 5; ++k) {
      ring.push_back(borders.point(side_x, side_y, along_x, backwards ? 5 - k : k));
    }
  };
  add_side(borders.corner(x, y), x, y, true, false);
  add_side(borders.corner(x + 1, y), x + 1, y, false, false);
  add_side(borders.corner(x + 1, y + 1), x, y + 1, true, true);
  add_side(borders.corner(x, y + 1), x, y, false, true);
  for (Vec2d& point : ring) {
    point = {point.x - (static_cast<double>(x) + 0.5), point.y - (static_cast<double>(y) + 0.5)};
  }
  return ring;
}

}  // namespace

GeneratedScene generate_parcels(std::size_t bodies, Random& random) {
  GeneratedScene scene;
  const Borders borders(random.next());
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(bodies))));
  for (std::size_t i = 0; i < bodies; ++i) {
    const std::size_t x = i % columns, y = i / columns;
    std::vector<Vec2d> vertices = parcel(borders, x, y);
    std::vector<std::size_t> rings{vertices.size()};
    if (random.below(10) == 0) {
      const double width = rounded(random.uniform(0.05, 0.15), decimals);
      const double height = rounded(random.uniform(0.05, 0.15), decimals);
      vertices.insert(vertices.end(),
                      {{-width, -height}, {-width, height}, {width, height}, {width, -height}});  // clockwise
      rings.push_back(4);
    }
    const ShapeId shape = scene.add_outline(to_float(vertices), rings);
    scene.bodies.push_back({shape, static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5, 0});
    const auto add_pair = [&](std::size_t other) {
      if (other < bodies) {
        scene.pairs.push_back({static_cast<BodyId>(i), static_cast<BodyId>(other)});
      }
    };
    const bool is_last = x + 1 == columns;
    if (!is_last) add_pair(i + 1);
    if (x > 0) add_pair(i + columns - 1);
    add_pair(i + columns);
    if (!is_last) add_pair(i + columns + 1);
  }
  return scene;
}

}  // namespace satchel::cli
