// What a lesson runs, asks and weighs, whatever language it speaks: plan/NAME.json.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "warpmem/error.hpp"

namespace warpmem::lesson {

// How a value is shown, and how an answer is read.
enum class Unit { count, ratio, share, bytes, microseconds, bandwidth, times };
// "count", "share", ...; an internal error otherwise.
Result<Unit> unit_of(std::string_view name);

struct Question {
  std::string value;  // an expression: the right number. Empty: there are options
  Unit unit = Unit::count;
  double within = 0;                                         // how far off an answer may be, as a share of the right one
  std::vector<std::pair<std::string, std::string>> options;  // "a" and the expression that says whether it is right
};

// What many believe, as a number, and the expression that measures it.
struct Belief {
  double says = 0;
  std::string measured;
  Unit unit = Unit::count;
  double within = 0.02;  // as a share of the larger of the two
};

struct Plan {
  // A name, and a trace ("kernel:..."), an access ("ld.global.b32 0+4") or the whole text of a trace of one warp.
  std::vector<std::pair<std::string, std::string>> runs;
  std::map<std::string, Question> questions;
  std::map<std::string, Belief> beliefs;
};

// `path`: what errors are said to lie in.
Result<Plan> parse_plan(std::string_view text, const std::string& path);

}  // namespace warpmem::lesson
