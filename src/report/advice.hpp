// Findings and tried fixes in words: what the lanes do, what a programmer would change, what it brought.
#pragma once

#include <string>
#include <vector>

#include "warpmem/advise.hpp"
#include "warpmem/report.hpp"

namespace warpmem::report {

const char* rule_name(const advise::Finding& finding, const KernelResult& kernel);  // "uncoalesced-store", "bank-conflicts", ...
const char* fix_name(advise::FixKind kind);                                         // "pad-rows", "swizzle", ...

// One to three sentences: the addresses lane by lane, and what they cost.
std::string finding_text(const advise::Finding& finding, const KernelResult& kernel, const MachineConfig& machine);
// How the lanes of an instruction lie and what follows, without figures: "Lane l reads 8,192 l bytes further on: every lane
// its own line." "" when it cannot be said in a sentence.
std::string lanes_text(const advise::LanePattern& lanes);

std::string fix_text(const advise::Fix& fix, const KernelResult& kernel);     // "rows padded to 33 words"
std::string change_text(const advise::Fix& fix, const KernelResult& kernel);  // what to write: "__shared__ float t[32][33];"
// "18,700 cycles instead of 139,600, 7.5 times faster; 4.2 instead of 33.6 million sectors"
std::string gain_text(const advise::Trial& trial, const advise::Cost& before);

// One launch: verdict (unless it has been told already: `headed`), findings with their source lines, and under each the fixes tried for it.
// `all`: noise, and what did not help, too.
std::string advice_text(const advise::Advice& advice, const MachineConfig& machine, const ReportContext& context, const TextStyle& style,
                        bool all, bool headed = true);
// The launches as a JSON array, and as a whole: {"schema": "warpmem-advice/1", ...}.
std::string advice_array(const std::vector<advise::Advice>& all, const MachineConfig& machine);
std::string advice_json(const std::vector<advise::Advice>& all, const MachineConfig& machine, const ReportContext& context);

}  // namespace warpmem::report
