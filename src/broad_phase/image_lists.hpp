// Image pairs as the chunks of a search find them, and the caller's list of them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/image_pair.hpp>
#include <satchel/options.hpp>
#include <satchel/output.hpp>

#include "parallel/parallel.hpp"
#include "scene/fail.hpp"

namespace satchel::broad_phase {

class ImageLists {
 public:
  /// @param most  pairs; more are an error
  ImageLists(std::size_t chunks, std::size_t most) : lists_(chunks), most_(most) {}

  /// Adds a pair that a chunk found. Throws std::bad_alloc.
  ErrorCode add(std::size_t chunk, const ImagePair& pair) {
    lists_[chunk].push_back(pair);
    return total_.fetch_add(1, std::memory_order_relaxed) < most_ ? ErrorCode::ok : ErrorCode::too_many_pairs;
  }

  /// Gives the caller all pairs, sorted or in the order of the chunks.
  /// @param bodies  more than any a
  Status write(const Output<ImagePair>& pairs, bool sorted, std::size_t bodies, const Options& run) const {
    const std::size_t found = total_.load(std::memory_order_relaxed);
    ImagePair* const to = pairs.resize(found);
    if (to == nullptr && found != 0) return detail::room_error(found, pairs.room());
    if (sorted && found != 0) return sort_to(to, bodies, run);
    ImagePair* next = to;
    for (const auto& list : lists_) next = std::copy(list.begin(), list.end(), next);
    return {};
  }

 private:
  /// Puts the pairs of all lists into rows of equal a, and sorts each row.
  Status sort_to(ImagePair* to, std::size_t bodies, const Options& run) const {
    std::vector<std::size_t> ends(bodies + 1);
    for (const auto& list : lists_) {
      for (const ImagePair& pair : list) ++ends[pair.a + 1];
    }
    for (std::size_t a = 0; a < bodies; ++a) ends[a + 1] += ends[a];
    for (const auto& list : lists_) {
      for (const ImagePair& pair : list) to[ends[pair.a]++] = pair;
    }
    constexpr std::size_t rows_per_chunk = 1024;
    const auto sort_rows = [&](std::size_t chunk) noexcept {
      for (std::size_t a = chunk * rows_per_chunk; a < std::min(bodies, (chunk + 1) * rows_per_chunk); ++a) {
        std::sort(to + (a == 0 ? 0 : ends[a - 1]), to + ends[a]);  // each end has become that of its own row
      }
    };
    return parallel::for_each_chunk((bodies + rows_per_chunk - 1) / rows_per_chunk, run, sort_rows);
  }

  std::vector<std::vector<ImagePair>> lists_;
  std::size_t most_;
  std::atomic<std::size_t> total_{0};
};

}  // namespace satchel::broad_phase
