// The interface of the broad phases that the benchmarks compare, and their list.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <satchel/types.hpp>

#include "workload.hpp"

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
  /// memory from the last run. "frame": one frame, see BroadPhaseEntry::query.
  virtual void run() = 0;

  /// The pairs of the last run, in any order; either body may come first.
  virtual std::span<const satchel::Pair> pairs() const = 0;

  /// Distance up to which it may find pairs that do not overlap, because it rounds boxes outward to floats (world
  /// units).
  virtual double slack() const { return 0; }

  /// "frame" only: whether pair i of the last run overlaps; and up to which distance it reports overlap (world units).
  virtual bool hit(std::size_t) const { return false; }
  virtual double skin() const { return 0; }
  /// Bytes of its data structures and results; 0: unknown.
  virtual std::size_t bytes() const { return 0; }
};

struct BroadPhaseEntry {
  std::string name;
  std::string query;  // "pairs"; or "frame": poses, then pairs, then contacts
  std::size_t max_bodies;
  std::size_t max_vertices;  // of a shape; for "frame" only
  bool threads;              // whether it can run on several threads
  std::unique_ptr<BroadPhaseEngine> (*make)(const Crowd&, unsigned threads);
};

/// Each is defined in engines/, in the file of its name.
std::unique_ptr<BroadPhaseEngine> make_satchel_pairs(const Crowd& crowd, unsigned threads);
std::unique_ptr<BroadPhaseEngine> make_satchel_frame(const Crowd& crowd, unsigned threads);
std::unique_ptr<BroadPhaseEngine> make_cgal_pairs(const Crowd& crowd, unsigned threads);
std::unique_ptr<BroadPhaseEngine> make_box2d_pairs(const Crowd& crowd, unsigned threads);
std::unique_ptr<BroadPhaseEngine> make_box2d_frame(const Crowd& crowd, unsigned threads);
std::unique_ptr<BroadPhaseEngine> make_boost_rtree_pairs(const Crowd& crowd, unsigned threads);

/// The broad phases of this build, Satchel first.
const std::vector<BroadPhaseEntry>& broad_phase_engines();

}  // namespace satchel_bench
