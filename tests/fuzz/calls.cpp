// Sequences of calls through the C interface, from bytes: changes of a scene, an index and kept pairs that follow it, links,
// copies and questions, beside a model. A call that is refused is so for the right reason and changes nothing; what is
// found is found in a scene that is built anew, too, and the same bits, on every instruction set.
#include <optional>
#include <set>

#include "checked_scene.hpp"

namespace satchel::fuzz {
namespace {

template <class T>
using CVec2 = std::conditional_t<sizeof(T) == sizeof(float), satchel_vec2, satchel_vec2d>;

using Ids = std::vector<std::uint32_t>;
using Codes = std::set<satchel_code>;

template <class T>
class Calls : CheckedScene<T> {
 public:
  using CheckedScene<T>::CheckedScene;

  void run() {
    for (int k = 0; k < 80 && bytes_.left() > 0; ++k) {
      step(bytes_.byte());
      check_counts();
    }
    check_all();
  }

 private:
  using Base = CheckedScene<T>;
  using Base::bytes_, Base::scene_, Base::model_, Base::index_, Base::precision;
  using Base::check_counts, Base::check_all, Base::check_searches;
  using Base::length, Base::scalar, Base::update_index, Base::update_kept;

  void step(int what) {
    switch (what % 24) {
      case 0:
      case 1:
        return add_convex();
      case 2:
        return add_round();
      case 3:
        return add_compound();
      case 4:
        return add_outline();
      case 5:
        return add_chain();
      case 6:
      case 7:
      case 8:
        return add_body();
      case 9:
        return add_bodies();
      case 10:
        return remove_body();
      case 11:
        return set_shape();
      case 12:
        return set_all_poses();
      case 13:
      case 14:
        return set_some_poses();
      case 15:
        return link();
      case 16:
        return unlink();
      case 17:
        return require_ok(satchel_make_parts(scene_.get(), nullptr, 0, nullptr), "make_parts");
      case 18:
        return update_index();
      case 19:
        return update_kept();
      case 20:
        return copy();
      case 21:
        return reset();
      case 22:
        return check_searches();
      default:
        return check_all();
    }
  }

  // ---- numbers

  std::uint32_t any_body() { return bytes_.byte() % (static_cast<std::uint32_t>(model_.bodies.size()) + 1); }
  std::uint32_t any_shape() {
    const std::uint32_t which = bytes_.byte();
    return which < model_.ids.size() * 8 ? model_.ids[which % model_.ids.size()] : which;
  }
  satchel_pose pose() {
    constexpr double quarter[] = {1, 0, -1, 0, 1};
    const int kind = bytes_.byte();
    satchel_pose pose{length(), length(), quarter[kind % 4], quarter[kind % 4 + 1] == 0 ? 0 : -quarter[kind % 4 + 1]};
    if (kind / 4 % 4 == 1) require_ok(satchel_pose_at(pose.x, pose.y, bytes_.byte() * 0.05, &pose), "pose_at");
    if (kind >= 248) pose.x = kind % 2 == 0 ? std::numeric_limits<double>::quiet_NaN() : 0x1p300;
    if (kind >= 244 && kind < 248) pose.cos += 0.5;
    return pose;
  }
  static satchel_code error_of(const satchel_pose& pose) {
    if (std::isnan(pose.x)) return SATCHEL_NOT_FINITE;
    if (pose.x == 0x1p300) return SATCHEL_OUT_OF_RANGE;
    return std::abs(pose.cos * pose.cos + pose.sin * pose.sin - 1) > 1e-6 ? SATCHEL_BAD_ROTATION : SATCHEL_OK;
  }

  // ---- calls that may be refused

  /// What a refused call must not change.
  std::tuple<std::uint64_t, std::uint64_t, std::size_t, std::size_t> state() const {
    const satchel_revisions revisions = satchel_scene_revisions(scene_.get());
    return {revisions.identity, revisions.all, satchel_shape_count(scene_.get()), satchel_body_slots(scene_.get())};
  }
  /// Makes a call; true if it is accepted.
  /// @param errors  what is wrong with it: one of these is to be said
  template <class Call>
  bool accepted(const char* what, Codes errors, const Call& call) {
    errors.erase(SATCHEL_OK);
    const auto before = state();
    const satchel_status status = call();
    // Outlines whose rings nearly touch cannot be turned, which the model does not know.
    const bool is_right = errors.empty() ? status.code == SATCHEL_OK : errors.count(code_of(status)) > 0;
    require(is_right || status.code == SATCHEL_CANNOT_ROTATE, std::string(what) + ": " + text_of(status));
    if (status.code != SATCHEL_OK)
      require(state() == before, std::string(what) + ": changes something in spite of an error");
    return status.code == SATCHEL_OK;
  }
  static satchel_code code_of(const satchel_status& status) { return static_cast<satchel_code>(status.code); }

  /// Adds a shape to the scene and to the model, or neither.
  void add_shape(const AddShape& add) {
    const auto before = state();
    std::uint32_t id = 12345;
    const satchel_status status = add(scene_.get(), model_.ids, &id);
    if (status.code != SATCHEL_OK || id == SATCHEL_NO_SHAPE) {
      require(state() == before || id == SATCHEL_NO_SHAPE, "a refused shape changes something");
      require(status.code == SATCHEL_OK || id == 12345, "a refused shape has an index");
      return;
    }
    require(id == satchel_shape_count(scene_.get()) - 1, "a shape has another index than the last");
    model_.shapes.push_back(add);
    model_.ids.push_back(id);
  }

  std::vector<CVec2<T>> points(int least, int most) {
    std::vector<CVec2<T>> points;
    for (int k = bytes_.integer(least, most); k > 0; --k) {
      const T x = scalar();
      points.push_back({x, scalar()});
    }
    return points;
  }

  void add_convex() {
    const auto some = points(3, 12);
    std::vector<BasicVec2<T>> given;
    for (const auto& p : some) given.push_back({p.x, p.y});
    const auto hull = convex_hull(std::span<const BasicVec2<T>>(given));
    const double radius = bytes_.byte() % 4 == 0 ? std::abs(length()) : 0;
    add_shape([hull, radius](satchel_scene* scene, const Ids&, std::uint32_t* id) {
      return SATCHEL_C_OF(T, add_polygon)(scene, reinterpret_cast<const CVec2<T>*>(hull.data()), hull.size(), radius,
                                          id);
    });
  }
  void add_round() {
    const double numbers[5] = {length(), length(), length(), length(), length()};
    const int kind = bytes_.byte() % 3;
    add_shape([=](satchel_scene* scene, const Ids&, std::uint32_t* id) {
      if (kind == 0) return satchel_add_circle(scene, numbers[0], numbers[1], numbers[2], id);
      if (kind == 1) return satchel_add_box(scene, numbers[0], numbers[1], 0, id);
      return satchel_add_capsule(scene, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], id);
    });
  }
  void add_compound() {
    std::vector<std::size_t> places;
    for (int k = bytes_.integer(0, 4); k > 0 && !model_.ids.empty(); --k)
      places.push_back(bytes_.byte() % model_.ids.size());
    add_shape([places](satchel_scene* scene, const Ids& ids, std::uint32_t* id) {
      std::vector<std::uint32_t> parts;
      for (const std::size_t place : places) parts.push_back(ids[place]);
      return satchel_add_compound(scene, parts.data(), parts.size(), nullptr, 0, id);
    });
  }
  void add_outline() {
    std::vector<CVec2<T>> vertices;
    std::vector<std::uint32_t> rings{0};
    for (int r = bytes_.integer(1, 3); r > 0; --r) {
      const auto ring = points(3, 10);
      vertices.insert(vertices.end(), ring.begin(), ring.end());
      rings.push_back(static_cast<std::uint32_t>(vertices.size()));
    }
    constexpr std::uint32_t all_flags[] = {0, SATCHEL_SKIP_INVALID, SATCHEL_EVEN_ODD,
                                           SATCHEL_EVEN_ODD | SATCHEL_SKIP_INVALID};
    const std::uint32_t flags = all_flags[bytes_.byte() % 4];
    add_shape([=](satchel_scene* scene, const Ids&, std::uint32_t* id) {
      satchel_outline_starts starts = SATCHEL_OUTLINE_STARTS_INIT;
      const std::uint32_t polygon[] = {0, static_cast<std::uint32_t>(rings.size() - 1)};
      starts.rings = rings.data();
      starts.ring_count = rings.size() - 1;
      starts.polygons = polygon;
      starts.polygon_count = 1;
      return SATCHEL_C_OF(T, add_outlines)(scene, vertices.data(), vertices.size(), &starts, flags, id, nullptr);
    });
  }
  void add_chain() {
    const auto line = points(2, 8);
    const int kind = bytes_.byte();
    add_shape([=](satchel_scene* scene, const Ids&, std::uint32_t* id) {
      return SATCHEL_C_OF(T, add_chain)(scene, line.data(), line.size(), kind % 2 == 1, kind / 2 % 2 == 1, nullptr,
                                        nullptr, id);
    });
  }

  bool has_shape(std::uint32_t id) const { return id < satchel_shape_count(scene_.get()); }

  void add_body() {
    const std::uint32_t shape = any_shape();
    const satchel_pose at = pose();
    std::uint32_t body = 12345;
    if (!is_of_model(shape)) return;
    const std::uint32_t next = model_.next_body();
    if (!accepted("add_body", {error_of(at), has_shape(shape) ? SATCHEL_OK : SATCHEL_BAD_SHAPE},
                  [&] { return satchel_add_body(scene_.get(), shape, &at, &body); }))
      return;
    require(body == next, "not the lowest free index");
    model_.add({true, shape, 0, at});
  }
  /// Parts that are made of outlines are shapes, too, of which the model knows nothing.
  bool is_of_model(std::uint32_t shape) const {
    return !has_shape(shape) || std::find(model_.ids.begin(), model_.ids.end(), shape) != model_.ids.end();
  }
  void add_bodies() {
    std::vector<std::uint32_t> shapes;
    std::vector<satchel_pose> poses;
    for (int k = bytes_.integer(0, 8); k > 0 && !model_.ids.empty(); --k) {
      shapes.push_back(model_.ids[bytes_.byte() % model_.ids.size()]);
      poses.push_back(pose());
    }
    Codes errors;
    for (const satchel_pose& pose : poses) errors.insert(error_of(pose));
    std::vector<std::uint32_t> out(shapes.size());
    if (!accepted("add_bodies", errors, [&] {
          return satchel_add_bodies(scene_.get(), shapes.data(), poses.data(), shapes.size(), out.data());
        })) {
      return;
    }
    for (std::size_t k = 0; k < out.size(); ++k) {
      require(out[k] == model_.next_body(), "not the lowest free index");
      model_.add({true, shapes[k], 0, poses[k]});
    }
  }
  void remove_body() {
    const std::uint32_t body = any_body();
    if (!accepted("remove_body", {model_.error_of(body)}, [&] { return satchel_remove_body(scene_.get(), body); }))
      return;
    model_.bodies[body].is_there = false;
  }
  void set_shape() {
    const std::uint32_t body = any_body(), shape = any_shape();
    if (!is_of_model(shape)) return;
    const Codes errors{model_.error_of(body), has_shape(shape) ? SATCHEL_OK : SATCHEL_BAD_SHAPE};
    if (!accepted("set_shape", errors, [&] { return satchel_set_shape(scene_.get(), body, shape); })) return;
    require(!satchel_is_linked(scene_.get(), body) || shape == model_.bodies[body].shape,
            "links stay with another shape");
    model_.bodies[body].shape = shape;
  }
  void set_all_poses() {
    std::vector<satchel_pose> poses;
    Codes errors;
    for (const ModelBody& body : model_.bodies) {
      poses.push_back(bytes_.left() > 0 ? pose() : body.pose);
      if (body.is_there) errors.insert(error_of(poses.back()));
    }
    if (bytes_.byte() % 16 == 15) poses.emplace_back();
    if (poses.size() != model_.bodies.size()) errors = {SATCHEL_SIZE_MISMATCH};
    if (!accepted("set_poses", errors,
                  [&] { return satchel_set_poses(scene_.get(), poses.data(), poses.size(), nullptr); })) {
      return;
    }
    for (std::uint32_t body = 0; body < poses.size(); ++body) moved(body, poses[body]);
  }
  void moved(std::uint32_t body, const satchel_pose& to) {
    ModelBody& its = model_.bodies[body];
    if (!its.is_there) return;
    require(same_pose(its.pose, to) || !satchel_is_linked(scene_.get(), body), "links stay with a body that moves");
    its.pose = to;
  }
  void set_some_poses() {
    std::vector<std::uint32_t> some;
    std::vector<satchel_pose> poses;
    Codes errors;
    for (int k = bytes_.integer(0, 5); k > 0; --k) {
      some.push_back(any_body());
      poses.push_back(pose());
      errors.insert({model_.error_of(some.back()), error_of(poses.back())});
    }
    if (!accepted("set_poses_of", errors, [&] {
          return satchel_set_poses_of(scene_.get(), some.data(), poses.data(), some.size(), nullptr);
        })) {
      return;
    }
    for (std::size_t k = 0; k < some.size(); ++k) model_.bodies[some[k]].pose = poses[k];  // the last one holds
  }
  void link() {
    if (bytes_.byte() % 2 == 0) return link_edge();
    std::vector<std::uint32_t> some;
    Codes errors;
    for (int k = bytes_.integer(0, 8); k > 0; --k) {
      some.push_back(any_body());
      errors.insert(model_.error_of(some.back()));
    }
    std::size_t seams = 0;
    const double tolerance = bytes_.byte() % 4 == 0 ? std::abs(length()) / 64 : 0;
    accepted("link_shared_edges", errors,
             [&] { return satchel_link_shared_edges(scene_.get(), some.data(), some.size(), tolerance, &seams); });
  }
  void link_edge() {
    satchel_edge_link link{};
    link.body = any_body();
    link.edge = bytes_.byte() % 5;
    link.inner = bytes_.byte() % 2 == 0;
    link.one_sided = !link.inner;
    const auto before = state();
    const satchel_status status = satchel_link_edges(scene_.get(), &link, 1);
    const satchel_code error = model_.error_of(link.body), code = code_of(status);
    if (status.code == SATCHEL_OK) {
      require(error == SATCHEL_OK && satchel_is_linked(scene_.get(), link.body), "link_edges has linked nothing");
      return;
    }
    require(state() == before, "link_edges: changes something in spite of an error");
    const bool is_of_edge = code == SATCHEL_BAD_EDGE || code == SATCHEL_UNSUPPORTED;
    require(error == SATCHEL_OK ? is_of_edge : code == error, "link_edges: " + text_of(status));
  }
  void unlink() {
    const std::uint32_t body = any_body();
    if (accepted("unlink", {model_.error_of(body)}, [&] { return satchel_unlink(scene_.get(), body); })) {
      require(!satchel_is_linked(scene_.get(), body), "linked, after unlink");
    }
  }
  /// A copy is worth the scene, and goes on in its place; the index, which is of the other one, is refused.
  void copy() {
    satchel_scene* copy = nullptr;
    require_ok(satchel_scene_copy(scene_.get(), &copy), "scene_copy");
    SceneHandle other(copy);
    require(!satchel_index_is_current(index_.get(), copy), "an index of a copy");
    if (bytes_.byte() % 2 == 0) {
      require_ok(satchel_scene_assign(scene_.get(), copy), "scene_assign");
      return;
    }
    scene_ = std::move(other);
    require_ok(satchel_index_build(index_.get(), scene_.get(), nullptr), "index_build");
  }
  void reset() {
    if (bytes_.byte() % 4 != 0) {
      require_ok(satchel_scene_reserve(scene_.get(), bytes_.byte(), bytes_.byte(), 0), "reserve");
      return;
    }
    require_ok(satchel_scene_clear(scene_.get()), "clear");
    model_.clear();
  }
};

}  // namespace
}  // namespace satchel::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  satchel::force_isa(satchel::test::reference_isa());
  satchel::fuzz::Bytes bytes(data, size);
  if (bytes.byte() % 2 == 0) {
    satchel::fuzz::Calls<float>(bytes).run();
  } else {
    satchel::fuzz::Calls<double>(bytes).run();
  }
  return 0;
}
