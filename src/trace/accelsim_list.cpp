#include <filesystem>

#include "trace/accelsim_reader.hpp"

namespace warpmem::trace {
namespace {

class KernelList final : public TraceSource {
 public:
  KernelList(LineReader lines, std::vector<std::string> files) : lines_(std::move(lines)), files_(std::move(files)) {}

  Result<std::optional<KernelHead>> next_kernel() override {
    for (;;) {
      if (reader_) {
        Result<std::optional<KernelHead>> head = reader_->next_kernel();
        if (!head || *head) return head;
        hash_ = fnv1a(reader_->digest(), hash_);
        reader_.reset();
      }
      if (next_file_ == files_.size()) return std::nullopt;
      Result<Input> input = open_input(files_[next_file_++]);
      if (!input) return tl::make_unexpected(input.error());
      reader_ = std::make_unique<AccelSimReader>(std::move(*input));
    }
  }
  Result<bool> next_block(BlockTrace& out) override { return reader_ ? reader_->next_block(out) : Result<bool>(false); }
  const std::vector<InstructionInfo>& instructions() const override { return reader_ ? reader_->instructions() : none_; }
  std::vector<NotModelled> not_modelled() const override { return reader_ ? reader_->not_modelled() : std::vector<NotModelled>{}; }
  std::string name() const override { return lines_.input().name(); }
  std::string digest() const override { return digest_text(hash_); }

 private:
  LineReader lines_;
  std::vector<std::string> files_;
  std::size_t next_file_ = 0;
  std::unique_ptr<AccelSimReader> reader_;
  std::uint64_t hash_ = fnv1a({});
  std::vector<InstructionInfo> none_;
};

// The file as it is named, or the same compressed.
std::string existing(const std::filesystem::path& path) {
  std::error_code ignored;
  for (const char* ending : {"", ".xz", ".zst", ".gz"}) {
    const std::string file = path.string() + ending;
    if (std::filesystem::exists(file, ignored)) return file;
  }
  return path.string();
}

}  // namespace

Result<std::unique_ptr<TraceSource>> open_kernel_list(Input list) {
  const std::string& name = list.name();
  const std::filesystem::path folder = name == "-" ? std::filesystem::path() : std::filesystem::path(name).parent_path();
  LineReader lines(std::move(list));
  std::vector<std::string> files;
  for (;;) {
    const Result<std::optional<std::string_view>> line = lines.next();
    if (!line) return tl::make_unexpected(line.error());
    if (!*line) break;
    Scan scan{**line};
    scan.skip_blanks();
    std::string_view entry = scan.line.substr(scan.at);
    while (!entry.empty() && is_blank(entry.back())) entry.remove_suffix(1);
    if (entry.empty() || entry.starts_with("Memcpy") || entry.starts_with('#')) continue;
    if (!entry.starts_with("kernel"))
      return lines.error({scan.at, "expected a kernel's file or a Memcpy line instead of " + quoted(entry)});
    files.push_back(existing(folder / entry));
  }
  if (files.empty()) return input_error("lists no kernel", lines.input().name());
  return std::make_unique<KernelList>(std::move(lines), std::move(files));
}

}  // namespace warpmem::trace
