// A step of the build. It replaces each kernel's body in files of kernels by a semicolon, for a
// compiler that only needs the kernels' names. It would otherwise compile a body for every name.
//
//   gputest_declare FOLDER FILE...    writes FOLDER/FILE for each, if changed
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// The position after the bracket that closes the one at `open`. Ignores brackets in comments and
/// strings.
std::size_t behind_bracket(const std::string& text, std::size_t open) {
  const char opening = text[open], closing = opening == '(' ? ')' : '}';
  std::size_t depth = 0;
  for (std::size_t k = open; k < text.size(); ++k) {
    if (text.compare(k, 2, "//") == 0) k = text.find('\n', k);
    if (text.compare(k, 2, "/*") == 0) k = text.find("*/", k) + 1;
    if (text[k] == '"')
      for (++k; text[k] != '"'; ++k)
        if (text[k] == '\\') ++k;
    if (text[k] == opening) ++depth;
    if (text[k] == closing && --depth == 0) return k + 1;
  }
  throw std::runtime_error("a bracket is not closed");
}

/// The text with a declaration in place of each function that is marked __global__.
std::string declared(const std::string& text) {
  const std::string mark = "__global__", bounds = "__launch_bounds__";
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, done)) {
    std::size_t open = text.find('(', at);
    if (text.compare(open - bounds.size(), bounds.size(), bounds) == 0)
      open = text.find('(', behind_bracket(text, open));
    const std::size_t behind = behind_bracket(text, open);
    const std::size_t next = text.find_first_not_of(" \n", behind);
    out += text.substr(done, behind - done);
    done = behind;
    if (text[next] != '{') continue;  // already a declaration
    out += ';';
    done = behind_bracket(text, next);
  }
  return out + text.substr(done);
}

}  // namespace

int main(int argc, char** argv) {
  for (int k = 2; k < argc; ++k) {
    const std::filesystem::path file = argv[k], to = argv[1] / file;
    try {
      const std::string text = declared(read(file));
      if (text == read(to)) continue;
      std::filesystem::create_directories(to.parent_path());
      if (!(std::ofstream(to) << text << std::flush)) throw std::runtime_error("cannot be written");
    } catch (const std::exception& error) {
      std::cerr << file.string() << ": " << error.what() << "\n";
      return 1;
    }
  }
}
