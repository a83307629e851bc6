// `first_hits`, with an index and without (trajectory_call.hpp). The hit of a mover is the least (step, obstacle), so that
// it does not depend on chunks, threads or the order of search.
#include <satchel/first_hits.hpp>

#include <satchel/index.hpp>

#include "first_hits/trajectory_call.hpp"

namespace satchel {
namespace trajectories {
namespace {

template <class T>
Status find_first_hits(const Question<T>& question, std::span<FirstHit> hits, const Options& options) {
  using Search = ChunkSearch<T, Goal::first_hits>;
  return for_each_chunk<Search>(
      question, options, [](std::size_t) {},
      [&](Search& search, std::size_t first, std::size_t count, std::size_t) {
        search.run(question, first, count, hits.subspan(first, count));
      });
}

}  // namespace
}  // namespace trajectories

template <class T>
Status try_first_hits(const BasicScene<T>& scene, const Trajectories& movers, const Trajectories& obstacles,
                      std::span<FirstHit> hits, const Options& options) noexcept {
  using namespace trajectories;
  return ask_scene(scene, {movers, obstacles, {Each::mover, hits.size()}}, options, {.counts = true},
                   [&](const Question<T>& question, const Fixed<T>&, const Options& run) {
                     return find_first_hits(question, hits, run);
                   });
}

template <class T>
Status BasicIndex<T>::try_first_hits(const Scene& scene, const Trajectories& movers, const Trajectories& obstacles,
                                     std::span<FirstHit> hits, const QueryOptions& options) const noexcept {
  using namespace trajectories;
  return ask_index(*this, scene, {movers, obstacles, {Each::mover, hits.size()}}, options,
                   [&](const Question<T>& question, const Fixed<T>&, const Options& run) {
                     return find_first_hits(question, hits, run);
                   });
}

template Status try_first_hits(const Scene&, const Trajectories&, const Trajectories&, std::span<FirstHit>,
                               const Options&) noexcept;
template Status try_first_hits(const Scened&, const Trajectories&, const Trajectories&, std::span<FirstHit>,
                               const Options&) noexcept;
template Status BasicIndex<float>::try_first_hits(const satchel::Scene&, const Trajectories&, const Trajectories&,
                                                  std::span<FirstHit>, const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_first_hits(const Scened&, const Trajectories&, const Trajectories&,
                                                   std::span<FirstHit>, const QueryOptions&) const noexcept;

}  // namespace satchel
