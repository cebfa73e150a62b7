#include "app/il/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>

#include "app/command/messages.hpp"
#include "app/il/arguments.hpp"
#include "app/il/counts.hpp"
#include "app/il/memory.hpp"
#include "app/il/results.hpp"
#include "common/core/destination.hpp"
#include "common/core/host.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/output_file.hpp"
#include "il_reference/api/run_on_device.hpp"
#include "il_reference/language/located_error.hpp"

namespace gputest {
namespace {

/// A run's resources, by the kernel's names for them.
class IlRun {
 public:
  explicit IlRun(const IlRunCommand& command)
      : command_(command),
        module_(read_il_text(command.file), il_file_name(command.file)),
        device_(cal::device_attributes(command.cal_device)),
        context_(device_) {
    print_messages(il::to_text(module_.warnings(), il_file_name(command.file)));
  }

  Status run() {
    for (const std::string& text : command_.outputs) {
      outputs_.push_back(parse_il_file("--output", text, "o"));
      if (outputs_.back().path != "-") require_writable(outputs_.back().path);
    }
    require_files_apart();
    const il::Extent extent = parse_extent();
    const il::RunOptions options = parse_options();
    for (const std::string& text : command_.resources) load(parse_il_file("--resource", text, "i"));
    for (const std::string& text : command_.specializations) load_constants(text);
    for (const std::string& text : command_.uavs) load_uav(parse_il_file("--uav", text, "uav"));
    if (!command_.global.empty()) load_global();
    make_outputs();
    for (const auto& [name, resource] : resources_) context_.set_mem(module_.name(name), resource);

    const il::RunReport report = launch(extent, options);
    save();
    if (command_.count) fmt::print("{}", il_counts_text(module_.program(), report.statistics));
    describe(report);
    return Status::ok;
  }

 private:
  il::RunReport launch(const il::Extent& extent, const il::RunOptions& options) {
    const il::Mode mode = command_.strict ? il::Mode::strict : il::Mode::fast;
    try {
      return il::run_on_device(command_.device, mode, context_, module_, extent, options,
                               [](std::string_view sentence) { say("{}", sentence); });
    } catch (const il::LocatedError& error) {
      throw Error(error.status(), error.in_file(il_file_name(command_.file)));
    }
  }

  void require_files_apart() const {
    std::vector<NamedPath> written, read{{"the kernel", command_.file}};
    for (const IlFile& output : outputs_)
      if (output.path != "-") written.push_back({"--output " + output.name, output.path});
    for (const std::string& text : command_.resources)
      read.push_back({"--resource", parse_il_file("--resource", text, "i").path});
    for (const std::string& text : command_.uavs)
      read.push_back({"--uav", parse_il_file("--uav", text, "uav").path});
    for (const std::string& text : command_.specializations)
      read.push_back({"--cb", text.substr(text.find('=') + 1)});
    read.push_back({"--global", command_.global});
    require_apart(written, read);
  }

  il::Extent parse_extent() {
    if (!command_.groups.empty() && !command_.domain.empty())
      throw Error(Status::usage, "--domain and --groups exclude each other; give one");
    if (!command_.groups.empty()) return parse_il_groups(command_.groups);
    if (module_.program().stage == il::Stage::compute && command_.domain.empty())
      throw Error(Status::usage, "a compute kernel needs --groups");
    if (command_.domain.empty()) throw Error(Status::usage, "a pixel kernel needs --domain");
    const il::Domain domain = parse_il_domain(command_.domain);
    domain_ = {std::uint64_t{domain.x} + domain.width, std::uint64_t{domain.y} + domain.height,
               true};
    return domain;
  }

  il::RunOptions parse_options() const {
    il::RunOptions options;
    options.check = throw_if_interrupted;
    options.count = command_.count;
    const std::string& limit = command_.step_limit;
    if (!limit.empty()) {
      const auto [end, code] =
          std::from_chars(limit.data(), limit.data() + limit.size(), options.step_limit);
      if (code != std::errc() || end != limit.data() + limit.size() || options.step_limit == 0)
        throw Error(Status::bad_input,
                    fmt::format("--step-limit takes a whole number above 0, not '{}'", limit));
    }
    if (!command_.trace.empty()) {
      const il::Domain thread = parse_il_thread(command_.trace);
      options.trace = {thread.x, thread.y, [](std::string_view line) { fmt::print("{}\n", line); }};
    }
    return options;
  }

  /// Whether the program declares that name but never uses it, so nothing need be bound.
  bool only_declared(const std::string& name) const {
    const il::Program& program = module_.program();
    const auto declares = [&](const auto& all, std::string_view prefix, auto number) {
      return std::any_of(all.begin(), all.end(), [&](const auto& one) {
        return fmt::format("{}{}", prefix, number(one)) == name;
      });
    };
    return declares(program.resources, "i", [](const auto& r) { return r.id; }) ||
           declares(program.constant_buffers, "cb", [](const auto& c) { return c.number; }) ||
           declares(program.uavs, "uav", [](const auto& u) { return u.id; }) ||
           declares(program.outputs, "o", [](const auto& o) { return o.target.number; });
  }

  bool uses(const std::string& name) const {
    const auto& names = module_.names();
    return std::any_of(names.begin(), names.end(),
                       [&](const cal::Name& one) { return cal::to_text(one) == name; });
  }

  /// False, with a warning, if the kernel declares that name but does not use it.
  bool is_used(const std::string& name) const {
    if (uses(name) || !only_declared(name)) return true;
    print_message(
        fmt::format("{}: warning: {} is declared but not used", il_file_name(command_.file), name));
    return false;
  }

  void bind(const std::string& name, std::shared_ptr<cal::Resource> resource) {
    if (!is_used(name)) return;
    module_.name(name);  // throws if the kernel has no such name
    if (!resources_.emplace(name, std::move(resource)).second)
      throw Error(Status::usage, fmt::format("{} is given twice; give it once", name));
  }

  void load(const IlFile& file) {
    if (!file.shape)
      throw Error(Status::bad_input, fmt::format("--resource {}={} needs a shape: FILE:WxH:FORMAT",
                                                 file.name, file.path));
    require_dimensions(file);
    auto resource = il_surface(device_, *file.shape, file.format.value_or(cal::format("float4")));
    fill_il_resource(*resource, file.path, file.name);
    bind(file.name, resource);
  }

  /// Throws if the file's dimensions differ from those of the declared resource.
  void require_dimensions(const IlFile& file) const {
    for (const il::Resource& declared : module_.program().resources) {
      if (fmt::format("i{}", declared.id) != file.name) continue;
      const bool two = il::coordinates_of(declared.dimension) >= 2;
      const bool one = declared.dimension == il::Dimension::one;
      if (file.shape->depth != 1 && il::coordinates_of(declared.dimension) != 3)
        throw Error(Status::bad_input,
                    fmt::format("{}:{}:{}: resource {} is declared without layers, but given {}",
                                il_file_name(command_.file), declared.location.line,
                                declared.location.column, declared.id, file.shape->depth));
      if ((two && !file.shape->two_dimensional) || (one && file.shape->two_dimensional))
        throw Error(
            Status::bad_input,
            fmt::format("{}:{}:{}: resource {} is declared with {}, but given {}",
                        il_file_name(command_.file), declared.location.line,
                        declared.location.column, declared.id,
                        two ? "two dimensions" : "one dimension", two ? "one: W" : "two: WxH"));
    }
  }

  void load_constants(const std::string& text) {
    const IlFile given = parse_il_file("--cb", text, "cb");
    const std::string value = text.substr(text.find('=') + 1);
    std::vector<std::uint32_t> words;
    if (auto numbers = parse_il_words(value)) {
      words = std::move(*numbers);
    } else {
      const std::string content = read_file(value);
      if (content.empty() || content.size() % 16 != 0)
        throw Error(Status::bad_input, fmt::format("{} has {} bytes; the size of a constant buffer "
                                                   "must be a multiple of 16, and not 0",
                                                   value, content.size()));
      words = read_il_words(value, content.size(), given.name);
    }
    bind(given.name, il_constants(device_, std::move(words)));
  }

  /// Content from a file, or zeros if the path is a number of elements.
  std::shared_ptr<cal::Resource> linear_memory(const std::string& option, const std::string& path,
                                               const cal::Format& format) {
    std::vector<std::uint32_t> words;
    if (const auto count = parse_il_words(path); count && count->size() == 1) {
      if (count->front() == 0)
        throw Error(Status::bad_input, fmt::format("{} needs at least one element", option));
      require_host_memory(std::uint64_t{count->front()} * format.bytes(), option);
      words.resize(std::size_t{count->front()} * format.words);
    } else {
      const std::string content = read_file(path);
      if (content.empty() || content.size() % format.bytes() != 0)
        throw Error(
            Status::bad_input,
            fmt::format(
                "{} has {} bytes; an element of {} has {}, and the size must be a multiple of it",
                path, content.size(), format.name, format.bytes()));
      words = read_il_words(path, content.size(), option);
    }
    auto resource = il_memory(device_, words.size() / format.words, format);
    resource->write(words);
    return resource;
  }

  void load_global() {
    bind("g[]", linear_memory("--global", command_.global, cal::format("float4")));
  }

  void load_uav(const IlFile& file) {
    const cal::Format format = file.format.value_or(cal::format("uint1"));
    if (!file.shape) return bind(file.name, linear_memory("--uav", file.path, format));
    const IlShape& shape = *file.shape;
    const IlResource resource = il_memory(device_, shape, format);
    if (const auto count = parse_il_words(file.path); count && count->size() == 1) {
      const std::uint64_t elements = shape.width * shape.height * shape.depth;
      if (count->front() != 0 && count->front() != elements)
        throw Error(
            Status::bad_input,
            fmt::format("--uav {}: the shape has {} elements, not {}; give 0 or that number",
                        file.name, elements, file.path));
      clear_il_resource(*resource);
    } else {
      fill_il_resource(*resource, file.path, file.name);
    }
    bind(file.name, resource);
  }

  /// Makes the outputs o0 …, filled with zeros: as --output describes, else as large as the domain.
  void make_outputs() {
    for (const cal::Name& name : module_.names()) {
      if (name.kind != cal::Name::Kind::output) continue;
      IlFile wanted{cal::to_text(name), "-", {}, {}};
      for (const IlFile& output : outputs_)
        if (output.name == wanted.name) wanted = output;
      const IlResource resource = il_surface(device_, wanted.shape.value_or(domain_),
                                             wanted.format.value_or(cal::format("float4")));
      clear_il_resource(*resource);
      bind(wanted.name, resource);
    }
    std::erase_if(outputs_, [&](const IlFile& output) { return !is_used(output.name); });
    for (const IlFile& output : outputs_)
      if (resources_.count(output.name) == 0) module_.name(output.name);  // throws, or is unbound
  }

  void save() {
    if (outputs_.empty())
      for (const auto& [name, resource] : resources_)
        if (name.starts_with("o")) outputs_.push_back({name, "-", {}, {}});
    std::vector<std::function<void()>> tasks;
    for (const IlFile& output : outputs_) {
      cal::Resource& resource = *resources_.at(output.name);
      if (output.path != "-") {
        tasks.push_back([&] { write_il_resource(output.path, resource); });
      } else if ((command_.trace.empty() && !command_.count) || !command_.outputs.empty()) {
        tasks.push_back([&] { fmt::print("{}", shown(output, resource)); });
      }
    }
    do_all(tasks);
    if (outputs_.empty()) hint();
  }

  /// The text of an output. o… has its own shape and format; for memory the option chooses the
  /// number of elements and the format.
  static std::string shown(const IlFile& output, cal::Resource& resource) {
    if (output.name.starts_with("o")) return il_text(output.name, resource, resource.format());
    const std::uint64_t elements =
        output.shape ? output.shape->width * output.shape->height * output.shape->depth : 0;
    return il_text(output.name, resource, output.format.value_or(resource.format()), elements);
  }

  /// Suggests --output for a compute kernel, which has no default output.
  void hint() const {
    std::vector<std::string> options;
    for (const auto& [name, resource] : resources_)
      if (name == "g[]" || name.starts_with("uav"))
        options.push_back(fmt::format("--output {}=-", name == "g[]" ? "g" : name));
    if (!options.empty())
      say("no output is printed by default; {} prints the memory that the kernel wrote",
          fmt::join(options, " or "));
  }

  void describe(const il::RunReport& report) const {
    const std::uint64_t instructions = report.statistics.instructions;
    const cal::Transfers transfers = device_.transfers();
    say("{} ran {} in {:.3g} s{}; {} to the device, {} back", report.device,
        il_file_name(command_.file), report.seconds,
        instructions != 0
            ? fmt::format(": {} threads, {} instructions", report.statistics.threads, instructions)
        : report.counted.empty() ? ""
                                 : ": " + report.counted,
        format_bytes(transfers.to_device), format_bytes(transfers.from_device));
  }

  const IlRunCommand& command_;
  cal::Module module_;
  cal::Device device_;
  cal::Context context_;
  IlShape domain_{1, 1, true};
  std::vector<IlFile> outputs_;
  std::map<std::string, IlResource> resources_;
};

}  // namespace

Status run_il(const IlRunCommand& command) {
  if (command.file.ends_with(".toml")) {
    const bool alone = command.resources.empty() && command.specializations.empty() &&
                       command.uavs.empty() && command.outputs.empty() && command.global.empty() &&
                       command.domain.empty() && command.groups.empty() && command.trace.empty() &&
                       command.step_limit.empty() && !command.strict && !command.count &&
                       command.cal_device == IlRunCommand{}.cal_device;
    if (!alone)
      throw Error(Status::usage,
                  "a plan (*.toml) defines bindings, launches and outputs itself; leave out all "
                  "options but --device");
    const bool named = command.device != IlRunCommand{}.device;
    return run_il_plan({command.file, named ? command.device : ""});
  }
  return IlRun(command).run();
}

}  // namespace gputest
