#include "cli/generate/generate.hpp"

#include <array>
#include <cmath>
#include <string_view>

#include <fmt/core.h>

#include "cli/generate/generate_demo.hpp"
#include "cli/generate/generate_parcels.hpp"
#include "cli/generate/generate_shapes.hpp"
#include "cli/generate/neighbour_pairs.hpp"
#include "cli/generate/random.hpp"
#include "cli/support/failure.hpp"

namespace satchel::cli {
namespace {

std::size_t columns_of_square(std::size_t bodies) {
  return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(bodies))));
}

/// Adds bodies of random shapes of the scene, near the points of the unit grid, with random rotations.
void scatter(GeneratedScene& scene, Random& random, std::size_t bodies) {
  constexpr double jitter = 0.35;
  constexpr double decimals = 1e4;  // rounds to short numbers in the file
  const std::size_t columns = columns_of_square(bodies);
  for (std::size_t i = 0; i < bodies; ++i) {
    const double x = static_cast<double>(i % columns) + random.uniform(-jitter, jitter);
    const double y = static_cast<double>(i / columns) + random.uniform(-jitter, jitter);
    const double angle = random.uniform(-two_pi / 2, two_pi / 2);
    scene.bodies.push_back({random.below(static_cast<std::uint32_t>(scene.shape_count())), rounded(x, decimals),
                            rounded(y, decimals), rounded(angle, decimals)});
  }
}

constexpr std::uint32_t variants = 32;  // number of shapes

// Sizes and neighbourhoods are chosen so that a body has three to five candidates, about a third of which overlap.
constexpr double neighbourhood = 1.6;

GeneratedScene octagons(std::size_t bodies, Random& random) {
  GeneratedScene scene;
  for (std::uint32_t i = 0; i < variants; ++i) {
    scene.add_shape(to_float(points_on_circle(random, 8, random.uniform(0.42, 0.62), 0)));
  }
  scatter(scene, random, bodies);
  scene.pairs = neighbour_pairs(scene, neighbourhood);
  return scene;
}

GeneratedScene boxes(std::size_t bodies, Random& random) {
  GeneratedScene scene;
  for (std::uint32_t i = 0; i < variants; ++i) {
    const double half_width = random.uniform(0.3, 0.55);
    scene.add_shape(to_float(box_corners(half_width, random.uniform(0.3, 0.55))));
  }
  scatter(scene, random, bodies);
  scene.pairs = neighbour_pairs(scene, 0.85 * neighbourhood);
  return scene;
}

GeneratedScene mixed(std::size_t bodies, Random& random) {
  GeneratedScene scene;
  for (std::uint32_t i = 0; i < 6 * variants; ++i) {
    scene.add_shape(to_float(points_on_circle(random, 3 + i % 6, random.uniform(0.45, 0.7), 0.6)));
  }
  scatter(scene, random, bodies);
  scene.pairs = neighbour_pairs(scene, 0.85 * neighbourhood);
  return scene;
}

GeneratedScene grid(std::size_t bodies, Random&) {
  GeneratedScene scene;
  scene.add_shape(to_float(box_corners(0.5, 0.5)));
  const std::size_t columns = columns_of_square(bodies);
  for (std::size_t i = 0; i < bodies; ++i) {
    scene.bodies.push_back({0, static_cast<double>(i % columns), static_cast<double>(i / columns), 0});
  }
  scene.pairs = neighbour_pairs(scene, 1.01);  // the eight boxes around a box, which touch it
  return scene;
}

/// Circles, capsules, rounded and sharp polygons, and concave stars.
GeneratedScene shapes(std::size_t bodies, Random& random) {
  GeneratedScene scene;
  for (std::uint32_t i = 0; i < variants; ++i) {
    const double size = random.uniform(0.3, 0.5);
    const auto number = [](double value) { return static_cast<float>(rounded(value, 1e4)); };
    scene.add_shape(to_float({{0, 0}}), "circle", number(size));
    scene.add_shape(to_float({{-size, 0}, {size, 0}}), "capsule", number(random.uniform(0.1, 0.25)));
    scene.add_shape(to_float(points_on_circle(random, 3 + i % 4, 0.8 * size, 0.6)), "polygon",
                    number(random.uniform(0.05, 0.2)));
    scene.add_shape(to_float(points_on_circle(random, 3 + i % 6, 1.3 * size, 0.6)));
    std::vector<Vec2d> star = points_on_circle(random, 2 * (3 + i % 4), 1.5 * size, 0.5);
    for (std::size_t k = 0; k < star.size(); k += 2) {
      const double depth = random.uniform(0.3, 0.6);
      star[k] = {depth * star[k].x, depth * star[k].y};
    }
    scene.add_shape(to_float(star), "concave");
  }
  scatter(scene, random, bodies);
  scene.pairs = neighbour_pairs(scene, 0.85 * neighbourhood);
  return scene;
}

struct Kind {
  std::string_view name;
  std::string_view description;
  GeneratedScene (*make)(std::size_t bodies, Random& random);
};

constexpr std::array kinds{
    Kind{"demo", "polygons of 3 to 12 vertices, from loose to crowded", generate_demo},
    Kind{"octagons", "octagons, scattered", octagons},
    Kind{"boxes", "boxes, scattered and turned", boxes},
    Kind{"mixed", "polygons of 3 to 8 vertices, scattered and turned", mixed},
    Kind{"shapes", "circles, capsules, rounded and sharp polygons, concave stars", shapes},
    Kind{"parcels", "outlines of 20 vertices with common borders, some with a hole", generate_parcels},
    Kind{"grid", "unit boxes side by side, all touching", grid},
};

}  // namespace

GeneratedScene generate(const std::string& kind, std::size_t bodies, std::uint64_t seed) {
  for (const Kind& known : kinds) {
    if (known.name == kind) {
      Random random(seed);
      GeneratedScene scene = known.make(bodies, random);
      scene.name = kind;
      scene.source = fmt::format("satchel generate --kind {} --bodies {} --seed {}", kind, bodies, seed);
      return scene;
    }
  }
  throw Failure(ExitStatus::usage, fmt::format("--kind {}: unknown; the kinds are\n{}", kind, kind_descriptions()));
}

std::string kind_descriptions() {
  std::string text;
  for (const Kind& kind : kinds) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", kind.name, kind.description);
  }
  return text;
}

}  // namespace satchel::cli
