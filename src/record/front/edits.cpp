#include "record/front/edits.hpp"

namespace warpmem::front {

void Edits::replace(std::size_t token, std::string with) {
  Edit& edit = at_[token];
  edit.with = std::move(with);
  edit.replaced = true;
}

void Edits::blank(std::size_t first, std::size_t last) {
  for (std::size_t i = first; i <= last; ++i) blank(i);
}

bool Edits::blanked(std::size_t token) const {
  const auto found = at_.find(token);
  return found != at_.end() && found->second.replaced && found->second.with.empty();
}

std::string Edits::apply(const Tokens& tokens) const {
  std::string out;
  out.reserve(tokens.text.size() + at_.size() * 64);
  std::size_t copied = 0;
  for (const auto& [index, edit] : at_) {
    const Token& token = tokens.list[index];
    out.append(tokens.text, copied, token.begin - copied);
    out += edit.before;
    if (edit.replaced)
      out += edit.with;
    else
      out += token.text;
    out += edit.after;
    copied = token.begin + token.text.size();
  }
  out.append(tokens.text, copied);
  return out;
}

}  // namespace warpmem::front
