// Where a label stands free of lines and of other labels.
#pragma once

#include <functional>
#include <vector>

#include "cli/picture/geometry.hpp"

namespace satchel::cli {

/// Finds places for labels, one after the other, on a rectangle of the page.
class LabelPlacer {
 public:
  LabelPlacer(const Vec2d& corner, const Vec2d& size) : corner_(corner), size_(size) {}

  /// A line that no label may cover.
  void keep_free(const Vec2d& from, const Vec2d& to) { lines_.push_back({from, to}); }

  /// The middle of the best place for a label of this size: clear of everything by some pixels, else as near to
  /// `anchor` as can be. Places for which `allowed` is false are the last choice. The place is taken from then on.
  Vec2d place(const Vec2d& size, const Vec2d& anchor, const std::function<bool(const Vec2d&)>& allowed);

 private:
  struct Line {
    Vec2d from, to;
  };

  double clearance(const Vec2d& middle, const Vec2d& half) const;

  Vec2d corner_, size_;
  std::vector<Line> lines_;
};

}  // namespace satchel::cli
