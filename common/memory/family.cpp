#include "common/memory/family.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "common/arrays/array_shape.hpp"
#include "common/core/host.hpp"
#include "common/core/json_text.hpp"
#include "common/memory/access.hpp"
#include "common/memory/problem.hpp"
#include "common/run/family.hpp"

namespace gputest {
namespace {

class Memory : public Family {
 public:
  std::string name() const override { return "memory"; }
  std::string summary() const override {
    return "memory access patterns: streaming, strided, gather, scatter, pointer chasing, atomics "
           "and others; results are exact";
  }
  RateUnit rate_unit() const override {
    return {"bytes", "GB/s", "a byte that the program reads or writes, from memory or a cache",
            true};
  }
  std::vector<Named> arguments() const override {
    return {
        {"a",
         "the array that is read; for texture texels of four numbers, for broadcast, atomic and "
         "launch words of 32 bits"},
        {"b", "the second array that is read"},
        {"c", "the array that is written"},
        {"sum", "the dot product, one number"},
        {"partial", "sums of parts of a dot product"},
        {"index", "the elements that are read (gather, texture) or written (scatter)"},
        {"next", "a ring through one word in every 128 bytes: the index of the next word"},
        {"end", "the last index of the chase, and the sum of all indices, each plus 1"},
        {"counts",
         "counters of atomic additions; item i adds to counts[i >> shift]; for launch the "
         "one word to which each kernel adds 1"},
        {"n", "elements"},
        {"factor", "the factor of scale and triad, 3/8"},
        {"stride", "distance of consecutive reads in elements"},
        {"rows", "n / stride, rounded up"},
        {"hops", "loads of chase, each dependent on the one before"},
        {"shift", "log2 of the number of items that share a counter; 31: all"},
        {"width", "texels in a row of the image"},
        {"texture", "1: the texels are read through a texture; 0: from global memory"},
        {"empty_kernels", "empty kernels of launch"},
        {"counting_kernels", "counting kernels of launch, after the empty ones"},
    };
  }
  std::vector<Named> layouts() const override {
    return {{"row_major", "elements of an array, its last dimension running fastest"}};
  }
  std::vector<ProblemOption> options() const override { return {}; }
  std::vector<Axis> axes() const override {
    return {{"access",
             {memory::kAccessNames.begin(), memory::kAccessNames.end()},
             "the way in which a kernel accesses memory",
             false,
             {},
             true},
            {"stride",
             {"1", "2", "4", "8", "16", "32", "64"},
             "distance of consecutive reads in elements",
             false,
             {},
             true},
            {"index",
             {"sorted", "blocked", "random"},
             "order of gathered or scattered elements; blocked: 32 stay together",
             false,
             {},
             true},
            {"counters",
             {"one", "warp", "spread"},
             "counters of atomic additions: one for all, one per 32 items, one per item",
             false,
             {},
             true},
            {"walk",
             {"rows", "columns", "random"},
             "order in which the texels of an image are read",
             false,
             {},
             true},
            {"through",
             {"texture", "global"},
             "path of texel reads: a texture (an image), or global memory",
             false,
             {},
             false},
            {"copied", {"to_device", "from_device"}, "direction of a transfer", false, {}, true},
            {"host_memory",
             {"pageable", "pinned"},
             "kind of host memory of a transfer",
             false,
             {},
             false},
            {"launches", {"1", "10"}, "kernels launched in a row", false, {}, true},
            {"launched",
             {"count", "empty"},
             "launched kernels: all count, or empty ones and one that counts",
             false,
             {},
             true}};
  }

  nlohmann::ordered_json parameters_schema() const override {
    return parse_json(R"({
      "description": "Arrays read and written in one access pattern.",
      "required": ["elements", "seed"],
      "properties": {
        "elements": { "description": "The arrays' values: a hash of the index.", "const": "hash" },
        "seed": { "description": "The seed of the hash.", "type": "integer", "minimum": 0 }
      }
    })");
  }

  std::vector<TestInput> test_inputs() const override {
    std::vector<TestInput> inputs;
    for (const std::uint64_t n : {1, 64, 4097}) inputs.push_back({n});
    for (const std::uint64_t n : {65, 1000, 33000}) {
      TestInput input{n};
      input.defaults_only = true;
      inputs.push_back(input);
    }
    return inputs;
  }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    arrays::require_countable(request.n, name());
    constexpr std::uint64_t kLeast = 8;  // bytes per element, at least: read and written
    require_host_memory(kLeast * request.n, fmt::format("memory of n = {}", request.n));
    return std::make_unique<memory::MemoryProblem>(request.n, request.seed.value_or(1));
  }
};

}  // namespace

std::unique_ptr<Family> make_memory() { return std::make_unique<Memory>(); }

}  // namespace gputest
