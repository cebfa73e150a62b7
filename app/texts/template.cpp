#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <sstream>

#include "app/command/commands.hpp"
#include "app/command/messages.hpp"
#include "app/command/wrap.hpp"
#include "app/texts/kernel_texts.hpp"
#include "common/core/embedded.hpp"
#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/output_file.hpp"
#include "common/layout/layout.hpp"
#include "common/owncode/own_code.hpp"
#include "common/run/manifest.hpp"

namespace gputest {

/// The files of app/texts/templates/, embedded by the build.
const std::vector<EmbeddedFile>& embedded_templates();

namespace {

namespace fs = std::filesystem;

/// A language of templates.
struct TemplateLanguage {
  std::string api, extension;
  std::string leads, leader;  ///< of comments: before all lines, and before each line
  std::string trails;
  std::string whole;  ///< the type of whole numbers
};

const std::vector<TemplateLanguage>& template_languages() {
  static const std::vector<TemplateLanguage> all{{"opencl", ".cl", "/*\n", " *", " */\n", "uint"},
                                                 {"cuda", ".cu", "/*\n", " *", " */\n", "unsigned"},
                                                 {"hip", ".hip", "/*\n", " *", " */\n", "unsigned"},
                                                 {"cpu", ".cpp", "/*\n", " *", " */\n", "unsigned"},
                                                 {"il", ".il", "", ";", "", ""}};
  return all;
}

/// The family's template in a language that the build compiles; CUDA and HIP share one. Throws
/// Error(usage) if there is none.
std::string compiled_template(const std::string& api, const std::string& family) {
  const std::string extension = api == "cpu" ? ".cpp" : ".cu";
  std::vector<std::string> families;
  for (const EmbeddedFile& file : embedded_templates()) {
    const fs::path path(file.path);
    if (path.extension() != extension) continue;
    if (path.stem() == family) return std::string(file.text);
    families.push_back(path.stem());
  }
  throw Error(Status::usage, fmt::format("{} has no template in {}; families with one are {}",
                                         family, api, fmt::join(families, ", ")));
}

/// The kernel that is easiest to read: naive or plain if there is one, else the shortest text.
/// Throws Error(usage) if the family has none in that API and layout.
const Kernel& simplest_kernel(const Registry& registry, const std::string& api,
                              const Family& family, const std::string& layout) {
  const Kernel* best = nullptr;
  std::size_t least = 0;
  std::vector<std::string> layouts;
  for (const auto& kernel : registry.kernels()) {
    const KernelInfo& info = kernel->info();
    if (info.api != api || info.family != family.name() || !info.fault.empty()) continue;
    layouts.insert(layouts.end(), info.layouts.begin(), info.layouts.end());
    if (!layout.empty() &&
        std::find(info.layouts.begin(), info.layouts.end(), layout) == info.layouts.end())
      continue;
    const bool plain = info.variant == "naive" || info.variant == "plain";
    const std::string text = kernel_file_text(api, info.name()).text;
    if (api == "opencl" && text.find("__kernel") == text.npos) continue;  // the API's own copy
    const std::size_t size = plain ? 0 : text.size();
    if (best != nullptr && size >= least) continue;
    best = kernel.get();
    least = size;
  }
  if (best != nullptr) return *best;
  if (layouts.empty())
    throw Error(Status::usage,
                fmt::format("{} has no kernel in {}; choose another --api", family.name(), api));
  std::sort(layouts.begin(), layouts.end());
  layouts.erase(std::unique(layouts.begin(), layouts.end()), layouts.end());
  throw Error(Status::usage, no_such("layout of " + family.name(), layout, layouts));
}

/// The argument's summary; empty if there is none.
std::string meaning_of(const std::vector<Named>& meanings, const std::string& name) {
  for (const Named& one : meanings)
    if (matches_glob(one.name, name)) return one.summary;
  return "";
}

/// The type of an array's elements; --precision makes gt_real float or double.
std::string type_of(const ArrayShape& shape, const std::string& whole) {
  if (shape.is_image()) return "image2d_t";
  const std::string number = shape.element == Element::uint32 ? whole : "gt_real";
  return shape.components == 1 || shape.components > 4
             ? number
             : fmt::format("{}{}", number, shape.components);
}

std::string type_of(const Scalar& scalar, const std::string& whole) {
  return std::holds_alternative<std::uint32_t>(scalar.value) ? whole : "gt_real";
}

/// A line of the table of arguments, wrapped if it is long.
std::string argument_lines(const std::string& type, const std::string& name,
                           const std::string& does, const std::string& meaning) {
  constexpr std::size_t kWidth = 60;
  std::string text = fmt::format("{:<11} {:<19} {:<8}", type, name, does);
  for (const std::string& line : wrapped(meaning, kWidth))
    text += fmt::format("{}{}\n", text.ends_with('\n') ? std::string(40, ' ') : "", line);
  return text;
}

/// The arguments of every kernel of the family, as a table.
std::string contract_of(const Family& family, const KernelInfo& info, const std::string& layout,
                        const std::string& whole) {
  ProblemRequest request;
  request.n = 1000;
  const auto problem = family.make_problem(request);
  Configuration configuration{layout, info.precisions.front(),
                              info.blocks.empty() ? 0 : info.blocks.front()};
  for (const auto& [axis, values] : info.axes) configuration.axes[axis] = values.front();
  const KernelSignature shapes = problem->shapes(configuration);
  const std::vector<Named> meanings = family.arguments();
  const bool of_particles = find_layout(layout) != nullptr;
  std::string text;
  const auto arrays = [&](const std::vector<ArrayShape>& all, const std::string& does) {
    for (const ArrayShape& shape : all) {
      std::string meaning = meaning_of(meanings, shape.name);
      if (meaning.empty() && of_particles)
        meaning = fmt::format("particles in the layout {} (gputest describe {})", layout, layout);
      text += argument_lines(type_of(shape, whole) + "*", shape.name, does, meaning);
    }
  };
  arrays(shapes.inputs, "read");
  arrays(shapes.outputs, "written");
  arrays(shapes.scratch, "scratch");
  for (const Scalar& scalar : shapes.scalars)
    text +=
        argument_lines(type_of(scalar, whole), scalar.name, "", meaning_of(meanings, scalar.name));
  for (const Specialization& one : shapes.specializations) {
    std::string macro = "GT_" + one.name;
    for (char& c : macro) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    text += argument_lines("macro", macro, "", meaning_of(meanings, one.name));
  }
  return text;
}

/// A layout's arrays as parameters, read from its load header: "A(gt_real, x)". `as` is the format
/// of one parameter.
std::string parameters_of(const std::string& layout, const std::string& as) {
  const std::string header = owncode::own_header(fmt::format("common/layout/load_{}.h", layout));
  static const std::regex kArray(R"(\bA\((\w+), (\w+)\))");
  std::string parameters;
  for (std::sregex_iterator array(header.begin(), header.end(), kArray), end; array != end; ++array)
    parameters += fmt::format(fmt::runtime(as), array->str(1), array->str(2));
  return parameters;
}

/// The text with each whole word replaced.
std::string with_word(const std::string& text, const std::string& word, const std::string& by) {
  return std::regex_replace(text, std::regex("\\b" + word + "\\b"), by);
}

/// The text with the value of a manifest's key replaced.
std::string with_entry(const std::string& text, const std::string& key, const std::string& by) {
  return std::regex_replace(text, std::regex("([*;] +" + key + " *= ).*"), "$1" + by,
                            std::regex_constants::format_first_only);
}

/// The lines as comments of the language.
std::string commented(const std::string& lines, const std::string& leader) {
  std::string text;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);)
    text += line.empty() ? leader + "\n" : leader + " " + line + "\n";
  return text;
}

class Template : public Subcommand {
 public:
  explicit Template(const Registry& registry) : registry_(registry) {}
  std::string name() const override { return "template"; }
  std::string summary() const override {
    return "write a first version of your own kernel, for --my-kernel";
  }
  void declare(OptionList& options) override {
    options.word("family", family_, "the family of the kernel's problem");
    options.value("--api", api_,
                  "cuda, hip, opencl, cpu or il [by the extension of --output, else opencl]",
                  "API");
    options.value("--layout", layout_,
                  "the layout that the kernel reads [that of the simplest kernel]", "LAYOUT");
    options.value("-o,--output", output_, "a new file; its name becomes the kernel's [stdout]",
                  "FILE");
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest template gravity --layout=soa -o mine.cl", "a kernel that is already right"},
            {"gputest template gravity -o mine.cu", "the same in CUDA"},
            {"gputest --my-kernel=mine.cl", "verify and time it"}};
  }

  Status run() override {
    const Family* family = registry_.find_family(family_);
    if (family == nullptr) throw Error(Status::usage, no_such("family", family_, family_names()));
    const TemplateLanguage& language = chosen_language();
    const std::string text =
        language.api == "cuda" || language.api == "hip" || language.api == "cpu"
            ? compiled_text(*family, language)
            : text_of(*family, language);
    if (output_.empty()) {
      fmt::print("{}", text);
      return Status::ok;
    }
    require_new(language);
    write_file_atomically(output_, [&](std::ostream& out) { out << text; });
    say("wrote {}; run it with gputest --my-kernel={}", output_, output_);
    return Status::ok;
  }

 private:
  std::vector<std::string> family_names() const {
    std::vector<std::string> names;
    for (const auto& one : registry_.families()) names.push_back(one->name());
    return names;
  }

  /// The language of --api, else that of --output's extension. Throws Error(usage).
  const TemplateLanguage& chosen_language() const {
    std::vector<std::string> names;
    for (const TemplateLanguage& language : template_languages()) {
      if (language.api == api_) return language;
      names.push_back(language.api);
    }
    if (!api_.empty()) throw Error(Status::usage, no_such("API of templates", api_, names));
    for (const TemplateLanguage& language : template_languages())
      if (language.extension == fs::path(output_).extension()) return language;
    return template_languages().front();
  }

  /// Throws Error(bad_input) if the file already exists, because it may be somebody's work, or if
  /// its extension is not the API's.
  void require_new(const TemplateLanguage& language) const {
    if (fs::path(output_).extension() != language.extension)
      throw Error(Status::bad_input, fmt::format("a kernel in {} needs a file name *{}, not {}",
                                                 language.api, language.extension, output_));
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(output_, ignored)))
      throw Error(
          Status::bad_input,
          fmt::format("{} already exists and is not overwritten; name a new file", output_));
    require_writable(output_);
  }

  /// The kernel's name: the family, and the file's name with characters that a name may have.
  std::string own_name() const {
    std::string variant = output_.empty() ? "mine" : fs::path(output_).stem().string();
    for (char& c : variant) {
      c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    }
    if (variant.starts_with(family_ + "_")) return variant;
    return family_ + "_" + variant;
  }

  /// The comment before a template.
  std::string head_of(const Family& family, const TemplateLanguage& language,
                      const std::string& begins_as) const {
    const std::string file =
        output_.empty() ? "FILE" + (language.api == "opencl" ? "" : language.extension) : output_;
    return fmt::format(
        "Your own kernel, which begins as {0}.\n"
        "Verify and time it, alone and together with others:\n\n"
        "    gputest --my-kernel={1}\n"
        "    gputest --my-kernel={1} --kernel='{2}_*' --api={3}{4}\n",
        begins_as, file, family.name(), language.api, baseline_of(family, language.api));
  }

  /// The option that compares with the family's simplest kernel, if the build has one.
  std::string baseline_of(const Family& family, const std::string& api) const {
    for (const char* variant : {"naive", "plain", "triad", "fma"})
      for (const auto& kernel : registry_.kernels())
        if (kernel->info().api == api && kernel->info().name() == family.name() + "_" + variant)
          return fmt::format(" --baseline={}:{}", api, kernel->info().name());
    return "";
  }

  std::string with_contract(const std::string& head, const std::string& text, const Family& family,
                            const KernelInfo& info, const TemplateLanguage& language,
                            const std::string& layout, const std::string& more = "") const {
    return language.leads +
           commented(head + fmt::format("\nThe arguments of a kernel of {}, in this order; "
                                        "gt_real is float or double:\n\n{}{}",
                                        family.name(),
                                        contract_of(family, info, layout, language.whole), more),
                     language.leader) +
           language.trails + "\n" + text;
  }

  /// The family's template in the wanted layout.
  std::string compiled_text(const Family& family, const TemplateLanguage& language) const {
    std::string text = compiled_template(language.api, family.name());
    KernelInfo info;
    info.api = language.api;
    info.family = family.name();
    info.variant = "template";
    std::vector<std::string> keys;
    for (const Axis& axis : family.axes()) keys.push_back(axis.name);
    describe(info, "the template", *parse_manifest("the template", text, keys), family.axes(),
             buffer_layouts(names_of(family.layouts())));
    const std::string layout = layout_.empty() ? info.layouts.front() : layout_;
    if (std::find(info.layouts.begin(), info.layouts.end(), layout) == info.layouts.end())
      throw Error(Status::usage, no_such("layout of " + family.name(), layout, info.layouts));
    text = with_word(text, info.name(), own_name());
    text = with_entry(text, "summary", "your own kernel");
    text = with_entry(text, "layouts", layout);
    text =
        std::regex_replace(text, std::regex(R"(GT_PARAMETERS\s*)"),
                           is_buffer_layout(layout) ? parameters_of(layout, "const {}* {}, ") : "");
    const std::string more =
        is_buffer_layout(layout)
            ? "\nGT_LOAD(body, j) sets body.x, .y, .z and .m to the values of particle j.\n"
            : "";
    return with_contract(head_of(family, language, "the simplest of " + family.name()), text,
                         family, info, language, layout, more);
  }

  /// The text of the simplest built-in kernel.
  std::string text_of(const Family& family, const TemplateLanguage& language) const {
    const Kernel& kernel = simplest_kernel(registry_, language.api, family, layout_);
    const KernelInfo& info = kernel.info();
    const std::string layout = layout_.empty() ? info.layouts.front() : layout_;
    std::string text = kernel_file_text(language.api, info.name()).text;
    text = with_word(text, info.name(), own_name());
    text = with_entry(text, "summary", "your own kernel");
    text = with_entry(text, "source", "gputest's " + info.name());
    text = with_entry(text, "layouts", layout);
    text = std::regex_replace(text, std::regex(R"(GT_PARAMETERS\(GT_PARAMETER\)\s*)"),
                              is_buffer_layout(layout)
                                  ? parameters_of(layout, "__global const {}* restrict {},\n    ")
                                  : "");
    const std::string head = head_of(family, language, "gputest's " + info.name());
    if (language.api == "il") return commented(head, ";") + ";\n" + text;
    return with_contract(head, text, family, info, language, layout);
  }

  const Registry& registry_;
  std::string family_, api_, layout_, output_;
};

}  // namespace

std::unique_ptr<Subcommand> make_template(const Registry& registry) {
  return std::make_unique<Template>(registry);
}

}  // namespace gputest
