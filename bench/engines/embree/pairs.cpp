// Embree's rtcCollide of a scene of boxes with itself: the hierarchy is built and walked in the call.
#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <vector>

#include "engines/embree/bodies.hpp"
#include "harness/broad_phase_engine.hpp"

namespace satchel_bench {
namespace {

float rounded_down(double value) {
  const float nearest = static_cast<float>(value);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  return static_cast<double>(nearest) > value ? std::nextafter(nearest, -infinity) : nearest;
}

class EmbreePairs final : public BroadPhaseEngine {
 public:
  explicit EmbreePairs(const Crowd& crowd) {
    for (const satchel::Box& box : crowd.boxes) {
      RTCBounds& bounds = boxes_.emplace_back();
      bounds.lower_x = rounded_down(box.min_x), bounds.lower_y = rounded_down(box.min_y), bounds.lower_z = 0;
      bounds.upper_x = -rounded_down(-box.max_x), bounds.upper_y = -rounded_down(-box.max_y), bounds.upper_z = 0;
      const double reach =
          std::max({std::abs(box.min_x), std::abs(box.max_x), std::abs(box.min_y), std::abs(box.max_y)});
      slack_ = std::max(slack_, reach * 0x1p-22);
    }
  }

  void run() override {
    const auto bounds = [](const RTCBoundsFunctionArguments* arguments) {
      *arguments->bounds_o =
          (*static_cast<const std::vector<RTCBounds>*>(arguments->geometryUserPtr))[arguments->primID];
    };
    // The fastest build: a better hierarchy costs more than it saves.
    scene_.build(boxes_.size(), &boxes_, bounds, nullptr, RTC_BUILD_QUALITY_LOW);
    pairs_.clear();
    rtcCollide(
        scene_.get(), scene_.get(),
        [](void* self, RTCCollision* found, unsigned count) { static_cast<EmbreePairs*>(self)->add(found, count); },
        this);
  }
  std::span<const satchel::Pair> pairs() const override { return pairs_; }
  double slack() const override { return slack_; }

 private:
  /// Called with candidates: primitives of leaves that meet, in both orders and with themselves.
  void add(const RTCCollision* found, unsigned count) {
    const std::lock_guard lock(mutex_);  // Embree may call from several threads
    for (unsigned i = 0; i < count; ++i) {
      const unsigned a = found[i].primID0, b = found[i].primID1;
      if (a < b && overlap(boxes_[a], boxes_[b])) pairs_.push_back({a, b});
    }
  }
  static bool overlap(const RTCBounds& a, const RTCBounds& b) {
    return a.lower_x <= b.upper_x && b.lower_x <= a.upper_x && a.lower_y <= b.upper_y && b.lower_y <= a.upper_y;
  }

  std::vector<RTCBounds> boxes_;
  EmbreeScene scene_;
  std::mutex mutex_;
  std::vector<satchel::Pair> pairs_;
  double slack_ = 0;
};

const Registered<BroadPhaseEntry> pairs({.query = "pairs",
                                         .engine = "embree",
                                         .note = "list, not sorted, of given boxes (rtcCollide, user geometry)",
                                         .make = make_broad_phase<EmbreePairs>,
                                         .max_bodies = peers_max_bodies});

}  // namespace
}  // namespace satchel_bench
