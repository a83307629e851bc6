// The distances of bodies that are disjoint, of which a body is a compound: the least over their parts. Those of many
// pairs together, because their parts fill lanes better.
//
//   the parts that decided the contact are so far apart at the most
//   for all other parts (i, j) whose boxes are no farther apart than the least distance so far:
//     contact of (i, j); is it, a lower bound, no larger?  distance of (i, j), keep the lesser
//
// Where distances are equal the lowest parts stay, in whichever order they come; and the parts that are left out are
// farther apart. So a result depends on the pair alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include <satchel/results.hpp>

#include "query/compound/has_few_parts.hpp"
#include "query/compound/near_parts.hpp"
#include "query/stages/pair_bins.hpp"
#include "query/stages/stages.hpp"

namespace satchel::query {

/// @param Distance  distance(job, contacts, results), of parts in evaluation order
template <class T, class Distance>
class NearestParts {
 public:
  static constexpr std::size_t capacity = 128;

  /// @param job       of the batch
  /// @param distance  must outlive this
  NearestParts(const Stages<ContactQuery<T>>& stages, const kernels::PairJob<T>& job, const Distance& distance)
      : stages_(stages), distance_(distance), job_(job) {
    job_.knows_inner = false;
    job_.in_doubles = &in_doubles_;
    job_.some_swapped = false;
    job_.prefetch = false;
    job_.open = open_.data();
  }

  bool is_full() const { return count_ == capacity; }

  /// No parts whose boxes or separations are farther apart than this are nearer than `best`, whatever rounding does.
  static T reach(const detail::SceneData<T>& a, const detail::SceneData<T>& b, Pair pair,
                 const BasicDistance<T>& best) {
    const auto &of_a = a.bodies[pair.a], &of_b = b.bodies[pair.b];
    return reach(best, slack_of(of_a, of_b, of_b.x - of_a.x, of_b.y - of_a.y));
  }

  /// Adds a pair, if this is not full. All pairs since `finish` are of one kind with compounds.
  /// @param bodies  in evaluation order
  /// @param best    in: the distance of `parts`; out, after `finish`: the least
  /// @param parts   numbers within their bodies
  void add(const Bodies<T>& bodies, BasicDistance<T>& best, PartPair parts) {
    if (count_ == 0) {
      job_.a = bodies.a.view();
      job_.b = bodies.b.view();
    }
    const std::size_t p = count_++;
    Owner& owner = owners_[p];
    owner.bodies = bodies;
    owner.best = &best;
    owner.parts = parts;
    if (std::uint64_t{bodies.a.count} * bodies.b.count > few_part_pairs) {
      for_each_near_parts(
          stages_.compound_kernels(), bodies, -std::numeric_limits<T>::infinity(), [&] { return reach(p); },
          [&](std::uint32_t i, std::uint32_t j) { push(p, i, j); });
      return;
    }
    const T far = reach(p);
    for (std::uint32_t i = 0; i < bodies.a.count; ++i) {
      for (std::uint32_t j = 0; j < bodies.b.count; ++j) {
        if (FourBounds<T>::of(bodies.a.box(i)).is_within(far, bodies.from_a(bodies.b.box(j)))) push(p, i, j);
      }
    }
  }

  /// Finds the least distances of the pairs added, and forgets the pairs.
  void finish() {
    for (unsigned kind = 0; kind < pair_kinds; ++kind) {
      if (!bins_.is_empty(kind)) run_bin(static_cast<PairKind>(kind));
    }
    count_ = 0;
  }

 private:
  struct Owner {
    Bodies<T> bodies;
    BasicDistance<T>* best;
    PartPair parts;  ///< of `best`
  };

  static T reach(const BasicDistance<T>& best, T slack) { return best.distance * T(1 + 0x1p-20) + 2 * slack; }
  T reach(std::size_t p) const { return reach(*owners_[p].best, owners_[p].bodies.slack); }

  void push(std::size_t p, std::uint32_t i, std::uint32_t j) {
    const Owner& owner = owners_[p];
    if (PartPair{i, j} == owner.parts) return;
    const std::uint32_t a = owner.bodies.a.first + i, b = owner.bodies.b.first + j;
    const PairKind kind = kind_by_class(job_.a.kinds[a], job_.b.kinds[b]);
    if (bins_.add(index(kind), {a, b}, static_cast<std::uint32_t>(p))) run_bin(kind);
  }

  void run_bin(PairKind kind) {
    const kernels::PairList content = bins_.drain(index(kind));
    job_.set_list({content.pairs, nullptr, content.count});
    stages_.decide(job_, kind, contacts_.data(), [](std::uint32_t, exact::Stage) {});
    std::size_t near = 0;
    for (std::size_t i = 0; i < content.count; ++i) {
      near_[near] = content.pairs[i];
      near_owners_[near] = content.slots[i];
      contacts_[near] = contacts_[i];
      near += contacts_[i].separation <= reach(content.slots[i]) ? 1 : 0;
    }
    job_.set_list({near_.data(), nullptr, near});
    distance_(job_, contacts_.data(), distances_.data());
    for (std::size_t i = 0; i < near; ++i) {
      Owner& owner = owners_[near_owners_[i]];
      const PartPair parts{near_[i].a - owner.bodies.a.first, near_[i].b - owner.bodies.b.first};
      const T distance = distances_[i].distance, least = owner.best->distance;
      if (distance > least || (distance == least && parts >= owner.parts)) continue;
      std::memcpy(static_cast<void*>(owner.best), &distances_[i],
                  sizeof distances_[i]);  // what lies between members too
      owner.parts = parts;
    }
  }

  const Stages<ContactQuery<T>>& stages_;
  const Distance& distance_;
  kernels::PairJob<T> job_;
  std::size_t in_doubles_ = 0;  ///< not looked at: pairs are counted, not parts
  std::size_t count_ = 0;
  KindBins bins_;  ///< the slot of a pair of parts is the index of their owner
  std::array<Owner, capacity> owners_;
  std::array<Pair, KindBins::capacity> near_;
  std::array<std::uint32_t, KindBins::capacity> near_owners_, open_;
  std::array<BasicContact<T>, KindBins::capacity> contacts_;
  std::array<BasicDistance<T>, KindBins::capacity> distances_;
};

}  // namespace satchel::query
