// Satchel: one call a batch.
#include <satchel/satchel.hpp>

#include <span>
#include <vector>

#include "engines.hpp"
#include "satchel_scene.hpp"

namespace satchel_bench {
namespace {

class SatchelCollide final : public Engine {
 public:
  SatchelCollide(const Workload& workload, unsigned threads)
      : pairs_(workload.pairs), scene_(make_scene(workload)), contacts_(pairs_.size()) {
    options_.max_threads = threads;
  }

  void run(std::size_t first, std::size_t count) override {
    satchel::collide(scene_, pairs_.subspan(first, count), std::span(contacts_).subspan(first, count), options_);
  }

  Answer answer(std::size_t pair) const override {
    const satchel::Contact& contact = contacts_[pair];
    const satchel::Verdict verdict = satchel::verdict(contact);
    return {verdict != satchel::Verdict::disjoint, verdict == satchel::Verdict::touching && contact.separation == 0.0f,
            static_cast<double>(contact.separation), static_cast<double>(contact.normal_x),
            static_cast<double>(contact.normal_y)};
  }

  Precision precision() const override { return {.exact_verdicts = true}; }

 private:
  std::span<const satchel::Pair> pairs_;
  satchel::Scene scene_;
  std::vector<satchel::Contact> contacts_;
  satchel::Options options_;
};

class SatchelClassify final : public Engine {
 public:
  SatchelClassify(const Workload& workload, unsigned threads)
      : pairs_(workload.pairs), scene_(make_scene(workload)), verdicts_(pairs_.size()) {
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
  satchel::Scene scene_;
  std::vector<satchel::Verdict> verdicts_;
  satchel::Options options_;
};

}  // namespace

std::unique_ptr<Engine> make_satchel_collide(const Workload& workload, unsigned threads) {
  return std::make_unique<SatchelCollide>(workload, threads);
}

std::unique_ptr<Engine> make_satchel_classify(const Workload& workload, unsigned threads) {
  return std::make_unique<SatchelClassify>(workload, threads);
}

}  // namespace satchel_bench
