#include "app/run/shut_in.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/command/messages.hpp"
#include "common/core/jail.hpp"
#include "common/core/run_tool.hpp"
#include "common/texts/cache.hpp"

namespace gputest {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The paths in a variable such as PATH.
std::vector<std::string> paths_in(const char* name) {
  std::vector<std::string> paths;
  std::istringstream text(variable(name));
  for (std::string path; std::getline(text, path, ':');)
    if (!path.empty()) paths.push_back(path);
  return paths;
}

/// The folders of an installed program or library, for example a Python environment: bin/, lib/.
std::vector<std::string> installation_of(const std::string& program) {
  std::vector<std::string> folders;
  std::vector<std::string> places = paths_in("PATH");
  if (program.find('/') != program.npos) places = {""};
  for (const std::string& place : places) {
    std::error_code failed;
    const fs::path link = fs::absolute(fs::path(place) / program, failed);
    if (!fs::exists(link, failed)) continue;
    for (const fs::path& file : {link, fs::canonical(link, failed)})
      for (const char* part : {"bin", "lib", "lib64", "libexec", "include", "share", "pyvenv.cfg"})
        folders.push_back(file.parent_path().parent_path() / part);
    break;
  }
  return folders;
}

template <class Paths>
void append(std::vector<std::string>& all, const Paths& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// The folders of OpenCL's implementations, which files ".icd" name.
std::vector<std::string> installations_of_opencl() {
  const std::string given = variable("OCL_ICD_VENDORS");
  std::vector<std::string> folders{given};
  std::error_code failed;
  for (const auto& entry :
       fs::directory_iterator(given.empty() ? "/etc/OpenCL/vendors" : given, failed)) {
    std::ifstream file(entry.path());
    if (std::string library; file >> library && library.starts_with('/'))
      append(folders, installation_of(library));
  }
  return folders;
}

/// The room of the process that starts tools: also their libraries.
Room room_of_tools(Room room, const Openable& openable) {
  room.starts_programs = true;
  append(room.readable, openable.folders_of_tools);
  append(room.readable, paths_in("PYTHONPATH"));
  room.readable.push_back(variable("HOME") + "/.local/lib");
  for (const char* name : {"CXX", "PYTHON"}) {
    std::istringstream words(variable(name));
    if (std::string program; words >> program) append(room.readable, installation_of(program));
  }
  for (const char* program : {"c++", "python3"}) append(room.readable, installation_of(program));
  return room;
}

}  // namespace

bool runs_code_of_host(const DeviceInfo& device) {
  return device.on_host || device.id == "hip:host";
}

bool can_shut_in(const std::vector<Case>& cases) {
  if (std::none_of(cases.begin(), cases.end(),
                   [](const Case& c) { return c.runs() && runs_code_of_host(c.device); }))
    return false;
  const std::string absence = jail_absence();
  if (!absence.empty())
    say("warning: this system cannot shut submissions in ({}): they can read and write your files",
        absence);
  return absence.empty();
}

void shut_in(const WorkerOrder& order, const Openable& openable) {
  setenv("TMPDIR", order.room.c_str(), 1);
  setenv("POCL_CACHE_DIR", (order.room + "/pocl").c_str(), 1);
  texts::keep_nothing();
  Room room{openable.files, order.room, order.api == "opencl"};
  append(room.readable, paths_in("LD_LIBRARY_PATH"));
  append(room.readable, installations_of_opencl());
  const fs::path program = fs::read_symlink("/proc/self/exe");
  append(room.readable,
         std::vector<std::string>{program, program.parent_path().parent_path() / "lib" / "gputest",
                                  texts::cache_folder()});
  run_tools_apart([&] { enter_jail(room_of_tools(room, openable)); });
  enter_jail(room);
}

}  // namespace gputest
