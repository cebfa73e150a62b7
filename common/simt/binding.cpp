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

void Binding::add_text(const char* name, const texts::KernelWords& kernel, unsigned grid,
                       unsigned block, const ArgumentPlaces& arguments) {
  const texts::Instance instance = instance_of(kernel, arguments);
  const auto kept = std::make_shared<PackedArguments>(arguments);
  add({name, {grid, 1, 1}, {block, 1, 1}, 0, instance},
      [calls = calls_, stream = stream_, kernel = wanted(instance), kept,
       pointers = kept->pointers(), grid,
       block]() mutable { calls->launch(*kernel, grid, block, stream, pointers.data()); });
}

void Binding::add_text_series(const char* name, const texts::KernelWords& kernel,
                              std::vector<unsigned> grids, unsigned block,
                              const ArgumentPlaces& arguments) {
  const texts::Instance instance = instance_of(kernel, arguments);
  const auto kept = std::make_shared<PackedArguments>(arguments);
  add({name, {largest_of(grids), 1, 1}, {block, 1, 1}, 0, instance, grids.size()},
      [calls = calls_, stream = stream_, kernel = wanted(instance), kept,
       pointers = kept->pointers(), grids, block]() mutable {
        for (std::uint32_t k = 0; k < grids.size(); ++k) {
          kept->set_last(k);
          calls->launch(*kernel, grids[k], block, stream, pointers.data());
        }
      });
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
