// Questions, one an input, about bodies each of which has a size and a place of its own, whose exponents are drawn evenly from the
// range: no answer is a NaN, answers to several questions agree, and each instruction set gives the same bits.
#include <algorithm>
#include <cmath>
#include <satchel/satchel.hpp>
#include <span>
#include <string>
#include <vector>

#include "bytes.hpp"
#include "evenly.hpp"
#include "in_one_precision.hpp"
#include "support/reference_isa.hpp"
#include "target.hpp"
#include "units/questions.hpp"

namespace satchel::fuzz {
namespace {

namespace units = test::units;

/// The exponents of a plan's numbers, up to 2^6, that are in the range of T after any rotation.
template <class T>
constexpr int least_exponent = sizeof(T) == sizeof(float) ? -100 : -150;
template <class T>
constexpr int most_exponent = sizeof(T) == sizeof(float) ? 53 : 193;

/// A plan whose shapes, poses, motions, points and rings have exponents of their own; many are near those before.
template <class T>
units::Plan uneven_plan(Bytes& bytes) {
  Evenly draw(bytes);
  const int bodies = bytes.integer(2, 9);
  const bool is_turned = bytes.byte() % 2 != 0;
  std::vector<int> exponents;  // before the plan, which takes all bytes that are left
  for (int exponent = 0; exponents.size() < 110;) {
    const int kind = bytes.byte();
    if (kind % 8 == 1) exponent += draw(-400, 400);
    if (kind % 8 == 2) exponent += kind / 8 - 16;
    exponent = std::clamp(exponent, least_exponent<T>, most_exponent<T>);
    exponents.push_back(exponent);
  }
  auto next = exponents.begin();

  units::Plan plan = units::draw_plan(draw, bodies, is_turned);
  const auto scale = [](std::vector<Vec2d>& points, int by) {
    for (Vec2d& p : points) p = units::scaled_to(p, by);
  };
  std::vector<int> of_shape;
  for (units::PlannedShape& shape : plan.shapes) {
    of_shape.push_back(*next++);
    const std::size_t left = plan.shapes.size() - of_shape.size();
    if (left == 3 || left == 2) of_shape.back() = of_shape.end()[-2];  // parts of a compound, which comes next
    scale(shape.points, of_shape.back());
    shape.radius = std::ldexp(shape.radius, of_shape.back());
  }
  for (std::size_t k = 0; k < plan.bodies.size(); ++k) {
    const int its = k % 4 == 3 ? *next++ : of_shape[plan.bodies[k].shape];
    plan.bodies[k].pose = units::scaled_to(plan.bodies[k].pose, its);
    plan.motions[k].x = std::ldexp(plan.motions[k].x, its);
    plan.motions[k].y = std::ldexp(plan.motions[k].y, its);
  }
  for (std::size_t k = 0; k < plan.points.size(); ++k) {
    plan.points[k] = units::scaled_to(plan.points[k], *next++);
    plan.directions[k] = units::scaled_to(plan.directions[k], *next++);
  }
  for (std::vector<Vec2d>& ring : plan.rings) scale(ring, *next++);
  const int period = *std::max_element(of_shape.begin(), of_shape.end());
  plan.period_x = std::ldexp(plan.period_x, period);
  plan.period_y = std::ldexp(plan.period_y, period);
  return plan;
}

bool is_unit(double x, double y) { return std::fabs(std::hypot(x, y) - 1) < 1e-6; }

/// What answers to one question say of those to another.
template <class T>
void check_agreement(const BasicScene<T>& scene, const units::Asking& asking) {
  const std::vector<Pair>& pairs = asking.pairs;
  const std::size_t count = pairs.size();
  std::vector<Verdict> verdicts(count);
  std::vector<BasicContact<T>> contacts(count);
  std::vector<BasicDistance<T>> apart(count);
  std::vector<BasicOverlap<T>> overlaps(count);
  std::vector<BasicImpact<T>> impacts(count);
  std::vector<T> areas(scene.shape_count());
  require(try_classify(scene, pairs, verdicts).ok(), "classify");
  require(try_collide(scene, pairs, contacts).ok(), "collide");
  require(try_distances(scene, pairs, apart).ok(), "distances");
  require(try_sweep(scene, units::motions_of(asking.plan, scene.body_slots(), 0), pairs, impacts).ok(), "sweep");
  const bool has_areas = try_shape_areas(scene, areas).ok() && try_overlap_measures(scene, pairs, overlaps).ok();
  for (std::size_t i = 0; i < count; ++i) {
    const Verdict its = verdicts[i];
    const auto sign = [](T number) { return (number > 0) - (number < 0); };
    require(verdict(contacts[i]) == its, "classify and collide differ");
    require(sign(contacts[i].separation) == 1 - static_cast<int>(its),
            "the separation has the sign of another verdict");
    require(is_unit(double(contacts[i].normal_x), double(contacts[i].normal_y)), "a normal that is no unit vector");
    require(sign(apart[i].distance) == 1 - static_cast<int>(its), "the distance has the sign of another verdict");
    require(its == Verdict::disjoint || apart[i].distance == contacts[i].separation, "the depth is another");
    require(impacts[i].time >= 0 && impacts[i].time <= 1, "an impact outside of the step");
    require(impacts[i].hit <= 1, "an impact that is neither");
    require(its == Verdict::disjoint || (impacts[i].hit == 1 && impacts[i].time == 0),
            "bodies that meet have an impact later");
    require(impacts[i].hit == 0 || is_unit(double(impacts[i].normal_x), double(impacts[i].normal_y)),
            "an impact's normal");
    if (!has_areas) continue;
    const BasicOverlap<T>& overlap = overlaps[i];
    require(overlap.area >= 0 && overlap.iou >= 0 && overlap.iou <= 1 && overlap.fraction >= 0 && overlap.fraction <= 1,
            "an overlap outside of its bounds");
    require(its == Verdict::overlapping || overlap.area == 0, "an area of bodies that do not overlap");
  }
}

template <class T>
void try_questions(Bytes& bytes, std::string_view isa) {
  const std::size_t which = bytes.byte();
  const units::Plan plan = uneven_plan<T>(bytes);
  BasicScene<T> scene;
  try {
    scene = units::scene_of<T>(plan, 0);
  } catch (const Error&) {  // rounded to floats, or at the end of the range, some shapes are none
    return;
  }
  units::Asking asking = units::asking_of<T>(plan);
  for (BodyId a = 0; a < scene.body_slots(); ++a) {
    for (BodyId b = 0; b < a; ++b) asking.pairs.push_back({b, a});
  }
  constexpr units::Ask all[] = {
      units::ask_about_contacts<T>,  units::ask_about_containment<T>,
      units::ask_about_distances<T>, units::ask_about_areas<T>,
      units::ask_about_motions<T>,   units::ask_to_push_out<T>,
      units::ask_broad_phase<T>,     units::ask_index<T>,
      units::ask_nearest<T>,         units::ask_about_images<T>,
      units::ask_about_seams<T>,     units::ask_about_points_at_seams<T>,
      units::ask_about_rings<T>,
  };
  const std::size_t count = std::size(all);
  if (which % (count + 2) >= count) return check_agreement(scene, asking);
  const units::Ask ask = all[which % (count + 2)];
  units::Answers right, now;
  ask(asking, right);
  force_isa(isa);
  ask(asking, now);
  const std::string difference = right.difference<T>(now, 0);  // of a NaN from itself, too
  require(difference.empty(), "on " + std::string(isa) + ": " + difference);
}

}  // namespace
}  // namespace satchel::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  satchel::fuzz::in_one_precision(data, size, [](auto precision, satchel::fuzz::Bytes& bytes, std::string_view isa) {
    satchel::fuzz::try_questions<decltype(precision)>(bytes, isa);
  });
  return 0;
}
