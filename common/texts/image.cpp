#include "common/texts/image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "common/codeobject/elf.hpp"
#include "common/core/error.hpp"
#include "common/texts/cache.hpp"

namespace gputest::texts {
namespace {

/// What a kernel's name begins with in machine code, however it is instantiated: the rest is made
/// of its arguments (Itanium C++ ABI, 5.1).
std::string mangled_prefix(const Instance& instance) {
  std::string path = instance.name.substr(0, instance.name.find('<')), mangled = "_ZN";
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find("::", at), path.size());
    mangled += fmt::format("{}{}", end - at, path.substr(at, end - at));
    at = end + 2;
  }
  return mangled + (instance.name.find('<') == instance.name.npos ? 'E' : 'I');
}

/// Groups that have no kernel twice and the same macros, each instance once.
std::vector<std::vector<Instance>> groups_of(const std::vector<Instance>& instances) {
  std::vector<std::vector<Instance>> groups;
  for (const Instance& instance : instances) {
    const auto has = [&](const std::vector<Instance>& group) {
      return std::find(group.begin(), group.end(), instance) != group.end();
    };
    if (std::any_of(groups.begin(), groups.end(), has)) continue;
    const auto takes = [&](const std::vector<Instance>& group) {
      return std::none_of(group.begin(), group.end(), [&](const Instance& other) {
        return other.kernel() == instance.kernel() || other.macros != instance.macros;
      });
    };
    auto group = std::find_if(groups.begin(), groups.end(), takes);
    if (group == groups.end()) group = groups.insert(groups.end(), std::vector<Instance>());
    group->push_back(instance);
  }
  return groups;
}

std::shared_ptr<const Image> image_of(const Compiler& compiler, const std::string& file,
                                      const std::vector<Instance>& instances,
                                      const std::string& target) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const Image>> kept;
  const std::string absence = compiler.absence();
  const Program program = make_program(file, instances, compiler.reader());
  const CacheKey key{program.checksum(), target,
                     absence.empty() ? fmt::format("{} {}", compiler.name(),
                                                   fmt::join(compiler.options(target), " "))
                                     : ""};
  const std::string name = key.text + key.target + key.compiler;
  {
    const std::lock_guard lock(mutex);
    if (const auto found = kept.find(name); found != kept.end()) return found->second;
  }
  auto compiled = cached(key);
  if (!compiled) {
    if (!absence.empty()) throw Error(Status::unavailable, absence);
    compiled = compiler.compile(program, target);
    keep(key, file, *compiled);
  }
  const auto image =
      std::make_shared<const Image>(Image{file, target, instances, std::move(*compiled), key.text});
  const std::lock_guard lock(mutex);
  return kept.emplace(name, image).first->second;
}

}  // namespace

std::string Image::symbol(const Instance& instance) const {
  const std::string prefix = mangled_prefix(instance);
  for (const ElfSymbol& symbol : read_elf(compiled.machine_code).symbols)
    if (symbol.name.starts_with(prefix) && !symbol.name.ends_with(".kd"))
      return std::string(symbol.name);
  throw Error(Status::unavailable,
              fmt::format("{} made no {} of {}", compiled.compiler, instance.kernel(), file));
}

std::vector<std::shared_ptr<const Image>> images_of(const Compiler& compiler,
                                                    const std::string& file,
                                                    const std::vector<Instance>& instances,
                                                    const std::string& target) {
  std::vector<std::shared_ptr<const Image>> images;
  for (const std::vector<Instance>& group : groups_of(instances))
    images.push_back(image_of(compiler, file, group, target));
  return images;
}

std::string why_not_compiled(const Compiler& compiler) {
  const std::string absence = compiler.absence();
  return absence.empty() || has_entries() ? "" : absence;
}

std::shared_ptr<const Image> image_with(const std::vector<std::shared_ptr<const Image>>& images,
                                        const Instance& instance) {
  for (std::size_t k = 0; k + 1 < images.size(); ++k)
    if (std::find(images[k]->instances.begin(), images[k]->instances.end(), instance) !=
        images[k]->instances.end())
      return images[k];
  return images.back();
}

}  // namespace gputest::texts
