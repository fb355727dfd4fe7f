// The pieces of an HTML page. Every text is escaped; there are no scripts and nothing is fetched.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/layout.hpp"

namespace warpmem::report::html {

// <tag class="classes">text</tag>, the text escaped.
std::string element(std::string_view tag, std::string_view text, std::string_view classes = {});
// The first column names the row, the others are numbers.
std::string table(const Table& rows, std::string_view caption);
// A picture that scrolls sideways where the screen is narrower than can be read.
std::string figure(std::string_view svg);
// A horizontal bar of this share (0 to 1) with its percentage.
std::string share_bar(double share);

// Everything from <!DOCTYPE> to <main>, with the style of the page and of its pictures, and the end of it.
std::string page_start(std::string_view title);
std::string page_end();

}  // namespace warpmem::report::html
