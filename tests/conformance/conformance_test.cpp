// Every registered kernel on every device, in every layout and precision, at awkward sizes; in the
// kernel's own layout, in every block size. To register a kernel is to test it.
//
// GPUTEST_CONFORMANCE=pairs runs only few configurations of each family. They contain every pair of
// kernel, device, layout, precision, block and values of the family's axes that occurs at all.
// GPUTEST_CONFORMANCE=kernels also runs every kernel in every layout and precision on every device.
// PoCL takes six times as long if it optimises. So it never does for `pairs`, does once for each
// kernel and precision of `kernels`, and in a run of all configurations for the few of `pairs`.
// GPUTEST_CONFORMANCE_WITHOUT=hip:gfx*,opencl:0.lu_* leaves out tests with matching names.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <fnmatch.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

#include "app/registry.hpp"
#include "app/verify/conformance.hpp"
#include "common/core/error.hpp"
#include "common/core/sanitizers.hpp"
#include "common/run/runner.hpp"
#include "tests/support/covering.hpp"

namespace gputest {
namespace {

constexpr bool kEveryAccessIsChecked = GT_ASAN;  // and that is slow
constexpr const char* kFlagsOfPocl = "POCL_EXTRA_BUILD_FLAGS";

/// The folder of test data; empty if there is none.
std::string test_data() {
  const char* folder = std::getenv("GPUTEST_DATA_DIR");
  return folder == nullptr ? "" : folder;
}

/// All tests share problems and open devices, because references and contexts are costly.
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
              std::vector<TestInput> inputs, bool optimised)
      : kernel_(kernel),
        device_(std::move(device)),
        configuration_(std::move(configuration)),
        inputs_(std::move(inputs)),
        optimised_(optimised) {}

  void TestBody() override {
    if (optimised_)
      unsetenv(kFlagsOfPocl);
    else
      setenv(kFlagsOfPocl, "-cl-opt-disable", 1);
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
  bool optimised_;
};

/// One of several devices of an API. In a run of few configurations the inputs that are limited to
/// a kernel's defaults take turns on them.
struct Turn {
  std::size_t number = 0, of = 1;
};

std::vector<TestInput> inputs_for(const KernelInfo& kernel, const Configuration& configuration,
                                  Turn turn) {
  std::vector<TestInput> inputs;
  std::size_t limited = 0;
  for (const TestInput& input : fixture().registry.find_family(kernel.family)->test_inputs()) {
    if (!is_input_for(input, kernel, configuration)) continue;
    if (input.costly && kEveryAccessIsChecked) continue;
    if (!input.file.empty() && test_data().empty()) continue;
    if (input.defaults_only && limited++ % turn.of != turn.number) continue;
    inputs.push_back(input);
  }
  return inputs;
}

/// A kernel as it runs on a device.
struct Case {
  const Kernel* kernel;
  DeviceInfo device;
  Configuration configuration;
  bool optimised = true;  ///< by PoCL, which then compiles six times as long

  Combination combination() const {
    Combination values{kernel->info().name(), device.id, configuration.layout,
                       std::string(gputest::name(configuration.precision)),
                       std::to_string(configuration.block)};
    for (const auto& [axis, value] : configuration.axes) values.push_back(axis + value);
    return values;
  }

  std::string name() const {
    std::string text = fmt::format("{}/{}/{}/block{}", kernel->info().name(), configuration.layout,
                                   gputest::name(configuration.precision), configuration.block);
    for (const auto& [axis, value] : configuration.axes) text += fmt::format("/{}={}", axis, value);
    return text;
  }
};

bool is_left_out(const Case& one) {
  const char* without = std::getenv("GPUTEST_CONFORMANCE_WITHOUT");
  if (without == nullptr) return false;
  const std::string name = one.device.id + "." + one.name();
  std::istringstream patterns(without);
  for (std::string pattern; std::getline(patterns, pattern, ',');)
    if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0) return true;
  return false;
}

std::map<std::string, std::vector<Case>> cases_by_family() {
  std::map<std::string, std::vector<Case>> cases;
  const Registry& registry = fixture().registry;
  for (const auto& backend : registry.backends())
    for (const DeviceInfo& device : backend->devices().devices)
      for (const auto& kernel : registry.kernels())
        if (kernel->info().api == backend->name())
          for (const Configuration& configuration : conformance_configurations(kernel->info())) {
            Case one{kernel.get(), device, configuration};
            if (!is_left_out(one)) cases[kernel->info().family].push_back(std::move(one));
          }
  return cases;
}

/// Indices of few cases that contain every pair. If two cases have the same new pairs, it takes the
/// one that needs no compiler.
std::set<std::size_t> pairs_of(const std::vector<Case>& cases) {
  constexpr std::uint32_t kSeed = 1;
  constexpr double kCompiled = 20;  // times as long
  std::vector<Combination> combinations;
  std::vector<double> costs;
  for (const Case& one : cases) {
    combinations.push_back(one.combination());
    costs.push_back(one.kernel->info().api == "opencl" ? kCompiled : 1);
  }
  const auto few = covering_array(combinations, kSeed, costs);
  return {few.begin(), few.end()};
}

void register_case(const Case& one, Turn turn) {
  const std::vector<TestInput> inputs = inputs_for(one.kernel->info(), one.configuration, turn);
  testing::RegisterTest(one.device.id.c_str(), one.name().c_str(), nullptr, nullptr, __FILE__,
                        __LINE__, [one, inputs]() -> Conformance* {
                          return new Conformance(*one.kernel, one.device, one.configuration, inputs,
                                                 one.optimised);
                        });
}

/// Adds a case for each kernel in a layout and precision on a device that `chosen` lacks, and
/// returns the first case of each kernel in a precision on a device.
std::set<std::size_t> add_every_kernel(const std::vector<Case>& cases,
                                       std::set<std::size_t>& chosen) {
  std::set<Combination> met, met_precisions;
  std::set<std::size_t> first;
  const auto meet = [&](std::size_t k) {
    Combination values = cases[k].combination();
    values.resize(4);  // kernel, device, layout, precision
    const bool is_new = met.insert(values).second;
    values.erase(values.begin() + 2);
    if (met_precisions.insert(values).second) first.insert(k);
    return is_new;
  };
  for (const std::size_t k : chosen) meet(k);
  for (std::size_t k = 0; k < cases.size(); ++k)
    if (meet(k)) chosen.insert(k);
  return first;
}

void register_all() {
  const char* variable = std::getenv("GPUTEST_CONFORMANCE");
  const std::string_view which = variable == nullptr ? "" : variable;
  std::map<std::string, std::vector<Case>> by_device;  // because GoogleTest runs a suite as a whole
  for (const auto& [family, cases] : cases_by_family()) {
    std::set<std::size_t> chosen = pairs_of(cases);
    std::set<std::size_t> optimised = chosen;
    if (which == "pairs") optimised.clear();
    if (which == "kernels") optimised = add_every_kernel(cases, chosen);
    for (std::size_t k = 0; k < cases.size(); ++k) {
      if (!which.empty() && chosen.count(k) == 0) continue;
      Case one = cases[k];
      one.optimised = optimised.count(k) > 0;
      by_device[one.device.id].push_back(std::move(one));
    }
  }
  std::map<std::string, std::size_t> devices, begun;  // of each API
  const auto api_of = [](const std::vector<Case>& cases) { return cases[0].kernel->info().api; };
  for (const auto& [device, cases] : by_device) ++devices[api_of(cases)];
  for (const auto& [device, cases] : by_device) {
    const std::string api = api_of(cases);
    const std::size_t number = begun[api]++;
    const Turn turn = which == "pairs" ? Turn{number, devices[api]} : Turn{};
    for (const Case& one : cases) register_case(one, turn);
  }
}

}  // namespace
}  // namespace gputest

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  gputest::register_all();
  if (testing::UnitTest::GetInstance()->total_test_count() == 0) {
    std::fprintf(stderr, "there is nothing to test\n");
    return 1;
  }
  return RUN_ALL_TESTS();
}
