// Satchel's sweeps of bodies in straight motion.
#include <satchel/satchel.hpp>

#include <span>
#include <vector>

#include "engines/satchel/query.hpp"
#include "reference/check_sweep.hpp"
#include "workloads/straight_motions.hpp"

namespace satchel_bench {
namespace {

template <bool points>
class SatchelSweep final : public SatchelQuery<float, satchel::Impact> {
 public:
  SatchelSweep(const Workload& workload, unsigned threads)
      : SatchelQuery(workload, threads), motions_(straight_motions(workload)) {}

  Answer answer(std::size_t pair) const override {
    const satchel::Impact& impact = result(pair);
    if (impact.hit == 0) return {};
    Answer answer{.hit = true, .normal_x = impact.normal_x, .normal_y = impact.normal_y, .time = impact.time};
    if (points) answer.point_x = impact.point_x, answer.point_y = impact.point_y;
    return answer;
  }

  Precision precision() const override { return {.meets = ContactGap{}}; }

 private:
  void ask(std::span<const satchel::Pair> pairs, std::span<satchel::Impact> impacts,
           const satchel::Options& options) override {
    satchel::sweep(scene(), motions_, pairs, impacts, {.points = points, .run = options});
  }

  std::vector<satchel::Motion> motions_;
};

const Registered<PairEntry> without({.query = "sweep",
                                     .engine = "satchel",
                                     .note = "time and normal of the first contact of bodies in straight motion",
                                     .make = make_threaded_engine<SatchelSweep<false>>,
                                     .only = {Tag::in_cache}});
const Registered<PairEntry> with_points({.query = "sweep",
                                         .engine = "satchel_points",
                                         .note = "the same with the contact point",
                                         .make = make_threaded_engine<SatchelSweep<true>>,
                                         .only = {Tag::in_cache}});

}  // namespace
}  // namespace satchel_bench
