// Checks a game's frame by brute force in double.
#pragma once

#include <string>
#include <vector>

#include <satchel/types.hpp>

#include "workloads/game.hpp"

namespace satchel_bench {

/// What an engine found in a frame.
struct GameAnswers {
  std::vector<satchel::Pair> contacts;     // pairs with points; of movers and tiles, as bodies of the workload
  std::vector<satchel::BodyId> on_chains;  // movers with points on a chain
  std::vector<double> impacts;             // of each fast body, from the frame before: the time in [0, 1], or 2
};

/// The first wrong answer for the frame after `before`; empty: none. Bodies that overlap more than rounding have contacts, bodies farther apart than
/// the skin have none; a fast body meets nothing before its impact, and is at most the skin apart then.
std::string wrong_frame(const Game& game, const GameClock& before, const GameAnswers& answers, double skin);

}  // namespace satchel_bench
