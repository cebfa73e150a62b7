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
    return "arrays read and written in order, strided, scattered, all at one place: what each "
           "costs";
  }
  RateUnit rate_unit() const override {
    return {"bytes", "GB/s",
            "a byte that the program reads or writes, whether it comes from memory or a cache",
            true};
  }
  std::vector<Named> arguments() const override {
    return {
        {"a",
         "the array that is read; of texture texels of four numbers, of broadcast, atomic and "
         "launch words of 32 bits"},
        {"b", "the second array that is read"},
        {"c", "the array that is written"},
        {"sum", "the dot product, one number"},
        {"partial", "sums of parts of a dot product"},
        {"index", "which element is read (gather, texture) or written (scatter)"},
        {"next", "a ring through one word in every 128 bytes: the index of the next"},
        {"end", "the index that the last hop led to, and the sum of all, each plus 1"},
        {"counts",
         "what atomic additions add to; item i adds to counts[i >> shift]; of launch the "
         "one word to which each kernel adds 1"},
        {"n", "elements"},
        {"factor", "what scale and triad multiply by, 3/8"},
        {"stride", "elements from one that is read to the next"},
        {"rows", "n / stride, rounded up"},
        {"hops", "loads of chase, each of which needs the one before"},
        {"shift", "log2 of how many items share a counter; 31: all"},
        {"width", "texels in a row of the image"},
        {"texture", "1: the texels are read through a texture; 0: from global memory"},
        {"empty_kernels", "kernels of launch that do nothing"},
        {"counting_kernels", "kernels of launch behind them, each of which counts"},
    };
  }
  std::vector<Named> layouts() const override {
    return {{"row_major", "elements of an array, its last dimension running fastest"}};
  }
  std::vector<ProblemOption> options() const override { return {}; }
  std::vector<Axis> axes() const override {
    return {{"access",
             {memory::kAccessNames.begin(), memory::kAccessNames.end()},
             "how a kernel goes to memory, as it is called",
             false,
             {},
             true},
            {"stride",
             {"1", "2", "4", "8", "16", "32", "64"},
             "elements from one that is read to the next",
             false,
             {},
             true},
            {"index",
             {"sorted", "blocked", "random"},
             "in what order elements are gathered or scattered; blocked: 32 stay together",
             false,
             {},
             true},
            {"counters",
             {"one", "warp", "spread"},
             "what atomic additions go to: one counter, one for 32 items, one for each",
             false,
             {},
             true},
            {"walk",
             {"rows", "columns", "random"},
             "in what order the texels of an image are read",
             false,
             {},
             true},
            {"through",
             {"texture", "global"},
             "what texels are read through: a texture (an image), or global memory",
             false,
             {},
             false},
            {"copied", {"to_device", "from_device"}, "which way a transfer goes", false, {}, true},
            {"host_memory",
             {"pageable", "pinned"},
             "the host's memory of a transfer",
             false,
             {},
             false},
            {"launches", {"1", "10"}, "kernels launched in a row", false, {}, true},
            {"launched",
             {"count", "empty"},
             "what is launched: kernels that each count, or empty ones and one that counts",
             false,
             {},
             true}};
  }

  nlohmann::ordered_json parameters_schema() const override {
    return parse_json(R"({
      "description": "Arrays read and written in one of the ways that a memory system makes differ.",
      "required": ["elements", "seed"],
      "properties": {
        "elements": { "description": "What fills arrays: a hash of the index.", "const": "hash" },
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
    constexpr std::uint64_t kLeast = 8;  // bytes an element: what is read and what is written
    require_host_memory(kLeast * request.n, fmt::format("memory of n = {}", request.n));
    return std::make_unique<memory::MemoryProblem>(request.n, request.seed.value_or(1));
  }
};

}  // namespace

std::unique_ptr<Family> make_memory() { return std::make_unique<Memory>(); }

}  // namespace gputest
