// Satchel's distances, with nearest points.
#include <satchel/satchel.hpp>

#include <algorithm>
#include <span>
#include <vector>

#include "engines.hpp"
#include "satchel_scene.hpp"

namespace satchel_bench {
namespace {

class SatchelDistance final : public Engine {
 public:
  SatchelDistance(const Workload& workload, unsigned threads)
      : pairs_(workload.pairs), scene_(make_scene<float>(workload)), distances_(pairs_.size()) {
    options_.max_threads = threads;
  }

  void run(std::size_t first, std::size_t count) override {
    satchel::distances(scene_, pairs_.subspan(first, count), std::span(distances_).subspan(first, count), options_);
  }

  Answer answer(std::size_t pair) const override {
    const satchel::Distance& distance = distances_[pair];
    return {.hit = distance.distance <= 0,
            .separation = distance.distance,
            .normal_x = distance.normal_x,
            .normal_y = distance.normal_y};
  }

  Precision precision() const override { return {.separates_disjoint = false, .true_distances = true}; }

 private:
  std::span<const satchel::Pair> pairs_;
  satchel::Scene scene_;
  std::vector<satchel::Distance> distances_;
  satchel::Options options_;
};

}  // namespace

std::unique_ptr<Engine> make_satchel_distance(const Workload& workload, unsigned threads) {
  return std::make_unique<SatchelDistance>(workload, threads);
}

}  // namespace satchel_bench
