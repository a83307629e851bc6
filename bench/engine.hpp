// What every competitor looks like to the benchmarks: prepared once on a workload, then asked for the same pairs.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <string>

#include "workload.hpp"

namespace satchel_bench {

/// An engine's answer for one pair, in common terms. NaN: the engine does not say.
struct Answer {
  bool hit = false;                                              // the engine's yes
  bool touching = false;                                         // says that the pair touches, exactly
  double separation = std::numeric_limits<double>::quiet_NaN();  // signed, negative: -depth
  double normal_x = std::numeric_limits<double>::quiet_NaN();    // unit vector from a to b
  double normal_y = std::numeric_limits<double>::quiet_NaN();
};

/// How far an engine's answers may be off and still be right by its own promises.
struct Precision {
  bool exact_verdicts = false;     // distinguishes touching pairs, without tolerance
  bool separates_disjoint = true;  // its separation of a disjoint pair is the largest one over the edge normals
  bool true_distances = false;     // its separation of a disjoint pair is the distance
  double relative = 1e-5;          // of the pair's extent
  double of_coordinates = 0;       // of the largest world coordinate: 2^-21 where these are floats
  double skin = 0;                 // hits are reported up to this distance (world units)
  double depth_slack = 0;          // of the depth (world units)
};

class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  /// Answers pairs [first, first + count) of the workload, each into its place in the engine's own preallocated
  /// results, and allocates nothing that a caller's loop would not. This is what is timed.
  virtual void run(std::size_t first, std::size_t count) = 0;

  /// The answer that the last run wrote for a pair. Not timed.
  virtual Answer answer(std::size_t pair) const = 0;

  virtual Precision precision() const = 0;

  /// What else it can say about its last run, as counters of the benchmark. Not timed.
  virtual std::map<std::string, double> counts() { return {}; }
};

}  // namespace satchel_bench
