// Convex hulls, clean rings, and convex parts of concave outlines: arrays without a scene.
#include <cstring>

#include <satchel/convex_hull.hpp>
#include <satchel/outline.hpp>
#include <satchel/ring.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "docs.hpp"
#include "shapely_rings.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

// Calls work with float or double, as the points are; lists and integers are double.
template <class Work>
auto by_precision(nb::handle points, const Work& work) {
  if (PyArray_Check(points.ptr()) && PyArray_TYPE(array_of(points)) == NPY_FLOAT32) return work(float{});
  return work(double{});
}

template <class T>
nb::object rows(const std::vector<BasicVec2<T>>& points) {
  const nb::object array = new_array(type_number<T>, {static_cast<std::ptrdiff_t>(points.size()), 2});
  if (!points.empty()) std::memcpy(data_of<void>(array), points.data(), points.size() * sizeof(points[0]));
  return array;
}

template <class Item>
nb::object numbers(const std::vector<Item>& items, int type) {
  const nb::object array = new_array(type, {static_cast<std::ptrdiff_t>(items.size())});
  if (!items.empty()) std::memcpy(data_of<void>(array), items.data(), items.size() * sizeof(Item));
  return array;
}

// The result of a call that throws Error, without the interpreter lock.
template <class Work>
auto result_of(const char* argument, const Work& work) {
  try {
    const nb::gil_scoped_release release;
    return work();
  } catch (const Error& error) {
    fail(error, argument);
  }
}

}  // namespace

void bind_outlines(nb::module_& m) {
  m.def(
      "convex_hull",
      [](nb::handle points) {
        return by_precision(points, [&]<class T>(T) {
          const Input<T> list = floats<T>(points, {"points", {-1, 2}, "(n, 2): x, y"});
          return rows(result_of("points", [&] { return convex_hull(list.template as<BasicVec2<T>>()); }));
        });
      },
      docs::convex_hull, "points"_a);
  m.def(
      "_clean_ring",
      [](nb::handle points, bool clockwise) {
        return by_precision(points, [&]<class T>(T) {
          const Input<T> list = floats<T>(points, {"points", {-1, 2}, "(n, 2): x, y"});
          const BasicRing<T> ring = result_of("points", [&] {
            return clean_ring(list.template as<BasicVec2<T>>(), clockwise ? Winding::clockwise : Winding::counter_clockwise);
          });
          return nb::make_tuple(rows(ring.vertices), numbers(ring.indices, NPY_UINT32), ring.convex, ring.closed,
                                ring.reversed, ring.repeated, ring.collinear);
        });
      },
      "points"_a, "clockwise"_a = false);
  m.def(
      "_open_rings",
      [](nb::handle coords, nb::handle offsets) {
        return by_precision(coords, [&]<class T>(T) {
          const Input<T> list = floats<T>(coords, {"coords", {-1, 2}, "(n, 2): x, y"});
          const Input<std::uint32_t> begins = ids(offsets, {"offsets", {-1}, "(rings + 1,)"});
          // Rings that make no convex polygon get no vertices, nor do the rings of a polygon with holes, one after another.
          const OpenRings<T> rings =
              opened<T>(list.template as<BasicVec2<T>>(), begins.span(), [](std::size_t, std::span<const BasicVec2<T>> ring) {
                try {
                  BasicRing<T> clean = clean_ring(ring);
                  return clean.convex ? std::move(clean.vertices) : std::vector<BasicVec2<T>>();
                } catch (const Error&) {
                  return std::vector<BasicVec2<T>>();
                }
              });
          return nb::make_tuple(rows(rings.vertices), numbers(rings.starts, NPY_UINT32));
        });
      },
      "coords"_a, "offsets"_a);
  m.def(
      "_convex_parts",
      [](nb::handle outline, nb::handle starts) {
        return by_precision(outline, [&]<class T>(T) {
          const Input<T> list = floats<T>(outline, {"outline", {-1, 2}, "(n, 2): the vertices of all rings"});
          Input<std::uint32_t> begins;
          if (!starts.is_none()) begins = ids(starts, {"starts", {-1}, "(rings + 1,): where each ring begins, and the end"});
          const BasicConvexParts<T> parts = result_of("outline", [&] {
            return convex_parts(list.template as<BasicVec2<T>>(), begins.span());
          });
          return nb::make_tuple(rows(parts.vertices), numbers(parts.starts, NPY_UINT32), numbers(parts.indices, NPY_UINT32),
                                numbers(parts.inner_edges, NPY_UINT8));
        });
      },
      "outline"_a, "starts"_a = nb::none());
}

}  // namespace satchel::python
