// Questions to the engine: JSON in, JSON out (src/lab/engine/engine.cpp).
let engine = null;

function askOf(module, question) {
  const text = JSON.stringify(question);
  const size = module.lengthBytesUTF8(text) + 1;
  const at = module._malloc(size);
  module.stringToUTF8(text, at, size);
  const answer = module.UTF8ToString(module._lab_call(at));
  module._free(at);
  return JSON.parse(answer);
}
const ask = (question) => askOf(engine, question);

const answers = new Map();
// One access. The same question comes again whenever something else on the page changes.
function explain(access, id) {
  const key = `${state.config} ${id} ${access}`;
  if (!answers.has(key)) {
    if (answers.size > 200) answers.clear();
    answers.set(key, ask({do: 'explain', access, config: state.config, id}));
  }
  return answers.get(key);
}

// A run takes seconds, so it has a thread of its own where the browser allows one from a file.
function workerSource() {
  const serve = `${askOf}
    const started = warpmemEngine();
    onmessage = async (e) => {
      const begin = performance.now();
      const answer = askOf(await started, e.data);
      postMessage({...answer, seconds: (performance.now() - begin) / 1000});
    };`;
  return document.getElementById('engine').textContent + ';' + serve;
}
let worker = null;
function stopWorker() { if (worker) worker.terminate(); worker = null; }
function askAside(question) {
  stopWorker();
  return new Promise((done, failed) => {
    try {
      worker = new Worker(URL.createObjectURL(new Blob([workerSource()], {type: 'text/javascript'})));
    } catch (e) {
      const begin = performance.now();
      done({...ask(question), seconds: (performance.now() - begin) / 1000});
      return;
    }
    worker.onmessage = (e) => { done(e.data); stopWorker(); };
    worker.onerror = (e) => { failed(new Error(e.message)); stopWorker(); };
    worker.postMessage(question);
  });
}
