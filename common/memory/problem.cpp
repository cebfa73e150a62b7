#include "common/memory/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "common/core/ceil_div.hpp"
#include "common/core/host.hpp"
#include "common/device/unwritten.hpp"
#include "common/memory/amounts.h"
#include "common/memory/oracle.hpp"
#include "common/memory/shuffle.hpp"
#include "common/memory/values.hpp"

namespace gputest::memory {
namespace {

constexpr double kFactor = 0.375;

Element real_of(const Configuration& configuration) {
  return configuration.precision == Precision::fp32 ? Element::fp32 : Element::fp64;
}

/// Thread blocks of dot: enough threads for a GPU, each with some elements.
std::uint64_t dot_groups(std::uint64_t n, std::uint32_t block) {
  return std::min<std::uint64_t>(GT_MEMORY_PARTS, ceil_div(n, std::max(1u, block)));
}

template <class T, class F>
void fill_array(HostArray& array, const F& value) {
  T* const data = array.as<T>();
  const auto count = static_cast<std::int64_t>(array.shape.count * array.shape.components);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < count; ++i)
    data[i] = static_cast<T>(value(static_cast<std::uint64_t>(i)));
}

/// Fills the array in its element type.
template <class F>
void fill_with(HostArray& array, const F& value) {
  if (array.shape.element == Element::fp32)
    fill_array<float>(array, value);
  else if (array.shape.element == Element::fp64)
    fill_array<double>(array, value);
  else
    fill_array<std::uint32_t>(array, value);
}

void fill_ring(HostArray& next, const Task& task) {
  const Ring ring(task);
  auto* const data = next.as<std::uint32_t>();
  const auto nodes = static_cast<std::int64_t>(task.nodes());
#pragma omp parallel for schedule(static)
  for (std::int64_t k = 0; k < nodes; ++k) {
    const auto node = static_cast<std::uint64_t>(k);
    data[ring.element(node)] = static_cast<std::uint32_t>(ring.element(node + 1));
  }
}

void fill_input(HostArray& array, const Task& task) {
  const std::string& name = array.shape.name;
  if (name == "next")
    fill_ring(array, task);
  else if (name == "index" && task.access == Access::texture)
    fill_with(array, [walked = Walked(task)](std::uint64_t i) { return walked.at(i); });
  else if (name == "index")
    fill_with(array, [indices = Indices(task)](std::uint64_t i) { return indices.at(i); });
  else if (name == "b")
    fill_with(array, [&](std::uint64_t i) { return value_of_b(task, i); });
  else if (array.shape.element == Element::uint32)
    fill_with(array, [&](std::uint64_t i) { return word_of_a(task, i); });
  else
    fill_with(array, [&](std::uint64_t i) { return value_of_a(task, i); });
}

/// Results that differ from the expected ones.
struct Wrong {
  std::uint64_t count = 0, first = 0;
  double first_value = 0, first_right = 0;
};

template <class T>
Wrong wrong_results(const T* results, const ExpectedResults& expected) {
  Wrong wrong;
  std::uint64_t total = 0;
  const auto count = static_cast<std::int64_t>(expected.count);
#pragma omp parallel for schedule(static) reduction(+ : total)
  for (std::int64_t k = 0; k < count; ++k) {
    const Expected one = expected.at(static_cast<std::uint64_t>(k));
    const auto result = static_cast<double>(results[one.place]);
    if (result == one.value) continue;
    ++total;
#pragma omp critical(memory_wrong)
    if (wrong.count == 0 || one.place < wrong.first) wrong = {1, one.place, result, one.value};
  }
  wrong.count = total;
  return wrong;
}

Wrong wrong_results(const HostArray& results, const ExpectedResults& expected) {
  if (results.shape.element == Element::fp32) return wrong_results(results.as<float>(), expected);
  if (results.shape.element == Element::fp64) return wrong_results(results.as<double>(), expected);
  return wrong_results(results.as<std::uint32_t>(), expected);
}

std::string complaint(const HostArray& results, const Wrong& wrong) {
  const std::string& name = results.shape.name;
  const std::uint64_t size = bytes(results.shape.element);
  if (is_unwritten(results.data.data() + size * wrong.first, size))
    return fmt::format("{}[{}] was not written; wrong results: {}", name, wrong.first, wrong.count);
  return fmt::format("{}[{}] is {} but should be {}; wrong results: {}", name, wrong.first,
                     wrong.first_value, wrong.first_right, wrong.count);
}

}  // namespace

Task MemoryProblem::task(const Configuration& configuration) const {
  return task_of(configuration, n_, seed_ + ((std::uint64_t{filling_} + symmetry_) << 32));
}

KernelSignature MemoryProblem::shapes(const Configuration& configuration) const {
  const Task task = this->task(configuration);
  const Element real = real_of(configuration);
  KernelSignature shapes;
  shapes.inputs = {{"a", real, 1, n_}};
  shapes.outputs = {{"c", real, 1, n_}};
  shapes.scalars = {{"n", static_cast<std::uint32_t>(n_)}};
  shapes.items = n_;
  const auto groups = [&](std::uint64_t count) {
    shapes.properties = {{"groups", [count] { return static_cast<double>(count); }}};
  };
  switch (task.access) {
    case Access::copy:
      break;
    case Access::scale:
      shapes.scalars.push_back({"factor", kFactor});
      break;
    case Access::triad:
      shapes.scalars.push_back({"factor", kFactor});
      [[fallthrough]];
    case Access::add:
      shapes.inputs.push_back({"b", real, 1, n_});
      break;
    case Access::dot:
      shapes.inputs.push_back({"b", real, 1, n_});
      shapes.outputs = {{"sum", real, 1, 1}};
      shapes.scratch = {{"partial", real, 1, GT_MEMORY_PARTS}};
      groups(dot_groups(n_, configuration.block));
      break;
    case Access::stride:
      shapes.scalars.push_back({"stride", task.stride});
      shapes.scalars.push_back({"rows", static_cast<std::uint32_t>(task.rows())});
      break;
    case Access::gather:
    case Access::scatter:
      shapes.inputs.push_back({"index", Element::uint32, 1, n_});
      break;
    case Access::chase:
      shapes.inputs = {{"next", Element::uint32, 1, n_}};
      shapes.outputs = {{"end", Element::uint32, 1, 2}};
      shapes.scalars = {{"hops", task.hops()}};
      groups(1);
      break;
    case Access::broadcast:
      shapes.inputs = {{"a", Element::uint32, 1, GT_MEMORY_SHARED_READS}};
      shapes.outputs = {{"c", Element::uint32, 1, n_}};
      break;
    case Access::bank:
      shapes.inputs = {{"a", real, 1, GT_MEMORY_TILE}};
      shapes.scalars.push_back({"stride", task.stride});
      break;
    case Access::atomic:
      shapes.inputs = {{"a", Element::uint32, 1, GT_MEMORY_ADDENDS}};
      shapes.outputs = {{"counts", Element::uint32, 1, task.counters()}};
      shapes.scalars.push_back({"shift", task.counter_shift});
      break;
    case Access::texture: {
      const std::uint64_t width = task.texels_per_row();
      shapes.inputs = {{"a", real, 4, n_, task.through_texture ? width : 0},
                       {"index", Element::uint32, 1, n_}};
      shapes.outputs = {{"c", real, 4, n_}};
      shapes.scalars.push_back({"width", static_cast<std::uint32_t>(width)});
      shapes.specializations = {{"texture", task.through_texture ? 1u : 0u}};
      break;
    }
    case Access::transfer: {
      const MemoryKind host = task.pinned ? MemoryKind::pinned : MemoryKind::pageable;
      (task.to_device ? shapes.inputs : shapes.outputs).front().memory = host;
      break;
    }
    case Access::launch:
      shapes.inputs = {{"a", Element::uint32, 1, 1}};
      shapes.outputs = {{"counts", Element::uint32, 1, 1}};
      shapes.specializations = {{"empty_kernels", task.empty_kernels()},
                                {"counting_kernels", task.counting_kernels()}};
      break;
  }
  return shapes;
}

std::vector<HostArray> MemoryProblem::inputs(const Configuration& configuration) const {
  const KernelSignature shapes = this->shapes(configuration);
  constexpr std::uint64_t kCopies = 2;  // here and, if the device is the host, there
  require_host_memory(kCopies * shapes.bytes(),
                      fmt::format("memory of n = {} in {}", n_, name(configuration.precision)));
  std::vector<HostArray> arrays;
  for (const ArrayShape& shape : shapes.inputs) {
    HostArray& array = arrays.emplace_back(HostArray{shape, {}});
    array.data.resize(shape.bytes());
    fill_input(array, task(configuration));
  }
  return arrays;
}

std::uint32_t MemoryProblem::fillings(const Configuration& configuration) const {
  const Task task = this->task(configuration);
  const Factors factors{n_, task.seed, task.digits, true};
  return task.access == Access::dot && !factors.all_count() ? 2 : 1;
}

Verification MemoryProblem::verify(const Configuration& configuration, Precision,
                                   const std::vector<HostArray>& outputs) const {
  const ExpectedResults expected = expected_results(task(configuration));
  const Wrong wrong = wrong_results(outputs.at(0), expected);
  Verification result;
  result.checked = expected.count;
  result.passed = wrong.count == 0;
  if (result.passed) return result;
  result.max_error = 1;
  result.rms_error =
      std::sqrt(static_cast<double>(wrong.count) / static_cast<double>(expected.count));
  result.worst_index = wrong.first;
  result.reason = complaint(outputs.at(0), wrong);
  return result;
}

Work MemoryProblem::work(const Configuration& configuration) const {
  const Task task = this->task(configuration);
  const KernelSignature shapes = this->shapes(configuration);
  const auto n = static_cast<double>(n_);
  const auto real = static_cast<double>(bytes(real_of(configuration)));
  constexpr double kWord = 4;
  Work work;
  for (const auto* arrays : {&shapes.inputs, &shapes.outputs})
    for (const ArrayShape& shape : *arrays) work.bytes += static_cast<double>(shape.bytes());
  work.items = work.bytes;
  switch (task.access) {
    case Access::scale:
    case Access::add:
      work.flops = n;
      break;
    case Access::triad:
      work.flops = 2 * n;
      break;
    case Access::dot:  // BabelStream does not count its one result
      work.flops = 2 * n;
      work.items = 2 * real * n;
      break;
    case Access::chase:
      work.items = kWord * task.hops();
      work.bytes = kWord * static_cast<double>(std::min<std::uint64_t>(task.nodes(), task.hops()));
      break;
    case Access::broadcast:
      work.items = kWord * (GT_MEMORY_SHARED_READS + 1) * n;
      break;
    case Access::bank:
      work.items = real * (GT_MEMORY_TILE_READS + 1) * n;
      work.flops = GT_MEMORY_TILE_READS * n;
      break;
    case Access::atomic:
      work.items = 2 * kWord * GT_MEMORY_ADDS * n;
      break;
    case Access::texture:
      work.items = work.bytes = (2 * 4 * real + kWord) * n;
      break;
    case Access::transfer:
      work.items = work.bytes = real * n;
      break;
    case Access::launch:  // as if each kernel counted
      work.items = 2 * kWord * (task.empty_kernels() + task.counting_kernels());
      break;
    default:
      break;
  }
  return work;
}

double MemoryProblem::least_shared_bytes(const Configuration& configuration) const {
  if (task(configuration).access != Access::bank) return 0;
  return static_cast<double>(n_ * GT_MEMORY_TILE_READS * bytes(real_of(configuration)));
}

std::uint64_t MemoryProblem::promised_atomics(const Configuration& configuration) const {
  return task(configuration).access == Access::atomic ? GT_MEMORY_ADDS * n_ : 0;
}

nlohmann::ordered_json MemoryProblem::parameters(const Configuration& configuration) const {
  nlohmann::ordered_json json{{"elements", "hash"}, {"seed", seed_}};
  for (const char* axis : {"access", "stride", "index", "counters", "walk", "through", "copied",
                           "host_memory", "launches", "launched"})
    if (const std::string value = configuration.on_axis(axis); !value.empty()) json[axis] = value;
  return json;
}

}  // namespace gputest::memory
