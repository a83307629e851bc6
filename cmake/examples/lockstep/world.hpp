// A world of many bodies that tumble in a box: an example of Satchel in the step of a game, and of a lockstep.
//
// Satchel's answers are the same bits on every machine, and the step uses + - * / and square roots of double alone, which are
// exact to the last bit everywhere. So two machines that step the same world agree on every bit of it, and need to exchange no
// more than a hash a frame to be sure. Compile without contraction of products and sums (-ffp-contract=off), as CMakeLists.txt does.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/satchel.hpp>

namespace lockstep {

/// What a body looks like: a circle (1 corner), a capsule (2) or a polygon.
struct Kind {
  std::array<satchel::Vec2, 5> corners;
  std::uint32_t count;
  float radius;
};
inline constexpr std::uint32_t kind_count = 5;
extern const std::array<Kind, kind_count> kinds;  ///< body i is of kind i % kind_count

struct Velocity {
  double x = 0, y = 0, spin = 0;
};

class World {
 public:
  explicit World(std::uint32_t movers);

  /// One frame, a 64th of a second.
  void step();
  /// 64 bits of all poses and velocities.
  [[nodiscard]] std::uint64_t hash() const;

  /// Half the width of the box, which is around (0, 0).
  [[nodiscard]] double half_width() const { return half_width_; }
  [[nodiscard]] std::span<const satchel::Pose> poses() const { return std::span(poses_).first(movers_); }

 private:
  /// A point where two bodies touch, and the impulses there.
  struct Point {
    double ax, ay, bx, by;             ///< from the origins of both bodies
    double normal_mass, tangent_mass;  ///< impulse for a change of the relative velocity by 1
    double target;                     ///< the relative velocity along the normal that is wanted
    double normal_impulse, tangent_impulse;
    std::uint32_t id;
  };
  struct Touch {
    satchel::Pair pair;
    double normal_x, normal_y;
    std::uint32_t count;
    std::array<Point, 2> points;
  };

  void fall();
  void find_touches();
  void remember(Touch& touch, std::size_t& last) const;
  void push(const satchel::Pair& pair, const Point& at, double x, double y);
  void push_again(const Touch& touch);
  void solve(Touch& touch);
  void move();

  std::uint32_t movers_;
  double half_width_;
  double down_x_ = 0, down_y_ = -1;  ///< a unit vector, which turns slowly
  satchel::Scene scene_;
  std::vector<satchel::Pose> poses_;  ///< the movers, then the walls
  std::vector<Velocity> velocities_;
  std::vector<satchel::Pair> pairs_;
  std::vector<satchel::Manifold> manifolds_;
  std::vector<Touch> touches_, last_touches_;
};

/// Adds the hash of a frame to the digest of those before, which begins with 0.
std::uint64_t add_to_digest(std::uint64_t digest, std::uint64_t hash);

}  // namespace lockstep
