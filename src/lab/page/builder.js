// The form of one pattern (`side`: 'a' or 'b').
const presets = [
  ['A[i]', 'stride', {}],
  ['A[i + 1]', 'stride', {offset: '1'}],
  ['A[i * 2]', 'stride', {stride: '2'}],
  ['A[i * 8]', 'stride', {stride: '8'}],
  ['A[i * 32]', 'stride', {stride: '32'}],
  ['A[0]', 'stride', {stride: '0'}],
  ['float2 A[i]', 'stride', {width: '8', size: '8'}],
  ['float4 A[i]', 'stride', {width: '16', size: '16'}],
  ['struct {x, y, z} P[i].x', 'stride', {size: '12'}],
  ['struct {x, y, z, w} P[i].x', 'stride', {size: '16'}],
  ['rgb[3 * i]', 'stride', {width: '1', size: '3'}],
  ['A[y][x]', 'array', {columns: '1024', row: 'ty', col: 'tx'}],
  ['A[x][y]', 'array', {columns: '1024', row: 'tx', col: 'ty'}],
  ['atomicAdd(&A[0], 1)', 'stride', {op: 'red', stride: '0'}],
  ['__shared__ s[ty][tx]', 'array', {space: 'shared', base: '0'}],
  ['__shared__ s[ty][tx * 2]', 'array', {space: 'shared', base: '0', col: 'tx * 2'}],
  ['__shared__ s[ty][tx * 4]', 'array', {space: 'shared', base: '0', col: 'tx * 4'}],
  ['__shared__ s[ty][0]', 'array', {space: 'shared', base: '0', col: '0'}],
  ['__shared__ s[ty][tx + 1]', 'array', {space: 'shared', base: '0', col: 'tx + 1'}],
  ['__shared__ s[32][32], s[tx][ty]', 'array', {space: 'shared', base: '0', row: 'tx', col: 'ty'}],
  ['__shared__ s[32][33], s[tx][ty]', 'array', {space: 'shared', base: '0', padding: '1', row: 'tx', col: 'ty'}],
  ['__shared__ s[32][32], s[tx][ty ^ tx]', 'array', {space: 'shared', base: '0', row: 'tx', col: 'ty', swizzle: 'xor'}],
  ['__shared__ s[16][16], s[ty][tx]', 'array', {space: 'shared', base: '0', columns: '16', block: '16'}],
  ['__shared__ float4 s[tx]', 'stride', {space: 'shared', base: '0', width: '16', size: '16'}],
];

const choicesOf = {
  space: ['global', 'shared', 'local'].map((v) => [v, v]),
  op: ['ld', 'st', 'red', 'atom'].map((v) => [v, v]),
  width: ['1', '2', '4', '8', '16'].map((v) => [v, null]),
  swizzle: [['none', 'swizzleNone'], ['xor', 'swizzleXor']],
};
const modes = [['stride', 'modeStride'], ['array', 'modeArray'], ['addresses', 'modeAddresses'], ['line', 'modeLine']];
const doubleFields = ['swizzle'];

function fieldHtml(side, field) {
  const id = `${side}-${field}`;
  const double = doubleFields.includes(field) ? ' double' : '';
  const label = `<label class="field${double}"><span data-t="${field}"></span>`;
  if (choicesOf[field]) {
    const options = choicesOf[field].map(([value, word]) => `<option value="${value}"${word ? ` data-t="${word}"` : ''}>${value}</option>`);
    return `${label}<select id="${id}" data-field="${field}">${options.join('')}</select></label>`;
  }
  return `${label}<input id="${id}" data-field="${field}" class="code" spellcheck="false" autocomplete="off"></label>`;
}

function builderHtml(side) {
  const fields = (names, kind = '') => `<div class="fields ${kind}">${names.map((f) => fieldHtml(side, f)).join('')}</div>`;
  const lanes = Array.from({length: 32}, (_, lane) => `<button type="button" data-lane-button="${lane}" tabindex="${lane === 0 ? 0 : -1}">${lane}</button>`);
  return `<h2><span data-t="pattern"></span> ${side.toUpperCase()}</h2>
    <label class="line"><span data-t="preset"></span><select id="${side}-preset"><option value="" data-t="choose"></option>
      ${presets.map(([name], i) => `<option value="${i}">${escapedHtml(name)}</option>`).join('')}</select></label>
    <label class="line"><span data-t="traceLine"></span><input id="${side}-line" class="code" spellcheck="false" autocomplete="off" aria-describedby="${side}-error"></label>
    <div id="${side}-error" class="error" role="alert"></div>
    ${fields(['space', 'op', 'width'], 'three')}
    <fieldset><legend data-t="how"></legend><div class="modes">${modes.map(([mode, word]) =>
      `<label><input type="radio" name="${side}-mode" value="${mode}"> <span data-t="${word}"></span></label>`).join('')}</div></fieldset>
    <fieldset data-mode="stride">${fields(fieldsOfMode.stride)}</fieldset>
    <fieldset data-mode="array">${fields(fieldsOfMode.array).replace(/id="(.)-(base|size)"/g, 'id="$1-array-$2"')}<p class="hint" data-t="indexHint"></p></fieldset>
    <fieldset data-mode="addresses"><label><span data-t="list"></span><textarea id="${side}-list" data-field="list" class="code" rows="5" spellcheck="false"></textarea></label></fieldset>
    <div class="lanes" role="group" aria-labelledby="${side}-lanes-name"><span id="${side}-lanes-name" data-t="lanes"></span>
      <div class="lane-grid">${lanes.join('')}</div>
      <div class="lane-bar">
        <button type="button" data-mask="ffffffff" data-t="maskAll"></button><button type="button" data-mask="0000ffff" data-t="maskHalf"></button>
        <button type="button" data-mask="55555555" data-t="maskEven"></button><button type="button" data-mask="00000001" data-t="maskOne"></button>
        <label><span data-t="mask"></span> <input id="${side}-mask" data-field="mask" class="code" spellcheck="false" autocomplete="off" maxlength="8"></label>
      </div></div>
    <div class="actions"><button type="button" id="${side}-copy" data-t="copyLine"></button></div>`;
}

// Puts the pattern into the form; what the reader is typing in stays as typed.
function showPattern(side, root) {
  const pattern = state[side];
  for (const input of root.querySelectorAll('[data-field]')) if (input !== document.activeElement) input.value = pattern[input.dataset.field];
  for (const radio of root.querySelectorAll(`[name="${side}-mode"]`)) radio.checked = radio.value === pattern.mode;
  for (const part of root.querySelectorAll('[data-mode]')) part.hidden = part.dataset.mode !== pattern.mode;
  const mask = maskOf(pattern);
  root.querySelector('.lanes').hidden = pattern.mode === 'line';
  for (const button of root.querySelectorAll('[data-lane-button]')) {
    const lane = Number(button.dataset.laneButton);
    button.setAttribute('aria-pressed', String(mask !== null && laneIsIn(mask, lane)));
    button.setAttribute('aria-label', t('lane', {lane}));
  }
}

// Arrow keys walk the grid of lanes; one tab stop for all.
function walkLanes(root) {
  const buttons = [...root.querySelectorAll('[data-lane-button]')];
  const steps = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: 16, ArrowUp: -16, Home: -32, End: 32};
  root.querySelector('.lane-grid').addEventListener('keydown', (e) => {
    if (!(e.key in steps)) return;
    e.preventDefault();
    const row = getComputedStyle(root.querySelector('.lane-grid')).gridTemplateColumns.split(' ').length || 16;
    const step = Math.abs(steps[e.key]) === 16 ? Math.sign(steps[e.key]) * row : steps[e.key];
    const to = Math.min(31, Math.max(0, buttons.indexOf(document.activeElement) + step));
    buttons.forEach((b, i) => { b.tabIndex = i === to ? 0 : -1; });
    buttons[to].focus();
  });
}

function buildForm(side, root, changed) {
  root.innerHTML = builderHtml(side);
  const set = (fields) => { Object.assign(state[side], fields); changed(side); };
  // A change to a typed line goes on from what the line says.
  const leaveLine = () => (state[side].mode === 'line' ? 'stride' : state[side].mode);
  for (const input of root.querySelectorAll('[data-field]'))
    input.addEventListener('input', () => set({[input.dataset.field]: input.value, mode: leaveLine()}));
  for (const radio of root.querySelectorAll(`[name="${side}-mode"]`)) {
    radio.addEventListener('change', () => {
      if (radio.value === 'line') state[side].line = root.querySelector(`#${side}-line`).value;
      set({mode: radio.value});
    });
  }
  const line = root.querySelector(`#${side}-line`);
  line.addEventListener('input', () => { state[side] = {...state[side], ...patternOfLine(line.value)}; changed(side); });
  const preset = root.querySelector(`#${side}-preset`);
  preset.addEventListener('change', () => {
    if (preset.value === '') return;
    const [, mode, fields] = presets[Number(preset.value)];
    state[side] = patternOf({mode, ...fields});
    preset.value = '';
    changed(side);
  });
  for (const button of root.querySelectorAll('[data-mask]')) button.addEventListener('click', () => set({mask: button.dataset.mask}));
  for (const button of root.querySelectorAll('[data-lane-button]')) {
    button.addEventListener('click', () => {
      const mask = (maskOf(state[side]) ?? fullMask) ^ (1 << Number(button.dataset.laneButton));
      set({mask: (mask >>> 0).toString(16).padStart(8, '0')});
    });
  }
  root.querySelector(`#${side}-copy`).addEventListener('click', () => copyText(line.value));
  walkLanes(root);
}
