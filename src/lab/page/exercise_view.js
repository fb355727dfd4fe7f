// The exercises on the page. What was chosen and revealed is kept while the page is open.
const progress = new Map();  // id -> {choice, shown}

const choiceText = (exercise, value) => (exercise.percent ? value + ' %' : String(value));

function exerciseHtml(exercise, number) {
  const name = 'choice-' + exercise.id;
  const choices = exercise.choices.map((c) => `<label><input type="radio" name="${name}" value="${c}"> ${choiceText(exercise, c)}</label>`);
  return `<h3>${t('exercise', {number})}</h3><pre>${escapedHtml(exercise.code)}</pre><p class="question">${escapedHtml(exercise.q[state.lang])}</p>
    <fieldset class="choices"><legend class="hint">${t('predict', {unit: t(exercise.ask)})}</legend>${choices.join('')}<button type="button" class="primary">${t('reveal')}</button></fieldset>
    <div class="reveal" role="status"></div>`;
}

function reveal(exercise, article) {
  const place = article.querySelector('.reveal');
  const {choice} = progress.get(exercise.id);
  const {answer, value} = exerciseAnswer(exercise);
  const right = choice === value;
  const said = choiceText(exercise, choice), is = choiceText(exercise, value);
  place.innerHTML = `<p class="verdict ${right ? 'right' : 'wrong'}">${right ? '✓' : '✗'} ${right ? t('right', {answer: is}) : t('wrong', {said, answer: is})}</p>
    <p class="note">${escapedHtml(exercise.note[state.lang])}</p><p class="why">${escapedHtml(sentence(answer.report.why))} ${answer.report.fix ? escapedHtml(sentence(answer.report.fix.text)) : ''}</p>
    <div class="pictures"></div><button type="button">${t('openInExplore')}</button>`;
  article.dataset.answer = value;
  showPictures(place.querySelector('.pictures'), answer.pictures.slice(0, 1));
  place.lastElementChild.addEventListener('click', () => {
    state.a = patternOf(exercise.a);
    state.compare = false;
    state.view = 'explore';
    showAll();
    document.getElementById('main').focus();
    window.scrollTo(0, 0);
  });
}

function showScore() {
  const shown = [...progress].filter(([, p]) => p.shown);
  const right = shown.filter(([id, p]) => p.right).length;
  document.getElementById('score').textContent = shown.length === 0 ? '' : t('score', {right, done: shown.length, all: exercises.length});
}

function showExercises() {
  const place = document.getElementById('exercises');
  place.replaceChildren();
  exercises.forEach((exercise, i) => {
    const article = document.createElement('article');
    article.className = 'exercise';
    article.id = 'exercise-' + exercise.id;
    article.innerHTML = exerciseHtml(exercise, i + 1);
    place.append(article);
    const known = progress.get(exercise.id);
    const radios = [...article.querySelectorAll('[type=radio]')];
    for (const radio of radios) radio.checked = known !== undefined && Number(radio.value) === known.choice;
    article.querySelector('button').addEventListener('click', () => {
      const chosen = radios.find((r) => r.checked);
      if (!chosen) { article.querySelector('.reveal').textContent = t('chooseFirst'); return; }
      const choice = Number(chosen.value);
      const before = progress.get(exercise.id);
      // The first prediction counts.
      const right = before && before.shown ? before.right : choice === exerciseAnswer(exercise).value;
      progress.set(exercise.id, {choice, shown: true, right});
      reveal(exercise, article);
      showScore();
    });
    if (known && known.shown) reveal(exercise, article);
  });
  showScore();
}
