// The broad phase of a periodic world:
//
//   one copy of each body within one period: the *canonical* copies
//   further copies, at images of these, wherever one may overlap a canonical copy; in one scene at images > (0, 0) alone
//   find the overlaps of all copies, as if they were bodies
//   for each overlap with at least one canonical copy: find which body is at which image; do the boxes meet there?
//   put the pairs into order: by a in one pass, then each row
//
// Where bodies are large against the periods and copies would be many, each looks for the images it meets (many_images.hpp).
//
// Two bodies that meet in the infinite world meet once where a given one of them is canonical. In one scene the other one
// is then canonical too, or at an image > (0, 0), or the same holds with the roles exchanged. So each pair is found once.
//
// A copy at an image other than (0, 0) is rounded, and so is the box that decides. Both lie within a few units in the
// last place of the coordinates where the body is and where the copy is, and of one period. So such copies are enlarged
// by 16 such units, and the boxes that decide are computed anew; the other copies are bodies as they are.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "broad_phase/broad_phase_data.hpp"
#include "broad_phase/image_lists.hpp"
#include "broad_phase/many_images.hpp"
#include "broad_phase/pair_options.hpp"
#include "broad_phase/search.hpp"
#include "scene/image_place.hpp"
#include "tree/box_groups.hpp"
#include "tree/grown_box.hpp"

namespace satchel::detail {
namespace {

/// Copies of the bodies of a scene, as the broad phase takes them.
template <class T>
struct Copies {
  SceneData<T> scene;  ///< of which origins, radii and boxes are given
  std::vector<BodyId> bodies;
  std::vector<std::int32_t> image_x, image_y;
  std::vector<T> margins;  ///< with the rounding of the copy
  std::vector<std::uint32_t> worlds;
  std::vector<Motion> motions;
  std::size_t canonical = 0;  ///< the first ones

  std::size_t size() const { return bodies.size(); }
};

/// Makes the copies of one scene.
template <class T>
class Copier {
 public:
  /// @param first  the number of the scene's first body in the spans of the options
  Copier(const SceneData<T>& scene, std::size_t first, const Periods& periods, const BasicPairOptions<T>& options,
         Copies<T>& copies)
      : scene_(scene), first_(first), periods_(periods), options_(options), copies_(copies) {}

  /// Adds a copy of each body within one period.
  Status add_canonical() {
    const double least_x = least(&kernels::BodyRecord<T>::x), least_y = least(&kernels::BodyRecord<T>::y);
    for (BodyId body = 0; body < scene_.bodies.size(); ++body) {
      const kernels::BodyRecord<T>& record = scene_.bodies[body];
      if (record.place.is_removed()) continue;
      const auto image = [](double origin, double from, double period) {
        return period == 0 ? 0 : -std::floor((origin - from) / period);
      };
      const double x = image(record.x, least_x, periods_.x), y = image(record.y, least_y, periods_.y);
      if (!(std::fabs(x) <= most_images && std::fabs(y) <= most_images)) {
        return far_images_error(Argument::body, body);
      }
      add(body, static_cast<std::int32_t>(x), static_cast<std::int32_t>(y));
    }
    copies_.canonical = copies_.size();
    return {};
  }

  /// Adds copies at other images wherever they may overlap `around`, if they are few.
  /// @param forward  at images > (0, 0) alone
  /// @param are_few  set to whether they are: else some are missing
  Status add_images(const Box& around, bool forward, bool& are_few) {
    const double most = most_copies_of_body * static_cast<double>(copies_.canonical);
    const double largest = tree::largest_coordinate(around) + periods_.x + periods_.y;
    for (std::size_t k = 0; k < copies_.canonical; ++k) {
      Box box = box_of_copy(k);
      const double rounding = 0x1p-48 * (largest + tree::largest_coordinate(box));  // more than that of the images
      box = {box.min_x - rounding, box.min_y - rounding, box.max_x + rounding, box.max_y + rounding};
      ImageRange x = images_between(box.min_x, box.max_x, around.min_x, around.max_x, periods_.x);
      const ImageRange y = images_between(box.min_y, box.max_y, around.min_y, around.max_y, periods_.y);
      if (forward) x.first = std::max(x.first, 0.0);
      are_few = x.count() * y.count() <= most - static_cast<double>(copies_.size());
      if (!are_few) return {};
      if (x.count() * y.count() == 0) continue;
      const BodyId body = copies_.bodies[k];
      for (double i = x.first; i <= x.last; ++i) {
        for (double j = forward && i == 0 ? std::max(y.first, 1.0) : y.first; j <= y.last; ++j) {
          if (i == 0 && j == 0) continue;
          const double image_x = copies_.image_x[k] + i, image_y = copies_.image_y[k] + j;
          if (!(std::fabs(image_x) <= most_images && std::fabs(image_y) <= most_images)) {
            return far_images_error(Argument::body, body);
          }
          add(body, static_cast<std::int32_t>(image_x), static_cast<std::int32_t>(image_y));
        }
      }
    }
    return {};
  }

  /// The box around all canonical copies; empty if there are none.
  Box around() const {
    Box box = kernels::empty_box;
    for (std::size_t k = 0; k < copies_.canonical; ++k) box = tree::box_around(box, box_of_copy(k));
    return box;
  }

 private:
  static constexpr double most_copies_of_body = 16;  ///< on average

  /// The least origin of a body, where one period begins: so bodies within one period are their own canonical copies.
  double least(double kernels::BodyRecord<T>::*coordinate) const {
    double least = std::numeric_limits<double>::infinity();
    for (const kernels::BodyRecord<T>& body : scene_.bodies) {
      if (!body.place.is_removed()) least = std::min(least, body.*coordinate);
    }
    return least;
  }

  void add(BodyId body, std::int32_t image_x, std::int32_t image_y) {
    kernels::BodyRecord<T> record = scene_.bodies[body];
    T margin = options_.margins.empty() ? T(0) : options_.margins[first_ + body];
    if (image_x != 0 || image_y != 0) {
      double extent = std::fabs(record.x) + std::fabs(record.y) + periods_.x + periods_.y +
                      2 * static_cast<double>(record.reach) + static_cast<double>(options_.margin) +
                      static_cast<double>(margin);
      if (!options_.motions.empty()) {
        extent += std::fabs(options_.motions[first_ + body].x) + std::fabs(options_.motions[first_ + body].y);
      }
      record.x = image_coordinate(record.x, image_x, periods_.x);
      record.y = image_coordinate(record.y, image_y, periods_.y);
      const double rounding = 0x1p-48 * (extent + std::fabs(record.x) + std::fabs(record.y));
      margin = static_cast<T>((static_cast<double>(margin) + rounding) * (1 + 0x1p-22)) + std::numeric_limits<T>::min();
    }
    copies_.scene.bodies.push_back(record);
    copies_.scene.boxes.push_back(scene_.boxes[body]);
    copies_.bodies.push_back(body);
    copies_.image_x.push_back(image_x);
    copies_.image_y.push_back(image_y);
    copies_.margins.push_back(margin);
    if (!options_.worlds.empty()) copies_.worlds.push_back(options_.worlds[first_ + body]);
    if (!options_.motions.empty()) copies_.motions.push_back(options_.motions[first_ + body]);
  }

  Box box_of_copy(std::size_t k) const {
    const tree::BoxGrowth<T> growth{0.5 * static_cast<double>(options_.margin), copies_.margins.data(),
                                    copies_.motions.empty() ? nullptr : copies_.motions.data()};
    return growth.of(copies_.scene.bodies[k], copies_.scene.boxes[k], k);
  }

  const SceneData<T>& scene_;
  std::size_t first_;
  const Periods& periods_;
  const BasicPairOptions<T>& options_;
  Copies<T>& copies_;
};

/// Decides whether the box of body a meets that of body b at an image.
template <class T>
struct BoxesMeet {
  const SceneData<T>&a, &b;
  tree::BoxGrowth<T> growth_a, growth_b;
  const Periods& periods;

  BoxesMeet(const SceneData<T>& scene_a, const SceneData<T>& scene_b, bool one_scene, const Periods& of_world,
            const BasicPairOptions<T>& options)
      : a(scene_a),
        b(scene_b),
        growth_a(broad_phase::growth_of(options, 0)),
        growth_b(broad_phase::growth_of(options, one_scene ? 0 : scene_a.bodies.size())),
        periods(of_world) {}

  bool operator()(const ImagePair& pair) const {
    kernels::BodyRecord<T> body = b.bodies[pair.b];
    body.x = image_coordinate(body.x, pair.image_x, periods.x);
    body.y = image_coordinate(body.y, pair.image_y, periods.y);
    return tree::have_common_point(growth_a.of(a.bodies[pair.a], a.boxes[pair.a], pair.a),
                                   growth_b.of(body, b.boxes[pair.b], pair.b));
  }
};

/// The filters of bodies, or none.
struct PairFilters {
  const Filter *a = nullptr, *b = nullptr;

  template <class T>
  PairFilters(const BasicPairOptions<T>& options, std::size_t slots_a, bool one_scene) {
    if (options.filters.empty()) return;
    a = options.filters.data();
    b = one_scene ? a : a + slots_a;
  }
  bool let_meet(BodyId of_a, BodyId of_b) const { return a == nullptr || may_meet(a[of_a], b[of_b]); }
};

}  // namespace

template <class T>
Status BroadPhaseData::find(const SceneData<T>& a, const SceneData<T>& b, bool one_scene, const Periods& periods,
                            const Output<ImagePair>& pairs, const BasicPairOptions<T>& options,
                            const kernels::KernelTable& table) {
  const std::size_t slots_a = a.bodies.size();
  Status status = broad_phase::check_options(options, a, one_scene ? nullptr : &b);
  if (!status.ok()) return status;
  status = check_periods<T>(periods);
  if (!status.ok()) return status;

  Copies<T> copies_a, other;
  Copies<T>& copies_b = one_scene ? copies_a : other;
  Copier<T> copier_a(a, 0, periods, options, copies_a);
  Copier<T> copier_b(b, one_scene ? 0 : slots_a, periods, options, copies_b);
  const auto of_scene = [&](Status refused, std::uint64_t scene) {
    if (!one_scene && refused.argument == Argument::body && refused.code != ErrorCode::too_many) {
      refused.numbers[0] = scene;
    }
    return refused;
  };
  status = of_scene(copier_a.add_canonical(), 1);
  if (status.ok() && !one_scene) status = of_scene(copier_b.add_canonical(), 2);
  bool are_few = true;
  if (status.ok()) status = of_scene(copier_b.add_images(copier_a.around(), one_scene, are_few), 2);
  if (!status.ok()) return status;
  if (!are_few) return find_many(a, b, one_scene, periods, pairs, options, table);

  const std::size_t count_a = copies_a.size(), count = count_a + (one_scene ? 0 : copies_b.size());
  if (!one_scene) {  // the options of two scenes stand one after the other
    copies_a.margins.insert(copies_a.margins.end(), copies_b.margins.begin(), copies_b.margins.end());
    copies_a.worlds.insert(copies_a.worlds.end(), copies_b.worlds.begin(), copies_b.worlds.end());
    copies_a.motions.insert(copies_a.motions.end(), copies_b.motions.begin(), copies_b.motions.end());
  }
  BasicPairOptions<T> of_copies;
  of_copies.margin = options.margin;
  of_copies.margins = copies_a.margins;
  of_copies.worlds = copies_a.worlds;
  of_copies.motions = copies_a.motions;
  parallel::Progress progress(options.run, 8 * count);
  status = build_trees(copies_a.scene, copies_b.scene, one_scene, of_copies, table, progress);
  if (!status.ok()) return status;

  progress.begin(4 * count);
  const kernels::OverlapJob job = overlaps(one_scene);
  const PairFilters filters(options, slots_a, one_scene);
  const BoxesMeet<T> boxes_meet(a, b, one_scene, periods, options);
  broad_phase::ImageLists lists(broad_phase::search_chunks(job.queries.group_count), options.max_pairs);
  const auto search = [&](std::size_t chunk, const auto& find_overlaps) {
    find_overlaps([&](BodyId p, BodyId q) {
      if (one_scene && p >= copies_a.canonical && q >= copies_a.canonical) return ErrorCode::ok;
      ImagePair pair{copies_a.bodies[p], copies_b.bodies[q], copies_b.image_x[q] - copies_a.image_x[p],
                     copies_b.image_y[q] - copies_a.image_y[p]};
      const bool backward = pair.image_x < 0 || (pair.image_x == 0 && pair.image_y < 0);
      if (one_scene && (pair.b < pair.a || (pair.a == pair.b && backward))) {
        pair = {pair.b, pair.a, -pair.image_x, -pair.image_y};
      }
      if (!filters.let_meet(pair.a, pair.b)) return ErrorCode::ok;
      const bool is_rounded =
          (copies_a.image_x[p] | copies_a.image_y[p] | copies_b.image_x[q] | copies_b.image_y[q]) != 0;
      return is_rounded && !boxes_meet(pair) ? ErrorCode::ok : lists.add(chunk, pair);
    });
  };
  status = broad_phase::search_in_chunks(table, job, progress.options(), search);
  if (!status.ok()) return status;

  progress.begin(2 * count);
  return progress.finish(lists.write(pairs, options.sorted, slots_a, progress.options()));
}

template <class T>
Status BroadPhaseData::find_many(const SceneData<T>& a, const SceneData<T>& b, bool one_scene, const Periods& periods,
                                 const Output<ImagePair>& pairs, const BasicPairOptions<T>& options,
                                 const kernels::KernelTable& table) {
  const std::size_t slots_a = a.bodies.size(), count = slots_a + (one_scene ? 0 : b.bodies.size());
  parallel::Progress progress(options.run, 16 * count);
  Status status = build_trees(a, b, one_scene, options, table, progress);
  if (!status.ok()) return status;
  progress.begin(12 * count);
  const kernels::OverlapJob job = overlaps(one_scene);
  const PairFilters filters(options, slots_a, one_scene);
  const BoxesMeet<T> boxes_meet(a, b, one_scene, periods, options);
  broad_phase::ImageLists lists(broad_phase::search_chunks(job.queries.group_count), options.max_pairs);
  const auto let_meet = [&](BodyId p, BodyId q) { return filters.let_meet(p, q); };
  const auto take = [&](std::size_t chunk, const ImagePair& pair) {
    return boxes_meet(pair) ? lists.add(chunk, pair) : ErrorCode::ok;
  };
  status = broad_phase::ManyImages(job, periods, let_meet, take).find(progress.options());
  if (!status.ok()) return status;
  progress.begin(2 * count);
  return progress.finish(lists.write(pairs, options.sorted, slots_a, progress.options()));
}

template Status BroadPhaseData::find(const SceneData<float>&, const SceneData<float>&, bool, const Periods&,
                                     const Output<ImagePair>&, const PairOptions&, const kernels::KernelTable&);
template Status BroadPhaseData::find(const SceneData<double>&, const SceneData<double>&, bool, const Periods&,
                                     const Output<ImagePair>&, const PairOptionsd&, const kernels::KernelTable&);

}  // namespace satchel::detail
