// The shapes of a scene.
#include <satchel/c/shapes.h>

#include <optional>
#include <satchel/scene.hpp>

#include "bindings/c/call.hpp"
#include "bindings/numbers.hpp"

namespace satchel::c {
namespace {

/// Adds one shape to a scene of either precision: add(scene, its scalar). @param parameter  the number of `shape`
template <class Add>
satchel_status add_shape(satchel_scene* scene, unsigned parameter, std::uint32_t* shape, const Add& add) noexcept {
  return run(Checks().one(1, scene).one(parameter, shape),
             [&] { return on_scene(scene, [&]<class T>(BasicScene<T>& to) { return add(to, T()); }); });
}

template <class T>
BasicVec2<T> point(double x, double y) noexcept {
  return {narrow_length<T>(x), narrow_length<T>(y)};
}

template <class T, class Point>
satchel_status add_polygon(satchel_scene* scene, const Point* vertices, std::size_t count, double radius,
                           std::uint32_t* shape) noexcept {
  return run(Checks().scene<T>(1, scene).array(2, vertices, count).one(5, shape), [&] {
    return scene_of<T>(scene).try_add_polygon(view<const BasicVec2<T>>(vertices, count), narrow_radius<T>(radius),
                                              *shape);
  });
}

template <class T, class Point>
satchel_status add_polygons(satchel_scene* scene, const Point* vertices, std::size_t vertex_count,
                            const std::uint32_t* starts, std::size_t count, const T* radii, std::size_t radius_count,
                            std::uint32_t* shapes) noexcept {
  const Checks checks = Checks()
                            .scene<T>(1, scene)
                            .array(2, vertices, vertex_count)
                            .starts(4, starts, count)
                            .array(6, radii, radius_count)
                            .array(8, shapes, count);
  return run(checks, [&] {
    return scene_of<T>(scene).try_add_polygons(view<const BasicVec2<T>>(vertices, vertex_count),
                                               view<const std::uint32_t>(starts, count + 1),
                                               view<std::uint32_t>(shapes, count), view<const T>(radii, radius_count));
  });
}

template <class T, class Point>
satchel_status add_outlines(satchel_scene* scene, const Point* vertices, std::size_t vertex_count,
                            const satchel_outline_starts* starts, std::uint32_t flags, std::uint32_t* shapes,
                            const satchel_options* options) noexcept {
  const Checks given = Checks().scene<T>(1, scene).array(2, vertices, vertex_count).one(4, starts);
  if (!given.passed()) return given.status();
  if (starts->struct_size != sizeof *starts)
    return own_status(SATCHEL_WRONG_SIZE, 4, sizeof *starts, starts->struct_size);
  if ((flags & ~(SATCHEL_SKIP_INVALID | SATCHEL_TRUSTED | SATCHEL_EVEN_ODD)) != 0)
    return own_status(SATCHEL_UNKNOWN_VALUE, 5, flags);
  const std::size_t count = starts->outlines != nullptr   ? starts->outline_count
                            : starts->polygons != nullptr ? starts->polygon_count
                                                          : starts->ring_count;
  Checks checks = Checks().scene<T>(1, scene).starts(4, starts->rings, starts->ring_count);
  const auto check = [&checks](const std::uint32_t* of_lists, std::size_t lists) {
    if (of_lists != nullptr || lists != 0) checks.starts(4, of_lists, lists);
  };
  check(starts->polygons, starts->polygon_count);
  check(starts->outlines, starts->outline_count);
  checks.array(6, shapes, count);
  return run(checks, options, 7, [&](const Options& how) {
    const auto list = [](const std::uint32_t* from, std::size_t items) {
      return from == nullptr ? std::span<const std::uint32_t>() : view<const std::uint32_t>(from, items + 1);
    };
    return scene_of<T>(scene).try_add_outlines(
        {view<const BasicVec2<T>>(vertices, vertex_count), list(starts->rings, starts->ring_count),
         list(starts->polygons, starts->polygon_count), list(starts->outlines, starts->outline_count)},
        view<std::uint32_t>(shapes, count),
        {.skip_invalid = (flags & SATCHEL_SKIP_INVALID) != 0,
         .trusted = (flags & SATCHEL_TRUSTED) != 0,
         .even_odd = (flags & SATCHEL_EVEN_ODD) != 0,
         .options = how});
  });
}
static_assert(SATCHEL_NO_SHAPE == no_shape);
static_assert(SATCHEL_FAULT_EMPTY == static_cast<int>(OutlineFault::empty));
static_assert(SATCHEL_FAULT_SELF_TOUCH == static_cast<int>(OutlineFault::self_touch));

template <class T, class Point>
satchel_status add_chain(satchel_scene* scene, const Point* points, std::size_t count, bool closed, bool one_sided,
                         const Point* before, const Point* after, std::uint32_t* shape) noexcept {
  const Checks checks =
      Checks().scene<T>(1, scene).array(2, points, count).array(6, before, 0).array(7, after, 0).one(8, shape);
  return run(checks, [&] {
    const auto ghost = [](const Point* given) -> std::optional<BasicVec2<T>> {
      if (given == nullptr) return std::nullopt;
      return BasicVec2<T>{given->x, given->y};
    };
    return scene_of<T>(scene).try_add_chain(view<const BasicVec2<T>>(points, count), closed, one_sided,
                                            {ghost(before), ghost(after)}, *shape);
  });
}

/// Reads a shape that is there: read(scene).
template <class Read>
satchel_status read_shape(const Checks& checks, const satchel_scene* scene, std::uint32_t shape,
                          const Read& read) noexcept {
  return run(checks, [&] {
    return on_scene(scene, [&](const auto& of) -> Status {
      if (!of.has_shape(shape)) return {ErrorCode::bad_shape, shape, Argument::shape};
      return read(of);
    });
  });
}

template <class T, class Point>
satchel_status local_vertices(const satchel_scene* scene, std::uint32_t shape, Point* vertices,
                              std::size_t room) noexcept {
  const Checks checks = Checks().scene<T>(1, scene).array(3, vertices, room);
  return run(checks, [&]() -> Status {
    const BasicScene<T>& of = scene_of<T>(scene);
    if (!of.has_shape(shape)) return {ErrorCode::bad_shape, shape, Argument::shape};
    const std::size_t count = of.vertex_count(shape);
    if (room != count) return {ErrorCode::size_mismatch, 0, Argument::out, {count, room}};
    of.local_vertices(shape, view<BasicVec2<T>>(vertices, room));
    return {};
  });
}

}  // namespace
}  // namespace satchel::c

using satchel::c::add_shape;
using satchel::c::Checks;
using satchel::c::narrow_length;
using satchel::c::narrow_radius;
using satchel::c::point;
using satchel::c::view;

extern "C" {

satchel_status satchel_add_polygon(satchel_scene* scene, const satchel_vec2* vertices, size_t count, double radius,
                                   uint32_t* shape) {
  return satchel::c::add_polygon<float>(scene, vertices, count, radius, shape);
}

satchel_status satchel_add_polygon_d(satchel_scene* scene, const satchel_vec2d* vertices, size_t count, double radius,
                                     uint32_t* shape) {
  return satchel::c::add_polygon<double>(scene, vertices, count, radius, shape);
}

satchel_status satchel_add_box(satchel_scene* scene, double half_width, double half_height, double radius,
                               uint32_t* shape) {
  return add_shape(scene, 5, shape, [&]<class T>(auto& to, T) {
    return to.try_add_box(narrow_length<T>(half_width), narrow_length<T>(half_height), narrow_radius<T>(radius),
                          *shape);
  });
}

satchel_status satchel_add_circle(satchel_scene* scene, double x, double y, double radius, uint32_t* shape) {
  return add_shape(scene, 5, shape, [&]<class T>(auto& to, T) {
    return to.try_add_circle(point<T>(x, y), narrow_radius<T>(radius), *shape);
  });
}

satchel_status satchel_add_capsule(satchel_scene* scene, double p_x, double p_y, double q_x, double q_y, double radius,
                                   uint32_t* shape) {
  return add_shape(scene, 7, shape, [&]<class T>(auto& to, T) {
    const auto p = point<T>(p_x, p_y), q = point<T>(q_x, q_y);
    return radius == 0 ? to.try_add_segment(p, q, *shape) : to.try_add_capsule(p, q, narrow_radius<T>(radius), *shape);
  });
}

satchel_status satchel_add_polygons(satchel_scene* scene, const satchel_vec2* vertices, size_t vertex_count,
                                    const uint32_t* starts, size_t count, const float* radii, size_t radius_count,
                                    uint32_t* shapes) {
  return satchel::c::add_polygons<float>(scene, vertices, vertex_count, starts, count, radii, radius_count, shapes);
}

satchel_status satchel_add_polygons_d(satchel_scene* scene, const satchel_vec2d* vertices, size_t vertex_count,
                                      const uint32_t* starts, size_t count, const double* radii, size_t radius_count,
                                      uint32_t* shapes) {
  return satchel::c::add_polygons<double>(scene, vertices, vertex_count, starts, count, radii, radius_count, shapes);
}

satchel_status satchel_add_outlines(satchel_scene* scene, const satchel_vec2* vertices, size_t vertex_count,
                                    const satchel_outline_starts* starts, uint32_t flags, uint32_t* shapes,
                                    const satchel_options* options) {
  return satchel::c::add_outlines<float>(scene, vertices, vertex_count, starts, flags, shapes, options);
}

satchel_status satchel_add_outlines_d(satchel_scene* scene, const satchel_vec2d* vertices, size_t vertex_count,
                                      const satchel_outline_starts* starts, uint32_t flags, uint32_t* shapes,
                                      const satchel_options* options) {
  return satchel::c::add_outlines<double>(scene, vertices, vertex_count, starts, flags, shapes, options);
}

satchel_status satchel_make_parts(satchel_scene* scene, const uint32_t* shapes, size_t count,
                                  const satchel_options* options) {
  return satchel::c::run(Checks().one(1, scene).array(2, shapes, count), options, 4, [&](const satchel::Options& how) {
    return satchel::c::on_scene(scene,
                                [&](auto& of) { return of.try_make_parts(view<const uint32_t>(shapes, count), how); });
  });
}

satchel_status satchel_add_compound(satchel_scene* scene, const uint32_t* parts, size_t part_count,
                                    const uint8_t* inner_edges, size_t edge_count, uint32_t* shape) {
  const Checks checks =
      Checks().one(1, scene).array(2, parts, part_count).array(4, inner_edges, edge_count).one(6, shape);
  return satchel::c::run(checks, [&] {
    return satchel::c::on_scene(scene, [&](auto& to) {
      return to.try_add_compound(view<const uint32_t>(parts, part_count), view<const uint8_t>(inner_edges, edge_count),
                                 *shape);
    });
  });
}

satchel_status satchel_add_chain(satchel_scene* scene, const satchel_vec2* points, size_t count, bool closed,
                                 bool one_sided, const satchel_vec2* before, const satchel_vec2* after,
                                 uint32_t* shape) {
  return satchel::c::add_chain<float>(scene, points, count, closed, one_sided, before, after, shape);
}

satchel_status satchel_add_chain_d(satchel_scene* scene, const satchel_vec2d* points, size_t count, bool closed,
                                   bool one_sided, const satchel_vec2d* before, const satchel_vec2d* after,
                                   uint32_t* shape) {
  return satchel::c::add_chain<double>(scene, points, count, closed, one_sided, before, after, shape);
}

satchel_status satchel_read_shape(const satchel_scene* scene, uint32_t shape, satchel_shape* of_shape) {
  return satchel::c::read_shape(Checks().one(1, scene).one(3, of_shape), scene, shape, [&](const auto& of) {
    const auto number = [](std::size_t count) { return static_cast<std::uint32_t>(count); };
    *of_shape = {static_cast<double>(of.radius(shape)), number(of.vertex_count(shape)), number(of.part_count(shape)),
                 number(of.ring_count(shape)), 0};
    return satchel::Status{};
  });
}

satchel_status satchel_parts(const satchel_scene* scene, uint32_t shape, uint32_t* parts, size_t room) {
  const Checks checks = Checks().one(1, scene).array(3, parts, room);
  return satchel::c::read_shape(checks, scene, shape, [&](const auto& of) -> satchel::Status {
    const std::size_t count = of.part_count(shape);
    if (room != count) return {satchel::ErrorCode::size_mismatch, 0, satchel::Argument::out, {count, room}};
    of.parts(shape, view<uint32_t>(parts, room));
    return {};
  });
}

satchel_status satchel_rings(const satchel_scene* scene, uint32_t shape, uint32_t* starts, uint8_t* is_hole,
                             size_t room) {
  const Checks checks = Checks().one(1, scene).one(3, starts).array(4, is_hole, room);
  return satchel::c::read_shape(checks, scene, shape, [&](const auto& of) -> satchel::Status {
    const std::size_t count = of.ring_count(shape);
    if (room != count) return {satchel::ErrorCode::size_mismatch, 0, satchel::Argument::out, {count, room}};
    of.rings(shape, view<uint32_t>(starts, room + 1), view<uint8_t>(is_hole, room));
    return {};
  });
}

satchel_status satchel_local_vertices(const satchel_scene* scene, uint32_t shape, satchel_vec2* vertices, size_t room) {
  return satchel::c::local_vertices<float>(scene, shape, vertices, room);
}

satchel_status satchel_local_vertices_d(const satchel_scene* scene, uint32_t shape, satchel_vec2d* vertices,
                                        size_t room) {
  return satchel::c::local_vertices<double>(scene, shape, vertices, room);
}

}  // extern "C"
