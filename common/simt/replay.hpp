// Sequences of launches, recorded once and replayed as one unit if the platform supports that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/simt/binding.hpp"

namespace gputest::simt {

/// For platforms that launch everything one by one, into the default stream.
struct NoReplay {
  static void* stream() { return nullptr; }
};

/// Recordings of the most recently used sequences of a queue.
template <class Replay>
class Recorder {
 public:
  /// Replays some of `times` repetitions of a sequence. Returns the number of repetitions left.
  std::uint32_t replay(const std::vector<const Binding*>& sequence, std::uint32_t times) {
    if (times < kRepetitions) return times;
    Recording& recording = find(sequence);
    recording.asked += times;
    if (recording.asked < kWorthwhile) return times;
    if (!recording.launches)
      recording.launches = std::make_unique<Replay>([&] {
        for (std::uint32_t k = 0; k < kRepetitions; ++k)
          for (const Binding* binding : sequence) binding->enqueue();
      });
    while (times >= kRepetitions && recording.launches->launch()) times -= kRepetitions;
    return times;
  }

 private:
  static constexpr std::uint32_t kRepetitions = 8;  // per recording
  static constexpr std::uint64_t kWorthwhile = 64;  // a recording costs as much as some launches
  static constexpr std::size_t kKept = 4;

  struct Recording {
    std::vector<std::uint64_t> bindings;  ///< their numbers
    std::uint64_t asked = 0;
    std::unique_ptr<Replay> launches;
  };

  /// The sequence's recording, moved to the front of those that are kept.
  Recording& find(const std::vector<const Binding*>& sequence) {
    std::vector<std::uint64_t> numbers;
    for (const Binding* binding : sequence) numbers.push_back(binding->number());
    auto found = std::find_if(recordings_.begin(), recordings_.end(),
                              [&](const Recording& r) { return r.bindings == numbers; });
    if (found == recordings_.end()) {
      if (recordings_.size() == kKept) recordings_.pop_back();
      recordings_.push_back({std::move(numbers), 0, nullptr});
      found = recordings_.end() - 1;
    }
    std::rotate(recordings_.begin(), found, found + 1);
    return recordings_.front();
  }

  std::vector<Recording> recordings_;
};
/// For a platform without recordings: leaves all repetitions to the caller.
template <>
class Recorder<NoReplay> {
 public:
  std::uint32_t replay(const std::vector<const Binding*>&, std::uint32_t times) { return times; }
};

}  // namespace gputest::simt
