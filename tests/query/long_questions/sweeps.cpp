// Sweeps of polygons in straight motion: wrong is another answer than rational numbers give, a separation or depth at `time` beyond
// the bound of sweep.hpp, a contact point farther from a surface than its bound.
#include "moving_cores.hpp"

namespace satchel::test {
namespace {

/// The largest separation over all edges at a time.
Quad separation_at(const CoreOf<Quad>& a, const CoreOf<Quad>& b, const PointOf<Quad>& d, Quad time) {
  Quad largest = Quad(-std::numeric_limits<double>::infinity());
  for (const bool of_a : {true, false}) {
    const CoreOf<Quad>&own = of_a ? a : b, &other = of_a ? b : a;
    const Quad t = of_a ? time : -time;
    for (std::size_t i = 0; i < own.edges(); ++i) {
      const PointOf<Quad> edge = own.at(i + 1) - own.at(i);
      Quad least = Quad(std::numeric_limits<double>::infinity());
      for (const PointOf<Quad>& v : other.points) {
        least = std::min(least, -cross(edge, v + PointOf<Quad>{t * d.x, t * d.y} - own.at(i)));
      }
      largest = std::max(largest, least / root_of(dot(edge, edge)));
    }
  }
  return largest;
}

}  // namespace

template <class T>
void judge_sweeps(const BasicWorld<T>& world, Random& random, Tally& tally) {
  const std::vector<Pair> pairs = separate_pairs(world);
  std::vector<Motion> motions(world.scene.body_slots());
  for (const Pair pair : pairs) motions[pair.b] = some_motion(world.scene, pair, random);
  const auto found = asked<BasicImpact<T>>(
      pairs.size(), tally, [&](std::vector<BasicImpact<T>>& results) { sweep(world.scene, motions, pairs, results); });
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Pair pair = pairs[i];
    const Vec2d from{world.scene.pose(pair.a).x, world.scene.pose(pair.a).y};
    const CoreOf<Quad> a(world.scene, pair.a, from), b(world.scene, pair.b, from);
    if (a.points.size() < 3 || b.points.size() < 3) continue;
    const PointOf<Quad> d{Quad(motions[pair.b].x), Quad(motions[pair.b].y)};
    const MeetingOf<Quad> meeting = meeting_of(a, b, d, Quad(0x1p-80));
    bool hit = meeting.hit;
    if (!meeting.is_certain) {
      const CoreOf<Rational> exact_a(world.scene, pair.a, from), exact_b(world.scene, pair.b, from);
      hit = meeting_of(exact_a, exact_b, PointOf<Rational>{Rational(motions[pair.b].x), Rational(motions[pair.b].y)},
                       Rational(0))
                .hit;
    }
    ++tally.pairs;
    bool right = (found[i].hit != 0) == hit;
    if (right && hit && found[i].time > 0) {
      ++tally.counted;
      const Quad motion = root_of(dot(d, d)), size = size_of(world.scene, pair) + motion;
      const Quad bound = Quad(unit_roundoff<T>) * motion + Quad(0x1p-44) * size;
      const double error = share(separation_at(a, b, d, Quad(found[i].time)), bound);
      const MovingPair moving(world.scene, pair, motions);
      const Quad from_surfaces =
          moving.distance_from_surfaces(Quad(found[i].time), {Quad(found[i].point_x), Quad(found[i].point_y)}) -
          magnitude(moving.gap_at(Quad(found[i].time)).length) / 2;
      const double point_error = static_cast<double>(from_surfaces / (point_rounding<T> * size + denormals<T>));
      tally.largest = std::fmax(tally.largest, std::fmax(error, point_error));
      right = error <= 1 && point_error <= 1;
    }
    if (!right && tally.is_printed()) {
      std::printf("wrong: hit %u, not %d, time %.17g\n", static_cast<unsigned>(found[i].hit), hit,
                  static_cast<double>(found[i].time));
    }
  }
}

template void judge_sweeps(const BasicWorld<float>&, Random&, Tally&);
template void judge_sweeps(const BasicWorld<double>&, Random&, Tally&);

}  // namespace satchel::test
