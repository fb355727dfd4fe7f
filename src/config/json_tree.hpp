// A JSON document with the place of every key and value, so that a message about a key can point at it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "warpmem/error.hpp"

namespace warpmem {

struct JsonMember;

struct JsonNode {
  enum class Kind : std::uint8_t { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  std::string text;                 // string: its value; number, boolean: as written
  std::size_t offset = 0;           // of the value's first byte in the document
  std::vector<JsonNode> items;      // array
  std::vector<JsonMember> members;  // object, in the document's order
  const JsonMember* find(std::string_view key) const;
};

struct JsonMember {
  std::string key;
  std::size_t offset = 0;  // of the key's opening quote
  JsonNode value;
};

struct JsonDocument {
  std::string file, text;
  JsonNode root;
  // An input error at this place, with the line as excerpt.
  Error error_at(std::size_t offset, std::string message) const;
};

// Syntax errors and a key that stands twice in one object are input errors.
Result<JsonDocument> parse_json(std::string text, std::string file);

}  // namespace warpmem
