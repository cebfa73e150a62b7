// One instance of the family "memory".
#pragma once

#include "common/memory/access.hpp"
#include "common/run/family.hpp"

namespace gputest::memory {

/// n elements for any access: see make_memory().
class MemoryProblem : public Problem {
 public:
  MemoryProblem(std::uint64_t n, std::uint64_t seed) : n_(n), seed_(seed) {}

  std::uint64_t n() const override { return n_; }
  KernelSignature shapes(const Configuration& configuration) const override;
  std::vector<HostArray> inputs(const Configuration& configuration) const override;
  /// Two for a dot product with mostly zero terms.
  std::uint32_t fillings(const Configuration& configuration) const override;
  void fill(std::uint32_t filling) override { filling_ = filling; }
  /// Another seed of the hash.
  std::uint32_t symmetries(const Configuration&) const override { return 1U << 31; }
  void turn(std::uint32_t symmetry) override { symmetry_ = symmetry; }
  void make_reference(const Configuration&) override {}  // verify() computes the right results
  /// Compares every result with the oracle's; the error is the number of different results.
  Verification verify(const Configuration& configuration, Precision arithmetic,
                      const std::vector<HostArray>& outputs) const override;
  /// Bytes that the program reads and writes.
  Work work(const Configuration& configuration) const override;
  double least_shared_bytes(const Configuration& configuration) const override;
  std::uint64_t promised_atomics(const Configuration& configuration) const override;
  nlohmann::ordered_json parameters(const Configuration& configuration) const override;

 private:
  Task task(const Configuration& configuration) const;

  std::uint64_t n_, seed_;
  std::uint32_t filling_ = 0, symmetry_ = 0;
};

}  // namespace gputest::memory
