// Who has gone to a word of memory since the last moment at which all who can had to wait for each
// other: the wavefronts of a block to LDS since a barrier, the blocks of a launch to an array.
#pragma once

#include <cstdint>

namespace gputest::isa {

enum class Use : std::uint8_t { read, write, atomic };

/// A record of a word of four bytes or of a line of 64, packed so that it is changed in one piece:
///   since    12 bits  the moment, counted; a record of another one is empty
///   writer   21       0 nobody, kSeveral
///   atomic    1       all that the writers did
///   written   4       bytes
///   reader   21
///   read      4       bytes; of a line all four or none
///   words     1       of a line: its words have records too
/// Of several writers or readers the bytes are those that two of them had in common, so that what
/// is reported did happen.
class Touches {
 public:
  static constexpr std::uint32_t kMoments = 1u << 12, kSeveral = (1u << 21) - 1;
  static constexpr std::uint64_t kLine = 64;  ///< bytes

  /// Notes that `who` (from 1 to kSeveral - 1) goes to those bytes of the word. Gives the one
  /// before who must not have gone there: its number, kSeveral, or 0.
  static std::uint32_t note(std::uint64_t& word, std::uint32_t since, std::uint32_t who, Use use,
                            std::uint32_t bytes) {
    std::uint64_t old = __atomic_load_n(&word, __ATOMIC_RELAXED);
    for (;;) {
      std::uint32_t other = 0;
      const std::uint64_t now = changed(old, since, who, use, bytes, other);
      if (now == old ||
          __atomic_compare_exchange_n(&word, &old, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return other;
    }
  }

  /// The same of all bytes of a line, in its record alone. `has_words` becomes whether its words
  /// have records, which then are to be asked too.
  static std::uint32_t note_line(std::uint64_t& line, std::uint32_t since, std::uint32_t who,
                                 Use use, bool& has_words) {
    const std::uint32_t other = note(line, since, who, use, 15);
    has_words = (__atomic_load_n(&line, __ATOMIC_RELAXED) & kHasWords) != 0;
    return other;
  }

  /// Says in a line's record that its words have records, before one of them is noted. Gives the
  /// one before who went to the whole line and must not have.
  static std::uint32_t enter_line(std::uint64_t& line, std::uint32_t since, std::uint32_t who,
                                  Use use) {
    std::uint64_t old = __atomic_load_n(&line, __ATOMIC_RELAXED);
    for (;;) {
      const std::uint64_t now =
          ((old & (kMoments - 1)) == since ? old : std::uint64_t{since}) | kHasWords;
      if (now == old ||
          __atomic_compare_exchange_n(&line, &old, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return opponent(now, who, use, 15);
    }
  }

 private:
  static constexpr std::uint64_t kHasWords = 1ull << 63;

  static std::uint64_t changed(std::uint64_t old, std::uint32_t since, std::uint32_t who, Use use,
                               std::uint32_t bytes, std::uint32_t& other) {
    if ((old & (kMoments - 1)) != since) old = since;
    std::uint32_t writer = old >> 12 & kSeveral, written = old >> 34 & 15;
    std::uint32_t reader = old >> 38 & kSeveral, read = old >> 59 & 15;
    bool atomic = (old >> 33 & 1) != 0;
    other = opponent(old, who, use, bytes);
    if (use != Use::read) {
      atomic = use == Use::atomic && (atomic || writer == 0);
      join(writer, written, who, bytes);
    } else {
      join(reader, read, who, bytes);
    }
    return since | std::uint64_t{writer} << 12 | std::uint64_t{atomic} << 33 |
           std::uint64_t{written} << 34 | std::uint64_t{reader} << 38 | std::uint64_t{read} << 59 |
           (old & kHasWords);
  }
  /// Who that record, of this moment, has of those that must not have gone to the bytes; or 0.
  static std::uint32_t opponent(std::uint64_t record, std::uint32_t who, Use use,
                                std::uint32_t bytes) {
    const std::uint32_t writer = record >> 12 & kSeveral, written = record >> 34 & 15;
    const std::uint32_t reader = record >> 38 & kSeveral, read = record >> 59 & 15;
    const bool atomic = (record >> 33 & 1) != 0;
    if (use == Use::write && reader != 0 && reader != who && (read & bytes) != 0) return reader;
    // A plain load beside atomics is how a loop of compare-and-swap begins, which compilers make.
    if (writer != 0 && writer != who && (written & bytes) != 0 && (use == Use::write || !atomic))
      return writer;
    return 0;
  }
  static void join(std::uint32_t& whose, std::uint32_t& which, std::uint32_t who,
                   std::uint32_t bytes) {
    if (whose == 0 || whose == who) {
      whose = who;
      which |= bytes;
    } else if (whose != kSeveral) {
      whose = kSeveral;
      which &= bytes;
    }
  }
};

/// Calls note(number of the word, mask of its bytes) for the words that hold those bytes.
template <class F>
void for_words(std::uint64_t offset, std::uint32_t bytes, F&& note) {
  if (offset % 4 == 0 && bytes % 4 == 0) {
    for (std::uint32_t k = 0; k < bytes / 4; ++k) note(offset / 4 + k, 15u);
    return;
  }
  while (bytes > 0) {
    const auto within = static_cast<std::uint32_t>(offset % 4);
    const std::uint32_t part = bytes < 4 - within ? bytes : 4 - within;
    note(offset / 4, ((1u << part) - 1) << within);
    offset += part;
    bytes -= part;
  }
}

}  // namespace gputest::isa
