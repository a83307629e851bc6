// Distances: wrong is a verdict other than collide's, more than 6 u D' off, a witness point farther than 64 u D' from its surface.
#include "judging.hpp"

namespace satchel::test {
namespace {

/// D' of a pair: the longer side of the common box, or the largest offset.
template <class T>
Quad extent_of(const BasicScene<T>& scene, Pair pair, const CoreOf<Quad>& a, const CoreOf<Quad>& b) {
  PointOf<Quad> low = a.points[0], high = low;
  Quad largest = 0;
  for (const CoreOf<Quad>* core : {&a, &b}) {
    for (const PointOf<Quad>& v : core->points) {
      low = {std::min(low.x, v.x - core->radius), std::min(low.y, v.y - core->radius)};
      high = {std::max(high.x, v.x + core->radius), std::max(high.y, v.y + core->radius)};
    }
  }
  for (const BodyId body : {pair.a, pair.b}) {
    for (const BasicVec2<T> v : placed(scene, body).offsets) {
      largest = std::max({largest, Quad(std::fabs(v.x)), Quad(std::fabs(v.y))});
    }
  }
  return std::max({largest, high.x - low.x, high.y - low.y});
}

}  // namespace

template <class T>
void judge_distances(const BasicWorld<T>& world, Random&, Tally& tally) {
  const auto found = asked<BasicDistance<T>>(world.pairs.size(), tally, [&](std::vector<BasicDistance<T>>& results) {
    distances(world.scene, world.pairs, results);
  });
  std::vector<BasicContact<T>> contacts(world.pairs.size());
  collide(world.scene, world.pairs, contacts);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Pair pair = world.pairs[i];
    const BasicDistance<T>& its = found[i];
    const Pose at_a = world.scene.pose(pair.a), at_b = world.scene.pose(pair.b);
    const CoreOf<Quad> a(world.scene, pair.a, {at_a.x, at_a.y}), b(world.scene, pair.b, {at_a.x, at_a.y});
    const Quad unit = Quad(unit_roundoff<T>) * extent_of(world.scene, pair, a, b);
    const Quad least = denormals<T>;
    ++tally.pairs;
    bool right = its.feature == contacts[i].feature;
    if (verdict(its) == Verdict::disjoint) {
      ++tally.counted;
      const Quad wanted = root_of(squared_distance(a, b)) - (a.radius + b.radius);
      const double error = share(Quad(its.distance) - wanted, 6 * unit + least);
      tally.largest = std::fmax(tally.largest, error);
      const PointOf<Quad> p{Quad(its.point_a.x), Quad(its.point_a.y)},
          q{Quad(its.point_b.x) + (Quad(at_b.x) - Quad(at_a.x)), Quad(its.point_b.y) + (Quad(at_b.y) - Quad(at_a.y))};
      const double off = std::fmax(share(root_of(a.squared_distance(p)) - a.radius, 64 * unit + least),
                                   share(root_of(b.squared_distance(q)) - b.radius, 64 * unit + least));
      // Denormal floats: points and distance are rounded to the least of them.
      right = right && its.distance > 0 && error <= 1 && off <= 1;
    } else {
      right = right && (verdict(its) != Verdict::touching || its.distance == 0) &&
              (verdict(its) != Verdict::overlapping || its.distance == contacts[i].separation);
    }
    if (!right && tally.is_printed()) {
      std::printf("wrong: distance %.17g, vertices %zu and %zu\n", static_cast<double>(its.distance), a.points.size(),
                  b.points.size());
    }
  }
}

template void judge_distances(const BasicWorld<float>&, Random&, Tally&);
template void judge_distances(const BasicWorld<double>&, Random&, Tally&);

}  // namespace satchel::test
