// The table of instruction sets, and which of them calls use.
#include "dispatch/dispatch.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <satchel/isa.hpp>

#include "dispatch/machine.hpp"

namespace satchel {

namespace kernels {
extern const KernelTable wasm_kernels;
}

namespace {

using kernels::KernelTable;

struct Isa {
  std::string_view name;
  const KernelTable* table;  ///< null: this build does not contain it
  bool available;            ///< this build contains it, and this machine can run it
};

/// Every instruction set that Satchel supports, slowest first.
std::array<Isa, 6> known_isas() {
  std::array<Isa, 6> isas{{{"scalar", nullptr, false},
                           {"sse4.2", nullptr, false},
                           {"avx2", nullptr, false},
                           {"avx512", nullptr, false},
                           {"neon64", nullptr, false},
                           {"wasm", nullptr, false}}};
#if defined(SATCHEL_HAS_SCALAR)
  isas[0] = {"scalar", &kernels::scalar_kernels, true};
#endif
#if defined(SATCHEL_HAS_SSE42)
  isas[1] = {"sse4.2", &kernels::sse42_kernels, dispatch::has_sse42()};
#endif
#if defined(SATCHEL_HAS_AVX2)
  isas[2] = {"avx2", &kernels::avx2_kernels, dispatch::has_avx2()};
#endif
#if defined(SATCHEL_HAS_AVX512)
  isas[3] = {"avx512", &kernels::avx512_kernels, dispatch::has_avx512()};
#endif
#if defined(SATCHEL_HAS_NEON64)
  isas[4] = {"neon64", &kernels::neon64_kernels, true};  // AArch64 always has it
#endif
#if defined(SATCHEL_HAS_WASM)
  isas[5] = {"wasm", &kernels::wasm_kernels, true};  // a module with vectors does not load where there are none
#endif
  return isas;
}

/// `name` may be an instruction set's name in build options, too: "sse42" is "sse4.2".
Status find_isa(std::string_view name, const KernelTable*& table) noexcept {
  if (name == "sse42") name = "sse4.2";
  for (const Isa& isa : known_isas()) {
    if (isa.name != name) continue;
    if (!isa.available) return {ErrorCode::unavailable_isa, 0};
    table = isa.table;
    return {};
  }
  return {ErrorCode::unknown_isa, 0};
}

/// The table that SATCHEL_ISA names, else the best available one; none of a build without scalar kernels may be
/// available. The environment variable is read once.
struct Automatic {
  Status status;
  const KernelTable* table = nullptr;

  Automatic() noexcept {
    const char* const wanted = std::getenv("SATCHEL_ISA");
    if (wanted != nullptr && *wanted != '\0') {
      status = find_isa(wanted, table);
      status.argument = Argument::isa;
      return;
    }
    for (const Isa& isa : known_isas()) {
      if (isa.available) table = isa.table;
    }
    if (table == nullptr) status = {ErrorCode::unavailable_isa, 0, Argument::isa};
  }
};

const Automatic& automatic() noexcept {
  static const Automatic choice;
  return choice;
}

std::atomic<const KernelTable*> forced{nullptr};

}  // namespace

namespace dispatch {

const kernels::KernelTable* active(Status& status) noexcept {
  if (const KernelTable* const table = forced.load(std::memory_order_acquire)) return table;
  status = automatic().status;
  return automatic().table;
}

const kernels::KernelTable& active() {
  Status status;
  const KernelTable* const table = active(status);
  if (table == nullptr) throw_error(status);
  return *table;
}

}  // namespace dispatch

std::string_view active_isa() { return dispatch::active().name; }

std::vector<std::string_view> available_isas() {
  std::vector<std::string_view> names;
  for (const Isa& isa : known_isas()) {
    if (isa.available) names.push_back(isa.name);
  }
  return names;
}

void force_isa(std::string_view name) {
  const KernelTable* table = nullptr;
  if (!name.empty()) {
    const Status status = find_isa(name, table);
    if (!status.ok()) {
      std::string text = "instruction set '";
      text += name;
      text += "': ";
      text += message(status.code);
      text += "; available:";
      for (const std::string_view isa : available_isas()) (text += ' ') += isa;
      throw Error(status, text);
    }
  }
  forced.store(table, std::memory_order_release);
}

}  // namespace satchel
