// Satchel's distances, with nearest points.
#include <satchel/satchel.hpp>

#include <span>

#include "engines/satchel/query.hpp"

namespace satchel_bench {
namespace {

class SatchelDistance final : public SatchelQuery<float, satchel::Distance> {
 public:
  using SatchelQuery::SatchelQuery;

  Answer answer(std::size_t pair) const override {
    const satchel::Distance& distance = result(pair);
    return {.hit = distance.distance <= 0,
            .separation = distance.distance,
            .normal_x = distance.normal_x,
            .normal_y = distance.normal_y};
  }

  Precision precision() const override { return {.separates_disjoint = false, .true_distances = true}; }

 private:
  void ask(std::span<const satchel::Pair> pairs, std::span<satchel::Distance> distances,
           const satchel::Options& options) override {
    satchel::distances(scene(), pairs, distances, options);
  }
};

const Registered<PairEntry> entry({.query = "distance",
                                   .engine = "satchel",
                                   .note = "distance, normal and nearest points",
                                   .make = make_threaded_engine<SatchelDistance>,
                                   .accepts = {Tag::concave},
                                   .only = {Tag::in_cache}});

}  // namespace
}  // namespace satchel_bench
