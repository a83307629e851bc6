// The first hits of some movers that are searched together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include <satchel/first_hits.hpp>

#include "first_hits/placed_obstacles.hpp"
#include "format/box_layout.hpp"

namespace satchel::trajectories {

/// One call's input, checked, and what was made of it.
template <class T>
struct Question {
  const Trajectories& movers;
  const UsedShapes<T>& shapes;
  const PlacedObstacles<T>& obstacles;
  const Targets<T>& fixed;
  std::uint32_t obstacle_count;
  const kernels::KernelTable& table;
  Stats* stats;  ///< or null; locked by its mutex
  std::mutex& stats_mutex;
};

/// Memory for one chunk at a time. A task has one and uses it again and again.
template <class T>
class ChunkSearch {
 public:
  /// Movers of a chunk, the steps that are searched at once: enough poses that their pairs fill the lanes of the
  /// verdict kernels, few enough steps that a mover which hits early costs little beyond.
  static constexpr std::size_t most_movers = 128, block_steps = 4;

  /// The hits of movers [first, first + hits.size()), most_movers at the most. Throws std::bad_alloc.
  void run(const Question<T>& question, std::size_t first, std::span<FirstHit> hits);

 private:
  static constexpr std::size_t groups_of_step = most_movers / kernels::group_width;
  static constexpr std::size_t most_groups = groups_of_step * block_steps;
  static constexpr std::size_t hits_at_once = 2048, hits_room = hits_at_once + 256;
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  static constexpr BodyId not_placed = ~BodyId{0};
  static_assert(most_groups % kernels::group_width == 0);

  /// Boxes that meet: a mover at a step, and what it may hit.
  struct Candidate {
    std::uint32_t mover;  ///< of the chunk
    std::uint64_t hit;    ///< as in best_
  };

  void fill_groups(std::size_t step);
  void search(const Targets<T>& targets, bool they_move);
  static bool take(void* context, std::size_t count) noexcept;
  void add_candidate(std::uint32_t query, BodyId target);
  void decide();

  const Question<T>* question_ = nullptr;
  std::size_t first_ = 0, count_ = 0;  ///< the movers of the chunk
  std::size_t step_ = 0, steps_ = 0;   ///< the steps of the block

  /// step << 32 | obstacle of the first hit so far, so that less is earlier; by mover of the chunk.
  std::uint64_t best_[most_movers];

  // The queries: group g holds sixteen movers at step step_ + g / groups_of_step.
  kernels::BoxGroup groups_[most_groups];
  kernels::BoxGroup nodes_[most_groups / kernels::group_width];
  BodyId ids_[most_groups * kernels::group_width];
  kernels::GroupRange ranges_[most_groups];

  const Targets<T>* targets_ = nullptr;
  bool targets_move_ = false;
  bool out_of_memory_ = false;
  BodyId found_queries_[hits_room], found_targets_[hits_room];

  // Movers that have candidates, placed when they are first needed.
  BasicScene<T> placed_;
  bool has_shapes_ = false;
  BodyId body_of_[most_groups * kernels::group_width];  ///< by query
  std::vector<ShapeId> new_shapes_;
  std::vector<Pose> new_poses_;
  std::vector<BodyId> new_bodies_;
  std::vector<Candidate> candidates_;
  std::vector<Pair> pairs_;
  std::vector<Verdict> verdicts_;
};

}  // namespace satchel::trajectories
