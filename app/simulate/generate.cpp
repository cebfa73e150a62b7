#include <fmt/format.h>

#include <functional>
#include <map>

#include "app/command/commands.hpp"
#include "app/command/counts.hpp"
#include "app/command/messages.hpp"
#include "app/run/selection.hpp"
#include "common/core/output_file.hpp"
#include "common/core/parse_number.hpp"
#include "common/particles/encounter.hpp"
#include "common/particles/galaxy.hpp"
#include "common/particles/generators.hpp"
#include "common/particles/halides.hpp"
#include "common/particles/writer.hpp"

namespace gputest {
namespace {

struct GenerateCommand {
  std::string distribution;  ///< plummer, galaxy, collision, uniform, lattice or rock-salt
  std::string n;
  std::string seed;  ///< empty: the distribution's default
  std::string edge;
  std::string density;
  std::string salt;
  std::string lattice_constant;
  std::string room;
  bool periodic = false;
  std::string model;
  std::string mass_ratio;
  std::string separation;
  std::string impact;
  std::string velocity;
  std::string format;  ///< empty: by the file's extension
  std::string output;
};

template <class Number>
Number parse(const std::string& option, const std::string& text, Number default_value) {
  if (text.empty()) return default_value;
  if (const auto value = parse_number<Number>(text)) return *value;
  throw Error(Status::bad_input, fmt::format("{} takes a finite number, not '{}'", option, text));
}

std::uint64_t one_count(const std::string& text) {
  const auto counts = parse_counts(text);
  if (counts.size() != 1)
    throw Error(Status::bad_input, fmt::format("generate takes a single -n, not '{}'", text));
  return counts.front();
}

void refuse(const GenerateCommand& command, const std::string& option, const std::string& value) {
  if (!value.empty())
    throw Error(Status::usage, fmt::format("{} takes no {}", command.distribution, option));
}

ParticleSet plummer(const GenerateCommand& command) {
  refuse(command, "--edge", command.edge);
  refuse(command, "--density", command.density);
  return generate_plummer(one_count(command.n), parse("--seed", command.seed, std::uint64_t{1}));
}

ParticleSet galaxy(const GenerateCommand& command) {
  refuse(command, "--edge", command.edge);
  refuse(command, "--density", command.density);
  return generate_galaxy(one_count(command.n), parse("--seed", command.seed, std::uint64_t{1}));
}

ParticleSet collision(const GenerateCommand& command) {
  refuse(command, "--edge", command.edge);
  refuse(command, "--density", command.density);
  const std::string model = command.model.empty() ? "plummer" : command.model;
  if (model != "plummer" && model != "galaxy")
    throw Error(Status::usage, no_such("model", model, {"plummer", "galaxy"}));
  Encounter encounter;
  encounter.mass_ratio = parse("--mass-ratio", command.mass_ratio, encounter.mass_ratio);
  encounter.separation = parse("--separation", command.separation, encounter.separation);
  encounter.impact = parse("--impact", command.impact, encounter.impact);
  if (!command.velocity.empty()) encounter.velocity = parse("--velocity", command.velocity, 0.0);
  return generate_encounter(model == "plummer" ? generate_plummer : generate_galaxy,
                            one_count(command.n), parse("--seed", command.seed, std::uint64_t{1}),
                            encounter);
}

ParticleSet uniform(const GenerateCommand& command) {
  refuse(command, "--density", command.density);
  return generate_uniform(one_count(command.n), parse("--seed", command.seed, std::uint64_t{1}),
                          parse("--edge", command.edge, 1.0));
}

ParticleSet lattice(const GenerateCommand& command) {
  refuse(command, "-n: --edge and --density determine the number", command.n);
  return generate_lattice(parse("--edge", command.edge, 50.0),
                          parse("--density", command.density, 1.0),
                          parse("--seed", command.seed, std::uint64_t{2}));
}

ParticleSet rock_salt(const GenerateCommand& command) {
  refuse(command, "--edge", command.edge);
  refuse(command, "--density", command.density);
  refuse(command, "--seed: the ions are on lattice sites", command.seed);
  const Halide& salt = find_halide(command.salt.empty() ? "NaCl" : command.salt);
  const double constant =
      parse("--lattice-constant", command.lattice_constant, salt.lattice_constant);
  if (!(constant > 0))
    throw Error(Status::bad_input,
                fmt::format("--lattice-constant must be above 0, not {:g}", constant));
  if (command.periodic) refuse(command, "--room: a periodic crystal fills its box", command.room);
  return halide_crystal(salt, one_count(command.n), 1, command.periodic, 0,
                        command.periodic ? 1 : parse("--room", command.room, 1.25), constant);
}

Status generate(const GenerateCommand& command) {
  static const std::map<std::string, std::function<ParticleSet(const GenerateCommand&)>> kinds{
      {"plummer", plummer}, {"galaxy", galaxy},   {"collision", collision},
      {"uniform", uniform}, {"lattice", lattice}, {"rock-salt", rock_salt}};
  const auto kind = kinds.find(command.distribution);
  if (kind == kinds.end())
    throw Error(Status::usage,
                no_such("distribution", command.distribution,
                        {"plummer", "galaxy", "collision", "uniform", "lattice", "rock-salt"}));
  if (command.distribution != "collision") {
    refuse(command, "--model", command.model);
    refuse(command, "--mass-ratio", command.mass_ratio);
    refuse(command, "--separation", command.separation);
    refuse(command, "--impact", command.impact);
    refuse(command, "--velocity", command.velocity);
  }
  if (command.distribution != "rock-salt") {
    refuse(command, "--halide", command.salt);
    refuse(command, "--lattice-constant", command.lattice_constant);
    refuse(command, "--room", command.room);
    refuse(command, "--periodic", command.periodic ? "on" : "");
  }
  require_writable(command.output);
  GenerateCommand with_default = command;
  if (command.distribution != "lattice" && command.n.empty())
    with_default.n = command.distribution == "rock-salt" ? "512" : "16384";
  const std::string format =
      command.format.empty() ? format_for_path(command.output) : command.format;
  require_format(format);
  const ParticleSet particles = kind->second(with_default);
  write_particles(command.output, particles, format);
  say("wrote {} particles to {} ({})", particles.size(), command.output, format);
  return Status::ok;
}

class Generate : public Subcommand {
 public:
  std::string name() const override { return "generate"; }
  std::string summary() const override { return "write particles to a file"; }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest generate plummer -n 65536 --seed=7 -o plummer.nbody", "a sphere of stars"},
            {"gputest generate collision --model=galaxy -n 1M --mass-ratio=0.5 -o meet.tipsy",
             "two galaxies on a parabolic orbit"}};
  }
  void declare(OptionList& options) override {
    options.word("distribution", command_.distribution,
                 "plummer, galaxy, collision, uniform, lattice or rock-salt");
    options.value(
        "-n", command_.n,
        "number of particles, except for lattice: 16384, 16k, 1e6 [16384; rock-salt 512]");
    options.value("--seed", command_.seed, "random seed; the same seed gives the same bits");
    options.value("--edge", command_.edge, "uniform and lattice: edge of the box [1; lattice 50]");
    options.value("--density", command_.density, "lattice: particles per volume [1]");
    options.value("--halide", command_.salt, "rock-salt: an alkali halide [NaCl]");
    options.value("--lattice-constant", command_.lattice_constant,
                  "rock-salt: lattice constant in Å [that of the salt at room temperature]");
    options.value("--room", command_.room,
                  "rock-salt: edge of the box divided by the crystal's [1.25]");
    options.flag("--periodic", command_.periodic, "rock-salt: make the box periodic");
    options.value("--model", command_.model,
                  "collision: the two bodies, plummer or galaxy [plummer]");
    options.value("--mass-ratio", command_.mass_ratio,
                  "collision: mass of the second divided by the first's, which is 1 [1]");
    options.value("--separation", command_.separation, "collision: distance of their centres [10]");
    options.value("--impact", command_.impact,
                  "collision: distance at which they would pass without gravity [1]");
    options.value("--velocity", command_.velocity,
                  "collision: relative velocity, with G = 1 [that of a parabolic orbit]");
    options.value("--to", command_.format,
                  "file format (gputest list formats) [by extension, else nbody]");
    options.value("-o,--output", command_.output, "the file to write");
  }
  Status run() override {
    if (command_.output.empty())
      throw Error(Status::usage,
                  "--output is missing; give the file to write, see gputest generate --help");
    return generate(command_);
  }

 private:
  GenerateCommand command_;
};

}  // namespace

std::unique_ptr<Subcommand> make_generate() { return std::make_unique<Generate>(); }

}  // namespace gputest
