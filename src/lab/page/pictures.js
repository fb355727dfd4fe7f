// The engine's pictures on the page: their words in the reader's language, a link to save them, and what belongs to a
// lane shown when it is pointed at.
const escapedHtml = (text) => String(text).replace(/[&<>"]/g, (c) => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'}[c]));

// Lines of a wrapped paragraph stand below one another in one size: they are told as one text and wrapped anew.
function paragraphsIn(svg) {
  const groups = [];
  let last = null;
  for (const text of svg.querySelectorAll('text')) {
    const x = text.getAttribute('x'), y = Number(text.getAttribute('y')), size = Number(text.getAttribute('font-size'));
    const continues = last && text.parentNode === svg && last.texts[0].parentNode === svg && last.x === x && last.size === size &&
      Math.abs(y - last.y - 1.4 * size) < 0.11 && !text.hasAttribute('text-anchor');
    if (continues) { last.texts.push(text); last.y = y; } else { last = {texts: [text], x, y, size}; groups.push(last); }
  }
  return groups;
}

const wide = (c) => c.codePointAt(0) > 0x2e7f;
function wrapped(text, room) {
  const lines = [''];
  let width = 0;
  for (const piece of text.match(/[⺀-￿]|[^\s⺀-￿]+|\s+/g) || []) {
    const size = [...piece].reduce((sum, c) => sum + (wide(c) ? 1 : 0.55), 0);
    // A line does not begin with a closing mark.
    if (width + size > room && !/^[，。；：）！]/.test(piece)) { lines.push(''); width = 0; }
    if (width === 0 && /^\s/.test(piece)) continue;
    lines[lines.length - 1] += piece;
    width += size;
  }
  return lines;
}

function translatePicture(svg) {
  if (state.lang !== 'zh') return;
  for (const element of svg.querySelectorAll('title, desc')) element.textContent = sentence(element.textContent);
  const room = svg.viewBox.baseVal.width;
  for (const {texts, size} of paragraphsIn(svg)) {
    const told = sentence(texts.map((text) => text.textContent).join(' '));
    const lines = texts.length === 1 ? [told] : wrapped(told, (room - Number(texts[0].getAttribute('x')) - 24) / size);
    texts.forEach((text, i) => { text.textContent = i + 1 < texts.length ? lines[i] || '' : lines.slice(i).join(''); });
  }
}

// From a lane to its bytes or words and back, by the pictures' data attributes.
function linkLanes(svg) {
  const lanesOf = (element) => {
    const marked = element.closest('[data-lane]');
    if (marked && svg.contains(marked)) return marked.dataset.lane;
    return null;
  };
  const addresses = new Map();
  for (const lane of svg.querySelectorAll('[data-lane][data-address]')) addresses.set(lane.dataset.lane, BigInt(lane.dataset.address));
  const show = (lane) => {
    for (const hit of svg.querySelectorAll('.hit')) hit.classList.remove('hit');
    if (lane === null) return;
    for (const mark of svg.querySelectorAll(`[data-lane="${lane}"]`)) mark.classList.add('hit');
    if (!addresses.has(lane)) return;
    const at = addresses.get(lane), line = '0x' + (at / 128n * 128n).toString(16);
    const sector = svg.querySelector(`[data-line="${line}"][data-sector="${at % 128n / 32n}"]`);
    if (sector) sector.classList.add('hit');
  };
  svg.addEventListener('pointerover', (e) => show(lanesOf(e.target)));
  svg.addEventListener('pointerleave', () => show(null));
}

function saveAs(name, text, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The picture as it is shown, as a file of its own: with its style, in the language chosen.
function fileOf(svg) {
  const copy = svg.cloneNode(true);
  for (const hit of copy.querySelectorAll('.hit')) hit.classList.remove('hit');
  if (!copy.querySelector('style')) {
    const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
    style.textContent = document.getElementById('picture-style').textContent;
    copy.insertBefore(style, copy.querySelector('defs, rect'));
  }
  return '<?xml version="1.0" encoding="UTF-8"?>\n' + new XMLSerializer().serializeToString(copy) + '\n';
}

function figureOf(picture) {
  const figure = document.createElement('figure');
  figure.className = picture.name;
  figure.innerHTML = `<div class="scroll" tabindex="0" role="region">${picture.svg.replace(/^<\?xml[^>]*>\s*/, '')}</div><figcaption><button type="button"></button></figcaption>`;
  figure.querySelector('.scroll').setAttribute('aria-label', t('scrolls'));
  const svg = figure.querySelector('svg');
  translatePicture(svg);
  linkLanes(svg);
  const button = figure.querySelector('button');
  button.textContent = t('download');
  button.addEventListener('click', () => saveAs(`warpmem-${picture.name}.svg`, fileOf(svg), 'image/svg+xml'));
  return figure;
}

function showPictures(place, pictures) {
  place.replaceChildren(...pictures.map(figureOf));
}
