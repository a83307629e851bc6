// The entry points of satchel::outline: check the ring, triangulate it, merge triangles into convex parts.
#include <satchel/outline.hpp>

#include <charconv>
#include <string>

#include "outline/merge_triangles.hpp"
#include "outline/simple_ring.hpp"
#include "outline/triangulate.hpp"
#include "parallel/fp_environment.hpp"

namespace satchel {
namespace {

template <class T>
std::string text(T number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

template <class T>
[[noreturn]] void fail(const outline::RingFault& fault) {
  const Status status = fault.status;
  std::string what = "outline";
  switch (status.code) {
    case ErrorCode::meets_itself:
      what += ": edges " + std::to_string(status.index) + " and " + std::to_string(fault.other) + " meet at (" +
              text(static_cast<T>(fault.x)) + ", " + text(static_cast<T>(fault.y)) + ")";
      break;
    case ErrorCode::too_few_vertices:
    case ErrorCode::too_many_vertices:
      what += ": " + std::to_string(status.index) + " vertices";
      break;
    case ErrorCode::clockwise:
      throw Error(status, what +
                              ": the vertices turn clockwise, as those of a hole do; holes are not supported, give "
                              "the outer boundary, counter-clockwise");
    default:
      what += ": vertex " + std::to_string(status.index);
  }
  throw Error(status, what + ": " + message(status.code));
}

template <class T>
BasicConvexParts<T> parts_of(std::span<const BasicVec2<T>> ring) {
  const FpEnvironment environment;
  const outline::RingFault fault = outline::check_ring(ring);
  if (!fault.status.ok()) fail<T>(fault);
  const std::vector<outline::Triangle> triangles = outline::triangulate(ring);
  if (!outline::is_triangulation<T>(ring, triangles)) {
    throw Error({ErrorCode::internal, 0},
                "outline: GEOS could not triangulate it; coordinates of fewer digits may help");
  }
  return outline::merge_triangles<T>(ring, triangles);
}

}  // namespace

ConvexParts convex_parts(std::span<const Vec2> outline) { return parts_of(outline); }
ConvexPartsd convex_parts(std::span<const Vec2d> outline) { return parts_of(outline); }

}  // namespace satchel
