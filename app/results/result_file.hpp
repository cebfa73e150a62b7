// Reads results of gputest: JSON that may come from anywhere and from any version.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/results/run_report.hpp"
#include "common/core/error.hpp"
#include "common/core/json_text.hpp"

namespace gputest {

/// A file of `--format=json`, of schema version 1 or 2. Its rows are a list; a ResultReader checks
/// their content.
struct ResultFile {
  std::string path;
  nlohmann::ordered_json json;
  std::optional<Interruption> interruption;

  const nlohmann::ordered_json& rows() const { return json.at("results"); }
  /// "; it was interrupted after 2 of 300 cases", or empty.
  std::string why_short() const;
};

/// Throws Error(bad_input) if the file cannot be read, is not JSON, nests too deep, or is not a
/// result of a known version.
ResultFile read_result_file(const std::string& path);

/// The status and times of a row.
struct ResultEntry {
  std::string status;
  std::string strategy = "hot";  ///< the only one in early versions
  std::optional<double> median;  ///< seconds; none if nothing was timed
  std::vector<double> samples;   ///< seconds
  std::string text;              ///< checksum of the kernel's text; empty if the row has none

  bool doubtful() const;
  /// Whether its results were right; its speed may be unreliable.
  bool passed() const;
};

/// Reads values of a row and throws Error(bad_input) for one that does not follow the schema. The
/// schema is this version's, but results of other versions are read too.
class ResultReader {
 public:
  /// The row at `place`, from 0, of the file `path`, which must outlive the reader. Messages count
  /// rows from 1, like `explain`.
  ResultReader(const std::string& path, std::size_t place) : path_(path), place_(place) {}

  /// Throws unless the value is right.
  void require(bool right, const char* what, const nlohmann::ordered_json& value) const;
  /// A text that is not empty; for null, if allowed, empty.
  std::string word(const nlohmann::ordered_json& row, const char* what, bool may_be_null) const;
  /// A whole number above 0, in digits; for null, if allowed, empty.
  std::string count(const nlohmann::ordered_json& row, const char* what, bool may_be_null) const;
  /// One of the names.
  std::string choice(const nlohmann::ordered_json& value, const char* what,
                     const std::vector<std::string_view>& names) const;
  /// Status, times and checksum of a row that has a kernel.
  ResultEntry entry(const nlohmann::ordered_json& row) const;

 private:
  void read_time(const nlohmann::ordered_json& time, ResultEntry& entry) const;

  const std::string& path_;
  std::size_t place_;
};

/// "FILE is not a result of gputest: WHY".
Error no_result(const std::string& path, const std::string& why);

/// Returns the value of a call that reads the file's JSON. Throws Error(bad_input) if the JSON
/// lacks a member or has one of another type. `part` names the JSON: "row 3".
template <class Call>
auto reading(const std::string& path, const Call& call, const std::string& part = "it") {
  try {
    return call();
  } catch (const nlohmann::json::exception& error) {
    throw no_result(path, part + " " + json_fault(error));
  }
}

/// The same for the row at `place`, from 0.
template <class Call>
auto reading_row(const std::string& path, std::size_t place, const Call& call) {
  return reading(path, call, "row " + std::to_string(place + 1));
}

}  // namespace gputest
