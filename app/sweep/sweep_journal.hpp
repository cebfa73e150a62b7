// Keeps the rows of an unfinished sweep next to its result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/run/result.hpp"

namespace gputest {

/// A file that only grows and that is locked against other processes. Each row is on the disk
/// before the next case begins, so that no signal can lose one.
class SweepJournal {
 public:
  /// A kept row: the number of its case, and its content (to_message()).
  struct Entry {
    std::size_t number = 0;
    bool is_repeat = false;
    std::string row;
  };

  /// The journal of the result at `path`.
  static std::string path_of(const std::string& path);
  /// Whether it exists and is not empty. A sweep that ended before its first row may have left an
  /// empty file, which counts as none.
  static bool is_there(const std::string& path);

  /// Opens the file, or makes it. Throws Error(bad_input) if that fails, if another process has it
  /// open, or if it is not a journal.
  explicit SweepJournal(std::string path);
  ~SweepJournal();
  SweepJournal(const SweepJournal&) = delete;
  SweepJournal& operator=(const SweepJournal&) = delete;

  /// Identifies the sweep; null in a new file.
  const nlohmann::ordered_json& header() const { return header_; }
  /// The complete rows of the file when it was opened.
  const std::vector<Entry>& entries() const { return entries_; }

  /// Both throw Error(bad_input) if writing fails, and then keep the earlier content. A file
  /// without a header is deleted.
  void write_header(const nlohmann::ordered_json& header);
  void add(const Entry& entry);
  /// Deletes the journal, when the result has the rows.
  void remove();

 private:
  void read(const std::string& content);
  void append(const std::string& bytes);

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;  ///< bytes of the complete parts
  nlohmann::ordered_json header_;
  std::vector<Entry> entries_;
};

}  // namespace gputest
