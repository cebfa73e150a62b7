#include "common/simt/binding.hpp"

#include <cstring>
#include <utility>

#include "common/core/checksum.hpp"

namespace gputest::simt {

PackedArguments::PackedArguments(const ArgumentPlaces& arguments) {
  for (std::size_t k = 0; k < arguments.count; ++k) {
    first_.push_back(words_.size());
    words_.resize(words_.size() + (arguments.bytes[k] + sizeof(Word) - 1) / sizeof(Word));
    std::memcpy(words_[first_.back()].bytes, arguments.places[k], arguments.bytes[k]);
  }
}

std::vector<void*> PackedArguments::pointers() {
  std::vector<void*> all;
  for (const std::size_t word : first_) all.push_back(words_[word].bytes);
  return all;
}

void PackedArguments::set_last(std::uint32_t value) {
  std::memcpy(words_[first_.back()].bytes, &value, sizeof value);
}

std::shared_ptr<LoadedKernel> Binding::wanted(const texts::Instance& instance) {
  for (const Wanted& one : wanted_)
    if (one.instance == instance) return one.kernel;
  return wanted_.emplace_back(Wanted{instance, std::make_shared<LoadedKernel>()}).kernel;
}

namespace {

std::string with_view(std::string words, const ArgumentPlaces& arguments) {
  for (auto at = words.find(arguments.any); at != words.npos; at = words.find(arguments.any, at))
    words.replace(at, arguments.any.size(), arguments.view);
  return words;
}

}  // namespace

texts::Instance Binding::instance_of(const texts::KernelWords& kernel,
                                     const ArgumentPlaces& arguments) const {
  texts::Instance instance = kernel.instance();
  if (!arguments.any.empty()) {
    instance.name = with_view(std::move(instance.name), arguments);
    instance.parameters = with_view(std::move(instance.parameters), arguments);
  }
  instance.macros = macros_;
  return instance;
}

std::shared_ptr<LoadedKernel> Binding::kernel_of(const KernelSource& kernel,
                                                 const ArgumentPlaces& arguments, Pass& pass) {
  if (kernel.text == nullptr)
    return std::make_shared<LoadedKernel>(std::make_shared<HostFunction>(kernel.function));
  pass.instance = instance_of(*kernel.text, arguments);
  return wanted(pass.instance);
}

void Binding::add_kernel(const char* name, const KernelSource& kernel, unsigned grid,
                         unsigned block, const ArgumentPlaces& arguments) {
  Pass pass{name, {grid, 1, 1}, {block, 1, 1}};
  const auto loaded = kernel_of(kernel, arguments, pass);
  const auto kept = std::make_shared<PackedArguments>(arguments);
  add(std::move(pass),
      [calls = calls_, stream = stream_, loaded, kept, pointers = kept->pointers(), grid,
       block]() mutable { calls->launch(*loaded, grid, block, stream, pointers.data()); });
}

void Binding::add_series(const char* name, const KernelSource& kernel, std::vector<unsigned> grids,
                         unsigned block, const ArgumentPlaces& arguments) {
  Pass pass{name, {largest_of(grids), 1, 1}, {block, 1, 1}};
  pass.times = grids.size();
  const auto loaded = kernel_of(kernel, arguments, pass);
  const auto kept = std::make_shared<PackedArguments>(arguments);
  add(std::move(pass), [calls = calls_, stream = stream_, loaded, kept, pointers = kept->pointers(),
                        grids, block]() mutable {
    for (std::uint32_t k = 0; k < grids.size(); ++k) {
      kept->set_last(k);
      calls->launch(*loaded, grids[k], block, stream, pointers.data());
    }
  });
}

void Binding::add_fill(const char* name, void* memory, int byte, std::size_t bytes) {
  add({name}, [=, calls = calls_, stream = stream_] { calls->fill(memory, byte, bytes, stream); });
}

void Binding::add_copy(const char* name, void* to, const void* from, std::size_t bytes,
                       bool to_device) {
  add({name},
      [=, calls = calls_, stream = stream_] { calls->copy(to, from, bytes, to_device, stream); });
}

void Binding::parameter(const char* name, std::uint64_t value) {
  plan_.parameters.emplace_back(name, value);
}

std::optional<KernelText> text_of(const std::vector<std::shared_ptr<const texts::Image>>& images) {
  if (images.empty()) return std::nullopt;
  std::string texts, code;
  for (const auto& image : images) {
    texts += image->text_checksum;
    code += image->compiled.code;
  }
  const texts::Compiled& first = images.front()->compiled;
  return KernelText{images.size() == 1 ? texts : checksum(texts),
                    {},
                    first.compiler,
                    first.options,
                    checksum(code),
                    images.front()->file};
}

}  // namespace gputest::simt
