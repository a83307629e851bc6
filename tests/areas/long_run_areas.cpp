// Areas of intersections by the million, by hand: families of hard pairs against 113 bits, every instruction set against the
// first one.
//
//   satchel_long_run_areas [--random N] [--hard N] [--seed S]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <satchel/satchel.hpp>
#include <string_view>
#include <vector>

#include "../support/area_families.hpp"
#include "../support/area_oracle.hpp"
#include "../support/generators.hpp"

namespace satchel::test {
namespace {

using Quad = __float128;  // 113 bits: where that is not enough, rational numbers decide

struct QuadPoint {
  Quad x, y;
};

template <class T>
std::vector<QuadPoint> quad_polygon(const BasicScene<T>& scene, BodyId body) {
  const BasicPlacedPolygon<T> polygon = placed(scene, body);
  std::vector<QuadPoint> points;
  for (const std::uint32_t i : polygon.hull) {
    points.push_back(
        {Quad(polygon.origin_x) + Quad(polygon.offsets[i].x), Quad(polygon.origin_y) + Quad(polygon.offsets[i].y)});
  }
  return points;
}

Quad height(const QuadPoint& a, const QuadPoint& b, const QuadPoint& p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/// Sutherland and Hodgman's clipping.
double quad_overlap(std::vector<QuadPoint> polygon, const std::vector<QuadPoint>& clip) {
  if (polygon.size() < 3 || clip.size() < 3) return 0;
  std::vector<QuadPoint> kept;
  for (std::size_t e = 0; e < clip.size() && !polygon.empty(); ++e) {
    const QuadPoint &a = clip[e], &b = clip[(e + 1) % clip.size()];
    kept.clear();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const QuadPoint &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
      const Quad hp = height(a, b, p), hq = height(a, b, q);
      if (hp >= 0) kept.push_back(p);
      if ((hp < 0) != (hq < 0)) {
        const Quad t = hp / (hp - hq);
        kept.push_back({p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)});
      }
    }
    polygon.swap(kept);
  }
  Quad twice = 0;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) twice += height(polygon[0], polygon[i], polygon[i + 1]);
  return static_cast<double>(twice / 2);
}

struct Tally {
  std::size_t pairs = 0, overlapping = 0, outside = 0, other_bits = 0;
  double largest = 0;  ///< error in u D' d
};

template <class T>
void judge(const BasicWorld<T>& world, Tally& tally) {
  std::vector<T> areas(world.pairs.size());
  std::vector<Verdict> verdicts(world.pairs.size());
  bool is_first = true;
  for (const std::string_view isa : available_isas()) {
    force_isa(isa);
    std::vector<T> its_areas(world.pairs.size());
    overlap_areas(world.scene, world.pairs, its_areas);
    if (is_first) areas = its_areas;
    if (std::memcmp(areas.data(), its_areas.data(), areas.size() * sizeof(T)) != 0) ++tally.other_bits;
    is_first = false;
  }
  force_isa("");
  classify(world.scene, world.pairs, verdicts);
  for (std::size_t i = 0; i < areas.size(); ++i) {
    const Pair pair = world.pairs[i];
    const AreaScale scale = area_scale(world.scene, pair);
    const auto error_of = [&](double wanted) { return std::fabs(static_cast<double>(areas[i]) - wanted); };
    double error = error_of(quad_overlap(quad_polygon(world.scene, pair.a), quad_polygon(world.scene, pair.b)));
    if (error > area_bound<T>(scale, 4)) {  // 113 bits may be too few for bodies of very different sizes
      error = error_of(
          static_cast<double>(overlap_area(rational_body(world.scene, pair.a), rational_body(world.scene, pair.b))));
    }
    const double unit = unit_roundoff<T> * scale.extent * scale.smaller;
    ++tally.pairs;
    if (verdicts[i] == Verdict::overlapping) ++tally.overlapping;
    if (error > area_bound<T>(scale, 4) || (verdicts[i] != Verdict::overlapping && areas[i] != T(0))) ++tally.outside;
    if (error > 8 * static_cast<double>(std::numeric_limits<T>::denorm_min()))
      tally.largest = std::fmax(tally.largest, error / unit);
  }
}

void print(const char* precision, const char* name, const Tally& tally) {
  std::printf("%-7s %-40s %9zu pairs %9zu overlap %6zu outside the bound, largest %.3f u D' d, %zu of other bits\n",
              precision, name, tally.pairs, tally.overlapping, tally.outside, tally.largest, tally.other_bits);
  std::fflush(stdout);
}

template <class T>
bool run(const char* precision, std::size_t random_pairs, std::size_t hard, std::uint64_t seed) {
  bool holds = true;
  Random random(seed);
  Tally of_random;
  while (of_random.pairs < random_pairs)
    judge(crowd<T>(random, 2000, std::min<std::size_t>(random_pairs, 20000), 3, 16), of_random);
  print(precision, "random", of_random);
  holds = of_random.outside + of_random.other_bits == 0;
  const auto run_families = [&](std::span<const BasicFamily<T>> all) {
    for (const BasicFamily<T>& family : all) {
      Tally tally;
      while (tally.pairs < hard) judge(world_of(family, std::min<std::size_t>(hard, 10000), random), tally);
      print(precision, family.name, tally);
      holds = holds && tally.outside + tally.other_bits == 0;
    }
  };
  const std::vector<BasicFamily<T>> of_areas = area_families<T>();
  run_families(of_areas);
  run_families(families<T>());
  return holds;
}

}  // namespace
}  // namespace satchel::test

int main(int count, char** arguments) {
  std::size_t random_pairs = 1000000, hard = 100000;
  std::uint64_t seed = 2026;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view name = arguments[i];
    const unsigned long long number = std::strtoull(arguments[i + 1], nullptr, 10);
    if (name == "--random") random_pairs = number;
    if (name == "--hard") hard = number;
    if (name == "--seed") seed = number;
  }
  const bool floats = satchel::test::run<float>("float", random_pairs, hard, seed);
  const bool doubles = satchel::test::run<double>("double", random_pairs, hard, seed);
  return floats && doubles ? 0 : 1;
}
