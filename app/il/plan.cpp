// A host program's launch sequence as a TOML file: buffers, launches of kernels one after another,
// and destinations of results. docs/il.md describes the keys.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <functional>
#include <map>

#include "app/command/messages.hpp"
#include "app/command/toml_file.hpp"
#include "app/il/arguments.hpp"
#include "app/il/memory.hpp"
#include "app/il/results.hpp"
#include "app/il/run.hpp"
#include "common/core/destination.hpp"
#include "common/core/host.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/output_file.hpp"
#include "common/core/text_file.hpp"
#include "il_reference/api/run_on_device.hpp"
#include "il_reference/language/located_error.hpp"

namespace gputest {
namespace {

constexpr const char* kFirstTurn = "0000";

class Plan : private TomlFile {
 public:
  explicit Plan(const IlPlanCommand& command)
      : TomlFile(command.file, read_text_file(command.file)),
        file_(command.file),
        folder_(std::filesystem::path(command.file).parent_path()) {
    require_keys(root(), {"device", "cal_device", "step_limit", "buffer", "launch", "output"});
    device_name_ =
        command.device.empty() ? text(root(), "device", "il:interpreter") : command.device;
    device_ =
        std::make_unique<cal::Device>(cal::device_attributes(text(root(), "cal_device", "RV770")));
    context_ = std::make_unique<cal::Context>(*device_);
  }

  Status run() {
    const std::vector<const toml::table*> launches = tables(root(), "launch");
    if (launches.empty()) refuse(root(), "the plan has no [[launch]]; add one");
    require_files_apart(launches);
    for (const toml::table* buffer : tables(root(), "buffer")) make_buffer(*buffer);
    for (const toml::table* launch : launches) run_launch(*launch);
    std::vector<std::function<void()>> tasks;
    for (const toml::table* output : tables(root(), "output"))
      tasks.push_back([this, output] { write(*output, ""); });
    do_all(tasks);
    return Status::ok;
  }

 private:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// The file that an output is written to in that launch; empty if it is printed.
  std::string output_path(const toml::table& output, const std::string& turn) const {
    std::string file = text(output, "file", "-");
    if (file == "-") return "";
    if (const auto at = file.find("{}"); at != file.npos) file.replace(at, 2, turn);
    return path(file);
  }

  /// Throws if files would overwrite each other. For numbered outputs it checks only the first.
  void require_files_apart(const std::vector<const toml::table*>& launches) const {
    std::vector<NamedPath> written, read{{"the plan", file_}};
    const auto write = [&](const toml::table& of, const std::string& turn) {
      for (const toml::table* output : tables(of, "output"))
        written.push_back({fmt::format("the output of line {}", output->source().begin.line),
                           output_path(*output, turn)});
    };
    for (const toml::table* launch : launches) {
      write(*launch, kFirstTurn);
      if (launch->contains("kernel")) read.push_back({"a kernel", path(text(*launch, "kernel"))});
    }
    write(root(), "");
    for (const toml::table* buffer : tables(root(), "buffer"))
      if (buffer->contains("file")) read.push_back({"a buffer", path(text(*buffer, "file"))});
    require_apart(written, read);
  }

  cal::Format format(const toml::table& table, const std::string& otherwise) const {
    const std::string name = text(table, "format", otherwise);
    const cal::Format* const found = cal::find_format(name);
    if (found == nullptr) refuse(*table.get("format"), fmt::format("CAL has no format '{}'", name));
    return *found;
  }

  void make_buffer(const toml::table& table) {
    require_keys(table, {"name", "use", "shape", "format", "file", "values"});
    const std::string name = text(table, "name");
    if (buffers_.count(name) != 0)
      refuse(*table.get("name"), fmt::format("there are two buffers '{}'; rename one", name));
    buffers_[name] = made_buffer(table, name);
  }

  IlResource made_buffer(const toml::table& table, const std::string& name) {
    const std::string use = text(table, "use", "resource");
    std::optional<std::vector<std::uint32_t>> values;
    if (table.contains("values")) {
      values = parse_il_words(text(table, "values"));
      if (!values)
        refuse(*table.get("values"),
               "'values' must be numbers like those of --cb: 2, 2.0, 0x2, 0.5d");
    }
    if (use == "constants" && values) return il_constants(*device_, *values);
    if (use == "constants") {
      const std::string content = read_file(path(text(table, "file")));
      if (content.empty() || content.size() % 16 != 0)
        refuse(*table.get("file"),
               "the size of a constant buffer's file must be a multiple of 16 bytes, and not 0");
      return il_constants(*device_, read_il_words(path(text(table, "file")), content.size(), name));
    }
    if (use != "resource" && use != "memory")
      refuse(*table.get("use"), "'use' must be resource, memory or constants");
    const IlShape shape = parse_il_shape("shape", text(table, "shape"));
    IlResource made = use == "memory" ? il_memory(*device_, shape, format(table, "uint1"))
                                      : il_surface(*device_, shape, format(table, "float4"));
    clear_il_resource(*made);
    if (table.contains("file")) fill_il_resource(*made, path(text(table, "file")), name);
    if (values) {
      if (values->size() > shape.width * shape.height * shape.depth * made->format().words)
        refuse(*table.get("values"), "'values' has more numbers than the buffer holds");
      made->write(*values);
    }
    return made;
  }

  IlResource& buffer(const toml::node& at, const std::string& name) {
    const auto found = buffers_.find(name);
    if (found == buffers_.end()) refuse(at, fmt::format("there is no buffer '{}'", name));
    return found->second;
  }

  cal::Module& module(const std::string& kernel) {
    std::unique_ptr<cal::Module>& made = modules_[kernel];
    if (made == nullptr) {
      made = std::make_unique<cal::Module>(read_il_text(kernel), kernel);
      print_messages(il::to_text(made->warnings(), kernel));
    }
    return *made;
  }

  il::Extent extent(const toml::table& table) const {
    if (table.contains("domain") == table.contains("groups"))
      refuse(table, "a launch needs either 'domain' or 'groups'");
    if (table.contains("groups")) return parse_il_groups(text(table, "groups"));
    return parse_il_domain(text(table, "domain"));
  }

  void run_launch(const toml::table& table) {
    require_keys(table, {"kernel", "domain", "groups", "times", "bind", "swap", "add", "output"});
    const std::string kernel = path(text(table, "kernel"));
    const cal::Module& loaded = module(kernel);
    const il::Extent where = extent(table);
    const toml::table* const bound = table["bind"].as_table();
    const std::uint64_t times = count(table, "times", 1);
    il::RunOptions options;
    options.check = throw_if_interrupted;
    options.step_limit = count(root(), "step_limit", options.step_limit);
    for (std::uint64_t turn = 0; turn < times; ++turn) {
      for (const cal::Name& name : loaded.names()) {
        const std::string key = cal::to_text(name) == "g[]" ? "g" : cal::to_text(name);
        const toml::node* const node = bound == nullptr ? nullptr : bound->get(key);
        if (node == nullptr)
          refuse(table,
                 fmt::format("the kernel uses {}, which is not bound; add it to 'bind'", key));
        context_->set_mem(name, buffer(*node, text(*bound, key)));
      }
      launch(kernel, loaded, where, options);
      for (const toml::table* output : tables(table, "output"))
        write(*output, fmt::format("{:04}", turn));
      for (const toml::table* step : tables(table, "add")) add(*step);
      swap(table);
    }
  }

  void launch(const std::string& kernel, const cal::Module& loaded, const il::Extent& where,
              const il::RunOptions& options) {
    try {
      const il::RunReport report =
          il::run_on_device(device_name_, il::Mode::fast, *context_, loaded, where, options,
                            [](std::string_view sentence) { say("{}", sentence); });
      say("{} ran {} in {:.3g} s", report.device, kernel, report.seconds);
    } catch (const il::LocatedError& error) {
      throw Error(error.status(), error.in_file(kernel));
    }
  }

  /// Adds values to a buffer's floats, word by word, for example to move an animation on.
  void add(const toml::table& table) {
    require_keys(table, {"buffer", "values"});
    cal::Resource& resource = *buffer(table, text(table, "buffer"));
    const auto values = parse_il_words(text(table, "values"));
    std::vector<std::uint32_t> words = resource.read();
    if (!values || values->size() > words.size())
      refuse(table, "'values' must be numbers, and no more than the buffer holds");
    for (std::size_t k = 0; k < values->size(); ++k)
      words[k] = std::bit_cast<std::uint32_t>(std::bit_cast<float>(words[k]) +
                                              std::bit_cast<float>((*values)[k]));
    resource.write(words);
  }

  /// Swaps the buffers of two names.
  void swap(const toml::table& table) {
    const toml::node* const node = table.get("swap");
    if (node == nullptr) return;
    const toml::array* const names = node->as_array();
    if (names == nullptr || names->size() != 2 || !(*names)[0].is_string() ||
        !(*names)[1].is_string())
      refuse(*node, "'swap' must be an array of two buffer names");
    std::swap(buffer(*node, **(*names)[0].as_string()), buffer(*node, **(*names)[1].as_string()));
  }

  void write(const toml::table& table, const std::string& turn) {
    require_keys(table, {"buffer", "file", "black", "white"});
    const std::string name = text(table, "buffer");
    cal::Resource& resource = *buffer(table, name);
    const std::string file = output_path(table, turn);
    if (file.empty()) {
      fmt::print("{}", il_text(name, resource, resource.format()));
      return;
    }
    IlRange range;
    range.black = table["black"].value_or(range.black);
    range.white = table["white"].value_or(range.white);
    if (!(range.white != range.black))
      refuse(table, "'black' and 'white' must be two different numbers");
    write_il_resource(file, resource, range);
  }

  std::string file_;
  std::filesystem::path folder_;
  std::string device_name_;
  // This order matters: resources must not outlive their device.
  std::unique_ptr<cal::Device> device_;
  std::unique_ptr<cal::Context> context_;
  std::map<std::string, IlResource> buffers_;
  std::map<std::string, std::unique_ptr<cal::Module>> modules_;
};

}  // namespace

Status run_il_plan(const IlPlanCommand& command) { return Plan(command).run(); }

}  // namespace gputest
