// What every broad phase looks like to the benchmarks, and the list of them.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <satchel/types.hpp>

#include "workload.hpp"

namespace satchel_bench {

/// Bodies and their boxes, as Satchel's scene gives them; both outlive the engines. `pairs` of the workload are unused.
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

  /// From boxes (Satchel: from the scene) to a list of all pairs in memory, nothing kept from the last run but memory;
  /// or one frame of the chain. This is what is timed.
  virtual void run() = 0;

  /// The pairs of the last run, in any order, either way round.
  virtual std::span<const satchel::Pair> pairs() const = 0;

  /// Boxes are stored as floats, rounded outward: pairs that are this near may be found too (world units).
  virtual double slack() const { return 0; }

  /// Of a chain: whether a pair of the last run overlaps, and up to which distance (world units) it says so.
  virtual bool hit(std::size_t) const { return false; }
  virtual double skin() const { return 0; }
  /// Bytes that it holds for its work and its results; 0: not known.
  virtual std::size_t bytes() const { return 0; }
};

struct BroadPhaseEntry {
  std::string name;
  std::string query;  // "pairs", or "frame": set_poses, pairs, collide
  std::size_t max_bodies;
  std::size_t max_vertices;  // of a body's shape, where shapes matter
  bool threads;              // can run on several
  std::unique_ptr<BroadPhaseEngine> (*make)(const Crowd&, unsigned threads);
};

/// Each in the file of its name.
std::unique_ptr<BroadPhaseEngine> make_satchel_pairs(const Crowd& crowd, unsigned threads);
std::unique_ptr<BroadPhaseEngine> make_satchel_frame(const Crowd& crowd, unsigned threads);
std::unique_ptr<BroadPhaseEngine> make_cgal_pairs(const Crowd& crowd, unsigned threads);
std::unique_ptr<BroadPhaseEngine> make_box2d_pairs(const Crowd& crowd, unsigned threads);
std::unique_ptr<BroadPhaseEngine> make_box2d_frame(const Crowd& crowd, unsigned threads);
std::unique_ptr<BroadPhaseEngine> make_boost_rtree_pairs(const Crowd& crowd, unsigned threads);

/// Satchel first.
const std::vector<BroadPhaseEntry>& broad_phase_engines();

}  // namespace satchel_bench
