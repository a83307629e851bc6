#include "cli/raw_scene/outline_message.hpp"

#include <cstddef>
#include <cstdint>

#include <fmt/core.h>

#include <satchel/outlines.hpp>

#include "cli/raw_scene/shape_message.hpp"

namespace satchel::cli {
namespace {

/// An edge of a fault, from a point of a ring to another one.
struct Edge {
  std::size_t ring, from, to;
};

/// The low half of numbers[1] to numbers[3] is about the first edge, the high half about the second.
Edge first_edge(const Status& status) {
  return {status.numbers[1] & 0xffffffffu, status.numbers[2] & 0xffffffffu, status.numbers[2] >> 32};
}
Edge second_edge(const Status& status) {
  return {status.numbers[1] >> 32, status.numbers[3] & 0xffffffffu, status.numbers[3] >> 32};
}

/// What is wrong, in the words of the library, without the item.
std::string words_of(Status status) {
  status.argument = Argument::none;
  return message(status);
}

}  // namespace

template <class T>
std::string outline_message(const RawScene<T>& raw, const RawShape<T>& shape, const Status& status) {
  if (status.code != ErrorCode::bad_outline) {
    const std::string text = message(status.code);
    return about_vertex(status.code)
               ? fmt::format("{}: {}", vertex_name(raw, shape, status.numbers[0], status.numbers[1]), text)
               : text;
  }
  const Edge edge = first_edge(status), other = second_edge(status);
  const auto ring = [&](const Edge& of) { return ring_name(raw, shape, of.ring); };
  const auto points = [&](const Edge& of) {
    return fmt::format("{} to {}", vertex_name(raw, shape, of.ring, of.from), of.to);
  };
  const Vec2d origin = raw.map_origin.value_or(Vec2d{0, 0});
  const std::string place = origin != Vec2d{0, 0}
                                ? fmt::format("({:.9g}, {:.9g})", origin.x + status.value, origin.y + status.value_y)
                                : fmt::format("({}, {})", static_cast<T>(status.value), static_cast<T>(status.value_y));
  const std::string words = words_of(status);
  switch (static_cast<OutlineFault>(status.numbers[0])) {
    case OutlineFault::empty:
      return words;
    case OutlineFault::too_few_points:
      return fmt::format("{}: fewer than three different points; a ring needs at least three", ring(edge));
    case OutlineFault::no_area:
      return fmt::format("{}: all points lie on one line; a ring needs an area", ring(edge));
    case OutlineFault::hole_outside:
    case OutlineFault::several_shells:
    case OutlineFault::hole_in_hole:
    case OutlineFault::nested_shells:
      return fmt::format("{}, beside {}, at {}: {}", ring(other), ring(edge), place, words);
    default:
      return edge.ring == other.ring
                 ? fmt::format("{}: the edge from point {} to {} and the edge from point {} to {} meet at {}: {}",
                               ring(edge), edge.from, edge.to, other.from, other.to, place, words)
                 : fmt::format("the edge from {} and the edge from {} meet at {}: {}", points(edge), points(other),
                               place, words);
  }
}

template std::string outline_message(const RawScene<float>&, const RawShape<float>&, const Status&);
template std::string outline_message(const RawScene<double>&, const RawShape<double>&, const Status&);

}  // namespace satchel::cli
