// The page: its three views, the language, the machine, and the start of the engine.
const cards = {};
const views = ['explore', 'exercises', 'run'];
const element = (id) => document.getElementById(id);

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    element('told').textContent = t('copied');
  } catch (e) {
    // Pages from a file may lack the clipboard: the old way does there.
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    element('told').textContent = t(copied ? 'copied' : 'notCopied');
  }
}

function tryBeside(line) {
  state.b = patternOf(patternOfLine(line));
  state.compare = true;
  showExplore();
}

function showExplore() {
  element('compare').checked = state.compare;
  element('cards').classList.toggle('two', state.compare);
  for (const side of ['a', 'b']) {
    const hidden = side === 'b' && !state.compare;
    for (const part of ['builder', 'result', 'pictures']) cards[side][part].hidden = hidden;
    if (hidden) continue;
    showPattern(side, cards[side].builder);
    showResult(side, cards[side], tryBeside);
    cards[side].line = cards[side].report ? cards[side].result.querySelector('h2').textContent : '';
  }
  const both = state.compare && cards.a.report && cards.b.report;
  element('comparison').hidden = !both;
  if (both) element('comparison').innerHTML = comparisonHtml(cards.a, cards.b);
  writeFragment();
}

function showAll() {
  showWords();
  element('version').textContent = t('version', {version: about.version});
  for (const view of views) {
    element('view-' + view).hidden = state.view !== view;
    const tab = element('tab-' + view);
    tab.setAttribute('aria-selected', String(state.view === view));
    tab.tabIndex = state.view === view ? 0 : -1;
  }
  for (const lang of ['en', 'zh']) element('lang-' + lang).setAttribute('aria-pressed', String(state.lang === lang));
  element('config').value = state.config;
  if (state.view === 'explore') showExplore();
  if (state.view === 'exercises') showExercises();
  if (state.view === 'run') showRun();
  writeFragment();
}

let about = {version: '', configs: [], config: ''};

function setUp() {
  for (const side of ['a', 'b']) {
    const card = document.createElement('article');
    card.className = 'card';
    card.innerHTML = `<section class="builder"></section><section class="result" id="${side}-result" aria-live="polite"></section><section class="pictures" id="${side}-pictures"></section>`;
    element('cards').append(card);
    cards[side] = {builder: card.children[0], result: card.children[1], pictures: card.children[2], report: null, line: ''};
    buildForm(side, cards[side].builder, showExplore);
  }
  element('config').innerHTML = about.configs.map((c) => `<option value="${escapedHtml(c.name)}" title="${escapedHtml(c.description)}">${escapedHtml(c.name)}</option>`).join('');
  element('config').addEventListener('change', (e) => { state.config = e.target.value; lastRun = null; showAll(); });
  element('compare').addEventListener('change', (e) => { state.compare = e.target.checked; showExplore(); });
  element('share').addEventListener('click', () => { writeFragmentNow(); copyText(location.href); });
  element('print').addEventListener('click', () => print());
  for (const lang of ['en', 'zh']) element('lang-' + lang).addEventListener('click', () => { state.lang = lang; showAll(); });
  views.forEach((view, i) => {
    const tab = element('tab-' + view);
    tab.addEventListener('click', () => { state.view = view; showAll(); });
    tab.addEventListener('keydown', (e) => {
      const step = {ArrowRight: 1, ArrowLeft: -1}[e.key];
      if (!step) return;
      state.view = views[(i + step + views.length) % views.length];
      showAll();
      element('tab-' + state.view).focus();
    });
  });
  setUpRun();
  addEventListener('hashchange', () => { if (readFragment()) { checkConfig(); showAll(); } });
}

function checkConfig() {
  if (!about.configs.some((c) => c.name === state.config)) state.config = about.config;
}

async function start() {
  if (/^zh\b/i.test(navigator.language)) state.lang = 'zh';
  readFragment();
  showWords();
  try {
    engine = await warpmemEngine();
    about = ask({do: 'about'});
  } catch (e) {
    element('loading').textContent = t('engineFailed', {message: e.message});
    return;
  }
  element('picture-style').textContent = about.style;
  checkConfig();
  setUp();
  element('loading').hidden = true;
  showAll();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}
globalThis.warpmem = {ask: (question) => ask(question)};  // for consoles and tests
start();
