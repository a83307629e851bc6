// What the judges of satchel_long_run_questions share: a tally, and asking on every instruction set.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <satchel/satchel.hpp>
#include <string_view>
#include <vector>

#include "support/generators.hpp"
#include "support/oracle.hpp"
#include "support/quad_cores.hpp"

namespace satchel::test {

struct Tally {
  std::uint64_t pairs = 0;
  std::uint64_t counted = 0;  ///< touching or disjoint pairs, hits, points
  std::uint64_t wrong = 0;
  std::uint64_t ties = 0;  ///< right by another choice than the exact one, which rounding allows
  std::uint64_t open = 0;  ///< neither shown to be right nor wrong
  double largest = 0;      ///< error, as a share of the bound
  void add(const Tally& other) {
    pairs += other.pairs;
    counted += other.counted;
    wrong += other.wrong;
    ties += other.ties;
    open += other.open;
    largest = std::fmax(largest, other.largest);
  }
  /// The first of each chunk are printed.
  bool is_printed() { return ++wrong <= 3; }
};

template <class T>
void judge_verdicts(const BasicWorld<T>& world, Random& random, Tally& tally);  ///< polygons, each pair at many places
template <class T>
void judge_distances(const BasicWorld<T>& world, Random& random, Tally& tally);
template <class T>
void judge_sweeps(const BasicWorld<T>& world, Random& random, Tally& tally);  ///< polygons in straight motion
template <class T>
void judge_motions(const BasicWorld<T>& world, Random& random, Tally& tally);  ///< turning bodies, and radii
template <class T>
void judge_leaving(const BasicWorld<T>& world, Random& random, Tally& tally);  ///< sweeps with leaves_start
template <class T>
void judge_manifolds(const BasicWorld<T>& world, Random& random, Tally& tally);
template <class T>
void judge_points(const BasicWorld<T>& world, Random& random, Tally& tally);  ///< and boxes, beside each pair's bodies
template <class T>
void judge_rays(const BasicWorld<T>& world, Random& random, Tally& tally);  ///< bodies without radius
template <class T>
void judge_within(const BasicWorld<T>& world, Random& random, Tally& tally);
template <class T>
void judge_push_out(const BasicWorld<T>& world, Random& random, Tally& tally);

inline Quad magnitude(Quad x) { return x < 0 ? -x : x; }
inline double share(Quad error, Quad bound) { return static_cast<double>(magnitude(error) / bound); }

template <class T>
constexpr Quad denormals = Quad(8) * Quad(std::numeric_limits<T>::denorm_min());

/// What sweep.hpp adds to half of the bodies' distance: how far a contact point is from either surface. As a share of S.
template <class T>
constexpr Quad point_rounding = sizeof(T) == sizeof(float) ? Quad(0x1p-18) : Quad(0x1p-44);

/// Asks on every instruction set, and counts answers with other bits as wrong.
template <class Result, class Ask>
std::vector<Result> asked(std::size_t count, Tally& tally, Ask ask) {
  std::vector<Result> first;
  for (const std::string_view isa : available_isas()) {
    force_isa(isa);
    std::vector<Result> results(count);
    ask(results);
    if (first.empty()) first = results;
    for (std::size_t i = 0; i < count; ++i) tally.wrong += std::memcmp(&first[i], &results[i], sizeof(Result)) != 0;
  }
  force_isa("");
  return first;
}

/// The largest distance of a vertex from the body's origin, without the radius.
template <class T>
Quad core_reach(const BasicScene<T>& scene, BodyId body) {
  Quad square = 0;
  for (const BasicVec2<T> v : placed(scene, body).offsets) {
    square = std::max(square, Quad(v.x) * Quad(v.x) + Quad(v.y) * Quad(v.y));
  }
  return root_of(square);
}

/// S of manifold.hpp, and of sweep.hpp without the motion.
template <class T>
Quad size_of(const BasicScene<T>& scene, Pair pair) {
  Quad size = 0;
  for (const BodyId body : {pair.a, pair.b}) {
    size += core_reach(scene, body) + Quad(scene.radius(scene.shape(body)));
  }
  const Pose a = scene.pose(pair.a), b = scene.pose(pair.b);
  return size + magnitude(Quad(b.x) - Quad(a.x)) + magnitude(Quad(b.y) - Quad(a.y));
}

/// Motions of a pair's b that bring vertices together, exactly or nearly, at the end or in passing; and any.
template <class T>
Motion some_motion(const BasicScene<T>& scene, Pair pair, Random& random) {
  const BasicPlacedPolygon<T> a = placed(scene, pair.a), b = placed(scene, pair.b);
  const BasicVec2<T> v = a.offsets[random.below(a.offsets.size())], w = b.offsets[random.below(b.offsets.size())];
  const double x = (a.origin_x - b.origin_x) + (static_cast<double>(v.x) - static_cast<double>(w.x));
  const double y = (a.origin_y - b.origin_y) + (static_cast<double>(v.y) - static_cast<double>(w.y));
  const double factor = random.pick({1.0, 1.0, 2.0, 0.5, 1 + 0x1p-52, 1 - 0x1p-53, random.uniform(-3, 3)});
  const double limit = sizeof(T) == sizeof(float) ? 0x1p59 : 0x1p199, size = std::fmax(std::fabs(x), std::fabs(y));
  if (!(size < limit / 8) || !(size > 8 / limit)) return {};
  const auto in_range = [&](double value) { return std::fabs(value) < 1 / limit ? 0 : value; };
  return {in_range(factor * x), in_range(factor * y), 0};
}

/// The pairs of a world of two bodies each: a motion is a body's, so each body may be in one pair alone.
template <class T>
std::vector<Pair> separate_pairs(const BasicWorld<T>& world) {
  std::vector<Pair> pairs;
  std::vector<bool> is_used(world.scene.body_slots());
  for (const Pair pair : world.pairs) {
    if (pair.a == pair.b || is_used[pair.a] || is_used[pair.b]) continue;
    is_used[pair.a] = is_used[pair.b] = true;
    pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace satchel::test
