#include "report/context.hpp"

#include <benchmark/benchmark.h>
#include <satchel/isa.hpp>
#include <satchel/version.hpp>

#include <fstream>
#include <map>
#include <string>

#include "commit.hpp"
#include "harness/registry.hpp"

#if __has_include(<sys/utsname.h>)
#include <sys/utsname.h>
#endif

namespace satchel_bench {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#else
  return "unknown";
#endif
}

/// "NAME, family F, model M" from the `key : value` lines of Linux's /proc/cpuinfo, because the name alone identifies
/// few processors. "unknown" elsewhere.
std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  std::map<std::string, std::string> values;
  for (std::string line; std::getline(in, line) && !line.empty();) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || colon + 2 > line.size()) continue;
    const std::string key = line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1);
    values[key] = line.substr(colon + 2);
  }
  if (values.contains("model name")) {
    return values["model name"] + ", family " + values["cpu family"] + ", model " + values["model"];
  }
  if (values.contains("CPU part")) {  // AArch64
    return "implementer " + values["CPU implementer"] + ", part " + values["CPU part"];
  }
  return "unknown";
}

std::string system() {
#if __has_include(<sys/utsname.h>)
  utsname name;
  if (uname(&name) == 0) return std::string(name.sysname) + ' ' + name.release + ' ' + name.machine;
#endif
  return "unknown";
}

std::string isas() {
  std::string text;
  for (const std::string_view isa : satchel::available_isas()) {
    if (!text.empty()) text += ' ';
    text += isa;
  }
  return text;
}

}  // namespace

void add_context() {
  using benchmark::AddCustomContext;
  AddCustomContext("satchel", std::string(satchel::version()));
  AddCustomContext("isa", std::string(satchel::active_isa()));
  AddCustomContext("isas", isas());
  AddCustomContext("commit", SATCHEL_BENCH_COMMIT);
  AddCustomContext("compiler", compiler());
  AddCustomContext("flags", SATCHEL_BENCH_FLAGS);
  AddCustomContext("processor", processor());
  AddCustomContext("system", system());
  for (const PeerVersion& peer : Registered<PeerVersion>::all()) AddCustomContext(peer.peer, peer.version);
}

}  // namespace satchel_bench
