#include "config/json_tree.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

namespace warpmem {
namespace {

// Walks the text and tells how far the parser has come: its SAX events carry no positions.
class TrackingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TrackingIterator(const char* at, std::size_t* consumed) : at_(at), consumed_(consumed) {}
  reference operator*() const { return *at_; }
  TrackingIterator& operator++() {
    ++at_;
    ++*consumed_;
    return *this;
  }
  TrackingIterator operator++(int) {
    TrackingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const TrackingIterator& a, const TrackingIterator& b) { return a.at_ == b.at_; }
  friend bool operator!=(const TrackingIterator& a, const TrackingIterator& b) { return !(a == b); }

 private:
  const char* at_;
  std::size_t* consumed_;
};

class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(JsonDocument& document, const std::size_t& consumed) : document_(document), consumed_(consumed) {}
  std::optional<Error> error;

  bool null() override { return literal(JsonNode::Kind::null, "null"); }
  bool boolean(bool value) override { return literal(JsonNode::Kind::boolean, value ? "true" : "false"); }
  bool number_integer(number_integer_t) override { return number(); }
  bool number_unsigned(number_unsigned_t) override { return number(); }
  bool number_float(number_float_t, const string_t&) override { return number(); }
  bool binary(binary_t&) override { return false; }
  bool string(string_t& value) override {
    add(JsonNode{JsonNode::Kind::string, value, opening_quote(), {}, {}});
    return true;
  }
  bool start_object(std::size_t) override { return open(JsonNode::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonNode::Kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& value) override {
    JsonNode& object = *open_.back();
    const std::size_t at = opening_quote();
    if (object.find(value) != nullptr) {
      error = document_.error_at(at, "\"" + value + "\" stands twice in this object; keep one");
      return false;
    }
    object.members.push_back(JsonMember{value, at, {}});
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& problem) override {
    // What comes after "[json.exception...] " and "parse error at line L, column C: ".
    std::string_view what = problem.what();
    if (const std::size_t id = what.find("] "); what.starts_with('[') && id != std::string_view::npos) what.remove_prefix(id + 2);
    const std::size_t head = what.find("column");
    const std::size_t colon = head == std::string_view::npos ? head : what.find(": ", head);
    const std::string reason(colon == std::string_view::npos ? what : what.substr(colon + 2));
    error = document_.error_at(position == 0 ? 0 : position - 1, "this is not JSON: " + reason);
    return false;
  }

 private:
  // The lexer has just taken a string's closing quote.
  std::size_t opening_quote() const {
    const std::string& text = document_.text;
    std::size_t at = consumed_ - 1;
    for (;;) {
      at = text.rfind('"', at - 1);
      std::size_t escapes = 0;
      while (escapes < at && text[at - 1 - escapes] == '\\') ++escapes;
      if (escapes % 2 == 0) return at;
    }
  }
  bool literal(JsonNode::Kind kind, std::string_view word) {
    add(JsonNode{kind, std::string(word), consumed_ - word.size(), {}, {}});
    return true;
  }
  // The lexer reads one byte beyond a number to see its end, except at the end of the text.
  bool number() {
    const auto part = [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E'; };
    const std::string& text = document_.text;
    std::size_t end = consumed_;
    if (end > 0 && !part(text[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && part(text[begin - 1])) --begin;
    add(JsonNode{JsonNode::Kind::number, text.substr(begin, end - begin), begin, {}, {}});
    return true;
  }
  bool open(JsonNode::Kind kind) {
    if (open_.size() == deepest) {
      error = document_.error_at(consumed_ - 1, "objects and lists are nested more than " + std::to_string(deepest) + " deep");
      return false;
    }
    open_.push_back(add(JsonNode{kind, {}, consumed_ - 1, {}, {}}));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  // The pointers in open_ stay valid: only the innermost container grows.
  JsonNode* add(JsonNode node) {
    if (open_.empty()) {
      document_.root = std::move(node);
      return &document_.root;
    }
    JsonNode& parent = *open_.back();
    if (parent.kind == JsonNode::Kind::array) {
      parent.items.push_back(std::move(node));
      return &parent.items.back();
    }
    parent.members.back().value = std::move(node);
    return &parent.members.back().value;
  }

  static constexpr std::size_t deepest = 32;  // the tree is destroyed by recursion

  JsonDocument& document_;
  const std::size_t& consumed_;
  std::vector<JsonNode*> open_;
};

}  // namespace

const JsonMember* JsonNode::find(std::string_view key) const {
  const auto found = std::ranges::find(members, key, &JsonMember::key);
  return found == members.end() ? nullptr : &*found;
}

Error JsonDocument::error_at(std::size_t offset, std::string message) const {
  offset = std::min(offset, text.size());
  const std::size_t newline = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  const std::size_t begin = newline == std::string::npos ? 0 : newline + 1;
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  Error error{ErrorKind::input, std::move(message), file};
  error.line = static_cast<std::uint64_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n')) + 1;
  error.column = offset - begin + 1;
  error.excerpt = text.substr(begin, end - begin);
  error.excerpt_column = error.column;
  return error;
}

Result<JsonDocument> parse_json(std::string text, std::string file) {
  JsonDocument document{std::move(file), std::move(text), {}};
  std::size_t consumed = 0;
  TreeBuilder builder(document, consumed);
  const char* begin = document.text.data();
  const bool done =
      nlohmann::json::sax_parse(TrackingIterator(begin, &consumed), TrackingIterator(begin + document.text.size(), &consumed), &builder);
  if (builder.error) return tl::make_unexpected(*builder.error);
  if (!done) return tl::make_unexpected(document.error_at(consumed, "this is not JSON"));
  return document;
}

}  // namespace warpmem
