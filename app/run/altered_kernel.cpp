#include "app/run/altered_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "common/device/unwritten.hpp"

namespace gputest {
namespace {

std::uint64_t number_count(const HostArray& results) {
  return results.shape.count * results.shape.components;
}

std::byte* number_at(HostArray& results, std::uint64_t k) {
  return results.data.data() + k * bytes(results.shape.element);
}

double magnitude_at(const HostArray& results, std::uint64_t k) {
  switch (results.shape.element) {
    case Element::fp32:
      return std::abs(static_cast<double>(results.as<float>()[k]));
    case Element::fp64:
      return std::abs(results.as<double>()[k]);
    default:  // families' whole numbers
      return results.as<std::uint32_t>()[k];
  }
}

/// Flips the sign of the largest number; in little-endian order the last byte has the sign.
void flip_sign(HostArray& results) {
  std::uint64_t largest = 0;
  for (std::uint64_t k = 1; k < number_count(results); ++k)
    if (magnitude_at(results, k) > magnitude_at(results, largest)) largest = k;
  constexpr std::byte kSign{0x80};
  number_at(results, largest)[bytes(results.shape.element) - 1] ^= kSign;
}

/// Sets all bits of a number: NaN, or an integer that no result has.
void put_nan(HostArray& results) {
  constexpr int kOnes = 0xFF;
  std::memset(number_at(results, number_count(results) / 2), kOnes, bytes(results.shape.element));
}

void leave_out_last(HostArray& results) {
  const std::uint64_t size = results.shape.components * bytes(results.shape.element);
  for (std::uint64_t k = results.shape.count; k-- > 0;) {
    std::byte* const element = results.data.data() + k * size;
    if (std::all_of(element, element + size, [](std::byte b) { return b == std::byte{0}; }))
      continue;
    std::memset(element, 0, size);
    return;
  }
}

void exchange_ends(HostArray& results) {
  const std::uint64_t size = results.shape.components * bytes(results.shape.element);
  std::byte* const first = results.data.data();
  std::swap_ranges(first, first + size, first + (results.shape.count - 1) * size);
}

void leave_unwritten(HostArray& results) {
  std::memset(results.data.data(), kUnwrittenByte, results.data.size());
}

/// Another execution with altered downloads.
class AlteredExecution : public Execution {
 public:
  AlteredExecution(std::unique_ptr<Execution> execution, const Alteration& alteration)
      : execution_(std::move(execution)), alteration_(alteration) {}
  void upload(const std::vector<HostArray>& inputs) override { execution_->upload(inputs); }
  void spoil() override { execution_->spoil(); }
  void launch() override { execution_->launch(); }
  void synchronize() override { execution_->synchronize(); }
  std::vector<HostArray> download(std::uint32_t copy) override {
    std::vector<HostArray> outputs = execution_->download(copy);
    alteration_.apply(outputs.front());
    return outputs;
  }
  LaunchPlan plan() const override { return execution_->plan(); }

 private:
  std::unique_ptr<Execution> execution_;
  const Alteration& alteration_;
};

}  // namespace

const std::vector<Alteration>& alterations() {
  static const std::vector<Alteration> all{
      {"sign", "the largest number has the other sign", flip_sign},
      {"nan", "one number is NaN", put_nan},
      {"lost", "the last result is zero", leave_out_last},
      {"exchanged", "the first and the last result are exchanged", exchange_ends, 2},
      {"unwritten", "no result was written", leave_unwritten}};
  return all;
}

std::unique_ptr<Execution> AlteredKernel::prepare(Device& device,
                                                  const Configuration& configuration,
                                                  const KernelSignature& arguments) const {
  return std::make_unique<AlteredExecution>(kernel_.prepare(device, configuration, arguments),
                                            alteration_);
}

}  // namespace gputest
