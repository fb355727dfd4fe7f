// Puts measured numbers into texts.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "lesson/measure.hpp"

namespace warpmem::lesson {

// Replaces every {EXPRESSION} and {EXPRESSION|UNIT} (units of plan.hpp) by its value, {machine.name} by the machine's name,
// and {NAME} of `given` by its text. A figure alone is shown in its own unit, anything else as a plain number.
// Backquotes, which mark code, are taken out. Between a number and its unit stands a space at which no line breaks;
// plain_spaces() makes it an ordinary one.
Result<std::string> fill(std::string_view text, Bench& bench, const std::map<std::string, std::string>& given = {});

std::string plain_spaces(std::string text);

}  // namespace warpmem::lesson
