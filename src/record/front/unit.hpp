// One text while it is rewritten, and the steps, each of which looks at the tokens by itself.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "record/front/edits.hpp"
#include "record/front/structure.hpp"
#include "record/front/tokens.hpp"
#include "warpmem/error.hpp"

namespace warpmem::front {

struct KernelName {
  bool is_template = false;
  std::size_t parameters = 0;    // template parameters; only when `plain_parameters`
  bool plain_parameters = true;  // none is a pack, all declarations have the same number
  std::string arguments;         // of the function, as first declared
  bool overloaded = false;       // declared with different arguments
};

struct Unit {
  std::string digest;        // of the text: part of symbols that no other text may have
  bool relocatable = false;  // device variables are known to other files, too
  Tokens tokens;
  Structure structure;
  Edits edits;
  std::map<std::string, KernelName, std::less<>> kernels;
  std::vector<std::string> kernel_order;
  std::size_t launches = 0;
  std::optional<Error> refused;  // the first one counts

  std::size_t size() const { return tokens.list.size(); }
  const Token& token(std::size_t i) const { return tokens.list[i]; }
  // "" past either end.
  std::string_view text(std::size_t i) const { return i < size() ? tokens.list[i].text : std::string_view{}; }
  bool is_identifier(std::size_t i) const { return i < size() && tokens.list[i].kind == TokenKind::identifier; }
  // The index after a bracketed group that opens at i; i + 1 where it does not open or close.
  std::size_t after_group(std::size_t i) const;
  // The tokens from first up to but without end, as short as C++ allows.
  std::string joined(std::size_t first, std::size_t end) const;
  // Refuses the token's construct.
  void refuse(std::size_t i, std::string message);
};

// Attributes that may stand anywhere among a declaration's words: `__launch_bounds__(256)`, `alignas(16)`,
// `__attribute__((..))`, `[[..]]`. The index after the one at i, or i where none stands.
std::size_t after_attribute(const Unit& unit, std::size_t i);

// Where the function whose body holds the token runs, as the words before the body say. Host for one that runs on both sides
// and outside functions.
enum class Side : std::uint8_t { host, device };
Side side_of(const Unit& unit, std::size_t i);
// Whether the token stands in a body that a device runs, be it on both sides.
bool in_device_code(const Unit& unit, std::size_t i);

// The steps.
void find_kernels(Unit& unit);
void rewrite_launches(Unit& unit);
void rewrite_shared(Unit& unit);
void rewrite_declarations(Unit& unit);
void rewrite_attributes(Unit& unit);
void rewrite_atomics(Unit& unit);
void rewrite_assembly(Unit& unit);
void rewrite_casts(Unit& unit);
void rewrite_memory(Unit& unit);
void rewrite_members(Unit& unit);
void refuse_constructs(Unit& unit);

}  // namespace warpmem::front
