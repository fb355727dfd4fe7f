// What the engine says of one pattern: figures, the sentence why, the fix, the pictures.
const figuresOf = {
  global: ['lines', 'sectors', 'moved_bytes', 'distinct_bytes', 'efficiency', 'l2_requests', 'tag_wavefronts', 'data_wavefronts'],
  shared: ['wavefronts', 'conflicts', 'groups', 'latency_cycles'],
};
const leastOf = {sectors: 'ideal_sectors', wavefronts: 'ideal_wavefronts'};
const isShared = (report) => 'wavefronts' in report;
const figuresIn = (report) => figuresOf[isShared(report) ? 'shared' : 'global'];

function figureText(report, figure) {
  const value = report[figure];
  if (figure === 'efficiency') return (100 * value).toFixed(1).replace(/\.0$/, '') + ' %';
  if (figure === 'latency_cycles') return t('cycles', {n: spelled(value)});
  return spelled(value);
}

function figuresHtml(report) {
  return `<dl class="figures">${figuresIn(report).map((figure) => {
    const least = leastOf[figure] && report[leastOf[figure]] !== report[figure] ? ` <small>${t('ideal', {n: report[leastOf[figure]]})}</small>` : '';
    return `<div><dt>${t(figure)}</dt><dd data-figure="${figure}" data-value="${report[figure]}">${figureText(report, figure)}${least}</dd></div>`;
  }).join('')}</dl>`;
}

function errorHtml(error) {
  const place = error.column ? t(error.line ? 'place' : 'placeColumn', error) : '';
  const caret = error.excerpt ? `<pre>${escapedHtml(error.excerpt)}${error.excerpt_column ? '\n' + ' '.repeat(error.excerpt_column - 1) + '^' : ''}</pre>` : '';
  return escapedHtml(t('programSays') + place + error.message) + caret;
}

// The line of a pattern, or null with the reason shown beside the form.
function lineShown(side, root) {
  const place = root.querySelector(`#${side}-error`);
  for (const input of root.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
  try {
    const line = lineOf(state[side]);
    place.textContent = '';
    return line;
  } catch (e) {
    if (!(e instanceof PatternError)) throw e;
    place.textContent = t(e.key, e.details);
    for (const input of root.querySelectorAll(`[data-field="${e.field}"]`)) input.setAttribute('aria-invalid', 'true');
    return null;
  }
}

function showResult(side, card, tryBeside) {
  const line = lineShown(side, card.builder);
  card.report = null;
  const typed = card.builder.querySelector(`#${side}-line`);
  if (line !== null && typed !== document.activeElement) typed.value = line;
  const answer = line === null ? null : explain(line, side);
  if (answer && answer.error) card.builder.querySelector(`#${side}-error`).innerHTML = errorHtml(answer.error);
  if (!answer || answer.error) {
    card.result.replaceChildren();
    card.pictures.replaceChildren();
    return;
  }
  card.report = answer.report;
  const {report} = answer;
  const fix = report.fix ? `<p class="fix">${escapedHtml(sentence(report.fix.text))}<button type="button">${t('tryBeside')}</button></p>` : '';
  card.result.innerHTML = `<h2 class="code">${escapedHtml(line)}</h2><p class="why">${escapedHtml(sentence(report.why))}</p>${fix}${figuresHtml(report)}`;
  const button = card.result.querySelector('.fix button');
  if (button) button.addEventListener('click', () => tryBeside(fixedLine(line, report)));
  card.pictures.classList.toggle('wide', !isShared(report));
  showPictures(card.pictures, answer.pictures);
}

// The fix names new addresses for the same lanes, or one lane alone.
function fixedLine(line, report) {
  const [op] = line.split(/\s+/);
  if (report.fix.access.startsWith('@')) return line.replace(/\s*@[0-9a-f]+\s*$/i, '') + ' ' + report.fix.access;
  const mask = report.mask >>> 0;
  return `${op} ${report.fix.access}` + (mask === fullMask ? '' : ' @' + mask.toString(16).padStart(8, '0'));
}

// Fewer is better for every figure but the share used.
function comparisonHtml(a, b) {
  const figures = [...new Set([...figuresIn(a.report), ...figuresIn(b.report)])];
  const rows = figures.map((figure) => {
    const has = [a, b].map(({report}) => figure in report && figuresIn(report).includes(figure));
    const texts = [a, b].map(({report}, i) => (has[i] ? figureText(report, figure) : '–'));
    let told = '', kind = '';
    if (has[0] && has[1]) {
      const [x, y] = [a.report[figure], b.report[figure]];
      const better = figure === 'efficiency' ? y > x : y < x;
      told = x === y ? t('same') : x > 0 && y > 0 ? '× ' + (y / x).toFixed(y / x < 1 ? 3 : 2).replace(/\.?0+$/, '') : '';
      kind = x === y || figure === 'distinct_bytes' ? '' : better ? 'better' : 'worse';
    }
    return `<tr data-row="${figure}"><th scope="row">${t(figure)}</th><td>${texts[0]}</td><td>${texts[1]}</td><td class="${kind}">${told}</td></tr>`;
  });
  return `<div class="scroll"><table><caption>${t('comparison')}</caption><thead><tr><th></th><th scope="col" class="code">A <span class="of">${escapedHtml(shortLine(a.line))}</span></th>
    <th scope="col" class="code">B <span class="of">${escapedHtml(shortLine(b.line))}</span></th><th scope="col">B / A</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
const shortLine = (line) => (line.length > 44 ? line.slice(0, 42) + '…' : line);
