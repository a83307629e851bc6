// Two bodies that move and turn, in numbers of 113 bits: how far apart they are at a time, and a proof that they are apart all the
// time between two.
//
//   gap(t): the distance of the cores less both radii; of cores that overlap minus the least depth less both radii
//   a vertex turns about its body's origin; its way along a fixed n is within angle^2 reach h^2 / 2 of what its speed gives
//   so for h >= 0  bound(h) = (least n . v of b) - (largest of a) - radii, each vertex moved by its speed, less these two terms,
//   is a lower bound of the gap along n at t + h. It is concave: what it is at 0 and at h it is at least between
#pragma once

#include "judging.hpp"

namespace satchel::test {

struct Turn {
  Quad sine, versine;  ///< 1 - cosine
};

/// Taylor's series of an angle that is halved until it is small.
inline Turn turn_by(Quad angle) {
  int halvings = 0;
  for (; magnitude(angle) > Quad(0x1p-12); ++halvings) angle /= 2;
  Turn turn{0, 0};
  Quad term = angle;
  for (int n = 2; n < 16; ++n) {  // angle^n / n!
    (n % 2 == 0 ? turn.sine : turn.versine) += (n / 2) % 2 == 1 ? term : -term;
    term *= angle / n;
  }
  for (; halvings > 0; --halvings) turn = {2 * turn.sine * (1 - turn.versine), 2 * turn.sine * turn.sine};
  return turn;
}

using QuadPoint = PointOf<Quad>;

struct MovingCore {
  std::vector<QuadPoint> offsets;  ///< of the hull, from its origin
  QuadPoint origin, way;           ///< at the start, seen from somewhere; until the end
  Quad angle, reach, radius;

  template <class T>
  MovingCore(const BasicScene<T>& scene, BodyId body, const Motion& motion, Vec2d from)
      : way{Quad(motion.x), Quad(motion.y)},
        angle(motion.angle),
        reach(core_reach(scene, body)),
        radius(scene.radius(scene.shape(body))) {
    const BasicPlacedPolygon<T> polygon = placed(scene, body);
    origin = {Quad(polygon.origin_x) - Quad(from.x), Quad(polygon.origin_y) - Quad(from.y)};
    for (const std::uint32_t i : polygon.hull)
      offsets.push_back({Quad(polygon.offsets[i].x), Quad(polygon.offsets[i].y)});
  }
  /// The vertices' offsets from the body's origin at a time.
  [[nodiscard]] std::vector<QuadPoint> turned(Quad time) const {
    if (angle == 0) return offsets;
    const Turn turn = turn_by(time * angle);
    std::vector<QuadPoint> points;
    for (const QuadPoint& v : offsets) {
      points.push_back({v.x - (turn.versine * v.x + turn.sine * v.y), v.y + (turn.sine * v.x - turn.versine * v.y)});
    }
    return points;
  }
};

struct MovedCore {
  std::vector<QuadPoint> points;
  [[nodiscard]] const QuadPoint& at(std::size_t i) const { return points[i < points.size() ? i : 0]; }
};

/// Both bodies at a time, seen from a's origin then.
struct MovedPair {
  MovedCore a, b;
  QuadPoint between;  ///< from a's origin to b's
};

/// A gap, and a vector along which it is one.
struct Gap {
  Quad length;
  QuadPoint normal;
};

class MovingPair {
 public:
  MovingCore a, b;
  Quad radii, size;  ///< size: S of sweep.hpp

  template <class T>
  MovingPair(const BasicScene<T>& scene, Pair pair, const std::vector<Motion>& motions)
      : a(scene, pair.a, motions[pair.a], {scene.pose(pair.a).x, scene.pose(pair.a).y}),
        b(scene, pair.b, motions[pair.b], {scene.pose(pair.a).x, scene.pose(pair.a).y}),
        radii(a.radius + b.radius),
        way_(b.way - a.way) {
    size = size_of(scene, pair) + way();
  }
  [[nodiscard]] Quad way() const { return root_of(dot(way_, way_)); }
  /// How fast b goes away along a normal, without turns.
  [[nodiscard]] Quad rate_along(const QuadPoint& normal) const { return dot(normal, way_); }
  /// Sum of |angle| x reach, with the radius.
  [[nodiscard]] Quad turning() const {
    return magnitude(a.angle) * (a.reach + a.radius) + magnitude(b.angle) * (b.reach + b.radius);
  }

  [[nodiscard]] Gap gap_at(Quad time) const { return gap(moved(time)); }

  /// How far they are apart along a normal at a time; below 0: how far they reach into each other.
  [[nodiscard]] Quad gap_along(Quad time, const QuadPoint& normal) const {
    return lower_bound(moved(time), normal, 0) - radii;
  }

  /// How far a point is from the surface that is farther from it, of both bodies at a time; seen from a's origin then.
  [[nodiscard]] Quad distance_from_surfaces(Quad time, const QuadPoint& p) const {
    const MovedPair at = moved(time);
    return std::max(distance_from_surface(at.a, a.radius, p), distance_from_surface(at.b, b.radius, p));
  }

  enum class Proof { apart, meet, open };
  /// Whether the gap is above `least` (which may be negative) all the time from `from` to `to`. `apart`: it is. `meet`: at time
  /// `met` it is not. `open`: that takes more steps than are made.
  [[nodiscard]] Proof prove_apart(Quad from, Quad to, Quad least, Quad& met) const {
    for (int step = 0; step < most_steps; ++step) {
      const MovedPair at = moved(from);
      QuadPoint normal = rough_normal(at);
      Quad now = lower_bound(at, normal, 0) - radii - least;
      if (!(now > 0)) {  // too rough
        const Gap exact = gap(at);
        normal = exact.normal;
        now = std::min(exact.length, lower_bound(at, normal, 0) - radii) - least;
        if (!(exact.length > least)) {
          met = from;
          return Proof::meet;
        }
        if (!(now > 0)) return Proof::open;
      }
      if (!(from < to)) return Proof::apart;
      const auto left = [&](Quad h) { return lower_bound(at, normal, h) - radii - least; };
      Quad far = to - from, then = left(far);
      if (then > 0) return Proof::apart;
      Quad near = 0;
      for (int k = 0; k < 12; ++k) {  // chords of a concave function lie below it
        near = far * now / (now - then);
        const Quad farther = std::min(far, 2 * near), there = left(farther);
        if (there > 0) {
          near = farther;
          break;
        }
        if (farther == far) break;
        far = farther;
        then = there;
      }
      if (!(from + near > from)) return Proof::open;
      from += near;
    }
    return Proof::open;
  }

 private:
  static constexpr int most_steps = 4000;

  [[nodiscard]] MovedPair moved(Quad time) const {
    MovedPair at{{a.turned(time)}, {b.turned(time)}, (b.origin - a.origin) + QuadPoint{time * way_.x, time * way_.y}};
    for (QuadPoint& v : at.b.points) v = v + at.between;
    return at;
  }

  /// The lower bound of the gap of the cores along a normal, h later.
  [[nodiscard]] Quad lower_bound(const MovedPair& at, const QuadPoint& normal, Quad h) const {
    const auto foremost = [&](const MovingCore& core, const MovedCore& now, const QuadPoint& origin, Quad sign) {
      Quad least = 0;
      for (std::size_t i = 0; i < now.points.size(); ++i) {
        const QuadPoint arm = now.points[i] - origin;
        const Quad height = sign * (dot(normal, now.points[i]) + h * core.angle * cross(arm, normal));
        if (i == 0 || height < least) least = height;
      }
      return least - core.angle * core.angle * core.reach * h * h / 2;
    };
    return foremost(b, at.b, at.between, 1) + foremost(a, at.a, {0, 0}, -1) + h * dot(normal, way_);
  }

  /// From doubles: a unit vector but for rounding to 113 bits.
  [[nodiscard]] static QuadPoint rough_normal(const MovedPair& at) {
    const auto rough = [](const QuadPoint& p) { return Vec2d{static_cast<double>(p.x), static_cast<double>(p.y)}; };
    double least = std::numeric_limits<double>::infinity();
    Vec2d way{1, 0};
    for (const bool of_a : {true, false}) {
      const MovedCore &own = of_a ? at.a : at.b, &other = of_a ? at.b : at.a;
      for (std::size_t i = 0; i < own.points.size(); ++i) {
        const Vec2d from = rough(own.points[i]), to = rough(own.at(i + 1));
        const double ex = to.x - from.x, ey = to.y - from.y, squared = ex * ex + ey * ey;
        for (const QuadPoint& v : other.points) {
          const Vec2d p = rough(v);
          const double x = p.x - from.x, y = p.y - from.y;
          const double along = squared > 0 ? std::clamp((x * ex + y * ey) / squared, 0.0, 1.0) : 0;
          const double dx = x - along * ex, dy = y - along * ey, distance = dx * dx + dy * dy;
          if (distance < least) least = distance, way = of_a ? Vec2d{dx, dy} : Vec2d{-dx, -dy};
        }
      }
    }
    return unit({Quad(way.x), Quad(way.y)});
  }
  static QuadPoint unit(const QuadPoint& p) {
    const Quad length = root_of(dot(p, p));
    return length > 0 ? QuadPoint{p.x / length, p.y / length} : QuadPoint{1, 0};
  }

  [[nodiscard]] static Quad distance_from_surface(const MovedCore& core, Quad radius, const QuadPoint& p) {
    Quad nearest = 0;
    bool is_inside = core.points.size() > 2;
    for (std::size_t i = 0; i < core.points.size(); ++i) {
      const QuadPoint edge = core.at(i + 1) - core.at(i), w = p - core.at(i);
      const Quad squared = dot(edge, edge),
                 along = squared > 0 ? std::clamp<Quad>(dot(w, edge) / squared, 0, 1) : Quad(0);
      const QuadPoint off = w - QuadPoint{along * edge.x, along * edge.y};
      const Quad distance = root_of(dot(off, off));
      if (i == 0 || distance < nearest) nearest = distance;
      is_inside = is_inside && !(cross(edge, w) < 0);
    }
    return magnitude((is_inside ? -nearest : nearest) - radius);
  }

  [[nodiscard]] Gap gap(const MovedPair& at) const {
    Quad separation = 0, nearest = 0;
    QuadPoint deepest{1, 0}, way{1, 0};
    bool has_edge = false, has_way = false;
    for (const bool of_a : {true, false}) {
      const MovedCore &own = of_a ? at.a : at.b, &other = of_a ? at.b : at.a;
      for (std::size_t i = 0; i < own.points.size(); ++i) {
        const QuadPoint edge = own.at(i + 1) - own.at(i);
        const Quad squared = dot(edge, edge), length = root_of(squared);
        Quad least = 0;
        for (std::size_t k = 0; k < other.points.size(); ++k) {
          const QuadPoint w = other.points[k] - own.at(i);
          const Quad height = -cross(edge, w),
                     along = squared > 0 ? std::clamp<Quad>(dot(w, edge) / squared, 0, 1) : Quad(0);
          if (k == 0 || height < least) least = height;
          const QuadPoint off = w - QuadPoint{along * edge.x, along * edge.y};
          const Quad distance = dot(off, off);
          if (!has_way || distance < nearest) nearest = distance, way = of_a ? off : QuadPoint{-off.x, -off.y};
          has_way = true;
        }
        if (!(length > 0)) continue;
        if (!has_edge || least / length > separation) {
          separation = least / length;
          deepest = of_a ? QuadPoint{edge.y, -edge.x} : QuadPoint{-edge.y, edge.x};
        }
        has_edge = true;
      }
    }
    const Quad distance = root_of(nearest), tiny = Quad(0x1p-96) * size;
    // Segments on one line have no separation along an edge's normal, and points no edges.
    const bool are_apart = !has_edge || separation > tiny || (separation > -tiny && distance > 4 * tiny);
    if (are_apart && distance > 0) return {distance - radii, unit(way)};
    return {(has_edge ? separation : Quad(0)) - radii, unit(deepest)};
  }

  QuadPoint way_;
};

}  // namespace satchel::test
