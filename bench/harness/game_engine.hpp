// The base of the engines of a game's frames: all of a frame but the solver.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <satchel/types.hpp>

#include "harness/question_engine.hpp"
#include "reference/check_game.hpp"
#include "workloads/game.hpp"

namespace satchel_bench {

/// A frame: the first impact of each fast body with tiles and chains on its way; then the poses of the next frame, the
/// candidate pairs, and the manifolds of bodies with each other, with tiles and with chains.
class GameEngine : public QuestionEngine {
 public:
  explicit GameEngine(const Game& game) : game_(game), clock_(game), before_(game) {}

  void run() final {
    find_impacts();
    before_ = clock_;
    clock_.tick();
    find_contacts();
  }
  std::string error() const final {
    GameAnswers answers;
    give(answers);
    return wrong_frame(game_, before_, answers, skin());
  }
  std::optional<std::size_t> hits() const final {
    GameAnswers answers;
    give(answers);
    return answers.contacts.size();
  }

 protected:
  virtual void find_impacts() = 0;   // from clock().frame() on
  virtual void find_contacts() = 0;  // at clock().frame()
  virtual void give(GameAnswers& answers) const = 0;
  /// Up to which distance bodies have contacts.
  virtual double skin() const = 0;

  const Game& game_;
  GameClock clock_, before_;  // before_: at the frame before
};

}  // namespace satchel_bench
