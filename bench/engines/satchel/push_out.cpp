// Satchel's push-out, and the loop that programs write without it: the MTV of the deepest parts, again and again.
#include <satchel/satchel.hpp>

#include <vector>

#include "harness/letters_engine.hpp"

namespace satchel_bench {
namespace {

class SatchelPushOut final : public LettersEngine {
 public:
  /// All apart, by the shortest ways.
  explicit SatchelPushOut(const Letters& letters)
      : LettersEngine(letters, {overlapping_us.items, 1}), results_(pairs_.size()) {
    for (const satchel::Pair pair : pairs_) {
      starts_.push_back(static_cast<std::uint32_t>(candidates_.size()));
      bodies_.push_back(pair.a);
      candidates_.push_back(pair.b);
    }
    starts_.push_back(static_cast<std::uint32_t>(candidates_.size()));
  }

  void run() override {
    satchel::push_out(scene_, bodies_, starts_, candidates_, results_, {.run = {.max_threads = 1}});
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const satchel::Pose& from = letters_.poses[pairs_[i].a];
      origins_[i] = {from.x + results_[i].x, from.y + results_[i].y};
    }
  }

 private:
  std::vector<satchel::BodyId> bodies_, candidates_;
  std::vector<std::uint32_t> starts_;
  std::vector<satchel::PushOut> results_;
};

class RepeatedMtvs final : public LettersEngine {
 public:
  /// A third of the pairs apart, by ways that are at most three times as long as the shortest ones.
  explicit RepeatedMtvs(const Letters& letters)
      : LettersEngine(letters, {overlapping_us.items / 3, 3}), contacts_(pairs_.size()) {}

  void run() override {
    satchel::Scene moved = scene_;
    std::vector<satchel::Pose> poses = letters_.poses;
    for (int round = 0; round < rounds; ++round) {
      satchel::collide(moved, pairs_, contacts_, {.max_threads = 1});
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const satchel::Vec2 by = satchel::mtv(contacts_[i]);
        poses[pairs_[i].a].x += static_cast<double>(by.x);
        poses[pairs_[i].a].y += static_cast<double>(by.y);
      }
      moved.set_poses(poses, {.max_threads = 1});
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) origins_[i] = {poses[pairs_[i].a].x, poses[pairs_[i].a].y};
  }

 private:
  static constexpr int rounds = 8;

  std::vector<satchel::Contact> contacts_;
};

const Registered<QuestionEntry> push_out({.question = overlapping_us,
                                          .engine = "satchel",
                                          .note = "push_out: apart by the shortest way",
                                          .make = make_question_engine<SatchelPushOut, letters>});
const Registered<QuestionEntry> mtvs({.question = overlapping_us,
                                      .engine = "eight_mtvs",
                                      .note = "eight rounds of collide and mtv; some pairs overlap still",
                                      .make = make_question_engine<RepeatedMtvs, letters>});

}  // namespace
}  // namespace satchel_bench
