// Sweeps of bodies that turn or have a radius. Wrong is: a start in contact that is no hit at time 0; a hit that is farther off than
// the bound of sweep.hpp (of bodies that turn: the tolerance and that bound), or deeper; one before which the bodies have met by
// more than that (of bodies that turn: at all); a miss of bodies that meet; a hit of bodies without a turn that stay farther apart
// than 2^-45 of their extent; a normal along which the bodies reach into each other by more than rounding; a contact point farther
// from a surface than the bound of sweep.hpp.
//
// With leaves_start: a pair that gets deeper than at the start by more than the tolerance (which does not turn: than 8 u of its speed)
// and rounding, before its hit or the end; a hit at a gap wider than that; one of a pair that does not turn and does not approach.
#include "moving_cores.hpp"

namespace satchel::test {
namespace {

using Proof = MovingPair::Proof;

template <class T>
constexpr double least_motion = sizeof(T) == sizeof(float) ? 0x1p-59 : 0x1p-199;

/// Along the bodies' surfaces where they are nearest, and a little towards each other or away.
template <class T>
Motion slide(const BasicContact<T>& contact, double size, Random& random) {
  const double nx = contact.normal_x, ny = contact.normal_y, way = size * random.uniform(-2, 2);
  const double closing = random.pick({0.0, random.uniform(-1, 1) * std::ldexp(size, -random.integer(1, 40)),
                                      -static_cast<double>(contact.separation)});
  return {-ny * way + closing * nx, nx * way + closing * ny, 0};
}

/// b passes a, vertex by vertex, at the sum of the radii or some roundings off it.
template <class T>
Motion graze(const BasicScene<T>& scene, Pair pair, Random& random) {
  const MovingPair moving(scene, pair, std::vector<Motion>(scene.body_slots()));
  const QuadPoint from = moving.b.origin + moving.b.offsets[random.below(moving.b.offsets.size())];
  const QuadPoint way = (moving.a.origin + moving.a.offsets[random.below(moving.a.offsets.size())]) - from;
  const Quad distance = root_of(dot(way, way));
  const Quad by =
      moving.radii * (1 + Quad(random.pick({0.0, 0x1p-52, -0x1p-52, 0x1p-44, -0x1p-44, 0x1p-30, -0x1p-30, 0x1p-20})));
  if (!(distance > by)) return some_motion(scene, pair, random);
  const Quad sine = by / distance * (random.chance(.5) ? 1 : -1), cosine = root_of(1 - sine * sine);
  const double factor = random.pick({1.0, 2.0, random.uniform(.5, 3)});
  return {factor * static_cast<double>(cosine * (cosine * way.x - sine * way.y)),
          factor * static_cast<double>(cosine * (sine * way.x + cosine * way.y)), 0};
}

template <class T>
double some_angle(Random& random) {
  const double angle =
      random.pick({std::ldexp(1.0, -random.integer(6, 50)), .01, .3, 1.0, 3.0, 6.3, random.uniform(0, 20)});
  return random.chance(.5) ? angle : -angle;
}

template <class T>
bool is_in_range(const Motion& motion) {
  const double most = 1 / least_motion<T>;
  return std::fabs(motion.x) < most && std::fabs(motion.y) < most;
}

template <class T>
class Judge {
 public:
  Judge(const BasicWorld<T>& world, bool leaves_start, Random& random, Tally& tally)
      : scene_(world.scene), leaves_start_(leaves_start), tally_(tally) {
    pairs_ = separate_pairs(world);
    contacts_.resize(pairs_.size());
    collide(scene_, pairs_, contacts_);
    motions_.resize(scene_.body_slots());
    Quad largest = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      set_motions(i, random);
      largest = std::max(largest, size_of(scene_, pairs_[i]));
    }
    if (random.chance(.5))
      tolerance_ = static_cast<T>(std::ldexp(static_cast<double>(largest), -random.integer(6, 16)));
  }

  void run() {
    const auto found = asked<BasicImpact<T>>(pairs_.size(), tally_, [&](std::vector<BasicImpact<T>>& results) {
      sweep(scene_, motions_, pairs_, results, {.tolerance = tolerance_, .leaves_start = leaves_start_});
    });
    for (std::size_t i = 0; i < found.size(); ++i) {
      const MovingPair moving(scene_, pairs_[i], motions_);
      if (!leaves_start_ && !turns(moving) && !(moving.radii > 0)) continue;  // sweeps.cpp
      ++tally_.pairs;
      tally_.counted += found[i].hit;
      const char* const wrong =
          leaves_start_ ? what_is_wrong_of_leaving(moving, found[i]) : what_is_wrong(moving, contacts_[i], found[i]);
      if (wrong != nullptr && tally_.is_printed()) print(moving, found[i], wrong);
    }
  }

 private:
  static bool turns(const MovingPair& moving) { return moving.a.angle != 0 || moving.b.angle != 0; }

  void set_motions(std::size_t i, Random& random) {
    const Pair pair = pairs_[i];
    Motion &a = motions_[pair.a], &b = motions_[pair.b];
    const double size = static_cast<double>(size_of(scene_, pair));
    const int kind = random.integer(0, 3);
    b = kind == 0   ? slide(contacts_[i], size, random)
        : kind == 1 ? graze(scene_, pair, random)
        : kind == 2 ? some_motion(scene_, pair, random)
                    : Motion{size * random.uniform(-1, 1), size * random.uniform(-1, 1), 0};
    if (random.chance(.2)) b = {};
    const bool has_radius = scene_.radius(scene_.shape(pair.a)) > 0 || scene_.radius(scene_.shape(pair.b)) > 0;
    if ((!has_radius && !leaves_start_) || random.chance(.6)) b.angle = some_angle<T>(random);
    if (b.angle != 0 && random.chance(.5)) a.angle = random.chance(.2) ? b.angle : some_angle<T>(random);
    if (leaves_start_) a.angle /= 16, b.angle /= 16;  // a pair in contact is followed by steps of the tolerance
    if (random.chance(.2)) {
      const double x = size * random.uniform(-1, 1), y = size * random.uniform(-1, 1);
      a.x = x, a.y = y;
      b.x += x, b.y += y;
    }
    for (Motion* const motion : {&a, &b}) {
      if (!is_in_range<T>(*motion)) motion->x = motion->y = 0;
      for (double* const way : {&motion->x, &motion->y}) {
        if (std::fabs(*way) < least_motion<T>) *way = 0;
      }
    }
  }

  const char* what_is_wrong(const MovingPair& moving, const BasicContact<T>& contact, const BasicImpact<T>& impact) {
    if (verdict(contact) != Verdict::disjoint)
      return impact.hit == 1 && impact.time == 0 ? nullptr : "no hit at the start";
    const Quad u = unit_roundoff<T>, tiny = Quad(0x1p-88) * moving.size;
    Quad met = 0;
    const auto prove = [&](Quad to, Quad least) { return moving.prove_apart(0, to, least, met); };
    if (impact.hit == 0) {
      if (impact.time != 1) return "a time of a miss";
      const Proof proof = prove(1, -tiny);
      tally_.open += proof == Proof::open ? 1 : 0;
      return proof == Proof::meet ? "missed" : nullptr;
    }
    const Quad time = impact.time,
               bound = u * (moving.way() + moving.turning()) + Quad(0x1p-44) * moving.size + denormals<T>;
    if (!(time >= 0 && time <= 1)) return "a time outside of the step";
    const Quad gap = moving.gap_at(time).length;
    const QuadPoint normal{Quad(impact.normal_x), Quad(impact.normal_y)};
    // Corners that are met at a radius which is grown by 2^-46 of the extent are seen under another angle than the face beside them.
    const Quad seen = turns(moving) ? Quad(0) : moving.size * root_of(Quad(0x1p-44) * moving.size / moving.radii);
    const Quad reaching = moving.gap_along(time, normal) + magnitude(gap) + bound + 64 * u * moving.size + seen;
    // Either edge may decide where two are equally far but for rounding.
    tally_.ties +=
        impact.time == 0 && (impact.normal_x != contact.normal_x || impact.normal_y != contact.normal_y) ? 1 : 0;
    if (magnitude(root_of(dot(normal, normal)) - 1) > 8 * u) return "no unit vector";
    if (!(reaching >= 0)) return "a normal that does not part them";
    const Quad from_surfaces =
        moving.distance_from_surfaces(time, {Quad(impact.point_x), Quad(impact.point_y)}) - magnitude(gap) / 2;
    const Quad point_bound = point_rounding<T> * moving.size + denormals<T>;
    tally_.largest = std::fmax(tally_.largest, static_cast<double>(from_surfaces / point_bound));
    if (from_surfaces > point_bound) return "a point off the surfaces";
    if (turns(moving)) {
      const Quad tolerance = tolerance_of(moving);
      // The share of the bound by which the gap passes the tolerance, or is below zero.
      tally_.largest = std::fmax(tally_.largest, static_cast<double>(std::max(gap - tolerance, -gap) / bound));
      if (gap > tolerance + bound) return "too early";
      if (gap < -bound) return "too late";
      const Proof proof = prove(time * (1 - 2 * u), -tiny);
      tally_.open += proof == Proof::open ? 1 : 0;
      return proof == Proof::meet ? "met before" : nullptr;
    }
    tally_.largest = std::fmax(tally_.largest, share(gap, bound));
    if (magnitude(gap) > bound) return gap > 0 ? "too early" : "too late";
    const Proof proof = prove(time, -bound);
    tally_.open += proof == Proof::open ? 1 : 0;
    if (proof == Proof::meet) return "met before";
    return prove(1, Quad(0x1p-45) * moving.size) == Proof::apart ? "a hit of bodies that pass" : nullptr;
  }

  /// With leaves_start.
  const char* what_is_wrong_of_leaving(const MovingPair& moving, const BasicImpact<T>& impact) {
    const Quad u = unit_roundoff<T>, time = impact.time;
    const Quad bound = u * (moving.way() + moving.turning()) + Quad(0x1p-44) * moving.size + denormals<T>;
    const Quad tolerance = turns(moving) ? tolerance_of(moving) : 12 * u * moving.way();
    if (impact.hit == 0 ? time != 1 : !(time >= 0 && time <= 1)) return "a time";
    if (impact.hit == 1) {
      const Quad gap = moving.gap_at(time).length;
      tally_.largest =
          std::fmax(tally_.largest, static_cast<double>((gap - (turns(moving) ? tolerance : Quad(0))) / bound));
      if (gap > (turns(moving) ? tolerance : Quad(0)) + bound) return "too early";
      const QuadPoint normal{Quad(impact.normal_x), Quad(impact.normal_y)};
      if (!turns(moving) && !(moving.rate_along(normal) < 0)) return "a hit of bodies that do not approach";
    }
    Quad met = 0;
    const Quad deepest = std::min(moving.gap_at(0).length, Quad(0)) - tolerance - bound;
    const Proof proof = moving.prove_apart(0, turns(moving) ? time * (1 - 2 * u) : time, deepest, met);
    tally_.open += proof == Proof::open ? 1 : 0;
    return proof == Proof::meet ? "deeper than at the start" : nullptr;
  }

  /// The tolerance of a pair that turns.
  Quad tolerance_of(const MovingPair& moving) const {
    const Quad reaches = moving.a.reach + moving.b.reach + moving.radii;
    return std::max(tolerance_ > 0 ? Quad(tolerance_) : Quad(0x1p-13) * reaches, Quad(0x1p-39) * moving.size);
  }

  void print(const MovingPair& moving, const BasicImpact<T>& impact, const char* wrong) const {
    std::printf(
        "wrong: %s: hit %u, time %.17g, vertices %zu and %zu, radii %.9g, motion %.9g %.9g %.9g and %.9g %.9g %.9g, "
        "gap %.9g at "
        "the start, %.9g then, S %.9g, tolerance %.9g\n",
        wrong, static_cast<unsigned>(impact.hit), static_cast<double>(impact.time), moving.a.offsets.size(),
        moving.b.offsets.size(), static_cast<double>(moving.radii), static_cast<double>(moving.a.way.x),
        static_cast<double>(moving.a.way.y), static_cast<double>(moving.a.angle), static_cast<double>(moving.b.way.x),
        static_cast<double>(moving.b.way.y), static_cast<double>(moving.b.angle),
        static_cast<double>(moving.gap_at(0).length), static_cast<double>(moving.gap_at(impact.time).length),
        static_cast<double>(moving.size), static_cast<double>(tolerance_));
  }

  const BasicScene<T>& scene_;
  bool leaves_start_;
  Tally& tally_;
  std::vector<Pair> pairs_;
  std::vector<BasicContact<T>> contacts_;
  std::vector<Motion> motions_;
  T tolerance_ = 0;
};

}  // namespace

template <class T>
void judge_motions(const BasicWorld<T>& world, Random& random, Tally& tally) {
  Judge<T>(world, false, random, tally).run();
}
template <class T>
void judge_leaving(const BasicWorld<T>& world, Random& random, Tally& tally) {
  Judge<T>(world, true, random, tally).run();
}

template void judge_motions(const BasicWorld<float>&, Random&, Tally&);
template void judge_motions(const BasicWorld<double>&, Random&, Tally&);
template void judge_leaving(const BasicWorld<float>&, Random&, Tally&);
template void judge_leaving(const BasicWorld<double>&, Random&, Tally&);

}  // namespace satchel::test
