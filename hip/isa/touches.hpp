// Records the accesses to a word of memory since the last synchronisation of all possible users:
// for LDS, the wavefronts of a block since a barrier; for an array, the blocks since the start of
// the launch.
#pragma once

#include <cstdint>

namespace gputest::isa {

enum class Use : std::uint8_t { read, write, atomic };

/// The record of a four-byte word or of a 64-byte line, packed so that one atomic operation changes
/// it:
///   since    12 bits  number of the period; the record of another period is empty
///   writer   21       0: none; or kSeveral
///   atomic    1       the writers used only atomics
///   written   4       bytes
///   reader   21
///   read      4       bytes; for a line, all four or none
///   words     1       for a line: its words have records too
/// For several writers or readers, the bytes are those that two of them share, so every reported
/// race did happen.
/// is reported did happen.
class Touches {
 public:
  static constexpr std::uint32_t kMoments = 1u << 12, kSeveral = (1u << 21) - 1;
  static constexpr std::uint64_t kLine = 64;  ///< bytes

  /// Notes an access of `who` (from 1 to kSeveral - 1) to those bytes of the word. Returns an
  /// earlier conflicting user: its number, kSeveral, or 0.
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

  /// The same for all bytes of a line, only in the line's record. Sets `has_words` if its words
  /// have records; check those too then.
  static std::uint32_t note_line(std::uint64_t& line, std::uint32_t since, std::uint32_t who,
                                 Use use, bool& has_words) {
    const std::uint32_t other = note(line, since, who, use, 15);
    has_words = (__atomic_load_n(&line, __ATOMIC_RELAXED) & kHasWords) != 0;
    return other;
  }

  /// Marks in a line's record that its words have records; call it before noting one of them.
  /// Returns an earlier conflicting user of the whole line.
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
  /// An earlier conflicting user of the bytes in that record of the current period; or 0.
  static std::uint32_t opponent(std::uint64_t record, std::uint32_t who, Use use,
                                std::uint32_t bytes) {
    const std::uint32_t writer = record >> 12 & kSeveral, written = record >> 34 & 15;
    const std::uint32_t reader = record >> 38 & kSeveral, read = record >> 59 & 15;
    const bool atomic = (record >> 33 & 1) != 0;
    if (use == Use::write && reader != 0 && reader != who && (read & bytes) != 0) return reader;
    // A plain load with atomics of others is allowed: a compare-and-swap loop begins with one.
    if (writer != 0 && writer != who && (written & bytes) != 0 && (use == Use::write || !atomic))
      return writer;
    return 0;
  }
  static void join(std::uint32_t& user, std::uint32_t& used, std::uint32_t who,
                   std::uint32_t bytes) {
    if (user == 0 || user == who) {
      user = who;
      used |= bytes;
    } else if (user != kSeveral) {
      user = kSeveral;
      used &= bytes;
    }
  }
};

/// Calls note(number of the word, mask of its bytes) for the words that contain those bytes.
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
