// The rows of a sweep that is not through yet, kept beside its result as they are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/run/result.hpp"

namespace gputest {

/// A file that only grows, and that nobody else writes while this lives. Each row is on the disk
/// before the next case begins, so that the end of the process by whatever signal loses none.
class SweepJournal {
 public:
  /// A row as kept: of which case, and what the row says beyond that (to_message()).
  struct Entry {
    std::size_t number = 0;
    bool is_repeat = false;
    std::string row;
  };

  /// The journal of the result at `path`.
  static std::string path_of(const std::string& path);

  /// Opens the file, or makes it. Throws Error(bad_input) where it cannot, where another process
  /// has it, or where it is something else.
  explicit SweepJournal(std::string path);
  ~SweepJournal();
  SweepJournal(const SweepJournal&) = delete;
  SweepJournal& operator=(const SweepJournal&) = delete;

  /// Of which sweep it is; null in a new file.
  const nlohmann::ordered_json& header() const { return header_; }
  /// The rows that were whole when it was opened.
  const std::vector<Entry>& entries() const { return entries_; }

  /// Throw Error(bad_input) where it cannot be written, and leave what was there.
  void write_header(const nlohmann::ordered_json& header);
  void add(const Entry& entry);
  /// The result has the rows now.
  void remove();

 private:
  void read(const std::string& content);
  void append(const std::string& bytes);

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;  ///< of what is whole
  nlohmann::ordered_json header_;
  std::vector<Entry> entries_;
};

}  // namespace gputest
