// Predict, then look. `ask` names what is asked, the answer comes from the engine. `choices` holds it and what people
// take it for; `note` says where a common text is wrong or imprecise.
const exercises = [
  {
    id: 'aligned', code: 'float v = A[i];        // A at a multiple of 128', a: {}, ask: 'sectors', choices: [1, 4, 8, 32],
    q: {en: 'A warp reads 32 neighbouring floats. How many 32-byte sectors move?', zh: '一个 warp 读 32 个相邻的 float。要搬运多少个 32 字节扇区？'},
    note: {en: 'One 128-byte line, and all four of its sectors: 100 % used.', zh: '一个 128 字节缓存行，恰好四个扇区全用上：利用率 100 %。'},
  },
  {
    id: 'shifted', code: 'float v = A[i + 1];', a: {offset: '1'}, ask: 'efficiency', percent: true, choices: [50, 80, 97, 100],
    q: {en: 'The same, one element further on. What share of the bytes that move is asked for?', zh: '同上，但整体错开一个元素。搬运的字节中有多大比例是被请求的？'},
    note: {en: 'Often told as “2 transactions, 50 %”. Two lines, yes, but only one sector of the second: 5 sectors, 160 bytes, 80 %.', zh: '常见说法是“2 个事务，50 %”。确实碰到两个缓存行，但第二行只搬一个扇区：5 个扇区，160 字节，80 %。'},
  },
  {
    id: 'stride-2', code: 'float v = A[i * 2];', a: {stride: '2'}, ask: 'sectors', choices: [2, 4, 5, 8],
    q: {en: 'Every second float. How many sectors?', zh: '每隔一个 float 取一个。多少个扇区？'},
    note: {en: '2 lines, 8 sectors: half of each sector is not asked for.', zh: '2 个缓存行、8 个扇区：每个扇区有一半没人要。'},
  },
  {
    id: 'stride-8', code: 'float v = A[i * 8];', a: {stride: '8'}, ask: 'lines', choices: [1, 4, 8, 32],
    q: {en: 'Every eighth float. How many 128-byte lines?', zh: '每隔 8 个 float 取一个。多少个 128 字节缓存行？'},
    note: {en: '8 lines and all 32 of their sectors, with 4 useful bytes each: 12.5 %. A larger stride cannot move more sectors, only more lines.', zh: '8 个缓存行，32 个扇区全部搬运，每个只有 4 字节有用：12.5 %。步长再大，扇区数也不会更多，只是缓存行更多。'},
  },
  {
    id: 'stride-32', code: 'float v = A[i * 32];', a: {stride: '32'}, ask: 'efficiency', percent: true, choices: [3.125, 12.5, 25, 50],
    q: {en: 'Every lane its own line. What share of the bytes that move is asked for?', zh: '每个 lane 各占一个缓存行。搬运的字节中有多大比例是被请求的？'},
    note: {en: '3.125 % (1/32) counts whole lines. Sectors move, not lines: 32 × 32 bytes for 128, so 12.5 %.', zh: '3.125 %（1/32）是按整行计算。实际按扇区搬运：为 128 字节搬了 32 × 32 字节，即 12.5 %。'},
  },
  {
    id: 'int2', code: 'int2 v = A[i];         // 64 ints, 256 bytes', a: {width: '8', size: '8'}, ask: 'lines', choices: [1, 2, 4, 8],
    q: {en: '64 neighbouring ints by one warp, two a lane. The fewest 128-byte transactions?', zh: '一个 warp 连续读 64 个 int，每 lane 两个。最少多少个 128 字节事务？'},
    note: {en: '2 lines, 8 sectors, all of it used.', zh: '2 个缓存行、8 个扇区，全部有用。'},
  },
  {
    id: 'float4', code: 'float4 v = A[i];', a: {width: '16', size: '16'}, ask: 'data_wavefronts', choices: [1, 2, 4, 16],
    q: {en: '16 bytes a lane, 512 in all, in one instruction. How many data wavefronts?', zh: '每 lane 16 字节，共 512 字节，一条指令。需要多少个数据 wavefront？'},
    note: {en: 'Fewer instructions, but the data path still takes 128 bytes at a time: 4 lines, 16 sectors, 4 wavefronts.', zh: '指令少了，但数据通路一次仍只走 128 字节：4 个缓存行、16 个扇区、4 个 wavefront。'},
  },
  {
    id: 'aos', code: 'struct { float x, y, z; } P[];\nfloat v = P[i].x;', a: {size: '12'}, ask: 'sectors', choices: [3, 4, 12, 32],
    q: {en: 'One field of 12-byte structures. How many sectors?', zh: '12 字节结构体数组，只取一个字段。多少个扇区？'},
    note: {en: '384 bytes are touched in 12 sectors, a third of them used. If the kernel reads y and z too, L1 has them already: then an array of structures loses little.', zh: '跨越 384 字节，即 12 个扇区，利用三分之一。若内核还要读 y 和 z，它们已在 L1 中：此时结构体数组损失不大。'},
  },
  {
    id: 'broadcast', code: 'float v = A[0];', a: {stride: '0'}, ask: 'sectors', choices: [1, 4, 32],
    q: {en: 'All 32 lanes read one address. How many sectors?', zh: '32 个 lane 读同一地址。多少个扇区？'},
    note: {en: 'A broadcast: one sector for all.', zh: '广播：一个扇区供所有 lane。'},
  },
  {
    id: 'column', code: 'float v = A[x][y];     // rows of 1,024 floats, x = threadIdx.x', a: {mode: 'array', columns: '1024', row: 'tx', col: 'ty'}, ask: 'lines', choices: [1, 8, 16, 32],
    q: {en: 'Neighbouring threads on neighbouring rows. How many lines?', zh: '相邻线程访问相邻的行。多少个缓存行？'},
    note: {en: 'threadIdx.x belongs to the column index: A[y][x] takes 1 line.', zh: 'threadIdx.x 应作列下标：A[y][x] 只需 1 个缓存行。'},
  },
  {
    id: 'shared-2', code: '__shared__ float s[32][32];\nfloat v = s[ty][tx * 2];', a: {mode: 'array', space: 'shared', base: '0', col: 'tx * 2'}, ask: 'wavefronts', choices: [1, 2, 4, 32],
    q: {en: 'Every second word of shared memory. How many wavefronts?', zh: '共享内存中每隔一个字取一个。多少个 wavefront？'},
    note: {en: 'Lane l and lane l + 16 meet in a bank: 2-way.', zh: 'lane l 与 lane l + 16 落在同一 bank：2 路冲突。'},
  },
  {
    id: 'shared-2-padded', code: '__shared__ float s[32][33];\nfloat v = s[ty][tx * 2];', a: {mode: 'array', space: 'shared', base: '0', padding: '1', col: 'tx * 2'}, ask: 'wavefronts', choices: [1, 2, 32],
    q: {en: 'Now with a word of padding to each row. How many wavefronts?', zh: '现在每行填充一个字。多少个 wavefront？'},
    note: {en: 'Padding is often offered as the cure here. It is not: within a warp ty is one number, so the stride stays 2. Padding cures walks down a column.', zh: '常有文章说填充能解决它，其实不能：一个 warp 内 ty 是固定的，步长仍是 2。填充治的是沿列访问。'},
  },
  {
    id: 'shared-shift', code: '__shared__ float s[32][32];\nfloat v = s[ty][tx + 1];', a: {mode: 'array', space: 'shared', base: '0', col: 'tx + 1'}, ask: 'conflicts', choices: [0, 1, 31],
    q: {en: 'Shifted by one word. How many bank conflicts?', zh: '错开一个字。多少次 bank 冲突？'},
    note: {en: 'None: the banks are only renamed. Misalignment costs in global memory, not here.', zh: '没有：只是 bank 换了编号。错位在全局内存中有代价，在这里没有。'},
  },
  {
    id: 'shared-column', code: '__shared__ float s[32][32];\nfloat v = s[tx][0];', a: {mode: 'array', space: 'shared', base: '0', row: 'tx', col: '0'}, ask: 'wavefronts', choices: [1, 2, 16, 32],
    q: {en: 'Down a column. How many wavefronts?', zh: '沿一列向下。多少个 wavefront？'},
    note: {en: 'All in bank 0: 32. Here padding to s[32][33] helps: 1 wavefront.', zh: '全在 bank 0：32 个。这里填充成 s[32][33] 有效：1 个 wavefront。'},
  },
  {
    id: 'tile-row', code: '// 32 × 32 blocks, tiled matrix product\nsum += s_A[ty][k] * s_B[k][tx];', a: {mode: 'array', space: 'shared', base: '0', row: 'ty', col: '5'}, ask: 'wavefronts', choices: [1, 2, 32],
    q: {en: 'The tiled product reads s_A[ty][k], here k = 5. How many wavefronts does it take?', zh: '分块矩阵乘法读 s_A[ty][k]，此处 k = 5。需要多少个 wavefront？'},
    note: {en: 'Called a 32-way conflict in places. In 32-wide blocks ty is the same for the whole warp: all lanes read one word, a broadcast. It would be true if threadIdx.x walked the rows.', zh: '有文章称之为 32 路冲突。但在 32 宽的线程块里，整个 warp 的 ty 相同：所有 lane 读同一个字，即广播。只有 threadIdx.x 沿行变化时才成立。'},
  },
  {
    id: 'atomics', code: 'atomicAdd(&A[0], 1);   // all lanes', a: {op: 'red', stride: '0'}, ask: 'sectors', choices: [1, 4, 32],
    q: {en: 'All lanes add to one address, and no result is used. How many sectors are sent to L2?', zh: '所有 lane 对同一地址做加法，且不使用返回值。要向 L2 发送多少个扇区？'},
    note: {en: 'A broadcast holds for reading only: each lane’s addition is a pass of its own. Sum within the warp first.', zh: '广播只适用于读：每个 lane 的加法都是单独一趟。应先在 warp 内求和。'},
  },
];

function exerciseAnswer(exercise) {
  const answer = ask({do: 'explain', access: lineOf(patternOf(exercise.a)), config: state.config, id: 'x-' + exercise.id});
  const value = answer.report[exercise.ask];
  return {answer, value: exercise.percent ? Math.round(value * 1e5) / 1e3 : value};
}
