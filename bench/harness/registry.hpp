// Engines register themselves: each file in engines/ adds its entries to the list of their kind before main starts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace satchel_bench {

/// An entry's place in lists and tables.
struct EntryName {
  std::string query, engine;
};

/// Known queries and engines come in the order of registry.cpp, others after them by name.
bool stands_before(const EntryName& a, const EntryName& b);

/// The list of the entries of one kind. An entry has a member function name() that gives its EntryName.
template <class Entry>
class Registered {
 public:
  /// Adds an entry. An engine's file defines an object:
  ///   const Registered<PairEntry> entry({.query = "collide", .engine = "mine", ...});
  explicit Registered(Entry entry) { list().push_back(std::move(entry)); }

  /// All entries. Call after main has started.
  static const std::vector<Entry>& all() {
    static const std::vector<Entry> sorted = [] {
      std::vector<Entry> entries = list();
      std::stable_sort(entries.begin(), entries.end(),
                       [](const Entry& a, const Entry& b) { return stands_before(a.name(), b.name()); });
      return entries;
    }();
    return sorted;
  }

 private:
  static std::vector<Entry>& list() {
    static std::vector<Entry> entries;
    return entries;
  }
};

inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

/// The version of a library that this build has among its peers.
struct PeerVersion {
  std::string peer, version;

  EntryName name() const { return {{}, peer}; }
};

}  // namespace satchel_bench
