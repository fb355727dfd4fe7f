// The page's own words. {name} is filled in by t().
const words = {
  en: {
    skip: 'Skip to the content', lab: 'lab', tagline: 'One warp, 32 addresses: what the memory system does with them, and why.',
    machine: 'Machine', explore: 'Explore', exercises: 'Exercises', run: 'Run a trace', loading: 'Starting the engine …',
    compare: 'Compare with a second pattern', share: 'Copy a link to this', print: 'Print', copied: 'Copied.', notCopied: 'The browser does not let the page copy: select and copy by hand.',
    footer: 'Works without a network: the simulator is in this page, compiled from the same sources as the warpmem program.',
    version: 'warpmem {version}', engineFailed: 'The engine did not start: {message}. A browser of the last few years with WebAssembly is needed.',
    pattern: 'Pattern', preset: 'Start from', choose: 'choose …', traceLine: 'Trace line (type any access here)',
    how: 'Built from', modeStride: 'a stride', modeArray: 'a 2D array', modeAddresses: 'addresses', modeLine: 'the line above',
    space: 'Memory', op: 'Operation', width: 'Bytes per lane', global: 'global', shared: 'shared', local: 'local',
    ld: 'load', st: 'store', red: 'reduction', atom: 'atomic',
    base: 'Base (byte)', stride: 'Stride (elements)', size: 'Element (bytes)', offset: 'Offset (elements)',
    columns: 'Columns', padding: 'Padding (elements)', block: 'blockDim.x', warp: 'Warp', row: 'Row index', col: 'Column index',
    swizzle: 'Swizzle', swizzleNone: 'none', swizzleXor: 'column ^= row % columns',
    indexHint: 'Indices may use tx, ty, lane, warp and + - * / % << >> & ^ |.',
    list: 'Up to 32 byte addresses, decimal or 0x hex', lanes: 'Active lanes', mask: 'Mask (hex)', maskAll: 'all', maskHalf: 'first half', maskEven: 'even', maskOne: 'one',
    lane: 'lane {lane}', copyLine: 'Copy the trace line', download: 'Download the SVG', tryBeside: 'Try it beside', scrolls: 'picture, scrolls sideways',
    wrongNumber: '“{text}” is not a whole number: expected decimal or 0x hex.', tooSmall: '{text} is too small: at least {least}.', tooLarge: '{text} does not fit 64 bits.',
    negative: 'Lane {lane} would have an address below 0.', wrongIndex: '“{text}” is not understood at column {column}: expected tx, ty, lane, warp, numbers and operators.',
    divided: 'Lane {lane} divides by 0.', wrongAddress: 'Address {number}, “{text}”, is not a number: expected decimal or 0x hex.',
    noAddresses: 'Type or paste up to 32 addresses.', manyAddresses: '{count} addresses: a warp has 32 lanes.', wrongMask: '“{text}” is not a mask: expected up to 8 hex digits.',
    lines: 'lines (128 B)', sectors: 'sectors (32 B)', ideal: 'least: {n}', moved_bytes: 'bytes moved', distinct_bytes: 'bytes asked for', efficiency: 'used',
    l2_requests: 'L2 requests on a miss', tag_wavefronts: 'tag wavefronts', data_wavefronts: 'data wavefronts',
    wavefronts: 'wavefronts', conflicts: 'bank conflicts', groups: 'lane groups', latency_cycles: 'latency', cycles: '{n} cycles',
    comparison: 'Side by side', same: 'the same', exercisesLead: 'Predict first, then look. The answers are computed by the engine as you reveal them. Where a common text says otherwise, that is said too.',
    score: '{right} of {done} right so far, {all} in all', predict: 'Your prediction, {unit}', reveal: 'Reveal', chooseFirst: 'Choose first: a guess you made yourself is what you will remember.',
    right: 'Right: {answer}.', wrong: 'You said {said}; it is {answer}.', openInExplore: 'Open in Explore', exercise: 'Exercise {number}',
    runLead: 'A small trace runs through the whole simulator, here in the browser: paste a text trace, CSV of accesses, an Accel-Sim trace, or a gen: line.',
    example: 'Example', runGo: 'Run', runStop: 'Stop', traceText: 'Trace', running: 'Running …', stopped: 'Stopped.',
    tooLong: 'Stopped after 20 million warp instructions: longer traces are for the program on the command line.',
    outputOf: 'What warpmem run says', kernel: 'Kernel', kernelCycles: 'cycles', kernelTime: 'time with the launch', dramBytes: 'DRAM bytes', l2Sectors: 'L2 sectors', sharedConflicts: 'shared bank conflicts',
    place: 'line {line}, column {column}: ', placeColumn: 'column {column}: ', programSays: '', took: 'Simulated in {seconds} s.',
  },
  zh: {
    skip: '跳到正文', lab: '实验室', tagline: '一个 warp，32 个地址：内存系统怎样处理它们，以及为什么。',
    machine: '机器', explore: '探索', exercises: '练习', run: '运行跟踪', loading: '正在启动引擎……',
    compare: '与第二个模式对比', share: '复制本页链接', print: '打印', copied: '已复制。', notCopied: '浏览器不允许页面复制：请手动选中并复制。',
    footer: '无需网络：模拟器就在本页之内，与 warpmem 程序由同一份源码编译而成。',
    version: 'warpmem {version}', engineFailed: '引擎未能启动：{message}。需要近几年的、支持 WebAssembly 的浏览器。',
    pattern: '模式', preset: '从示例开始', choose: '请选择……', traceLine: '跟踪行（可直接输入任意访问）',
    how: '构造方式', modeStride: '步长', modeArray: '二维数组', modeAddresses: '地址列表', modeLine: '上面的跟踪行',
    space: '存储空间', op: '操作', width: '每 lane 字节数', global: '全局内存', shared: '共享内存', local: '局部内存',
    ld: '加载', st: '存储', red: '归约', atom: '原子操作',
    base: '基址（字节）', stride: '步长（元素）', size: '元素大小（字节）', offset: '偏移（元素）',
    columns: '列数', padding: '行填充（元素）', block: 'blockDim.x', warp: 'warp 号', row: '行下标', col: '列下标',
    swizzle: '重排', swizzleNone: '无', swizzleXor: '列 ^= 行 % 列数',
    indexHint: '下标可用 tx、ty、lane、warp 以及 + - * / % << >> & ^ |。',
    list: '至多 32 个字节地址，十进制或 0x 十六进制', lanes: '活动的 lane', mask: '掩码（十六进制）', maskAll: '全部', maskHalf: '前一半', maskEven: '偶数', maskOne: '一个',
    lane: 'lane {lane}', copyLine: '复制跟踪行', download: '下载 SVG', tryBeside: '在旁边试一试', scrolls: '图，可横向滚动',
    wrongNumber: '“{text}”不是整数：应为十进制或 0x 十六进制。', tooSmall: '{text} 太小：至少为 {least}。', tooLarge: '{text} 超出 64 位。',
    negative: 'lane {lane} 的地址会小于 0。', wrongIndex: '“{text}”在第 {column} 列无法理解：应为 tx、ty、lane、warp、数字与运算符。',
    divided: 'lane {lane} 除以了 0。', wrongAddress: '第 {number} 个地址“{text}”不是数字：应为十进制或 0x 十六进制。',
    noAddresses: '请输入或粘贴至多 32 个地址。', manyAddresses: '{count} 个地址：一个 warp 只有 32 个 lane。', wrongMask: '“{text}”不是掩码：应为至多 8 位十六进制数字。',
    lines: '缓存行（128 B）', sectors: '扇区（32 B）', ideal: '最少 {n}', moved_bytes: '搬运字节', distinct_bytes: '所需字节', efficiency: '利用率',
    l2_requests: '未命中时的 L2 请求', tag_wavefronts: '标签 wavefront', data_wavefronts: '数据 wavefront',
    wavefronts: 'wavefront', conflicts: 'bank 冲突', groups: 'lane 分组', latency_cycles: '延迟', cycles: '{n} 周期',
    comparison: '并排对比', same: '相同', exercisesLead: '先预测，再揭晓。答案在揭晓时由引擎现算；与常见文章说法不一致之处也会指出。',
    score: '目前答对 {right}/{done}，共 {all} 题', predict: '你的预测，{unit}', reveal: '揭晓', chooseFirst: '请先选择：自己猜过的才记得住。',
    right: '答对了：{answer}。', wrong: '你选的是 {said}；正确答案是 {answer}。', openInExplore: '在“探索”中打开', exercise: '第 {number} 题',
    runLead: '一小段跟踪就在浏览器里跑完整个模拟器：可粘贴文本跟踪、访问的 CSV、Accel-Sim 跟踪，或一行 gen:。',
    example: '示例', runGo: '运行', runStop: '停止', traceText: '跟踪', running: '运行中……', stopped: '已停止。',
    tooLong: '已在 2000 万条 warp 指令后停止：更长的跟踪请用命令行程序。',
    outputOf: 'warpmem run 的输出（英文）', kernel: '内核', kernelCycles: '周期', kernelTime: '时间（含启动）', dramBytes: 'DRAM 字节', l2Sectors: 'L2 扇区', sharedConflicts: '共享内存 bank 冲突',
    place: '第 {line} 行第 {column} 列：', placeColumn: '第 {column} 列：', programSays: '程序提示（英文）：', took: '模拟用时 {seconds} 秒。',
  },
};

function t(key, fill = {}) {
  const text = words[state.lang][key];
  return (text === undefined ? key : text).replace(/\{(\w+)\}/g, (whole, name) => (name in fill ? fill[name] : whole));
}

const spelled = (n) => Number(n).toLocaleString('en-US');

// Every element that names a word shows it.
function showWords(root = document) {
  document.documentElement.lang = state.lang === 'zh' ? 'zh-Hans' : 'en';
  document.title = 'warpmem ' + t('lab');
  for (const element of root.querySelectorAll('[data-t]')) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll('[data-t-label]')) element.setAttribute('aria-label', t(element.dataset.tLabel));
}
