// a * b + c, rounded once.
#pragma once

namespace satchel::test {

/// The double nearest to a * b + c. std::fma of mingw-w64 rounds twice.
double rounded_once(double a, double b, double c);

}  // namespace satchel::test
