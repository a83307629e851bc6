#!/bin/sh
# Takes the C++ examples out of a Markdown file: extract_examples.sh README.md FOLDER
#
# The convention:
#   - every block fenced by ```cpp is an example, is compiled and has to run with exit status 0;
#   - a block that contains `int main` is a program, taken as it stands;
#   - any other is a fragment: its #include lines go to the top, the rest becomes the body of main, in a file that also
#     includes <satchel/satchel.hpp>, <array>, <cstdio>, <iostream>, <span> and <vector>;
#   - a fragment right below the line <!-- continues --> begins with the fragments before it, back to the one that
#     continues nothing; so names of theirs can be used;
#   - blocks that are not to be compiled (declarations, shell, CMake) are fenced otherwise: ```c++, ```sh, ```cmake.
# Each example becomes FOLDER/example_LINE.cpp, with #line directives that lead back to the Markdown file.
set -eu
markdown=$1 folder=$2
[ -f "$markdown" ] || { echo "$markdown is not there" >&2; exit 1; }
rm -rf "$folder"
mkdir -p "$folder"
awk -v folder="$folder" -v markdown="$markdown" '
  function finish(   file, where, fragment, i) {
    file = folder "/example_" first ".cpp"
    where = "#line " first + 1 " \"" markdown "\"\n"
    if (text ~ /int main/) {
      print where text >file
    } else {
      if (!continues) { includes = ""; body = "" }
      body = body where
      for (i = 1; i <= lines; ++i) {
        if (line[i] ~ /^#include/) { includes = includes line[i] "\n"; line[i] = "" }
        body = body line[i] "\n"
      }
      print "#include <satchel/satchel.hpp>\n#include <array>\n#include <cstdio>\n#include <iostream>\n" \
            "#include <span>\n#include <vector>\n" includes "int main() {\n" body "}" >file
    }
    close(file)
    ++count
  }
  /^```cpp[ \t]*$/ && !inside { inside = 1; first = NR; text = ""; lines = 0; next }
  /^```/ && inside { inside = 0; finish(); continues = 0; next }
  inside { text = text $0 "\n"; line[++lines] = $0; next }
  /^<!-- continues -->[ \t]*$/ { continues = 1; next }
  /[^ \t]/ { continues = 0 }
  END {
    if (inside) { print markdown ": a block is not closed" >"/dev/stderr"; exit 1 }
    if (count == 0) { print markdown ": no ```cpp block" >"/dev/stderr"; exit 1 }
    print count " examples"
  }' "$markdown"
