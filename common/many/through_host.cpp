// Copies parts and sums through the host's memory, and round a ring of the ranks by MPI.
#include <algorithm>
#include <array>
#include <mutex>

#include "common/device/staging.hpp"
#include "common/many/gravity.hpp"
#include "common/many/numbers.hpp"

namespace gputest::many {
namespace {

class ThroughHost : public Exchange {
 public:
  explicit ThroughHost(const Exchanged& exchanged)
      : bytes_(exchanged.bytes_per_number),
        ranks_(*exchanged.ranks),
        firsts_(exchanged.firsts),
        size_(static_cast<int>(firsts_.size()) - 1),
        pins_(exchanged.pins),
        gives_back_to_(exchanged.gives_back_to) {
    for (Staging& column : columns_) {
      column = Staging(pins_);
      column.resize(exchanged.n * bytes_);
    }
    if (exchanged.both_sides) back_.resize(kSums * exchanged.n * bytes_);
    for (const int rank : exchanged.takes_back_from)
      taken_back_.emplace_back(rank, Staging())
          .second.resize(block(back_, ranks_.rank(), kSums).second);
  }

  void begin() override { std::fill_n(back_.data(), back_.size(), std::byte{0}); }

  void publish(const Range& own, const Coordinates& from) override {
    for (std::size_t c = 0; c < kCoordinates; ++c)
      from[c]->read_part(0, own.count * bytes_, columns_[c].data() + own.first * bytes_);
  }

  /// Advances the ring: each rank passes on the bodies that it received last from the rank before
  /// it.
  bool progress() override {
    const int size = size_, me = ranks_.rank();
    if (round_ == size - 1 || me >= size) {
      round_ = 0;  // of the next launch
      is_under_way_ = false;
      return true;
    }
    if (!is_under_way_) {
      for (auto& column : columns_) {
        const auto [sent, sent_bytes] = block(column, (me - round_ + size) % size);
        const auto [taken, taken_bytes] = block(column, (me - round_ - 1 + size) % size);
        ranks_.begin_send((me + 1) % size, sent, sent_bytes);
        ranks_.begin_receive((me + size - 1) % size, taken, taken_bytes);
      }
      is_under_way_ = true;
    }
    if (!ranks_.done()) return false;
    is_under_way_ = false;
    ++round_;
    return false;
  }

  bool has(int rank) const override { return (ranks_.rank() - rank + size_) % size_ <= round_; }

  void take(const Range& bodies, Coordinates& to, std::uint64_t place) override {
    for (std::size_t c = 0; c < kCoordinates; ++c)
      to[c]->write_beside(place * bytes_, bodies.count * bytes_,
                          columns_[c].data() + bodies.first * bytes_);
  }

  void give_back(const Range& others, const DeviceMemory& from, std::uint64_t place) override {
    Staging sums = take_spare();
    sums.resize(kSums * others.count * bytes_);
    from.read_part(kSums * place * bytes_, sums.size(), sums.data());
    const std::lock_guard<std::mutex> lock(giving_back_);
    add_numbers(back_.data() + kSums * others.first * bytes_, sums, bytes_);
    spare_.push_back(std::move(sums));
  }

  /// Sends the sums of this rank's devices to the ranks that own the bodies, which add them.
  bool progress_back() override {
    if (!is_under_way_) {
      for (const int rank : gives_back_to_) {
        const auto [sent, sent_bytes] = block(back_, rank, kSums);
        ranks_.begin_send(rank, sent, sent_bytes);
      }
      for (auto& [rank, sums] : taken_back_) ranks_.begin_receive(rank, sums.data(), sums.size());
      is_under_way_ = true;
    }
    if (!ranks_.done()) return false;
    is_under_way_ = false;
    for (const auto& [rank, sums] : taken_back_)
      add_numbers(block(back_, ranks_.rank(), kSums).first, sums, bytes_);
    return true;
  }

  void take_back(const Range& own, DeviceMemory& to) override {
    const std::uint64_t bytes = kSums * bytes_;
    to.write_part(0, own.count * bytes, back_.data() + own.first * bytes);
  }

 private:
  /// A rank's numbers in a column with `components` numbers per body.
  std::pair<std::byte*, std::uint64_t> block(Staging& column, int rank,
                                             std::uint64_t components = 1) const {
    const auto k = static_cast<std::size_t>(rank);
    const std::uint64_t bytes = components * bytes_;
    return {column.data() + firsts_[k] * bytes, (firsts_[k + 1] - firsts_[k]) * bytes};
  }

  Staging take_spare() {
    const std::lock_guard<std::mutex> lock(giving_back_);
    if (spare_.empty()) return Staging(pins_);
    Staging sums = std::move(spare_.back());
    spare_.pop_back();
    return sums;
  }

  std::uint64_t bytes_;
  Ranks& ranks_;
  std::vector<std::uint64_t> firsts_;
  int size_;  ///< ranks that have bodies
  Queue* pins_;
  std::array<Staging, kCoordinates> columns_;
  Staging back_{pins_};         ///< sums to which devices of this rank have added
  std::vector<Staging> spare_;  ///< buffers into which sums are read first, one for each device at
                                ///< work at once
  std::mutex giving_back_;
  std::vector<int> gives_back_to_;
  std::vector<std::pair<int, Staging>> taken_back_;  ///< one for each rank
  int round_ = 0;
  bool is_under_way_ = false;
};

}  // namespace

std::unique_ptr<Exchange> through_host(const Exchanged& exchanged) {
  return std::make_unique<ThroughHost>(exchanged);
}

}  // namespace gputest::many
