// What a manifold may consist of (clipped_faces.hpp).
#pragma once

#include "face_rings.hpp"

namespace satchel::test {

/// What meets at a point.
struct Meeting {
  std::uint32_t id;
  bool is_cut;    ///< an end of the reference and the incident edge: its height is anywhere on this edge
  Quad on_other;  ///< else the height of the other surface
};

/// A point that a manifold may have.
struct WantedPoint {
  bool is_required;
  bool is_either;                 ///< one of the points with this mark is required
  Quad at;                        ///< along the reference
  Quad on_reference;              ///< height of its surface
  Quad beside;                    ///< of two corners: half of their offset along the reference; else 0
  std::vector<Meeting> meetings;  ///< the first, and what lies within the bound of it
};

/// A reference face and the incident face that it clips.
struct Choice {
  Face reference, incident;
  bool is_exact;
  friend bool operator==(const Choice& p, const Choice& q) {
    return p.reference == q.reference && p.incident == q.incident;
  }
};

}  // namespace satchel::test
