#include "common/task/reference_call.hpp"

#include <fmt/format.h>

#include <fstream>

#include "common/core/error.hpp"
#include "common/core/printable.hpp"

namespace gputest::task {

bool is_written(const Task& task, std::size_t argument) {
  return argument >= task.parameters.size() || task.parameters[argument].is_written();
}

void write_arguments(const std::string& path, const Arguments& arguments) {
  std::ofstream file(path, std::ios::binary);
  const auto write = [&](const std::uint64_t* words, std::size_t count) {
    file.write(reinterpret_cast<const char*>(words),
               static_cast<std::streamsize>(count * sizeof *words));
  };
  for (const Numbers& argument : arguments) {
    const std::uint64_t size = argument.words.size();
    write(&size, 1);
    write(argument.words.data(), size);
  }
  if (!file.flush())
    throw Error(Status::bad_input,
                fmt::format("cannot write the reference's arguments to {}", path));
}

void read_outputs(const std::string& path, const Task& task, Arguments& arguments) {
  std::ifstream file(path, std::ios::binary);
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (!is_written(task, k)) continue;
    std::vector<std::uint64_t>& words = arguments[k].words;
    file.read(reinterpret_cast<char*>(words.data()),
              static_cast<std::streamsize>(words.size() * sizeof words[0]));
  }
  if (!file) throw_end(task.reference.file, "");
}

void throw_end(const std::string& file, const std::string& output) {
  const std::size_t mark = output.rfind(kMark);
  std::string sentence = mark == output.npos ? "" : output.substr(mark + 1);
  sentence.resize(std::min(sentence.find('\n'), sentence.size()));
  if (sentence.starts_with(kTooLong))
    throw Error(Status::timeout, fmt::format("the reference {} {} within {} s", file, sentence,
                                             Reference::kSeconds));
  throw Error(Status::bad_input,
              fmt::format("the reference {} {}", file,
                          sentence.empty() ? "ends its process" : printable(sentence)));
}

}  // namespace gputest::task
