// Algorithm: sort the bodies into square cells as wide as the largest distance of two partners; the partners of a body
// are then in its own cell and in the eight cells around it. O(bodies + pairs) for scenes without crowds.
#include "cli/generate/neighbour_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace satchel::cli {
namespace {

std::vector<double> reaches(const GeneratedScene& scene, double factor) {
  std::vector<double> of_shape(scene.shape_count());
  for (std::size_t i = 0; i < of_shape.size(); ++i) {
    double largest = 0;
    for (const Vec2& vertex : scene.shape(i)) {
      const double x = vertex.x;
      const double y = vertex.y;
      largest = std::max(largest, x * x + y * y);
    }
    of_shape[i] = factor * (std::sqrt(largest) +
                            static_cast<double>(scene.shapes[i].radius));  // IEEE 754 defines the square root, too
  }
  return of_shape;
}

}  // namespace

std::vector<Pair> neighbour_pairs(const GeneratedScene& scene, double factor) {
  const std::vector<double> reach = reaches(scene, factor);
  const std::vector<GeneratedBody>& bodies = scene.bodies;

  double min_x = std::numeric_limits<double>::infinity();
  double min_y = min_x;
  double max_x = -min_x;
  double max_y = -min_x;
  double cell = 0;
  for (const GeneratedBody& body : bodies) {
    min_x = std::min(min_x, body.x);
    max_x = std::max(max_x, body.x);
    min_y = std::min(min_y, body.y);
    max_y = std::max(max_y, body.y);
    cell = std::max(cell, 2 * reach[body.shape]);
  }
  const auto columns = static_cast<std::size_t>((max_x - min_x) / cell) + 1;
  const auto rows = static_cast<std::size_t>((max_y - min_y) / cell) + 1;
  const auto column_of = [&](const GeneratedBody& body) { return static_cast<std::size_t>((body.x - min_x) / cell); };
  const auto row_of = [&](const GeneratedBody& body) { return static_cast<std::size_t>((body.y - min_y) / cell); };

  // Counting sort: the bodies of cell c are sorted[first[c] .. first[c + 1]), in the order of their indices.
  std::vector<std::uint32_t> first(columns * rows + 1);
  for (const GeneratedBody& body : bodies) {
    ++first[row_of(body) * columns + column_of(body) + 1];
  }
  for (std::size_t i = 1; i < first.size(); ++i) {
    first[i] += first[i - 1];
  }
  std::vector<BodyId> sorted(bodies.size());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (BodyId i = 0; i < bodies.size(); ++i) {
    sorted[next[row_of(bodies[i]) * columns + column_of(bodies[i])]++] = i;
  }

  std::vector<Pair> pairs;
  std::vector<BodyId> partners;
  for (BodyId a = 0; a < bodies.size(); ++a) {
    const GeneratedBody& body = bodies[a];
    const std::size_t column = column_of(body);
    const std::size_t row = row_of(body);
    partners.clear();
    for (std::size_t r = row == 0 ? 0 : row - 1; r <= std::min(row + 1, rows - 1); ++r) {
      const std::size_t left = r * columns + (column == 0 ? 0 : column - 1);
      const std::size_t right = r * columns + std::min(column + 1, columns - 1);
      for (std::size_t i = first[left]; i < first[right + 1]; ++i) {  // cells of a row are contiguous
        const GeneratedBody& other = bodies[sorted[i]];
        const double dx = other.x - body.x;
        const double dy = other.y - body.y;
        const double both = reach[body.shape] + reach[other.shape];
        if (sorted[i] > a && dx * dx + dy * dy <= both * both) {
          partners.push_back(sorted[i]);
        }
      }
    }
    std::sort(partners.begin(), partners.end());
    for (const BodyId b : partners) {
      pairs.push_back({a, b});
    }
  }
  return pairs;
}

}  // namespace satchel::cli
