// The memory of a kernel's addresses: the caller's buffers, with gaps between them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gputest::r600 {

/// Whole words at 32-bit addresses. Each word has a flag that says whether it is defined: a kernel
/// may copy undefined values, and the stored word is then undefined too.
class Memory {
 public:
  /// Places words that the caller owns; all of them are defined. Returns their address in bytes.
  /// Throws Error(out_of_memory) if the address space is full.
  std::uint32_t add(std::string name, std::span<std::uint32_t> words);
  /// The same for words that no kernel may write.
  std::uint32_t add_constant(std::string name, std::span<const std::uint32_t> words);

  /// The word at an address.
  struct Place {
    std::uint32_t* word = nullptr;
    std::uint8_t* known = nullptr;
    bool writable = false;
  };
  /// The words from an address on, a multiple of 4; null if they are not all in one buffer.
  std::optional<Place> find(std::uint32_t address, std::uint32_t words) const;

  /// The first undefined word of that buffer; none if all are defined.
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
  std::uint64_t next_ = 1u << 16;  // addresses near 0 are invalid
};

}  // namespace gputest::r600
