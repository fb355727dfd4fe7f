#!/usr/bin/env bash
# Builds h200-probes.cu and runs every section; needs nvcc, ncu, cuobjdump and python3, and a GPU whose counters may be
# read. Use: h200-probes.sh OUTPUT_FOLDER [section...]. Leaves one .jsonl a section and, where profiled, one .csv beside it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?output folder}
shift
mkdir -p "$out"
probe=$out/h200-probes
nvcc -arch=sm_90 -O2 -std=c++17 -o "$probe" "$here/h200-probes.cu" || exit 1
cuobjdump --dump-sass "$probe" >"$out/sass.txt" 2>&1
ncu --query-metrics --chip gh100 2>/dev/null | grep -oE '^[a-z0-9]+__[a-z0-9_]+' | sort -u >"$out/counters.txt"

IFS=, read -r driver sm_clock memory_clock < <(nvidia-smi --query-gpu=driver_version,clocks.max.sm,clocks.max.mem --format=csv,noheader)
profiler=$(ncu --version | tail -1)
"$probe" device | sed "s/}\$/,\"profiler\":\"$profiler\",\"driver\":\"$driver\",\"sm_clock_max\":\"${sm_clock# }\",\"memory_clock_max\":\"${memory_clock# }\"}/" \
  >"$out/about.json"

# Keeps the counters this profiler knows, so that one name less does not lose a section.
known() {
  local list=
  for m in "$@"; do
    if [ ! -s "$out/counters.txt" ] || grep -qx "${m%%.*}" "$out/counters.txt"; then list+=${list:+,}$m; else echo "no counter $m" >&2; fi
  done
  echo "$list"
}

profile() { # section, cache control, input, counters...
  local section=$1 cache=$2 input=$3
  shift 3
  known "$@" 2>/dev/null | tr , '\n' >"$out/$section.metrics"
  timeout 200 ncu --clock-control none --cache-control "$cache" --kernel-name 'regex:^p_' --csv --page raw --print-units base \
    --log-file "$out/$section.csv" --metrics "$(known "$@")" "$probe" "$section" <"$input" >"$out/$section.jsonl" 2>"$out/$section.err"
}

l1_global=()
for op in ld st red atom; do
  l1_global+=(l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum
    l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_$op.sum smsp__inst_executed_op_global_$op.sum
    lts__t_sectors_srcunit_tex_op_$op.sum lts__t_sectors_op_$op.sum)
done
l1_hits=(l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum
  l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_miss.sum
  l1tex__t_sectors_pipe_lsu_mem_global_op_red_lookup_hit.sum l1tex__t_sectors_pipe_lsu_mem_global_op_atom_lookup_hit.sum)
shared=()
for op in ld st atom red; do
  shared+=(l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$op.sum
    smsp__inst_executed_op_shared_$op.sum)
done
shared+=(smsp__inst_executed_op_shared_atom_dot_alu.sum smsp__inst_executed_op_shared_atom_dot_cas.sum)
l2=(lts__t_requests_srcunit_tex.sum lts__t_sectors_srcunit_tex.sum lts__t_sectors_srcunit_tex_op_read.sum lts__t_sectors_srcunit_tex_op_write.sum)
chip=(gpu__time_duration.sum sm__cycles_elapsed.max sm__cycles_elapsed.avg.per_second sm__cycles_active.avg sm__cycles_active.max
  sm__warps_active.avg.per_cycle_active)
memory=(dram__bytes_read.sum dram__bytes_write.sum lts__t_sectors_op_read.sum lts__t_sectors_op_write.sum
  lts__t_sectors_op_read_lookup_hit.sum lts__t_sectors_op_write_lookup_hit.sum lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum
  lts__t_sectors_srcunit_ltcfabric.sum lts__t_sectors_srcunit_ltcfabric_lookup_hit.sum lts__t_sectors_srcunit_ltcfabric_op_read.sum)
units=(dram__bytes.sum dram__bytes.avg dram__cycles_elapsed.avg.per_second dram__cycles_active.avg dram__cycles_elapsed.avg lts__t_sectors.sum lts__t_sectors.avg
  lts__cycles_elapsed.avg.per_second lts__t_sectors.max lts__t_sectors.min l1tex__m_xbar2l1tex_read_sectors.sum l1tex__m_l1tex2xbar_write_sectors.sum)

run() {
  case $1 in
    bandwidth) profile bandwidth all /dev/null "${chip[@]}" "${l2[@]}" "${memory[@]}" "${units[@]}" ;;
    turnover)
      "$probe" turnover >/dev/null 2>"$out/turnover_times.jsonl"
      profile turnover all /dev/null "${chip[@]}" launch__occupancy_limit_shared_mem
      ;;
    l2_capacity) profile l2_capacity all /dev/null "${chip[@]}" "${l2[@]}" "${memory[@]}" ;;
    in_flight | stride_loops | sm_sets) timeout 120 "$probe" "$1" >"$out/$1.jsonl" ;;
    sequences)
      python3 "$here/h200-probes.py" sequences >"$out/sequences.in"
      profile sequences none "$out/sequences.in" "${l1_global[@]}" "${l1_hits[@]}" "${l2[@]}" l1tex__data_pipe_lsu_wavefronts.sum \
        l1tex__m_xbar2l1tex_read_sectors.sum
      ;;
    patterns)
      python3 "$here/h200-probes.py" accesses >"$out/patterns.in"
      profile patterns none "$out/patterns.in" "${l1_global[@]}" "${shared[@]}" lts__t_requests_srcunit_tex.sum lts__t_sectors_srcunit_tex.sum \
        l1tex__data_pipe_lsu_wavefronts.sum
      ;;
  esac
}
if [ $# = 0 ]; then set -- in_flight sm_sets stride_loops bandwidth turnover l2_capacity sequences patterns; fi
for section in "$@"; do
  start=$SECONDS
  run "$section"
  echo "$section: $((SECONDS - start)) s, $(grep -c '^{' "$out/$section.jsonl") rows"
  tail -3 "$out/$section.err" 2>/dev/null
done
rm -f "$probe"
