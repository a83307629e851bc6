#include "units/plan.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "support/generators.hpp"

namespace satchel::test::units {
namespace {

class Drawing {
 public:
  Drawing(const Draw& draw, bool is_turned) : draw_(draw), is_turned_(is_turned) {}

  double number(double reach) {
    const int steps = static_cast<int>(reach / grain);
    return draw_(-steps, steps) * grain;
  }
  /// Some on a coarse grid, so that bodies touch.
  double coordinate(double reach) { return draw_(0, 2) == 0 ? std::round(number(reach)) : number(reach); }
  double size() { return draw_(0, 2) == 0 ? 0.5 * draw_(1, 3) : draw_(64, 1536) * grain; }
  Vec2d point(double reach) {
    const double x = coordinate(reach);
    return {x, coordinate(reach)};
  }
  std::vector<Vec2d> hull(int points, double reach) {
    std::vector<Vec2d> some(static_cast<std::size_t>(points));
    for (Vec2d& p : some) p = point(reach);
    const std::vector<Vec2d> hull = convex_hull(std::span<const Vec2d>(some));
    return hull.size() >= 3 ? hull : std::vector<Vec2d>{{0, 0}, {reach, 0}, {0, reach}};
  }
  Pose pose(double reach) {
    const Vec2d at = point(reach);
    if (!is_turned_ || draw_(0, 3) == 0) {
      const int quarter = draw_(0, 3);
      return {at.x, at.y, {quarter % 2 == 0 ? 1.0 - quarter : 0.0, quarter % 2 == 1 ? 2.0 - quarter : 0.0}};
    }
    return Pose::at(at.x, at.y, draw_(-3000, 3000) * 0x1p-10);
  }

  std::vector<PlannedShape> shapes() {
    std::vector<PlannedShape> shapes;
    const auto add = [&](Kind kind, std::vector<Vec2d> points, double radius = 0,
                         std::vector<std::uint32_t> parts = {}) {
      shapes.push_back({kind, std::move(points), radius, std::move(parts)});
      return static_cast<std::uint32_t>(shapes.size() - 1);
    };
    for (int k = 0; k < 3; ++k) add(Kind::box, {{size(), size()}});
    for (const int points : {3, 4, 5, 8, 12, 24}) add(Kind::polygon, hull(points, 1.5));
    add(Kind::polygon, lattice_polygon<double>(20, 0x1p-4));
    add(Kind::polygon, {{-1, 0}, {0, -2 * grain}, {1, 0}, {0, 1}});  // nearly straight
    add(Kind::circle, {{0, 0}}, size());
    add(Kind::circle, {point(1)}, size());
    add(Kind::circle, {point(1)}, 0);
    add(Kind::capsule, {{-size(), 0}, {size(), number(1)}}, size());
    add(Kind::segment, {{-size(), 0}, {size(), number(1)}});
    add(Kind::box, {{size(), size()}}, size());
    add(Kind::polygon, hull(6, 1.5), size());
    // Tiles side by side, and a chain.
    const double w = size(), h = size();
    const auto tile = [&](double x, double y) {
      return add(Kind::polygon, {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}});
    };
    const std::uint32_t left = tile(-w, 0), right = tile(0, 0), below = tile(0, -h);
    add(Kind::compound, {}, 0, {left, right, below});
    add(Kind::chain, {{-3, 0}, {-1, number(0.5)}, {0, 0}, {1, number(0.5)}, {3, 0}});
    return shapes;
  }

 private:
  const Draw& draw_;
  bool is_turned_;
};

}  // namespace

Plan draw_plan(const Draw& draw, int bodies, bool is_turned) {
  Drawing drawing(draw, is_turned);
  Plan plan;
  plan.shapes = drawing.shapes();
  const double reach = std::clamp(std::round(std::sqrt(bodies) * 1.1), 2.0, 48.0);
  for (int k = 0; k < bodies; ++k) {
    const auto shape = static_cast<std::uint32_t>(draw(0, static_cast<int>(plan.shapes.size()) - 1));
    plan.bodies.push_back({shape, drawing.pose(reach)});
    Motion motion{drawing.number(4), drawing.number(4), 0};
    if (is_turned && draw(0, 1) == 0) motion.angle = draw(-2048, 2048) * grain;
    plan.motions.push_back(motion);
  }
  for (int k = 0; k < 24; ++k) {
    plan.points.push_back(drawing.point(reach));
    Vec2d direction = drawing.point(3);
    if (direction == Vec2d{0, 0}) direction.x = 1;
    plan.directions.push_back(direction);
  }
  for (int k = 0; k < 4; ++k) {  // star-shaped rings around a point, with a repeated and a straight vertex
    std::vector<Vec2d> ring;
    constexpr Vec2d around[] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    for (const Vec2d& d : around) {
      const double r = draw(256, 2048) * grain;
      ring.push_back({d.x * r, d.y * r});
    }
    ring.push_back(ring.back());
    plan.rings.push_back(ring);
  }
  plan.period_x = reach + draw(512, 1024) * grain;
  plan.period_y = draw(0, 2) == 0 ? 0 : reach + draw(512, 1024) * grain;
  return plan;
}

template <class T>
std::vector<PlannedBody> far_bodies(const Plan& plan, const Draw& draw, int count) {
  const double end = sizeof(T) == sizeof(float) ? 0x1p60 : 0x1p200;
  std::vector<PlannedBody> bodies;
  for (int k = 0; k < count; ++k) {
    const auto shape = static_cast<std::uint32_t>(draw(0, static_cast<int>(plan.shapes.size()) - 1));
    const double along = draw(0, 1) == 0 ? 0 : draw(-1023, 1023) * 0x1p-10;
    const double far = draw(0, 1) == 0 ? end : -end;
    PlannedBody body{shape, {}};
    body.pose.x = draw(0, 1) == 0 ? far : along * end;
    body.pose.y = body.pose.x == far ? along * end : far;
    bodies.push_back(body);
  }
  return bodies;
}

template <class T>
BasicScene<T> scene_of(const Plan& plan, int unit) {
  BasicScene<T> scene;
  for (const PlannedShape& shape : plan.shapes) {
    const std::vector<BasicVec2<T>> points = scaled_points<T>(shape.points, unit);
    const T radius = scaled_to<T>(shape.radius, unit);
    switch (shape.kind) {
      case Kind::polygon:
        scene.add_polygon(points, radius);
        break;
      case Kind::box:
        scene.add_box(points[0].x, points[0].y, radius);
        break;
      case Kind::circle:
        scene.add_circle(points[0], radius);
        break;
      case Kind::capsule:
        scene.add_capsule(points[0], points[1], radius);
        break;
      case Kind::segment:
        scene.add_segment(points[0], points[1]);
        break;
      case Kind::compound:
        scene.add_compound(shape.parts);
        break;
      case Kind::chain:
        scene.add_chain(points);
        break;
    }
  }
  for (const PlannedBody& body : plan.bodies) scene.add_body(body.shape, scaled_to(body.pose, unit));
  for (const PlannedBody& body : plan.far) scene.add_body(body.shape, body.pose);
  return scene;
}

std::vector<Motion> motions_of(const Plan& plan, std::size_t slots, int unit) {
  std::vector<Motion> motions = plan.motions;
  motions.resize(slots);
  for (Motion& motion : motions) {
    motion.x = std::ldexp(motion.x, unit);
    motion.y = std::ldexp(motion.y, unit);
  }
  return motions;
}

template std::vector<PlannedBody> far_bodies<float>(const Plan&, const Draw&, int);
template std::vector<PlannedBody> far_bodies<double>(const Plan&, const Draw&, int);
template BasicScene<float> scene_of(const Plan&, int);
template BasicScene<double> scene_of(const Plan&, int);

}  // namespace satchel::test::units
