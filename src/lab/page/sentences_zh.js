// The engine's sentences in Chinese. Each rule is a whole sentence of src/report (explain_global, explain_shared, the
// pictures); a sentence without a rule stays as it is, and a test looks for such.
const laneWords = (list) => list.replace(/^(\d+) lanes$/, '$1 个 lane');
const sentencesZh = [
  // What an access costs.
  [/^No lane is active(: nothing is asked for)?\.$/, () => '没有活动的 lane，不请求任何数据。'],
  [/^(\S+) lanes? (ask|write|update)s?(?: for)? (\S+) bytes?(?: each)?\.$/, (n, verb, b) => `${n} 个 lane ${n === '1' ? '' : '各'}${verb === 'ask' ? '读取' : verb === 'write' ? '写入' : '更新'} ${b} 字节。`],
  [/^(\S+) lines?, (\S+) sectors?: (\S+) bytes move, (\S+) % of them used\.$/, (l, s, b, p) => `${l} 个缓存行、${s} 个扇区：搬运 ${b} 字节，其中 ${p} % 有用。`],
  [/^L1: (\S+) requests?, (\S+) tag wavefronts?, (\S+) data wavefronts?\.$/, (r, g, d) => `L1：${r} 个请求，${g} 个标签 wavefront，${d} 个数据 wavefront。`],
  [/^L2: (\S+) requests? on a miss\.$/, (n) => `L2：未命中时 ${n} 个请求。`],
  // Global memory: why.
  [/^The least possible: one address for all lanes is a broadcast\.$/, () => '已是最少：所有 lane 同一地址，即广播。'],
  [/^The least possible for these bytes\.$/, () => '对这些字节而言已是最少。'],
  [/^No sector more than the least possible, but in (\S+) lines? where (\d+) would do\.$/, (n, k) => `扇区数已是最少，但分散在 ${n} 个缓存行里，本来 ${k} 个就够。`],
  [/^Lanes that name one address do not merge: up to (\d+) lanes share one, so L2 is asked in \d+ passes\.$/, (n) => `指向同一地址的 lane 不会合并：最多有 ${n} 个 lane 共用一个地址，因此要分 ${n} 趟请求 L2。`],
  [/^(One sector more than the least possible \(\d+\)|\d+ sectors where \d+ would do): (.*)\.$/, (cost, why) => `${costZh(cost)}：${whyZh(why)}。`],
  // Global memory: what to do.
  [/^Start at a multiple of 128 \(([^)]*)\): (\S+) (sector|line)s?\.$/, (a, n, u) => `把起点放在 128 的倍数上（${a}）：${n} 个${u === 'line' ? '缓存行' : '扇区'}。`],
  [/^Neighbouring lanes on neighbouring elements \(([^)]*)\): (\S+) sectors?\.$/, (a, n) => `让相邻 lane 访问相邻元素（${a}）：${n} 个扇区。`],
  [/^Add up within the warp first \(shuffles\) and let one lane do it \(([^)]*)\): (\S+) sectors?\.$/, (a, n) => `先在 warp 内求和（shuffle），再由一个 lane 写出（${a}）：${n} 个扇区。`],
  // Shared memory.
  [/^No conflicts: (\d+) bytes a lane are served in (\d+) wavefronts, a part of the warp each\.$/, (b, n) => `无冲突：每 lane ${b} 字节，分 ${n} 个 wavefront，每个服务 warp 的一部分。`],
  [/^No conflicts: lanes that read the same word share it \(broadcast\)\.$/, () => '无冲突：读同一个字的 lane 共享它（广播）。'],
  [/^No conflicts: no two lanes need different words of one bank\.$/, () => '无冲突：没有两个 lane 需要同一 bank 的不同字。'],
  [/^Atomics do not broadcast: lanes on one word take turns\.$/, () => '原子操作不广播：同一个字上的 lane 轮流进行。'],
  [/^Add up within the warp first \(shuffles\), then let one lane do it\.$/, () => '先在 warp 内求和（shuffle），再由一个 lane 写出。'],
  [/^Lanes that need different words of one bank take turns; spread them over the banks\.$/, () => '需要同一 bank 不同字的 lane 要轮流；请把它们分散到各 bank。'],
  [/^Lanes are (\S+) words? apart, a multiple of the 32 banks, so all of them meet in the same (one|banks)\.$/, (w) => `相邻 lane 相距 ${w} 个字，是 32 个 bank 的整数倍，所以全都落在相同的 bank 上。`],
  [/^Lanes are (\S+) words? apart, so a lane meets the one (\d+) further on in its bank\.$/, (w, n) => `相邻 lane 相距 ${w} 个字，所以一个 lane 会与其后第 ${n} 个 lane 落在同一 bank。`],
  [/^Pad the row to (\S+) words \(([^)]*)\) and it takes (\S+) wavefronts?\.$/, (w, a, n) => `把每行填充到 ${w} 个字（${a}），只需 ${n} 个 wavefront。`],
  [/^Padding rows does not help within one row; a stride of (\S+) words? \(([^)]*)\) takes (\S+) wavefronts?\.$/, (w, a, n) => `在同一行之内，填充行不起作用；步长改为 ${w} 个字（${a}）则需 ${n} 个 wavefront。`],
  // Pictures.
  [/^Lanes and sectors of (.*)$/, (a) => `${a} 的 lane 与扇区`],
  [/^Lanes and banks of (.*)$/, (a) => `${a} 的 lane 与 bank`],
  [/^Shared memory by banks, with (.*)$/, (a) => `按 bank 排列的共享内存：${a}`],
  [/^Lanes and banks$/, () => 'lane 与 bank'],
  [/^lanes?$/, () => 'lane'], [/^bank$/, () => 'bank'], [/^byte$/, () => '字节'], [/^turns$/, () => '轮次'],
  [/^sector (\d)$/, (n) => `扇区 ${n}`],
  [/^(\d+) of (\d+) B used$/, (a, b) => `用到 ${a}/${b} B`],
  [/^asked for, with the lane's number$/, () => '被请求，数字为 lane 号'],
  [/^moves with its sector, asked for by no lane$/, () => '随扇区搬运，但没有 lane 请求'],
  [/^does not move$/, () => '不搬运'],
  [/^touched, with the lane's number$/, () => '被访问，数字为 lane 号'],
  [/^every other row of the array; r1: where row 1 begins$/, () => '数组的隔行；r1：第 1 行由此开始'],
  [/^padding$/, () => '填充'],
  [/^Dashed: rows that the access leaves out\.$/, () => '虚线：本次访问没有碰到的行。'],
  [/^Each square is a word that a lane needs from a bank; its number and shade say in which wavefront it comes\.$/, () => '每个方格是一个 lane 向某 bank 要的一个字；数字与深浅表示它在第几个 wavefront 到来。'],
  [/^Turns: different words of one bank come one after the other\.$/, () => '轮次：同一 bank 的不同字依次到来。'],
  [/^(.*: )?(\S+) wavefronts?, (no conflicts|(\S+) bank conflicts?)\.?$/, (a, n, none, c) => `${a || ''}${n} 个 wavefront，${c ? c + ' 次 bank 冲突' : '无冲突'}`],
  [/^Taken as rows of (\S+) words? without padding\.$/, (w) => `看作每行 ${w} 个字、无填充的数组。`],
  [/^Taken as rows of (\S+) words? and (\S+) words? of padding\.$/, (w, p) => `看作每行 ${w} 个字、另有 ${p} 个字填充的数组。`],
  [/^The access touches (\S+) banks?: (\S+) wavefronts?\.$/, (b, n) => `本次访问碰到 ${b} 个 bank：${n} 个 wavefront。`],
  [/^lane (\d+): not active$/, (n) => `lane ${n}：不活动`],
  [/^lane (\d+): (0x[0-9a-f]+)$/, (n, a) => `lane ${n}：${a}`],
  [/^lane (\d+): offset (\d+), wavefront (\d+)$/, (n, o, w) => `lane ${n}：偏移 ${o}，第 ${w} 个 wavefront`],
  [/^sector (\d) of (\S+): (\d+) of 32 bytes asked for, lanes (.*)$/, (s, l, b, n) => `缓存行 ${l} 的扇区 ${s}：32 字节中请求了 ${b} 字节，lane ${laneWords(n)}`],
  [/^sector (\d) of (\S+): does not move$/, (s, l) => `缓存行 ${l} 的扇区 ${s}：不搬运`],
  [/^bank (\d+): (\d+) turns?$/, (b, n) => `bank ${b}：${n} 轮`],
  [/^byte (\d+), bank (\d+)(?:, (padding of row (\d+)|\[(\d+)\]\[(\d+)\]))?(?:, lanes (.*))?$/, (y, b, e, p, r, c, n) => `字节 ${y}，bank ${b}` + (p ? `，第 ${p} 行的填充` : r ? `，[${r}][${c}]` : '') + (n ? `，lane ${laneWords(n)}` : '')],
];

function costZh(text) {
  const one = /^One sector more than the least possible \((\d+)\)$/.exec(text);
  if (one) return `比最少的 ${one[1]} 个扇区多 1 个`;
  return text.replace(/^(\d+) sectors where (\d+) would do$/, '用了 $1 个扇区，本来 $2 个就够');
}
const whyRulesZh = [
  [/^the lanes' addresses are scattered, so sectors come with bytes that no lane asked for$/, () => '各 lane 的地址是散开的，搬来的扇区里有没人要的字节'],
  [/^neighbouring lanes are (\S+) bytes? apart and use (\S+) bytes? each, so most of a sector is not asked for$/, (a, b) => `相邻 lane 相距 ${a} 字节，却各只用 ${b} 字节，扇区里的大部分没人要`],
  [/^the lowest address lies (\S+) bytes? past a (line|sector), so lanes? (.*) falls? into the next one$/, (n, u, l) => `最低地址比${u === 'line' ? '缓存行' : '扇区'}的起点多出 ${n} 字节，因此 lane ${laneWords(l)} 落进了下一个`],
];
function ruledZh(text, rules) {
  for (const [pattern, render] of rules) {
    const found = pattern.exec(text);
    if (found) return render(...found.slice(1));
  }
  return null;
}
const whyZh = (text) => ruledZh(text, whyRulesZh) || text;

// One text of the engine, which may be several sentences.
function sentence(text) {
  if (state.lang !== 'zh' || text === '') return text;
  return text.split(/(?<=\.)\s+(?=[A-Z0-9])/).map((part) => ruledZh(part, sentencesZh) || part + ' ').join('').trimEnd();
}
