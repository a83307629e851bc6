// Trajectories from arrays: all of the same number of steps, or of different ones.
#pragma once

#include <satchel/first_hits.hpp>

#include <cstdint>
#include <vector>

#include "poses.hpp"

namespace satchel::python {

/// The arguments of a call about trajectories: those of movers, or of obstacles.
struct PathArguments {
  nb::handle shapes, poses, starts, present;
  double clearance;
};

/// Trajectories, and the arrays that their spans refer to.
class Paths {
 public:
  Paths(const PathArguments& movers, const PathArguments& obstacles);
  Paths(const Paths&) = delete;
  Paths& operator=(const Paths&) = delete;

  const Trajectories& movers() const { return movers_.all; }
  const Trajectories& obstacles() const { return obstacles_.all; }
  /// The array of the hits: `out` after checks, or a new one.
  nb::object hits(nb::handle out) const;
  /// The status of the call, with the index in the argument that it names: the library counts obstacles after movers.
  Status in_own_argument(Status status) const;

 private:
  struct Side {
    PosesArgument poses;
    Input<std::uint32_t> shapes, starts;
    Input<std::uint8_t> present;
    std::vector<std::uint32_t> starts_of_list;
    std::size_t count = 0;  ///< bodies
    Trajectories all;

    /// The status of the conversion of poses, with the body and the step of a pose that is refused.
    Status of_pose(const Status& status, Argument argument) const;
  };
  struct Names {
    const char *shapes, *poses, *starts, *present;
    Argument argument;  ///< of poses
  };
  static void take(Side& side, const PathArguments& arguments, const Names& names);
  static void take_rows(Side& side, const PathArguments& arguments, const Names& names);
  static void take_starts(Side& side, const PathArguments& arguments, const Names& names);
  static void take_list(Side& side, const PathArguments& arguments, const Names& names);

  Side movers_, obstacles_;
};

}  // namespace satchel::python
