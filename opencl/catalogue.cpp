#include "opencl/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/parse_number.hpp"
#include "common/device/unroll.hpp"
#include "common/layout/layout.hpp"
#include "common/run/manifest.hpp"
#include "opencl/kernel_source.hpp"
#include "opencl/opencl_backend.hpp"

namespace gputest {
namespace opencl {
namespace {

using Words = std::vector<std::string>;

/// Throws an error about the file's manifest.
[[noreturn]] void fail(const KernelFile& file, const std::string& complaint) {
  throw Error(Status::bad_input, fmt::format("{}: {}", file.name, complaint));
}

/// The manifest of the file. If a user's file has none, the manifest of the built-in file. None if
/// neither has one: the file holds passes that are not a kernel by themselves.
std::optional<Manifest> manifest_of(const KernelFile& file, const std::vector<Axis>& axes) {
  Words keys{"entry", "options", "scalars", "probe"};
  for (const LaunchKind& kind : launch_kinds())
    keys.insert(keys.end(), kind.numbers.begin(), kind.numbers.end());
  for (const Axis& axis : axes) keys.push_back(axis.name);
  if (auto manifest = parse_manifest(file.name, file.text, keys)) return manifest;
  return parse_manifest(file.path, file.built_in, keys);
}

std::string value(const Manifest& manifest, const std::string& key, const std::string& otherwise) {
  const auto found = manifest.others.find(key);
  return found == manifest.others.end() ? otherwise : found->second;
}

const LaunchKind& launch_of(const KernelFile& file, const Manifest& manifest) {
  if (manifest.launch.empty()) fail(file, "the manifest has no launch");
  Words names;
  for (const LaunchKind& kind : launch_kinds()) {
    if (kind.name == manifest.launch) return kind;
    names.emplace_back(kind.name);
  }
  fail(file, no_such("launch plan", manifest.launch, names));
}

Source source_of(const KernelFile& file, const Manifest& manifest) {
  const LaunchKind& kind = launch_of(file, manifest);
  Source source;
  source.path = file.path;
  source.entry = value(manifest, "entry", manifest.kernel);
  source.options = value(manifest, "options", "");
  source.plan = kind.plan;
  source.shared = kind.shared;
  if (manifest.blocks.empty()) fail(file, "the manifest names no blocks");
  source.block = manifest.blocks.front();
  const std::string scalars = value(manifest, "scalars", "");
  if (!scalars.empty() && scalars != "fp64")
    fail(file,
         fmt::format("scalars takes only fp64, not '{}'; leave it out for the kernel's precision",
                     scalars));
  source.fp64_scalars = !scalars.empty();
  const std::string probe = value(manifest, "probe", "");
  if (!probe.empty() && probe != "local_values")
    fail(file, fmt::format("probe takes local_values, not '{}'", probe));
  source.probes_local_values = !probe.empty();
  for (const std::string& key : kind.numbers) {
    const std::string text = value(manifest, key, "");
    const auto number = parse_number<std::uint32_t>(text);
    if (!number || *number == 0)
      fail(file, fmt::format("launch = {} takes a whole number above 0 as {}, not '{}'", kind.name,
                             key, text));
    source.numbers[key] = *number;
  }
  return source;
}

/// Adds the file's kernel to the sources and, if it belongs to a family, to the kernels. Errors in
/// its manifest become this kernel's fault only.
void take(const KernelFile& file, const Family* family, const std::string& variant,
          Sources& sources, std::vector<KernelInfo>& kernels) {
  KernelInfo info;
  std::string name = info.variant = variant;
  if (family != nullptr) {
    info.family = family->name();
    name = info.name();
  }
  Source source;
  try {
    const std::vector<Axis> axes = family == nullptr ? std::vector<Axis>{} : family->axes();
    const std::optional<Manifest> manifest = manifest_of(file, axes);
    if (!manifest) return;
    if (family != nullptr)
      describe(info, file.name, *manifest, axes, buffer_layouts(names_of(family->layouts())));
    source = source_of(file, *manifest);
    if (const auto unroll = info.axes.find(kUnrollAxis); unroll != info.axes.end())
      source.unroll = unroll->second.front();
  } catch (const Error& error) {
    info.fault = source.fault = error.what();
  }
  sources[name] = std::move(source);
  if (family != nullptr) kernels.push_back(std::move(info));
}

}  // namespace
}  // namespace opencl

void register_opencl(Registry& registry) {
  auto sources = std::make_shared<opencl::Sources>();
  std::vector<KernelInfo> kernels;
  for (const opencl::KernelFile& file : opencl::kernel_files()) {
    const std::filesystem::path path = file.path;
    opencl::take(file, registry.find_family(path.parent_path().filename().string()), path.stem(),
                 *sources, kernels);
  }
  registry.add(opencl::make_backend(sources));
  for (KernelInfo& info : kernels) {
    const opencl::Source& source = sources->at(info.name());
    registry.add(opencl::make_kernel(std::move(info), source));
  }
}

void add_own_opencl_kernel(Registry& registry, const OwnKernel& own) {
  opencl::Sources sources;
  std::vector<KernelInfo> kernels;
  opencl::take({own.path, own.path, own.manifest.empty() ? own.text : own.manifest, ""},
               registry.find_family(own.family), own.variant, sources, kernels);
  for (KernelInfo& info : kernels)
    registry.add(opencl::make_kernel(std::move(info), sources.begin()->second));
}

}  // namespace gputest
