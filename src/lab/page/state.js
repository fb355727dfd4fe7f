// What is shown, and its text after the '#' of the address: enough to come back to it or to send it to someone.
const state = {view: 'explore', lang: 'en', config: '', compare: false, a: patternOf({}), b: patternOf({stride: '2'}), exercise: ''};

function patternText(pattern) {
  if (pattern.mode === 'line') return pattern.line;
  const parts = [pattern.mode];
  for (const field of [...commonFields, ...fieldsOfMode[pattern.mode]])
    if (pattern[field] !== patternDefaults[field]) parts.push(`${field}=${pattern[field].replace(/,/g, ' ')}`);
  return parts.join(',');
}

function patternOfText(text) {
  if (!/^(stride|array|addresses)(,|$)/.test(text)) return patternOf(patternOfLine(text));
  const [mode, ...parts] = text.split(',');
  const fields = {mode};
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = part.slice(0, equals);
    if (name in patternDefaults && name !== 'mode') fields[name] = part.slice(equals + 1);
  }
  return patternOf(fields);
}

let lastFragment = null;
let fragmentTimer = 0;

// A '+' stays a '+': addresses are full of them.
const fragmentText = (parts) => parts.map(([key, value]) => key + '=' + encodeURIComponent(value).replace(/%(2B|3D|2C|40|3A|2F|5B|5D)/g, decodeURIComponent)).join('&');
function fragmentParts(text) {
  const parts = new Map();
  for (const part of text.split('&')) {
    const equals = part.indexOf('=');
    if (equals < 1) continue;
    try { parts.set(part.slice(0, equals), decodeURIComponent(part.slice(equals + 1))); } catch (e) { /* cut off: as if it were not there */ }
  }
  return parts;
}

function fragmentOf() {
  const parts = [];
  if (state.view !== 'explore') parts.push(['view', state.view]);
  parts.push(['lang', state.lang]);
  if (state.config) parts.push(['config', state.config]);
  parts.push(['a', patternText(state.a)]);
  if (state.compare) parts.push(['b', patternText(state.b)]);
  return fragmentText(parts);
}

function readFragment() {
  const text = location.hash.slice(1);
  if (text === lastFragment) return false;
  lastFragment = text;
  const parts = fragmentParts(text);
  state.view = ['explore', 'exercises', 'run'].includes(parts.get('view')) ? parts.get('view') : 'explore';
  if (['en', 'zh'].includes(parts.get('lang'))) state.lang = parts.get('lang');
  if (parts.get('config')) state.config = parts.get('config');
  if (parts.has('a')) state.a = patternOfText(parts.get('a'));
  state.compare = parts.has('b');
  if (state.compare) state.b = patternOfText(parts.get('b'));
  return true;
}

// Not on each key: browsers limit how often an address may change.
function writeFragment() {
  clearTimeout(fragmentTimer);
  fragmentTimer = setTimeout(writeFragmentNow, 200);
}
function writeFragmentNow() {
  clearTimeout(fragmentTimer);
  lastFragment = fragmentOf();
  try {
    history.replaceState(null, '', '#' + lastFragment);
  } catch (e) {
    location.replace('#' + lastFragment);
  }
}
