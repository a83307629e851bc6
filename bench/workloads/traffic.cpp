#include "workloads/traffic.hpp"

#include <satchel/types.hpp>

#include "format/layout.hpp"

namespace satchel_bench {
namespace {

constexpr double line = 64, pair_bytes = 2 * sizeof(satchel::Pair),
                 record_bytes = sizeof(satchel::kernels::BodyRecord<float>);
constexpr double contact_bytes = sizeof(satchel::Contact);
constexpr double written_twice = 2;  // writing a line fetches it first

double whole_lines(double bytes) { return bytes < line ? line : bytes; }

/// Operations of the separating-axis test over all edges of polygons with n and m vertices (src/kernels/sat/sat.hpp):
///
///   moving the vertices, differences for the edges   4 (n + m)
///   each edge against each vertex of the other:      2 products, a difference, a minimum:  2 n m times 4
///   each edge: its start 3, h 1, key 6 (h |h| / |e|^2), comparison and three choices 4:    14 (n + m)
double all_edges_operations(double n, double m) { return 8 * n * m + 18 * (n + m); }

/// Operations of the test by facing parts (src/kernels/facing/facing.hpp and facing_rows.hpp), which decides most pairs
/// of compact polygons. For each body, with any number of vertices:
///
///   half of the pair's octant 9; the vertex from the support map, and the permutation of its row 26; their check 14
///   moving vertices to the frame 6; edges 8; two edges against three vertices 54; two more edges and ties 14
///
/// For each pair: feature and proof 46. With SSE4.2 and NEON a tournament finds the vertices instead, which takes 52
/// more for an octagon.
constexpr double facing_operations = 2 * 131 + 46;

double polygon_operations(std::size_t n, std::size_t m) {
  const bool all_edges = n > 8 || m > 8 || (n <= 4 && m <= 4);
  return all_edges ? all_edges_operations(static_cast<double>(n), static_cast<double>(m)) : facing_operations;
}

/// Operations of a pair of centred boxes (src/kernels/sat/box_pairs.hpp): for each of four axes the other box's support
/// (9), e x d (3), h (3), the key (6) and the choice (4); for each box its own supports (3) and edges (5). Reads half
/// of each block.
constexpr double box_operations = 4 * 25 + 2 * 8;

}  // namespace

std::size_t block_bytes(std::size_t vertices) {
  unsigned k = 0;
  while (satchel::kernels::vertices_of(k) < vertices) ++k;
  return 2 * satchel::kernels::capacity_of(k) * sizeof(float);
}

Traffic traffic_of(const Workload& workload) {
  Traffic sum{};
  for (const satchel::Pair pair : workload.pairs) {
    const Shape &a = workload.shape_of(pair.a), &b = workload.shape_of(pair.b);
    const bool boxes = a.box && b.box;
    const auto block_a = static_cast<double>(block_bytes(a.vertices.size()));
    const auto block_b = static_cast<double>(block_bytes(b.vertices.size()));
    sum.bytes += pair_bytes + 2 * record_bytes + (block_a + block_b) / (boxes ? 2 : 1) + contact_bytes;
    sum.lines_apart +=
        pair_bytes + 2 * line + whole_lines(block_a) + whole_lines(block_b) + written_twice * contact_bytes;
    sum.operations += boxes ? box_operations : polygon_operations(a.vertices.size(), b.vertices.size());
  }
  double bodies = 0;
  for (std::size_t i = 0; i < workload.poses.size(); ++i) {
    const Shape& shape = workload.shape_of(static_cast<satchel::BodyId>(i));
    bodies += record_bytes + static_cast<double>(block_bytes(shape.vertices.size()));
  }
  const auto pairs = static_cast<double>(workload.pairs.size());
  return {sum.bytes / pairs, sum.lines_apart / pairs, bodies / pairs + pair_bytes + written_twice * contact_bytes,
          sum.operations / pairs};
}

}  // namespace satchel_bench
