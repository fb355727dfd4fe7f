// Index arithmetic as CUDA writes it: integers, tx, ty, lane, warp, + - * / % << >> & ^ |, parentheses, unary minus.
// compileIndex("tx * 2") gives a function of {tx, ty, lane, warp}; a mistake throws an Error with `at`, from 0.
const indexNames = ['tx', 'ty', 'lane', 'warp'];
const indexOperators = [
  ['|', (a, b) => a | b], ['^', (a, b) => a ^ b], ['&', (a, b) => a & b], ['<<', (a, b) => a << b], ['>>', (a, b) => a >> b],
  ['+', (a, b) => a + b], ['-', (a, b) => a - b], ['*', (a, b) => a * b],
  ['/', (a, b) => { if (b === 0) throw new RangeError('division by 0'); return Math.trunc(a / b); }],
  ['%', (a, b) => { if (b === 0) throw new RangeError('division by 0'); return a % b; }],
];
// Loosest first, as in C.
const indexLevels = [['|'], ['^'], ['&'], ['<<', '>>'], ['+', '-'], ['*', '/', '%']];

function indexTokens(text) {
  const tokens = [];
  const pattern = /\s*(?:(0x[0-9a-f]+|\d+)|(threadIdx\.[xy]|[a-z_]\w*)|(<<|>>|[-+*/%&^|()]))/iy;
  let at = 0;
  while (at < text.length) {
    if (/^\s*$/.test(text.slice(at))) break;
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    const place = at + /^\s*/.exec(text.slice(at))[0].length;
    if (!found) throw Object.assign(new Error(text[place]), {at: place});
    tokens.push({at: place, number: found[1], name: found[2], sign: found[3]});
    at = pattern.lastIndex;
  }
  return tokens;
}

function compileIndex(text) {
  const tokens = indexTokens(text);
  let next = 0;
  const wrong = () => Object.assign(new Error(tokens[next] ? text.slice(tokens[next].at) : 'end'), {at: tokens[next] ? tokens[next].at : text.length});
  const sign = () => (tokens[next] ? tokens[next].sign : undefined);
  function single() {
    const token = tokens[next];
    if (!token) throw wrong();
    if (token.sign === '-') { next++; const inner = single(); return (v) => -inner(v); }
    if (token.sign === '(') {
      next++;
      const inner = level(0);
      if (sign() !== ')') throw wrong();
      next++;
      return inner;
    }
    if (token.number !== undefined) { next++; const value = Number(token.number); return () => value; }
    const name = token.name === undefined ? '' : token.name.replace(/^threadIdx\.x$/, 'tx').replace(/^threadIdx\.y$/, 'ty');
    if (!indexNames.includes(name)) throw wrong();
    next++;
    return (v) => v[name];
  }
  function level(depth) {
    if (depth === indexLevels.length) return single();
    let left = level(depth + 1);
    while (indexLevels[depth].includes(sign())) {
      const apply = indexOperators.find(([s]) => s === tokens[next].sign)[1];
      next++;
      const a = left, b = level(depth + 1);
      left = (v) => apply(a(v), b(v));
    }
    return left;
  }
  const whole = level(0);
  if (next < tokens.length) throw wrong();
  return whole;
}
