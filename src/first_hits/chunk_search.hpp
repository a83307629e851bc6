// Finds what the movers of a chunk hit: the first hit of each, all hits, or what each would hit if it went on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <type_traits>
#include <vector>

#include <satchel/trajectories.hpp>

#include "first_hits/paths.hpp"
#include "first_hits/placed_obstacles.hpp"
#include "format/box_layout.hpp"
#include "spatial/allowed.hpp"

namespace satchel::trajectories {

/// The checked input of one call, and the data prepared from it.
template <class T>
struct Question {
  const Paths& movers;
  const detail::UsedShapes<T>& shapes;  ///< of the movers
  const detail::UsedShapes<T>& obstacle_shapes;
  const PlacedObstacles<T>& obstacles;
  const Targets<T>& fixed;
  const spatial::Allowed& allowed;  ///< movers and fixed bodies
  std::uint32_t obstacle_count;
  const kernels::KernelTable& table;
  Stats* stats;  ///< may be null; protected by stats_mutex
  std::mutex& stats_mutex;
  GoingOn going_on{};        ///< of the movers
  double largest_reach = 0;  ///< of the targets
};

/// What a search is for.
enum class Goal { first_hits, all_hits, collision_times };

/// The search of a chunk, with its memory. A task reuses it for all of its chunks.
template <class T, Goal goal>
class ChunkSearch {
 public:
  /// The largest number of movers in a chunk, and the number of steps in a block. Large enough that the pairs fill the
  /// lanes of the verdict kernels; few steps, so that little is searched after the first hit of a mover.
  static constexpr std::size_t most_movers = 128, block_steps = 4;

  /// One result a mover; a list; or one result a pose of all movers.
  using Results = std::conditional_t<
      goal == Goal::first_hits, std::span<FirstHit>,
      std::conditional_t<goal == Goal::all_hits, std::vector<TrajectoryHit>&, std::span<CollisionTime>>>;

  /// Finds the hits of the movers [first, first + count), at most most_movers. Throws std::bad_alloc.
  void run(const Question<T>& question, std::size_t first, std::size_t count, Results results);

 private:
  static constexpr bool finds_first = goal == Goal::first_hits, goes_on = goal == Goal::collision_times;
  static constexpr std::size_t most_groups = most_movers / kernels::group_width * block_steps;
  static constexpr std::size_t hits_at_once = 2048, hits_room = hits_at_once + 256;
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  static constexpr BodyId not_placed = ~BodyId{0};
  static_assert(most_groups % kernels::group_width == 0);

  /// A mover at a step, and an obstacle whose box it meets.
  struct Candidate {
    std::uint32_t mover;  ///< index in the chunk
    std::uint64_t hit;    ///< as in best_
  };

  bool goes_to(std::size_t mover, std::size_t step) const;
  Box swept_box(const Box& box, std::size_t pose, ShapeId shape) const;
  void fill_groups(std::size_t step);
  void search(const Targets<T>& targets, bool they_move);
  static bool take(void* context, std::size_t count) noexcept;
  void add_candidate(std::uint32_t query, BodyId target);
  void decide();
  void classify_pairs();
  void sweep_pairs();

  const Question<T>* question_ = nullptr;
  std::size_t first_ = 0, count_ = 0;  ///< the movers of the chunk
  std::size_t longest_ = 0;            ///< the most steps of one of them
  std::size_t step_ = 0, steps_ = 0;   ///< the steps of the block

  /// The first hit so far of each mover of the chunk, as step << 32 | obstacle, so that an earlier hit is less. Of other
  /// goals: none.
  std::uint64_t best_[most_movers];
  std::vector<TrajectoryHit>* all_ = nullptr;  ///< of Goal::all_hits
  std::span<CollisionTime> times_;             ///< of Goal::collision_times, by pose of all movers

  // The queries: group g holds sixteen movers at step step_ + g / groups_of_step_. A query's number is that of its step
  // in the block * most_movers + its mover in the chunk.
  std::size_t groups_of_step_ = 0;
  kernels::BoxGroup groups_[most_groups];
  kernels::BoxGroup nodes_[most_groups / kernels::group_width];
  BodyId ids_[most_groups * kernels::group_width];
  kernels::GroupRange ranges_[most_groups];

  const Targets<T>* targets_ = nullptr;
  bool targets_move_ = false;
  bool out_of_memory_ = false;
  BodyId found_queries_[hits_room], found_targets_[hits_room];

  // Movers that have candidates, placed when their first candidate is found.
  BasicScene<T> placed_;
  bool has_shapes_ = false;
  BodyId body_of_[most_groups * kernels::group_width];  ///< body in placed_ of each query, or not_placed
  std::vector<ShapeId> new_shapes_;
  std::vector<Pose> new_poses_;
  std::vector<BodyId> new_bodies_;
  std::vector<Motion> motions_;  ///< of the bodies of placed_ and of the new ones, if they go on
  std::vector<Candidate> candidates_;
  std::vector<Pair> pairs_;
  std::vector<Verdict> verdicts_;
  std::vector<BasicImpact<T>> impacts_;
};

}  // namespace satchel::trajectories
