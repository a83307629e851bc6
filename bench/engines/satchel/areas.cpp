// Satchel's areas of intersections and intersections over unions.
#include <satchel/satchel.hpp>

#include <span>
#include <type_traits>

#include "engines/satchel/query.hpp"

namespace satchel_bench {
namespace {

template <class T>
class SatchelAreas final : public SatchelQuery<T, T> {
 public:
  using SatchelQuery<T, T>::SatchelQuery;

  Answer answer(std::size_t pair) const override {
    const double area = static_cast<double>(this->result(pair));
    return {.hit = area > 0, .area = area};
  }

  // The reference is exact to 1e-7 alone, so doubles are compared to that.
  Precision precision() const override { return {.area = std::is_same_v<T, float> ? 1e-6 : 1e-7}; }

 private:
  void ask(std::span<const satchel::Pair> pairs, std::span<T> areas, const satchel::Options& options) override {
    satchel::overlap_areas(this->scene(), pairs, areas, options);
  }
};

class SatchelIous final : public SatchelQuery<float, float> {
 public:
  using SatchelQuery::SatchelQuery;

  Answer answer(std::size_t pair) const override {
    const double iou = static_cast<double>(result(pair));
    return {.hit = iou > 0, .iou = iou};
  }

  Precision precision() const override { return {.area = 1e-6}; }

 private:
  void ask(std::span<const satchel::Pair> pairs, std::span<float> ious, const satchel::Options& options) override {
    satchel::ious(scene(), pairs, ious, options);
  }
};

const Registered<PairEntry> areas({.query = "overlap_areas",
                                   .engine = "satchel",
                                   .note = "area of the intersection",
                                   .make = make_threaded_engine<SatchelAreas<float>>,
                                   .accepts = {Tag::round, Tag::apart},
                                   .only = {Tag::in_cache}});
const Registered<PairEntry> areas_double({.query = "overlap_areas",
                                          .engine = "satchel_double",
                                          .note = "the same of BasicScene<double>",
                                          .make = make_threaded_engine<SatchelAreas<double>>,
                                          .accepts = {Tag::round, Tag::apart},
                                          .only = {Tag::in_cache}});
const Registered<PairEntry> ious({.query = "ious",
                                  .engine = "satchel",
                                  .note = "intersection over union",
                                  .make = make_threaded_engine<SatchelIous>,
                                  .only = {Tag::in_cache}});

}  // namespace
}  // namespace satchel_bench
