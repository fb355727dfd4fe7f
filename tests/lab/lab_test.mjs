// The interactive page in a real browser, opened from its file with the network off.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {mkdtempSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {Page, openBrowser} from './browser.mjs';
import {chromium, explained, keep, measuredLines, outFolder, pageFile, pageUrl, runProgram} from './support.mjs';

let browser;
let page;
before(async () => {
  browser = await openBrowser(chromium);
  page = await Page.open(browser);
});
after(() => browser.close());

const open = (fragment = '', on = page) => on.goto(pageUrl + (fragment ? '#' + fragment : ''));
const figures = (side = 'a') => page.value(`Object.fromEntries([...document.querySelectorAll('#${side}-result [data-figure]')].map((e) => [e.dataset.figure, Number(e.dataset.value)]))`);
const textOf = (selector) => page.value(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? null`);

test('is one file under 3 MB that opens without a network and asks for nothing', async () => {
  assert.ok(statSync(pageFile).size < 3e6);
  page.requests.length = 0;
  await open('lang=en');
  const beyond = page.requests.filter((url) => !/^(about:|data:|blob:)/.test(url) && url.split('#')[0] !== pageUrl);
  assert.deepEqual(beyond, []);
  assert.deepEqual(page.problems, []);
});

test('shows its first picture within a second', async () => {
  const times = [];
  for (let i = 0; i < 5; ++i) {
    await open('lang=en');
    assert.ok(await page.value("document.querySelector('#a-pictures svg rect') !== null"));
    times.push(Number(await page.value('document.documentElement.dataset.ready')));
  }
  console.log(`first picture after ${times.join(', ')} ms`);
  assert.ok(Math.min(...times) < 1000);
});

for (const config of ['h200', 'a100-sxm4-80gb', 'teaching']) {
  test(`answers for the 756 measured patterns on ${config} as warpmem explain --json does`, async () => {
    const lines = measuredLines();
    assert.equal(lines.length, 756);
    await open('lang=en&config=' + config);
    const told = await page.value(`${JSON.stringify(lines)}.map((access) => warpmem.ask({do: 'explain', access, config: '${config}'}).report)`);
    assert.deepEqual(told, explained(lines, config));
  });
}

test('shows the same numbers and sentences when each of the 756 is typed', async () => {
  const lines = measuredLines();
  await open('lang=en&config=h200');
  const shown = await page.value(`(() => {
    const field = document.querySelector('#a-line');
    field.focus();
    return ${JSON.stringify(lines)}.map((line) => {
      field.value = line;
      field.dispatchEvent(new Event('input', {bubbles: true}));
      return {
        why: document.querySelector('#a-result .why')?.textContent,
        fix: document.querySelector('#a-result .fix')?.firstChild.textContent,
        figures: [...document.querySelectorAll('#a-result [data-figure]')].map((e) => [e.dataset.figure, Number(e.dataset.value)]),
        pictures: document.querySelectorAll('#a-pictures svg').length,
        error: document.querySelector('#a-error').textContent,
      };
    });
  })()`);
  explained(lines, 'h200').forEach((report, i) => {
    assert.equal(shown[i].error, '', lines[i]);
    assert.equal(shown[i].why, report.why, lines[i]);
    assert.equal(shown[i].fix, report.fix?.text, lines[i]);
    assert.ok(shown[i].figures.length >= 4, lines[i]);
    assert.equal(shown[i].pictures, report.op.includes('.shared.') ? 2 : 1, lines[i]);
    for (const [figure, value] of shown[i].figures) assert.equal(value, report[figure], `${figure} of ${lines[i]}`);
  });
});

test('is in Chinese throughout: no sentence or label of the 756 is left in English', async () => {
  await open('lang=zh&config=h200');
  const left = await page.value(`(() => {
    const field = document.querySelector('#a-line');
    field.focus();
    const left = new Set();
    // Names that Chinese texts keep.
    const kept = /@[0-9a-f]{8}|\\b(lanes?|warp|bank|wavefront|shuffle|L1|L2|B|SVG|DRAM|r\\d+|ld|st|red|atom|global|shared|local|addresses|b\\d+|0x[0-9a-f]+)\\b/g;
    for (const line of ${JSON.stringify(measuredLines())}) {
      field.value = line;
      field.dispatchEvent(new Event('input', {bubbles: true}));
      for (const e of document.querySelectorAll('#a-result .why, #a-result .fix, #a-result dt, #a-pictures title, #a-pictures desc, #a-pictures text'))
        if (/[a-z]{2,}/i.test(e.textContent.replace(kept, ''))) left.add(e.textContent);
    }
    return [...left];
  })()`);
  assert.deepEqual(left.filter((text) => !/^(ld|st|red|atom)\.(global|shared)/.test(text)), []);
});

test('builds a pattern from fields: A[i + 1] is 2 lines, 5 sectors, 80 %', async () => {
  await open('lang=en');
  await page.type('#a-offset', '1');
  assert.equal(await page.value("document.querySelector('#a-line').value"), 'ld.global.b32 0x1004+4');
  const {lines, sectors, moved_bytes, efficiency} = await figures();
  assert.deepEqual({lines, sectors, moved_bytes, efficiency}, {lines: 2, sectors: 5, moved_bytes: 160, efficiency: 0.8});
});

test('builds a pattern from an array, its padding and its swizzle', async () => {
  await open('lang=en&a=array,space=shared,base=0,row=tx,col=ty');
  assert.equal((await figures()).wavefronts, 32);
  await page.type('#a-padding', '1');
  assert.equal((await figures()).wavefronts, 1);
  await page.type('#a-padding', '0');
  await page.choose('#a-swizzle', 'xor');
  assert.equal((await figures()).wavefronts, 1);
  await page.type('#a-col', 'tx *');
  assert.match(await textOf('#a-error'), /column 5/);
  assert.equal(await page.value("document.querySelectorAll('#a-pictures svg').length"), 0);
});

test('takes pasted addresses and a mask', async () => {
  await open('lang=en');
  await page.click('[name=a-mode][value=addresses]');
  await page.type('#a-list', '0x1000, 0x2000; 12288\n16384');
  assert.equal(await page.value("document.querySelector('#a-line').value"), 'ld.global.b32 [0x1000 0x2000 0x3000 0x4000] @0000000f');
  assert.equal((await figures()).lines, 4);
  await page.click('[name=a-mode][value=stride]');
  await page.click('[data-mask="0000ffff"]');
  assert.equal((await figures()).sectors, 2);
});

test('shows where a typed line is wrong, as the program does', async () => {
  await open('lang=en');
  await page.type('#a-line', 'ld.global.b32 0x1002+4');
  assert.match(await textOf('#a-error'), /multiple of 4/);
});

test('keeps its state in the address: a reload and a link show the same', async () => {
  await open('lang=en');
  await page.choose('#config', 'teaching');
  await page.type('#a-stride', '3');
  await page.click('#compare');
  await page.type('#b-line', 'ld.shared.b32 0+128');
  await page.until("location.hash.includes('b=ld.shared.b32')");
  const url = await page.value('location.href');
  const before = [await figures('a'), await figures('b')];
  await page.goto(url);
  assert.deepEqual([await figures('a'), await figures('b')], before);
  assert.equal(await page.value("document.querySelector('#config').value"), 'teaching');
  assert.equal(await page.value("document.querySelector('#a-stride').value"), '3');
});

test('compares two patterns, and tries the fix beside', async () => {
  await open('lang=en&a=ld.shared.b32 0+128');
  await page.click('#a-result .fix button');
  assert.equal(await page.value("document.querySelector('#b-line').value"), 'ld.shared.b32 0+132');
  assert.deepEqual([(await figures('a')).wavefronts, (await figures('b')).wavefronts], [32, 1]);
  assert.match(await textOf('#comparison [data-row=wavefronts]'), /32.*1.*0\.031/s);
});

test('exercises: every answer is what the field knows it to be', async () => {
  const known = {aligned: 4, shifted: 80, 'stride-2': 8, 'stride-8': 8, 'stride-32': 12.5, int2: 2, float4: 4, aos: 12, broadcast: 1, column: 32,
    'shared-2': 2, 'shared-2-padded': 2, 'shared-shift': 0, 'shared-column': 32, 'tile-row': 1, atomics: 32};
  await open('lang=en&view=exercises');
  await page.click('#exercise-aligned button');
  assert.match(await textOf('#exercise-aligned .reveal'), /Choose first/);
  const answers = await page.value(`Object.fromEntries([...document.querySelectorAll('.exercise')].map((e) => {
    e.querySelector('[type=radio]').click();
    e.querySelector('button').click();
    return [e.id.replace('exercise-', ''), Number(e.dataset.answer)];
  }))`);
  assert.deepEqual(answers, known);
  assert.equal(await page.value("[...document.querySelectorAll('.exercise')].filter((e) => ![...e.querySelectorAll('[type=radio]')].some((r) => Number(r.value) === Number(e.dataset.answer))).length"), 0);
  assert.match(await textOf('#score'), /of 16 right/);
});

test('runs a trace through the whole simulator and gets the cycles of warpmem run', async () => {
  await open('lang=en&view=run&config=h200');
  for (const [example, trace] of [['3', 'gen:copy,elements=65536'], ['2', 'traces/transpose-padded.wmt']]) {
    await page.choose('#run-example', example);
    await page.click('#run-go');
    await page.until("document.querySelector('[data-run-figure=kernelCycles]') !== null && document.querySelector('#run-stop').hidden", 120);
    const path = trace.startsWith('gen:') ? trace : join(process.env.LAB_SOURCE, trace);
    const report = JSON.parse(runProgram('run', '--config', 'h200', '--json', '-', path));
    assert.equal(Number((await textOf('[data-run-figure=kernelCycles]')).replace(/,/g, '')), report.kernels[0].cycles);
  }
  assert.deepEqual(page.problems, []);
});

test('says what is wrong with a pasted trace', async () => {
  await open('lang=en&view=run');
  await page.value("document.querySelector('#run-trace').value = 'warpmem-trace 1\\nld.global.b32 0x1002+4\\n'");
  await page.click('#run-go');
  await page.until("document.querySelector('#run-result .error') !== null");
  assert.match(await textOf('#run-result .error'), /line 2, column 15.*multiple of 4/s);
});

test('works by keyboard: tabs, lanes, every control has a name', async () => {
  await open('lang=en');
  await page.value("document.querySelector('#tab-explore').focus()");
  await page.key('ArrowRight', 'ArrowRight', {code: 39});
  assert.equal(await page.value('document.activeElement.id'), 'tab-exercises');
  await page.key('ArrowLeft', 'ArrowLeft', {code: 37});
  await page.value("document.querySelector('[data-lane-button=\"0\"]').focus()");
  await page.key('ArrowRight', 'ArrowRight', {code: 39});
  await page.key(' ', 'Space', {code: 32, text: ' '});
  assert.match(await page.value("document.querySelector('#a-line').value"), /@fffffffd$/);
  const nameless = await page.value("[...document.querySelectorAll('button, input, select, textarea')].filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)).map((e) => e.outerHTML)");
  assert.deepEqual(nameless, []);
});

test('saves a picture as a file of its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'warpmem-svg-'));
  await browser.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder});
  await open('lang=en');
  await page.click('#a-pictures figcaption button');
  for (let i = 0; i < 100 && !readdirSync(folder).some((f) => f.endsWith('.svg')); ++i) await new Promise((done) => setTimeout(done, 50));
  const svg = readFileSync(join(folder, 'warpmem-lanes.svg'), 'utf8');
  assert.match(svg, /^<\?xml/);
  assert.match(svg, /<style/);
  assert.equal(await page.value(`new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml').querySelector('parsererror') === null`), true);
});

// Screenshots to be looked at, and what can be told of them without looking: nothing is wider than the screen.
const sights = {
  explore: 'a=stride,offset=1',
  shared: 'a=ld.shared.b32 0%2B128',
  compare: 'a=ld.shared.b32 0%2B128&b=ld.shared.b32 0%2B132',
  'compare-global': 'a=stride,stride=8&b=stride,size=12',
  array: 'a=array,space=shared,base=0,row=tx,col=ty,padding=1',
  exercises: 'view=exercises',
  run: 'view=run&config=h200',
};
for (const [kind, size] of [['desktop', {width: 1400, height: 900}], ['phone', {width: 390, height: 844, scale: 2, touch: true}]]) {
  test(`fits a ${kind}`, async () => {
    const screen = await Page.open(browser, size);
    for (const lang of ['en', 'zh']) {
      for (const dark of lang === 'en' ? [false, true] : [false]) {
        await screen.media({dark});
        for (const [name, fragment] of Object.entries(sights)) {
          await open(`lang=${lang}&${fragment}`, screen);
          if (name === 'exercises') await screen.value("document.querySelectorAll('.exercise').forEach((e, i) => { if (i < 2 || i === 11) { e.querySelectorAll('[type=radio]')[1].click(); e.querySelector('button').click(); } })");
          if (name === 'run') {
            await screen.click('#run-go');
            await screen.until("document.querySelector('#run-result figure') !== null", 120);
          }
          const [wide, room] = await screen.value('[document.documentElement.scrollWidth, document.documentElement.clientWidth]');
          assert.ok(wide <= room, `${name} in ${lang} is ${wide} wide on ${room}`);
          keep(`${kind}-${name}-${lang}${dark ? '-dark' : ''}.png`, await screen.screenshot());
        }
      }
    }
    assert.deepEqual(screen.problems, []);
    await screen.close();
  });
}

test('prints', async () => {
  await open('lang=en&a=ld.shared.b32 0+128&b=ld.shared.b32 0+132');
  keep('print.pdf', await page.pdf());
  await page.media({print: true});
  assert.equal(await page.value("getComputedStyle(document.querySelector('.builder')).display"), 'none');
  await page.media({});
  console.log('screenshots are in ' + outFolder);
});
