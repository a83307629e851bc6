#include "workloads/game.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "workloads/random.hpp"
#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

constexpr std::size_t levels = 25, tiles_a_level = 60, chain_count = 4, segments_a_chain = 50;
constexpr std::size_t at_rest_a_level = 180, fast_a_level = 20, frame_count = 16;
constexpr double level_height = 12, column_width = 1.15;

struct Place {
  double x, y, angle;
};

/// The lowest and the highest point of a shape at an angle.
struct Heights {
  double low = 1e9, high = -1e9;
  Heights(const Shape& shape, double angle) {
    const double c = std::cos(angle), s = std::sin(angle), radius = static_cast<double>(shape.radius);
    for (const satchel::Vec2 v : shape.vertices) {
      const double y = s * static_cast<double>(v.x) + c * static_cast<double>(v.y);
      low = std::min(low, y - radius), high = std::max(high, y + radius);
    }
  }
};

satchel::Pose pose_of(const Place& place) {
  return satchel::Pose::at(rounded(place.x), rounded(place.y), rounded(place.angle));
}

Shape regular(int n, double radius) {
  Shape shape;
  for (int k = 0; k < n; ++k) {
    const double angle = 2 * std::numbers::pi * k / n;
    shape.vertices.push_back(
        {static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle))});
  }
  return shape;
}

Shape circle(float radius) {
  Shape shape;
  shape.vertices = {{0, 0}};
  shape.radius = radius;
  return shape;
}

/// Goes back and forth between 0 and `length`.
double reflected(double x, double length) {
  const double folded = std::fmod(x, 2 * length);
  return folded < length ? folded : 2 * length - folded;
}

Game make_game() {
  Random random(61);
  Game game;
  Workload& workload = game.workload;
  workload.shapes = {box(0.45f, 0.45f), box(0.5f, 0.3f), regular(3, 0.5), regular(5, 0.5),
                     regular(8, 0.5),   circle(0.4f),    box(0.5f, 0.5f)};
  constexpr std::size_t kinds = 6;
  constexpr satchel::ShapeId tile = kinds;
  game.reach = 0.65;

  std::vector<Place> rest;
  std::vector<satchel::ShapeId> shapes;
  for (std::size_t level = 0; level < levels; ++level) {
    std::size_t column = 0;
    for (std::size_t left = at_rest_a_level; left > 0; ++column) {
      const std::size_t height = std::min<std::size_t>(left, 2 + random.below(4));
      const double x = 0.6 + column_width * static_cast<double>(column);
      double y = level_height * static_cast<double>(level) + 0.5;  // the tiles' upper side
      for (std::size_t k = 0; k < height; ++k, --left) {
        const auto kind = static_cast<satchel::ShapeId>(random.below(kinds));
        const double angle = kind < 2 ? random.uniform(-0.01, 0.01) : random.uniform(0, 6);
        const Heights own(workload.shapes[kind], angle);
        const double at = y - own.low - 0.005;
        shapes.push_back(kind);
        rest.push_back({x + random.uniform(-0.03, 0.03), at, angle});
        y = at + own.high;
      }
    }
  }
  // Some stand on the chains instead.
  for (std::size_t k = 0; k < chain_count; ++k) {
    const double left = tiles_a_level + 2.0, base = level_height * static_cast<double>(6 * k);
    std::vector<satchel::Vec2>& points = game.chains.emplace_back();
    for (std::size_t i = 0; i <= segments_a_chain; ++i) {
      const double x = left + 0.5 * static_cast<double>(segments_a_chain - i);
      points.push_back({static_cast<float>(x), static_cast<float>(base + random.uniform(-0.05, 0.05))});
    }
    for (std::size_t n = 0; n < 18; ++n) {
      const std::size_t body = (6 * k + 1) * at_rest_a_level - 1 - n;  // the last ones of the level
      const Heights own(workload.shapes[shapes[body]], rest[body].angle);
      const double x = left + 1.5 + 1.2 * static_cast<double>(n);
      const auto right = static_cast<std::size_t>(2 * (left - x) + double{segments_a_chain});
      const double ground = std::max(static_cast<double>(points[right].y), static_cast<double>(points[right + 1].y));
      rest[body] = {x, ground - own.low - 0.005, rest[body].angle};
    }
  }
  struct Flight {
    double x, y, vx, vy, angle, turn;
  };
  std::vector<Flight> flights;
  for (std::size_t i = 0; i < levels * fast_a_level; ++i) {
    shapes.push_back(static_cast<satchel::ShapeId>(random.below(kinds)));
    const double direction = random.uniform(0, 2 * std::numbers::pi), speed = random.uniform(0.5, 1.2);
    const double x = random.uniform(0, tiles_a_level), y = random.uniform(0, level_height - 2);
    flights.push_back({x, y, std::fabs(speed * std::cos(direction)), std::fabs(speed * std::sin(direction)),
                       random.uniform(0, 6), random.uniform(-0.1, 0.1)});
  }
  game.fast = flights.size();
  game.movers = rest.size() + flights.size();
  for (std::size_t frame = 0; frame < frame_count; ++frame) {
    std::vector<satchel::Pose>& poses = game.frames.emplace_back();
    for (const Place& place : rest) {
      poses.push_back(pose_of({place.x + random.uniform(-0.002, 0.002), place.y + random.uniform(-0.002, 0.002),
                               place.angle + random.uniform(-0.002, 0.002)}));
    }
    const auto t = static_cast<double>(frame);
    for (std::size_t i = 0; i < flights.size(); ++i) {
      const Flight& its = flights[i];
      const double floor = level_height * static_cast<double>(i / fast_a_level) + 0.4;  // within the tiles
      poses.push_back(pose_of({reflected(its.x + t * its.vx, tiles_a_level),
                               floor + reflected(its.y + t * its.vy, level_height - 2), its.angle + t * its.turn}));
    }
    if (frame == 0) continue;
    std::vector<satchel::Motion>& steps = game.steps.emplace_back();
    for (std::size_t i = 0; i < flights.size(); ++i) {
      const satchel::Pose &from = game.frames[frame - 1][rest.size() + i], &to = poses[rest.size() + i];
      steps.push_back({rounded(to.x - from.x), rounded(to.y - from.y), rounded(flights[i].turn)});
    }
  }
  workload.body_shapes = shapes;
  workload.poses = game.frames[0];
  for (std::size_t level = 0; level < levels; ++level) {
    for (std::size_t i = 0; i < tiles_a_level; ++i) {
      add_body(workload, tile, static_cast<double>(i) + 0.5, level_height * static_cast<double>(level), 0);
    }
  }
  return game;
}

}  // namespace

const Game& game() {
  static const Game made = make_game();
  return made;
}

}  // namespace satchel_bench
