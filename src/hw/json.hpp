// Just enough JSON to write results with; a machine with a GPU need have nothing but the CUDA toolkit.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpmem::hw {

inline std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      out += ' ';
    else
      out += c;
  }
  return out + '"';
}

// An object on one line, its members in the order they were put.
class Object {
 public:
  Object& put(std::string_view key, std::string_view text) { return raw(key, quoted(text)); }
  Object& put(std::string_view key, const char* text) { return raw(key, quoted(text)); }
  Object& put(std::string_view key, bool value) { return raw(key, value ? "true" : "false"); }
  Object& put(std::string_view key, int value) { return raw(key, std::to_string(value)); }
  Object& put(std::string_view key, std::uint64_t value) { return raw(key, std::to_string(value)); }
  Object& put(std::string_view key, std::uint32_t value) { return raw(key, std::to_string(value)); }
  Object& put(std::string_view key, double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.6g", value);
    return raw(key, text);
  }
  Object& put(std::string_view key, const Object& value) { return raw(key, value.text()); }
  Object& raw(std::string_view key, std::string_view json) {
    text_ += (text_.empty() ? "" : ", ") + quoted(key) + ": " + std::string(json);
    return *this;
  }
  std::string text() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

// An array of objects, one a line.
inline std::string array_text(const std::vector<Object>& rows) {
  std::string text = "[\n";
  for (std::size_t i = 0; i < rows.size(); ++i) text += "  " + rows[i].text() + (i + 1 < rows.size() ? ",\n" : "\n");
  return text + "]";
}

}  // namespace warpmem::hw
