#include "signed.hpp"

#include <map>
#include <stdexcept>

#include "signatures.hpp"

namespace satchel::python {

const char* next_signature(const std::string& scope, const char* name, const std::string& arguments) {
  static std::map<std::string, int> defined;  // how many forms of each function are
  const std::string whole = scope.empty() ? name : scope + "." + name;
  int form = defined[whole]++;
  for (const Signature& signature : signatures) {
    if (scope != signature.scope || std::string(name) != signature.name || form-- != 0) continue;
    if (!arguments.empty() && arguments != signature.arguments) {
      throw std::runtime_error("_core.pyi says " + whole + "(" + signature.arguments + "), the module (" + arguments +
                               ")");
    }
    return signature.text;
  }
  throw std::runtime_error("_core.pyi has no form " + std::to_string(defined[whole]) + " of " + whole);
}

}  // namespace satchel::python
