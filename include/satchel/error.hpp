// What can go wrong, and how it is reported.
//
// Every check is made before anything is written. Functions that can fail throw `Error`; batch calls also have a
// `std::nothrow_t` form that returns a `Status` instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <satchel/export.hpp>

namespace satchel {

/// The reason for a refusal. `message(ErrorCode)` says what would be right.
enum class ErrorCode : std::uint8_t {
  ok,
  not_finite,         ///< a NaN or an infinity
  out_of_range,       ///< a number outside the range of the scene's precision
  too_few_vertices,   ///< a polygon of fewer than three vertices
  too_many_vertices,  ///< a polygon of more than 131,072 vertices
  repeated_vertex,    ///< a vertex equal to the one before it
  collinear,          ///< a vertex on the straight line through its neighbours
  clockwise,          ///< all turns are right turns
  not_convex,         ///< some turn is a right turn
  not_simple,         ///< all turns are left turns, but they go round more than once (a pentagram)
  meets_itself,       ///< an outline that crosses or touches itself
  bad_radius,         ///< negative, not finite or out of range
  unsupported,        ///< a kind of shape that this version does not have
  bad_rotation,       ///< cos^2 + sin^2 is off 1 by more than 1e-6
  bad_starts,         ///< `starts` does not begin at 0, decreases, or ends elsewhere than at the number of vertices
  size_mismatch,      ///< spans whose lengths have to be equal are not
  no_parts,           ///< a compound without parts
  nested_compound,    ///< a part that is a compound itself
  bad_shape,          ///< no shape has this index
  bad_body,           ///< no body has this index
  removed_body,       ///< the body of this index has been removed
  too_many,           ///< more bodies, shapes or pairs than an index can name
  bad_margin,         ///< negative or not finite
  too_many_pairs,     ///< more candidate pairs than the caller's limit
  bad_box,            ///< a minimum larger than the maximum
  bad_ray,            ///< no direction, or a largest time that is negative or not a number
  unknown_isa,        ///< not the name of an instruction set that Satchel knows
  unavailable_isa,    ///< this machine or this build does not have the instruction set
  cancelled,          ///< the work was cancelled before it was done; outputs are unspecified
  no_memory,          ///< an allocation failed; outputs are unspecified
  internal            ///< an exception of the caller's executor; outputs are unspecified
};

/// What is wrong and what would be right, without the item's name: "vertices turn clockwise; ...".
[[nodiscard]] SATCHEL_API const char* message(ErrorCode code) noexcept;

/// The outcome of a call. `index` is that of the offending item (vertex, polygon, body, pair, ...); 0 where `ok`.
struct [[nodiscard]] Status {
  ErrorCode code = ErrorCode::ok;
  std::size_t index = 0;

  [[nodiscard]] bool ok() const noexcept { return code == ErrorCode::ok; }
};

/// Thrown by every function that refuses its input or cannot finish. `what()` names the item, what is wrong and what
/// would be right; `code()` and `index()` say the same to a program.
class SATCHEL_API Error : public std::runtime_error {
 public:
  Error(Status status, const std::string& text);
  ~Error() override;

  [[nodiscard]] ErrorCode code() const noexcept { return status_.code; }
  [[nodiscard]] std::size_t index() const noexcept { return status_.index; }
  [[nodiscard]] Status status() const noexcept { return status_; }

 private:
  Status status_;
};

}  // namespace satchel
