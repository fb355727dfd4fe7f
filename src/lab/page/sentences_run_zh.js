// The words of the pictures of a run (picture_cycles, picture_memory, picture_bandwidth) in Chinese.
const partsZh = {
  'load-store unit': '加载存储单元', 'L1 miss slots': 'L1 未命中槽位', 'L1 data': 'L1 数据', 'way to L2': '通往 L2', L2: 'L2', DRAM: 'DRAM',
  'stores: issue': '存储：发射', 'stores: L1 room': '存储：L1 空位', 'stores: L1 data': '存储：L1 数据', 'stores: to L2': '存储：通往 L2', 'L2 writes': 'L2 写',
  'DRAM writes': 'DRAM 写', issue: '发射', launch: '启动', 'between accesses': '访问之间', 'L1 and shared': 'L1 与共享', SMs: 'SM', shared: '共享内存',
};
const partZh = (name) => partsZh[name] || name;
sentencesZh.push(
  [/^Where the cycles( of (.*))? went$/, (a, name) => (name ? `${name} 的` : '') + '周期花在哪里'],
  [/^(.*): (\S+) cycles?$/, (name, n) => `${name}：${n} 周期`],
  [/^((?:[A-Za-z0-9:-]+ )+<?\d+ %(?:, )?)+\.$/, (...found) => found[0].replace(/(^|, )([^,]+?) (<?\d+ %)/g, (m, a, name, share) => `${a ? '，' : ''}${partZh(name)} ${share}`) + '。'],
  [/^([A-Za-z0-9: -]+): (<?\d+ %)$/, (name, share) => `${partZh(name)}：${share}`],
  [/^Plain: loads waiting, darker the farther from the SM\.$/, () => '纯色：等待中的加载，离 SM 越远越深。'],
  [/^Striped: stores and reductions, in the same shades\.$/, () => '斜纹：存储与归约，深浅相同。'],
  [/^Crossed: instructions issuing\.$/, () => '网纹：正在发射指令。'], [/^Dotted: blocks not yet started\.$/, () => '点纹：尚未启动的线程块。'],
  [/^Blank: nothing in flight\.$/, () => '空白：没有在途的访问。'],
  [/^What moved between the levels$/, () => '各级之间搬运了什么'], [/^Memory chart of (.*)$/, (name) => `${name} 的内存图`],
  [/^(read|write) (.*)$/, (verb, n) => `${verb === 'read' ? '读' : '写'} ${n}`], [/^(\S+) warps$/, (n) => `${n} 个 warp`],
  [/^(loads hit|hit|row hits) (.*)$/, (what, n) => `${{'loads hit': '加载命中', hit: '命中', 'row hits': '行命中'}[what]} ${n}`],
  [/^busy (<?\d+ %)$/, (n) => `忙 ${n}`], [/^(\S+) (wavefronts|conflicts)$/, (n, what) => `${n} ${what === 'conflicts' ? '次冲突' : '个 wavefront'}`],
  [/^Arrows are as thick as the bytes they stand for\.$/, () => '箭头的粗细与字节数成比例。'],
  [/^Lanes to L1: the bytes that lanes asked for; beyond L1: whole sectors of 32 bytes\.$/, () => 'lane 到 L1：lane 请求的字节；L1 之后：完整的 32 字节扇区。'],
  [/^Striped: stores, reductions and atomics\.$/, () => '斜纹：存储、归约与原子操作。'], [/^Row hits: accesses to DRAM that found their row open\.$/, () => '行命中：行已打开的 DRAM 访问。'],
  [/^Warps: resident on an SM, on average\.$/, () => 'warp：每个 SM 上平均驻留数。'],
  [/^Bandwidth against its ceilings$/, () => '带宽与其上限'], [/^Bandwidth of (.*) against its ceilings$/, (name) => `${name} 的带宽与其上限`],
  [/^one wavefront of 128 bytes a cycle on each of (\S+) SMs?$/, (n) => `${n} 个 SM 各每周期一个 128 字节 wavefront`],
  [/^a sector of 32 bytes every (\S+) cycles from each of (\S+) slices?$/, (c, n) => `${n} 个切片各每 ${c} 周期一个 32 字节扇区`],
  [/^(\S+) channels? without gaps, the theoretical peak$/, (n) => `${n} 个通道无间隙，即理论峰值`],
  [/^(\S+) of (\S+) B\/cycle, busy (.*)$/, (a, b, n) => `${a} / ${b} B/周期，忙 ${n}`],
  [/^(\S+ \S+) of (\S+ \S+): (.*)$/, (a, b, n) => `${a} / ${b}：${n}`],
  [/^bytes that moved$/, () => '搬运的字节'], [/^busy all the same: conflicts, parts of sectors, gaps$/, () => '同样占用：冲突、扇区的一部分、间隙'],
  [/^what the lanes asked for in global memory$/, () => 'lane 在全局内存中请求的量'],
  [/^(.*)$/, (name) => partZh(name)],
);
