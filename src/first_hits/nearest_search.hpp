// Finds where the movers of a chunk come nearest to targets:
//
//   place the movers of the chunk at all their steps, as bodies of a scene of their own
//   for each mover, at each step: the gaps of its box and those of the obstacles at this step, and of near fixed bodies;
//     boxes bound distances from below and from above, and so what may be the mover's least distance
//   compute the `distances` of what is left; keep the least of each mover
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <satchel/trajectories.hpp>

#include "first_hits/trajectory_call.hpp"
#include "query/questions/distance_work.hpp"

namespace satchel::trajectories {

/// What the searches of a call share.
template <class T>
struct NearQuestion {
  const Question<T>& question;
  const kernels::FloatTreeView& fixed_tree;
  std::span<const Box> obstacle_boxes;  ///< by body of the placed obstacles
  double max_distance;
};

/// The search of a chunk, with its memory. A task reuses it for all of its chunks.
template <class T>
class NearestSearch {
 public:
  static constexpr std::size_t most_movers = 32;

  /// Writes the clearances of the movers [first, first + clearances.size()), at most most_movers. Throws std::bad_alloc.
  /// May refuse an outline that has no convex parts.
  Status run(const NearQuestion<T>& near, std::size_t first, std::span<Clearance> clearances);

 private:
  static constexpr std::size_t most_candidates = 4096;

  struct Candidate {
    double gap_squared, slack;
    std::uint32_t mover;  ///< index in the chunk
    std::uint32_t step;
    Pair pair;  ///< a body of placed_, and of the targets
    bool is_fixed;
  };

  void place_movers();
  void find_candidates(std::size_t mover, std::size_t step, BodyId body);
  void add(BodyId target, const Box& box, bool is_fixed);
  float meet(BodyId target) noexcept;
  double limit() const;
  float limit_in_frame() const;
  bool may_be_nearest(const Candidate& candidate) const;
  void decide();
  Status decide(bool fixed);

  const NearQuestion<T>* near_ = nullptr;
  std::size_t first_ = 0;
  std::span<Clearance> clearances_;
  std::vector<double> limits_;  ///< by mover of the chunk: its least distance is not above this

  // The mover at a step that is searched for.
  std::uint32_t mover_ = 0, step_ = 0;
  BodyId body_ = 0;
  Box box_{};
  double slack_ = 0;
  bool out_of_memory_ = false;
  Status status_;

  BasicScene<T> placed_;
  bool has_shapes_ = false;
  std::vector<ShapeId> shapes_;
  std::vector<Pose> poses_;
  std::vector<BodyId> bodies_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> chosen_;
  std::vector<Pair> pairs_;
  std::vector<BasicDistance<T>> distances_;
  query::DistanceWork<T> from_obstacles_, from_fixed_;
};

}  // namespace satchel::trajectories
