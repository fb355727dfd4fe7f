#include "report/sweep_table.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/layout.hpp"
#include "units/numbers.hpp"

namespace warpmem::report {
namespace {

using Json = nlohmann::ordered_json;

std::size_t index_of(const SweepTable& table, std::string_view name) {
  for (std::size_t i = 0; i < table.figures.size(); ++i)
    if (table.figures[i].name == name) return i;
  return 0;
}

bool any(const SweepTable& table, std::string_view name) {
  const std::size_t i = index_of(table, name);
  return std::any_of(table.rows.begin(), table.rows.end(), [i](const SweepRow& r) { return r.values[i] != 0; });
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

Json number(double value) {
  const std::string text = plain_number(value);
  if (text.find_first_not_of("0123456789-") == std::string::npos) return std::stoll(text);
  return value;
}

// A column: its heading's lines and its cells, ready to be padded.
struct Column {
  std::vector<std::string> head, cells;
  bool to_the_left = false;
  std::size_t width() const {
    std::size_t w = 0;
    for (const auto* lines : {&head, &cells})
      for (const std::string& s : *lines) w = std::max(w, columns(s));
    return w;
  }
};

std::size_t widest(const std::vector<std::string>& cells) {
  std::size_t w = 0;
  for (const std::string& s : cells) w = std::max(w, columns(s));
  return w;
}

std::vector<Column> columns_of(const SweepTable& table, const TextStyle& style) {
  constexpr std::size_t longest_key = 44;
  std::vector<Column> out;
  for (std::size_t k = 0; k < table.keys.size(); ++k) {
    Column c;
    bool numbers = true;
    for (const SweepRow& r : table.rows) {
      numbers = numbers && number_of(r.keys[k]).has_value();
      c.cells.push_back(shortened(r.keys[k], longest_key, style.ascii));
    }
    c.to_the_left = !numbers;
    c.head = heading_lines(table.keys[k], std::max<std::size_t>(widest(c.cells), 12));
    out.push_back(std::move(c));
  }
  for (const std::size_t f : table.columns) {
    Column c;
    for (const SweepRow& r : table.rows) c.cells.push_back(figure_text(table.figures[f].unit, r.values[f]));
    c.head = heading_lines(table.figures[f].heading, std::max<std::size_t>(widest(c.cells), 12));
    out.push_back(std::move(c));
  }
  return out;
}

}  // namespace

std::vector<std::string> heading_lines(const std::string& name, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t begin = 0; begin < name.size();) {
    std::size_t end = name.find_first_of(" _./", begin);
    end = end == std::string::npos ? name.size() : end + 1;
    const std::string part = name.substr(begin, end - begin);
    const std::size_t shown = part.ends_with(' ') ? part.size() - 1 : part.size();
    if (!line.empty() && line.size() + shown > width) {
      lines.push_back(line);
      line.clear();
    }
    line += part;
    begin = end;
  }
  lines.push_back(line);
  for (std::string& l : lines) l.erase(l.find_last_not_of(' ') + 1);
  return lines;
}

std::vector<std::size_t> default_columns(const SweepTable& table) {
  std::vector<std::size_t> out;
  const auto add = [&](const char* name) { out.push_back(index_of(table, name)); };
  add("cycles");
  add("time_us");
  const bool global = any(table, "useful_bytes");
  const bool shared = any(table, "shared_wavefronts_per_instruction");
  if (global) add("sectors_per_request_global");
  if (shared) add("shared_wavefronts_per_instruction");
  if (global) {
    // Few warps: what a load takes is what such a trace was made to tell.
    const std::size_t warps = index_of(table, "warps_active");
    const bool lonely = std::all_of(table.rows.begin(), table.rows.end(), [warps](const SweepRow& r) { return r.values[warps] < 1.5; });
    if (lonely && any(table, "latency_global_ld_cycles")) add("latency_global_ld_cycles");
    add("moved_bytes");
    add("efficiency");
    add("effective_bandwidth_GBs");
  }
  return out;
}

std::string sweep_text(const SweepTable& table, const TextStyle& style) {
  const auto all = columns_of(table, style);
  std::size_t depth = 0;
  for (const Column& c : all) depth = std::max(depth, c.head.size());
  const auto join = [&all](const auto& cell_of) {
    std::string line;
    for (const Column& c : all) {
      const std::string cell = cell_of(c);
      if (&c != all.data()) line += "  ";
      line += c.to_the_left ? left(cell, c.width()) : right(cell, c.width());
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
  };
  std::string out;
  for (std::size_t i = 0; i < depth; ++i) {
    // Headings stand on the last line; shorter ones leave the first ones empty.
    const auto piece = [&](const Column& c) {
      const std::size_t missing = depth - c.head.size();
      return i < missing ? std::string() : c.head[i - missing];
    };
    out += bold(join(piece), style) + '\n';
  }
  for (std::size_t row = 0; row < table.rows.size(); ++row) out += join([row](const Column& c) { return c.cells[row]; }) + '\n';
  return out;
}

std::string sweep_csv(const SweepTable& table) {
  std::string out;
  const auto add = [&out](const std::string& field, bool first) { out += (first ? "" : ",") + csv_field(field); };
  for (std::size_t k = 0; k < table.keys.size(); ++k) add(table.keys[k], k == 0);
  for (std::size_t c = 0; c < table.columns.size(); ++c) add(table.figures[table.columns[c]].name, c == 0 && table.keys.empty());
  out += '\n';
  for (const SweepRow& row : table.rows) {
    for (std::size_t k = 0; k < row.keys.size(); ++k) add(row.keys[k], k == 0);
    for (std::size_t c = 0; c < table.columns.size(); ++c) add(plain_number(row.values[table.columns[c]]), c == 0 && row.keys.empty());
    out += '\n';
  }
  return out;
}

std::string sweep_json(const SweepTable& table, bool all_figures) {
  std::vector<std::size_t> chosen = table.columns;
  if (all_figures) {
    chosen.clear();
    for (std::size_t i = 0; i < table.figures.size(); ++i) chosen.push_back(i);
  }
  Json out;
  out["schema"] = "warpmem-sweep/1";
  out["tool"] = {{"name", "warpmem"}, {"version", std::string(version())}};
  out["keys"] = table.keys;
  Json& points = out["points"] = Json::array();
  for (const SweepRow& row : table.rows) {
    Json point;
    Json& keys = point["keys"] = Json::object();
    for (std::size_t k = 0; k < table.keys.size(); ++k) keys[table.keys[k]] = row.keys[k];
    point["trace"] = row.trace;
    point["config"] = {{"name", row.config}, {"digest", row.config_digest}};
    point["set"] = row.set;
    point["kernel"] = row.kernel;
    Json metrics = Json::object();
    Json derived = Json::object();
    for (const std::size_t f : chosen) {
      const Figure& figure = table.figures[f];
      const Json value = number(row.values[f]);
      if (figure.name == "cycles" || figure.name == "time_us")
        point[figure.name] = value;
      else
        (figure.metric ? metrics : derived)[figure.name] = value;
    }
    point["metrics"] = std::move(metrics);
    point["derived"] = std::move(derived);
    points.push_back(std::move(point));
  }
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace warpmem::report
