#include "app/isa/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>

#include "app/command/counts.hpp"
#include "app/il/arguments.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/parse_number.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

/// The name of an argument in messages: "argument 1 of reverse (to)".
std::string argument_words(const std::string& kernel, const isa::KernelArgument& declared,
                           std::size_t number) {
  return fmt::format("argument {} of {}{}", number, printable(kernel),
                     declared.name.empty() ? "" : fmt::format(" ({})", printable(declared.name)));
}

/// Throws for kinds of arguments that are not implemented: images, samplers, queues and pipes.
void require_known(const std::string& kernel, const isa::KernelArgument& declared,
                   std::size_t number) {
  if (declared.is_pointer() || declared.is_local() || declared.kind == "by_value") return;
  throw Error(Status::bad_input,
              fmt::format("{} is of kind {}, which is not implemented",
                          argument_words(kernel, declared, number), printable(declared.kind)));
}

bool is_count(const std::string& text) {
  return !text.empty() && text.front() >= '0' && text.front() <= '9' &&
         text.find_first_not_of("0123456789kKMGeE.+") == text.npos;
}

/// The bytes of a value. A single whole number takes the size of the argument; in a list each
/// number takes 4 bytes, or 8 for a double.
std::vector<std::uint8_t> value_bytes(const std::string& what, const std::string& text,
                                      std::size_t bytes) {
  const auto words = parse_il_words(text);
  std::vector<std::uint8_t> value;
  if (const auto whole = parse_number<std::int64_t>(text); whole && bytes <= 8) {
    const std::int64_t limit = bytes == 8 ? 0 : std::int64_t{1} << (8 * bytes);
    if (limit != 0 && (*whole >= limit || *whole < -limit / 2))
      throw Error(Status::bad_input,
                  fmt::format("{} has {} bytes, too few for {}", what, bytes, text));
    value.resize(bytes);
    std::memcpy(value.data(), &*whole, bytes);
  } else if (words) {
    value.resize(words->size() * 4);
    std::memcpy(value.data(), words->data(), value.size());
  } else {
    throw Error(Status::bad_input,
                fmt::format("{} takes numbers (2, 2.0, 0x2, 0.5d, separated by commas), not '{}'",
                            what, printable(text)));
  }
  if (value.size() != bytes)
    throw Error(Status::bad_input, fmt::format("{} has {} bytes, but {} has {}", what, bytes,
                                               printable(text), value.size()));
  return value;
}

}  // namespace

std::pair<std::size_t, std::string> parse_isa_argument(const std::string& option,
                                                       const std::string& text) {
  const auto equals = text.find('=');
  const auto number = parse_number<std::uint32_t>(text.substr(0, equals));
  if (equals == text.npos || !number || equals + 1 == text.size())
    throw Error(
        Status::bad_input,
        fmt::format("{} begins with the number of an argument, from 0, like 0=FILE, not '{}'",
                    option, printable(text)));
  return {*number, text.substr(equals + 1)};
}

IsaArguments::IsaArguments(const isa::KernelOfFile& kernel, const std::vector<std::string>& given,
                           isa::Memory& memory)
    : kernel_(demangled(kernel.name)), fixed_lds_(kernel.resources.shared_bytes) {
  const std::vector<isa::KernelArgument> declared = explicit_arguments(kernel);
  for (std::size_t k = 0; k < declared.size(); ++k) require_known(kernel_, declared[k], k);
  all_.resize(declared.size());
  std::vector<bool> is_given(declared.size());
  for (const std::string& text : given) {
    const auto [number, value] = parse_isa_argument("--arg", text);
    if (number >= declared.size())
      throw Error(Status::usage,
                  fmt::format("{} has {} arguments, numbered from 0; there is no argument {}",
                              printable(kernel_), declared.size(), number));
    if (is_given[number])
      throw Error(Status::usage, fmt::format("argument {} is given twice; give it once", number));
    is_given[number] = true;
    fill(all_[number], declared[number], number, value);
  }
  for (std::size_t k = 0; k < all_.size(); ++k) {
    if (!is_given[k])
      throw Error(
          Status::usage,
          fmt::format("{} is not given: --arg {}={}", argument_words(kernel_, declared[k], k), k,
                      declared[k].is_pointer() ? "FILE, or a number of zero bytes"
                      : declared[k].is_local() ? "a number of bytes of LDS"
                                               : "a number"));
    if (!all_[k].is_buffer) continue;
    all_[k].shadow = std::make_shared<isa::Shadow>(all_[k].bytes);
    all_[k].shadow->set(0, all_[k].bytes, isa::Written::value);
    memory.add(
        {all_[k].address, all_[k].bytes, true, fmt::format("argument {}", k), all_[k].shadow});
  }
}

void IsaArguments::fill(Argument& argument, const isa::KernelArgument& declared, std::size_t number,
                        const std::string& text) {
  const std::string what = argument_words(kernel_, declared, number);
  if (declared.kind == "by_value") {
    argument.value = value_bytes(what, text, declared.size);
    return;
  }
  if (declared.is_local()) {
    const auto bytes = parse_number<std::uint32_t>(text);
    if (!bytes || *bytes == 0 || *bytes > kMostLds)
      throw Error(Status::bad_input, fmt::format("{} takes 1 to {} bytes of LDS, not '{}'", what,
                                                 kMostLds, printable(text)));
    argument.lds = *bytes;
    argument.alignment = declared.pointee_align;
    argument.value.resize(declared.size);
    return;
  }
  argument.is_buffer = true;
  std::string content;
  if (is_count(text) && !std::filesystem::exists(text)) {
    argument.bytes = parse_count("--arg", text);
    require_host_memory(argument.bytes, what);
  } else {
    content = read_file(text);
    argument.bytes = content.size();
  }
  if (argument.bytes == 0)
    throw Error(Status::bad_input,
                fmt::format("{} is empty, but {} is a buffer and needs content", text, what));
  argument.lines.resize((argument.bytes + sizeof(Line) - 1) / sizeof(Line), Line{});
  if (!content.empty()) std::memcpy(argument.lines.data(), content.data(), content.size());
  argument.address = reinterpret_cast<std::uint64_t>(argument.lines.data());
}

std::uint32_t IsaArguments::place_in_lds(std::uint32_t dynamic) {
  std::uint64_t end = std::uint64_t{fixed_lds_} + dynamic;
  for (Argument& argument : all_) {
    if (argument.lds == 0) continue;
    const std::uint64_t begin = (end + argument.alignment - 1) & ~(argument.alignment - 1ull);
    std::memcpy(argument.value.data(), &begin, std::min(argument.value.size(), sizeof begin));
    end = begin + argument.lds;
  }
  if (end > 0xFFFF'FFFF)
    throw Error(Status::bad_input,
                fmt::format("{} needs {} bytes of LDS, more than can be addressed",
                            printable(kernel_), end));
  return static_cast<std::uint32_t>(end - fixed_lds_);
}

std::vector<void*> IsaArguments::pointers() {
  std::vector<void*> all;
  for (Argument& argument : all_)
    all.push_back(argument.is_buffer ? static_cast<void*>(&argument.address)
                                     : static_cast<void*>(argument.value.data()));
  return all;
}

std::span<const std::uint8_t> IsaArguments::buffer(std::size_t number) const {
  if (number >= all_.size() || !all_[number].is_buffer)
    throw Error(Status::usage,
                fmt::format("{} has no buffer as argument {}", printable(kernel_), number));
  if (const std::string store = all_[number].shadow->blamed(0, all_[number].bytes); !store.empty())
    throw Error(Status::bad_input, store);
  return {all_[number].lines.front().bytes.data(), all_[number].bytes};
}

std::vector<std::size_t> IsaArguments::buffers() const {
  std::vector<std::size_t> numbers;
  for (std::size_t k = 0; k < all_.size(); ++k)
    if (all_[k].is_buffer) numbers.push_back(k);
  return numbers;
}

}  // namespace gputest
