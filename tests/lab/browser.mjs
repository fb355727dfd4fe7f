// A headless Chromium driven through its debugging pipe: JSON messages ended by a zero byte, no library needed.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export async function openBrowser(program) {
  const profile = mkdtempSync(join(tmpdir(), 'warpmem-lab-'));
  const child = spawn(program, ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'],
    {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
  const [, , , to, from] = child.stdio;
  const waiting = new Map();
  const listeners = [];
  let number = 0, rest = '';
  from.setEncoding('utf8');
  from.on('data', (chunk) => {
    const messages = (rest + chunk).split('\0');
    rest = messages.pop();
    for (const text of messages) {
      const message = JSON.parse(text);
      if (message.id === undefined) { for (const listen of listeners) listen(message); continue; }
      const {done, failed} = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) failed(new Error(message.error.message)); else done(message.result);
    }
  });
  child.on('exit', () => { for (const {failed} of waiting.values()) failed(new Error('the browser ended')); });
  const send = (method, params = {}, sessionId) => new Promise((done, failed) => {
    waiting.set(++number, {done, failed});
    to.write(JSON.stringify({id: number, method, params, sessionId}) + '\0');
  });
  const close = async () => {
    const ended = new Promise((done) => child.on('exit', done));
    await send('Browser.close').catch(() => child.kill());
    await ended;
    rmSync(profile, {recursive: true, force: true, maxRetries: 5});
  };
  return {send, close, listen: (f) => listeners.push(f)};
}

export class Page {
  static async open(browser, {width = 1280, height = 900, dark = false, touch = false, scale = 1} = {}) {
    const {targetId} = await browser.send('Target.createTarget', {url: 'about:blank'});
    const {sessionId} = await browser.send('Target.attachToTarget', {targetId, flatten: true});
    const page = new Page();
    Object.assign(page, {browser, targetId, sessionId, requests: [], problems: []});
    browser.listen((m) => {
      if (m.sessionId !== sessionId) return;
      if (m.method === 'Network.requestWillBeSent') page.requests.push(m.params.request.url);
      if (m.method === 'Runtime.exceptionThrown') page.problems.push(m.params.exceptionDetails.exception?.description ?? m.params.exceptionDetails.text);
      if (m.method === 'Log.entryAdded' && m.params.entry.level === 'error') page.problems.push(m.params.entry.text);
    });
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await page.send(domain + '.enable');
    await page.send('Network.emulateNetworkConditions', {offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0});
    await page.resize(width, height, scale, touch);
    await page.media({dark});
    return page;
  }
  send(method, params) { return this.browser.send(method, params, this.sessionId); }
  resize(width, height, scale = 1, mobile = false) { return this.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: scale, mobile}); }
  media({dark = false, print = false}) {
    return this.send('Emulation.setEmulatedMedia', {media: print ? 'print' : '', features: [{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}]});
  }
  async goto(url) {
    await this.send('Page.navigate', {url: 'about:blank'});
    await this.send('Page.navigate', {url});
    await this.until('document.documentElement.dataset.ready !== undefined', 20);
  }
  async value(expression) {
    const {result, exceptionDetails} = await this.send('Runtime.evaluate', {expression, returnByValue: true, awaitPromise: true});
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
  async until(expression, seconds = 60) {
    const end = Date.now() + 1000 * seconds;
    while (Date.now() < end) {
      if (await this.value(expression).catch(() => false)) return;
      await new Promise((done) => setTimeout(done, 25));
    }
    throw new Error('waited in vain for ' + expression);
  }
  // Where an element is, after scrolling to it.
  async place(selector) {
    const box = await this.value(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); if (!e) return null; e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()`);
    if (!box) throw new Error('nothing is ' + selector);
    return box;
  }
  async click(selector) {
    const at = {...await this.place(selector), button: 'left', clickCount: 1};
    for (const type of ['mousePressed', 'mouseReleased']) await this.send('Input.dispatchMouseEvent', {type, ...at});
  }
  async key(key, code = key, extra = {}) {
    for (const type of ['keyDown', 'keyUp']) await this.send('Input.dispatchKeyEvent', {type, key, code, windowsVirtualKeyCode: extra.code ?? 0, ...(type === 'keyDown' && extra.text ? {text: extra.text} : {})});
  }
  // Into a field, in place of what it holds, as keys.
  async type(selector, text) {
    await this.click(selector);
    await this.value(`document.querySelector(${JSON.stringify(selector)}).select()`);
    await this.send('Input.insertText', {text});
  }
  async choose(selector, value) {
    await this.value(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.value = ${JSON.stringify(value)}; e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true})); })()`);
  }
  async screenshot(whole = true) {
    const {data} = await this.send('Page.captureScreenshot', {format: 'png', captureBeyondViewport: whole});
    return Buffer.from(data, 'base64');
  }
  async pdf() { return Buffer.from((await this.send('Page.printToPDF', {printBackground: true})).data, 'base64'); }
  close() { return this.browser.send('Target.closeTarget', {targetId: this.targetId}); }
}
