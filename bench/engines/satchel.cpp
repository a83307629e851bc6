// Satchel: one call a batch.
#include <satchel/satchel.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "engines.hpp"
#include "satchel_scene.hpp"

namespace satchel_bench {
namespace {

template <class T>
class SatchelCollide final : public Engine {
 public:
  SatchelCollide(const Workload& workload, unsigned threads)
      : pairs_(workload.pairs), scene_(make_scene<T>(workload)), contacts_(pairs_.size()) {
    options_.max_threads = threads;
  }

  void run(std::size_t first, std::size_t count) override {
    satchel::collide(scene_, pairs_.subspan(first, count), std::span(contacts_).subspan(first, count), options_);
  }

  Answer answer(std::size_t pair) const override {
    const satchel::BasicContact<T>& contact = contacts_[pair];
    const satchel::Verdict verdict = satchel::verdict(contact);
    return {verdict != satchel::Verdict::disjoint, verdict == satchel::Verdict::touching && contact.separation == 0,
            contact.separation, contact.normal_x, contact.normal_y};
  }

  Precision precision() const override { return {.exact_verdicts = true}; }

  /// Pairs by the stage that decided them, and by class.
  std::map<std::string, double> counts() override {
    satchel::Stats stats;
    satchel::Options counting = options_;
    counting.stats = &stats;
    satchel::collide(scene_, pairs_, contacts_, counting);
    std::map<std::string, double> counts{{"by_lanes", static_cast<double>(stats.decided_by_lanes)},
                                         {"by_double", static_cast<double>(stats.decided_by_double)},
                                         {"exactly", static_cast<double>(stats.decided_exactly)}};
    for (std::size_t k = 0; k < stats.of_class.size(); ++k) {
      if (stats.of_class[k] == 0) continue;
      std::string name = "class_" + std::string(satchel::name(static_cast<satchel::PairClass>(k)));
      std::replace(name.begin(), name.end(), ' ', '_');
      counts[name] = static_cast<double>(stats.of_class[k]);
    }
    return counts;
  }

 private:
  std::span<const satchel::Pair> pairs_;
  satchel::BasicScene<T> scene_;
  std::vector<satchel::BasicContact<T>> contacts_;
  satchel::Options options_;
};

template <class T>
class SatchelClassify final : public Engine {
 public:
  SatchelClassify(const Workload& workload, unsigned threads)
      : pairs_(workload.pairs), scene_(make_scene<T>(workload)), verdicts_(pairs_.size()) {
    options_.max_threads = threads;
  }

  void run(std::size_t first, std::size_t count) override {
    satchel::classify(scene_, pairs_.subspan(first, count), std::span(verdicts_).subspan(first, count), options_);
  }

  Answer answer(std::size_t pair) const override {
    return {.hit = verdicts_[pair] != satchel::Verdict::disjoint,
            .touching = verdicts_[pair] == satchel::Verdict::touching};
  }

  Precision precision() const override { return {.exact_verdicts = true}; }

 private:
  std::span<const satchel::Pair> pairs_;
  satchel::BasicScene<T> scene_;
  std::vector<satchel::Verdict> verdicts_;
  satchel::Options options_;
};

}  // namespace

std::unique_ptr<Engine> make_satchel_collide(const Workload& workload, unsigned threads) {
  return std::make_unique<SatchelCollide<float>>(workload, threads);
}

std::unique_ptr<Engine> make_satchel_collide_double(const Workload& workload, unsigned threads) {
  return std::make_unique<SatchelCollide<double>>(workload, threads);
}

std::unique_ptr<Engine> make_satchel_classify(const Workload& workload, unsigned threads) {
  return std::make_unique<SatchelClassify<float>>(workload, threads);
}

std::unique_ptr<Engine> make_satchel_classify_double(const Workload& workload, unsigned threads) {
  return std::make_unique<SatchelClassify<double>>(workload, threads);
}

}  // namespace satchel_bench
