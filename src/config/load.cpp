// Reads a configuration file, what it extends, and the overrides of the command line.
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "config/digest.hpp"
#include "config/json_tree.hpp"
#include "config/locate.hpp"
#include "config/text_file.hpp"
#include "config/value.hpp"
#include "units/nearest.hpp"

namespace warpmem {
namespace {

namespace fs = std::filesystem;
using Failure = std::optional<Error>;

// The machine as far as it has been read, and which parameters have been set.
struct Draft {
  LoadedConfig loaded;
  std::vector<bool> set;
};

std::size_t index_of(const Parameter& parameter) { return static_cast<std::size_t>(&parameter - parameters().data()); }

std::vector<std::string_view> all_keys() {
  std::vector<std::string_view> keys;
  for (const Parameter& p : parameters()) keys.push_back(p.key);
  return keys;
}

// The nearest key: one whose last part fits in another section counts too ("l2.hit_latency").
std::string unknown_key(const std::string& key) { return "there is no parameter '" + key + "'" + did_you_mean(key, all_keys()); }

std::string joined(const Literal& literal) {
  std::string text;
  for (const auto& item : literal.items) text += (text.empty() ? "" : ", ") + item.text;
  return text;
}

Failure put(Draft& draft, const Parameter& parameter, const Literal& literal, std::string source, std::string from) {
  if (auto problem = assign(parameter, draft.loaded.machine, literal)) return Error{ErrorKind::input, *problem};
  ParameterValue& shown = draft.loaded.parameters[index_of(parameter)];
  shown.value = joined(literal);
  shown.unit = literal.unit.value_or(std::string(unit_of(parameter)));
  shown.source = std::move(source);
  shown.from = std::move(from);
  draft.set[index_of(parameter)] = true;
  return {};
}

std::optional<Literal::Item> item_of(const JsonNode& node) {
  if (node.kind == JsonNode::Kind::number) return Literal::Item{node.text, Literal::Form::number};
  if (node.kind == JsonNode::Kind::string) return Literal::Item{node.text, Literal::Form::word};
  return {};
}

// The value part of a parameter: a number, a string, or a list of them.
std::optional<Literal> literal_of(const JsonNode& node) {
  Literal literal;
  if (node.kind != JsonNode::Kind::array) {
    const auto item = item_of(node);
    if (!item) return {};
    literal.items.push_back(*item);
    return literal;
  }
  literal.list = true;
  for (const JsonNode& element : node.items) {
    const auto item = item_of(element);
    if (!item) return {};
    literal.items.push_back(*item);
  }
  return literal;
}

class FileReader {
 public:
  FileReader(const JsonDocument& document, Draft& draft, std::string from) : document_(document), draft_(draft), from_(std::move(from)) {}

  // `prefix` is "" at the top, "l1." inside a section.
  Failure section(const JsonNode& object, const std::string& prefix) {
    for (const JsonMember& member : object.members) {
      const std::string key = prefix + member.key;
      if (const Parameter* parameter = find_parameter(key)) {
        if (auto failure = value(*parameter, member)) return failure;
      } else if (is_section(key)) {
        if (member.value.kind != JsonNode::Kind::object) {
          return document_.error_at(member.value.offset, "'" + key + "' is a section: an object with its parameters");
        }
        if (auto failure = section(member.value, key + ".")) return failure;
      } else if (!prefix.empty()) {
        return document_.error_at(member.offset, unknown_key(key));
      } else if (!is_heading(member.key)) {
        return document_.error_at(member.offset, unknown_section(member.key));
      } else if (member.value.kind != JsonNode::Kind::string) {
        return document_.error_at(member.value.offset, "'" + member.key + "' must be a string");
      }
    }
    return {};
  }

 private:
  static constexpr std::array<std::string_view, 4> headings{"$schema", "name", "description", "extends"};
  static bool is_heading(std::string_view key) { return std::ranges::find(headings, key) != headings.end(); }

  static std::string unknown_section(const std::string& key) {
    std::vector<std::string_view> known(headings.begin(), headings.end());
    for (const Parameter& p : parameters()) {
      const std::string_view section = p.key.substr(0, p.key.find('.'));
      if (known.back() != section) known.push_back(section);
    }
    return "there is no section or heading '" + key + "'" + did_you_mean(key, known);
  }

  Failure value(const Parameter& parameter, const JsonMember& member) {
    const JsonNode& node = member.value;
    const JsonNode* content = &node;
    std::optional<std::string> unit;
    std::string source;
    if (node.kind == JsonNode::Kind::object) {
      content = nullptr;
      for (const JsonMember& part : node.members) {
        if (part.key == "value") {
          content = &part.value;
        } else if (part.key != "unit" && part.key != "source") {
          return document_.error_at(part.offset, std::string(parameter.key) + " has a value, a unit and a source, no '" + part.key + "'" +
                                                     did_you_mean(part.key, {"value", "unit", "source"}));
        } else if (part.value.kind != JsonNode::Kind::string) {
          return document_.error_at(part.value.offset, "the " + part.key + " of " + std::string(parameter.key) + " must be a string");
        } else if (part.key == "unit") {
          unit = part.value.text;
        } else {
          source = part.value.text;
        }
      }
      if (content == nullptr) return document_.error_at(member.offset, std::string(parameter.key) + " has no \"value\"");
    }
    auto literal = literal_of(*content);
    if (!literal) return document_.error_at(content->offset, std::string(parameter.key) + " must be a number, a string or a list of them");
    literal->unit = unit;
    literal->bare = content == &node;
    if (auto failure = put(draft_, parameter, *literal, source, from_)) {
      const JsonMember* said = node.find("unit");
      const bool about_unit =
          failure->message.find(" is in ") != std::string::npos || failure->message.find("has no unit") != std::string::npos;
      return document_.error_at(about_unit && said != nullptr ? said->value.offset : content->offset, failure->message);
    }
    return {};
  }

  const JsonDocument& document_;
  Draft& draft_;
  std::string from_;
};

std::string heading(const JsonDocument& document, std::string_view key) {
  const JsonMember* member = document.root.find(key);
  return member == nullptr ? std::string() : member->value.text;
}

// Reads `path` into the draft, what it extends first. `chain` holds the files that led here.
Failure read_file(const fs::path& path, Draft& draft, std::vector<fs::path> chain, JsonDocument* outermost) {
  auto text = read_text_file(path);
  if (!text) return text.error();
  auto document = parse_json(std::move(*text), path.string());
  if (!document) return document.error();
  if (document->root.kind != JsonNode::Kind::object) return document->error_at(document->root.offset, "a configuration is a JSON object");

  chain.push_back(fs::weakly_canonical(path));
  if (const JsonMember* extends = document->root.find("extends"); extends != nullptr && extends->value.kind == JsonNode::Kind::string) {
    const auto base = find_config(extends->value.text, path.has_parent_path() ? path.parent_path() : fs::path("."));
    if (!base) return document->error_at(extends->value.offset, "'extends': " + base.error().message);
    if (std::ranges::find(chain, fs::weakly_canonical(*base)) != chain.end()) {
      return document->error_at(extends->value.offset, "'extends' goes round in a circle: this file is reached from itself");
    }
    if (auto failure = read_file(*base, draft, chain, nullptr)) return failure;
  }
  if (auto failure = FileReader(*document, draft, path.string()).section(document->root, "")) return failure;
  const std::string description = heading(*document, "description");
  if (!description.empty()) draft.loaded.machine.description = description;
  if (outermost != nullptr) *outermost = std::move(*document);
  return {};
}

// "192KiB" or "0,8,16 KiB" or "0x5,0xa".
Literal override_literal(std::string_view text, bool list) {
  Literal literal;
  literal.bare = true;
  literal.list = list;
  // The unit is the letters after the last digit, unless the value is a word or in hex.
  const std::size_t digit = text.find_last_of("0123456789");
  const bool numeric = !text.empty() && (std::string_view("0123456789.-").find(text.front()) != std::string_view::npos);
  if (numeric && digit != std::string_view::npos && digit + 1 < text.size() && text.find("0x") == std::string_view::npos) {
    const std::size_t letters = text.find_first_not_of(' ', digit + 1);
    if (letters != std::string_view::npos && text[letters] != '.') {
      literal.unit = std::string(text.substr(letters));
      text = text.substr(0, digit + 1);
    }
  }
  while (true) {
    const std::size_t comma = text.find(',');
    literal.items.push_back({std::string(text.substr(0, comma)), Literal::Form::either});
    if (comma == std::string_view::npos) break;
    literal.list = true;
    text.remove_prefix(comma + 1);
  }
  return literal;
}

Failure override_one(Draft& draft, const std::string& text) {
  const std::size_t equals = text.find('=');
  const auto wrong = [&](const std::string& message) { return Error{ErrorKind::usage, "--set " + text + ": " + message}; };
  if (equals == std::string::npos) return wrong("expected KEY=VALUE, such as l1.hit_latency=40");
  const std::string key = text.substr(0, equals);
  const Parameter* parameter = find_parameter(key);
  if (parameter == nullptr) return wrong(unknown_key(key));
  MachineConfig none;
  const Target target = parameter->target(none);
  const bool list = std::holds_alternative<std::vector<Bytes>*>(target);
  if (auto failure = put(draft, *parameter, override_literal(std::string_view(text).substr(equals + 1), list), "--set", "--set")) {
    return wrong(failure->message);
  }
  return {};
}

Draft empty_draft() {
  Draft draft;
  draft.set.resize(parameters().size());
  for (const Parameter& p : parameters()) {
    draft.loaded.parameters.push_back(
        {std::string(p.key), value_text(p, draft.loaded.machine), std::string(unit_of(p)), "", std::string(p.meaning), "default"});
  }
  return draft;
}

Failure check_complete(const Draft& draft, const JsonDocument& document) {
  std::string missing;
  for (const Parameter& p : parameters()) {
    if (!p.has_default && !draft.set[index_of(p)]) missing += (missing.empty() ? "" : ", ") + std::string(p.key);
  }
  if (missing.empty()) return {};
  return document.error_at(document.root.offset,
                           "missing: " + missing + "; give them, or name a configuration to start from with \"extends\"");
}

Failure check_consistent(const MachineConfig& machine, ErrorKind kind, const std::string& file) {
  const auto problems = config_problems(machine);
  if (problems.empty()) return {};
  std::string message;
  for (const std::string& problem : problems) message += (message.empty() ? "" : "; ") + problem;
  return Error{kind, message, file};
}

}  // namespace

Result<LoadedConfig> load_config(const std::string& name, const std::vector<std::string>& overrides) {
  const auto path = find_config(name);
  if (!path) return tl::make_unexpected(path.error());
  Draft draft = empty_draft();
  JsonDocument document;
  if (auto failure = read_file(*path, draft, {}, &document)) return tl::make_unexpected(*failure);
  if (auto failure = check_complete(draft, document)) return tl::make_unexpected(*failure);

  MachineConfig& machine = draft.loaded.machine;
  if (auto failure = check_consistent(machine, ErrorKind::input, path->string())) return tl::make_unexpected(*failure);
  for (const std::string& text : overrides) {
    if (auto failure = override_one(draft, text)) return tl::make_unexpected(*failure);
  }
  // The file by itself was consistent, so it is an override that is not.
  if (auto failure = check_consistent(machine, ErrorKind::usage, "")) {
    failure->message = "--set: " + failure->message;
    return tl::make_unexpected(*failure);
  }
  machine.name = heading(document, "name");
  if (machine.name.empty()) machine.name = path->stem().string();
  machine.digest = config_digest(machine);
  return std::move(draft.loaded);
}

}  // namespace warpmem
