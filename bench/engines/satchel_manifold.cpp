// Satchel's contact manifolds, with the margin that Box2D's skins make.
#include <satchel/satchel.hpp>

#include <algorithm>
#include <span>
#include <vector>

#include "engines.hpp"
#include "satchel_scene.hpp"

namespace satchel_bench {
namespace {

class SatchelManifold final : public Engine {
 public:
  SatchelManifold(const Workload& workload, unsigned threads)
      : pairs_(workload.pairs), scene_(make_scene<float>(workload)), manifolds_(pairs_.size()) {
    options_.max_threads = threads;
  }

  void run(std::size_t first, std::size_t count) override {
    satchel::manifolds(scene_, pairs_.subspan(first, count), std::span(manifolds_).subspan(first, count), margin,
                       options_);
  }

  Answer answer(std::size_t pair) const override {
    const satchel::Manifold& manifold = manifolds_[pair];
    if (manifold.count == 0) return {};
    float least = manifold.points[0].separation;
    if (manifold.count == 2) least = std::min(least, manifold.points[1].separation);
    return {.hit = true, .separation = least, .normal_x = manifold.normal_x, .normal_y = manifold.normal_y};
  }

  Precision precision() const override { return {.separates_disjoint = false, .skin = double{margin}}; }

 private:
  static constexpr float margin = 0.02f;

  std::span<const satchel::Pair> pairs_;
  satchel::Scene scene_;
  std::vector<satchel::Manifold> manifolds_;
  satchel::Options options_;
};

}  // namespace

std::unique_ptr<Engine> make_satchel_manifold(const Workload& workload, unsigned threads) {
  return std::make_unique<SatchelManifold>(workload, threads);
}

}  // namespace satchel_bench
