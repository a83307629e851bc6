// Engines that answer lists of pairs: each is built on a workload, then answers its pairs.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "harness/registry.hpp"
#include "reference/check_sweep.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

/// An engine's answer for one pair, in common terms. What has no value, the engine does not compute; NaN is wrong.
struct Answer {
  bool hit = false;                       // the pair overlaps or touches; of bodies in motion: meets
  bool touching = false;                  // the pair touches exactly
  std::optional<double> separation = {};  // signed; -depth where negative
  std::optional<double> normal_x = {};    // unit vector from a to b
  std::optional<double> normal_y = {};
  std::optional<double> area = {};     // of the intersection
  std::optional<double> iou = {};      // intersection over union
  std::optional<double> time = {};     // of the first contact of bodies in motion
  std::optional<double> point_x = {};  // where they meet then, relative to the origin of a
  std::optional<double> point_y = {};
};

/// The errors that an engine's answers may have by its own promises.
struct Precision {
  bool answers = true;             // false: it computes nothing, and nothing is compared
  bool exact_verdicts = false;     // detects touching pairs without tolerance
  bool separates_disjoint = true;  // a disjoint pair's separation is the largest over the edge normals
  bool true_distances = false;     // a disjoint pair's separation is the distance
  double relative = 1e-5;          // relative to the pair's extent
  double of_coordinates = 0;       // relative to the largest world coordinate; 2^-21 if world coordinates are floats
  double skin = 0;                 // distance up to which pairs may be reported as hits (world units)
  double depth_slack = 0;          // absolute error of the depth (world units)
  double area = 0;                 // of areas, relative to the square of the pair's extent; of the IoU likewise
  std::optional<ContactGap> meets = {};  // its answers are about straight_motions(): which gap is a contact
};

class PairEngine {
 public:
  PairEngine() = default;
  PairEngine(const PairEngine&) = delete;
  PairEngine& operator=(const PairEngine&) = delete;
  virtual ~PairEngine() = default;

  /// The timed work: answers pairs [first, first + count) of the workload and stores the answers in results that the
  /// engine has allocated before. Allocates nothing that a caller's loop would not allocate.
  virtual void run(std::size_t first, std::size_t count) = 0;

  /// The stored answer for a pair. Not timed.
  virtual Answer answer(std::size_t pair) const = 0;

  virtual Precision precision() const = 0;

  /// Further counters of the benchmark. Not timed.
  virtual std::map<std::string, double> counts() { return {}; }
};

/// An engine and the workloads that it takes part in under QUERY/WORKLOAD/ENGINE.
struct PairEntry {
  std::string query, engine;
  std::string note;  // what it computes, in a few words, for the tables
  /// The workload must outlive the engine. `threads` is 1 unless the entry has `threads`.
  std::unique_ptr<PairEngine> (*make)(const Workload& workload, unsigned threads);
  std::size_t max_vertices = no_limit;  // of a shape; it does not support larger shapes, or takes far too long
  std::size_t max_bodies = no_limit;
  Tags accepts = {};       // of special_tags: workloads with others are left out
  Tags only = {};          // if not empty: only workloads with one of these
  Tags except = {};        // no workloads with one of these
  bool threads = false;    // also runs on several threads, on workloads with Tag::threads
  std::size_t stride = 1;  // takes one pair in so many, where one takes far too long

  EntryName name() const { return {query, engine}; }

  bool takes(const WorkloadPlan& plan) const {
    return plan.max_vertices <= max_vertices && plan.bodies <= max_bodies &&
           accepts.has_all_of(plan.tags & special_tags) && !plan.tags.has_one_of(except) &&
           (only.empty() || plan.tags.has_one_of(only));
  }
};

/// Makes an engine of this type, which takes the workload alone.
template <class Type>
std::unique_ptr<PairEngine> make_engine(const Workload& workload, unsigned) {
  return std::make_unique<Type>(workload);
}

/// The same, with the number of threads.
template <class Type>
std::unique_ptr<PairEngine> make_threaded_engine(const Workload& workload, unsigned threads) {
  return std::make_unique<Type>(workload, threads);
}

}  // namespace satchel_bench
