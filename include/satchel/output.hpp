// Where calls write lists whose length they find: a vector, the caller's memory, or memory that a function gives.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace satchel {

/// The parameter of a call that makes a list. It is made of a vector, or of memory and a number:
///
///   std::vector<Hit> hits;
///   find_hits(scene, pairs, hits);                                    // resized to the list; its capacity is reused
///   std::array<Hit, 100> room;
///   std::size_t count = 0;
///   const Status status = try_find_hits(scene, pairs, {room, count});  // the list is the first `count` of the room
///
/// If the room is too small, the call returns `no_room`; `count`, and numbers[0] of the status, are then the number of
/// elements that the list has, and the contents of the room are unspecified. If the input is refused, nothing is
/// written; after other errors, list and count are unspecified. It refers to the vector, or to room and count, during the
/// call alone.
template <class Item>
class Output {
 public:
  /// Makes room for `size` elements, of which the first `kept` are those of the room before; null: there is none. The
  /// last call of a successful find has the length of the list. May throw std::bad_alloc.
  using Resize = Item* (*)(void* context, std::size_t size, std::size_t kept);

  Output(void* context, Resize function) noexcept : context_(context), resize_(function) {}

  Output(std::vector<Item>& items) noexcept : context_(&items), resize_(resize_vector) {}

  Output(std::span<Item> room, std::size_t& count) noexcept : context_(&count), resize_(set_count), room_(room) {}

  /// For the library: calls `Resize`.
  [[nodiscard]] Item* resize(std::size_t size, std::size_t kept = 0) const {
    Item* const items = resize_(context_, size, kept);
    return items != nullptr || size > room_.size() ? items : room_.data();
  }
  /// The number of elements of the caller's memory; 0 for a vector.
  [[nodiscard]] std::size_t room() const noexcept { return room_.size(); }

 private:
  static Item* resize_vector(void* context, std::size_t size, std::size_t kept) {
    std::vector<Item>& items = *static_cast<std::vector<Item>*>(context);
    if (size > items.capacity()) {
      if (kept == 0) items.clear();  // so that nothing is copied
      items.reserve(kept == 0 ? size : std::max(size, 2 * items.capacity()));
    }
    items.resize(size);
    return items.data();
  }
  static Item* set_count(void* context, std::size_t size, std::size_t) {
    *static_cast<std::size_t*>(context) = size;
    return nullptr;
  }

  void* context_;
  Resize resize_;
  std::span<Item> room_;
};

}  // namespace satchel
