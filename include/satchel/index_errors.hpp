// The errors of an index.
#pragma once

#include <satchel/error.hpp>

namespace satchel {

/// Codes that only calls with an index return.
struct IndexCode {
  static constexpr ErrorCode bad_distance{60};   ///< a largest distance that is negative or not a number
  static constexpr ErrorCode other_scene{61};    ///< an index, used with a scene that it was not built of
  static constexpr ErrorCode changed_scene{62};  ///< an index, used with its scene after that has changed
  static constexpr ErrorCode left_out{63};       ///< a body that changed, which the list of changed bodies leaves out
};

/// Arguments that only calls with an index have.
struct IndexArgument {
  static constexpr Argument index{80};          ///< the index, and the scene that it is used with
  static constexpr Argument moved{81};          ///< body `index`, which changed
  static constexpr Argument query_filters{82};  ///< the filters of queries
  static constexpr Argument query_worlds{83};   ///< the worlds of queries
  static constexpr Argument ignored{84};        ///< the bodies that queries ignore
  static constexpr Argument max_distance{85};   ///< value: the largest distance
  static constexpr Argument query_shape{
      86};                                  ///< query `index`; numbers[0]: its shape; numbers[1]: the number of shapes
  static constexpr Argument clearance{87};  ///< value: the clearance of movers
  static constexpr Argument movers_starts{88};     ///< start `index` of the movers' poses
  static constexpr Argument obstacles_starts{89};  ///< as above, of the obstacles
};

}  // namespace satchel
