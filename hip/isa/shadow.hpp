// State of an array in addition to its bytes: which bytes are defined, and who accessed them in a
// launch.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

namespace gputest::isa {

/// The state of a byte.
enum class Written : std::uint8_t {
  never,
  value,
  without_value,  ///< a kernel stored an undefined value
};

/// The state of one array: for each byte whether it is defined, for each word who accessed it.
class Shadow {
 public:
  /// The state of `bytes` bytes that were never written. Throws std::bad_alloc.
  explicit Shadow(std::uint64_t bytes);

  /// The states of the bytes from there on, each a Written.
  std::uint8_t* written(std::uint64_t offset) { return written_.get() + offset; }
  const std::uint8_t* written(std::uint64_t offset) const { return written_.get() + offset; }
  void set(std::uint64_t offset, std::uint64_t bytes, Written state) {
    std::memset(written_.get() + offset, static_cast<int>(state), bytes);
  }
  /// Whether all those bytes are defined.
  bool has_value(std::uint64_t offset, std::uint64_t bytes) const;

  /// The record (touches.hpp) of a four-byte word.
  std::uint64_t& touches(std::uint64_t word) { return touches_.get()[word]; }
  /// The record of a 64-byte line.
  std::uint64_t& line(std::uint64_t number) { return lines_.get()[number]; }
  void forget_touches();

  /// Keeps the message about the first store of an undefined value.
  void blame(const std::string& store);
  /// That message, if one of those bytes is from such a store; else empty.
  std::string blamed(std::uint64_t offset, std::uint64_t bytes) const;

 private:
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  std::uint64_t bytes_;
  // Unused pages take no memory, because calloc allocates these.
  std::unique_ptr<std::uint8_t, Free> written_;
  std::unique_ptr<std::uint64_t, Free> touches_, lines_;
  mutable std::mutex mutex_;
  std::string blame_;
};

}  // namespace gputest::isa
