// Where things are (from the environment, set by CMake's target lab-test), and the program's own answers.
import {execFileSync} from 'node:child_process';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const needed = (name) => {
  if (!process.env[name]) throw new Error(`${name} is not set: run the target lab-test`);
  return process.env[name];
};
export const chromium = needed('LAB_CHROMIUM');
export const program = needed('LAB_PROGRAM');
export const pageFile = needed('LAB_PAGE');
export const source = needed('LAB_SOURCE');
export const outFolder = needed('LAB_OUT');
export const pageUrl = pathToFileURL(pageFile).href;
mkdirSync(outFolder, {recursive: true});

export const keep = (name, bytes) => writeFileSync(join(outFolder, name), bytes);
export const runProgram = (...words) => execFileSync(program, words, {encoding: 'utf8', maxBuffer: 1 << 28});

// The measured patterns as trace lines. Global ones start at a page, as cudaMalloc gives them.
export function measuredLines() {
  const rows = readFileSync(join(source, 'tests/hardware/h200-patterns.jsonl'), 'utf8').trim().split('\n').map((row) => JSON.parse(row));
  return rows.map((row) => {
    const base = row.space === 'shared' ? 0 : 0x7f0000000000;
    const lanes = parseInt(row.mask, 16);
    // Offsets are given for active lanes, or for all 32.
    const all = row.offsets.length === 32 ? row.offsets.filter((_, lane) => lanes >>> lane & 1) : row.offsets;
    return `${row.op}.${row.space}.b${8 * row.bytes} [${all.map((o) => base + o).join(' ')}] @${row.mask}`;
  });
}

// The program's explanations, some hundred accesses at a time.
export function explained(lines, config) {
  const out = [];
  for (let at = 0; at < lines.length; at += 100) {
    const answer = JSON.parse(runProgram('explain', '--json', '--config', config, ...lines.slice(at, at + 100)));
    out.push(...(Array.isArray(answer) ? answer : [answer]));
  }
  return out;
}
