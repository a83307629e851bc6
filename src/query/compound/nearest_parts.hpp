// The distance of two bodies that are disjoint, of which a body is a compound: the least over their parts.
//
//   the parts that decided the contact are so far apart at the most
//   for all other parts (i, j) whose boxes are no farther apart than the least distance so far:
//     contact of (i, j); is it, a lower bound, no larger?  distance of (i, j), keep the lesser
//
// Of equal distances the lowest parts stay, so it does not matter in which order they come; and the parts that are left
// out are farther apart. So a result depends on the pair alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include <satchel/results.hpp>

#include "query/pipeline/pair_bins.hpp"
#include "query/pipeline/stages.hpp"
#include "query/compound/near_parts.hpp"

namespace satchel::query {

/// @param Distance  distance(job, contacts, results), of parts in evaluation order
template <class T, class Distance>
class NearestParts {
 public:
  /// @param job     of the batch
  /// @param bodies  in evaluation order
  NearestParts(const Stages<ContactQuery<T>>& stages, const kernels::PairJob<T>& job, const Bodies<T>& bodies, const Distance& distance)
      : stages_(stages), bodies_(bodies), distance_(distance), job_(job) {
    job_.a = bodies.a.view();
    job_.b = bodies.b.view();
    job_.knows_inner = false;
    job_.in_doubles = &in_doubles_;
    job_.some_swapped = false;
    job_.prefetch = false;
    job_.slots = nullptr;
    job_.open = open_.data();
  }

  /// @param best   in: the distance of `parts`; out: the least
  /// @param parts  in and out: numbers within their bodies
  void run(BasicDistance<T>& best, PartPair& parts) {
    best_ = &best;
    parts_ = &parts;
    for_each_near_parts(
        stages_.compound_kernels(), bodies_, -std::numeric_limits<T>::infinity(), [&] { return reach(); },
        [&](std::uint32_t i, std::uint32_t j) { push(i, j); });
    for (unsigned kind = 0; kind < pair_kinds; ++kind) {
      if (!bins_.is_empty(kind)) run_bin(static_cast<PairKind>(kind));
    }
  }

 private:
  /// No parts whose boxes or lower bounds are farther apart than this can win, whatever rounding does.
  T reach() const { return best_->distance * T(1 + 0x1p-20) + 2 * bodies_.slack; }

  void push(std::uint32_t i, std::uint32_t j) {
    const std::uint32_t a = bodies_.a.first + i, b = bodies_.b.first + j;
    const PairKind kind = kind_by_class(job_.a.kinds[a], job_.b.kinds[b]);
    if (bins_.add(index(kind), {a, b}, 0)) run_bin(kind);
  }

  void run_bin(PairKind kind) {
    const kernels::PairList content = bins_.drain(index(kind));
    job_.pairs = content.pairs;
    job_.count = content.count;
    stages_.decide(job_, kind, contacts_.data(), [](std::uint32_t, exact::Stage) {});
    std::size_t near = 0;
    for (std::size_t i = 0; i < job_.count; ++i) {
      near_[near] = content.pairs[i];
      contacts_[near] = contacts_[i];
      near += contacts_[i].separation <= reach() ? 1 : 0;
    }
    job_.pairs = near_.data();
    job_.count = near;
    distance_(job_, contacts_.data(), distances_.data());
    for (std::size_t i = 0; i < near; ++i) {
      const PartPair its_parts{near_[i].a - bodies_.a.first, near_[i].b - bodies_.b.first};
      const T its = distances_[i].distance;
      if (its > best_->distance || (its == best_->distance && its_parts >= *parts_)) continue;
      std::memcpy(static_cast<void*>(best_), &distances_[i], sizeof *best_);  // what lies between members too
      *parts_ = its_parts;
    }
  }

  const Stages<ContactQuery<T>>& stages_;
  const Bodies<T>& bodies_;
  const Distance& distance_;
  kernels::PairJob<T> job_;
  BasicDistance<T>* best_ = nullptr;
  PartPair* parts_ = nullptr;
  std::size_t in_doubles_ = 0;  ///< not looked at: pairs are counted, not parts
  KindBins bins_;
  std::array<Pair, KindBins::capacity> near_;
  std::array<std::uint32_t, KindBins::capacity> open_;
  std::array<BasicContact<T>, KindBins::capacity> contacts_;
  std::array<BasicDistance<T>, KindBins::capacity> distances_;
};

}  // namespace satchel::query
