// The journal of a scene: which bodies changed at which revision. What is kept of a scene (an index, kept pairs) follows
// the scene's changes without looking at all of its bodies.
//
// The journal has room for 64 entries and a quarter of the bodies, at least; it is made when bodies are added, so that `add`
// does not allocate. A full journal drops the older half of its entries. A change of more bodies than half the room is not
// recorded, and clears the journal. For a revision that the journal does not cover, `since` says so, and its reader
// compares all bodies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include <satchel/types.hpp>

#include "scene/array.hpp"

namespace satchel::detail {

class Journal {
 public:
  struct Entry {
    /// BasicScene::revisions().all after the change, minus begin_, so that an entry has 8 bytes. For `since` alone.
    std::uint32_t revision;
    BodyId body;
  };

  /// Makes room for a scene of so many bodies; more than is needed, so that bodies can be added one by one. Throws
  /// std::bad_alloc.
  void make_room(std::size_t bodies) {
    const std::size_t size = room_for_any + bodies / 4;
    if (size <= entries_.size()) return;
    if (size > entries_.capacity()) entries_.reserve(size + size / 4);
    entries_.resize(entries_.capacity());
  }

  /// Records a change of bodies, which made this revision. It is no older than that of the call before.
  void add(std::uint64_t revision, std::span<const BodyId> bodies) noexcept {
    if (revision < begin_ || bodies.size() > entries_.size() / 2) return forget(revision);
    if (count_ + bodies.size() > entries_.size()) drop_half();
    if (revision - begin_ > std::numeric_limits<std::uint32_t>::max()) return forget(revision);
    for (const BodyId body : bodies) entries_[count_++] = {static_cast<std::uint32_t>(revision - begin_), body};
  }

  /// Clears the journal: any body may have changed up to this revision.
  void forget(std::uint64_t revision) noexcept {
    begin_ = revision;
    count_ = 0;
  }

  /// The changes after this revision, a body perhaps several times; nullopt: any body may have changed.
  std::optional<std::span<const Entry>> since(std::uint64_t revision) const noexcept {
    if (revision < begin_) return {};
    const auto* const end = entries_.data() + count_;
    const auto* const first = std::partition_point(
        entries_.data(), end, [&](const Entry& entry) { return begin_ + entry.revision <= revision; });
    return std::span<const Entry>(first, end);
  }

  std::size_t bytes() const noexcept { return bytes_of(entries_); }

 private:
  static constexpr std::size_t room_for_any = 64;  ///< so that scenes of few bodies have a journal, too

  /// Drops the older half. `begin_` becomes the revision of the last entry dropped, so that the rest of that revision is
  /// never returned.
  void drop_half() noexcept {
    const std::size_t half = (count_ + 1) / 2;
    const std::uint32_t last = entries_[half - 1].revision;
    std::copy(entries_.begin() + static_cast<std::ptrdiff_t>(half),
              entries_.begin() + static_cast<std::ptrdiff_t>(count_), entries_.begin());
    count_ -= half;
    begin_ += last;
    for (std::size_t i = 0; i < count_; ++i) entries_[i].revision -= last;
  }

  Array<Entry> entries_;  ///< its size is the room
  std::size_t count_ = 0;
  /// Changes of later revisions are recorded. The largest number in a new scene, of whose past nothing is known; the first
  /// `add` sets it.
  std::uint64_t begin_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace satchel::detail
