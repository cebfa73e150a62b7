// The fillings that timed launches get: kernels solve each, and no answer is right for another.
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "app/registry.hpp"
#include "common/particles/mirrored.hpp"
#include "common/run/family.hpp"
#include "common/run/registry.hpp"

namespace gputest::symmetries_test {
namespace {

constexpr std::uint64_t kItems = 961;  // a square, as kernels that work in place need

/// A kernel of the CPU with its first choice on every axis, and a problem for it.
class Solved {
 public:
  Solved(const Registry& registry, const Kernel& kernel, Device& device) {
    const KernelInfo& info = kernel.info();
    configuration_ = {info.layouts.front(), info.precisions.front()};
    if (!info.blocks.empty()) configuration_.block = info.blocks.front();
    for (const auto& [axis, values] : info.axes) configuration_.axes[axis] = values.front();
    const Family& family = *registry.find_family(info.family);
    ProblemRequest request;
    request.n = kItems;
    for (const ProblemOption& option : family.options())
      request.options.emplace(option.name, option.default_value);
    problem_ = family.make_problem(request);
    problem_->make_reference(configuration_);
    execution_ = kernel.prepare(device, configuration_, problem_->shapes(configuration_));
  }

  std::uint32_t symmetries() const { return problem_->symmetries(configuration_); }

  std::vector<HostArray> answer(std::uint32_t symmetry) {
    problem_->turn(symmetry);
    execution_->upload(problem_->inputs(configuration_));
    execution_->launch();
    execution_->synchronize();
    return execution_->download();
  }
  bool is_right(std::uint32_t symmetry, const std::vector<HostArray>& outputs) {
    problem_->turn(symmetry);
    return problem_->verify(configuration_, configuration_.precision, outputs).passed;
  }

 private:
  Configuration configuration_;
  std::unique_ptr<Problem> problem_;
  std::unique_ptr<Execution> execution_;
};

TEST(Symmetries, EveryKernelSolvesThemAndNoAnswerIsRightForAnother) {
  const Registry registry = make_registry();
  const auto device = registry.find_backend("cpu")->open("cpu:0");
  std::map<std::string, int> tried;
  for (const auto& kernel : registry.kernels()) {
    const KernelInfo& info = kernel->info();
    if (info.api != "cpu" || info.name() == "memory_launch") continue;  // its answer is a count
    SCOPED_TRACE(info.name());
    Solved solved(registry, *kernel, *device);
    if (solved.symmetries() == 1) continue;
    ++tried[info.family];
    const auto first = solved.answer(0);
    for (const std::uint32_t symmetry : {1, 6}) {
      const auto other = solved.answer(symmetry);
      EXPECT_TRUE(solved.is_right(symmetry, other));
      EXPECT_FALSE(solved.is_right(symmetry, first));
      EXPECT_FALSE(solved.is_right(0, other));
      // Exactly mirrored, without other roundings.
      const bool mirrors = solved.symmetries() == kMirrorings;
      EXPECT_TRUE(!mirrors || mirrored(other.front(), symmetry).data == first.front().data);
    }
  }
  for (const char* family : {"gravity", "hermite", "central", "lj", "memory", "reorder", "stencil"})
    EXPECT_GT(tried[family], 0) << family;
}

}  // namespace
}  // namespace gputest::symmetries_test
