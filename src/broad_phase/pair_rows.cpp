#include "broad_phase/pair_rows.hpp"

#include <algorithm>
#include <cstring>

#include "scene/array.hpp"

namespace satchel::broad_phase {

void PairRows::make_rows(std::size_t bodies) {
  const auto end = static_cast<std::uint32_t>(pairs_.size());
  if (has_rows_) {
    if (starts_.size() < bodies + 1) starts_.resize(bodies + 1, end);
    return;
  }
  starts_.resize(bodies + 1);
  std::size_t row = 0;
  for (std::uint32_t i = 0; i < end; ++i) {
    while (row <= pairs_[i].a) starts_[row++] = i;
  }
  std::fill(starts_.begin() + static_cast<std::ptrdiff_t>(row), starts_.end(), end);
  has_rows_ = true;
}

void PairRows::change(std::span<const std::uint32_t> ended, std::span<const NewPair> added, std::vector<Pair>& gone) {
  gone.resize(ended.size());
  if (ended.empty() && added.empty()) return;
  list_segments(ended, added);
  const std::size_t size = pairs_.size() - ended.size() + added.size();
  if (size > pairs_.capacity()) pairs_.reserve(size + size / 8);

  // From here on nothing fails.
  for (std::size_t i = 0; i < ended.size(); ++i) gone[i] = pairs_[ended[i]];
  if (size > pairs_.size()) pairs_.resize(size);
  move_segments();
  if (size < pairs_.size()) pairs_.resize(size);
  std::size_t removed = 0;
  for (std::size_t i = 0; i < added.size(); ++i) {
    while (removed < ended.size() && ended[removed] < added[i].before) ++removed;
    pairs_[added[i].before - removed + i] = added[i].pair;
  }
  move_rows(gone, added);
}

void PairRows::list_segments(std::span<const std::uint32_t> ended, std::span<const NewPair> added) {
  segments_.clear();
  std::size_t from = 0, removed = 0, inserted = 0;
  const auto end_segment_at = [&](std::size_t position) {
    const std::size_t to = from - removed + inserted;
    if (position > from && to != from) segments_.push_back({from, to, position - from});
    from = position;
  };
  while (removed < ended.size() || inserted < added.size()) {
    // A pair is inserted before the one at its position, even if that one is removed.
    if (removed == ended.size() || (inserted < added.size() && added[inserted].before <= ended[removed])) {
      end_segment_at(added[inserted].before);
      ++inserted;
    } else {
      end_segment_at(ended[removed]);
      ++removed;
      ++from;
    }
  }
  end_segment_at(pairs_.size());
}

/// Segments keep their order. So one that moves towards the front may be moved when all before it have been, and one
/// that moves towards the end when all behind it, up to the next that does not, have been.
void PairRows::move_segments() noexcept {
  const auto move = [&](const Segment& segment) {
    std::memmove(pairs_.data() + segment.to, pairs_.data() + segment.from, segment.count * sizeof(Pair));
  };
  for (std::size_t i = 0; i < segments_.size();) {
    std::size_t end = i;
    while (end < segments_.size() && segments_[end].to > segments_[end].from) ++end;
    for (std::size_t k = end; k-- > i;) move(segments_[k]);
    if (end < segments_.size()) move(segments_[end++]);
    i = end;
  }
}

void PairRows::move_rows(std::span<const Pair> ended, std::span<const NewPair> added) noexcept {
  std::uint32_t by = 0;  // modulo 2^32
  std::size_t removed = 0, inserted = 0, row = 0;
  const auto move_to = [&](std::size_t end) {
    for (; row < end; ++row) starts_[row] += by;
  };
  while (removed < ended.size() || inserted < added.size()) {
    if (removed == ended.size() || (inserted < added.size() && added[inserted].pair.a < ended[removed].a)) {
      move_to(std::size_t{added[inserted++].pair.a} + 1);
      ++by;
    } else {
      move_to(std::size_t{ended[removed++].a} + 1);
      --by;
    }
  }
  move_to(starts_.size());
}

std::size_t PairRows::bytes() const noexcept {
  return detail::bytes_of(pairs_) + detail::bytes_of(starts_) + detail::bytes_of(segments_);
}

}  // namespace satchel::broad_phase
