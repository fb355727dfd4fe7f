#include "record/structures.hpp"

#include <dwarf.h>

#include <algorithm>

namespace warpmem::record {
namespace {

constexpr unsigned deepest = 32, largest = 16;

bool is_structure(int tag) { return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type; }

unsigned number_of(Dwarf_Die& die, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Word value = 0;
  return dwarf_formudata(dwarf_attr_integrate(&die, attribute, &found), &value) == 0 ? static_cast<unsigned>(value) : 0;
}

bool type_of(Dwarf_Die& die, Dwarf_Die& type) {
  Dwarf_Attribute attribute;
  return dwarf_formref_die(dwarf_attr_integrate(&die, DW_AT_type, &attribute), &type) != nullptr;
}

template <class Each>
void each_child(Dwarf_Die& parent, Each&& each) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return;
  do each(child);
  while (dwarf_siblingof(&child, &child) == 0);
}

unsigned alignment_of(Dwarf_Die type, unsigned depth) {
  if (depth > deepest) return 1;
  const int tag = dwarf_tag(&type);
  const unsigned stated = number_of(type, DW_AT_alignment);
  if (is_structure(tag)) {
    unsigned most = std::max(stated, 1U);
    each_child(type, [&](Dwarf_Die& member) {
      const int kind = dwarf_tag(&member);
      Dwarf_Die of;
      if ((kind != DW_TAG_member && kind != DW_TAG_inheritance) || dwarf_hasattr(&member, DW_AT_external) != 0) return;
      most = std::max(most, number_of(member, DW_AT_alignment));
      if (type_of(member, of)) most = std::max(most, alignment_of(of, depth + 1));
    });
    return std::min(most, largest);
  }
  Dwarf_Die of;
  const bool passes_on = tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type || tag == DW_TAG_array_type;
  if (passes_on && type_of(type, of)) return std::max(stated, alignment_of(of, depth + 1));
  if (tag == DW_TAG_base_type || tag == DW_TAG_enumeration_type) return std::clamp(number_of(type, DW_AT_byte_size), 1U, largest);
  return 8;  // pointers, references
}

struct Search {
  std::size_t bytes;
  unsigned least;
  Dwarf_Addr at;
  const std::function<bool(const char*)>& is_foreign;
  unsigned smallest = 0;

  void within(Dwarf_Die& parent, unsigned depth) {
    if (depth > deepest) return;
    each_child(parent, [&](Dwarf_Die& die) {
      const int tag = dwarf_tag(&die);
      if (is_structure(tag)) look_at(die);
      if (tag == DW_TAG_subprogram && dwarf_haspc(&die, at) <= 0) return;
      if (is_structure(tag) || tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block) within(die, depth + 1);
    });
  }
  void look_at(Dwarf_Die& die) {
    if (dwarf_hasattr(&die, DW_AT_declaration) != 0 || number_of(die, DW_AT_byte_size) != bytes) return;
    const char* const file = dwarf_decl_file(&die);
    if (file == nullptr || is_foreign(file)) return;
    const unsigned alignment = alignment_of(die, 0);
    if (alignment < least) return;
    smallest = smallest == 0 ? alignment : std::min(smallest, alignment);
  }
};

}  // namespace

unsigned smallest_alignment(Dwarf_Die unit, std::size_t bytes, unsigned least, Dwarf_Addr at,
                            const std::function<bool(const char*)>& is_foreign) {
  Search search{bytes, least, at, is_foreign};
  search.within(unit, 0);
  return search.smallest;
}

}  // namespace warpmem::record
