// Every registered kernel on every device, in every layout and precision, and of its own layout in
// every block size, at awkward sizes: a kernel is tested by being registered.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/run/runner.hpp"
#include "common/particles/reader.hpp"

namespace gputest {
namespace {

const std::vector<std::uint64_t> kAwkward{1, 2, 63, 64, 65, 127, 129, 1000};
#ifdef __SANITIZE_ADDRESS__  // which is slow, and sees all that it can see in the last of them
const std::vector<std::uint64_t> kAroundCalsLimit{8193};
const std::vector<std::string> kImageWidths{"64"};
#else
const std::vector<std::uint64_t> kAroundCalsLimit{8191, 8192, 8193};
const std::vector<std::string> kImageWidths{"64", "256"};
#endif

/// What a conformance case varies besides the configuration.
struct Input {
  std::uint64_t n = 0;
  std::string eps = "0.02";
  std::string image_width = "256";
  std::string file = {};
  std::map<std::string, std::string> more = {};  // options of the algorithm's own

  auto operator<=>(const Input&) const = default;
};

/// Problems and open devices are shared by all tests: references are costly, and so are contexts.
class Fixture {
 public:
  Registry registry = make_registry();

  Problem& problem(const std::string& algorithm, const Input& input) {
    auto& made = problems_[{algorithm, input}];
    if (!made) {
      ProblemRequest request;
      request.n = input.n;
      for (const ProblemOption& option : registry.find_algorithm(algorithm)->options())
        request.options[option.name] = option.default_value;
      request.options["eps"] = input.eps;
      request.options["image-width"] = input.image_width;
      for (const auto& [option, value] : input.more) request.options[option] = value;
      if (!input.file.empty())
        request.input = std::make_shared<ParticleSet>(read_particles(input.file));
      made = registry.find_algorithm(algorithm)->make_problem(request);
    }
    return *made;
  }

  Device& device(const std::string& api, const std::string& id) {
    auto& open = devices_[id];
    if (!open) open = registry.find_backend(api)->open(id);
    return *open;
  }

 private:
  std::map<std::pair<std::string, Input>, std::unique_ptr<Problem>> problems_;
  std::map<std::string, std::unique_ptr<Device>> devices_;
};

Fixture& fixture() {
  static Fixture shared;
  return shared;
}

class Conformance : public testing::Test {
 public:
  Conformance(const Kernel& kernel, DeviceInfo device, Configuration configuration,
              std::vector<Input> inputs)
      : kernel_(kernel),
        device_(std::move(device)),
        configuration_(std::move(configuration)),
        inputs_(std::move(inputs)) {}

  void TestBody() override {
    RunnerOptions options;
    options.measure = false;
    for (const Input& input : inputs_) {
      SCOPED_TRACE(fmt::format("n={} eps={} image-width={} {}", input.n, input.eps,
                               input.image_width, input.file));
      const ResultRow row =
          Runner(options).run(kernel_, fixture().device(kernel_.info().api, device_.id),
                              fixture().problem(kernel_.info().algorithm, input), configuration_);
      if (row.status == RowStatus::skipped) GTEST_SKIP() << row.reason;
      EXPECT_EQ(name(row.status), "ok") << row.reason << "\n" << row.api_failure.build_log;
    }
  }

 private:
  const Kernel& kernel_;
  DeviceInfo device_;
  Configuration configuration_;
  std::vector<Input> inputs_;
};

std::vector<Input> inputs_for(const KernelInfo& kernel, const Configuration& configuration) {
  std::vector<Input> inputs;
  for (const std::uint64_t n : kAwkward) inputs.push_back(Input{n});
  if (configuration.layout == "image2d")
    for (const std::string& width : kImageWidths)
      for (const std::uint64_t n : kAroundCalsLimit) inputs.push_back(Input{n, "0.02", width});
  if (configuration.layout != kernel.layouts.front()) return inputs;
  if (!kernel.blocks.empty() && configuration.block != kernel.blocks.front()) return inputs;
  const bool gravity = kernel.algorithm == "gravity";
  if (gravity) {
    inputs.push_back(Input{129, "0"});  // a body meets itself at distance 0
  } else if (kernel.algorithm != "roofline") {
    inputs.push_back(Input{1000, "", "256", "", {{"periodic", "on"}, {"cutoff", "2"}}});
    inputs.push_back(Input{500, "", "256", "", {{"energy", "off"}, {"sort", "off"}}});
    if (kernel.algorithm == "lj") inputs.push_back(Input{300, "", "256", "", {{"shift", "on"}}});
    inputs.push_back(Input{300, "", "256", "", {{"cutoff", "100"}}});  // everyone is near everyone
    inputs.push_back(Input{300, "", "256", "", {{"cutoff", "0.1"}}});  // and no one near anyone
  }
  const char* folder = std::getenv("GPUTEST_DATA_DIR");
  if (folder != nullptr && *folder != '\0')
    inputs.push_back(
        Input{0, "0.02", "256",
              std::string(folder) + (gravity ? "/plummer_4096.nbody" : "/lj_melt_2048.data")});
  return inputs;
}

std::vector<Configuration> configurations_of(const KernelInfo& kernel) {
  const std::vector<std::uint32_t> blocks =
      kernel.blocks.empty() ? std::vector<std::uint32_t>{0} : kernel.blocks;
  std::vector<Configuration> configurations;
  for (const std::string& layout : kernel.layouts)
    for (const Precision precision : kernel.precisions)
      for (const std::uint32_t block : blocks)
        if (layout == kernel.layouts.front() || block == blocks.front())
          configurations.push_back({layout, precision, block});
  // Of an algorithm with axes of its own: every value on them with the kernel's own layout and
  // block, the default value with the rest.
  for (const auto& [axis, values] : kernel.axes) {
    std::vector<Configuration> longer;
    for (const Configuration& configuration : configurations)
      for (const std::string& value : values) {
        const bool own =
            configuration.layout == kernel.layouts.front() && configuration.block == blocks.front();
        if (!own && value != values.front()) continue;
        longer.push_back(configuration);
        longer.back().axes[axis] = value;
      }
    configurations = std::move(longer);
  }
  return configurations;
}

void register_kernel(const Kernel& kernel, const DeviceInfo& device) {
  for (const Configuration& configuration : configurations_of(kernel.info())) {
    std::string test = fmt::format("{}/{}/{}/block{}", kernel.info().name(), configuration.layout,
                                   name(configuration.precision), configuration.block);
    for (const auto& [axis, value] : configuration.axes) test += fmt::format("/{}={}", axis, value);
    const std::vector<Input> inputs = inputs_for(kernel.info(), configuration);
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
