#include "app/report/report_page.hpp"

#include <fmt/format.h>

#include <map>
#include <ostream>
#include <random>
#include <string>
#include <string_view>

#include "common/core/embedded.hpp"
#include "common/core/error.hpp"

namespace gputest {

/// The files of app/report/page/ for each page, the HTML skeleton first, and the charts' library if
/// the build found it.
const std::vector<EmbeddedFile>& report_page_files();
const std::vector<EmbeddedFile>& certificate_page_files();
const std::vector<EmbeddedFile>& report_chart_files();

namespace {

/// The concatenated texts of the files with that ending, in order.
std::string page_texts(const std::vector<EmbeddedFile>& files, std::string_view ending) {
  std::string text;
  for (const EmbeddedFile& file : files)
    if (file.path.ends_with(ending)) text.append(file.text);
  return text;
}

/// A nonce that scripts need to run. Each page has another one, so that a script smuggled in with
/// the data cannot run.
std::string make_nonce() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

/// JSON without "<", so that it cannot end its script element.
std::string inert(const nlohmann::ordered_json& data) {
  std::string text;
  for (const char c : data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace))
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  return text;
}

/// Writes the skeleton with its placeholders replaced by the parts.
void write_page(std::ostream& out, const std::vector<EmbeddedFile>& files,
                const std::string& charts, const nlohmann::ordered_json& data) {
  const std::map<std::string_view, std::string> parts{
      {"nonce", make_nonce()}, {"style", page_texts(files, ".css")},  {"data", inert(data)},
      {"charts", charts},      {"scripts", page_texts(files, ".js")},
  };
  std::string_view rest = files.front().text;
  for (auto from = rest.find("{{"); from != rest.npos; from = rest.find("{{")) {
    const auto to = rest.find("}}", from);
    out << rest.substr(0, from) << parts.at(rest.substr(from + 2, to - from - 2));
    rest.remove_prefix(to + 2);
  }
  out << rest;
}

}  // namespace

bool report_has_charts() { return !report_chart_files().empty(); }

void write_report_page(std::ostream& out, const nlohmann::ordered_json& data) {
  write_page(out, report_page_files(), page_texts(report_chart_files(), ".js"), data);
}

void write_certificate_page(std::ostream& out, const nlohmann::ordered_json& data) {
  write_page(out, certificate_page_files(), "", data);
}

}  // namespace gputest
