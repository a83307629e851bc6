// Box2D's b2Distance: GJK with nearest points. Every pair starts without a simplex cache, as in b2TestOverlap.
#include <box2d/b2_distance.h>
#include <box2d/b2_settings.h>

#include <span>
#include <vector>

#include "engines/box2d/bodies.hpp"
#include "harness/pair_engine.hpp"

namespace satchel_bench {
namespace {

class Box2dDistance final : public PairEngine {
 public:
  explicit Box2dDistance(const Workload& workload)
      : pairs_(workload.pairs), bodies_(workload), distances_(pairs_.size()) {}

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      const auto [a, b] = pairs_[i];
      b2DistanceInput input;
      input.proxyA.Set(&bodies_.shapes[a], 0);
      input.proxyB.Set(&bodies_.shapes[b], 0);
      input.transformA = bodies_.transforms[a];
      input.transformB = bodies_.transforms[b];
      input.useRadii = false;
      b2SimplexCache cache;
      cache.count = 0;
      b2Distance(&distances_[i], &cache, &input);
    }
  }

  Answer answer(std::size_t pair) const override {
    const double distance = static_cast<double>(distances_[pair].distance);
    if (distance > 0) return {.hit = false, .separation = distance};
    return {.hit = true};  // b2Distance computes no depth
  }

  Precision precision() const override {
    return {.separates_disjoint = false, .true_distances = true, .of_coordinates = 0x1p-20};
  }

 private:
  std::span<const satchel::Pair> pairs_;
  Box2dBodies bodies_;
  std::vector<b2DistanceOutput> distances_;
};

const Registered<PairEntry> entry({.query = "distance",
                                   .engine = "box2d",
                                   .note = "distance and nearest points in float (b2Distance, GJK)",
                                   .make = make_engine<Box2dDistance>,
                                   .max_vertices = b2_maxPolygonVertices,
                                   .only = {Tag::in_cache}});

}  // namespace
}  // namespace satchel_bench
