#include "app/run/output.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/command/messages.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/output_file.hpp"
#include "common/core/standard_streams.hpp"

namespace gputest {
namespace {

/// The rows of a JSON result, or the lines of another file, which are at least as many. 0 if there
/// is no file, the maximum if it cannot be read.
std::size_t rows_in(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  if (access(path.c_str(), R_OK) != 0) return std::numeric_limits<std::size_t>::max();
  const std::string content = read_file(path);
  const auto json = nlohmann::json::parse(content, nullptr, false);
  if (json.is_object() && json.contains("results")) return json["results"].size();
  return static_cast<std::size_t>(std::count(content.begin(), content.end(), '\n'));
}

constexpr int kFile = -1;  // not a descriptor, so never a terminal

}  // namespace

TextStyle style_of(const RunCommand& command, int descriptor) {
  TextStyle style;
  style.width = text_width(descriptor);
  style.terminal = is_terminal(descriptor);
  style.colour = has_colour(command.colour, descriptor);
  style.wide = command.wide;
  style.quiet = command.quiet;
  style.plot = command.plot;
  return style;
}

void print_to(const RunCommand& command, const Report& report, bool is_kept) {
  const std::string& path = command.output;
  const bool stays =
      !path.empty() && report.interruption && rows_in(path) > report.interruption->finished;
  const auto print_here = [&] {
    print(std::cout, report, command.format, style_of(command, STDOUT_FILENO));
    require_standard_output();
  };
  if (path.empty()) return print_here();
  if (stays) {
    say("{} has more rows and is not replaced; these rows go to standard output", path);
    return print_here();
  }
  try {
    write_file_atomically(path, [&](std::ostream& out) {
      print(out, report, command.format, style_of(command, kFile));
    });
  } catch (const Error& error) {
    if (is_kept) throw;
    std::string where = "its rows went to standard output";
    try {
      print_here();
    } catch (const Error& other) {
      where = fmt::format("its rows are lost: {}", other.what());
    }
    throw Error(error.status(), fmt::format("{}; {}", error.what(), where));
  }
}

}  // namespace gputest
