// A result of gputest read back: JSON that may come from anywhere and from any version.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/results/run_report.hpp"
#include "common/core/error.hpp"

namespace gputest {

/// A file of `--format=json`, of schema version 1 or 2. Its rows are a list; what they hold is for
/// a ResultReader to check.
struct ResultFile {
  std::string path;
  nlohmann::ordered_json json;
  std::optional<Interruption> interruption;

  const nlohmann::ordered_json& rows() const { return json.at("results"); }
  /// "; it was interrupted after 2 of 300 cases", or nothing.
  std::string why_short() const;
};

/// Throws Error(bad_input) where the file cannot be read, is no JSON, nests too deep, or is no
/// result of a version that is known.
ResultFile read_result_file(const std::string& path);

/// What a row says of its speed.
struct ResultEntry {
  std::string status;
  std::string strategy = "hot";  ///< the only one before there were others
  std::optional<double> median;  ///< seconds; none where nothing was timed
  std::vector<double> samples;   ///< seconds
  std::string text;  ///< the checksum of the kernel's text; empty where the row says none

  bool doubtful() const;
  /// Its answer was right, whatever its speed is worth.
  bool passed() const;
};

/// Reads values of a row, and refuses with Error(bad_input) one that is not as the schema has it.
/// The schema itself is this version's, and results of any other are read too.
class ResultReader {
 public:
  /// The row at `place`, from 0, of the file of that path, which must outlive this. Messages count
  /// rows from 1, as `explain` does.
  ResultReader(const std::string& path, std::size_t place) : path_(path), place_(place) {}

  /// Throws where it is not right.
  void require(bool right, const char* what, const nlohmann::ordered_json& value) const;
  /// A text that is not empty; empty for null where that may be.
  std::string word(const nlohmann::ordered_json& row, const char* what, bool may_be_null) const;
  /// A whole number over 0, in digits; empty for null where that may be.
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

/// "FILE is no result of gputest: WHY".
Error no_result(const std::string& path, const std::string& why);

/// What a call returns that reads the file's JSON; where that lacks a member or has one of another
/// type, throws Error(bad_input) for it.
template <class Call>
auto reading(const std::string& path, const Call& call) {
  try {
    return call();
  } catch (const nlohmann::json::exception& error) {
    throw no_result(path, error.what());
  }
}

}  // namespace gputest
