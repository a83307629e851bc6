// Box2D's b2TestOverlap: a verdict by the GJK distance of the shapes with their skins.
#include <box2d/b2_collision.h>
#include <box2d/b2_settings.h>

#include <cstdint>
#include <span>
#include <vector>

#include "engines/box2d/bodies.hpp"
#include "harness/pair_engine.hpp"

namespace satchel_bench {
namespace {

class Box2dOverlap final : public PairEngine {
 public:
  explicit Box2dOverlap(const Workload& workload) : pairs_(workload.pairs), bodies_(workload), hits_(pairs_.size()) {}

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      const auto [a, b] = pairs_[i];
      hits_[i] =
          b2TestOverlap(&bodies_.shapes[a], 0, &bodies_.shapes[b], 0, bodies_.transforms[a], bodies_.transforms[b]);
    }
  }

  Answer answer(std::size_t pair) const override { return {.hit = hits_[pair] != 0}; }

  Precision precision() const override {
    return {.of_coordinates = 0x1p-21, .skin = static_cast<double>(2 * b2_polygonRadius)};
  }

 private:
  std::span<const satchel::Pair> pairs_;
  Box2dBodies bodies_;
  std::vector<std::uint8_t> hits_;
};

const Registered<PairEntry> entry({.query = "classify",
                                   .engine = "box2d_overlap",
                                   .note = "yes or no in float (b2TestOverlap, GJK), with its skin",
                                   .make = make_engine<Box2dOverlap>,
                                   .max_vertices = b2_maxPolygonVertices,
                                   .accepts = {Tag::calls}});

}  // namespace
}  // namespace satchel_bench
