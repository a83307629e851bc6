// Satchel's contact manifolds, with a margin equal to Box2D's skins.
#include <satchel/satchel.hpp>

#include <algorithm>
#include <span>

#include "engines/satchel/query.hpp"

namespace satchel_bench {
namespace {

class SatchelManifold final : public SatchelQuery<float, satchel::Manifold> {
 public:
  using SatchelQuery::SatchelQuery;

  Answer answer(std::size_t pair) const override {
    const satchel::Manifold& manifold = result(pair);
    if (manifold.count == 0) return {};
    float least = manifold.points[0].separation;
    if (manifold.count == 2) least = std::min(least, manifold.points[1].separation);
    return {.hit = true, .separation = least, .normal_x = manifold.normal_x, .normal_y = manifold.normal_y};
  }

  Precision precision() const override { return {.separates_disjoint = false, .skin = double{margin}}; }

 private:
  static constexpr float margin = 0.02f;

  void ask(std::span<const satchel::Pair> pairs, std::span<satchel::Manifold> manifolds,
           const satchel::Options& options) override {
    satchel::manifolds(scene(), pairs, manifolds, {.margin = margin, .run = options});
  }
};

const Registered<PairEntry> entry({.query = "manifold",
                                   .engine = "satchel",
                                   .note = "contact points on top of the exact verdict, normal and separation",
                                   .make = make_threaded_engine<SatchelManifold>,
                                   .accepts = {Tag::concave, Tag::calls},
                                   .only = {Tag::in_cache, Tag::calls}});

}  // namespace
}  // namespace satchel_bench
