// Predictions: read and weighed.
#pragma once

#include <string>
#include <string_view>

#include "lesson/measure.hpp"
#include "lesson/plan.hpp"

namespace warpmem::lesson {

// The right answer as text ("5", "80 %", "a", "acd"), worked out by simulation.
Result<std::string> right_answer(const Question& question, Bench& bench);

// Whether a prediction is right: a number ("5", "80%", "0.8", "8x") or letters ("a", "a c d"), within the question's
// tolerance. A usage error when it cannot be read as such.
Result<bool> is_right(const Question& question, std::string_view given, Bench& bench);

}  // namespace warpmem::lesson
