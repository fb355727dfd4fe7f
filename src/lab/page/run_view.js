// A small trace through the whole simulator.
const runExamples = [
  ['transpose-naive', () => document.getElementById('trace-transpose-naive').textContent],
  ['transpose-shared', () => document.getElementById('trace-transpose-shared').textContent],
  ['transpose-padded', () => document.getElementById('trace-transpose-padded').textContent],
  ['copy', () => 'gen:copy,elements=65536'],
  ['copy, stride 8', () => 'gen:copy,elements=65536,stride=8'],
  ['random reads', () => 'gen:random,elements=16384,span=1048576,seed=1'],
  ['pointer chase', () => 'gen:chase,footprint=65536,stride=128,steps=512,seed=1'],
  ['shared, stride 32', () => 'gen:shared,stride=32,repeat=64'],
];

function runNumbers(kernel) {
  const m = kernel.metrics;
  const numbers = [
    ['kernelCycles', spelled(kernel.cycles)], ['kernelTime', spelled(Math.round(m['gpu__time_duration.sum'])) + ' ns'],
    ['l2Sectors', spelled(m['lts__t_sectors_srcunit_tex.sum'])], ['dramBytes', spelled(m['dram__bytes_read.sum'] + m['dram__bytes_write.sum'])],
    ['sharedConflicts', spelled(m['l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum'] + m['l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum'])],
  ];
  return `<dl class="figures">${numbers.map(([word, text]) => `<div><dt>${t(word)}</dt><dd data-run-figure="${word}">${text}</dd></div>`).join('')}</dl>`;
}

const withIds = (svg, prefix) => svg.replace(/ id="/g, ` id="${prefix}`).replace(/url\(#/g, `url(#${prefix}`)
  .replace(/labelledby="(\S+) (\S+)"/, `labelledby="${prefix}$1 ${prefix}$2"`);

let lastRun = null;
function showRun() {
  const place = document.getElementById('run-result');
  if (!lastRun) { place.replaceChildren(); return; }
  if (lastRun.error) { place.innerHTML = `<div class="error">${errorHtml(lastRun.error)}</div>`; return; }
  place.innerHTML = (lastRun.interrupted ? `<p class="error">${t('tooLong')}</p>` : '') + `<p class="hint">${t('took', {seconds: lastRun.seconds.toFixed(2)})}</p>` +
    lastRun.kernels.map((k, i) => `<h2>${t('kernel')} ${escapedHtml(k.name)}</h2>${runNumbers(k)}<h3>${t('outputOf')}</h3><pre>${escapedHtml(k.text)}</pre><div class="pictures" data-kernel="${i}"></div>`).join('');
  for (const pictures of place.querySelectorAll('.pictures')) {
    const svgs = lastRun.kernels[Number(pictures.dataset.kernel)].pictures;
    // Ids of several kernels' pictures must not meet.
    showPictures(pictures, svgs.map((p) => ({...p, svg: withIds(p.svg, `k${pictures.dataset.kernel}-`)})));
  }
}

async function runTrace() {
  const busy = (on) => {
    document.getElementById('run-go').disabled = on;
    document.getElementById('run-stop').hidden = !on;
  };
  document.getElementById('run-result').textContent = t('running');
  busy(true);
  try {
    lastRun = await askAside({do: 'run', trace: document.getElementById('run-trace').value, config: state.config});
  } catch (e) {
    lastRun = {error: {message: e.message}};
  }
  busy(false);
  showRun();
}

function setUpRun() {
  const example = document.getElementById('run-example');
  example.innerHTML = runExamples.map(([name], i) => `<option value="${i}">${name}</option>`).join('');
  const trace = document.getElementById('run-trace');
  const fill = () => { trace.value = runExamples[Number(example.value)][1]().trim() + '\n'; };
  example.addEventListener('change', fill);
  fill();
  document.getElementById('run-go').addEventListener('click', runTrace);
  document.getElementById('run-stop').addEventListener('click', () => {
    stopWorker();
    document.getElementById('run-go').disabled = false;
    document.getElementById('run-stop').hidden = true;
    document.getElementById('run-result').textContent = t('stopped');
  });
}
