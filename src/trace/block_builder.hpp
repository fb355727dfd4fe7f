// Fills a BlockTrace from records that come warp by warp, where a warp may come back later.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "warpmem/trace.hpp"

namespace warpmem::trace {

class BlockBuilder {
 public:
  // `out` must live until finish().
  void begin(BlockTrace& out, std::uint64_t index, std::uint32_t warps) {
    out_ = &out;
    warps_ = warps;
    out.index = index;
    out.generator = nullptr;
    out.records.clear();
    out.addresses.clear();
    sections_.clear();
    in_order_ = true;
  }
  // The records added from here on are this warp's.
  void warp(std::uint32_t number) {
    in_order_ = in_order_ && (sections_.empty() || sections_.back().warp <= number);
    sections_.push_back({number, out_->records.size()});
  }
  void finish() {
    std::vector<std::size_t>& begins = out_->warp_begin;
    begins.assign(std::size_t{warps_} + 1, 0);
    sections_.push_back({warps_, out_->records.size()});
    for (std::size_t i = 0; i + 1 < sections_.size(); ++i) begins[sections_[i].warp + 1] += sections_[i + 1].begin - sections_[i].begin;
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    if (!in_order_) regroup();
  }

 private:
  struct Section {
    std::uint32_t warp = 0;
    std::size_t begin = 0;
  };
  void regroup() {
    std::vector<Record> grouped(out_->records.size());
    std::vector<std::size_t> next(out_->warp_begin);
    for (std::size_t i = 0; i + 1 < sections_.size(); ++i) {
      std::size_t& to = next[sections_[i].warp];
      for (std::size_t from = sections_[i].begin; from < sections_[i + 1].begin; ++from) grouped[to++] = out_->records[from];
    }
    out_->records.swap(grouped);
  }

  BlockTrace* out_ = nullptr;
  std::uint32_t warps_ = 0;
  std::vector<Section> sections_;
  bool in_order_ = true;
};

// A block without instructions.
inline void make_empty(BlockTrace& out, std::uint64_t index, std::uint32_t warps) {
  BlockBuilder builder;
  builder.begin(out, index, warps);
  builder.finish();
}

}  // namespace warpmem::trace
