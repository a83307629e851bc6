#include "rings/validity.hpp"

#include <new>

#include "rings/clean.hpp"
#include "rings/edge_sweep.hpp"
#include "rings/edge_tree.hpp"
#include "rings/few_edges.hpp"
#include "rings/merge.hpp"
#include "rings/nesting.hpp"
#include "rings/star.hpp"

namespace satchel::rings {

namespace {

/// So many edges are looked at an edge, before the tree gives up and the edges are swept: about what a sweep costs.
constexpr std::uint64_t sweep_above = 32;
/// So many are looked at after a sweep, for the margins of edges that do not meet.
constexpr std::uint64_t margins_up_to = 256;
constexpr std::uint64_t no_limit = ~std::uint64_t{0} >> 32;

template <class T>
constexpr double unit = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;
/// Two products and a sum underflow; in double, numbers below 2^-200 become 0.
template <class T>
constexpr double underflow = sizeof(T) == sizeof(float) ? 0x1p-147 : 0x1p-198;

/// Whether rings with a fault bound an even-odd region all the same.
bool can_merge(FaultKind kind) {
  switch (kind) {
    case FaultKind::none:
    case FaultKind::too_few_points:
    case FaultKind::no_area:
    case FaultKind::spike:
    case FaultKind::edges_cross:
      return false;
    default:
      return true;
  }
}

}  // namespace

struct Validity::Memory {
  Search search = Search::as_fits;
  Boundary boundary;
  Nesting nesting;
  EdgeTree tree;
  EdgeSweep sweep;
  Merge merge;
  bool has_tree = false, stays_simple = false, rings_touch = false;

  Fault judge(double unit, double underflow);
  Fault judge_meetings(const Margins& margins);
  bool find_meetings(const Margins& margins, PairJudge& judge);
  Fault judge_nesting();
  void find_left_of_all();
  Fault make_even_odd(const Margins& margins);
};

/// What follows cleaning.
Fault Validity::Memory::judge(double unit, double underflow) {
  stays_simple = true;
  rings_touch = false;
  if (boundary.filled == 0) return {};
  if (const Fault fault = few_points(boundary); fault.kind != FaultKind::none) return fault;
  const Margins margins(boundary.box, unit, underflow);
  if (boundary.filled == 1) {
    CleanRing& ring =
        *std::find_if(boundary.rings.begin(), boundary.rings.end(), [](const CleanRing& r) { return r.count != 0; });
    if (const int winding = winds_once(boundary.x.data(), boundary.y.data(), ring.count, margins.enough)) {
      ring.is_clockwise = winding < 0;
      return {};
    }
  }
  bool keeps_angles = false;
  if (const Fault fault = vertex_fault(boundary, margins, keeps_angles); fault.kind != FaultKind::none) return fault;
  if (const Fault fault = judge_meetings(margins); fault.kind != FaultKind::none) return fault;
  stays_simple = stays_simple && keeps_angles;
  return judge_nesting();
}

Fault Validity::Memory::judge_meetings(const Margins& margins) {
  PairJudge judge(boundary, margins);
  stays_simple = find_meetings(margins, judge) && judge.stays_simple();
  rings_touch = judge.found_touch();
  if (!judge.found()) return {};
  const std::uint32_t ring = boundary.ring_of(judge.edge()), other = boundary.ring_of(judge.later());
  const bool is_double = judge.fault().kind == FaultKind::shared_edge && ring != other &&
                         boundary.polygon_of[ring] == boundary.polygon_of[other] &&
                         are_one_curve(boundary, boundary.rings[ring], boundary.rings[other]);
  return fault_at(boundary, is_double ? FaultKind::hole_equals_shell : judge.fault().kind, judge.edge(), judge.later(),
                  judge.fault().place);
}

/// Returns whether the pairs that were not judged stay apart.
bool Validity::Memory::find_meetings(const Margins& margins, PairJudge& judge) {
  has_tree = search != Search::few && (search != Search::as_fits || boundary.size > most_few);
  if (!has_tree) return judge_few(boundary, margins, judge);
  tree.build(boundary, margins);
  if (search != Search::sweep && tree.judge_near(boundary, judge, search == Search::tree ? no_limit : sweep_above)) {
    return tree.keeps_apart();
  }
  sweep.prepare(boundary);
  sweep.judge_all(boundary, judge);
  return search == Search::as_fits && !judge.found() && tree.keeps_apart() &&
         tree.judge_near(boundary, judge, margins_up_to);
}

Fault Validity::Memory::judge_nesting() {
  find_left_of_all();
  return boundary.filled == 1 ? Fault{} : nesting_fault(boundary, nesting);
}

void Validity::Memory::find_left_of_all() {
  look_from_all(boundary, nesting);
  if (boundary.filled == 1) return;
  if (has_tree) {
    tree.find_left_of(boundary, nesting);
  } else {
    find_left_of(boundary, nesting);
  }
}

/// Follows a fault that `judge` found in the search for meetings or later.
Fault Validity::Memory::make_even_odd(const Margins& margins) {
  merge.on_edges().clear();
  PairJudge crossings(boundary, margins, &merge.on_edges());
  if (has_tree) {
    tree.judge_near(boundary, crossings, no_limit);
  } else {
    judge_few(boundary, margins, crossings);
  }
  if (crossings.found()) {
    return fault_at(boundary, crossings.fault().kind, crossings.edge(), crossings.later(), crossings.fault().place);
  }
  merge.run(boundary);
  if (boundary.filled == 0) return {};
  // No fault is left.
  PairJudge judge(boundary, margins);
  bool keeps_angles = false;
  vertex_fault(boundary, margins, keeps_angles);
  stays_simple = find_meetings(margins, judge) && judge.stays_simple() && keeps_angles;
  rings_touch = judge.found_touch();
  find_left_of_all();
  tell_holes_by_depth(boundary, nesting);
  return {};
}

Validity::Validity(Search search) : memory_(std::make_unique<Memory>()) { memory_->search = search; }
Validity::~Validity() = default;
Validity::Validity(Validity&&) noexcept = default;
Validity& Validity::operator=(Validity&&) noexcept = default;

namespace {

/// The fault with the edges as the input counts them.
template <class T>
Fault as_given(const Geometry<T>& geometry, Fault fault) {
  if (fault.kind == FaultKind::none) return fault;
  count_as_given(geometry, fault.edge);
  count_as_given(geometry, fault.other);
  return fault;
}

}  // namespace

template <class T>
Fault Validity::check(const Geometry<T>& geometry) {
  clean(geometry, memory_->boundary);
  return as_given(geometry, memory_->judge(unit<T>, underflow<T>));
}

template <class T>
Fault Validity::check_even_odd(const Geometry<T>& geometry) {
  clean(geometry, memory_->boundary);
  Fault fault = memory_->judge(unit<T>, underflow<T>);
  if (can_merge(fault.kind)) fault = memory_->make_even_odd(Margins(memory_->boundary.box, unit<T>, underflow<T>));
  return as_given(geometry, fault);
}

template <class T>
Fault Validity::trust(const Geometry<T>& geometry) {
  clean(geometry, memory_->boundary);
  const Fault fault = few_points(memory_->boundary);
  if (fault.kind != FaultKind::none) return as_given(geometry, fault);
  memory_->stays_simple = false;
  memory_->rings_touch = memory_->boundary.filled > 1;
  tell_shells(memory_->boundary);
  return {};
}

std::span<const CleanRing> Validity::rings() const { return memory_->boundary.rings; }
std::span<const std::uint32_t> Validity::polygon_of() const { return memory_->boundary.polygon_of; }
std::span<const double> Validity::x() const { return {memory_->boundary.x.data(), memory_->boundary.size}; }
std::span<const double> Validity::y() const { return {memory_->boundary.y.data(), memory_->boundary.size}; }
bool Validity::stays_simple() const { return memory_->stays_simple; }
bool Validity::rings_touch() const { return memory_->rings_touch; }

template Fault Validity::check(const Geometry<float>&);
template Fault Validity::check(const Geometry<double>&);
template Fault Validity::check_even_odd(const Geometry<float>&);
template Fault Validity::check_even_odd(const Geometry<double>&);
template Fault Validity::trust(const Geometry<float>&);
template Fault Validity::trust(const Geometry<double>&);

}  // namespace satchel::rings
