#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

#include "common/core/error.hpp"
#include "common/core/run_tool.hpp"
#include "common/core/scratch_path.hpp"
#include "common/core/stopwatch.hpp"
#include "common/task/reference_call.hpp"

namespace gputest::task {
namespace {

/// Calls the function: files in and out, its file and name, and a word for each argument: whether
/// it is a scalar (s), read (r), written (w) or both (b), real (f) or whole (i), and the number of
/// its components.
constexpr const char* kDriver = R"--(
import importlib.util, os, signal, sys

def end(sentence):
    sys.stderr.write("\x01" + str(sentence).replace("\n", " ") + "\n")
    sys.stderr.flush()
    os._exit(1)

try:
    import numpy
except ImportError:
    end("needs NumPy, which this Python lacks")
source, target, path, name, seconds, *kinds = sys.argv[1:]
signal.signal(signal.SIGALRM, signal.SIG_DFL)  # a handler would wait for the end of a call to NumPy
signal.alarm(int(seconds))
try:
    spec = importlib.util.spec_from_file_location("reference", path)
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    spec.loader.exec_module(module)
    function = getattr(module, name)
    words = numpy.fromfile(source, numpy.uint64)
    arguments, wanted, at = [], [], 0
    for kind in kinds:
        size = int(words[at])
        numbers = words[at + 1:at + 1 + size].view(numpy.float64 if kind[1] == "f" else numpy.int64)
        at += 1 + size
        components = int(kind[2:])
        numbers = numbers.reshape(-1, components) if components > 1 else numbers
        if kind[0] in "wb":
            wanted.append(numbers)
        if kind[0] in "rb":
            arguments.append(numbers.copy())
        elif kind[0] == "s":
            arguments.append(numbers[0].item())
    answers = function(*arguments)
    answers = list(answers) if isinstance(answers, (tuple, list)) else [answers]
    if len(answers) != len(wanted):
        end(f"returns {len(answers)} arrays instead of {len(wanted)}")
    with open(target, "wb") as file:
        for k, (answer, like) in enumerate(zip(answers, wanted)):
            answer = numpy.asarray(answer)
            if answer.size != like.size:
                end(f"returns {answer.size} numbers as array {k + 1} instead of {like.size}")
            file.write(numpy.ascontiguousarray(answer, like.dtype).tobytes())
except Exception as error:
    end(f"raises {type(error).__name__}: {error}")
)--";

class PythonReference : public Reference {
 public:
  explicit PythonReference(const Task& task) : task_(task) {}

  void call(Arguments& arguments) override {
    write_arguments(in_.path(), arguments);
    const char* named = std::getenv("PYTHON");
    std::vector<std::string> words{named == nullptr || *named == '\0' ? "python3" : named,
                                   "-",
                                   in_.path(),
                                   out_.path(),
                                   task_.reference.file,
                                   task_.reference.python,
                                   std::to_string(kSeconds)};
    for (std::size_t k = 0; k < arguments.size(); ++k) words.push_back(kind_of(k));
    const Stopwatch watch;
    const auto end = run_tool(words, kDriver);
    if (!end)
      throw Error(Status::unavailable,
                  fmt::format("a reference in Python needs {}, which is missing (PYTHON names "
                              "another)",
                              words.front()));
    if (!end->succeeded) {
      const bool is_late =
          watch.seconds() >= kSeconds && end->messages.find(kMark) == std::string::npos;
      throw_end(task_.reference.file,
                is_late ? fmt::format("{}{}", kMark, kTooLong) : end->messages);
    }
    read_outputs(out_.path(), task_, arguments);
  }

 private:
  std::string kind_of(std::size_t argument) const {
    if (argument >= task_.parameters.size()) return "wf1";
    const Parameter& parameter = task_.parameters[argument];
    const bool real = !parameter.type || is_real(*parameter.type);
    const char role = !parameter.is_array()    ? 's'
                      : !parameter.is_read()   ? 'w'
                      : parameter.is_written() ? 'b'
                                               : 'r';
    return fmt::format("{}{}{}", role, real ? 'f' : 'i', parameter.components);
  }

  Task task_;
  const ScratchPath in_ = new_scratch_file(".in"), out_ = new_scratch_file(".out");
};

}  // namespace

std::unique_ptr<Reference> make_python_reference(const Task& task) {
  return std::make_unique<PythonReference>(task);
}

}  // namespace gputest::task
