#include "app/sweep/sweep_journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "common/core/destination.hpp"
#include "common/core/host.hpp"
#include "common/core/parse_number.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFirstLine = "gputest sweep journal 1\n";

/// A part of the file: a line with its number of bytes, and these bytes.
std::string part_of(const Json& json) {
  std::string bytes;
  Json::to_cbor(json, bytes);
  return fmt::format("{}\n{}\n", bytes.size(), bytes);
}

/// Takes the next part off the text; false if no part is complete.
bool take_part(std::string_view& text, Json& part) {
  const auto line = text.substr(0, text.find('\n'));
  const auto size = parse_number<std::uint64_t>(line);
  const auto start = line.size() + 1;
  if (!size || text.size() < start || text.size() - start <= *size || text[start + *size] != '\n')
    return false;
  part = Json::from_cbor(text.substr(start, *size), true, false);
  text.remove_prefix(start + *size + 1);
  return !part.is_discarded();
}

}  // namespace

bool SweepJournal::is_there(const std::string& path) {
  std::error_code absent;
  const auto size = std::filesystem::file_size(path_of(path), absent);
  return !absent && size > 0;
}

std::string SweepJournal::path_of(const std::string& path) {
  return destination_of(path).path() + ".journal";
}

SweepJournal::SweepJournal(std::string path) : path_(std::move(path)) {
  constexpr mode_t kMode = 0666;
  descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, kMode);
  if (descriptor_ < 0)
    throw Error(Status::bad_input, fmt::format("cannot open {}: {}", path_, std::strerror(errno)));
  try {
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
      throw Error(Status::bad_input,
                  fmt::format("another sweep is writing {}; wait until it ends", path_));
    read(read_file(path_));
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

SweepJournal::~SweepJournal() { close(descriptor_); }

void SweepJournal::read(const std::string& content) {
  const auto other = [&] {
    return Error(Status::bad_input, fmt::format("{} is not the journal of a sweep", path_));
  };
  std::string_view text(content);
  // A sweep that ended before its header was written has no rows.
  if (text.size() < kFirstLine.size() && kFirstLine.starts_with(text)) return;
  if (!text.starts_with(kFirstLine)) throw other();
  text.remove_prefix(kFirstLine.size());
  Json part;
  if (!take_part(text, part)) return;
  header_ = std::move(part);
  size_ = content.size() - text.size();
  try {
    while (take_part(text, part)) {
      const auto& row = part.at("row").get_binary();
      entries_.push_back({part.at("case").get<std::size_t>(), part.at("repeat").get<bool>(),
                          std::string(row.begin(), row.end())});
      size_ = content.size() - text.size();
    }
  } catch (const Json::exception&) {
    throw other();
  }
}

void SweepJournal::write_header(const Json& header) {
  size_ = 0;
  try {
    append(std::string(kFirstLine) + part_of(header));
  } catch (...) {
    remove();  // an empty file is no journal
    throw;
  }
  header_ = header;
}

void SweepJournal::add(const Entry& entry) {
  append(part_of({{"case", entry.number},
                  {"repeat", entry.is_repeat},
                  {"row", Json::binary({entry.row.begin(), entry.row.end()})}}));
}

void SweepJournal::append(const std::string& bytes) {
  const auto fail = [&](const char* action) {
    const int code = errno;
    if (ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) errno = code;
    const char* const advice =
        size_ == 0 ? "make room and run the sweep again" : "continue with --resume";
    throw Error(Status::bad_input,
                fmt::format("cannot {} {}: {}; {}", action, path_, std::strerror(code), advice));
  };
  if (ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) fail("write");
  for (std::string_view rest(bytes); !rest.empty();) {
    const ssize_t written = write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  if (fdatasync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail("flush");
  size_ += bytes.size();
}

void SweepJournal::remove() { unlink(path_.c_str()); }

}  // namespace gputest
