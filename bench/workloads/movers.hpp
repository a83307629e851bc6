// A crowd of which some bodies move in each frame.
#pragma once

#include <cstddef>
#include <vector>

#include <satchel/pose.hpp>
#include <satchel/types.hpp>

#include "workloads/question.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

/// One body in so many moves. `items` are all bodies.
struct MoversQuestion {
  Question question;
  std::size_t one_in;
};
inline constexpr MoversQuestion movers_0_1{{"pairs", "movers_0_1", "body", 100'000}, 1000};
inline constexpr MoversQuestion movers_1{{"pairs", "movers_1", "body", 100'000}, 100};
inline constexpr MoversQuestion movers_10{{"pairs", "movers_10", "body", 100'000}, 10};

/// The bodies of uniform_1e5. Eight disjoint random sets of them take turns: each moves by at most a twentieth of a unit
/// along each axis, and eight frames later back.
class Movers {
 public:
  struct Frame {
    std::vector<satchel::BodyId> bodies;
    std::vector<satchel::Pose> poses;
  };

  explicit Movers(std::size_t one_in);

  const Workload& workload() const { return workload_; }
  const Frame& next() { return frames_[next_++ % frames_.size()]; }

 private:
  const Workload& workload_;
  std::vector<Frame> frames_;
  std::size_t next_ = 0;
};

}  // namespace satchel_bench
