# The flags of our own code, as two targets that everything of ours links privately.

# satchel_flags: what the arithmetic needs. Same bits everywhere means no contraction of a * b + c into one rounding
# (g++ does that even to intrinsics) and no fast-math.
add_library(satchel_flags INTERFACE)
target_compile_features(satchel_flags INTERFACE cxx_std_20)
target_compile_options(satchel_flags INTERFACE -ffp-contract=off -fno-fast-math -fno-math-errno -fno-trapping-math)

# satchel_warnings: for top-level builds; a project that embeds Satchel sees none of it.
add_library(satchel_warnings INTERFACE)
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(satchel_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    -Wnon-virtual-dtor -Wold-style-cast -Wundef)
  if(SATCHEL_WERROR)
    target_compile_options(satchel_warnings INTERFACE -Werror)
  endif()
endif()

if(SATCHEL_SANITIZE)
  target_compile_options(satchel_flags INTERFACE -fsanitize=${SATCHEL_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(satchel_flags INTERFACE -fsanitize=${SATCHEL_SANITIZE})
endif()
