// Every registered kernel on every device, in every layout and precision, and of its own layout in
// every block size, at awkward sizes: a kernel is tested by being registered.
//
// GPUTEST_CONFORMANCE=alone runs those configurations in which one axis at most has another value
// than the kernel's first, =combined the others; without it all of them run.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "app/conformance.hpp"
#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/core/sanitizers.hpp"
#include "common/run/runner.hpp"

namespace gputest {
namespace {

constexpr bool kEveryAccessIsChecked = GT_ASAN;  // which is slow

/// The folder of test data; empty where there is none.
std::string test_data() {
  const char* folder = std::getenv("GPUTEST_DATA_DIR");
  return folder == nullptr ? "" : folder;
}

/// Problems and open devices are shared by all tests: references are costly, and so are contexts.
class Fixture {
 public:
  Registry registry = make_registry();

  Problem& problem(const std::string& name, const TestInput& input) {
    auto& made = problems_[{name, input}];
    if (!made) made = make_test_problem(*registry.find_family(name), input, test_data());
    return *made;
  }

  Device& device(const std::string& api, const std::string& id) {
    auto& open = devices_[id];
    if (!open) open = registry.find_backend(api)->open(id);
    return *open;
  }

 private:
  std::map<std::pair<std::string, TestInput>, std::unique_ptr<Problem>> problems_;
  std::map<std::string, std::unique_ptr<Device>> devices_;
};

Fixture& fixture() {
  static Fixture shared;
  return shared;
}

class Conformance : public testing::Test {
 public:
  Conformance(const Kernel& kernel, DeviceInfo device, Configuration configuration,
              std::vector<TestInput> inputs)
      : kernel_(kernel),
        device_(std::move(device)),
        configuration_(std::move(configuration)),
        inputs_(std::move(inputs)) {}

  void TestBody() override {
    RunnerOptions options;
    options.measure = false;
    for (const TestInput& input : inputs_) {
      SCOPED_TRACE(fmt::format("n={} {} {}", input.n, input.file, input.options));
      const ResultRow row =
          Runner(options).run(kernel_, fixture().device(kernel_.info().api, device_.id),
                              fixture().problem(kernel_.info().family, input), configuration_);
      if (row.status == RowStatus::skipped) GTEST_SKIP() << row.reason;
      EXPECT_EQ(name(row.status), "ok") << row.reason << "\n" << row.api_failure.build_log;
    }
  }

 private:
  const Kernel& kernel_;
  DeviceInfo device_;
  Configuration configuration_;
  std::vector<TestInput> inputs_;
};

std::vector<TestInput> inputs_for(const KernelInfo& kernel, const Configuration& configuration) {
  std::vector<TestInput> inputs;
  for (const TestInput& input : fixture().registry.find_family(kernel.family)->test_inputs()) {
    if (!is_input_for(input, kernel, configuration)) continue;
    if (input.costly && kEveryAccessIsChecked) continue;
    if (!input.file.empty() && test_data().empty()) continue;
    inputs.push_back(input);
  }
  return inputs;
}

/// Whether this run of the program is for the configuration.
bool is_wanted(const KernelInfo& kernel, const Configuration& configuration) {
  const char* which = std::getenv("GPUTEST_CONFORMANCE");
  if (which == nullptr) return true;
  return (std::string(which) == "combined") == (changed_axes(kernel, configuration) > 1);
}

void register_kernel(const Kernel& kernel, const DeviceInfo& device) {
  for (const Configuration& configuration : conformance_configurations(kernel.info())) {
    if (!is_wanted(kernel.info(), configuration)) continue;
    std::string test = fmt::format("{}/{}/{}/block{}", kernel.info().name(), configuration.layout,
                                   name(configuration.precision), configuration.block);
    for (const auto& [axis, value] : configuration.axes) test += fmt::format("/{}={}", axis, value);
    const std::vector<TestInput> inputs = inputs_for(kernel.info(), configuration);
    testing::RegisterTest(device.id.c_str(), test.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [=, &kernel]() -> Conformance* {
                            return new Conformance(kernel, device, configuration, inputs);
                          });
  }
}

void register_all() {
  const Registry& registry = fixture().registry;
  for (const auto& backend : registry.backends())
    for (const DeviceInfo& device : backend->devices().devices)
      for (const auto& kernel : registry.kernels())
        if (kernel->info().api == backend->name()) register_kernel(*kernel, device);
}

}  // namespace
}  // namespace gputest

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  gputest::register_all();
  return RUN_ALL_TESTS();
}
