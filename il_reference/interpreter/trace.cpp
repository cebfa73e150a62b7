#include <fmt/format.h>

#include "il_reference/interpreter/machine.hpp"
#include "il_reference/language/printer.hpp"
#include "il_reference/semantics/il_semantics.h"

namespace gputest::il {

// "  14  mad r3, r9, r0.w, r3    r3.x = 1.5 0x3FC00000  …"
void trace(const Wave& wave, const Op& op) {
  std::string line = fmt::format("{:4}  {}", op.text->location.line, to_text(*op.text));
  if (op.columns) {
    const Destination& d = op.text->destination;
    for (unsigned slot = 0; slot < 4; ++slot) {
      if (d.mask[slot] == Write::keep) continue;
      const auto lane = static_cast<unsigned>(wave.traced_lane);
      const Word bits = wave.memory[op.destination[slot].offset + lane];
      line +=
          fmt::format("{}{}={} 0x{:08X}", slot == 0 || line.find('=') == line.npos ? "    " : "  ",
                      "xyzw"[slot], il_float(bits), bits);
    }
  }
  wave.machine.options.trace.sink(line);
}

}  // namespace gputest::il
