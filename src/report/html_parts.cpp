#include "report/html_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/format.hpp"
#include "report/svg.hpp"

namespace warpmem::report::html {
namespace {

// Narrow screens get one column, wide pictures and tables scroll by themselves; on paper everything is light and unfolded.
constexpr std::string_view page_style = R"(
:root{color-scheme:light dark;--paper:#fff;--ink:#16191d;--muted:#565e66;--rule:#d3d9de;--panel:#f4f6f8;--bar:#12508f;--hot:#fbe6c8;--link:#12508f}
@media screen and (prefers-color-scheme:dark){:root{--paper:#14181c;--ink:#edf0f3;--muted:#a9b3bc;--rule:#3d464e;--panel:#1c2227;--bar:#86bdf5;--hot:#40290a;--link:#86bdf5}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,"Segoe UI","Helvetica Neue",Arial,"DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1120px;margin:0 auto;padding:16px}
h1{font-size:1.6rem;line-height:1.25;margin:.4em 0}h2{font-size:1.35rem;margin:2em 0 .4em;border-top:2px solid var(--ink);padding-top:.6em;overflow-wrap:anywhere}
h3{font-size:1.1rem;margin:1.8em 0 .5em}h4{font-size:1rem;margin:1.2em 0 .3em;overflow-wrap:anywhere}
a{color:var(--link)}
.verdict{font-size:1.15rem;max-width:46em}.muted{color:var(--muted)}
code,td.code{font-family:ui-monospace,"Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.92em}p code{white-space:pre-wrap}
dl.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:10px;margin:16px 0}
dl.figures div{background:var(--panel);border:1px solid var(--rule);border-radius:6px;padding:8px 12px}
dt{color:var(--muted);font-size:.85rem}dd{margin:0;font-size:1.1rem;font-weight:600}
.scroll,figure{margin:12px 0;overflow-x:auto}
figure svg{display:block;min-width:680px;max-width:100%;height:auto}
table{border-collapse:collapse;width:100%}caption{text-align:left;font-weight:600;padding:4px 0}
th,td{padding:4px 10px;text-align:right;white-space:nowrap;border-bottom:1px solid var(--rule)}
th:first-child,td:first-child,th.left,td.left{text-align:left}
td.wrap{white-space:normal;min-width:16em}
td.source{white-space:pre;width:99%;text-align:left}tr.hot td{background:var(--hot)}tr.gap td{color:var(--muted);text-align:left}
tr.quiet td{color:var(--muted)}
.bar{display:inline-block;width:72px;height:.75em;border:1px solid var(--muted);vertical-align:baseline;margin-right:6px}
.bar i{display:block;height:100%;background:var(--bar)}
details>summary{cursor:pointer;font-weight:600;margin:.6em 0}
footer{margin:3em 0 1em;border-top:1px solid var(--rule);padding-top:.8em;font-size:.85rem;color:var(--muted);overflow-wrap:anywhere}
@media print{body{font-size:10pt;print-color-adjust:exact;-webkit-print-color-adjust:exact}main{max-width:none;padding:0}
figure,.scroll{overflow:visible}figure svg{min-width:0}figure,table.small,h3,h4{break-inside:avoid}h2,h3,h4{break-after:avoid}td,th{padding:2px 6px}td.source{white-space:pre-wrap}}
)";

}  // namespace

std::string element(std::string_view tag, std::string_view text, std::string_view classes) {
  if (classes.empty()) return fmt::format("<{0}>{1}</{0}>", tag, svg::escaped(text));
  return fmt::format("<{0} class=\"{2}\">{1}</{0}>", tag, svg::escaped(text), classes);
}

std::string table(const Table& rows, std::string_view caption) {
  if (rows.empty()) return "";
  std::string out = fmt::format("<div class=\"scroll\"><table class=\"small\">{}\n<thead><tr>", element("caption", caption));
  for (const std::string& cell : rows.head()) out += "<th scope=\"col\">" + svg::escaped(cell) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows.rows()) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string cell = svg::escaped(row[i]);
      out += i == 0 ? "<th scope=\"row\">" + cell + "</th>" : "<td>" + cell + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string figure(std::string_view svg) { return fmt::format("<figure>{}</figure>\n", svg); }

std::string share_bar(double share) {
  return fmt::format("<span class=\"bar\"><i style=\"width:{}%\"></i></span>{}", svg::number(100 * std::clamp(share, 0.0, 1.0)),
                     svg::escaped(percent(share)));
}

std::string page_start(std::string_view title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
      "<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n<main>\n",
      svg::escaped(title), page_style, svg::style());
}

std::string page_end() { return "</main>\n</body>\n</html>\n"; }

}  // namespace warpmem::report::html
