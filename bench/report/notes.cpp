#include "report/notes.hpp"

#include "harness/broad_phase_engine.hpp"
#include "harness/pair_engine.hpp"
#include "harness/question_engine.hpp"
#include "harness/registry.hpp"

namespace satchel_bench {
namespace {

template <class Entry>
void add_notes(Notes& notes) {
  for (const Entry& entry : Registered<Entry>::all()) {
    const EntryName name = entry.name();
    if (!entry.note.empty()) notes[{name.query, name.engine}] = entry.note;
  }
}

}  // namespace

Notes engine_notes() {
  Notes notes;
  add_notes<PairEntry>(notes);
  add_notes<BroadPhaseEntry>(notes);
  add_notes<QuestionEntry>(notes);
  return notes;
}

}  // namespace satchel_bench
