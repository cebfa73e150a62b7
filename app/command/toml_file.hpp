// A TOML file of the user's, in which what is wrong is named with its place.
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
  /// `path` is what errors call it. Throws Error(bad_input) where the text is no TOML.
  TomlFile(std::string path, std::string_view text);

  const toml::table& root() const { return root_; }

  /// Throws Error(status).
  [[noreturn]] void refuse(const toml::node& at, const std::string& sentence,
                           Status status = Status::bad_input) const;

  /// Throws Error(status) where the table has another key.
  void require_keys(const toml::table& table, const std::vector<std::string>& known,
                    Status status = Status::bad_input) const;

  /// The text of a key, or what holds without it; where nothing does, the key must be there.
  std::string text(const toml::table& table, std::string_view key,
                   std::optional<std::string> otherwise = {}) const;

  /// A whole number above 0, or what holds without it.
  std::uint64_t count(const toml::table& table, std::string_view key,
                      std::uint64_t otherwise) const;

  /// The tables of an array of them; none where the key is missing.
  std::vector<const toml::table*> tables(const toml::table& table, std::string_view key) const;

 private:
  std::string path_;
  toml::table root_;
};

}  // namespace gputest
