// Convex hulls, clean rings, and convex parts of concave outlines: arrays without a scene.
#include <algorithm>
#include <cstring>
#include <string>

#include <satchel/convex_hull.hpp>
#include <satchel/outline.hpp>
#include <satchel/ring.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "call.hpp"
#include "docs.hpp"
#include "shapely_rings.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

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

template <class T>
nb::tuple tuple_of(const BasicConvexParts<T>& parts) {
  return nb::make_tuple(rows(parts.vertices), numbers(parts.starts, NPY_UINT32), numbers(parts.indices, NPY_UINT32),
                        numbers(parts.inner_edges, NPY_UINT8));
}

// Runs work(options), which returns a Status, without the interpreter lock; signals and progress end it.
template <class Work>
void run(const char* argument, nb::handle progress, const Work& work) {
  Status status;
  Call call({nb::none(), nb::none(), progress});
  call.run([&](const Options& options) {
    status = work(options);
    return status.code == ErrorCode::cancelled ? status : Status{};
  });
  if (!status.ok()) fail(status, argument);
}

[[noreturn]] void fail_no_rings(const char* name, std::size_t points) {
  fail("bad_starts", name, -1,
       std::string(name) + " names no ring; wanted where each ring begins, and the end: [0, " + std::to_string(points) +
           "] for one ring");
}

// The parts of an outline whose rings are as files have them. What is refused is named by the caller's points and rings.
template <class T>
class RingParts {
 public:
  RingParts(std::span<const BasicVec2<T>> points, std::span<const std::uint32_t> offsets, nb::handle progress)
      : points_(points), offsets_(offsets), progress_(progress) {}

  BasicConvexParts<T> parts() {
    check_offsets("ring_offsets", offsets_, points_.size());
    if (offsets_.size() < 2) fail_no_rings("ring_offsets", points_.size());
    for (std::size_t ring = 0; ring + 1 < offsets_.size(); ++ring) clean(ring);
    BasicConvexParts<T> parts;
    Status status;
    Call call({nb::none(), nb::none(), progress_});
    call.run([&](const Options& options) {
      status = try_convex_parts(std::span<const BasicVec2<T>>(vertices_), starts_, parts, options);
      return status.code == ErrorCode::cancelled ? status : Status{};
    });
    if (!status.ok()) fail_parts(status);
    for (std::uint32_t& index : parts.indices) index = points_of_vertices_[index];
    return parts;
  }

 private:
  static std::string name_of(std::size_t ring) {
    return ring == 0 ? "the outer ring" : "hole " + std::to_string(ring - 1);
  }

  void clean(std::size_t ring) {
    BasicRing<T> clean;
    Status status;
    Call call({nb::none(), nb::none(), nb::none()});
    call.run([&](const Options& options) {
      status = try_clean_ring(points_.subspan(offsets_[ring], offsets_[ring + 1] - offsets_[ring]),
                              ring > 0 ? Winding::clockwise : Winding::counter_clockwise, clean, options);
      return status.code == ErrorCode::cancelled ? status : Status{};
    });
    if (!status.ok()) fail_with(status, ring, name_of(ring) + message(status).substr(4));  // behind "ring"
    vertices_.insert(vertices_.end(), clean.vertices.begin(), clean.vertices.end());
    for (const std::uint32_t index : clean.indices) points_of_vertices_.push_back(offsets_[ring] + index);
    starts_.push_back(static_cast<std::uint32_t>(vertices_.size()));
  }

  // "the edge from point 3 to point 4 of hole 0", in the caller's ring.
  std::string edge_text(std::uint64_t ring, std::uint64_t edge) const {
    const std::size_t begin = starts_[ring], end = starts_[ring + 1], from = begin + edge;
    const std::size_t to = from + 1 < end ? from + 1 : begin;
    const auto number = [&](std::size_t vertex) {
      return std::to_string(points_of_vertices_[vertex] - offsets_[ring]);
    };
    return "the edge from point " + number(from) + " to " + number(to) + " of " + name_of(ring);
  }

  [[noreturn]] void fail_parts(const Status& status) const {
    std::string text = message(status);
    std::size_t ring = 0;
    if (status.argument == Argument::outline) {
      ring = std::min<std::size_t>(status.numbers[0], starts_.size() - 2);
      if (const std::size_t place = text.find(" meet at ");
          status.code == ErrorCode::meets_itself && place != text.npos) {
        text = edge_text(status.numbers[0], status.numbers[1]) + " and " +
               edge_text(status.numbers[2], status.numbers[3]) + text.substr(place);
      } else if (const std::size_t colon = text.find(": ", text.find("outline: ring") == 0 ? 9 : 0);
                 colon != text.npos) {
        text = name_of(ring) + text.substr(colon);
      }
    }
    fail_with(status, ring, text);
  }

  std::span<const BasicVec2<T>> points_;
  std::span<const std::uint32_t> offsets_;
  nb::handle progress_;
  std::vector<BasicVec2<T>> vertices_;  ///< of the clean rings
  std::vector<std::uint32_t> starts_{0}, points_of_vertices_;
};
template <class T>
BasicConvexParts<T> parts_of_rings(std::span<const BasicVec2<T>> points, std::span<const std::uint32_t> offsets,
                                   nb::handle progress) {
  return RingParts<T>(points, offsets, progress).parts();
}

// The area of a convex polygon, from its first vertex, so that a place far from the origin costs no digits.
template <class T>
double area_of(std::span<const BasicVec2<T>> ring) noexcept {
  double twice = 0;
  for (std::size_t i = 2; i < ring.size(); ++i) {
    const double x = ring[0].x, y = ring[0].y;
    twice += (ring[i - 1].x - x) * (ring[i].y - y) - (ring[i - 1].y - y) * (ring[i].x - x);
  }
  return 0.5 * twice;
}

}  // namespace

void bind_outlines(Module& m) {
  constexpr Form form_of_points{"points", {-1, 2}, "(n, 2): x, y"};
  m.def(
      "convex_hull",
      [=](nb::handle points) {
        return by_precision(points, form_of_points, [&]<class T>(nb::handle array, T) {
          const Input<T> list = floats<T>(array, form_of_points);
          return rows(result_of("points", [&] { return convex_hull(list.template as<BasicVec2<T>>()); }));
        });
      },
      docs::convex_hull, "points"_a);
  m.def(
      "_convex_hulls",
      [](nb::handle points, nb::handle offsets, nb::handle progress) {
        const Form form{"points", {-1, 2}, "(n, 2): the points of all lists"};
        return by_precision(points, form, [&]<class T>(nb::handle array, T) {
          const Input<T> list = floats<T>(array, form);
          const Input<std::uint32_t> begins = ids(offsets, {"offsets", {-1}, "(k + 1,): where each list begins, and the end"});
          check_offsets("offsets", begins.span(), list.rows);
          const std::size_t count = begins.size == 0 ? 0 : begins.size - 1;
          std::vector<BasicVec2<T>> vertices(list.rows);
          std::vector<std::uint32_t> starts(count + 1);
          std::vector<double> areas(count);
          std::size_t used = 0;
          run("points", progress, [&](const Options& options) {
            for (std::size_t k = 0; k < count; ++k) {
              const std::span own = list.template as<BasicVec2<T>>().subspan(begins.data[k], begins.data[k + 1] - begins.data[k]);
              std::size_t size = 0;
              Status status = try_convex_hull(own, Output<BasicVec2<T>>{std::span(vertices).subspan(used, own.size()), size});
              if (!status.ok()) {
                if (status.code != ErrorCode::no_memory) status.index += begins.data[k];
                return status;
              }
              areas[k] = area_of(std::span<const BasicVec2<T>>(vertices).subspan(used, size));
              starts[k + 1] = static_cast<std::uint32_t>(used += size);
              if (k % 65536 == 65535 && options.progress != nullptr && !options.progress(options.progress_context, k, count)) {
                return Status{ErrorCode::cancelled};
              }
            }
            return Status{};
          });
          vertices.resize(used);
          return nb::make_tuple(rows(vertices), numbers(starts, NPY_UINT32), numbers(areas, NPY_FLOAT64));
        });
      },
      "points"_a, "offsets"_a, "progress"_a.none());
  m.def(
      "_clean_ring",
      [=](nb::handle points, bool clockwise, nb::handle progress) {
        return by_precision(points, form_of_points, [&]<class T>(nb::handle array, T) {
          const Input<T> list = floats<T>(array, form_of_points);
          BasicRing<T> ring;
          run("points", progress, [&](const Options& options) {
            return try_clean_ring(list.template as<BasicVec2<T>>(),
                                  clockwise ? Winding::clockwise : Winding::counter_clockwise, ring, options);
          });
          return nb::make_tuple(rows(ring.vertices), numbers(ring.indices, NPY_UINT32), ring.convex, ring.closed,
                                ring.reversed, ring.repeated, ring.collinear);
        });
      },
      "points"_a, "clockwise"_a = false, "progress"_a = nb::none());
  m.def(
      "_open_rings",
      [](nb::handle coords, nb::handle offsets) {
        const Input<double> list = floats<double>(coords, {"coords", {-1, 2}, "(n, 2): x, y"});
        const Input<std::uint32_t> begins = ids(offsets, {"offsets", {-1}, "(rings + 1,)"});
        // Rings that make no convex polygon get no vertices, nor do the rings of a polygon with holes, one after another.
        const OpenRings<double> open =
            opened<double>(list.as<Vec2d>(), begins.span(), [](std::size_t, std::span<const Vec2d> ring) {
              Ringd clean;
              const bool is_convex = try_clean_ring(ring, Winding::counter_clockwise, clean).ok() && clean.convex;
              return is_convex ? std::move(clean.vertices) : std::vector<Vec2d>();
            });
        return nb::make_tuple(rows(open.vertices), numbers(open.starts, NPY_UINT32));
      },
      "coords"_a, "offsets"_a);
  m.def(
      "_convex_parts",
      [](nb::handle outline, nb::handle starts, nb::handle progress) {
        constexpr Form form{"outline", {-1, 2}, "(n, 2): the vertices of all rings"};
        return by_precision(outline, form, [&]<class T>(nb::handle array, T) {
          const Input<T> list = floats<T>(array, form);
          Input<std::uint32_t> begins;
          if (!starts.is_none())
            begins = ids(starts, {"starts", {-1}, "(rings + 1,): where each ring begins, and the end"});
          if (!starts.is_none() && begins.size == 0) fail_no_rings("starts", list.rows);
          BasicConvexParts<T> parts;
          run("outline", progress, [&](const Options& options) {
            return try_convex_parts(list.template as<BasicVec2<T>>(), begins.span(), parts, options);
          });
          return tuple_of(parts);
        });
      },
      "outline"_a, "starts"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "_outline_parts",
      [](nb::handle coords, nb::handle ring_offsets, nb::handle progress) {
        constexpr Form form{"coords", {-1, 2}, "(n, 2): the points of all rings"};
        return by_precision(coords, form, [&]<class T>(nb::handle array, T) {
          const Input<T> list = floats<T>(array, form);
          const std::uint32_t all[] = {0, static_cast<std::uint32_t>(list.rows)};
          Input<std::uint32_t> offsets;
          if (!ring_offsets.is_none()) {
            offsets = ids(ring_offsets, {"ring_offsets", {-1}, "(rings + 1,): where each ring begins, and the end"});
          }
          return tuple_of(parts_of_rings<T>(list.template as<BasicVec2<T>>(),
                                            ring_offsets.is_none() ? std::span(all) : offsets.span(), progress));
        });
      },
      "coords"_a, "ring_offsets"_a = nb::none(), "progress"_a = nb::none());
}

}  // namespace satchel::python
