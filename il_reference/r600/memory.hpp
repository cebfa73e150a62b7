// The memory that a kernel's addresses are in: buffers of the caller's, apart from each other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gputest::r600 {

/// Whole words at addresses of 32 bits. Beside each word is kept whether it has a value: a kernel
/// may move what nobody wrote, and then the word that it stores has none.
class Memory {
 public:
  /// Places the words, which the caller owns and which all have values; returns their address in
  /// bytes. Throws Error(out_of_memory) where the addresses do not suffice.
  std::uint32_t add(std::string name, std::span<std::uint32_t> words);
  /// The same of words that no kernel may write.
  std::uint32_t add_constant(std::string name, std::span<const std::uint32_t> words);

  /// A word that an address leads to.
  struct Place {
    std::uint32_t* word = nullptr;
    std::uint8_t* known = nullptr;
    bool writable = false;
  };
  /// The words from an address, a multiple of 4, on; null where not all of them are in one buffer.
  std::optional<Place> find(std::uint32_t address, std::uint32_t words) const;

  /// The first word of that buffer that has no value; none where all have one.
  std::optional<std::size_t> first_unknown(std::uint32_t address) const;

 private:
  struct Buffer {
    std::string name;
    std::uint32_t begin = 0;
    std::size_t size = 0;  ///< words
    std::uint32_t* words = nullptr;
    bool writable = false;
    std::unique_ptr<std::uint8_t[]> known;
  };
  std::uint32_t place(std::string name, std::uint32_t* words, std::size_t size, bool writable);

  std::vector<Buffer> buffers_;
  std::uint64_t next_ = 1u << 16;  // what is near 0 is no address
};

}  // namespace gputest::r600
