// The result as CSV (RFC 4180): one line a row, with the fields that the schema's x-columns name.
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "app/results/run_report.hpp"
#include "app/results/schema.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

struct Field {
  std::string name;
  Json::json_pointer place;  ///< in a row's JSON; empty: its axes
};

std::vector<Field> fields_of_csv() {
  const Json schema = Json::parse(result_schema().front().text);
  std::vector<Field> fields;
  for (const Json& column : schema.at("x-columns")) {
    if (column.value("only", "") == "frame") continue;
    std::string path = column.value("path", "");
    path.resize(std::min(path.find(' '), path.size()));  // without that of an older version
    std::replace(path.begin(), path.end(), '.', '/');
    fields.push_back(
        {column.at("name").get<std::string>(), Json::json_pointer(path.empty() ? "" : "/" + path)});
  }
  return fields;
}

/// A field of text from outside.
std::string quoted(const std::string& given) {
  const std::string text = printable(given);
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

std::string text_of(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.9g}", value.get<double>());
  if (!value.is_array()) return value.dump();
  std::vector<std::string> parts;
  for (const Json& part : value) parts.push_back(text_of(part));
  return fmt::format("{}", fmt::join(parts, " "));
}

}  // namespace

void print_csv(std::ostream& out, const Report& report) {
  const std::vector<Field> fields = fields_of_csv();
  std::vector<std::string> line;
  for (const Field& field : fields) line.push_back(field.name);
  fmt::print(out, "{}\r\n", fmt::join(line, ","));
  for (const ResultRow& row : report.rows) {
    const Json json = to_json(report, row);
    line.clear();
    for (const Field& field : fields) {
      if (field.place.empty())
        line.push_back(quoted(axes_of(row.configuration)));
      else
        line.push_back(json.contains(field.place) ? quoted(text_of(json.at(field.place))) : "");
    }
    fmt::print(out, "{}\r\n", fmt::join(line, ","));
  }
}

}  // namespace gputest
