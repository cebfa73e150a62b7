#include "app/run/output.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/command/messages.hpp"
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

void print_to(const RunCommand& command, const Report& report) {
  const std::string& path = command.output;
  const bool stays =
      !path.empty() && report.interruption && rows_in(path) > report.interruption->finished;
  if (!path.empty() && !stays) {
    write_file_atomically(path, [&](std::ostream& out) {
      print(out, report, command.format, style_of(command, kFile));
    });
    return;
  }
  if (stays) say("{} has more rows and is not replaced; these rows go to standard output", path);
  print(std::cout, report, command.format, style_of(command, STDOUT_FILENO));
  require_standard_output();
}

}  // namespace gputest
