// Rings from bytes: they are an outline just if exact integers say so, and else refused for the right reason; rings read
// back bound the same; parts fill the outline exactly; verdicts are those of the parts; points, containment, areas and
// predicates agree with them; and another instruction set gives the same bits.
#include <algorithm>
#include <cstring>
#include <satchel/satchel.hpp>
#include <span>
#include <string>
#include <vector>

#include "bytes.hpp"
#include "outline_oracle.hpp"
#include "support/exact_alloc.hpp"
#include "support/reference_isa.hpp"
#include "target.hpp"

namespace satchel::fuzz {
namespace {

using test::ExactBuffer;

template <class T>
using Polygons = std::vector<std::vector<Ring<T>>>;

/// How points of a small grid, one byte each, become coordinates.
template <class T>
struct Placing {
  enum class Kind : std::uint8_t { grid, near_grid, sliver, sheared };

  explicit Placing(Bytes& bytes) : kind(static_cast<Kind>(bytes.byte() % 4)) {
    constexpr bool is_float = sizeof(T) == sizeof(float);
    const int low = is_float ? -138 : -190, high = is_float ? 50 : 190;
    unit = bytes.byte() % 2 == 0 ? 0 : low + bytes.raw<std::uint16_t>() % (high - low + 1);
  }

  BasicVec2<T> point(Bytes& bytes) const {
    const int packed = bytes.byte();
    const auto i = static_cast<T>(packed % 16), k = static_cast<T>(packed / 16);
    switch (kind) {
      case Kind::grid:
        break;
      case Kind::near_grid: {
        const int steps = bytes.byte();
        const auto moved = [&](T x, int by) { return x == 0 ? x : stepped(x, by); };
        return {std::ldexp(moved(i, steps % 5 - 2), unit), std::ldexp(moved(k, steps / 5 % 5 - 2), unit)};
      }
      case Kind::sliver: {  // far off, where the grid has the width of the last place
        const T far = T(0x1p23), last = sizeof(T) == sizeof(float) ? T(1) : T(0x1p-29);
        return {std::ldexp(far + i * last, std::min(unit, 20)), std::ldexp(far + k * last, std::min(unit, 20))};
      }
      case Kind::sheared:
        return {std::ldexp(3 * i + k, unit), std::ldexp(7 * k - i, unit)};
    }
    return {std::ldexp(i, unit), std::ldexp(k, unit)};
  }

  Kind kind;
  int unit;
};

template <class T>
Polygons<T> polygons_from(Bytes& bytes, const Placing<T>& placing) {
  Polygons<T> polygons;
  int left = 44;  // points in all: the oracle tries all pairs of edges
  for (int p = bytes.integer(1, 3); p > 0; --p) {
    polygons.emplace_back();
    for (int r = bytes.integer(1, 3); r > 0; --r) {
      Ring<T> ring;
      const int kind = bytes.byte();
      for (int k = std::min(left, kind % 16); k > 0; --k, --left) ring.push_back(placing.point(bytes));
      if (kind >= 128 && !ring.empty()) ring.push_back(ring.front());
      if (kind % 128 >= 112 && !ring.empty()) ring.insert(ring.begin(), ring.front());
      polygons.back().push_back(ring);
    }
  }
  return polygons;
}

template <class T>
struct Arrays {
  std::vector<BasicVec2<T>> vertices;
  std::vector<std::uint32_t> rings{0}, polygons{0}, outlines{0};

  void add(const Polygons<T>& all) {
    for (const std::vector<Ring<T>>& polygon : all) {
      for (const Ring<T>& ring : polygon) {
        vertices.insert(vertices.end(), ring.begin(), ring.end());
        rings.push_back(static_cast<std::uint32_t>(vertices.size()));
      }
      polygons.push_back(static_cast<std::uint32_t>(rings.size() - 1));
    }
    outlines.push_back(static_cast<std::uint32_t>(polygons.size() - 1));
  }
  BasicOutlines<T> view() const { return {vertices, rings, polygons, outlines}; }
};

template <class T>
Ring<T> vertices_of(const BasicScene<T>& scene, ShapeId shape) {
  Ring<T> vertices(scene.vertex_count(shape));
  scene.local_vertices(shape, vertices);
  return vertices;
}

/// The rings of a shape, the region on their left.
template <class T>
std::vector<Ring<T>> rings_of(const BasicScene<T>& scene, ShapeId shape) {
  const std::size_t count = scene.ring_count(shape);
  const Ring<T> vertices = vertices_of(scene, shape);
  if (count == 0) return {vertices};  // a polygon
  std::vector<std::uint32_t> starts(count + 1);
  std::vector<std::uint8_t> is_hole(count);
  scene.rings(shape, starts, is_hole);
  std::vector<Ring<T>> rings;
  for (std::size_t k = 0; k < count; ++k) {
    rings.emplace_back(vertices.begin() + starts[k], vertices.begin() + starts[k + 1]);
  }
  return rings;
}

template <class T>
std::vector<Ring<T>> parts_of(const BasicScene<T>& scene, ShapeId shape) {
  std::vector<ShapeId> ids(scene.part_count(shape));
  scene.parts(shape, ids);
  std::vector<Ring<T>> parts;
  for (const ShapeId id : ids) parts.push_back(vertices_of(scene, id));
  return parts;
}

std::string name(OutlineFault fault) { return std::to_string(static_cast<int>(fault)); }

/// Adds the geometries, and requires what the oracle says; returns the shapes of those that are valid.
template <class T>
std::vector<ShapeId> add_valid(BasicScene<T>& scene, const std::vector<Polygons<T>>& all) {
  Arrays<T> arrays;
  for (const Polygons<T>& polygons : all) {
    const OutlineFault right = fault_of(polygons);
    Arrays<T> alone;
    alone.add(polygons);
    ShapeId shape = 7777;
    BasicScene<T> own;
    const Status status = own.try_add_outlines(alone.view(), {&shape, 1});
    if (right == OutlineFault::none) {
      require(status.ok(), "refused: " + message(status));
    } else {
      require(status.code == ErrorCode::bad_outline, "accepted, with the fault " + name(right));
      require(static_cast<OutlineFault>(status.numbers[0]) == right,
              message(status) + ", but the fault is " + name(right));
      require(own.shape_count() == 0 && shape == 7777, "something is written in spite of an error");
    }
    arrays.add(polygons);
  }
  std::vector<ShapeId> shapes(all.size());
  require(scene.try_add_outlines(arrays.view(), shapes, {.skip_invalid = true}).ok(), "invalid ones are not skipped");
  for (std::size_t k = 0; k < all.size(); ++k) {
    require((shapes[k] == no_shape) == (fault_of(all[k]) != OutlineFault::none), "another one is left out");
  }
  std::erase(shapes, no_shape);
  return shapes;
}

/// Rings read back bound the same region, and are read back the same.
template <class T>
void check_rings(const BasicScene<T>& scene, ShapeId shape) {
  const std::vector<Ring<T>> rings = rings_of(scene, shape);
  Arrays<T> arrays;
  arrays.add({rings});
  BasicScene<T> again;
  ShapeId id = 0;
  const Status status = again.try_add_outlines(arrays.view(), {&id, 1}, {.even_odd = true});
  require(status.ok(), "its own rings are refused: " + message(status));
  if (scene.ring_count(shape) > 0) {
    require(rings_of(again, id).size() == rings.size(), "its own rings become others");
  }
}

template <class T>
void check_parts(BasicScene<T>& scene, std::span<const ShapeId> shapes) {
  require(scene.try_make_parts(shapes).ok(), "no parts");
  for (const ShapeId shape : shapes) {
    const std::string wrong = wrong_parts(rings_of(scene, shape), parts_of(scene, shape));
    require(wrong.empty(), wrong);
  }
}

/// Each body as its parts, bodies of another scene: the highest verdict of a pair of these is right.
template <class T>
struct Flat {
  BasicScene<T> scene;
  std::vector<std::vector<BodyId>> bodies;

  explicit Flat(const BasicScene<T>& whole) {
    for (BodyId body = 0; body < whole.body_slots(); ++body) {
      bodies.emplace_back();
      for (const Ring<T>& part : parts_of(whole, whole.shape(body))) {
        bodies.back().push_back(scene.add_body(scene.add_polygon(part), whole.pose(body)));
      }
    }
  }
  Verdict verdict(const Pair& pair) const {
    std::vector<Pair> pairs;
    for (const BodyId a : bodies[pair.a]) {
      for (const BodyId b : bodies[pair.b]) pairs.push_back({a, b});
    }
    std::vector<Verdict> verdicts(pairs.size());
    classify(scene, pairs, verdicts);
    return *std::max_element(verdicts.begin(), verdicts.end());
  }
};

/// All that is asked of the pairs, as bytes.
template <class T>
struct Replies {
  ExactBuffer<Verdict> verdicts;
  ExactBuffer<Within> held;
  ExactBuffer<T> areas;
  ExactBuffer<BasicDistance<T>> apart;
  std::vector<std::vector<std::uint8_t>> relations;
  std::vector<FoundBody> found;

  Replies(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<const Vec2d> points)
      : verdicts(pairs.size()), held(pairs.size()), areas(pairs.size()), apart(pairs.size()) {
    require(try_classify(scene, pairs, verdicts.span()).ok(), "classify");
    require(try_within(scene, pairs, held.span()).ok(), "within");
    require(try_overlap_areas(scene, pairs, areas.span()).ok(), "overlap_areas");
    require(try_distances(scene, pairs, apart.span()).ok(), "distances");
    for (int k = 0; k <= static_cast<int>(Predicate::equals); ++k) {
      relations.emplace_back(pairs.size());
      require(try_relate(scene, pairs, static_cast<Predicate>(k), relations.back()).ok(), "relate");
    }
    require(try_bodies_at_points(scene, points, found).ok(), "bodies_at_points");
  }
  bool operator==(const Replies& other) const {
    const auto same = [](const auto& p, const auto& q) {
      return std::memcmp(p.span().data(), q.span().data(), p.span().size_bytes()) == 0;
    };
    return same(verdicts, other.verdicts) && same(held, other.held) && same(areas, other.areas) &&
           std::equal(apart.span().begin(), apart.span().end(), other.apart.span().begin()) &&
           relations == other.relations && found == other.found;
  }
  bool is(Predicate predicate, std::size_t i) const { return relations[static_cast<std::size_t>(predicate)][i] != 0; }
};

template <class T>
void check_pair(const Replies<T>& replies, std::size_t i, std::size_t back, const Flat<T>& flat, const Pair& pair) {
  const Verdict right = flat.verdict(pair), got = replies.verdicts.span()[i];
  require(got == right, "verdict " + std::to_string(int(got)) + ", of the parts " + std::to_string(int(right)));
  const Within in = replies.held.span()[i], around = replies.held.span()[back];
  const bool is_equal = in == Within::touching && around == Within::touching;
  require(in == Within::no || got == Verdict::overlapping, "it lies within what it does not overlap");
  const auto expect = [&](Predicate predicate, bool holds) {
    require(replies.is(predicate, i) == holds,
            "predicate " + std::to_string(static_cast<int>(predicate)) + " is wrong");
  };
  expect(Predicate::intersects, got != Verdict::disjoint);
  expect(Predicate::disjoint, got == Verdict::disjoint);
  expect(Predicate::touches, got == Verdict::touching);
  expect(Predicate::overlaps, got == Verdict::overlapping && in == Within::no && around == Within::no);
  expect(Predicate::within, in != Within::no);
  expect(Predicate::covered_by, in != Within::no);
  expect(Predicate::contains, around != Within::no);
  expect(Predicate::covers, around != Within::no);
  expect(Predicate::contains_properly, around == Within::inside);
  expect(Predicate::equals, is_equal);
  const T area = replies.areas.span()[i];
  require(std::isfinite(area) && area >= 0 && (got == Verdict::overlapping || area == 0), "an area of no overlap");
  require(std::memcmp(&area, &replies.areas.span()[back], sizeof area) == 0, "the area of (b, a) is another");
  const BasicDistance<T>& apart = replies.apart.span()[i];
  const int sign = (apart.distance > 0) - (apart.distance < 0);
  require(sign == 1 - static_cast<int>(right), "the distance has the sign of another verdict");
}

template <class T>
void try_outlines(Bytes& bytes) {
  force_isa(test::reference_isa());
  const Placing<T> placing(bytes);
  std::vector<Polygons<T>> all;
  for (int k = bytes.integer(1, 3); k > 0; --k) all.push_back(polygons_from(bytes, placing));
  BasicScene<T> scene;
  const std::vector<ShapeId> shapes = add_valid(scene, all);
  for (const ShapeId shape : shapes) check_rings(scene, shape);
  check_parts(scene, shapes);
  if (shapes.empty()) return;

  // In one frame, and moved and turned so that nothing is rounded.
  constexpr double quarter[] = {1, 0, -1, 0, 1};
  for (const ShapeId shape : shapes) scene.add_body(shape);
  for (int k = bytes.integer(0, 2); k > 0; --k) {
    const int turn = bytes.integer(0, 3);
    Pose pose{std::ldexp(double(bytes.integer(-8, 8)), placing.unit),
              std::ldexp(double(bytes.integer(-8, 8)), placing.unit),
              {}};
    pose.rotation.cos = quarter[turn];
    pose.rotation.sin = quarter[turn + 1] == 0 ? 0 : -quarter[turn + 1];
    scene.add_body(shapes[static_cast<std::size_t>(k) % shapes.size()], pose);
  }
  const auto bodies = static_cast<BodyId>(scene.body_slots());
  std::vector<Pair> pairs;
  for (BodyId a = 0; a < bodies; ++a) {
    for (BodyId b = 0; b < bodies; ++b) pairs.push_back({a, b});
  }
  std::vector<Vec2d> points;
  for (int k = bytes.integer(0, 6); k > 0; --k) {
    const BasicVec2<T> at = placing.point(bytes);
    points.push_back({double(at.x), double(at.y)});
  }
  const Replies<T> replies(scene, pairs, points);
  const Flat<T> flat(scene);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    check_pair(replies, i, pairs[i].b * bodies + pairs[i].a, flat, pairs[i]);
  for (BodyId body = 0; body < shapes.size(); ++body) {
    const std::vector<Ring<T>> rings = rings_of(scene, shapes[body]);
    for (std::uint32_t k = 0; k < points.size(); ++k) {
      const bool is_found =
          std::find(replies.found.begin(), replies.found.end(), FoundBody{k, body}) != replies.found.end();
      require(is_found == holds(rings, points[k]),
              is_found ? "a point is found outside" : "a point inside is not found");
    }
  }
  const auto isas = available_isas();
  const std::string_view isa = isas[bytes.byte() % isas.size()];
  force_isa(isa);
  require(Replies<T>(scene, pairs, points) == replies, "other answers on " + std::string(isa));
}

}  // namespace
}  // namespace satchel::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  satchel::fuzz::Bytes bytes(data, size);
  if (bytes.byte() % 2 == 0) {
    satchel::fuzz::try_outlines<float>(bytes);
  } else {
    satchel::fuzz::try_outlines<double>(bytes);
  }
  return 0;
}
