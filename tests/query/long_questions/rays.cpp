// Rays at, along and beside the surfaces of two bodies, with exits. Wrong of bodies without a radius: a hit or a miss other than
// rational numbers give, a time or an exit off by more than 2^-38 of theirs, a body that is not the nearest but for that, a normal
// that is no unit vector against the ray. With a radius, with what cast_rays.hpp allows of the extent: a ray that ends, or
// leaves, off the body's surface; one that was deeper in a body before its time.
#include <array>
#include <optional>

#include "pair_scenes.hpp"
#include "support/rational_cores.hpp"

namespace satchel::test {
namespace {

constexpr int rays_of_pair = 6;
constexpr double never = std::numeric_limits<double>::infinity();

template <class T>
Ray some_ray(const BasicScene<T>& scene, Random& random) {
  const BodyId body = random.chance(.5) ? 0 : 1;
  const double size = size_about(scene, body);
  const Vec2d to = point_beside(scene, body, random);
  const double distance = size * random.pick({1.0, 4.0, 1000.0, random.uniform(0, 1)});
  const double angle = random.uniform(0, 2 * std::numbers::pi);
  Vec2d from{to.x + distance * std::cos(angle), to.y + distance * std::sin(angle)};
  if (random.chance(.2)) from = {random.chance(.5) ? to.x : from.x, from.y};
  if (random.chance(.3)) from = point_beside(scene, random.chance(.5) ? 0 : 1, random);
  Vec2d direction{to.x - from.x, to.y - from.y};
  if (random.chance(.2)) direction = {0.125 * direction.x, 0.125 * direction.y};
  if (random.chance(.1)) direction = {-direction.x, -direction.y};
  return {from, direction};
}

/// How far `time` is from an exact one, as a share of the bound.
double error_of(double time, const Rational& exactly) {
  const Rational off = Rational(time) - exactly;
  if (off == 0) return 0;
  return exactly == 0 ? never : std::fabs(Rational(off / exactly).convert_to<double>()) * 0x1p38;
}

/// Bodies without a radius. @returns  whether the hit is right
bool judge_exactly(const std::array<RationalBody, 2>& bodies, const Ray& ray, const RayHit& hit, double& error) {
  const std::array<std::optional<RaySpan>, 2> spans{core_span(bodies[0], ray), core_span(bodies[1], ray)};
  if (!spans[0] && !spans[1]) return hit == RayHit{never, 0, 0, no_body, never};
  if (hit.body > 1 || !spans[hit.body]) return false;
  const RaySpan &its = *spans[hit.body], &other = spans[1 - hit.body] ? *spans[1 - hit.body] : its;
  error = std::fmax(error_of(hit.time, its.enters), error_of(hit.exit, its.leaves));
  if (other.enters < its.enters) error = std::fmax(error, error_of(hit.time, other.enters));
  return error <= 1;
}

/// Bodies with a radius, or one with and one without.
template <class T>
bool judge_rounded(const BasicScene<T>& scene, const std::array<RationalBody, 2>& bodies, const Ray& ray,
                   const RayHit& hit, double& error) {
  const PointOf<Quad> d{Quad(ray.direction.x), Quad(ray.direction.y)};
  const Quad speed = root_of(dot(d, d));
  std::array<CoreOf<Quad>, 2> cores{CoreOf<Quad>(scene, 0, ray.origin), CoreOf<Quad>(scene, 1, ray.origin)};
  Quad extent = 0;
  for (const CoreOf<Quad>& core : cores) {
    for (const PointOf<Quad>& v : core.points) extent = std::max(extent, root_of(dot(v, v)) + core.radius);
  }
  const bool is_hit = hit.time != never;
  const Quad allowed = Quad(1e-12) * extent, end = is_hit ? Quad(hit.time) : 4 * extent / speed;
  // The distance of a point of the ray from the core: 0 inside.
  const auto distance_at = [&](BodyId body, const Quad& time) {
    const PointOf<Quad> p{time * d.x, time * d.y};
    const CoreOf<Quad>& core = cores[body];
    bool inside = core.points.size() > 2;
    for (std::size_t e = 0; inside && e < core.edges(); ++e)
      inside = cross(core.at(e + 1) - core.at(e), p - core.at(e)) >= 0;
    return inside ? Quad(0) : root_of(core.squared_distance(p));
  };
  if (is_hit) {
    if (hit.body > 1) return false;
    const Quad off = distance_at(hit.body, end) - cores[hit.body].radius;
    const Quad off_at_exit = distance_at(hit.body, Quad(hit.exit)) - cores[hit.body].radius;
    error = std::fmax(error, share(hit.time == 0 ? std::max(off, Quad(0)) : off, allowed));
    error = std::fmax(error, share(off_at_exit, allowed));
  }
  if (hit.time == 0) return error <= 1;
  for (const BodyId body : {0u, 1u}) {  // before the time, or on all the way
    const std::optional<RaySpan> span = core_span(bodies[body], ray);
    const bool crosses = span && Quad(span->enters.convert_to<double>()) < end * (1 - Quad(0x1p-50));
    CoreOf<Quad> way = cores[body];
    way.points = {{0, 0}, {end * d.x, end * d.y}};
    const Quad gap = crosses ? Quad(0) : root_of(squared_distance(cores[body], way));
    error = std::fmax(error, share(std::max(cores[body].radius - gap, Quad(0)), allowed));
  }
  return error <= 1;
}

}  // namespace

template <class T>
void judge_rays(const BasicWorld<T>& world, Random& random, Tally& tally) {
  for (const Pair pair : world.pairs) {
    if (pair.a == pair.b) continue;
    const BasicScene<T> scene = scene_of(world.scene, pair);
    const std::array<RationalBody, 2> bodies{rational_body(scene, 0), rational_body(scene, 1)};
    std::vector<Ray> rays;
    for (int k = 0; k < rays_of_pair; ++k) {
      const Ray ray = some_ray(scene, random);
      if (in_range<T>(ray.origin) && in_range<T>(ray.direction) && (ray.direction.x != 0 || ray.direction.y != 0)) {
        rays.push_back(ray);
      }
    }
    RayOptions more;
    more.exits = true;
    const auto found = asked<RayHit>(rays.size(), tally,
                                     [&](std::vector<RayHit>& results) { cast_rays(scene, rays, results, {}, more); });
    tally.pairs += rays.size();
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const RayHit& hit = found[i];
      const bool is_hit = hit.time != never;
      tally.counted += is_hit;
      double error = 0;
      bool right = bodies[0].radius == 0 && bodies[1].radius == 0 ? judge_exactly(bodies, rays[i], hit, error)
                                                                  : judge_rounded(scene, bodies, rays[i], hit, error);
      const double speed = std::hypot(rays[i].direction.x, rays[i].direction.y),
                   against = hit.normal_x * rays[i].direction.x + hit.normal_y * rays[i].direction.y;
      right = right &&
              (!is_hit || (std::fabs(std::hypot(hit.normal_x, hit.normal_y) - 1) < 0x1p-50 && against <= 1e-9 * speed));
      tally.largest = std::fmax(tally.largest, error);
      if (!right && tally.is_printed()) {
        std::printf("wrong: body %d, time %.17g, exit %.17g, normal (%.17g, %.17g), radii %g and %g, error %g\n",
                    static_cast<int>(hit.body), hit.time, hit.exit, hit.normal_x, hit.normal_y,
                    bodies[0].radius.template convert_to<double>(), bodies[1].radius.template convert_to<double>(),
                    error);
      }
    }
  }
}

template void judge_rays(const BasicWorld<float>&, Random&, Tally&);
template void judge_rays(const BasicWorld<double>&, Random&, Tally&);

}  // namespace satchel::test
