// Box2D's b2TimeOfImpact: conservative advancement with root finding, to within its slop.
#include <box2d/b2_settings.h>
#include <box2d/b2_time_of_impact.h>

#include <cmath>
#include <span>
#include <vector>

#include "engines/box2d/bodies.hpp"
#include "harness/pair_engine.hpp"
#include "reference/check_sweep.hpp"
#include "workloads/straight_motions.hpp"

namespace satchel_bench {
namespace {

class Box2dSweep final : public PairEngine {
 public:
  explicit Box2dSweep(const Workload& workload) : pairs_(workload.pairs), bodies_(workload), outputs_(pairs_.size()) {
    const std::vector<satchel::Motion> motions = straight_motions(workload);
    for (std::size_t i = 0; i < motions.size(); ++i) {
      const b2Transform& at = bodies_.transforms[i];
      b2Sweep& sweep = sweeps_.emplace_back();
      sweep.localCenter.SetZero();
      sweep.c0 = at.p;
      sweep.c = at.p + b2Vec2(static_cast<float>(motions[i].x), static_cast<float>(motions[i].y));
      sweep.a0 = sweep.a = std::atan2(at.q.s, at.q.c);
      sweep.alpha0 = 0;
    }
  }

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      const auto [a, b] = pairs_[i];
      b2TOIInput input;
      input.proxyA.Set(&bodies_.shapes[a], 0);
      input.proxyB.Set(&bodies_.shapes[b], 0);
      input.sweepA = sweeps_[a];
      input.sweepB = sweeps_[b];
      input.tMax = 1;
      b2TimeOfImpact(&outputs_[i], &input);
    }
  }

  Answer answer(std::size_t pair) const override {
    const b2TOIOutput& output = outputs_[pair];
    if (output.state != b2TOIOutput::e_touching && output.state != b2TOIOutput::e_overlapped) return {};
    return {.hit = true, .time = output.t};
  }

  // Its contact is a gap of a slop, to within a quarter of one (b2_time_of_impact.cpp).
  Precision precision() const override {
    constexpr double slop = static_cast<double>(b2_linearSlop);
    return {.of_coordinates = 0x1p-20, .meets = ContactGap{.least = 0.75 * slop, .most = 1.25 * slop}};
  }

 private:
  std::span<const satchel::Pair> pairs_;
  Box2dBodies bodies_;
  std::vector<b2Sweep> sweeps_;
  std::vector<b2TOIOutput> outputs_;
};

const Registered<PairEntry> entry({.query = "sweep",
                                   .engine = "box2d",
                                   .note = "time of the first contact in float, to within its slop (b2TimeOfImpact)",
                                   .make = make_engine<Box2dSweep>,
                                   .max_vertices = b2_maxPolygonVertices,
                                   .only = {Tag::in_cache}});

}  // namespace
}  // namespace satchel_bench
