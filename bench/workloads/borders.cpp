#include "workloads/borders.hpp"

#include <algorithm>
#include <cmath>

#include "workloads/random.hpp"

namespace satchel_bench {
namespace {

constexpr int columns = 40, rows = 25, vertices_of_side = 2500;
constexpr int district_columns = columns / 2;
constexpr double side = 1e4, origin = 5e6;

using Line = std::vector<satchel::Vec2d>;

/// How far the vertices of a side lie beside the straight line, over its length: noise of twelve wavelengths. So near to the
/// ends that sides do not cross.
std::vector<double> wiggles(Random& random) {
  std::vector<double> beside(vertices_of_side + 1);
  double all = 0;
  for (int octave = 0; octave < 12; ++octave) {
    const double height = std::pow(2.0, -0.9 * octave);
    const int count = 1 << octave;
    std::vector<double> heights(static_cast<std::size_t>(count) + 1);
    for (double& h : heights) h = random.uniform(-height, height);
    for (int i = 0; i <= vertices_of_side; ++i) {
      const double at = static_cast<double>(i) * count / vertices_of_side;
      const auto from = static_cast<std::size_t>(std::min(static_cast<int>(at), count - 1));
      beside[static_cast<std::size_t>(i)] +=
          heights[from] + (heights[from + 1] - heights[from]) * (at - static_cast<double>(from));
    }
    all += height;
  }
  for (int i = 0; i <= vertices_of_side; ++i) {
    const double along = static_cast<double>(i) / vertices_of_side;
    beside[static_cast<std::size_t>(i)] *= 0.7 * std::min(along, 1 - along) / all;
  }
  return beside;
}

/// The sides of all cells.
struct Sides {
  std::vector<Line> across, up;  ///< to the right of corner (x, y), and up from it

  static std::size_t number(int x, int y) { return static_cast<std::size_t>(y * (columns + 1) + x); }

  Sides() {
    Random random(7);
    for (int y = 0; y <= rows; ++y) {
      for (int x = 0; x <= columns; ++x) {
        const std::vector<double> of_across = wiggles(random), of_up = wiggles(random);
        Line right, upward;
        for (int i = 0; i <= vertices_of_side; ++i) {
          const double along = static_cast<double>(i) / vertices_of_side;
          const auto k = static_cast<std::size_t>(i);
          right.push_back({origin + side * (x + along), origin + side * (y + of_across[k])});
          upward.push_back({origin + side * (x + of_up[k]), origin + side * (y + along)});
        }
        // Corners are the same bits whatever sum made them.
        right.back() = {origin + side * (x + 1), origin + side * y};
        upward.back() = {origin + side * x, origin + side * (y + 1)};
        across.push_back(std::move(right));
        up.push_back(std::move(upward));
      }
    }
  }

  /// The ring around the cells from column x and row y on.
  void add_ring(RingData& data, int x, int y, int wide, int high) const {
    const std::size_t first = data.points.size();
    const auto add = [&](const Line& line, bool backwards) {  // all but its last point
      for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const satchel::Vec2d& p = backwards ? line[line.size() - 1 - i] : line[i];
        data.points.insert(data.points.end(), {p.x, p.y});
      }
    };
    for (int i = 0; i < wide; ++i) add(across[number(x + i, y)], false);
    for (int i = 0; i < high; ++i) add(up[number(x + wide, y + i)], false);
    for (int i = wide; i-- > 0;) add(across[number(x + i, y + high)], true);
    for (int i = high; i-- > 0;) add(up[number(x, y + i)], true);
    const double start_x = data.points[first], start_y = data.points[first + 1];
    data.points.insert(data.points.end(), {start_x, start_y});
    data.ring_starts.push_back(static_cast<std::uint32_t>(data.points.size() / 2));
    data.polygon_starts.push_back(static_cast<std::uint32_t>(data.ring_starts.size() - 1));
    data.geometry_starts.push_back(static_cast<std::uint32_t>(data.polygon_starts.size() - 1));
  }
};

std::vector<satchel::Box> boxes_of(const RingData& data) {
  std::vector<satchel::Box> boxes;
  for (std::size_t k = 0; k < data.geometries(); ++k) {
    const double* p = data.points.data() + 2 * std::size_t{data.ring_starts[k]};
    satchel::Box box{p[0], p[1], p[0], p[1]};
    for (; p != data.points.data() + 2 * std::size_t{data.ring_starts[k + 1]}; p += 2) {
      box = {std::min(box.min_x, p[0]), std::min(box.min_y, p[1]), std::max(box.max_x, p[0]),
             std::max(box.max_y, p[1])};
    }
    boxes.push_back(box);
  }
  return boxes;
}

std::vector<satchel::Pair> meeting(const std::vector<satchel::Box>& a, const std::vector<satchel::Box>& b,
                                   bool ordered) {
  std::vector<satchel::Pair> pairs;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = ordered ? i + 1 : 0; k < b.size(); ++k) {
      if (a[i].min_x > b[k].max_x || b[k].min_x > a[i].max_x || a[i].min_y > b[k].max_y || b[k].min_y > a[i].max_y)
        continue;
      pairs.push_back({static_cast<satchel::BodyId>(i), static_cast<satchel::BodyId>(k)});
    }
  }
  return pairs;
}

Borders make_borders() {
  const Sides sides;
  Borders borders;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) sides.add_ring(borders.layers.a, x, y, 1, 1);
  }
  for (int y = 0; y + 1 < rows; y += 2) {
    for (int x = 0; x < columns; x += 2) sides.add_ring(borders.layers.b, x, y, 2, 2);
  }
  const std::vector<satchel::Box> cells = boxes_of(borders.layers.a), districts = boxes_of(borders.layers.b);
  borders.neighbours = meeting(cells, cells, true);
  borders.in_districts = meeting(cells, districts, false);
  std::erase_if(borders.in_districts, [](satchel::Pair pair) { return pair.a % 7 != 0; });
  return borders;
}

std::vector<satchel::Vec2d> anywhere(double width, double height) {
  Random random(8);
  std::vector<satchel::Vec2d> points(points_in_borders.items);
  for (satchel::Vec2d& p : points) {
    const double x = random.uniform(0, width), y = random.uniform(0, height);
    p = {origin + x, origin + y};
  }
  return points;
}

}  // namespace

const Borders& borders() {
  static const Borders data = make_borders();
  return data;
}

const PointsInLayer& points_over_parcels() {
  static const PointsInLayer points{parcel_layers().a, anywhere(5.4e3, 5.4e3)};
  return points;
}
const PointsInLayer& points_over_borders() {
  static const PointsInLayer points{borders().layers.a, anywhere(side * columns, side * rows)};
  return points;
}

bool is_cell_of(satchel::BodyId cell, satchel::BodyId district) {
  const auto x = static_cast<int>(cell) % columns, y = static_cast<int>(cell) / columns;
  return y / 2 < rows / 2 && static_cast<int>(district) == y / 2 * district_columns + x / 2;
}

}  // namespace satchel_bench
