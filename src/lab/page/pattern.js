// A pattern as the reader chooses it, and the trace line it stands for. Every field is a string, as typed.
const patternDefaults = {
  mode: 'stride', space: 'global', op: 'ld', width: '4', mask: 'ffffffff',
  base: '0x1000', stride: '1', size: '4', offset: '0',
  columns: '32', padding: '0', block: '32', warp: '0', row: 'ty', col: 'tx', swizzle: 'none',
  list: '', line: '',
};
const fieldsOfMode = {
  stride: ['base', 'stride', 'size', 'offset'],
  array: ['base', 'columns', 'padding', 'size', 'block', 'warp', 'row', 'col', 'swizzle'],
  addresses: ['list'],
};
const commonFields = ['space', 'op', 'width', 'mask'];

const patternOf = (fields) => ({...patternDefaults, ...fields});
const fullMask = 0xffffffff;
const maskOf = (pattern) => (/^[0-9a-f]{1,8}$/i.test(pattern.mask) ? parseInt(pattern.mask, 16) >>> 0 : null);
const laneIsIn = (mask, lane) => (mask >>> lane & 1) === 1;
const lanesIn = (mask) => Array.from({length: 32}, (_, lane) => lane).filter((lane) => laneIsIn(mask, lane));

// What is wrong with a pattern: the field, and a key of the words with what fills it.
class PatternError extends Error {
  constructor(field, key, details = {}) { super(key); Object.assign(this, {field, key, details}); }
}

function integerOf(pattern, field, least = null) {
  const text = pattern[field].trim();
  if (!/^-?(0x[0-9a-f]+|\d+)$/i.test(text)) throw new PatternError(field, 'wrongNumber', {text});
  const value = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
  if (least !== null && value < least) throw new PatternError(field, 'tooSmall', {text, least: String(least)});
  if (value > 0xffffffffffffffffn) throw new PatternError(field, 'tooLarge', {text});
  return value;
}

function addressText(value, pattern) { return pattern.space === 'shared' ? String(value) : '0x' + value.toString(16); }

// "0x1000+4", "0x1000", or a list of the active lanes' addresses.
function addressesText(all, pattern, mask) {
  const step = all[1] - all[0];
  if (all.some((a) => a < 0n)) throw new PatternError(pattern.mode === 'array' ? 'row' : 'offset', 'negative', {lane: all.findIndex((a) => a < 0n)});
  if (all.every((a, lane) => a === all[0] + step * BigInt(lane))) {
    if (step === 0n) return addressText(all[0], pattern);
    return addressText(all[0], pattern) + (step < 0n ? '' : '+') + step;
  }
  return '[' + all.filter((_, lane) => laneIsIn(mask, lane)).map((a) => addressText(a, pattern)).join(' ') + ']';
}

function strideAddresses(pattern) {
  const base = integerOf(pattern, 'base', 0n), size = integerOf(pattern, 'size', 1n);
  const stride = integerOf(pattern, 'stride'), offset = integerOf(pattern, 'offset');
  return Array.from({length: 32}, (_, lane) => base + (offset + stride * BigInt(lane)) * size);
}

function arrayAddresses(pattern) {
  const base = integerOf(pattern, 'base', 0n), size = integerOf(pattern, 'size', 1n);
  const columns = integerOf(pattern, 'columns', 1n), pitch = columns + integerOf(pattern, 'padding', 0n);
  const block = Number(integerOf(pattern, 'block', 1n)), warp = Number(integerOf(pattern, 'warp', 0n));
  const index = {};
  for (const field of ['row', 'col']) {
    try {
      index[field] = compileIndex(pattern[field]);
    } catch (e) {
      throw new PatternError(field, 'wrongIndex', {text: pattern[field], column: e.at + 1});
    }
  }
  return Array.from({length: 32}, (_, lane) => {
    const thread = warp * 32 + lane;
    const names = {tx: thread % block, ty: Math.floor(thread / block), lane, warp};
    let row, col;
    try { row = index.row(names); col = index.col(names); } catch (e) { throw new PatternError('col', 'divided', {lane}); }
    if (pattern.swizzle === 'xor') col ^= row % Number(columns);
    return base + (BigInt(row) * pitch + BigInt(col)) * size;
  });
}

function listedAddresses(pattern, mask) {
  const words = pattern.list.split(/[\s,;\[\]]+/).filter((w) => w !== '');
  words.forEach((w, i) => { if (!/^(0x[0-9a-f]+|\d+)$/i.test(w)) throw new PatternError('list', 'wrongAddress', {text: w, number: i + 1}); });
  if (words.length === 0) throw new PatternError('list', 'noAddresses');
  if (words.length > 32) throw new PatternError('list', 'manyAddresses', {count: words.length});
  // Fewer than the lanes: the first lanes have them.
  const lanes = lanesIn(mask).length === words.length ? mask : words.length === 32 ? fullMask : 2 ** words.length - 1;
  return {text: '[' + words.map((w) => addressText(BigInt(w), pattern)).join(' ') + ']', mask: lanes >>> 0};
}

// The trace line, or a PatternError.
function lineOf(pattern) {
  if (pattern.mode === 'line') return pattern.line.trim();
  let mask = maskOf(pattern);
  if (mask === null) throw new PatternError('mask', 'wrongMask', {text: pattern.mask});
  let text;
  if (pattern.mode === 'addresses') {
    ({text, mask} = listedAddresses(pattern, mask));
  } else {
    text = addressesText(pattern.mode === 'stride' ? strideAddresses(pattern) : arrayAddresses(pattern), pattern, mask);
    // With no lane there is no list.
    if (text === '[]') text = '0';
  }
  const bits = Number(pattern.width) * 8;
  return `${pattern.op}.${pattern.space}.b${bits} ${text}` + (mask === fullMask ? '' : ' @' + mask.toString(16).padStart(8, '0'));
}

// A typed line of the plain form fills the fields too, so that the form can go on from there.
function patternOfLine(line) {
  const found = /^\s*(ld|st|red|atom)\.(global|shared|local)\.b(8|16|32|64|128)\s+(0x[0-9a-f]+|\d+)(?:([+-])(\d+))?\s*(?:@([0-9a-f]{1,8}))?\s*$/i.exec(line);
  if (!found) return {mode: 'line', line};
  const [, op, space, bits, base, sign, step, mask] = found;
  const width = String(Number(bits) / 8);
  const bytes = step === undefined ? 0 : Number(step) * (sign === '-' ? -1 : 1);
  const size = bytes % Number(width) === 0 ? Number(width) : 1;
  return {mode: 'line', line, op: op.toLowerCase(), space: space.toLowerCase(), width, base, size: String(size), stride: String(bytes / size), offset: '0',
          mask: (mask || 'ffffffff').toLowerCase()};
}
