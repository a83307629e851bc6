// A coordinate becomes a byte by steps of a 240th of the geometry's box. The map is monotone, so the boxes of edges
// that meet have a byte in common in x and in y. Pairs whose bytes differ by two or more are apart by nearly a step at
// least; these are left out, unless the box is so narrow that rounding might move edges by a step: then the margins of all
// pairs are looked at.
#include "rings/few_edges.hpp"

#include <bit>
#include <cstring>

namespace satchel::rings {
namespace {

constexpr std::uint32_t group = 16;

struct ByteBoxes {
  alignas(16) std::int8_t min_x[most_few], max_x[most_few], min_y[most_few], max_y[most_few];
};

void take_bytes(const Boundary& boundary, ByteBoxes& boxes) {
  const std::uint32_t size = boundary.size, whole = (size + group - 1) / group * group;
  const Box& box = boundary.box;
  const double step_x = 240 / box.width(), step_y = 240 / box.height();
  alignas(16) std::int8_t x[most_few + 1], y[most_few + 1];
  for (std::uint32_t i = 0; i < size; ++i) {
    x[i] = static_cast<std::int8_t>(static_cast<int>((boundary.x[i] - box.min_x) * step_x) - 120);
    y[i] = static_cast<std::int8_t>(static_cast<int>((boundary.y[i] - box.min_y) * step_y) - 120);
  }
  for (std::uint32_t i = size; i <= whole && i <= most_few; ++i) x[i] = y[i] = 0;
  for (std::uint32_t i = 0; i < whole; ++i) {
    boxes.min_x[i] = std::min(x[i], x[i + 1]);
    boxes.max_x[i] = std::max(x[i], x[i + 1]);
    boxes.min_y[i] = std::min(y[i], y[i + 1]);
    boxes.max_y[i] = std::max(y[i], y[i + 1]);
  }
  // What is no edge is apart from all.
  for (const CleanRing& ring : boundary.rings) {
    if (ring.count != 0) boxes.min_x[ring.first + ring.count] = 127;
  }
}

/// Bytes that are not 0 where two edges are near: `edge`, and those of the group that begins with `first`.
struct Near {
  std::uint64_t low, high;
};

Near find_near(const ByteBoxes& boxes, std::uint32_t edge, std::uint32_t first) {
  const int from_x = boxes.min_x[edge] - 1, to_x = boxes.max_x[edge] + 1, from_y = boxes.min_y[edge] - 1,
            to_y = boxes.max_y[edge] + 1;
  const auto low_x = static_cast<std::int8_t>(from_x), high_x = static_cast<std::int8_t>(to_x),
             low_y = static_cast<std::int8_t>(from_y), high_y = static_cast<std::int8_t>(to_y);
  alignas(16) std::int8_t near[group];
  for (std::uint32_t k = 0; k < group; ++k) {
    const bool all = (boxes.min_x[first + k] <= high_x) & (boxes.max_x[first + k] >= low_x) &
                     (boxes.min_y[first + k] <= high_y) & (boxes.max_y[first + k] >= low_y);
    near[k] = all ? 1 : 0;
  }
  Near words;
  std::memcpy(&words, near, sizeof words);
  return words;
}

/// Whether all edges that are no neighbours keep apart.
bool keep_apart(const Boundary& boundary, const Margins& margins) {
  const auto for_each_edge = [&](std::uint32_t end, const auto& holds) {
    for (const CleanRing& ring : boundary.rings) {
      for (std::uint32_t edge = ring.first; edge != ring.first + ring.count; ++edge) {
        if (edge >= end) return true;
        if (!holds(edge)) return false;
      }
    }
    return true;
  };
  return for_each_edge(boundary.size, [&](std::uint32_t later) {
    return for_each_edge(later, [&](std::uint32_t edge) {
      return boundary.are_neighbours(edge, later) ||
             margins.keep_apart(boundary.start(edge), boundary.end(edge), boundary.start(later), boundary.end(later));
    });
  });
}

}  // namespace

bool judge_few(const Boundary& boundary, const Margins& margins, PairJudge& judge) {
  ByteBoxes boxes;
  take_bytes(boundary, boxes);
  for (const CleanRing& ring : boundary.rings) {
    const std::uint32_t last = ring.first + ring.count - 1;
    for (std::uint32_t edge = ring.first; edge != ring.first + ring.count; ++edge) {
      for (std::uint32_t first = 0; first < edge; first += group) {
        Near near = find_near(boxes, edge, first);
        const auto judge_all = [&](std::uint64_t word, std::uint32_t from) {
          for (; word != 0; word &= word - 1) {
            const std::uint32_t other = from + static_cast<std::uint32_t>(std::countr_zero(word)) / 8;
            if (other >= edge) return;
            if (other + 1 == edge || (edge == last && other == ring.first)) continue;
            judge.judge(other, edge);
          }
        };
        judge_all(near.low, first);
        judge_all(near.high, first + 8);
      }
      if (judge.found()) return false;
    }
  }
  return 500 * margins.move < std::fmin(boundary.box.width(), boundary.box.height()) || keep_apart(boundary, margins);
}

}  // namespace satchel::rings
