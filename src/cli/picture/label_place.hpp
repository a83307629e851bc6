// Places labels clear of lines and of other labels.
#pragma once

#include <functional>
#include <vector>

#include "cli/picture/geometry.hpp"

namespace satchel::cli {

/// Places labels one after the other in a rectangle of the page.
class LabelPlacer {
 public:
  LabelPlacer(const Vec2d& corner, const Vec2d& size) : corner_(corner), size_(size) {}

  /// Adds a line that no label may cover.
  void keep_free(const Vec2d& from, const Vec2d& to) { lines_.push_back({from, to}); }

  /// The middle of the best place for a label of this size: with a clearance of some pixels from lines and labels, and
  /// as near to `anchor` as possible. Places for which `allowed` is false are the last choice. Reserves the place.
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
