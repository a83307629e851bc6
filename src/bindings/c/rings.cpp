// Hulls and rings.
#include <satchel/c/rings.h>

#include <algorithm>
#include <satchel/convex_hull.hpp>
#include <satchel/ring.hpp>

#include "bindings/c/call.hpp"

namespace satchel::c {
namespace {

template <class T, class Point>
satchel_status convex_hull(const Point* points, std::size_t count, Point* hull, std::size_t room,
                           std::size_t* found) noexcept {
  return run(Checks().array(1, points, count).array(3, hull, room).one(5, found), [&] {
    return with_count(found, [&](std::size_t& n) {
      return try_convex_hull(view<const BasicVec2<T>>(points, count), {view<BasicVec2<T>>(hull, room), n});
    });
  });
}

template <class T, class Point>
satchel_status clean_ring(const Point* points, std::size_t count, satchel_winding winding, Point* vertices,
                          std::uint32_t* indices, std::size_t room, satchel_ring* ring,
                          const satchel_options* options) noexcept {
  const Checks checks = Checks().array(1, points, count).array(4, vertices, room).array(5, indices, room).one(7, ring);
  if (!checks.passed()) return checks.status();
  if (winding != SATCHEL_COUNTER_CLOCKWISE && winding != SATCHEL_WINDING_CLOCKWISE) {
    return own_status(SATCHEL_UNKNOWN_VALUE, 3);
  }
  return run(checks, options, 8, [&](const Options& how) -> Status {
    BasicRing<T> made;
    const Status status =
        try_clean_ring(view<const BasicVec2<T>>(points, count), static_cast<Winding>(winding), made, how);
    if (!status.ok()) return status;
    const std::size_t needed = made.vertices.size();
    if (needed > room) return {ErrorCode::no_room, 0, Argument::found, {needed, room}};
    std::copy(made.vertices.begin(), made.vertices.end(), view<BasicVec2<T>>(vertices, room).begin());
    std::copy(made.indices.begin(), made.indices.end(), indices);
    *ring = {needed, made.repeated, made.collinear, made.convex, made.closed, made.reversed};
    return {};
  });
}

}  // namespace
}  // namespace satchel::c

extern "C" {

satchel_status satchel_convex_hull(const satchel_vec2* points, size_t count, satchel_vec2* hull, size_t room,
                                   size_t* found) {
  return satchel::c::convex_hull<float>(points, count, hull, room, found);
}

satchel_status satchel_convex_hull_d(const satchel_vec2d* points, size_t count, satchel_vec2d* hull, size_t room,
                                     size_t* found) {
  return satchel::c::convex_hull<double>(points, count, hull, room, found);
}

satchel_status satchel_clean_ring(const satchel_vec2* points, size_t count, satchel_winding winding,
                                  satchel_vec2* vertices, uint32_t* indices, size_t room, satchel_ring* ring,
                                  const satchel_options* options) {
  return satchel::c::clean_ring<float>(points, count, winding, vertices, indices, room, ring, options);
}

satchel_status satchel_clean_ring_d(const satchel_vec2d* points, size_t count, satchel_winding winding,
                                    satchel_vec2d* vertices, uint32_t* indices, size_t room, satchel_ring* ring,
                                    const satchel_options* options) {
  return satchel::c::clean_ring<double>(points, count, winding, vertices, indices, room, ring, options);
}

}  // extern "C"
