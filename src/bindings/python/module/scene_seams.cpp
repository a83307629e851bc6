// Chains, and links between the bodies of a Scene.
#include <cmath>
#include <optional>

#include "docs.hpp"
#include "options.hpp"
#include "scene_parts.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

template <class T>
std::optional<BasicVec2<T>> ghost_point(nb::handle value, const char* name) {
  if (value.is_none()) return std::nullopt;
  return floats<T>(value, {name, {2}, "(2,): x, y; or None"}).template as<BasicVec2<T>>()[0];
}

/// One value for each of n links: an array, or one for all. @tparam columns  numbers a value; 0: the array has one axis
template <class T, std::size_t columns = 0>
class OfLinks {
 public:
  OfLinks(Input<T> values, std::size_t links, const char* name) : values_(std::move(values)) {
    constexpr std::size_t length = columns == 0 ? 1 : columns;
    if (values_.size == length) return;
    if (values_.size != length * links) {
      fail("size_mismatch", name, -1,
           std::string(name) + " has " + std::to_string(values_.size / length) + " values for " +
               std::to_string(links) + " links; wanted one for each, or one for all");
    }
    step_ = length;
  }

  const T* operator[](std::size_t i) const { return values_.data + step_ * i; }

 private:
  Input<T> values_;
  std::size_t step_ = 0;
};

Input<std::uint8_t> flags_of_links(nb::handle value, const char* name) {
  const char* const wanted = "(links,): one for each, or one for all";
  return is_scalar(value) ? flags(value, {name, {}, wanted}) : flags(value, {name, {-1}, wanted});
}

/// Ghost points of links: two NaN are none.
class GhostPoints {
 public:
  GhostPoints(nb::handle value, std::size_t links, const char* name) {
    if (value.is_none()) return;
    const char* const wanted = "(links, 2): x, y, or NaN, NaN for none; or (2,), one for all";
    const nb::object array = any_array(value, {name, {-1, 2}, wanted});
    const bool is_one = PyArray_NDIM(array_of(array)) == 1 && PyArray_SIZE(array_of(array)) != 0;
    points_.emplace(
        is_one ? floats<double>(value, {name, {2}, wanted}) : floats<double>(value, {name, {-1, 2}, wanted}), links,
        name);
  }

  std::optional<Vec2d> operator[](std::size_t i) const {
    if (!points_) return std::nullopt;
    const double* const point = (*points_)[i];
    if (std::isnan(point[0]) && std::isnan(point[1])) return std::nullopt;
    return Vec2d{point[0], point[1]};
  }

 private:
  std::optional<OfLinks<double, 2>> points_;
};

}  // namespace

void bind_seams(Class<PyScene>& cls) {
  cls.def(
      "add_chain",
      [](PyScene& self, nb::handle points, bool closed, bool one_sided, nb::handle before, nb::handle after) {
        return std::visit(
            [&]<class T>(BasicScene<T>& scene) {
              const Input<T> list = floats<T>(points, {"points", {-1, 2}, "(n, 2): x, y of each point"});
              const BasicChainEnds<T> ends{ghost_point<T>(before, "before"), ghost_point<T>(after, "after")};
              const Changing changing(self);
              return add_chain<T>(self, scene, list.template as<BasicVec2<T>>(), closed, one_sided, ends);
            },
            self.scene);
      },
      docs::add_chain, "points"_a, "closed"_a = false, "one_sided"_a = false, nb::kw_only(), "before"_a = nb::none(),
      "after"_a = nb::none());
  cls.def(
      "link_edges",
      [](PyScene& self, nb::handle bodies, nb::handle edges, nb::handle inner, nb::handle one_sided, nb::handle before,
         nb::handle after) {
        const Input<std::uint32_t> list = optional_ids(bodies, {"bodies", {-1}, "(links,): the body of each link"});
        const OfLinks edge(optional_ids(edges, {"edges", {-1}, "(links,): the edge of each link, or one for all"}),
                           list.size, "edges");
        const OfLinks is_inner(flags_of_links(inner, "inner"), list.size, "inner");
        const OfLinks is_one_sided(flags_of_links(one_sided, "one_sided"), list.size, "one_sided");
        const GhostPoints ghost_before(before, list.size, "before"), ghost_after(after, list.size, "after");
        std::vector<EdgeLink> links(list.size);
        for (std::size_t i = 0; i < list.size; ++i) {
          links[i] = {list.data[i],          *edge[i],        *is_inner[i] != 0,
                      *is_one_sided[i] != 0, ghost_before[i], ghost_after[i]};
        }
        change(self, [&](auto& scene) { check(scene.try_link_edges(links)); });
      },
      docs::link_edges, "bodies"_a, "edges"_a = 0, nb::kw_only(), "inner"_a = false, "one_sided"_a = false,
      "before"_a = nb::none(), "after"_a = nb::none());
  cls.def(
      "link_shared_edges",
      [](PyScene& self, nb::handle bodies, double tolerance) {
        Input<std::uint32_t> list;
        if (!bodies.is_none()) list = ids(bodies, {"bodies", {-1}, "(n,): bodies"});
        return change(self, [&](auto& scene) {
          if (bodies.is_none()) list = all_bodies(scene);
          std::size_t seams = 0;
          Status status;
          {
            const nb::gil_scoped_release release;
            status = scene.try_link_shared_edges(list.span(), tolerance, seams);
          }
          check(status);
          return seams;
        });
      },
      docs::link_shared_edges, "bodies"_a = nb::none(), "tolerance"_a = 0.0);
  cls.def(
      "unlink",
      [](PyScene& self, nb::handle body) {
        const std::uint32_t id = id_of(body, "body");
        change(self, [&](auto& scene) { check(scene.try_unlink(id)); });
      },
      docs::unlink, "body"_a);
  cls.def(
      "is_linked",
      [](const PyScene& self, nb::handle body) {
        const std::uint32_t id = id_of(body, "body");
        return read(self, [&](const auto& scene) {
          check_body(scene, id);
          return scene.is_linked(id);
        });
      },
      docs::is_linked, "body"_a);
}

}  // namespace satchel::python
