// The parameter table and the schema that follows from it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "config/value.hpp"
#include "warpmem/config.hpp"

using namespace warpmem;

namespace {

struct Anything {
  template <class T>
  operator T() const;
};

// The members of an aggregate: the most initialisers that it takes.
template <class Section, class... Initialisers>
constexpr int members_of() {
  if constexpr (requires { Section{Initialisers{}..., Anything{}}; }) {
    return members_of<Section, Initialisers..., Anything>();
  } else {
    return sizeof...(Initialisers);
  }
}

}  // namespace

TEST_CASE("each parameter has its own key, member, range and meaning") {
  MachineConfig machine;
  std::set<std::string_view> keys;
  std::set<const void*> members;
  for (const Parameter& p : parameters()) {
    CAPTURE(std::string(p.key));
    CHECK(keys.insert(p.key).second);
    CHECK(std::visit([&](auto* member) { return members.insert(static_cast<const void*>(member)).second; }, p.target(machine)));
    CHECK(p.least < p.most);
    CHECK_FALSE(p.meaning.empty());
    CHECK_FALSE(p.meaning.ends_with('.'));
  }
}

TEST_CASE("no member of a section is missing from the table") {
  const auto in_table = [](const std::string& section) {
    return std::ranges::count_if(parameters(), [&](const Parameter& p) { return p.key.starts_with(section + "."); });
  };
  CHECK(in_table("launch") == members_of<LaunchConfig>());
  CHECK(in_table("sm") == members_of<SmConfig>());
  CHECK(in_table("lsu") == members_of<LsuConfig>());
  CHECK(in_table("shared") == members_of<SharedConfig>());
  CHECK(in_table("l1") == members_of<L1Config>());
  CHECK(in_table("l2") == members_of<L2Config>());
  CHECK(in_table("dram") == members_of<DramConfig>());
}

TEST_CASE("what is written reads back as the same machine") {
  const auto loaded = load_config("h200");
  REQUIRE(loaded);
  MachineConfig copy;
  for (const Parameter& p : parameters()) {
    const std::string text = value_text(p, loaded->machine);
    Literal literal;
    literal.bare = true;
    std::stringstream items(text);
    for (std::string item; std::getline(items, item, ',');) literal.items.push_back({item, Literal::Form::either});
    MachineConfig scratch;
    literal.list = std::holds_alternative<std::vector<Bytes>*>(p.target(scratch)) || literal.items.size() > 1;
    CHECK(assign(p, copy, literal) == std::nullopt);
    CHECK(value_text(p, copy) == text);
  }
}

TEST_CASE("numbers are written in the fewest digits that read back") {
  CHECK(number_text(33) == "33");
  CHECK(number_text(1000000) == "1000000");
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(-2.5) == "-2.5");
}

TEST_CASE("configs/schema.json is what the table says; `cmake --build build --target schema` writes it anew") {
  std::ifstream file(WARPMEM_SOURCE_DIR "/configs/schema.json");
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  CHECK((text.str() == config_schema()));
}

TEST_CASE("the schema knows every parameter and no other key") {
  const auto schema = nlohmann::json::parse(config_schema());
  std::size_t count = 0;
  for (const auto& [section, content] : schema["properties"].items()) {
    if (!content.contains("properties")) continue;
    CHECK(content["additionalProperties"] == false);
    for (const auto& [member, parameter] : content["properties"].items()) {
      CHECK(find_parameter(section + "." + member) != nullptr);
      ++count;
    }
  }
  CHECK(count == parameters().size());
  CHECK(schema["properties"]["l1"]["properties"]["hit_latency"]["anyOf"][1]["properties"]["unit"]["enum"] == nlohmann::json{"cycles"});
  CHECK(schema["properties"]["sm"]["properties"]["count"]["anyOf"][0]["type"] == "integer");
}
