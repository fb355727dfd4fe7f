// A parameter's value as text, checked and put into the machine, and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/parameters.hpp"

namespace warpmem {

// What a file or an override says, before it is checked.
struct Literal {
  enum class Form : std::uint8_t { number, word, either };  // unquoted, quoted, or not to be told apart (overrides)
  struct Item {
    std::string text;
    Form form = Form::number;
  };
  std::vector<Item> items;
  bool list = false;                  // written as one
  std::optional<std::string> unit{};  // none: not said
  bool bare = false;                  // a value by itself: no unit is expected
};

// The unit that `config show` and messages name: "cycles", "ns", "MHz", "bytes", "share", "hex", or "" for counts and words.
std::string_view unit_of(const Parameter& parameter);
// All units that a file may use for it, the one above first.
std::vector<std::string_view> units_of(const Parameter& parameter);

// Checks form, unit and range and sets the member. What is wrong, in words that begin with the key, or nothing.
std::optional<std::string> assign(const Parameter& parameter, MachineConfig& machine, const Literal& literal);

// The member's value in unit_of(): numbers in the fewest digits that read back the same, lists with commas.
std::string value_text(const Parameter& parameter, const MachineConfig& machine);

std::string number_text(double value);

}  // namespace warpmem
