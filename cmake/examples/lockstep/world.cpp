#include "world.hpp"

#include <cmath>
#include <cstring>
#include <utility>

namespace lockstep {
namespace {

constexpr std::uint32_t walls = 4;
constexpr double step_seconds = 1.0 / 64, gravity = 8, friction = 0.375, slop = 1.0 / 128, fastest = 24;
constexpr double turn_of_down = 1.0 / 512;                  // radians a frame
constexpr double inverse_mass = 1.25, inverse_inertia = 8;  // of every mover; walls have 0
constexpr double recovery = 0.25, fastest_recovery = 4;     // of depth: a quarter of it a frame, and units a second
constexpr double thickness = 4;                             // half of a wall's
constexpr int iterations = 8;

std::uint64_t mixed(std::uint64_t sum, std::uint64_t word) {
  sum = (sum ^ word) * 0x9E3779B97F4A7C15U;
  return sum ^ (sum >> 29);
}

double clamped(double value, double least, double most) { return value < least ? least : value > most ? most : value; }

// Brings a vector back to length 1.
void normalise(double& x, double& y) {
  const double length = std::sqrt(x * x + y * y);
  x /= length;
  y /= length;
}
// Turns a unit vector by a small angle.
void turn(double& x, double& y, double angle) {
  const double turned_x = x - angle * y, turned_y = y + angle * x;
  x = turned_x;
  y = turned_y;
  normalise(x, y);
}

satchel::ShapeId add_shape(satchel::Scene& scene, const Kind& kind) {
  const std::span<const satchel::Vec2> corners = std::span(kind.corners).first(kind.count);
  if (kind.count == 1) return scene.add_circle(corners[0], kind.radius);
  if (kind.count == 2) return scene.add_capsule(corners[0], corners[1], kind.radius);
  return scene.add_polygon(corners, kind.radius);
}

}  // namespace

const std::array<Kind, kind_count> kinds{{
    {{{{-0.5F, -0.375F}, {0.5F, -0.375F}, {0.5F, 0.375F}, {-0.5F, 0.375F}}}, 4, 0},
    {{{{-0.5F, -0.375F}, {0.625F, -0.25F}, {-0.125F, 0.5F}}}, 3, 0},
    {{{{0, 0}}}, 1, 0.5F},
    {{{{0, -0.625F}, {0.5F, -0.25F}, {0.5F, 0.375F}, {-0.5F, 0.375F}, {-0.5F, -0.25F}}}, 5, 0},
    {{{{-0.375F, 0}, {0.375F, 0}}}, 2, 0.25F},
}};

World::World(std::uint32_t movers) : movers_(movers) {
  std::uint32_t columns = 1;
  while (columns * columns < movers) ++columns;
  half_width_ = 0.75 * columns + 0.5;

  std::array<satchel::ShapeId, kind_count> shapes{};
  for (std::uint32_t k = 0; k < kind_count; ++k) shapes[k] = add_shape(scene_, kinds[k]);
  const satchel::ShapeId wall = scene_.add_box(static_cast<float>(half_width_ + 2 * thickness), float(thickness));
  for (std::uint32_t i = 0; i < movers; ++i) {
    const double x = 1.5 * (i % columns) - half_width_ + 1.25, y = 1.5 * (i / columns) - half_width_ + 1.25;
    poses_.push_back({x, y, {1, 0}});
    scene_.add_body(shapes[i % kind_count], poses_.back());
    velocities_.push_back({(i * 7 % 11) / 4.0 - 1.25, (i * 5 % 13) / 4.0 - 1.5, (i * 3 % 7) / 2.0 - 1.5});
  }
  const double away = half_width_ + thickness;
  for (const satchel::Pose& pose : {satchel::Pose{0, -away, {1, 0}}, satchel::Pose{0, away, {1, 0}},
                                    satchel::Pose{-away, 0, {0, 1}}, satchel::Pose{away, 0, {0, 1}}}) {
    poses_.push_back(pose);
    scene_.add_body(wall, pose);
  }
  velocities_.resize(movers + walls);
}

void World::step() {
  fall();
  find_touches();
  for (const Touch& touch : touches_) push_again(touch);
  for (int i = 0; i < iterations; ++i) {
    for (Touch& touch : touches_) solve(touch);
  }
  move();
}

void World::fall() {
  turn(down_x_, down_y_, turn_of_down);
  for (std::uint32_t i = 0; i < movers_; ++i) {
    velocities_[i].x += step_seconds * gravity * down_x_;
    velocities_[i].y += step_seconds * gravity * down_y_;
  }
}

void World::find_touches() {
  satchel::find_pairs(scene_, pairs_);
  manifolds_.resize(pairs_.size());
  satchel::manifolds(scene_, pairs_, std::span(manifolds_));
  std::swap(touches_, last_touches_);
  touches_.clear();
  std::size_t last = 0;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const auto [a, b] = pairs_[i];
    const satchel::Manifold& its = manifolds_[i];
    if (its.count == 0 || a >= movers_) continue;
    Touch touch{pairs_[i], its.normal_x, its.normal_y, its.count, {}};
    const double mass_b = b < movers_ ? inverse_mass : 0, inertia_b = b < movers_ ? inverse_inertia : 0;
    for (std::uint32_t k = 0; k < its.count; ++k) {
      Point& at = touch.points[k];
      at.ax = its.points[k].x;
      at.ay = its.points[k].y;
      at.bx = at.ax + (poses_[a].x - poses_[b].x);
      at.by = at.ay + (poses_[a].y - poses_[b].y);
      const auto inverse_of = [&](double x, double y) {
        const double arm_a = at.ax * y - at.ay * x, arm_b = at.bx * y - at.by * x;
        return (inverse_mass + mass_b) + (inverse_inertia * (arm_a * arm_a) + inertia_b * (arm_b * arm_b));
      };
      at.normal_mass = 1 / inverse_of(touch.normal_x, touch.normal_y);
      at.tangent_mass = 1 / inverse_of(-touch.normal_y, touch.normal_x);
      const double depth = -double(its.points[k].separation) - slop;
      at.target = depth > 0 ? clamped(depth * (recovery / step_seconds), 0, fastest_recovery) : 0;
      at.id = its.points[k].id;
    }
    remember(touch, last);
    touches_.push_back(touch);
  }
}

// Takes the impulses of the frame before at the same points. Both lists are sorted; `last` goes on from call to call.
void World::remember(Touch& touch, std::size_t& last) const {
  while (last < last_touches_.size() && last_touches_[last].pair < touch.pair) ++last;
  if (last == last_touches_.size() || last_touches_[last].pair != touch.pair) return;
  for (std::uint32_t k = 0; k < touch.count; ++k) {
    for (std::uint32_t n = 0; n < last_touches_[last].count; ++n) {
      const Point& before = last_touches_[last].points[n];
      if (before.id != touch.points[k].id) continue;
      touch.points[k].normal_impulse = before.normal_impulse;
      touch.points[k].tangent_impulse = before.tangent_impulse;
    }
  }
}

// Gives b the impulse (x, y) at a point, and a the opposite.
void World::push(const satchel::Pair& pair, const Point& at, double x, double y) {
  Velocity& a = velocities_[pair.a];
  a.x -= inverse_mass * x;
  a.y -= inverse_mass * y;
  a.spin -= inverse_inertia * (at.ax * y - at.ay * x);
  if (pair.b >= movers_) return;
  Velocity& b = velocities_[pair.b];
  b.x += inverse_mass * x;
  b.y += inverse_mass * y;
  b.spin += inverse_inertia * (at.bx * y - at.by * x);
}

void World::push_again(const Touch& touch) {
  const double nx = touch.normal_x, ny = touch.normal_y;
  for (const Point& at : std::span(touch.points).first(touch.count)) {
    push(touch.pair, at, nx * at.normal_impulse - ny * at.tangent_impulse,
         ny * at.normal_impulse + nx * at.tangent_impulse);
  }
}

void World::solve(Touch& touch) {
  const double nx = touch.normal_x, ny = touch.normal_y;
  for (std::uint32_t k = 0; k < touch.count; ++k) {
    Point& at = touch.points[k];
    const auto relative = [&](double x, double y) {
      const Velocity &a = velocities_[touch.pair.a], &b = velocities_[touch.pair.b];
      const double vx = (b.x - b.spin * at.by) - (a.x - a.spin * at.ay);
      const double vy = (b.y + b.spin * at.bx) - (a.y + a.spin * at.ax);
      return vx * x + vy * y;
    };
    const double most = friction * at.normal_impulse;
    const double tangent =
        clamped(at.tangent_impulse - at.tangent_mass * relative(-ny, nx), -most, most) - at.tangent_impulse;
    at.tangent_impulse += tangent;
    push(touch.pair, at, -ny * tangent, nx * tangent);

    const double wanted = at.normal_impulse + at.normal_mass * (at.target - relative(nx, ny));
    const double normal = (wanted > 0 ? wanted : 0) - at.normal_impulse;
    at.normal_impulse += normal;
    push(touch.pair, at, nx * normal, ny * normal);
  }
}

void World::move() {
  for (std::uint32_t i = 0; i < movers_; ++i) {
    Velocity& v = velocities_[i];
    v.x = clamped(v.x, -fastest, fastest);
    v.y = clamped(v.y, -fastest, fastest);
    v.spin = clamped(v.spin, -fastest, fastest);
    satchel::Pose& pose = poses_[i];
    pose.x += step_seconds * v.x;
    pose.y += step_seconds * v.y;
    turn(pose.rotation.cos, pose.rotation.sin, step_seconds * v.spin);
  }
  scene_.set_poses(poses_);
}

std::uint64_t World::hash() const {
  std::uint64_t sum = movers_;
  for (std::uint32_t i = 0; i < movers_; ++i) {
    const satchel::Pose& pose = poses_[i];
    const Velocity& v = velocities_[i];
    for (const double number : {pose.x, pose.y, pose.rotation.cos, pose.rotation.sin, v.x, v.y, v.spin}) {
      std::uint64_t bits;
      std::memcpy(&bits, &number, sizeof bits);
      sum = mixed(sum, bits);
    }
  }
  return sum;
}

std::uint64_t add_to_digest(std::uint64_t digest, std::uint64_t hash) { return mixed(digest, hash); }

}  // namespace lockstep
