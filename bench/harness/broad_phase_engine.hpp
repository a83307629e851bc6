// Engines that find the pairs of a scene: broad phases, and whole frames.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <satchel/types.hpp>

#include "harness/registry.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

/// Bodies, and their boxes from Satchel's scene. Both must outlive the engines. The workload's `pairs` are unused.
struct Crowd {
  const Workload& workload;
  std::span<const satchel::Box> boxes;
};

class BroadPhaseEngine {
 public:
  BroadPhaseEngine() = default;
  BroadPhaseEngine(const BroadPhaseEngine&) = delete;
  BroadPhaseEngine& operator=(const BroadPhaseEngine&) = delete;
  virtual ~BroadPhaseEngine() = default;

  /// The timed work. "pairs": from boxes (Satchel: from the scene) to a list of all pairs, keeping only allocated
  /// memory from the last run. Others: one frame, see BroadPhaseEntry::query.
  virtual void run() = 0;

  /// The pairs of the last run, in any order; either body may come first.
  virtual std::span<const satchel::Pair> pairs() const = 0;

  /// Distance up to which it may find pairs that do not overlap, because it rounds boxes outward to floats (world
  /// units).
  virtual double slack() const { return 0; }

  /// Frames only: whether pair i of the last run overlaps; and up to which distance it reports overlap (world units).
  virtual bool hit(std::size_t) const { return false; }
  virtual double skin() const { return 0; }
  /// Bytes of its data structures and results; 0: unknown.
  virtual std::size_t bytes() const { return 0; }
};

/// An engine and its limits, under QUERY/WORKLOAD/ENGINE.
struct BroadPhaseEntry {
  std::string query;  // "pairs"; "frame": poses, then pairs, then contacts; "frame_kept": the same, what helps is kept
  std::string engine;
  std::string note;  // what it computes, in a few words, for the tables
  std::unique_ptr<BroadPhaseEngine> (*make)(const Crowd& crowd, unsigned threads);
  std::size_t max_bodies = no_limit;
  std::size_t max_vertices = no_limit;  // of a shape; for frames only
  bool threads = false;                 // also runs on several threads, on workloads with Tag::threads

  EntryName name() const { return {query, engine}; }
};

/// Limit of bodies for peers: with more bodies one pass takes many seconds.
inline constexpr std::size_t peers_max_bodies = 1'000'000;

/// Makes an engine of this type, which takes the crowd alone.
template <class Type>
std::unique_ptr<BroadPhaseEngine> make_broad_phase(const Crowd& crowd, unsigned) {
  return std::make_unique<Type>(crowd);
}

}  // namespace satchel_bench
