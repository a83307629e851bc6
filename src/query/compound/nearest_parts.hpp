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
#include "query/compound/near_parts.hpp"

namespace satchel::query {

/// @param Runner    of a query of contacts: GroupRunner
/// @param Distance  distance(job, contacts, results), of parts in evaluation order
template <class T, class Runner, class Distance>
class NearestParts {
 public:
  /// @param job     of the batch
  /// @param bodies  in evaluation order
  NearestParts(const Runner& runner, const kernels::PairJob<T>& job, const Bodies<T>& bodies, const Distance& distance)
      : runner_(runner), bodies_(bodies), distance_(distance), job_(job) {
    job_.bodies_a = bodies.a.records();
    job_.bodies_b = bodies.b.records();
    job_.kinds_a = bodies.a.kinds();
    job_.kinds_b = bodies.b.kinds();
    job_.rotations_a = bodies.a.rotations();
    job_.rotations_b = bodies.b.rotations();
    job_.inner_a = job_.inner_b = nullptr;
    job_.in_doubles = nullptr;
    job_.some_turned = false;
    job_.prefetch = false;
    job_.slots = nullptr;
    job_.uncertain = uncertain_.data();
  }

  /// @param best   in: the distance of `parts`; out: the least
  /// @param parts  in and out: numbers within their bodies
  void run(BasicDistance<T>& best, PartPair& parts) {
    best_ = &best;
    parts_ = &parts;
    for_each_near_parts(
        runner_.compound_kernels(), bodies_, -std::numeric_limits<T>::infinity(), [&] { return reach(); },
        [&](std::uint32_t i, std::uint32_t j) { push(i, j); });
    for (unsigned group = 0; group < group_count; ++group) {
      if (!buckets_.is_empty(group)) empty(group);
    }
  }

 private:
  /// No parts whose boxes or lower bounds are farther apart than this can win, whatever rounding does.
  T reach() const { return best_->distance * T(1 + 0x1p-20) + 2 * bodies_.slack; }

  void push(std::uint32_t i, std::uint32_t j) {
    const std::uint32_t a = bodies_.a.first + i, b = bodies_.b.first + j;
    const unsigned group = group_table.group[job_.kinds_a[a]][job_.kinds_b[b]];
    if (buckets_.add(group, {a, b}, 0)) empty(group);
  }

  void empty(unsigned group) {
    const GroupedPairs content = buckets_.take(group);
    job_.pairs = content.pairs;
    job_.count = content.count;
    runner_.run(job_, group, contacts_.data(), [](std::uint32_t, exact::Stage) {});
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

  const Runner& runner_;
  const Bodies<T>& bodies_;
  const Distance& distance_;
  kernels::PairJob<T> job_;
  BasicDistance<T>* best_ = nullptr;
  PartPair* parts_ = nullptr;
  Buckets buckets_;
  std::array<Pair, Buckets::capacity> near_;
  std::array<std::uint32_t, Buckets::capacity> uncertain_;
  std::array<BasicContact<T>, Buckets::capacity> contacts_;
  std::array<BasicDistance<T>, Buckets::capacity> distances_;
};

}  // namespace satchel::query
