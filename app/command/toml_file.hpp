// A TOML file of the user. Its errors name the place in the file.
#pragma once

#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/error.hpp"

namespace gputest {

/// The file's tables. Every error is "file:line:column: error: sentence".
class TomlFile {
 public:
  /// Errors call the file `path`. Throws Error(bad_input) if the text is not TOML.
  TomlFile(std::string path, std::string_view text);

  const toml::table& root() const { return root_; }

  /// Throws Error(status).
  [[noreturn]] void refuse(const toml::node& at, const std::string& sentence,
                           Status status = Status::bad_input) const;

  /// Throws Error(status) if the table has another key.
  void require_keys(const toml::table& table, const std::vector<std::string>& known,
                    Status status = Status::bad_input) const;

  /// The text of a key, or `otherwise` without it; if that is empty too, the key is required.
  std::string text(const toml::table& table, std::string_view key,
                   std::optional<std::string> otherwise = {}) const;

  /// A whole number above 0, or `otherwise` without the key.
  std::uint64_t count(const toml::table& table, std::string_view key,
                      std::uint64_t otherwise) const;

  /// The tables of an array; none if the key is missing.
  std::vector<const toml::table*> tables(const toml::table& table, std::string_view key) const;

 private:
  std::string path_;
  toml::table root_;
};

}  // namespace gputest
