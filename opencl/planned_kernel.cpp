#include "opencl/planned_kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <sstream>

#include "common/core/checksum.hpp"
#include "common/core/error.hpp"
#include "common/device/unroll.hpp"
#include "common/layout/layout.hpp"
#include "opencl/kernel_source.hpp"

namespace gputest::opencl {
namespace {

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// The values for the paths that a kernel includes.
std::map<std::string, std::string> included_by(const Configuration& configuration) {
  std::map<std::string, std::string> included = configuration.axes;
  if (is_buffer_layout(configuration.layout)) included["layout"] = configuration.layout;
  return included;
}

CompilerInput compiler_input(const Configuration& configuration, const Program& program,
                             unsigned compute_capability) {
  // Sums may be reordered, so that a CPU's compiler can vectorise them. Denormals are flushed, as
  // in the CUDA and HIP kernels.
  std::string options = fmt::format(
      "-cl-std=CL1.2 {}-cl-denorms-are-zero -DGT_LAYOUT_{} "
      "-DGT_REAL_BITS={} -DGT_BLOCK={} -DGT_COMPUTE_CAPABILITY={} ",
      program.is_exact ? "" : "-cl-unsafe-math-optimizations ", upper(configuration.layout),
      configuration.precision == Precision::fp32 ? 32 : 64, program.block, compute_capability);
  for (const Specialization& constant : program.specializations)
    options += fmt::format("-DGT_{}={} ", upper(constant.name), constant.value);
  if (is_buffer_layout(configuration.layout))
    options += fmt::format("-DGT_PARAMETERS=GT_{0}_ARRAYS -DGT_LOAD=GT_{0}_LOAD ",
                           upper(configuration.layout));
  const KernelSource source = kernel_source(program.path, included_by(configuration));
  return {source.file, source.text, options + program.options, {}};
}

std::vector<std::string> names_of(const KernelSignature& signature) {
  std::vector<std::string> names;
  for (const auto* arrays : {&signature.inputs, &signature.outputs, &signature.scratch})
    for (const ArrayShape& shape : *arrays) names.push_back(shape.name);
  for (const Scalar& scalar : signature.scalars) names.push_back(scalar.name);
  return names;
}

void set_scalar(cl::Kernel& kernel, cl_uint index, const Scalar& scalar, bool fp64) {
  if (const auto* typed = std::get_if<TypedBits>(&scalar.value))
    kernel.setArg(index, bytes(typed->element), &typed->bits);
  else if (const auto* whole = std::get_if<std::uint32_t>(&scalar.value))
    kernel.setArg(index, *whole);
  else if (fp64)
    kernel.setArg(index, std::get<double>(scalar.value));
  else
    kernel.setArg(index, static_cast<float>(std::get<double>(scalar.value)));
}

/// The plan of the file's kernel. If the configuration names no block, it gets the kernel's
/// default.
Plan plan_of(const Source& source, Configuration& configuration, const KernelSignature& signature,
             const DeviceInfo& device) {
  if (!source.fault.empty()) throw Error(Status::bad_input, source.fault);
  if (configuration.block == 0) configuration.block = source.block;
  Plan plan = source.plan(source, configuration, signature, device);
  if (!source.unroll.empty()) {
    const std::string chosen = configuration.on_axis(kUnrollAxis);
    plan.options +=
        fmt::format(" -DGT_UNROLLED={}", unrolled_turns(chosen.empty() ? source.unroll : chosen));
  }
  return plan;
}

/// The kernel's program in this plan.
Program own_program(const Source& source, const Plan& plan, const Configuration& configuration,
                    const KernelSignature& signature) {
  return {source.path, configuration.block, signature.specializations, plan.options, plan.is_exact};
}

/// The items of a group.
std::array<std::size_t, 2> block_of(const Enqueue& enqueue, const Plan& plan,
                                    std::size_t own_block) {
  if (enqueue.block[0] != 0) return enqueue.block;
  return {enqueue.shared ? plan.shared->block : own_block, 1};
}

/// The type of an array's elements or of a scalar in OpenCL C; empty if it may have several.
std::string type_name(Element element) {
  std::string name = c_name(element);
  if (element == Element::uint32) return "uint";
  constexpr std::string_view kUnsigned = "unsigned ";
  return name.starts_with(kUnsigned) ? "u" + name.substr(kUnsigned.size()) : name;
}

/// The types that a parameter may have.
std::vector<std::string> types_of(const KernelSignature& signature, std::size_t place) {
  std::vector<std::string> types;
  const auto add = [&](Element element, const std::string& more) {
    const std::string type = type_name(element);
    types.push_back(type + more);
    const bool is_real = type == "half" || type == "float" || type == "double";
    if (!is_real) types.push_back((type[0] == 'u' ? type.substr(1) : "u" + type) + more);
  };
  for (const auto* arrays : {&signature.inputs, &signature.outputs, &signature.scratch}) {
    if (place >= arrays->size()) {
      place -= arrays->size();
      continue;
    }
    const ArrayShape& shape = (*arrays)[place];
    const std::string vector = shape.components == 1 ? "" : std::to_string(shape.components);
    add(shape.element, "*");
    if (shape.components != 3) add(shape.element, vector + "*");
    return types;
  }
  if (const auto* typed = std::get_if<TypedBits>(&signature.scalars.at(place).value))
    add(typed->element, "");
  return types;
}

/// Whether it is a type of OpenCL C that tasks have, or a pointer to one. A kernel may use its own
/// names for types.
bool is_known_type(std::string type) {
  while (!type.empty() &&
         (type.back() == '*' || std::isdigit(static_cast<unsigned char>(type.back()))))
    type.pop_back();
  static const std::vector<std::string> known{"char",  "uchar", "short", "ushort", "int",   "uint",
                                              "float", "half",  "long",  "ulong",  "double"};
  return std::find(known.begin(), known.end(), type) != known.end();
}

/// Throws Error(bad_input), naming the parameter, if one has another type. Checks nothing if the
/// driver does not know types.
void require_types(const cl::Kernel& kernel, const std::string& entry,
                   const std::vector<std::string>& names, const KernelSignature& signature) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    std::array<char, 256> name{};
    if (clGetKernelArgInfo(kernel(), static_cast<cl_uint>(k), CL_KERNEL_ARG_TYPE_NAME,
                           name.size() - 1, name.data(), nullptr) != CL_SUCCESS)
      return;
    const std::string found = name.data();
    const std::vector<std::string> types =
        types_of(signature, signature.order.empty() ? k : signature.order[k]);
    if (types.empty() || !is_known_type(found)) continue;
    if (std::find(types.begin(), types.end(), found) != types.end()) continue;
    throw Error(Status::bad_input, fmt::format("parameter {} of {} is {}, but {} is {}", k + 1,
                                               entry, found, names[k], types.back()));
  }
}

/// The plan as data; `scratch` has the problem's and the plan's arrays.
LaunchPlan as_data(const Plan& plan, std::size_t own_block,
                   const std::vector<ArrayShape>& scratch) {
  LaunchPlan data;
  for (const ArrayShape& shape : scratch) data.scratch_bytes += shape.bytes();
  data.parameters = plan.parameters;
  for (std::size_t k = 0; k < plan.passes.size(); ++k) {
    const Enqueue& enqueue = plan.passes[k];
    const bool is_repeated = plan.loop.first <= k && k < plan.loop.end;
    const std::uint64_t times = is_repeated ? plan.loop.times : 1;
    const auto series = std::find_if(data.passes.begin(), data.passes.end(),
                                     [&](const Pass& pass) { return pass.name == enqueue.entry; });
    if (enqueue.offset > 0 && series != data.passes.end()) {
      series->grid[0] = std::max(series->grid[0], enqueue.groups[0]);
      series->times += times;
      continue;
    }
    if (enqueue.groups[0] == 0) {
      data.passes.push_back({enqueue.entry, {}, {}});
      continue;
    }
    data.passes.push_back({enqueue.entry,
                           {enqueue.groups[0], enqueue.groups[1], 1},
                           {static_cast<std::uint32_t>(block_of(enqueue, plan, own_block)[0]),
                            static_cast<std::uint32_t>(block_of(enqueue, plan, own_block)[1]), 1}});
    data.passes.back().times = times;
  }
  return data;
}

}  // namespace

KernelText kernel_text(const Source& source, const Configuration& configuration) {
  std::string files;
  KernelText text;
  for (const std::string& path : {source.path, source.shared}) {
    if (path.empty()) continue;
    const KernelSource read = kernel_source(path, included_by(configuration));
    files += read.files;
    for (const std::string& file : read.replaced)
      if (std::find(text.replaced.begin(), text.replaced.end(), file) == text.replaced.end())
        text.replaced.push_back(file);
  }
  text.checksum = checksum(files);
  text.file = source.path;
  return text;
}

namespace {

std::vector<std::string> words_of(const std::string& options) {
  std::istringstream words(options);
  return {std::istream_iterator<std::string>(words), {}};
}

/// Empty if the driver returns no binary of the program.
std::string checksum_of_code(const cl::Program& program) {
  std::vector<std::vector<unsigned char>> binaries;
  if (program.getInfo(CL_PROGRAM_BINARIES, &binaries) != CL_SUCCESS || binaries.empty() ||
      binaries.front().empty())
    return "";
  return checksum(std::string(binaries.front().begin(), binaries.front().end()));
}

}  // namespace

LaunchPlan launch_plan(const Source& source, Configuration configuration,
                       const KernelSignature& signature, const DeviceInfo& device) {
  const Plan plan = plan_of(source, configuration, signature, device);
  std::vector<ArrayShape> scratch = signature.scratch;
  scratch.insert(scratch.end(), plan.scratch.begin(), plan.scratch.end());
  return as_data(plan, configuration.block, scratch);
}

std::vector<CompilerInput> compiler_inputs(const Source& source, Configuration configuration,
                                           const KernelSignature& signature,
                                           const DeviceInfo& device) {
  const Plan plan = plan_of(source, configuration, signature, device);
  if (plan.passes.front().groups[0] == 0) return {};
  std::vector<CompilerInput> inputs{
      compiler_input(configuration, own_program(source, plan, configuration, signature), 0)};
  if (plan.shared) inputs.push_back(compiler_input(configuration, *plan.shared, 0));
  for (const Enqueue& enqueue : plan.passes)
    if (enqueue.offset == 0 && enqueue.transform == 0)
      inputs[enqueue.shared ? 1 : 0].entries.push_back(enqueue.entry);
  return inputs;
}

void BoundPasses::enqueue(const cl::CommandQueue& commands, const Pass& pass,
                          cl::Event* event) const {
  if (pass.transform != 0) return transform_->enqueue(commands, pass.transform > 0);
  commands.enqueueNDRangeKernel(pass.kernel, pass.offset, pass.global, pass.local, nullptr, event);
}

void BoundPasses::enqueue(const cl::CommandQueue& commands, std::vector<cl::Event>* events) const {
  if (events != nullptr) events->resize(2);
  checked(doing_, [&] {
    for_each_enqueue([&](const Pass& pass, bool is_first, bool is_last) {
      cl::Event* event = nullptr;
      if (events != nullptr && (is_first || is_last)) event = &(*events)[is_last ? 1 : 0];
      enqueue(commands, pass, event);
    });
    if (events != nullptr && passes_.size() == 1) events->front() = events->back();
  });
}

template <class F>
void BoundPasses::for_each_enqueue(const F& f) const {
  std::uint32_t round = 0;  // of the loop
  for (std::size_t k = 0; k < passes_.size(); ++k) {
    f(passes_[k], k == 0 && round == 0, k + 1 == passes_.size());
    if (k + 1 == loop_.end && ++round < loop_.times) k = loop_.first - 1;
  }
}

std::vector<PassTime> BoundPasses::times(const cl::CommandQueue& commands) const {
  std::vector<PassTime> times;
  if (transform_) return times;
  checked(doing_, [&] {
    std::vector<std::pair<const std::string*, cl::Event>> ended;
    for_each_enqueue([&](const Pass& pass, bool, bool) {
      enqueue(commands, pass, &ended.emplace_back(&pass.name, cl::Event()).second);
    });
    commands.finish();
    auto before = ended.front().second.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    for (const auto& [name, event] : ended) {
      const auto end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
      if (times.empty() || times.back().pass != *name) times.push_back({*name, 0});
      times.back().seconds += static_cast<double>(end - before) * 1e-9;
      before = end;
    }
  });
  return times;
}

PlannedKernel::PlannedKernel(OpenClDevice& device, const Source& source,
                             Configuration configuration, const KernelSignature& signature)
    : fp64_scalars_(source.fp64_scalars || configuration.precision == Precision::fp64),
      signature_(signature),
      device_(device.info().id),
      opened_(&device) {
  plan_ = plan_of(source, configuration, signature, device.info());
  own_block_ = configuration.block;
  signature_.scratch.insert(signature_.scratch.end(), plan_.scratch.begin(), plan_.scratch.end());
  signature_.scalars.insert(signature_.scalars.end(), plan_.scalars.begin(), plan_.scalars.end());
  check_limits(device.info(), signature_);
  const CompilerInput own =
      compiler_input(configuration, own_program(source, plan_, configuration, signature),
                     device.compute_capability());
  own_ = device.program(own.file, own.text, own.options);
  if (plan_.shared) {
    const CompilerInput shared =
        compiler_input(configuration, *plan_.shared, device.compute_capability());
    shared_ = device.program(shared.file, shared.text, shared.options);
  }
  text_ = kernel_text(source, configuration);
  text_.compiler = device.info().driver;
  text_.options = words_of(own.options);
  text_.code = checksum_of_code(own_);
}

BoundPasses PlannedKernel::bind(const std::vector<cl::Memory>& arrays) const {
  BoundPasses bound;
  bound.doing_ = "launching on " + device_;
  bound.plan_ = as_data(plan_, own_block_, signature_.scratch);
  bound.loop_ = plan_.loop;
  bound.text_ = text_;
  if (const auto& transform = plan_.transform)
    bound.transform_ = plan_transform(*opened_, transform->points, fp64_scalars_,
                                      arrays.at(transform->values), arrays.at(transform->modes));
  std::map<std::string, cl::Kernel> series;  // each kernel has its own set of arguments
  for (const Enqueue& enqueue : plan_.passes) {
    if (enqueue.transform != 0) {
      bound.passes_.push_back({enqueue.entry, {}, {}, {}, {}, enqueue.transform});
      continue;
    }
    cl::Kernel& kernel = series[enqueue.entry];
    if (enqueue.offset == 0) kernel = bound_kernel(enqueue, arrays);
    const auto [columns, rows] = block_of(enqueue, plan_, own_block_);
    bound.passes_.push_back({enqueue.entry, kernel, cl::NDRange(0, enqueue.offset),
                             cl::NDRange(enqueue.groups[0] * columns, enqueue.groups[1] * rows),
                             cl::NDRange(columns, rows)});
  }
  return bound;
}

cl::Kernel PlannedKernel::bound_kernel(const Enqueue& enqueue,
                                       const std::vector<cl::Memory>& arrays) const {
  const std::string& entry = enqueue.entry;
  cl::Kernel kernel;
  cl_uint parameters = 0;
  checked("creating kernel " + entry, [&] {
    kernel = cl::Kernel(enqueue.shared ? shared_ : own_, entry.c_str());
    parameters = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
  });
  const std::vector<std::string> names = in_order(signature_.order, names_of(signature_));
  if (parameters != names.size())
    throw Error(Status::bad_input, fmt::format("{} has {} parameters for {} arguments: {}", entry,
                                               parameters, names.size(), fmt::join(names, ", ")));
  if (plan_.checks_types) require_types(kernel, entry, names, signature_);
  for (std::size_t k = 0; k < names.size(); ++k)
    checked(fmt::format("setting argument {} ({}) of {}", k, names[k], entry), [&] {
      const auto index = static_cast<cl_uint>(k);
      const std::size_t place = signature_.order.empty() ? k : signature_.order[k];
      if (place < arrays.size())
        kernel.setArg(index, arrays[place]);
      else
        set_scalar(kernel, index, signature_.scalars[place - arrays.size()], fp64_scalars_);
    });
  return kernel;
}

}  // namespace gputest::opencl
