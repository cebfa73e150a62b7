#include "common/reorder/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "common/arrays/array_shape.hpp"
#include "common/arrays/index_hash.hpp"
#include "common/core/ceil_div.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/json_text.hpp"
#include "common/device/in_place.hpp"
#include "common/device/unwritten.hpp"
#include "common/reorder/in_place.hpp"
#include "common/reorder/oracle.hpp"
#include "common/reorder/strided_order.hpp"
#include "common/run/family.hpp"
#include "common/run/not_applicable.hpp"

namespace gputest {
namespace {

using arrays::Dimensions;

const char* const kOrder = "order";
const char* const kElement = "element";
const char* const kPermutedInPlace = "in_place";  // on the axis order
constexpr std::uint64_t kWord = 4;                // bytes of the words in which arrays are counted

struct ReorderOptions {
  std::string shape = "square";
  std::string permutation = "neighbours";
  std::string slant = "rising";
  std::string direction = "forward";
};

const OptionSet<ReorderOptions>& reorder_options() {
  using Options = ReorderOptions;
  static const OptionSet<Options> options =
      OptionSet<Options>()
          .text(
              "shape", &Options::shape,
              "2 to 6 extents of the array, the last the fastest: 64,64,64,5; square: n elements, "
              "nearly a square")
          .text("permutation", &Options::permutation,
                "for each dimension of the result, that of the source, from 0: 3,0,1,2; or "
                "neighbours, ends or reverse")
          .text("slant", &Options::slant,
                "diagonals of equal x + y (rising) or y - x "
                "(falling)")
          .text("direction", &Options::direction, "forward, or back to undo the order");
  return options;
}

Dimensions shape_of(const std::string& text, std::uint64_t n) {
  static const arrays::ShapeRules rules{"reorder", "square", "64,64,5", 2, 6};
  if (text != rules.word) return arrays::parse_shape(text, rules);
  arrays::require_countable(n, rules.family);
  return arrays::near_square_of(n);
}

/// Whether `text` is the second word rather than the first. Throws Error(bad_input) for any other.
bool is_second(const std::string& option, const std::string& text, const char* first,
               const char* second) {
  if (text != first && text != second)
    throw Error(Status::bad_input,
                fmt::format("--{} takes {} or {}, not '{}'", option, first, second, text));
  return text == second;
}

/// A reordering, for elements of any size.
struct Task {
  Dimensions shape;        ///< before the reordering, even if `back`
  Dimensions permutation;  ///< for each dimension of the reordered array, one of `shape`
  bool falling = false;
  bool back = false;

  std::uint64_t elements() const { return arrays::elements_of(shape); }
  std::uint64_t rx() const { return shape.back(); }
  std::uint64_t ry() const { return shape[shape.size() - 2]; }
};

std::uint64_t element_bytes(const Configuration& configuration) {
  const std::string text = configuration.on_axis(kElement);
  std::uint64_t bytes = 4;
  std::from_chars(text.data(), text.data() + text.size(), bytes);
  return bytes;
}

/// The permutation, or its inverse for `back`, in the kernels' form.
reorder::StridedOrder strided(const Task& task) {
  const std::size_t rank = task.shape.size();
  Dimensions source = task.shape, order = task.permutation;
  if (task.back)
    for (std::size_t k = 0; k < rank; ++k) {
      source[k] = task.shape[task.permutation[k]];
      order[task.permutation[k]] = k;
    }
  Dimensions to(rank);
  std::uint64_t stride = 1;
  for (std::size_t k = rank; k-- > 0;) {
    to[order[k]] = stride;
    stride *= source[order[k]];
  }
  reorder::StridedOrder strided;
  for (std::size_t k = rank; k-- > 0;)
    strided.add(static_cast<std::uint32_t>(source[k]), static_cast<std::uint32_t>(to[k]));
  return strided;
}

bool is_permuted(const std::string& order) {
  return order == "permuted" || order == kPermutedInPlace;
}

/// The configuration's order in the kernels' form.
reorder::StridedOrder strided(const Task& task, const std::string& order) {
  reorder::StridedOrder told;
  if (is_permuted(order)) return strided(task);
  if (order == "diagonal") {
    const std::uint64_t plane = task.rx() * task.ry();
    const std::uint64_t extents[] = {task.rx(), task.ry(), task.elements() / plane};
    for (const std::uint64_t extent : extents)
      told.extent[told.rank++] = static_cast<std::uint32_t>(extent);
    return told;
  }
  told.add(static_cast<std::uint32_t>(task.elements()), 1);
  return told;
}

std::unique_ptr<reorder::Places> places_of(const Task& task, const std::string& order) {
  if (is_permuted(order))
    return std::make_unique<reorder::PermutedPlaces>(task.shape, task.permutation, task.back);
  if (order == "diagonal")
    return std::make_unique<reorder::DiagonalPlaces>(task.rx(), task.ry(), task.falling, task.back);
  return std::make_unique<reorder::SamePlaces>();
}

/// The content of the source: element i of that many bytes, a function of only its index and the
/// seed. Elements of 4 bytes or more are all different for i < 2^31: they contain an odd multiple
/// of i modulo 2^31. No element has all bits set.
struct Elements {
  std::uint64_t bytes, seed;

  std::array<std::byte, 16> at(std::uint64_t i) const {
    std::array<std::byte, 16> element{};
    const std::uint64_t hash = arrays::index_hash(i, seed);
    if (bytes < kWord) {
      const std::uint64_t most = (1u << 8 * bytes) - 1;
      store(element, 0, static_cast<std::uint32_t>(hash % most));
      return element;
    }
    store(element, 0, (static_cast<std::uint32_t>(i) * 0x9E3779B1u + shift()) & 0x7FFFFFFFu);
    store(element, 1, static_cast<std::uint32_t>(hash) & 0x7FFFFFFFu);
    store(element, 2, static_cast<std::uint32_t>(hash >> 32) & 0x7FFFFFFFu);
    store(element, 3, static_cast<std::uint32_t>(hash >> 16) & 0x7FFFFFFFu);
    return element;
  }

 private:
  std::uint32_t shift() const { return static_cast<std::uint32_t>(arrays::mixed(seed)); }
  static void store(std::array<std::byte, 16>& element, std::size_t word, std::uint32_t value) {
    std::memcpy(&element[kWord * word], &value, kWord);
  }
};

class ReorderProblem : public Problem {
 public:
  ReorderProblem(Task task, std::uint64_t seed) : task_(std::move(task)), seed_(seed) {}

  std::uint64_t n() const override { return task_.elements(); }

  KernelSignature shapes(const Configuration& configuration) const override {
    const std::uint64_t bytes = element_bytes(configuration);
    const std::uint64_t words = ceil_div(bytes * n(), kWord);
    const std::string order = configuration.on_axis(kOrder);
    const reorder::StridedOrder told = strided(task_, order);
    if (order == kPermutedInPlace && !reorder::exchanges_in_pairs(told))
      throw NotApplicable(fmt::format(
          "in place, only dimensions of equal extent can be swapped in pairs; this permutation of "
          "{} elements would need cycles",
          arrays::shape_text(task_.shape)));
    KernelSignature shapes;
    shapes.inputs = {{"source", Element::uint32, 1, words}};
    shapes.outputs = {{"reordered", Element::uint32, 1, words}};
    shapes.scalars = {{"n", static_cast<std::uint32_t>(n())}};
    for (std::size_t k = 0; k < told.kMost; ++k)
      shapes.scalars.push_back({fmt::format("extent{}", k), told.extent[k]});
    for (std::size_t k = 0; k < told.kMost; ++k)
      shapes.scalars.push_back({fmt::format("to{}", k), told.to[k]});
    shapes.scalars.push_back({"slant", std::uint32_t{task_.falling}});
    shapes.scalars.push_back({"back", std::uint32_t{task_.back}});
    shapes.specializations = {{kElement, static_cast<std::uint32_t>(bytes)}};
    if (order == kPermutedInPlace) shapes.specializations.push_back({kInPlace, 1});
    shapes.items = n();
    return shapes;
  }

  std::vector<HostArray> inputs(const Configuration& configuration) const override {
    HostArray array{shapes(configuration).inputs.at(0), {}};
    constexpr std::uint64_t kCopies = 3;  // the source, the result and one of them on the device
    require_host_memory(kCopies * array.shape.bytes(), what(element_bytes(configuration)));
    array.data.resize(array.shape.bytes());
    const Elements elements = filled(configuration);
    const auto n = static_cast<std::int64_t>(this->n());
    std::byte* const data = array.data.data();
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < n; ++i) {
      const auto index = static_cast<std::uint64_t>(i);
      std::memcpy(data + elements.bytes * index, elements.at(index).data(), elements.bytes);
    }
    return {std::move(array)};
  }

  std::uint32_t fillings(const Configuration& configuration) const override {
    return element_bytes(configuration) < kWord ? 2 : 1;
  }
  void fill(std::uint32_t filling) override { filling_ = filling; }
  /// Another seed of the hash.
  std::uint32_t symmetries(const Configuration&) const override { return 1U << 31; }
  void turn(std::uint32_t symmetry) override { symmetry_ = symmetry; }

  void make_reference(const Configuration&) override {}  // the check computes its own reference

  /// Compares every element with the oracle; an error is a different element.
  Verification verify(const Configuration& configuration, Precision,
                      const std::vector<HostArray>& outputs) const override {
    const std::byte* const data = outputs.at(0).data.data();
    const Elements elements = filled(configuration);
    const auto places = places_of(task_, configuration.on_axis(kOrder));
    Verification result;
    result.checked = n();
    result.worst_index = n();
    std::uint64_t wrong = 0;
    const auto parts = static_cast<std::int64_t>(ceil_div(n(), kPart));
#pragma omp parallel for schedule(dynamic) reduction(+ : wrong)
    for (std::int64_t part = 0; part < parts; ++part) {
      const std::uint64_t first = static_cast<std::uint64_t>(part) * kPart;
      std::vector<std::uint64_t> of_part(std::min(kPart, n() - first));
      places->fill(first, of_part);
      std::uint64_t first_wrong = n();
      for (std::uint64_t k = of_part.size(); k-- > 0;) {
        const auto right = elements.at(of_part[k]);
        if (std::memcmp(data + elements.bytes * (first + k), right.data(), elements.bytes) == 0)
          continue;
        ++wrong;
        first_wrong = first + k;
      }
      if (first_wrong == n()) continue;
#pragma omp critical(reorder_first_wrong)
      result.worst_index = std::min(result.worst_index, first_wrong);
    }
    result.passed = wrong == 0;
    if (result.passed) {
      result.worst_index = 0;
      return result;
    }
    result.max_error = 1;
    result.rms_error = std::sqrt(static_cast<double>(wrong) / static_cast<double>(n()));
    std::vector<std::uint64_t> place(1);
    places->fill(result.worst_index, place);
    result.reason = complaint(elements, data, result.worst_index, place[0], wrong);
    return result;
  }

  /// Bytes read and written.
  Work work(const Configuration& configuration) const override {
    const double bytes = 2 * static_cast<double>(element_bytes(configuration) * n());
    return {bytes, 0, bytes};
  }

  nlohmann::ordered_json parameters(const Configuration& configuration) const override {
    const std::string order = configuration.on_axis(kOrder);
    nlohmann::ordered_json json{{"elements", "hash"}, {"seed", seed_}, {"shape", task_.shape}};
    json["permutation"] = task_.permutation;
    json["slant"] = task_.falling ? "falling" : "rising";
    json["direction"] = task_.back ? "back" : "forward";
    json[kElement] = configuration.on_axis(kElement);
    json[kOrder] = order;
    return json;
  }

 private:
  static constexpr std::uint64_t kPart = 4096;  // elements; their places fit the second-level cache

  Elements filled(const Configuration& configuration) const {
    return {element_bytes(configuration), seed_ + ((std::uint64_t{filling_} + symmetry_) << 32)};
  }
  std::string what(std::uint64_t bytes) const {
    return fmt::format("reorder of {} elements of {} bytes", arrays::shape_text(task_.shape),
                       bytes);
  }

  static std::string complaint(const Elements& elements, const std::byte* data, std::uint64_t i,
                               std::uint64_t place, std::uint64_t wrong) {
    const std::byte* const element = data + elements.bytes * i;
    if (is_unwritten(element, elements.bytes))
      return fmt::format("element {} was not written; wrong elements: {}", i, wrong);
    return fmt::format("element {} is not element {} of the source; wrong elements: {}", i, place,
                       wrong);
  }

  Task task_;
  std::uint64_t seed_;
  std::uint32_t filling_ = 0, symmetry_ = 0;
};

class Reorder : public Family {
 public:
  std::string name() const override { return "reorder"; }
  std::string summary() const override {
    return "an array's elements stored in another order: permuted dimensions, diagonals, exact";
  }
  RateUnit rate_unit() const override {
    return {"bytes", "GB/s", "a byte read or written, each once", true};
  }
  std::vector<Named> arguments() const override {
    return {
        {"source", "the array, in words of 32 bits; the last may be partly used"},
        {"reordered", "its elements in the new order, likewise"},
        {"n", "elements"},
        {"extent*", "elements along each dimension of the source, the fastest first"},
        {"to*", "their distance in the result, in elements"},
        {"slant", "1 if diagonals fall (equal x - y), 0 if they rise (equal x + y)"},
        {"back", "1 if the order is undone"},
        {"element", "bytes of an element"},
        {"in_place",
         "1 if reordered starts as a copy of source and a launch changes it; source must "
         "not be read then"},
    };
  }
  std::vector<Named> layouts() const override {
    return {{"row_major", "elements of an array, its last dimension the fastest"}};
  }
  std::vector<ProblemOption> options() const override { return reorder_options().described(); }
  std::vector<Axis> axes() const override {
    return {{kElement, {"4", "8", "16", "2", "1"}, "bytes of an element", true, {}, true},
            {kOrder,
             {"same", "permuted", "diagonal", kPermutedInPlace},
             "the order of the result; in_place: permuted, in the array's own memory",
             false,
             {},
             true}};
  }

  nlohmann::ordered_json parameters_schema() const override {
    return parse_json(R"({
      "description": "An array stored in another order.",
      "required": ["elements", "seed", "shape", "permutation", "slant", "direction"],
      "properties": {
        "elements": { "description": "The values of the source: a hash of the index.", "const": "hash" },
        "seed": { "description": "The seed of the hash.", "type": "integer", "minimum": 0 },
        "shape": {
          "description": "Extents of the array before it is reordered, the slowest first.",
          "type": "array", "minItems": 2, "maxItems": 6,
          "items": { "type": "integer", "minimum": 1 }
        },
        "permutation": {
          "description": "For each dimension of the permuted array, the dimension of the shape.",
          "type": "array", "minItems": 2, "maxItems": 6,
          "items": { "type": "integer", "minimum": 0, "maximum": 5 }
        },
        "slant": { "description": "The slant of the diagonals.", "enum": ["rising", "falling"] },
        "direction": {
          "description": "Whether the order is made or undone.", "enum": ["forward", "back"]
        }
      }
    })");
  }

  std::vector<TestInput> test_inputs() const override {
    std::vector<TestInput> inputs;
    for (const std::uint64_t n : {1, 64, 4225}) inputs.push_back({n});
    for (const char* shape : {"1,70", "70,1", "37,41", "96,64", "31,33", "3,100", "100,3"})
      inputs.push_back({1, {{"shape", shape}, {"slant", "falling"}}});
    const std::array<const char*, 3> permuted[] = {{"35,35,5", "1,0,2", "forward"},
                                                   {"4,6,6,4", "reverse", "forward"},
                                                   {"33,2,33", "ends", "back"},
                                                   {"3,40,40", "neighbours", "forward"},
                                                   {"7,9,11,5", "3,0,1,2", "forward"},
                                                   {"7,9,11,5", "3,0,1,2", "back"},
                                                   {"7,9,33,5", "2,1,0,3", "forward"},
                                                   {"6,8,10,2", "1,2,0,3", "forward"},
                                                   {"13,1,4,34", "reverse", "forward"},
                                                   {"2,3,2,5,3,4", "reverse", "forward"},
                                                   {"4,3,2,2,3,5", "2,0,5,1,4,3", "back"},
                                                   {"3,40,36", "ends", "back"},
                                                   {"2,3,4,5,6", "0,1,2,3,4", "forward"}};
    for (const auto& [shape, permutation, direction] : permuted)
      inputs.push_back(
          {1, {{"shape", shape}, {"permutation", permutation}, {"direction", direction}}});
    for (TestInput& input : inputs) input.defaults_only = input.n != 4225 && input.n != 64;
    return inputs;
  }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    const ReorderOptions options = reorder_options().parse(request.options);
    Task task;
    task.falling = is_second("slant", options.slant, "rising", "falling");
    task.back = is_second("direction", options.direction, "forward", "back");
    task.shape = shape_of(options.shape, request.n);
    task.permutation = arrays::parse_permutation(options.permutation, task.shape.size());
    constexpr std::uint64_t kLeast = 2;  // bytes: a source and a result with elements of one byte
    require_host_memory(kLeast * task.elements(),
                        "reorder of " + arrays::shape_text(task.shape) + " elements");
    return std::make_unique<ReorderProblem>(std::move(task), request.seed.value_or(1));
  }
};

}  // namespace

std::unique_ptr<Family> make_reorder() { return std::make_unique<Reorder>(); }

}  // namespace gputest
