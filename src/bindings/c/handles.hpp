// The handles of C: what they hold.
#pragma once

#include <satchel/satchel.h>

#include <cstddef>
#include <satchel/broad_phase.hpp>
#include <satchel/index.hpp>
#include <satchel/kept_pairs.hpp>
#include <satchel/scene.hpp>
#include <variant>

struct satchel_scene {
  std::variant<satchel::Scene, satchel::Scened> scene;
};

struct satchel_broad_phase {
  satchel::BroadPhase finder;
};

struct satchel_index {
  std::variant<satchel::Index, satchel::Indexd> index;
};

struct satchel_kept_pairs {
  std::variant<satchel::KeptPairs, satchel::KeptPairsd> pairs;
  satchel::PairChanges changes;  ///< of the last update, if it was to note them
};

namespace satchel::c {

/// The precision of what a handle holds: 0 float, 1 double.
inline std::size_t precision_of(const satchel_scene& handle) noexcept { return handle.scene.index(); }
inline std::size_t precision_of(const satchel_index& handle) noexcept { return handle.index.index(); }
inline std::size_t precision_of(const satchel_kept_pairs& handle) noexcept { return handle.pairs.index(); }

}  // namespace satchel::c
