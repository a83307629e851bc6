// Verdicts of polygons: each pair of a family is asked at 256 places, around its own or around one where it touches but for
// rounding, that lie some ulps apart or along the deciding edge. Wrong is a verdict of collide or classify other than the signs
// of exact integers give.
#include <array>
#include <optional>

#include "judging.hpp"
#include "support/exact_number.hpp"

namespace satchel::test {
namespace {

constexpr int places_across = 16;

/// How far the second body, moved by d, lies outside an edge line of either: value + edge_y d.x - edge_x d.y, times the edge's
/// length. Positive beyond the line. `value` is that of the vertex that decides: the edges do not turn, so it stays the same.
struct Line {
  Exact edge_x, edge_y, value;
  long double x, y, near_value;

  /// The sign at d = to - from. d may need more digits than double has.
  [[nodiscard]] int side(Vec2d from, Vec2d to) const {
    const long double dx = static_cast<long double>(to.x) - from.x, dy = static_cast<long double>(to.y) - from.y;
    const long double across = y * dx, along = x * dy, sum = near_value + across - along;
    // Each number is off by at most four roundings of 2^-64, each sum by another.
    const long double doubt = 0x1p-60L * (std::abs(near_value) + std::abs(across) + std::abs(along));
    if (std::abs(sum) > doubt) return sum > 0 ? 1 : -1;
    const Exact exactly = value + edge_y * (exact(to.x) - exact(from.x)) - edge_x * (exact(to.y) - exact(from.y));
    return exactly.sign();
  }
};

long double near(const Exact& number, int bits) { return std::ldexp(number.convert_to<long double>(), -bits); }

/// The lines of the hull edges of p, which q's vertices may lie beyond. moved: +1 where q is the body that moves, else -1.
template <class T>
void add_lines(const BasicPlacedPolygon<T>& p, const BasicPlacedPolygon<T>& q, int moved, std::vector<Line>& lines) {
  for (std::size_t i = 0; i < p.hull.size(); ++i) {
    const BasicVec2<T> s = p.offsets[p.hull[i]], t = p.offsets[p.hull[i + 1 < p.hull.size() ? i + 1 : 0]];
    const Exact edge_x = exact(t.x) - exact(s.x), edge_y = exact(t.y) - exact(s.y);
    const long double x = near(edge_x, 260), y = near(edge_y, 260);
    std::vector<long double> rough;  // off by less than `doubt`
    long double doubt = 0;
    for (const std::uint32_t k : q.hull) {
      const long double dx = static_cast<long double>(q.offsets[k].x) - s.x,
                        dy = static_cast<long double>(q.offsets[k].y) - s.y;
      rough.push_back(y * dx - x * dy);
      doubt = std::max(doubt, 0x1p-60L * (std::abs(y * dx) + std::abs(x * dy)));
    }
    const long double lowest = *std::min_element(rough.begin(), rough.end());
    std::optional<Exact> least;
    for (std::size_t k = 0; k < rough.size(); ++k) {
      if (rough[k] > lowest + 2 * doubt) continue;
      const BasicVec2<T> v = q.offsets[q.hull[k]];
      const Exact outside = edge_y * (exact(v.x) - exact(s.x)) - edge_x * (exact(v.y) - exact(s.y));
      if (!least || outside < *least) least = outside;
    }
    lines.push_back({edge_x * moved, edge_y * moved, *least, x * moved, y * moved, near(*least, 520)});
  }
}

Verdict verdict_at(const std::vector<Line>& lines, Vec2d from, Vec2d to) {
  int largest = -1;
  for (const Line& line : lines) {
    largest = std::max(largest, line.side(from, to));
    if (largest > 0) return Verdict::disjoint;
  }
  return largest == 0 ? Verdict::touching : Verdict::overlapping;
}

/// Where the moving body is put: `base`, and from there steps in x and y.
struct Places {
  Vec2d base, step_x, step_y;
  [[nodiscard]] Vec2d at(int i, int j) const {
    return {base.x + (i * step_x.x + j * step_y.x), base.y + (i * step_x.y + j * step_y.y)};
  }
};

template <class T>
Places places(const std::vector<Line>& lines, Vec2d from, Vec2d to, double size, Random& random) {
  const long double dx = static_cast<long double>(to.x) - from.x, dy = static_cast<long double>(to.y) - from.y;
  const Line* deciding = nullptr;
  long double farthest = 0, length = 0;
  for (const Line& line : lines) {
    const long double line_length = std::hypot(line.x, line.y);
    const long double distance = (line.near_value + line.y * dx - line.x * dy) / line_length;
    if (deciding && distance <= farthest) continue;
    deciding = &line;
    farthest = distance;
    length = line_length;
  }
  Places result{to, {}, {}};
  if (random.chance(.6)) {  // to the deciding line
    result.base.x = static_cast<double>(to.x - farthest * deciding->y / length);
    result.base.y = static_cast<double>(to.y + farthest * deciding->x / length);
  }
  const int fineness = random.chance(.5) ? random.integer(20, 30) : random.integer(48, 56);
  const auto step = [&](double coordinate) {
    return std::fmax(std::ldexp(size, -fineness), std::ldexp(std::fabs(coordinate), -53)) *
           random.pick({1.0, 1.0, 0.75});
  };
  result.step_x = {step(result.base.x), 0};
  result.step_y = {0, step(result.base.y)};
  if (random.chance(.4)) {  // along the line, by parts that often are exact
    result.step_x = {static_cast<double>(deciding->x) / 16, static_cast<double>(deciding->y) / 16};
    if (random.chance(.5)) result.step_y = {};
  }
  result.base.x -= places_across / 2 * (result.step_x.x + result.step_y.x);
  result.base.y -= places_across / 2 * (result.step_x.y + result.step_y.y);
  return result;
}

}  // namespace

template <class T>
void judge_verdicts(const BasicWorld<T>& world, Random& random, Tally& tally) {
  BasicScene<T> scene;
  std::vector<Pair> pairs;
  std::vector<Verdict> wanted;
  for (const Pair pair : world.pairs) {
    const BasicPlacedPolygon<T> a = placed(world.scene, pair.a), b = placed(world.scene, pair.b);
    if (a.hull.size() < 3 || b.hull.size() < 3) continue;
    std::vector<Line> lines;
    add_lines(a, b, +1, lines);
    add_lines(b, a, -1, lines);
    double size = 0;
    for (const BasicPlacedPolygon<T>* const polygon : {&a, &b}) {
      for (const BasicVec2<T> v : polygon->offsets) {
        size = std::max({size, std::fabs(static_cast<double>(v.x)), std::fabs(static_cast<double>(v.y))});
      }
    }
    const Vec2d from{a.origin_x, a.origin_y};
    const Places around = places<T>(lines, from, {b.origin_x, b.origin_y}, size, random);
    const auto shape_of = [&](BodyId body) {
      BasicPolygon<T> polygon(world.scene.vertex_count(world.scene.shape(body)));
      world.scene.local_vertices(world.scene.shape(body), polygon);
      return scene.add_polygon(polygon);
    };
    const BodyId fixed = scene.add_body(shape_of(pair.a), world.scene.pose(pair.a));
    const ShapeId shape = shape_of(pair.b);
    for (int i = 0; i < places_across; ++i) {
      for (int j = 0; j < places_across; ++j) {
        const Vec2d place = around.at(i, j);
        BodyId moved = 0;
        const Pose pose{place.x, place.y, world.scene.pose(pair.b).rotation};
        if (!scene.try_add_body(shape, pose, moved).ok()) continue;  // beyond the range
        pairs.push_back(random.chance(.5) ? Pair{fixed, moved} : Pair{moved, fixed});
        wanted.push_back(verdict_at(lines, from, place));
      }
    }
  }
  // One instruction set a chunk, by chance: the other questions compare them.
  const auto isas = available_isas();
  force_isa(isas[random.below(isas.size())]);
  std::vector<BasicContact<T>> contacts(pairs.size());
  std::vector<Verdict> verdicts(pairs.size());
  collide(scene, pairs, contacts);
  classify(scene, pairs, verdicts);
  force_isa("");
  tally.pairs += pairs.size();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    tally.counted += wanted[i] == Verdict::touching;
    if ((verdict(contacts[i]) == wanted[i] && verdicts[i] == wanted[i]) || !tally.is_printed()) continue;
    std::printf("wrong: %s by collide, %s by classify, exactly %s, vertices %zu and %zu\n", name(verdict(contacts[i])),
                name(verdicts[i]), name(wanted[i]),
                static_cast<std::size_t>(scene.vertex_count(scene.shape(pairs[i].a))),
                static_cast<std::size_t>(scene.vertex_count(scene.shape(pairs[i].b))));
  }
}

template void judge_verdicts(const BasicWorld<float>&, Random&, Tally&);
template void judge_verdicts(const BasicWorld<double>&, Random&, Tally&);

}  // namespace satchel::test
