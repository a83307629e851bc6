// Satchel's collide and classify, one call per batch.
#include <satchel/satchel.hpp>

#include <algorithm>
#include <map>
#include <span>
#include <string>

#include "engines/satchel/query.hpp"

namespace satchel_bench {
namespace {

template <class T>
class SatchelCollide final : public SatchelQuery<T, satchel::BasicContact<T>> {
 public:
  using SatchelQuery<T, satchel::BasicContact<T>>::SatchelQuery;

  Answer answer(std::size_t pair) const override {
    const satchel::BasicContact<T>& contact = this->result(pair);
    const satchel::Verdict verdict = satchel::verdict(contact);
    return {verdict != satchel::Verdict::disjoint, verdict == satchel::Verdict::touching && contact.separation == 0,
            contact.separation, contact.normal_x, contact.normal_y};
  }

  Precision precision() const override { return {.exact_verdicts = true}; }

  /// Numbers of pairs by the stage that decided them, and by class.
  std::map<std::string, double> counts() override {
    const satchel::Stats stats = this->stats();
    std::map<std::string, double> counts{{"by_lanes", static_cast<double>(stats.decided_by_lanes)},
                                         {"by_facing_parts", static_cast<double>(stats.by_facing_parts)},
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
  void ask(std::span<const satchel::Pair> pairs, std::span<satchel::BasicContact<T>> contacts,
           const satchel::Options& options) override {
    satchel::collide(this->scene(), pairs, contacts, options);
  }
};

template <class T>
class SatchelClassify final : public SatchelQuery<T, satchel::Verdict> {
 public:
  using SatchelQuery<T, satchel::Verdict>::SatchelQuery;

  Answer answer(std::size_t pair) const override {
    const satchel::Verdict verdict = this->result(pair);
    return {.hit = verdict != satchel::Verdict::disjoint, .touching = verdict == satchel::Verdict::touching};
  }

  Precision precision() const override { return {.exact_verdicts = true}; }

  std::map<std::string, double> counts() override {
    const satchel::Stats stats = this->stats();
    if (stats.of_class[static_cast<std::size_t>(satchel::PairClass::compounds)] == 0) return {};
    return {{"by_outlines", static_cast<double>(stats.by_outlines)}};
  }

 private:
  void ask(std::span<const satchel::Pair> pairs, std::span<satchel::Verdict> verdicts,
           const satchel::Options& options) override {
    satchel::classify(this->scene(), pairs, verdicts, options);
  }
};

const Registered<PairEntry> collide({.query = "collide",
                                     .engine = "satchel",
                                     .note = "exact verdict, normal, separation",
                                     .make = make_threaded_engine<SatchelCollide<float>>,
                                     .accepts = special_tags,
                                     .threads = true});
const Registered<PairEntry> collide_double({.query = "collide",
                                            .engine = "satchel_double",
                                            .note = "the same in double precision",
                                            .make = make_threaded_engine<SatchelCollide<double>>,
                                            .accepts = {Tag::round, Tag::concave, Tag::calls}});
const Registered<PairEntry> classify({.query = "classify",
                                      .engine = "satchel",
                                      .note = "exact verdict: disjoint, touching or overlapping",
                                      .make = make_threaded_engine<SatchelClassify<float>>,
                                      .accepts = {Tag::round, Tag::concave, Tag::calls}});
const Registered<PairEntry> classify_double({.query = "classify",
                                             .engine = "satchel_double",
                                             .note = "the same in double precision",
                                             .make = make_threaded_engine<SatchelClassify<double>>,
                                             .accepts = {Tag::round, Tag::concave}});

}  // namespace
}  // namespace satchel_bench
