#include "common/task/task_family.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "common/core/ceil_div.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/json_text.hpp"
#include "common/run/wrong_results.hpp"
#include "common/task/comparison.hpp"
#include "common/task/contents.hpp"
#include "common/task/reference.hpp"
#include "common/task/variants.hpp"

namespace gputest::task {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;  // of an array
/// What an output holds before the reference writes it: a NaN of double, or a rare whole number.
constexpr std::uint64_t kUnwritten = 0x7FF8'5EED'0BAD'F00D;

ArrayShape shape_of(const Parameter& parameter, const Values& values, Precision precision) {
  const std::uint64_t count = evaluate_count(parameter.count, values);
  const Element element = element_of(parameter.type, precision);
  if (count == 0)
    throw Error(Status::bad_input, fmt::format("the array {} has no elements", parameter.name));
  if (count > kMostBytes / (bytes(element) * parameter.components))
    throw Error(Status::bad_input,
                fmt::format("the array {} has {} elements, too many", parameter.name, count));
  return {parameter.name, element, parameter.components, count};
}

/// The outputs that the reference computed, by name.
using Answer = std::map<std::string, Expected>;

/// One size of a task.
class TaskProblem : public Problem {
 public:
  TaskProblem(const Task& task, const Task::Size& size, std::shared_ptr<Reference> reference,
              std::uint64_t seed)
      : task_(task), size_(size), reference_(std::move(reference)), seed_(seed) {
    require_lengths(task_, size_.values);
    std::uint64_t bytes = 0;
    for (const Parameter& parameter : task_.parameters)
      if (parameter.is_array()) {
        const ArrayShape shape = shape_of(parameter, size_.values, Precision::fp64);
        bytes += sizeof(std::uint64_t) * shape.count * shape.components;  // as Numbers
      }
    constexpr std::uint64_t kCopies = 6;  // of the host: inputs, answers, differences
    require_host_memory(kCopies * bytes, fmt::format("the task {}", task_.name));
  }

  /// Of all arrays.
  std::uint64_t elements() const {
    std::uint64_t sum = 0;
    for (const Parameter& one : task_.parameters)
      if (one.is_array()) sum += evaluate_count(one.count, size_.values);
    return sum;
  }
  std::uint64_t n() const override {
    const auto named = size_.values.find("n");
    return named != size_.values.end() && named->second > 0
               ? static_cast<std::uint64_t>(named->second)
               : results();
  }
  bool is_timed() const override { return size_.is_timed; }
  std::uint32_t symmetries(const Configuration&) const override {
    return has_variants() ? std::uint32_t{1} << 31 : 1;
  }
  void turn(std::uint32_t symmetry) override { variant_ = symmetry; }
  /// With symmetries, the inputs that differ by most; otherwise another one that is random.
  std::uint32_t fillings(const Configuration&) const override {
    return by_symmetry() ? 3 : has_variants() ? 2 : 1;
  }
  void fill(std::uint32_t filling) override {
    variant_ = filling == 0 ? 0 : filling == 1 ? kLeastScale : kMostScale;
  }

  KernelSignature shapes(const Configuration& configuration) const override {
    KernelSignature shapes;
    std::vector<std::size_t> places;  // outputs and scalars counted from 0
    for (const Parameter& parameter : task_.parameters) {
      if (!parameter.is_array()) {
        places.push_back(shapes.scalars.size());
        shapes.scalars.push_back(scalar_of(parameter, configuration.precision));
        continue;
      }
      ArrayShape shape = shape_of(parameter, size_.values, configuration.precision);
      if (parameter.is_read()) shapes.inputs.push_back(shape);
      if (!parameter.is_written()) {
        places.push_back(shapes.inputs.size() - 1);
        continue;
      }
      if (parameter.is_read()) shape.begins_as = shapes.inputs.size() - 1;
      places.push_back(shapes.outputs.size());
      shapes.outputs.push_back(shape);
    }
    for (std::size_t k = 0; k < task_.parameters.size(); ++k) {
      const Parameter& parameter = task_.parameters[k];
      std::size_t before = 0;
      if (parameter.is_written() || !parameter.is_array()) before += shapes.inputs.size();
      if (!parameter.is_array()) before += shapes.outputs.size();
      shapes.order.push_back(before + places[k]);
    }
    shapes.items = results();
    if (configuration.block > 0) {
      shapes.grid = grid_of(configuration.block);
      if (!task_.launch.shared.empty())
        shapes.specializations = {{kShared, shared_of(configuration.block)}};
    }
    return shapes;
  }

  std::vector<HostArray> inputs(const Configuration& configuration) const override {
    std::vector<HostArray> arrays;
    const Variant variant(task_, size_.values, by_symmetry() ? variant_ : 0);
    for (std::size_t k = 0; k < task_.parameters.size(); ++k) {
      const Parameter& parameter = task_.parameters[k];
      if (!parameter.is_read()) continue;
      HostArray array = contents(k, configuration.precision);
      if (by_symmetry() && variant_ > 0) {
        Numbers numbers = widened(array);
        variant.apply(parameter.name, numbers, parameter.components);
        array = narrowed(numbers, array.shape);
      }
      arrays.push_back(std::move(array));
    }
    return arrays;
  }

  void make_reference(const Configuration& configuration) override {
    answer_of(configuration, by_symmetry() ? 0 : variant_);
  }

  Verification verify(const Configuration& configuration, Precision,
                      const std::vector<HostArray>& outputs) const override {
    const Answer& base = answer_of(configuration, by_symmetry() ? 0 : variant_);
    const Variant variant(task_, size_.values, by_symmetry() ? variant_ : 0);
    Verification result;
    result.passed = true;
    double worst = -1;
    for (const HostArray& output : outputs) {
      const Parameter& parameter = *task_.find(output.shape.name);
      Expected expected = base.at(parameter.name);
      variant.apply(parameter.name, expected.numbers, parameter.components);
      variant.apply_to_scale(parameter.name, expected.scale, parameter.components);
      judge_output(configuration, parameter, output, expected, worst, result);
    }
    return result;
  }

  Work work(const Configuration& configuration) const override {
    double bytes = expression(task_.bytes);
    if (task_.bytes.empty())
      for (const Parameter& parameter : task_.parameters)
        if (parameter.is_array())
          bytes += static_cast<double>(
              shape_of(parameter, size_.values, configuration.precision).bytes());
    return {static_cast<double>(results()), expression(task_.flops), bytes};
  }
  double least_operations(const Configuration&) const override {
    return expression(task_.flops) / 2;  // a fused multiply-add is one
  }
  double least_bytes(const Configuration&) const override { return expression(task_.bytes); }

  nlohmann::ordered_json parameters(const Configuration&) const override {
    nlohmann::ordered_json verified = nlohmann::ordered_json::array();
    for (const Task::Size& size : task_.sizes)
      if (!size.is_timed) verified.push_back(json_of(size.values));
    return {{"task", task_.name},
            {"checksum", task_.checksum},
            {"sizes", json_of(size_.values)},
            {"verified", verified},
            {"variants", variants()}};
  }

  /// Throws Error(bad_input) unless every symmetry gives the reference's answer to the other
  /// inputs.
  void require_symmetries(const Configuration& configuration) {
    const Answer base = answer_of(configuration, 0);
    for (const Symmetry& symmetry : task_.symmetries) {
      Task only = task_;
      only.symmetries = {symmetry};
      constexpr std::uint32_t kTried = 5;
      const Variant variant(only, size_.values, kTried);
      const Answer turned = compute(configuration, 0, &variant);
      for (const auto& [name, expected] : turned) {
        Numbers numbers = base.at(name).numbers;
        variant.apply(name, numbers, task_.find(name)->components);
        require_same(symmetry, name, numbers, expected);
      }
    }
  }

 private:
  bool by_symmetry() const { return !task_.symmetries.empty(); }
  bool has_variants() const {
    return by_symmetry() ||
           std::any_of(task_.parameters.begin(), task_.parameters.end(),
                       [](const Parameter& one) { return one.contents.is_random(); });
  }
  std::string variants() const {
    if (!has_variants()) return "none: every launch has the same inputs";
    if (!by_symmetry()) return "new random contents, with the reference's answer";
    std::vector<std::string> texts;
    for (const Symmetry& symmetry : task_.symmetries) texts.push_back(symmetry.text);
    return fmt::format("{}", fmt::join(texts, "; "));
  }

  std::uint64_t results() const {
    std::uint64_t count = 0;
    for (const Parameter& parameter : task_.parameters)
      if (parameter.is_written()) count += evaluate_count(parameter.count, size_.values);
    return count;
  }
  static nlohmann::ordered_json json_of(const Values& values) {
    nlohmann::ordered_json sizes = nlohmann::ordered_json::object();
    for (const auto& [name, value] : values) sizes[name] = value;
    return sizes;
  }
  double expression(const std::string& text) const {
    return text.empty() ? 0 : static_cast<double>(evaluate_count(text, size_.values));
  }

  Scalar scalar_of(const Parameter& parameter, Precision precision) const {
    const Element element = element_of(parameter.type, precision);
    const ArrayShape one{parameter.name, element, 1, 1};
    std::uint64_t bits = 0;
    const HostArray narrow = narrowed(number_of(parameter, precision), one);
    std::copy(narrow.data.begin(), narrow.data.end(), reinterpret_cast<std::byte*>(&bits));
    return {parameter.name, TypedBits{element, bits}};
  }
  /// The value of a scalar, rounded to its type.
  Numbers number_of(const Parameter& parameter, Precision precision) const {
    const Element element = element_of(parameter.type, precision);
    if (is_real(element)) {
      const double value = rounded(element, evaluate_real(parameter.value, size_.values));
      return {true, {std::bit_cast<std::uint64_t>(value)}};
    }
    const std::int64_t value = evaluate(parameter.value, size_.values);
    const Numbers numbers{false, {static_cast<std::uint64_t>(value)}};
    if (widened(narrowed(numbers, {parameter.name, element, 1, 1})).words != numbers.words)
      throw Error(Status::bad_input, fmt::format("{} is {}, which does not fit its type {}",
                                                 parameter.name, value, name_of(parameter.type)));
    return numbers;
  }

  std::array<std::uint32_t, 2> block_of(std::uint32_t threads) const {
    for (const auto& block : task_.launch.blocks)
      if (block[0] * block[1] == threads) return block;
    return {std::max(threads, 1U), 1};  // C++ has no blocks
  }
  FixedGrid grid_of(std::uint32_t threads) const {
    FixedGrid grid;
    grid.block = block_of(threads);
    const Launch& launch = task_.launch;
    const auto& texts = launch.groups.empty() ? launch.threads : launch.groups;
    for (std::size_t axis = 0; axis < texts.size(); ++axis) {
      const std::uint64_t count = evaluate_count(texts[axis], size_.values);
      grid.groups[axis] = launch.groups.empty() ? ceil_div(count, grid.block[axis]) : count;
      constexpr std::uint64_t kMost[] = {(std::uint64_t{1} << 31) - 1, 65535};
      if (grid.groups[axis] == 0 || grid.groups[axis] > kMost[axis])
        throw Error(Status::bad_input,
                    fmt::format("the launch has {} blocks along {}, but it needs 1 to {}",
                                grid.groups[axis], axis == 0 ? 'x' : 'y', kMost[axis]));
    }
    return grid;
  }
  std::uint32_t shared_of(std::uint32_t threads) const {
    Values values = size_.values;
    values["block"] = threads;
    const std::uint64_t bytes = evaluate_count(task_.launch.shared, values);
    constexpr std::uint64_t kMost = 1 << 20;
    if (bytes > kMost)
      throw Error(Status::bad_input,
                  fmt::format("shared is {} bytes, but no device has more than {}", bytes, kMost));
    return static_cast<std::uint32_t>(bytes);
  }

  /// The contents of parameter k: those of variant 0 if symmetries make the others.
  HostArray contents(std::size_t k, Precision precision) const {
    const Parameter& parameter = task_.parameters[k];
    const std::uint64_t variant = by_symmetry() ? 0 : variant_;
    return contents_of(parameter, shape_of(parameter, size_.values, precision), size_.values,
                       (seed_ << 40) + (variant << 8) + k,
                       std::filesystem::path(task_.path).parent_path().string());
  }

  /// The reference's answer to those contents; changed by `symmetric`, if given.
  Answer compute(const Configuration& configuration, std::uint32_t contents_variant,
                 const Variant* symmetric) const {
    const std::uint32_t before = std::exchange(variant_, contents_variant);
    Arguments arguments;
    for (std::size_t k = 0; k < task_.parameters.size(); ++k) {
      const Parameter& parameter = task_.parameters[k];
      if (!parameter.is_array()) {
        arguments.push_back(number_of(parameter, configuration.precision));
        continue;
      }
      if (parameter.is_read()) {
        arguments.push_back(widened(contents(k, configuration.precision)));
        if (symmetric != nullptr)
          symmetric->apply(parameter.name, arguments.back(), parameter.components);
        continue;
      }
      arguments.push_back(unwritten(parameter, configuration.precision));
    }
    variant_ = before;
    for (const std::string& output : scaled_outputs(task_)) {
      arguments.push_back(unwritten(*task_.find(output), configuration.precision));
      arguments.back().are_real = true;
    }
    reference_->call(arguments);
    return answer_in(arguments);
  }
  Numbers unwritten(const Parameter& parameter, Precision precision) const {
    const ArrayShape shape = shape_of(parameter, size_.values, precision);
    return {is_real(shape.element),
            std::vector<std::uint64_t>(shape.count * shape.components, kUnwritten)};
  }

  Answer answer_in(const Arguments& arguments) const {
    Answer answer;
    const std::vector<std::string> scaled = scaled_outputs(task_);
    for (std::size_t k = 0; k < task_.parameters.size(); ++k) {
      const Parameter& parameter = task_.parameters[k];
      if (!parameter.is_written()) continue;
      require_written(parameter.name, arguments[k], parameter.components);
      answer[parameter.name].numbers = arguments[k];
    }
    for (auto& [name, expected] : answer) {
      const Comparison& comparison = task_.compare.at(name);
      const auto own = std::find(scaled.begin(), scaled.end(), name);
      if (own != scaled.end()) {
        const auto place = static_cast<std::size_t>(own - scaled.begin());
        const Numbers& scale = arguments[task_.parameters.size() + place];
        require_written(comparison.scale, scale, task_.find(name)->components);
        expected.scale = magnitudes(scale);
      } else if (comparison.kind == Comparison::Kind::relative) {
        const auto output = answer.find(comparison.scale);
        expected.scale = output != answer.end()
                             ? magnitudes(output->second.numbers)
                             : std::vector{evaluate_real(comparison.scale, size_.values)};
      }
    }
    return answer;
  }
  static std::vector<double> magnitudes(const Numbers& numbers) {
    std::vector<double> sizes(numbers.words.size());
    for (std::size_t k = 0; k < sizes.size(); ++k) sizes[k] = std::abs(numbers.value(k));
    return sizes;
  }
  void require_written(const std::string& name, const Numbers& numbers,
                       std::uint32_t components) const {
    const auto gap = std::find(numbers.words.begin(), numbers.words.end(), kUnwritten);
    if (gap == numbers.words.end()) return;
    throw Error(Status::bad_input,
                fmt::format("the reference {} leaves {} unwritten", task_.reference.file,
                            place_in(name, static_cast<std::size_t>(gap - numbers.words.begin()),
                                     components)));
  }

  /// The answer to a variant's contents, computed once for as long as no other is asked for. That
  /// of variant 0 is kept.
  const Answer& answer_of(const Configuration& configuration, std::uint32_t variant) const {
    auto& kept = answers_[{configuration.precision, variant == 0}];
    if (!kept || kept->first != variant)
      kept.emplace(variant, compute(configuration, variant, nullptr));
    return kept->second;
  }

  /// "y[3]", or with components "y[3].z".
  static std::string place_in(const std::string& name, std::size_t k, std::uint32_t components) {
    if (components == 1) return fmt::format("{}[{}]", name, k);
    return fmt::format("{}[{}].{}", name, k / components, "xyzw"[k % components]);
  }
  static std::string text_of(const Numbers& numbers, std::size_t k, Element element) {
    if (!numbers.are_real) return fmt::format("{}", numbers.whole(k));
    constexpr int kDigits = 9;
    return element == Element::fp64 ? fmt::format("{:.17g}", numbers.real(k))
                                    : fmt::format("{:.{}g}", numbers.real(k), kDigits);
  }

  void judge_output(const Configuration& configuration, const Parameter& parameter,
                    const HostArray& output, const Expected& expected, double& worst,
                    Verification& result) const {
    const Comparison& comparison = task_.compare.at(parameter.name);
    const Numbers found = widened(output);
    const Element element = output.shape.element;
    const Difference difference = compare(comparison, element, found, expected);
    result.checked += output.shape.count;
    const double share =
        comparison.bound > 0 ? difference.error / comparison.bound : difference.error * 1e300;
    if (share > worst) {
      worst = share;
      result.max_error = difference.error;
      result.rms_error = std::sqrt(difference.mean_square);
      result.tolerance = comparison.bound;
      result.worst_index = difference.worst / parameter.components;
    }
    if (difference.passed || !result.passed) return;
    result.passed = false;
    const auto first =
        static_cast<std::size_t>(std::find(difference.wrong.begin(), difference.wrong.end(), true) -
                                 difference.wrong.begin());
    const double most = allowed(comparison, element, expected, first);
    WrongResults wrong{difference.wrong, parameter.components, extent_of(output.shape.count),
                       block_of(configuration.block)};
    result.reason = fmt::format(
        "{} is {} and should be {}{}; {}", place_in(parameter.name, first, parameter.components),
        text_of(found, first, element), text_of(expected.numbers, first, element),
        most > 0 ? fmt::format(", within {:.2g}", most) : "", explain(wrong));
  }
  /// The rectangle of threads, if there is one with a result for each.
  std::array<std::uint64_t, 2> extent_of(std::uint64_t count) const {
    const auto& threads = task_.launch.threads;
    if (threads.size() != 2) return {};
    const std::array<std::uint64_t, 2> extent{evaluate_count(threads[0], size_.values),
                                              evaluate_count(threads[1], size_.values)};
    return extent[0] * extent[1] == count ? extent : std::array<std::uint64_t, 2>{};
  }

  /// Scaled numbers must be the same. Sums in another order may round differently.
  void require_same(const Symmetry& symmetry, const std::string& name, const Numbers& right,
                    const Expected& expected) const {
    const Numbers& found = expected.numbers;
    const Comparison& comparison = task_.compare.at(name);
    const Element element = element_of(task_.find(name)->type, task_.precisions().front());
    for (std::size_t k = 0; k < right.words.size(); ++k) {
      if (right.value(k) == found.value(k)) continue;
      if (symmetry.kind != Symmetry::Kind::scale && comparison.kind != Comparison::Kind::exact &&
          std::abs(found.value(k) - right.value(k)) <= allowed(comparison, element, expected, k))
        continue;
      throw Error(Status::bad_input,
                  fmt::format("symmetry `{}`: {} should be {} and is {}", symmetry.text,
                              place_in(name, k, task_.find(name)->components),
                              text_of(right, k, Element::fp32), text_of(found, k, Element::fp32)));
    }
  }

  const Task task_;
  const Task::Size size_;
  std::shared_ptr<Reference> reference_;
  std::uint64_t seed_;
  mutable std::uint32_t variant_ = 0;
  mutable std::map<std::pair<Precision, bool>, std::optional<std::pair<std::uint32_t, Answer>>>
      answers_;
};

class TaskFamily : public Family {
 public:
  explicit TaskFamily(Task task)
      : task_(std::move(task)), reference_(task::make_reference(task_)) {}

  std::string name() const override { return kFamily; }
  std::string summary() const override { return task_.summary; }
  RateUnit rate_unit() const override {
    return {"results", "Gresult/s", "one element of an output",
            !task_.bytes.empty() && task_.flops.empty()};
  }
  std::vector<Named> layouts() const override {
    return {{kLayout, "arrays as the task's file describes them"}};
  }
  std::vector<ProblemOption> options() const override { return {}; }
  std::vector<TestInput> test_inputs() const override { return {}; }
  nlohmann::ordered_json parameters_schema() const override { return task_parameters_schema(); }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    return std::make_unique<TaskProblem>(task_, task_.sizes.at(request.n - 1), reference_,
                                         request.seed.value_or(1));
  }

 private:
  Task task_;
  std::shared_ptr<Reference> reference_;
};

}  // namespace

std::unique_ptr<Family> make_task_family(Task task) {
  return std::make_unique<TaskFamily>(std::move(task));
}

nlohmann::ordered_json task_parameters_schema() {
  return parse_json(R"({
      "description": "A task of gputest judge.",
      "required": ["task", "checksum", "sizes", "verified", "variants"],
      "properties": {
        "task": { "description": "The name of the task's file.", "type": "string" },
        "checksum": { "description": "The checksum of the task and its reference.", "type": "string" },
        "sizes": { "description": "The sizes, by name.", "type": "object",
                   "additionalProperties": { "type": "integer" } },
        "verified": { "description": "The sizes at which the kernel was right before.", "type": "array",
                      "items": { "type": "object", "additionalProperties": { "type": "integer" } } },
        "variants": { "description": "The difference between the inputs of launches.", "type": "string" }
      }
    })");
}

void require_right(const Task& task) {
  const std::shared_ptr<Reference> reference = make_reference(task);
  std::vector<std::pair<std::uint64_t, const Task::Size*>> by_elements;
  Configuration configuration{kLayout, task.precisions().front()};
  for (const Task::Size& size : task.sizes) {
    const TaskProblem problem(task, size, reference, 1);
    for (const auto& block : task.launch.blocks) {
      configuration.block = block[0] * block[1];
      problem.shapes(configuration);
      problem.work(configuration);
    }
    by_elements.emplace_back(problem.elements(), &size);
  }
  std::sort(by_elements.begin(), by_elements.end());
  constexpr std::size_t kTried = 3;
  by_elements.resize(
      std::min(by_elements.size(), task.symmetries.empty() ? std::size_t{1} : kTried));
  for (const auto& [elements, size] : by_elements)
    TaskProblem(task, *size, reference, 1).require_symmetries(configuration);
}

}  // namespace gputest::task
