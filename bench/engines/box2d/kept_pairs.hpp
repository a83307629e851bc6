// Box2D's broad phase, with the pairs that b2World keeps as contacts: those of fat boxes.
#pragma once

#include <box2d/b2_broad_phase.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/types.hpp>

#include "engines/box2d/bodies.hpp"

namespace satchel_bench {

/// Pairs are added by UpdatePairs, and end when the fat boxes of their bodies overlap no more (b2ContactManager).
class Box2dKeptPairs {
 public:
  explicit Box2dKeptPairs(const Box2dBodies& bodies) : of_body_(bodies.shapes.size()) {
    for (std::size_t i = 0; i < bodies.shapes.size(); ++i) {
      proxies_.push_back(broad_phase_.CreateProxy(box_of(bodies, i), reinterpret_cast<void*>(i)));
    }
    broad_phase_.UpdatePairs(this);
  }

  static b2AABB box_of(const Box2dBodies& bodies, std::size_t body) {
    b2AABB box;
    bodies.shapes[body].ComputeAABB(&box, bodies.transforms[body], 0);
    return box;
  }

  void move(std::size_t body, const b2AABB& box, const b2Vec2& by) { broad_phase_.MoveProxy(proxies_[body], box, by); }
  /// Follows the moves of all bodies.
  void update() {
    for (std::size_t k = pairs_.size(); k-- > 0;) {
      if (!broad_phase_.TestOverlap(proxies_[pairs_[k].a], proxies_[pairs_[k].b]))
        remove(static_cast<std::uint32_t>(k));
    }
    broad_phase_.UpdatePairs(this);
  }
  /// Follows the moves of these bodies; no other has moved.
  void update(std::span<const satchel::BodyId> bodies) {
    for (const satchel::BodyId body : bodies) {
      std::vector<std::uint32_t>& own = of_body_[body];
      for (std::size_t k = own.size(); k-- > 0;) {
        const satchel::Pair pair = pairs_[own[k]];
        if (!broad_phase_.TestOverlap(proxies_[pair.a], proxies_[pair.b])) remove(own[k]);
      }
    }
    broad_phase_.UpdatePairs(this);
  }
  std::span<const satchel::Pair> pairs() const { return pairs_; }

  /// Called by UpdatePairs, for pairs that are there, too.
  void AddPair(void* p, void* q) {
    const auto a = static_cast<satchel::BodyId>(reinterpret_cast<std::uintptr_t>(p));
    const auto b = static_cast<satchel::BodyId>(reinterpret_cast<std::uintptr_t>(q));
    for (const std::uint32_t place : of_body_[b]) {
      if (pairs_[place].a == a || pairs_[place].b == a) return;
    }
    of_body_[a].push_back(static_cast<std::uint32_t>(pairs_.size()));
    of_body_[b].push_back(static_cast<std::uint32_t>(pairs_.size()));
    pairs_.push_back({a, b});
  }

 private:
  /// The last pair takes the place.
  void remove(std::uint32_t place) {
    const auto last = static_cast<std::uint32_t>(pairs_.size() - 1);
    for (const satchel::BodyId body : {pairs_[place].a, pairs_[place].b}) std::erase(of_body_[body], place);
    if (place != last) {
      for (const satchel::BodyId body : {pairs_[last].a, pairs_[last].b}) {
        for (std::uint32_t& own : of_body_[body]) own = own == last ? place : own;
      }
    }
    pairs_[place] = pairs_[last];
    pairs_.pop_back();
  }

  b2BroadPhase broad_phase_;
  std::vector<int32> proxies_;
  std::vector<satchel::Pair> pairs_;
  std::vector<std::vector<std::uint32_t>> of_body_;  // places of its pairs
};

}  // namespace satchel_bench
