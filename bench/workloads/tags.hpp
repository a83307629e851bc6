// Tags of workloads: what the choice of a workload's benchmarks depends on.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace satchel_bench {

enum class Tag : std::uint8_t {
  in_cache,      ///< fits into the second-level cache: queries beyond contacts and verdicts are measured too
  memory_bound,  ///< also measures the bound by memory (engines/plain/bytes.cpp)
  many_vertices,  ///< one of ngon_N: few peers take so many vertices, so `collide` has those too that give verdicts alone
  threads,        ///< also measured with several threads
  set_poses,      ///< also measures `set_poses`
  memory,         ///< also measures `memory`

  // Special: only for engines that accept it (PairEntry::accepts).
  round,    ///< has radii, points or segments
  concave,  ///< has shapes with parts
  calls,    ///< calls of few pairs: WorkloadPlan::pairs_of_call
  apart,    ///< almost no pair overlaps: for areas
  series,   ///< one of many workloads that differ in one number: for the main engines
};

/// A set of tags.
class Tags {
 public:
  constexpr Tags() = default;
  constexpr Tags(std::initializer_list<Tag> tags) {
    for (const Tag tag : tags) bits_ |= bit(tag);
  }

  constexpr bool has(Tag tag) const { return (bits_ & bit(tag)) != 0; }
  constexpr bool has_one_of(Tags others) const { return (bits_ & others.bits_) != 0; }
  constexpr bool has_all_of(Tags others) const { return (bits_ & others.bits_) == others.bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr void add(Tag tag) { bits_ |= bit(tag); }

  friend constexpr Tags operator&(Tags a, Tags b) {
    a.bits_ &= b.bits_;
    return a;
  }

 private:
  static constexpr std::uint32_t bit(Tag tag) { return std::uint32_t{1} << static_cast<unsigned>(tag); }

  std::uint32_t bits_ = 0;
};

/// The tags that an engine has to accept.
inline constexpr Tags special_tags{Tag::round, Tag::concave, Tag::calls, Tag::apart, Tag::series};

}  // namespace satchel_bench
