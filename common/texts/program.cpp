#include "common/texts/program.hpp"

#include <array>
#include <regex>
#include <stdexcept>
#include <string_view>

#include "common/core/checksum.hpp"
#include "common/core/embedded.hpp"

namespace gputest {

/// Made by the build: the kernels' files and every header that a text holds.
const std::vector<EmbeddedFile>& embedded_texts();

namespace texts {
namespace {

constexpr std::string_view kStd = "common/texts/device_std.h";
constexpr std::array<std::string_view, 7> kStandardHeaders{
    "cmath", "cstddef", "cstdint", "math.h", "stdint.h", "type_traits", "utility"};

/// By the names that they are included by. The build has made some, in a folder of its own.
const std::map<std::string_view, std::string_view>& files() {
  static const auto all = [] {
    std::map<std::string_view, std::string_view> made;
    for (const EmbeddedFile& file : embedded_texts()) {
      const auto generated = file.path.rfind("generated/");
      made[generated == file.path.npos ? file.path : file.path.substr(generated + 10)] = file.text;
    }
    return made;
  }();
  return all;
}

bool is_standard(std::string_view name) {
  for (const std::string_view one : kStandardHeaders)
    if (one == name) return true;
  return false;
}

std::string including(std::string_view name) { return "#include \"" + std::string(name) + "\"\n"; }

/// What a text has of that name. A header that it does not hold is the host's, and empty.
std::string header(const std::string& name, Reader reader) {
  if (name == "common/device/kernel_call.hpp") return including("common/texts/kernel_call.h");
  if (is_standard(name)) return including(kStd);
  if (name == kStd && reader == Reader::process) {
    std::string all;
    for (const std::string_view one : kStandardHeaders)
      all += "#include <" + std::string(one) + ">\n";
    return all;
  }
  const auto found = files().find(name);
  return found == files().end() ? "\n" : std::string(found->second);
}

/// Adds what the text includes, and what that does.
void add_headers(std::string_view text, Reader reader, std::map<std::string, std::string>& to) {
  constexpr std::string_view kInclude = "#include ";
  for (auto at = text.find(kInclude); at != text.npos; at = text.find(kInclude, at)) {
    at += kInclude.size();
    const char closing = text[at] == '<' ? '>' : '"';
    const std::string name(text.substr(at + 1, text.find(closing, at + 1) - at - 1));
    const bool is_of_system = files().count(name) == 0 && !name.starts_with("common/");
    if (to.count(name) > 0 || (reader == Reader::process && is_of_system)) continue;
    to[name] = header(name, reader);
    add_headers(std::string(to[name]), reader, to);
  }
}

/// Whole numbers of 64 bits have another name in a text than for the host's compiler, g++ or clang.
std::string in_a_text(const std::string& words) {
  static const std::regex number(
      "long long unsigned int|unsigned long long|long unsigned int|unsigned long");
  std::string out;
  auto done = words.begin();
  for (std::sregex_iterator found(words.begin(), words.end(), number), end; found != end; ++found) {
    out.append(done, words.begin() + found->position());
    out += found->str().find("long long") == std::string::npos ? "std::uint64_t"
                                                               : "unsigned long long";
    done = words.begin() + found->position() + found->length();
  }
  return out.append(done, words.end());
}

}  // namespace

std::string Program::checksum() const {
  std::string all = text;
  for (const auto& [name, header] : headers) all += name + '\n' + header;
  return gputest::checksum(all);
}

Program make_program(const std::string& file, const std::vector<Instance>& instances,
                     Reader reader) {
  if (files().count(file) == 0) throw std::logic_error("the program holds no text of " + file);
  Program program{file, "#define GPUTEST_TEXT\n", {}};
  if (!instances.empty()) program.text += instances.front().macros;
  program.text += including(kStd) + including("common/simt/gpu.hpp") + including(file);
  // Where g++ writes an argument that is a struct without its namespaces.
  program.text += "namespace gputest {\nnamespace simt {\n";
  for (const Instance& instance : instances)
    program.text += "template __global__ void " + in_a_text(instance.name) + "(" +
                    in_a_text(instance.parameters) + ");\n";
  program.text += "}\n}\n";
  add_headers(program.text, reader, program.headers);
  return program;
}

std::vector<std::string> kernel_files() {
  std::vector<std::string> all;
  for (const auto& [name, text] : files())
    if (name.ends_with(".inl")) all.emplace_back(name);
  return all;
}

}  // namespace texts
}  // namespace gputest
