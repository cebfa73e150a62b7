#include "app/judge/certificate.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/text_file.hpp"
#include "common/owncode/confinement.hpp"

namespace gputest {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Writes texts below a folder. Throws Error(bad_input) for a path that leads out of it.
void write_texts(const fs::path& folder, const Json& texts) {
  for (const auto& [name, text] : texts.items()) {
    const fs::path path = fs::path(name).lexically_normal();
    if (path.empty() || path.is_absolute() || *path.begin() == "..")
      throw Error(Status::bad_input, fmt::format("the result names a file outside: {}", name));
    fs::create_directories((folder / path).parent_path());
    std::ofstream file(folder / path, std::ios::binary);
    file << text.get<std::string>();
    if (!file.flush())
      throw Error(Status::bad_input, fmt::format("cannot write {}", (folder / path).string()));
  }
}

}  // namespace

std::string certificate_of(const Judged& judged, const task::Task& task) {
  const fs::path home = fs::path(judged.task).parent_path();
  const std::string name = fs::path(judged.task).filename();
  Json files{{name, read_text_file(judged.task)}};
  if (task.reference.file != task.path)
    files[fs::path(task.reference.file).lexically_relative(home.empty() ? "." : home).string()] =
        task.reference.text;
  Json submissions = Json::array();
  for (const std::string& file : judged.submissions) {
    const fs::path path = file;
    Json texts = Json::object();
    try {
      for (const std::string& part : owncode::require_confined(file))
        texts[part] = read_text_file((path.parent_path() / part).string());
    } catch (const Error&) {
      continue;
    }
    submissions.push_back({{"folder", fs::absolute(path).parent_path().filename().string()},
                           {"file", path.filename().string()},
                           {"files", std::move(texts)}});
  }
  const Json all{{"task", name},
                 {"files", std::move(files)},
                 {"entry", judged.entry},
                 {"submissions", std::move(submissions)}};
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Judged judged_in(const std::string& result) {
  const Json json = Json::parse(read_file(result), nullptr, false);
  auto folder = std::make_unique<const ScratchFolder>();
  Judged judged;
  try {
    const Json& judge = json.at("judge");
    write_texts(folder->path(), judge.at("files"));
    judged.task = folder->path(fs::path(judge.at("task").get<std::string>()).filename());
    judged.entry = judge.at("entry");
    for (const Json& one : judge.at("submissions")) {
      const fs::path home =
          fs::path(folder->path()) / std::to_string(judged.submissions.size()) /
          fs::path("x" / fs::path(one.at("folder").get<std::string>())).filename();
      write_texts(home, one.at("files"));
      judged.submissions.push_back(home / fs::path(one.at("file").get<std::string>()).filename());
    }
  } catch (const Json::exception&) {
    throw Error(Status::bad_input, fmt::format("{} is not a result of gputest judge", result));
  }
  judged.folder = std::move(folder);
  return judged;
}

}  // namespace gputest
