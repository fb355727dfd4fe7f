// The JSON Schema of configuration files, from the parameter table.
#include <nlohmann/json.hpp>

#include "config/value.hpp"

namespace warpmem {
namespace {

using Json = nlohmann::ordered_json;

Json bound(double value) {
  return value == static_cast<double>(static_cast<std::int64_t>(value)) ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

struct ValueSchema {
  const Parameter& parameter;

  // Bounds hold for the first unit only, so a parameter with several has them checked by the loader.
  Json number(bool whole) const {
    Json schema;
    const bool one_unit = units_of(parameter).size() == 1;
    schema["type"] = whole && one_unit ? "integer" : "number";
    schema["minimum"] = one_unit ? bound(parameter.least) : Json(0);
    if (one_unit) schema["maximum"] = bound(parameter.most);
    return schema;
  }
  Json operator()(const std::uint32_t*) const { return number(true); }
  Json operator()(const double*) const { return number(false); }
  Json operator()(const SmCycles*) const { return number(false); }
  Json operator()(const Nanoseconds*) const { return number(false); }
  Json operator()(const Megahertz*) const { return number(false); }
  Json operator()(const Bytes*) const { return number(true); }
  Json operator()(const std::vector<Bytes>*) const { return {{"type", "array"}, {"minItems", 1}, {"items", number(true)}}; }
  Json operator()(const std::array<std::uint64_t, 2>*) const {
    return {{"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", {{"type", "string"}, {"pattern", "^0x[0-9a-fA-F]{1,16}$"}}}};
  }
  Json operator()(const WarpScheduler*) const { return {{"enum", {"greedy_then_oldest", "loose_round_robin"}}}; }
};

Json parameter_schema(const Parameter& parameter) {
  MachineConfig none;
  const Json value = std::visit(ValueSchema{parameter}, parameter.target(none));
  const auto units = units_of(parameter);
  Json full{{"type", "object"}, {"required", {"value"}}, {"additionalProperties", false}};
  full["properties"]["value"] = value;
  full["properties"]["unit"] = {{"enum", units}};
  full["properties"]["source"] = {{"type", "string"}};
  if (!units.front().empty()) full["required"].push_back("unit");
  const std::string meaning(parameter.meaning);
  const std::string unit(units.front());
  return {{"description", unit.empty() || unit == "hex" ? meaning : meaning + "; " + unit}, {"anyOf", {value, full}}};
}

}  // namespace

std::string config_schema() {
  Json schema;
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["title"] = "warpmem configuration";
  schema["description"] = "A machine: each parameter is a number, or an object with its value, unit and source.";
  schema["type"] = "object";
  schema["additionalProperties"] = false;
  Json& properties = schema["properties"];
  properties["$schema"] = {{"type", "string"}};
  properties["name"] = {{"type", "string"}, {"description", "what reports call the machine; the file's name when left out"}};
  properties["description"] = {{"type", "string"}, {"description", "one line"}};
  properties["extends"] = {{"type", "string"}, {"description", "the configuration whose values hold where this one is silent"}};
  for (const Parameter& parameter : parameters()) {
    const std::size_t dot = parameter.key.find('.');
    Json& section = properties[std::string(parameter.key.substr(0, dot))];
    section["type"] = "object";
    section["additionalProperties"] = false;
    section["properties"][std::string(parameter.key.substr(dot + 1))] = parameter_schema(parameter);
  }
  return schema.dump(2) + "\n";
}

}  // namespace warpmem
