#include "app/il/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>

#include "common/core/destination.hpp"
#include "common/core/host.hpp"
#include "common/core/output_file.hpp"
#include "common/core/printable.hpp"
#include "common/core/text_file.hpp"

namespace gputest {

std::string read_il_text(const std::string& path) {
  const std::string content = path != "-" ? read_file(path)
                                          : std::string(std::istreambuf_iterator<char>(std::cin),
                                                        std::istreambuf_iterator<char>());
  const bool is_binary = content.find('\0') != content.npos;  // tokens or an ELF image
  return is_binary ? content : with_plain_lines(content);
}

void require_il_output(const std::string& output, const std::string& file) {
  if (output.empty() || output == "-") return;
  require_writable(output);
  require_apart({{"--output", output}}, {{"the kernel", file}});
}

void write_il_output(const std::string& output, std::string_view bytes) {
  const auto size = static_cast<std::streamsize>(bytes.size());
  if (output.empty() || output == "-")
    std::fwrite(bytes.data(), 1, bytes.size(), stdout);
  else
    write_file_atomically(output, [&](std::ostream& out) { out.write(bytes.data(), size); });
}

std::string il_file_name(const std::string& path) {
  return path == "-" ? "standard input" : printable(path);
}

IlResource il_surface(cal::Device& device, const IlShape& shape, const cal::Format& format) {
  if (!shape.two_dimensional) return device.alloc_local_1d(shape.width, format);
  return device.alloc_local_3d(shape.width, shape.height, shape.depth, format);
}

IlResource il_memory(cal::Device& device, const IlShape& shape, const cal::Format& format) {
  return device.alloc_global_buffer(shape.width, shape.height, format, shape.depth);
}

IlResource il_memory(cal::Device& device, std::uint64_t elements, const cal::Format& format) {
  std::uint64_t width = std::min(elements, device.attributes().max_2d_width);
  while (width > 1 && elements % width != 0) --width;
  return device.alloc_global_buffer(width, elements / width, format);
}

IlResource il_constants(cal::Device& device, std::vector<std::uint32_t> words) {
  words.resize((words.size() + 3) / 4 * 4);
  IlResource made = device.alloc_remote_1d(words.size() / 4, cal::format("uint4"));
  made->write(words);
  return made;
}

void fill_il_resource(cal::Resource& resource, const std::string& path, const std::string& name) {
  const std::uint64_t rows = resource.height() * resource.depth();
  const std::string shape =
      resource.depth() == 1
          ? fmt::format("{} x {}", resource.width(), resource.height())
          : fmt::format("{} x {} x {}", resource.width(), resource.height(), resource.depth());
  resource.write(read_il_words(path, resource.width() * rows * resource.format().bytes(),
                               fmt::format("{}, {} of {},", name, shape, resource.format().name)));
}

void clear_il_resource(cal::Resource& resource) {
  resource.write(std::vector<std::uint32_t>(resource.width() * resource.height() *
                                            resource.depth() * resource.format().words));
}

}  // namespace gputest
