#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <iostream>
#include <map>

#include "app/commands.hpp"
#include "app/il_arguments.hpp"
#include "common/core/host.hpp"
#include "common/core/interrupt.hpp"
#include "il_reference/api/run_on_device.hpp"
#include "il_reference/language/checker.hpp"
#include "il_reference/language/parser.hpp"

namespace gputest {
namespace {

struct IlTranslateCommand {
  std::string file;
  bool strict = false;
  bool buffers = false;  ///< resources as pitched buffers and not as images
  std::string output;    ///< empty: stdout
};

/// Options as text; il_arguments.hpp tells their forms.
struct IlRunCommand {
  std::string file;
  std::vector<std::string> resources, specializations, uavs, outputs;
  std::string global, domain, groups, trace, step_limit;
  std::string device = "il:interpreter";
  std::string cal_device = "RV770";
  bool strict = false;
};

using Resources = std::map<std::string, std::shared_ptr<cal::Resource>>;

void write_text(const std::string& path, const std::string& text) {
  if (path.empty() || path == "-")
    fmt::print("{}", text);
  else
    write_file_atomically(path, [&](std::ostream& out) { out << text; });
}

std::string slot_text(std::uint32_t bits, il::Format format) {
  switch (format) {
    case il::Format::float1:
    case il::Format::float2:
    case il::Format::float4:
      return fmt::format("{:.9g}", std::bit_cast<float>(bits));
    case il::Format::int1:
    case il::Format::int2:
    case il::Format::int4:
      return fmt::format("{}", static_cast<std::int32_t>(bits));
    default:
      return fmt::format("{}", bits);
  }
}

std::string double_text(std::uint32_t low, std::uint32_t high) {
  return fmt::format("{:.17g}", std::bit_cast<double>(std::uint64_t{high} << 32 | low));
}

/// Element by element: "o0[0][1] = 1 2 3 4", the row first as C counts, or "g[17] = …" of memory
/// that is addressed from end to end.
std::string as_text(const std::string& name, const cal::Resource& resource,
                    const std::vector<std::uint32_t>& words) {
  std::string text;
  const cal::Format& format = resource.format();
  for (std::uint64_t y = 0; y < resource.height(); ++y)
    for (std::uint64_t x = 0; x < resource.width(); ++x) {
      const std::uint32_t* element = &words[(y * resource.width() + x) * format.words];
      const bool rows = resource.two_dimensional() && name.starts_with("o");
      text +=
          rows ? fmt::format("{}[{}][{}] =", name, y, x)
               : fmt::format("{}[{}] =", name.substr(0, name.find('[')), y * resource.width() + x);
      for (std::uint32_t k = 0; k < format.words; k += format.has_doubles() ? 2 : 1)
        text += fmt::format(" {}", format.has_doubles() ? double_text(element[k], element[k + 1])
                                                        : slot_text(element[k], format.element));
      text += "\n";
    }
  return text;
}

/// Memory for g[] and UAVs of so many elements: rows as wide as divide it.
std::shared_ptr<cal::Resource> linear(cal::Device& device, std::uint64_t elements,
                                      const cal::Format& format) {
  const std::uint64_t most = device.attributes().max_2d_width;
  std::uint64_t width = std::min(elements, most);
  while (width > 1 && elements % width != 0) --width;
  return device.alloc_global_buffer(width, elements / width, format);
}

/// A run's resources, by the kernel's names for them.
class IlRun {
 public:
  explicit IlRun(const IlRunCommand& command)
      : command_(command),
        module_(read_file(command.file), command.file),
        device_(cal::device_attributes(command.cal_device)),
        context_(device_) {
    fmt::print(stderr, "{}", il::to_text(module_.warnings(), command.file));
  }

  Status run() {
    for (const std::string& text : command_.outputs) {
      outputs_.push_back(parse_il_file("--output", text, "o"));
      if (outputs_.back().path != "-") require_writable(outputs_.back().path);
    }
    const il::Extent extent = parse_extent();
    const il::RunOptions options = parse_options();
    for (const std::string& text : command_.resources) load(parse_il_file("--resource", text, "i"));
    for (const std::string& text : command_.specializations) load_constants(text);
    for (const std::string& text : command_.uavs) load_uav(parse_il_file("--uav", text, "uav"));
    if (!command_.global.empty()) load_global();
    make_outputs();
    for (const auto& [name, resource] : resources_) context_.set_mem(module_.name(name), resource);

    const il::Mode mode = command_.strict ? il::Mode::strict : il::Mode::fast;
    const il::RunReport report =
        il::run_on_device(command_.device, mode, context_, module_, extent, options);
    save();
    describe(report);
    return Status::ok;
  }

 private:
  il::Extent parse_extent() {
    if (!command_.groups.empty() && !command_.domain.empty())
      throw Error(Status::usage, "a kernel runs over --domain or over --groups, not over both");
    if (!command_.groups.empty()) return parse_il_groups(command_.groups);
    if (module_.program().stage == il::Stage::compute && command_.domain.empty())
      throw Error(Status::usage, "a compute kernel needs --groups");
    if (command_.domain.empty()) throw Error(Status::usage, "a pixel kernel needs --domain");
    domain_ = parse_il_shape("--domain", command_.domain);
    return il::Domain{0, 0, static_cast<std::uint32_t>(domain_.width),
                      static_cast<std::uint32_t>(domain_.height)};
  }

  il::RunOptions parse_options() const {
    il::RunOptions options;
    options.check = throw_if_interrupted;
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

  std::shared_ptr<cal::Resource> allocate(const IlShape& shape, const cal::Format& format) {
    return shape.two_dimensional ? device_.alloc_local_2d(shape.width, shape.height, format)
                                 : device_.alloc_local_1d(shape.width, format);
  }

  void fill(cal::Resource& resource, const IlFile& file) {
    const std::uint64_t bytes = resource.width() * resource.height() * resource.format().bytes();
    resource.write(read_il_words(file.path, bytes,
                                 fmt::format("{}, {} x {} of {},", file.name, resource.width(),
                                             resource.height(), resource.format().name)));
  }

  void bind(const std::string& name, std::shared_ptr<cal::Resource> resource) {
    module_.name(name);  // throws where the kernel has none
    if (!resources_.emplace(name, std::move(resource)).second)
      throw Error(Status::usage, fmt::format("{} is given twice", name));
  }

  void load(const IlFile& file) {
    if (!file.shape)
      throw Error(
          Status::bad_input,
          fmt::format("--resource {}={} needs its shape: FILE:WxH:FORMAT", file.name, file.path));
    require_dimensions(file);
    auto resource = allocate(*file.shape, file.format.value_or(cal::format("float4")));
    fill(*resource, file);
    bind(file.name, resource);
  }

  /// A kernel that declares a resource of one dimension is given one of one, and so for two.
  void require_dimensions(const IlFile& file) const {
    for (const il::Resource& declared : module_.program().resources) {
      if (fmt::format("i{}", declared.id) != file.name) continue;
      const bool two = declared.dimension == il::Dimension::two;
      const bool one = declared.dimension == il::Dimension::one;
      if ((two && !file.shape->two_dimensional) || (one && file.shape->two_dimensional))
        throw Error(
            Status::bad_input,
            fmt::format("{}:{}:{}: resource {} is declared with {} and is given {}", command_.file,
                        declared.location.line, declared.location.column, declared.id,
                        two ? "two dimensions" : "one dimension", two ? "one: W" : "two: WxH"));
    }
  }

  void load_constants(const std::string& text) {
    const IlFile given = parse_il_file("--cb", text, "cb");
    const std::string value = text.substr(text.find('=') + 1);
    std::vector<std::uint32_t> words;
    if (auto numbers = parse_il_words(value)) {
      words = std::move(*numbers);
      words.resize((words.size() + 3) / 4 * 4);
    } else {
      const std::string content = read_file(value);
      if (content.empty() || content.size() % 16 != 0)
        throw Error(Status::bad_input,
                    fmt::format("{} has {} bytes, and a constant buffer's element has 16", value,
                                content.size()));
      words = read_il_words(value, content.size(), given.name);
    }
    auto resource = device_.alloc_remote_1d(words.size() / 4, cal::format("uint4"));
    resource->write(words);
    bind(given.name, resource);
  }

  /// Content from a file, or so many zeros where the path is a number.
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
        throw Error(Status::bad_input,
                    fmt::format("{} has {} bytes, and an element of {} has {}", path,
                                content.size(), format.name, format.bytes()));
      words = read_il_words(path, content.size(), option);
    }
    auto resource = linear(device_, words.size() / format.words, format);
    resource->write(words);
    return resource;
  }

  void load_global() {
    bind("g[]", linear_memory("--global", command_.global, cal::format("float4")));
  }

  void load_uav(const IlFile& file) {
    const cal::Format format = file.format.value_or(cal::format("uint1"));
    if (!file.shape) return bind(file.name, linear_memory("--uav", file.path, format));
    auto resource = device_.alloc_global_buffer(file.shape->width, file.shape->height, format);
    if (const auto zero = parse_il_words(file.path); zero && *zero == std::vector<std::uint32_t>{0})
      resource->write(std::vector<std::uint32_t>(resource->memory().size()));
    else
      fill(*resource, file);
    bind(file.name, resource);
  }

  /// o0 … as --output says or, unnamed, as large as the domain; all zeros.
  void make_outputs() {
    for (const cal::Name& name : module_.names()) {
      if (name.kind != cal::Name::Kind::output) continue;
      IlFile wanted{cal::to_text(name), "-", {}, {}};
      for (const IlFile& output : outputs_)
        if (output.name == wanted.name) wanted = output;
      auto resource =
          allocate(wanted.shape.value_or(domain_), wanted.format.value_or(cal::format("float4")));
      resource->write(std::vector<std::uint32_t>(resource->width() * resource->height() *
                                                 resource->format().words));
      bind(wanted.name, resource);
    }
    for (const IlFile& output : outputs_)
      if (resources_.count(output.name) == 0) module_.name(output.name);  // throws, or is unbound
  }

  void save() {
    if (outputs_.empty())
      for (const auto& [name, resource] : resources_)
        if (name.starts_with("o")) outputs_.push_back({name, "-", {}, {}});
    for (const IlFile& output : outputs_) {
      cal::Resource& resource = *resources_.at(output.name);
      const std::vector<std::uint32_t> words = resource.read();
      if (output.path == "-") {
        if (command_.trace.empty() || !command_.outputs.empty())
          fmt::print("{}", as_text(output.name, resource, words));
      } else {
        write_file_atomically(output.path, [&](std::ostream& out) {
          out.write(reinterpret_cast<const char*>(words.data()),
                    static_cast<std::streamsize>(words.size() * 4));
        });
      }
    }
  }

  void describe(const il::RunReport& report) const {
    const std::uint64_t instructions = report.statistics.instructions;
    fmt::print(stderr, "gputest: {} ran {} in {:.3g} s", report.device, command_.file,
               report.seconds);
    if (instructions != 0)
      fmt::print(stderr, ": {} threads, {} instructions", report.statistics.threads, instructions);
    const cal::Transfers transfers = device_.transfers();
    fmt::print(stderr, "; {} to the device, {} back\n", format_bytes(transfers.to_device),
               format_bytes(transfers.from_device));
  }

  const IlRunCommand& command_;
  cal::Module module_;
  cal::Device device_;
  cal::Context context_;
  IlShape domain_{1, 1, true};
  std::vector<IlFile> outputs_;
  Resources resources_;
};

std::string described(const il::Program& program) {
  return fmt::format("{}, {} instructions, {} registers", program.version,
                     program.instructions.size(), program.temps);
}

/// Prints what is wrong with a kernel's text, line by line, and what it is if nothing is.
Status il_check(const std::string& file) {
  il::Parsed parsed = il::parse(read_file(file));
  if (!il::has_errors(parsed.diagnostics)) {
    const il::Diagnostics more = il::check(parsed.program);
    parsed.diagnostics.insert(parsed.diagnostics.end(), more.begin(), more.end());
  }
  fmt::print(stderr, "{}", il::to_text(parsed.diagnostics, file));
  if (il::has_errors(parsed.diagnostics)) return Status::bad_input;
  fmt::print("{}: {}\n", file, described(parsed.program));
  return Status::ok;
}

Status il_translate(const IlTranslateCommand& command) {
  if (!command.output.empty()) require_writable(command.output);
  const std::string text = read_file(command.file);
  il::Diagnostics warnings;
  const il::Program program = il::read_program(text, command.file, &warnings);
  fmt::print(stderr, "{}", il::to_text(warnings, command.file));
  il::TranslationOptions options;
  options.mode = command.strict ? il::Mode::strict : il::Mode::fast;
  options.images = !command.buffers;
  const il::Translation translation = il::translate(program, text, options);
  write_text(
      command.output,
      fmt::format(
          "/* {}, translated by gputest il translate. Build with\n * {} */\n{}", command.file,
          options.mode == il::Mode::strict ? il::strict_build_options : il::fast_build_options,
          translation.text()));
  return Status::ok;
}

void declare_mode(OptionList& options, bool& strict) {
  options.flag("--strict,!--fast", strict,
               "OpenCL: bit for bit as the interpreter, or the device's arithmetic [fast]");
}

class IlCheck : public Subcommand {
 public:
  std::string name() const override { return "check"; }
  std::string summary() const override { return "say what is wrong with a kernel"; }
  void declare(OptionList& options) override { options.word("file", file_, "IL text"); }
  Status run() override { return il_check(file_); }

 private:
  std::string file_;
};

class IlTranslate : public Subcommand {
 public:
  std::string name() const override { return "translate"; }
  std::string summary() const override { return "write a kernel as OpenCL C 1.2"; }
  void declare(OptionList& options) override {
    options.word("file", command_.file, "IL text");
    declare_mode(options, command_.strict);
    options.flag("--buffers", command_.buffers, "resources as pitched buffers, not as images");
    options.value("--output", command_.output, "write to a file");
  }
  Status run() override { return il_translate(command_); }

 private:
  IlTranslateCommand command_;
};

class IlRunKernel : public Subcommand {
 public:
  std::string name() const override { return "run"; }
  std::string summary() const override { return "run a kernel; files are raw little-endian words"; }
  void declare(OptionList& options) override {
    IlRunCommand& run = command_;
    options.word("file", run.file, "IL text");
    options.repeated("--resource", run.resources, "input resource", "N=FILE:WxH[:FORMAT]");
    options.repeated("--cb", run.specializations, "constant buffer: a file, or numbers 2,2.0,0x2",
                     "N=FILE|NUMBERS");
    options.repeated("--uav", run.uavs, "UAV: a file, or so many elements of zeros",
                     "N=FILE|COUNT[:WxH:FORMAT]");
    options.value("--global", run.global, "g[]: a file, or so many elements of zeros",
                  "FILE|COUNT");
    options.repeated("--output", run.outputs, "where o0, g or uav0 goes; - for text [- of every o]",
                     "oN=FILE[:WxH[:FORMAT]]");
    options.value("--domain", run.domain, "threads of a pixel kernel", "WxH");
    options.value("--groups", run.groups, "groups of a compute kernel", "XxYxZ");
    options.value("--trace", run.trace, "show what this thread does", "X,Y");
    options.value("--step-limit", run.step_limit,
                  "instructions of a thread before it is stopped [100000000]", "N");
    options.value("--device", run.device, "il:interpreter or il:opencl:N [il:interpreter]", "ID");
    options.value("--cal-device", run.cal_device,
                  "whose limits hold: RV670, RV770, Cypress [RV770]", "NAME");
    declare_mode(options, run.strict);
  }
  Status run() override { return IlRun(command_).run(); }

 private:
  IlRunCommand command_;
};

class Il : public Subcommand {
 public:
  std::string name() const override { return "il"; }
  std::string summary() const override { return "AMD IL of your own: check, run or translate it"; }
  std::vector<std::unique_ptr<Subcommand>> children() override {
    std::vector<std::unique_ptr<Subcommand>> children;
    children.push_back(std::make_unique<IlCheck>());
    children.push_back(std::make_unique<IlTranslate>());
    children.push_back(std::make_unique<IlRunKernel>());
    return children;
  }
};

}  // namespace

std::unique_ptr<Subcommand> make_il() { return std::make_unique<Il>(); }

}  // namespace gputest
