// A game's frames: bodies in heaps on platforms of tiles and on chains, and fast ones between them.
#pragma once

#include <cstddef>
#include <vector>

#include <satchel/pose.hpp>
#include <satchel/types.hpp>

#include "workloads/question.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

/// Bodies are the first `movers` of the workload: those at rest, then the fast ones. Tiles follow, boxes that share edges
/// with their neighbours. Chains are apart; their surfaces face up.
struct Game {
  Workload workload;                                // its poses are those of the first frame
  std::size_t movers = 0, fast = 0;                 // fast: of the movers
  std::vector<std::vector<satchel::Vec2>> chains;   // points from right to left
  std::vector<std::vector<satchel::Pose>> frames;   // of the movers
  std::vector<std::vector<satchel::Motion>> steps;  // of the fast ones, from a frame to the next
  double reach = 0;                                 // of the largest shape of a mover

  std::size_t first_fast() const { return movers - fast; }
};

inline constexpr Question tiles_5000{"frame_game", "tiles_5000", "body", 5000};
const Game& game();

/// Goes through the frames to the last one and back.
class GameClock {
 public:
  explicit GameClock(const Game& game) : last_(game.frames.size() - 1) {}

  std::size_t frame() const { return frame_; }
  std::size_t next() const { return forward_ ? frame_ + 1 : frame_ - 1; }
  void tick() {
    frame_ = next();
    if (frame_ == 0 || frame_ == last_) forward_ = !forward_;
  }
  /// The motion of fast body i from this frame to the next.
  satchel::Motion motion(const Game& game, std::size_t i) const {
    const satchel::Motion& by = game.steps[forward_ ? frame_ : frame_ - 1][i];
    return forward_ ? by : satchel::Motion{-by.x, -by.y, -by.angle};
  }

 private:
  std::size_t last_, frame_ = 0;
  bool forward_ = true;
};

}  // namespace satchel_bench
