// `try_find_hits`.
//
//   for each wave of chunks:
//     in parallel, each chunk: leave out what discs tell to be apart, collide the others into a buffer of the task, keep
//       the hits in the chunk's own buffer
//     sum up how many each has; make room
//     in parallel, each chunk: copy its hits to their place
//
// The chunks do not depend on the threads and are put together in order, so neither do the hits.
#include <satchel/hits.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "query/pipeline/driver.hpp"

namespace satchel {
namespace {

template <class T>
using ContactBatch = query::Batch<query::ContactQuery<T>>;

/// Contacts of one chunk, of which the hits are kept. Buffers never shrink: what a vector grows by it fills with zeros.
template <class T>
struct ChunkHits {
  std::vector<Pair> near_pairs;
  std::vector<std::uint32_t> near_places;
  std::vector<BasicContact<T>> contacts;
  std::vector<BasicHit<T>> hits;
  std::size_t count = 0;  ///< of the hits; what lies behind them is none
  std::size_t first = 0;  ///< where they go

  std::span<const BasicHit<T>> found() const { return {hits.data(), count}; }

  void collide(ContactBatch<T>& batch, std::span<const Pair> pairs, std::size_t begin, std::size_t size) {
    if (hits.size() < size) {
      near_pairs.resize(query::NearPairs<T>::room_for(size));
      near_places.resize(query::NearPairs<T>::room_for(size));
      contacts.resize(size);
      hits.resize(size);
    }
    query::NearPairs<T> near(near_pairs, near_places);
    std::span<const Pair> part = pairs.subspan(begin, size);
    const bool some_left_out = batch.leave_out_far(part, 0, near);
    if (some_left_out) part = near.pairs();
    batch.run(part, contacts.data());
    count = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
      const std::size_t place = begin + (some_left_out ? near_places[i] : i);
      hits[count] = {part[i], static_cast<std::uint32_t>(place), contacts[i]};
      count += verdict(contacts[i]) != Verdict::disjoint ? 1 : 0;  // if not, the next one is written over it
    }
  }
};

/// The hits of all waves so far. Where the caller's memory is too small, they are counted alone.
template <class T>
class Appender {
 public:
  explicit Appender(const Output<BasicHit<T>>& hits) : hits_(hits) { (void)hits_.resize(0); }

  /// Puts the hits of a wave of chunks behind those that are there, in the order of the chunks.
  Status append(std::vector<ChunkHits<T>>& wave, std::size_t count, const Options& options) {
    const std::size_t before = total_;
    for (std::size_t k = 0; k < count; ++k) {
      wave[k].first = total_;
      total_ += wave[k].count;
    }
    if (total_ == before) return {};
    BasicHit<T>* const to = hits_.resize(total_, before);
    if (to == nullptr) return {};
    return query::for_each_throwing_chunk(count, options, [&](std::size_t k) {
      const auto found = wave[k].found();
      std::copy(found.begin(), found.end(), to + wave[k].first);
    });
  }

  Status finish() const {
    const bool fits = total_ == 0 || total_ <= hits_.room() || hits_.resize(total_, total_) != nullptr;
    return fits ? Status{} : detail::room_error(total_, hits_.room());
  }

 private:
  const Output<BasicHit<T>>& hits_;
  std::size_t total_ = 0;
};

template <class T>
Status find_in_waves(ContactBatch<T>& batch, std::span<const Pair> pairs, parallel::Progress& progress,
                     const Output<BasicHit<T>>& hits) {
  const Options how = query::options_for(pairs.size(), progress.options());
  const std::size_t chunk_pairs = batch.chunk_pairs();
  const std::size_t chunks = (pairs.size() + chunk_pairs - 1) / chunk_pairs;
  const std::size_t tasks = parallel::task_count(chunks, how);
  constexpr std::size_t chunks_per_task = 8;  // so that none waits long for the slowest of a wave
  std::vector<ChunkHits<T>> wave(tasks == 1 ? 1 : std::min(chunks, tasks * chunks_per_task));
  Appender<T> appender(hits);
  for (std::size_t begin = 0; begin < chunks; begin += wave.size()) {
    const std::size_t count = std::min(wave.size(), chunks - begin);
    progress.begin(std::min(pairs.size(), (begin + count) * chunk_pairs) - begin * chunk_pairs);
    const Status found = query::for_each_throwing_chunk(count, how, [&](std::size_t k) {
      const std::size_t first = (begin + k) * chunk_pairs;
      wave[k].collide(batch, pairs, first, std::min(chunk_pairs, pairs.size() - first));
    });
    if (!found.ok()) return found;
    const Status appended = appender.append(wave, count, how);
    if (!appended.ok()) return appended;
  }
  return appender.finish();
}

}  // namespace

template <class T>
Status try_find_hits(BasicScenePair<T> given, std::span<const Pair> pairs,
                     Output<BasicHit<std::type_identity_t<T>>> hits, const Options& options) noexcept {
  const query::Scenes<T> scenes(given);
  return query::with_kernels([&](const kernels::KernelTable& table) {
    if (pairs.size() > std::numeric_limits<std::uint32_t>::max()) return Status{ErrorCode::too_many, pairs.size()};
    return query::with_batch<query::ContactQuery<T>>(scenes, table, pairs, options,
                                                     [&](ContactBatch<T>& batch, parallel::Progress& progress) {
                                                       return find_in_waves(batch, pairs, progress, hits);
                                                     });
  });
}

template Status try_find_hits(ScenePair, std::span<const Pair>, Output<Hit>, const Options&) noexcept;
template Status try_find_hits(ScenePaird, std::span<const Pair>, Output<Hitd>, const Options&) noexcept;

}  // namespace satchel
