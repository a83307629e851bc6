// Periodic worlds: their periods, and pairs of a body and an image of another. The calls are in periodic.hpp.
#pragma once

#include <compare>
#include <cstdint>

#include <satchel/types.hpp>

namespace satchel {

/// The periods of a world that repeats along x, y or both, in the scene's unit; 0: it does not repeat along this axis.
struct Periods {
  double x = 0, y = 0;
  friend bool operator==(const Periods&, const Periods&) = default;
};

/// A body and an image of another one, in a periodic world: the body stands where it is, the image (image_x, image_y)
/// periods away from where the other body is. In one scene it is the body with the higher index that is at the image:
/// (a, b, image) with a < b are a where it is and b at the image. (b, a, -image) are the same two bodies at the same
/// places, and have the mirrored result. In (a, a, image), the second body is at the image if image > (0, 0) in
/// lexicographic order, else the first one is at the opposite image. Between two scenes b is at the image. Along an axis
/// without period the image is 0.
struct ImagePair {
  BodyId a, b;
  std::int32_t image_x, image_y;
  friend auto operator<=>(const ImagePair&, const ImagePair&) = default;
};

}  // namespace satchel
