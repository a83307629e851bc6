// Prints which instruction set a fresh process uses and what its first batch call returns, for tests of the environment
// variable SATCHEL_ISA: "avx2 ok", or the codes of the errors, "error 19 status 19".
#include <iostream>
#include <satchel/satchel.hpp>

int main() {
  try {
    std::cout << satchel::active_isa();
  } catch (const satchel::Error& error) {
    std::cout << "error " << static_cast<int>(error.code());
  }
  try {
    satchel::Scene scene;
    scene.add_body(scene.add_box(1, 1));
    const satchel::Pair pair = {0, 0};
    satchel::Contact contact;
    const satchel::Status status = satchel::try_collide(scene, {&pair, 1}, {&contact, 1});
    if (status.ok()) {
      std::cout << (satchel::verdict(contact) == satchel::Verdict::overlapping ? " ok\n" : " wrong\n");
    } else {
      std::cout << " status " << static_cast<int>(status.code) << '\n';
    }
  } catch (const satchel::Error& error) {
    std::cout << " status " << static_cast<int>(error.code()) << '\n';  // placing the body needs a kernel as well
  }
}
