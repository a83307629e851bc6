// `try_manifolds`.
#include <satchel/manifold.hpp>

#include <cmath>

#include "query/compound/deciding_parts.hpp"
#include "query/pipeline/follow.hpp"
#include "query/pipeline/pair_alone.hpp"
#include "query/questions/limit_manifolds.hpp"

namespace satchel {

template <class T>
Status try_manifolds(BasicScenePair<T> given, std::span<const Pair> pairs,
                     std::span<std::type_identity_t<BasicManifold<T>>> manifolds,
                     const BasicManifoldOptions<std::type_identity_t<T>>& options) noexcept {
  const query::Scenes<T> scenes(given);
  const T margin = options.margin;
  return query::with_kernels([&](const kernels::KernelTable& table) {
    if (!(margin >= 0 && std::isfinite(margin))) {
      return detail::margin_error(Argument::margin, static_cast<double>(margin));
    }
    const auto& kernel = table.manifold.template of<T>();
    if (manifolds.size() == 1 && query::PairAlone<T>::suits(pairs, options.run)) {
      query::PairAlone<T> alone(scenes, table, pairs[0]);
      BasicContact<T> contact;
      if (alone.decide(&contact)) {
        manifolds[0] = {};
        if (contact.separation <= margin) kernel.manifolds(alone.job(), &contact, margin, manifolds.data());
        return Status{};
      }
    }
    const auto step = [&](const auto&, const query::FoundContacts<T>& found, BasicManifold<T>* results) {
      query::ManifoldLimits<T> limits(scenes);
      limits.before(found, margin);
      query::ask_deciding_parts(scenes.a, scenes.b, found.job, found.contacts, found.parts,
                                [&](const kernels::PairJob<T>& of_parts, const auto* its_contacts) {
                                  kernel.manifolds(of_parts, its_contacts, margin, results);
                                });
      limits.after(found, results, margin);
    };
    return query::follow_contacts<T>(scenes, table, pairs, manifolds, options.run, step, {true, margin});
  });
}

template Status try_manifolds(ScenePair, std::span<const Pair>, std::span<Manifold>, const ManifoldOptions&) noexcept;
template Status try_manifolds(ScenePaird, std::span<const Pair>, std::span<Manifoldd>,
                              const ManifoldOptionsd&) noexcept;

}  // namespace satchel
