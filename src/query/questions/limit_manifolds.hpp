// Limits the manifolds of a chunk of pairs to what seams leave.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "query/pipeline/follow.hpp"
#include "query/seams/limit_contact.hpp"
#include "query/stages/scenes.hpp"

namespace satchel::query {

/// Before the manifolds of disjoint pairs are made, their contacts are limited, as those of pairs that meet have been;
/// after that, points beyond seams are taken away.
template <class T>
class ManifoldLimits {
 public:
  explicit ManifoldLimits(const Scenes<T>& scenes)
      : scenes_(scenes), any_(scenes.a.has_seams() || scenes.b.has_seams()) {}

  void before(const FoundContacts<T>& found, T margin) {
    if (!any_) return;
    for (std::size_t i = 0; i < found.job.count; ++i) {
      BasicContact<T>& contact = found.contacts[i];
      left_[i] = true;
      if (verdict(contact) != Verdict::disjoint || contact.separation > margin || !is_limited(found.job.pairs[i])) {
        continue;
      }
      left_[i] = limit_contact(pair_of(found, i), contact) != Limited::nothing;
    }
  }

  void after(const FoundContacts<T>& found, BasicManifold<T>* results) const {
    if (!any_) return;
    for (std::size_t i = 0; i < found.job.count; ++i) {
      BasicManifold<T>& manifold = results[found.job.slot(i)];
      if (manifold.count == 0 || !is_limited(found.job.pairs[i])) continue;
      if (!left_[i]) {
        std::memset(static_cast<void*>(&manifold), 0, sizeof manifold);
      } else {
        limit_points(pair_of(found, i), manifold);
      }
    }
  }

 private:
  bool is_limited(Pair pair) const { return may_be_limited(scenes_.a, pair.a) || may_be_limited(scenes_.b, pair.b); }

  SeamPair<T> pair_of(const FoundContacts<T>& found, std::size_t i) const {
    const Pair pair = found.job.pairs[i];
    const PartPair parts = found.parts.empty() ? PartPair{0, 0} : found.parts[i];
    return seam_pair(scenes_.a, scenes_.b, pair, parts, scenes_.is_swapped(pair), false);
  }

  const Scenes<T>& scenes_;
  bool any_;
  bool left_[most_at_a_step<T>];  ///< set if any_
};

}  // namespace satchel::query
