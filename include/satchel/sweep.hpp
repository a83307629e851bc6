// Moving bodies: the time of impact of each pair.
#pragma once

#include <span>
#include <type_traits>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/scene_pair.hpp>
#include <satchel/types.hpp>

namespace satchel {

template <class T>
struct BasicSweepOptions {
  /// For pairs with a body that turns: the distance at which they meet, the whole gap between the two bodies, in the
  /// scene's unit. 0: 1/8,192 of the sum of the reaches of the two bodies (largest distance from the origin). Finite, 0
  /// or more. Where it is less than 2^-39 S, with S as below, up to that may be taken instead, for rounding hides less.
  T tolerance = 0;

  /// The largest |angle| of a motion, radians, from 0 to 2^30; a motion beyond it is refused. A pair with a body that
  /// turns takes at most 2 + 2 (sum of |angle| x reach of both + |motion of b - motion of a|) / tolerance advances:
  /// with the default tolerance some 16,000 a radian, with this limit a million at the most.
  T max_angle = 64;

  /// Whether bodies meet only where they approach each other: so a body that rests on a floor can move along it, and
  /// one that overlaps another can leave it. They approach along a normal if the rate of the gap along it is less than
  /// -8 u times the speed (u = 2^-24, double 2^-53; the speed is |x| + |y| of the difference of the motions, and
  /// |angle| x reach of both). For the edge of a linked body this is times reach / length of the edge, if more:
  /// rounding may tilt it so far. A pair that does not turn has no hit if it does not approach along the normal of its
  /// contact at the start, be it in contact there or apart, or along the normal of the impact; it gets no deeper than
  /// by this rate. A pair that turns counts as in contact until it is the tolerance apart. It has a hit at the start if
  /// it approaches along the normal of its contact, at either end of what the extents of their foremost corners (as of
  /// the contact point, but up to 64 u times the reach below the highest) have in common, or, if this is nothing, at the
  /// two nearest ends; and later where its nearest points approach each other (for doubles by 2^-40 of
  /// the speed), where it meets again, or where it would get deeper than at the start by more than half of the
  /// tolerance: shortly before, by the normal along which it does. So until its hit, or the end, it is deeper than at the
  /// start by no more than the tolerance; pairs that touch or are apart begin with a depth of 0. Depths of linked bodies
  /// are those along the free edges that the other body touches, from the time on at which it touches one of them, or
  /// is inside and touches the least deep one. For compounds this holds for each two parts. (parry's
  /// `stop_at_penetration = false`, by the same rule, for overlapping shapes; Box2D's shape casts and its continuous
  /// step leave out bodies that overlap at the start, approaching or not.)
  bool leaves_start = false;

  /// Whether impacts get their contact points, which cost as much as the rest of a sweep of polygons. If not, they are
  /// (0, 0).
  bool points = true;

  Options run{};
};
using SweepOptions = BasicSweepOptions<float>;
using SweepOptionsd = BasicSweepOptions<double>;

/// Computes the first impact of each pair while all bodies move through one step. The whole motion is tested, not
/// samples of it, so that fast or thin bodies cannot pass through each other.
///
/// Pairs of bodies that do not turn: without radii `hit` is exact, and a touch (in passing, or at the end of the step)
/// is a hit. With radii no contact is missed, and a passage at less than 2^-45 of the pair's extent may be reported as
/// a hit. `time` is the time at which the last of the separating edges is crossed; with radii, the root of the
/// quadratic equation of two corners, or the time at which an edge is reached.
///
/// Pairs with a body that turns: conservative advancement. A hit is the time at which the distance is at most
/// `tolerance`. No contact is missed, because each advance is shorter than the distance divided by a bound of the speed
/// at which the distance can shrink. (Coumans, "Continuous Collision Detection and Physics", 2005; bound: Mirtich,
/// 1996.)
///
/// Accuracy of `time`. Let S be the sum of the reaches of both bodies, of |x| + |y| of the difference of their origins,
/// and of |motion of b - motion of a|, and u = 2^-24 (double 2^-53). Moved to `time`, bodies that do not turn are
/// touching but for u |motion of b - motion of a| + 2^-44 S: their separation, or depth, is no larger. Bodies that turn
/// are at most `tolerance` + 2^-44 S + u (sum of |angle| x reach + |motion|) apart, and have not met before: their time is
/// rounded down to the scene's precision, that of bodies that do not turn to the nearest. (With `leaves_start` they may
/// be as deep as said there.) A motion that both bodies have in common, however large, changes nothing.
///
/// The contact point. Take both bodies at `time`. The foremost corners of a are those of its core that are at most 16 u
/// times its reach below the highest along `normal`; those of b likewise, against it. Across the normal the point is
///   - if the extents of both have a common part: its middle. So where edges meet face to face, it is the middle of their
///     common part; where a corner meets an edge, it is that corner;
///   - else, at a later time than 0: in the middle of the two nearest points of the cores, by what the radii leave between
///     them; of several equally near ones, the first, a's edges before b's;
///   - else, of bodies that overlap at the start: in the middle of the two nearest ends of the extents.
/// Along the normal it is in the middle of a's highest and b's lowest points, radii included. If the bodies do not
/// overlap at the start, either surface is no farther from it than half of their distance at `time` (with a radius or a
/// turn it may be above 0, see above; what turns and gets deeper after its start may be farther, by the tolerance) +
/// 2^-18 S (double 2^-44 S), with S as above; if they do, no farther than half of
/// their depth + that, in the first of the three cases. Of linked bodies that slide over an inner edge the normal is one
/// that links leave, and the surfaces may be farther.
///
/// For compounds: the earliest impact of any two parts, each taken as a body (with the default tolerance of the parts).
///
/// For linked bodies, chains and inner edges of compounds (links.hpp; those along which an edge of another part runs
/// from end to end): the normal is one that links leave. If they do not leave the geometry's, because the bodies meet
/// at an inner edge or at a limited corner, it is that of a free edge that the other body touches at `time`, of several
/// the one along which they overlap least, or a refused normal that counts in its place, as in contacts; if none is
/// touched, or a body is inside the other and not the one along which they overlap least of all is, the normal stays.
/// `hit` and `time` are the geometry's, but for one-sided edges. With `leaves_start` the bodies have to approach along
/// that normal, if it is a refused one also along the neighbour's, and where the normal would stay they meet once such
/// an edge is touched: so a body slides over linked tiles at any gap or depth, and meets slopes and walls. Nothing is
/// missed: where bodies touch at an inner edge, they touch the neighbour along it, too, which was met before, or in
/// contact from the start on, or entered through an inner edge in turn, to whose neighbour the same applies.
///
/// A one-sided edge is met from its front alone. The pair (of compounds: of parts) has no hit if the centroid of a
/// body, of a compound as a whole, is behind the other's one-sided edge at the start, by more than d = max(8 u, 2^-44)
/// S. An impact by another normal than the front's, at an end of the edge, counts if the bodies approach each other
/// along the front's normal, which is `normal`, and if the impact's own normal faces the front (their dot product is
/// above 64 u); or if the other body is no deeper than d behind the front; or, where the surface goes on at this end (a
/// ghost point, or an inner edge of the same body), than 1/64 of its reach. So a body that stands on such a floor, a
/// few ulps deep, and moves down has a hit; one that rises through it has none, and one that runs into its end from the
/// side has none. What has risen halfway and falls again has a hit at its start, as soon as its centroid is in front.
/// To go by the side of the last frame, leave a pair out of `pairs` from a frame that it begins behind until it is
/// disjoint.
///
/// @param scenes     one scene, or two
/// @param motions_a  (of one scene `motions`) the motion of each body, body_slots() elements; ignored for removed bodies;
///                   read during the call
/// @param motions_b  those of the second scene; of one scene none
/// @param pairs      n pairs of body indices, in any order; pairs grouped by `a` run fastest
/// @param impacts    n results, written in place; aliases nothing
/// @param options    the tolerance; threads, executor, statistics and progress in `run`
///
/// Throws `Error` as `collide` does; size_mismatch (motions); not_finite, out_of_range (index: of the body; a motion
/// has the range of an origin); bad_angle (a turn beyond max_angle; index: of the body, or a wrong max_angle);
/// bad_margin (a tolerance that is negative or not finite). O(pairs x product of vertex
/// counts); for bodies that turn, this cost for each advance.
template <class T>
[[nodiscard]] SATCHEL_API Status try_sweep(BasicScenePair<T> scenes, std::span<const Motion> motions_a,
                                           std::span<const Motion> motions_b, std::span<const Pair> pairs,
                                           std::span<std::type_identity_t<BasicImpact<T>>> impacts,
                                           const BasicSweepOptions<std::type_identity_t<T>>& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
template <class T>
[[nodiscard]] Status try_sweep(const BasicScene<T>& scene, std::span<const Motion> motions, std::span<const Pair> pairs,
                               std::span<std::type_identity_t<BasicImpact<T>>> impacts,
                               const BasicSweepOptions<std::type_identity_t<T>>& options = {}) noexcept {
  return try_sweep(BasicScenePair<T>(scene), motions, {}, pairs, impacts, options);
}
template <class T>
[[nodiscard]] Status try_sweep(const BasicScene<T>& scene_a, std::span<const Motion> motions_a,
                               const BasicScene<T>& scene_b, std::span<const Motion> motions_b,
                               std::span<const Pair> pairs, std::span<std::type_identity_t<BasicImpact<T>>> impacts,
                               const BasicSweepOptions<std::type_identity_t<T>>& options = {}) noexcept {
  return try_sweep(BasicScenePair<T>(scene_a, scene_b), motions_a, motions_b, pairs, impacts, options);
}
template <class T>
void sweep(const BasicScene<T>& scene, std::span<const Motion> motions, std::span<const Pair> pairs,
           std::span<std::type_identity_t<BasicImpact<T>>> impacts,
           const BasicSweepOptions<std::type_identity_t<T>>& options = {}) {
  throw_unless_ok(try_sweep(scene, motions, pairs, impacts, options));
}
template <class T>
void sweep(const BasicScene<T>& scene_a, std::span<const Motion> motions_a, const BasicScene<T>& scene_b,
           std::span<const Motion> motions_b, std::span<const Pair> pairs,
           std::span<std::type_identity_t<BasicImpact<T>>> impacts,
           const BasicSweepOptions<std::type_identity_t<T>>& options = {}) {
  throw_unless_ok(try_sweep(scene_a, motions_a, scene_b, motions_b, pairs, impacts, options));
}

/// A copy of the scene at the end of the step: the pose of each body is moved by its motion. A contact of `collide` on
/// this copy gives the minimum translation vector at the end of the step ("will intersect" in tutorials on separating
/// axes; during the step, it is the `hit` of a sweep). Throws `Error` as `sweep` and `set_poses` do. O(bodies).
/// Call it as `satchel::advance`: without the namespace, a vector of motions makes std::advance a candidate too.
/// @param end  the copy; unchanged after an error. May be `scene` itself.
template <class T>
[[nodiscard]] SATCHEL_API Status try_advance(const BasicScene<T>& scene, std::span<const Motion> motions,
                                             BasicScene<T>& end, const Options& options = {}) noexcept;
template <class T>
[[nodiscard]] BasicScene<T> advance(const BasicScene<T>& scene, std::span<const Motion> motions,
                                    const Options& options = {}) {
  BasicScene<T> end;
  if (const Status status = try_advance(scene, motions, end, options); !status.ok()) throw_error(status);
  return end;
}

}  // namespace satchel
