// What is known of an array beside its bytes: which have a value, and who went to them in a launch.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

namespace gputest::isa {

/// Of a byte.
enum class Written : std::uint8_t {
  never,
  value,
  without_value,  ///< a kernel stored what nobody had written
};

/// Beside one array: of each byte its state, and of each word who went to it.
class Shadow {
 public:
  /// Of so many bytes, which nobody has written. Throws std::bad_alloc.
  explicit Shadow(std::uint64_t bytes);

  /// The states of the bytes from there on, each a Written.
  std::uint8_t* written(std::uint64_t offset) { return written_.get() + offset; }
  const std::uint8_t* written(std::uint64_t offset) const { return written_.get() + offset; }
  void set(std::uint64_t offset, std::uint64_t bytes, Written state) {
    std::memset(written_.get() + offset, static_cast<int>(state), bytes);
  }
  /// Whether all those bytes have a value.
  bool has_value(std::uint64_t offset, std::uint64_t bytes) const;

  /// The record (touches.hpp) of a word of four bytes.
  std::uint64_t& touches(std::uint64_t word) { return touches_.get()[word]; }
  /// The record of a line of 64 bytes.
  std::uint64_t& line(std::uint64_t number) { return lines_.get()[number]; }
  void forget_touches();

  /// Keeps the sentence about the first store of what nobody wrote.
  void blame(const std::string& store);
  /// That sentence, if one of those bytes is such a store's; else nothing.
  std::string blamed(std::uint64_t offset, std::uint64_t bytes) const;

 private:
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  std::uint64_t bytes_;
  // Pages that nobody goes to take no memory: these come from calloc.
  std::unique_ptr<std::uint8_t, Free> written_;
  std::unique_ptr<std::uint64_t, Free> touches_, lines_;
  mutable std::mutex mutex_;
  std::string blame_;
};

}  // namespace gputest::isa
