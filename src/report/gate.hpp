// A limit on a figure that fails a run: "sectors_per_request_global_ld > 8", "kernel~transpose: efficiency < 50 %".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/figures.hpp"

namespace warpmem::report {

enum class Comparison : std::uint8_t { less, at_most, more, at_least, equal, unequal };

struct Gate {
  std::string text;    // as it was given
  std::string kernel;  // part of a kernel's name; empty: any kernel
  std::string figure;
  std::size_t index = 0;  // in all_figures()
  Comparison comparison = Comparison::more;
  double limit = 0;
};
// [kernel~NAME:]FIGURE OPERATOR NUMBER. The number may end in % (a hundredth), in K, M, G (1,000s) or Ki, Mi, Gi (1,024s).
// A usage error says what was expected, or which figure was meant.
Result<Gate> parse_gate(const std::string& text);

bool concerns(const Gate& gate, const KernelResult& kernel);
// What is wrong and which instruction is most to blame, two lines without a newline at the end; nothing when the gate holds
// or does not concern this kernel.
std::optional<std::string> broken(const Gate& gate, const KernelResult& kernel, const MachineConfig& machine);

// The gates of a run: told of every kernel, asked at the end.
class Gates {
 public:
  explicit Gates(std::vector<Gate> gates) : gates_(std::move(gates)), met_(gates_.size(), false) {}
  // `where` stands before the kernel's name, for the point of a sweep; may be empty.
  void kernel(const KernelResult& kernel, const MachineConfig& machine, const std::string& where = {});
  const std::vector<std::string>& failures() const { return failures_; }
  // A gate that concerned no kernel guards nothing: what to say of it. Empty: all did.
  std::vector<std::string> idle() const;
  void add(const Gates& other);  // of the same gates, told of later kernels

 private:
  std::vector<Gate> gates_;
  std::vector<bool> met_;
  std::vector<std::string> failures_, kernels_;
};

}  // namespace warpmem::report
