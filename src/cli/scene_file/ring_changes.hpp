// What bringing rings into the form of the library changed.
#pragma once

#include <cstddef>

namespace satchel::cli {

struct RingChanges {
  std::size_t rings = 0;      ///< rings looked at
  std::size_t closed = 0;     ///< rings whose last point repeated the first
  std::size_t reversed = 0;   ///< rings that ran the other way round
  std::size_t merged = 0;     ///< rings that became others (--even-odd)
  std::size_t repeated = 0;   ///< points dropped because they equal the point before
  std::size_t collinear = 0;  ///< points dropped because they lie inside a straight edge
};

}  // namespace satchel::cli
