#include "record/flow.hpp"

#include <algorithm>
#include <queue>

namespace warpmem::record {

// Tarjan's strongly connected components, outermost loops first; within each loop once more without the edges to its
// header, which leaves the inner loops.
class FlowOrder {
 public:
  explicit FlowOrder(std::vector<Flow::Block>& blocks)
      : blocks_(blocks), level_(blocks.size(), 0), component_of_(blocks.size(), 0), state_(blocks.size()) {}

  // Ranks `members`, the blocks of the whole function (`header` -1) or of one loop, whose edges to its header do not count.
  void rank(std::vector<int> members, int entry, int header) {
    const int level = ++levels_;
    for (const int block : members) {
      level_[at(block)] = level;
      state_[at(block)] = {};
    }
    std::vector<std::vector<int>> components;
    Search search{level, header, &components};
    visit(search, entry);
    for (const int block : members)
      if (state_[at(block)].index == 0) visit(search, block);
    place_all(components, level, header);
  }

 private:
  struct State {
    int index = 0, low = 0;
    bool on_stack = false;
  };
  struct Search {
    int level, header;
    std::vector<std::vector<int>>* components;
    std::vector<int> stack{};
    int visited = 0;
  };

  static std::size_t at(int block) { return static_cast<std::size_t>(block); }
  Code code(int block) const { return blocks_[at(block)].code; }
  void visit(Search& search, int block) {
    state_[at(block)] = {++search.visited, search.visited, true};
    search.stack.push_back(block);
    for (const int successor : blocks_[at(block)].next) {
      if (successor == search.header || level_[at(successor)] != search.level) continue;
      State& other = state_[at(successor)];
      if (other.index == 0) {
        visit(search, successor);
        state_[at(block)].low = std::min(state_[at(block)].low, state_[at(successor)].low);
      } else if (other.on_stack) {
        state_[at(block)].low = std::min(state_[at(block)].low, other.index);
      }
    }
    if (state_[at(block)].low != state_[at(block)].index) return;
    std::vector<int> component;
    for (int member = -1; member != block;) {
      member = search.stack.back();
      search.stack.pop_back();
      state_[at(member)].on_stack = false;
      component.push_back(member);
    }
    search.components->push_back(std::move(component));
  }

  // Those before which no other must come, the first in the code first: where nothing has been seen of how two places are
  // connected, the compiler's own order is the best guess.
  void place_all(const std::vector<std::vector<int>>& components, int level, int header) {
    std::vector<int> waits(components.size(), 0);
    for (std::size_t i = 0; i < components.size(); ++i)
      for (const int block : components[i]) component_of_[at(block)] = i;
    const auto each_edge = [&](std::size_t from, auto&& visit_edge) {
      for (const int block : components[from])
        for (const int next : blocks_[at(block)].next)
          if (next != header && level_[at(next)] == level && component_of_[at(next)] != from) visit_edge(component_of_[at(next)]);
    };
    for (std::size_t i = 0; i < components.size(); ++i) each_edge(i, [&](std::size_t to) { ++waits[to]; });
    const auto later = [&](std::size_t a, std::size_t b) { return code(components[a].back()) > code(components[b].back()); };
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> free(later);
    for (std::size_t i = 0; i < components.size(); ++i)
      if (waits[i] == 0) free.push(i);
    std::vector<std::size_t> order;
    for (; !free.empty();) {
      order.push_back(free.top());
      free.pop();
      each_edge(order.back(), [&](std::size_t to) {
        if (--waits[to] == 0) free.push(to);
      });
    }
    for (const std::size_t i : order) place(components[i], header);
  }

  // The root of a component was put last into it: it is the block by which the search came in.
  void place(const std::vector<int>& component, int outer_header) {
    const int head = component.back();
    Flow::Block& block = blocks_[at(head)];
    const bool loops =
        component.size() > 1 || (head != outer_header && std::find(block.next.begin(), block.next.end(), head) != block.next.end());
    if (!loops) {
      block.rank = next_rank_++;
      return;
    }
    if (component.size() == 1) {
      block.rank = next_rank_++;
    } else {
      rank(component, head, head);
    }
    blocks_[at(head)].latch = next_rank_++;
  }

  std::vector<Flow::Block>& blocks_;
  std::vector<int> level_;
  std::vector<std::size_t> component_of_;
  std::vector<State> state_;
  int levels_ = 0;
  std::uint32_t next_rank_ = 0;
};

int Flow::block(Code code) {
  const auto found = std::find_if(blocks_.begin(), blocks_.end(), [&](const Block& block) { return block.code == code; });
  if (found != blocks_.end()) return static_cast<int>(found - blocks_.begin());
  blocks_.push_back({code, -1, {}, 0, 0});
  stale_ = true;
  return static_cast<int>(blocks_.size()) - 1;
}

void Flow::enter(int to) {
  entry_ = to;
  stale_ = true;
}

void Flow::add_edge(Block& block, int to) {
  block.last = to;
  if (std::find(block.next.begin(), block.next.end(), to) != block.next.end()) return;
  block.next.push_back(to);
  stale_ = true;
}

void Flow::order() {
  stale_ = false;
  std::vector<int> members(blocks_.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    members[i] = static_cast<int>(i);
    blocks_[i].rank = blocks_[i].latch = 0;
  }
  if (members.empty()) return;
  const auto earlier = [&](int a, int b) { return blocks_[static_cast<std::size_t>(a)].code < blocks_[static_cast<std::size_t>(b)].code; };
  const int entry = entry_ >= 0 ? entry_ : *std::min_element(members.begin(), members.end(), earlier);
  FlowOrder(blocks_).rank(std::move(members), entry, -1);
}

}  // namespace warpmem::record
