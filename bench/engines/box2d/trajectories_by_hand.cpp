// First hits as one would write them by hand: the boxes of all obstacles at a step in arrays, sixteen compared with a
// trajectory's at once, and b2CollidePolygons where boxes meet.
#include <box2d/b2_collision.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "engines/box2d/bodies.hpp"
#include "harness/question_engine.hpp"
#include "reference/check_trajectories.hpp"

namespace satchel_bench {
namespace {

constexpr float skin = 2 * b2_polygonRadius;
constexpr std::size_t width = 16;

struct FloatBox {
  float min_x, min_y, max_x, max_y;
};

/// Boxes in arrays, up to a multiple of `width` of them.
struct Boxes {
  std::vector<float> min_x, min_y, max_x, max_y;

  explicit Boxes(std::size_t count) {
    const std::size_t padded = (count + width - 1) / width * width;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (auto* const minima : {&min_x, &min_y}) minima->assign(padded, infinity);
    for (auto* const maxima : {&max_x, &max_y}) maxima->assign(padded, -infinity);
  }
  void set(std::size_t i, const FloatBox& box) {
    min_x[i] = box.min_x;
    min_y[i] = box.min_y;
    max_x[i] = box.max_x;
    max_y[i] = box.max_y;
  }
};

/// Which of sixteen boxes meet a box.
using MeetSixteen = unsigned (*)(const Boxes& boxes, std::size_t first, const FloatBox& box);

unsigned meet_plain(const Boxes& boxes, std::size_t first, const FloatBox& box) {
  unsigned met = 0;
  for (std::size_t i = 0; i < width; ++i) {
    const bool meets = boxes.min_x[first + i] <= box.max_x && box.min_x <= boxes.max_x[first + i] &&
                       boxes.min_y[first + i] <= box.max_y && box.min_y <= boxes.max_y[first + i];
    met |= unsigned{meets} << i;
  }
  return met;
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] unsigned meet_avx2(const Boxes& boxes, std::size_t first, const FloatBox& box) {
  unsigned met = 0;
  for (std::size_t i = first; i < first + width; i += 8) {
    const __m256 min_x = _mm256_loadu_ps(&boxes.min_x[i]), min_y = _mm256_loadu_ps(&boxes.min_y[i]);
    const __m256 max_x = _mm256_loadu_ps(&boxes.max_x[i]), max_y = _mm256_loadu_ps(&boxes.max_y[i]);
    const __m256 x = _mm256_and_ps(_mm256_cmp_ps(min_x, _mm256_set1_ps(box.max_x), _CMP_LE_OQ),
                                   _mm256_cmp_ps(_mm256_set1_ps(box.min_x), max_x, _CMP_LE_OQ));
    const __m256 y = _mm256_and_ps(_mm256_cmp_ps(min_y, _mm256_set1_ps(box.max_y), _CMP_LE_OQ),
                                   _mm256_cmp_ps(_mm256_set1_ps(box.min_y), max_y, _CMP_LE_OQ));
    met |= static_cast<unsigned>(_mm256_movemask_ps(_mm256_and_ps(x, y))) << (i - first);
  }
  return met;
}

[[gnu::target("avx512f")]] unsigned meet_avx512(const Boxes& boxes, std::size_t first, const FloatBox& box) {
  const __m512 min_x = _mm512_loadu_ps(&boxes.min_x[first]), min_y = _mm512_loadu_ps(&boxes.min_y[first]);
  const __m512 max_x = _mm512_loadu_ps(&boxes.max_x[first]), max_y = _mm512_loadu_ps(&boxes.max_y[first]);
  __mmask16 met = _mm512_cmp_ps_mask(min_x, _mm512_set1_ps(box.max_x), _CMP_LE_OQ);
  met = _mm512_mask_cmp_ps_mask(met, _mm512_set1_ps(box.min_x), max_x, _CMP_LE_OQ);
  met = _mm512_mask_cmp_ps_mask(met, min_y, _mm512_set1_ps(box.max_y), _CMP_LE_OQ);
  return _mm512_mask_cmp_ps_mask(met, _mm512_set1_ps(box.min_y), max_y, _CMP_LE_OQ);
}
#endif

MeetSixteen best_meet() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return meet_avx512;
  if (__builtin_cpu_supports("avx2")) return meet_avx2;
#endif
  return meet_plain;
}

class FirstHitsByHand final : public QuestionEngine {
 public:
  explicit FirstHitsByHand(const Trajectories& trajectories)
      : trajectories_(trajectories), bodies_(trajectories.workload), hits_(trajectories.movers) {
    for (const Shape& shape : trajectories.workload.shapes) {
      FloatBox box = {1e30f, 1e30f, -1e30f, -1e30f};
      for (const satchel::Vec2 v : shape.vertices) {
        box = {std::min(box.min_x, v.x), std::min(box.min_y, v.y), std::max(box.max_x, v.x), std::max(box.max_y, v.y)};
      }
      local_.push_back({0.5f * (box.min_x + box.max_x), 0.5f * (box.min_y + box.max_y), 0.5f * (box.max_x - box.min_x),
                        0.5f * (box.max_y - box.min_y)});
    }
  }

  void run() override {
    std::fill(hits_.begin(), hits_.end(), BenchHit{-1, 0});
    const std::size_t obstacles = trajectories_.obstacles, targets = obstacles + trajectories_.fixed;
    Boxes boxes(targets);
    for (std::size_t k = 0; k < trajectories_.fixed; ++k) boxes.set(obstacles + k, box_of(k));
    const MeetSixteen meet = best_meet();
    for (std::size_t step = 0; step < trajectories_.steps; ++step) {
      for (std::size_t k = 0; k < obstacles; ++k) boxes.set(k, box_of(trajectories_.obstacle_at(k, step)));
      for (std::size_t m = 0; m < trajectories_.movers; ++m) {
        if (hits_[m].step < 0) search(boxes, meet, targets, m, step);
      }
    }
  }
  std::string error() const override { return wrong_first_hit(trajectories_, hits_, static_cast<double>(skin)); }
  std::optional<std::size_t> hits() const override {
    return static_cast<std::size_t>(
        std::count_if(hits_.begin(), hits_.end(), [](const BenchHit& hit) { return hit.step >= 0; }));
  }

 private:
  /// The box around a shape in its own frame.
  struct LocalBox {
    float x, y, half_x, half_y;
  };

  FloatBox box_of(std::size_t body) const {
    const b2Transform& at = bodies_.transforms[body];
    const LocalBox& local = local_[trajectories_.workload.body_shapes[body]];
    const b2Vec2 centre = b2Mul(at, b2Vec2(local.x, local.y));
    const float c = std::fabs(at.q.c), s = std::fabs(at.q.s);
    const float x = c * local.half_x + s * local.half_y + 0.5f * skin,
                y = s * local.half_x + c * local.half_y + 0.5f * skin;
    return {centre.x - x, centre.y - y, centre.x + x, centre.y + y};
  }

  void search(const Boxes& boxes, MeetSixteen meet, std::size_t targets, std::size_t m, std::size_t step) {
    const std::size_t mover = trajectories_.mover_at(m, step);
    const FloatBox box = box_of(mover);
    for (std::size_t first = 0; first < targets; first += width) {
      for (unsigned met = meet(boxes, first, box); met != 0; met &= met - 1) {
        const std::size_t target = first + static_cast<std::size_t>(__builtin_ctz(met));
        const std::size_t obstacles = trajectories_.obstacles;
        const std::size_t body = target < obstacles ? trajectories_.obstacle_at(target, step) : target - obstacles;
        b2Manifold manifold;
        b2CollidePolygons(&manifold, &bodies_.shapes[mover], bodies_.transforms[mover], &bodies_.shapes[body],
                          bodies_.transforms[body]);
        if (manifold.pointCount == 0) continue;
        hits_[m] = {static_cast<int>(step), target};
        return;
      }
    }
  }

  const Trajectories& trajectories_;
  Box2dBodies bodies_;
  std::vector<LocalBox> local_;
  std::vector<BenchHit> hits_;
};

const Registered<QuestionEntry> entry(
    {.question = first_hits,
     .engine = "by_hand",
     .note = "first hits in float: boxes by sixteen, then b2CollidePolygons with its skin",
     .make = make_question_engine<FirstHitsByHand, trajectories>});

}  // namespace
}  // namespace satchel_bench
