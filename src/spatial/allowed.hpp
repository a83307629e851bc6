// Which bodies a query may find, by the options of a call to an index.
#pragma once

#include <cstddef>
#include <span>

#include <satchel/index.hpp>

#include "scene/fail.hpp"

namespace satchel::spatial {

class Allowed {
 public:
  /// Every query may find every body.
  Allowed() = default;
  /// @param options  checked; they have to outlive this
  explicit Allowed(const QueryOptions& options)
      : options_(&options),
        all_(options.filters.empty() && options.query_filters.empty() && options.worlds.empty() &&
             options.ignored.empty()) {}

  /// The first span of a wrong length, or ok.
  static Status check(const QueryOptions& options, std::size_t slots, std::size_t queries) noexcept {
    const auto is_one_or_all = [&](std::size_t size) { return size <= 1 || size == queries; };
    if (!options.filters.empty() && options.filters.size() != slots) {
      return detail::size_error(Argument::filters, slots, options.filters.size(), 0);
    }
    if (!options.worlds.empty() && options.worlds.size() != slots) {
      return detail::size_error(Argument::worlds, slots, options.worlds.size(), 1);
    }
    if (!is_one_or_all(options.query_filters.size())) {
      return detail::size_error(Argument::query_filters, queries, options.query_filters.size(), 2);
    }
    if (!is_one_or_all(options.query_worlds.size()) ||
        (options.query_worlds.empty() && !options.worlds.empty() && queries != 0)) {
      return detail::size_error(Argument::query_worlds, queries, options.query_worlds.size(), 3);
    }
    if (options.worlds.empty() && !options.query_worlds.empty() && slots != 0) {
      return detail::size_error(Argument::worlds, slots, 0, 1);
    }
    if (!is_one_or_all(options.ignored.size())) {
      return detail::size_error(Argument::ignored, queries, options.ignored.size(), 4);
    }
    return {};
  }

  /// Whether every query may find every body.
  bool all() const noexcept { return all_; }
  bool operator()(std::size_t query, BodyId body) const noexcept { return all_ || is_allowed(query, body); }

 private:
  template <class Item>
  static const Item& of_query(std::span<const Item> items, std::size_t query) noexcept {
    return items[items.size() == 1 ? 0 : query];
  }

  bool is_allowed(std::size_t query, BodyId body) const noexcept {
    const QueryOptions& options = *options_;
    if (!options.ignored.empty() && of_query(options.ignored, query) == body) return false;
    if (!options.worlds.empty() && of_query(options.query_worlds, query) != options.worlds[body]) return false;
    const Filter of_query_filter = options.query_filters.empty() ? Filter{} : of_query(options.query_filters, query);
    return may_meet(of_query_filter, options.filters.empty() ? Filter{} : options.filters[body]);
  }

  const QueryOptions* options_ = nullptr;
  bool all_ = true;
};

}  // namespace satchel::spatial
