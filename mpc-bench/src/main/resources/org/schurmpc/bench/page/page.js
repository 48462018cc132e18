'use strict';

const LAST_RUNS = 8;
const STATES = {running: 'Running', verified: 'Verified', failed: 'Failed', ended: 'Ended'};
const GONE = ['lost', 'failed'];

const NARROW = matchMedia('(max-width: 46rem)'); // the party table then has four columns

const chart = new RunChart(byId('chart'));

function showVerdict(state) {
  const verdict = state.verdict;
  byId('verdict').dataset.state = verdict.state;
  put(byId('verdict-state'), state.title || verdict.state !== 'running' ? STATES[verdict.state] : 'Waiting');
  let text = '';
  if (verdict.state === 'verified') {
    text = 'Every output was correct.' + (verdict.seed === null ? '' : ' Seed of the inputs: ' + verdict.seed);
  } else if (verdict.state === 'failed') {
    text = verdict.sentence + '; this program ends with ' + verdict.exitCode;
  } else if (verdict.state === 'ended') {
    text = 'The process ended without a verdict.';
  }
  put(byId('verdict-text'), text);
  const runs = state.runs;
  const warming = runs.done === 0 && runs.warmupOf > 0 && verdict.state === 'running';
  put(byId('progress-text'), warming
    ? runs.warmup + ' of ' + runs.warmupOf + ' runs to warm up'
    : count(runs.done) + ' of ' + count(runs.of) + ' runs');
  put(byId('elapsed'), state.title ? duration(state.seconds) : '');
  byId('progress').max = Math.max(1, runs.of);
  byId('progress').value = runs.done;
}

function showFigures(state) {
  const runs = state.runs;
  const figures = runs.figures;
  put(byId('median'), time(figures.median));
  put(byId('count'), figures.count ? 'of ' + count(figures.count) + (figures.count === 1 ? ' run' : ' runs') : '');
  put(byId('mean'), time(figures.mean));
  put(byId('half'), figures.half === null ? (figures.count ? 'one run: no interval' : '') : '± ' + time(figures.half));
  put(byId('rate-name'), runs.unit.charAt(0).toUpperCase() + runs.unit.slice(1) + ' a second');
  put(byId('rate'), runs.perSecond === null ? '–' : number(runs.perSecond));
  const sent = state.phases.reduce((sum, phase) => sum + phase.bytes, 0);
  const rounds = state.phases.reduce((sum, phase) => sum + phase.rounds, 0);
  put(byId('bytes'), state.phases.length ? size(sent) : '–');
  const compute = state.phases.find(phase => phase.name === 'compute');
  put(byId('rate-unit'), compute && compute.millis > 0 ? size(compute.bytes / compute.millis * 1000) + '/s in compute' : '');
  put(byId('rounds'), state.phases.length ? count(rounds) : '–');
}

function showRuns(runs) {
  const first = runs.done - runs.millis.length;
  byId('chart-empty').hidden = runs.millis.length > 0;
  if (runs.millis.length) {
    chart.show(first, runs.millis, runs.figures);
    byId('chart').setAttribute('aria-label', 'Times of ' + runs.millis.length + ' runs, median ' + time(runs.figures.median));
  }
  put(byId('chart-note'), first > 0 ? 'The last ' + count(runs.millis.length) + ' of ' + count(runs.done) + ' runs' : '');
  const rows = [];
  for (let i = 0; i < LAST_RUNS; i++) {
    const at = runs.millis.length - 1 - i;
    if (at < 0) {
      rows.push([['', 'number'], ['', 'number'], ['', 'number']]);
      continue;
    }
    const off = (runs.millis[at] / runs.figures.median - 1) * 100;
    const sign = off > 0 ? '+' : '';
    rows.push([
      [count(first + at + 1), 'number'],
      [time(runs.millis[at]), 'number'],
      [(Math.abs(off) < 0.05 ? '0.0' : sign + off.toFixed(1)).replace('-', '−') + ' %', 'number'],
    ]);
  }
  fill(byId('runs'), rows);
}

function heard(party) {
  if (party.heard !== null) {
    return party.heard < 1 ? 'now' : duration(party.heard) + ' ago';
  }
  return party.waits ? 'waits for others' : '–';
}

function showParties(state) {
  const rows = [];
  for (const party of state.parties) {
    const cells = [
      [party.name, 'name'],
      [party.state, '', party.state],
      [heard(party), 'number'],
      [size(party.bytes), 'number'],
      [count(party.rounds), 'number'],
      [party.waited === null ? '–' : (party.waited * 100).toFixed(0) + ' %', 'number'],
    ];
    rows.push(cells);
    if (party.sentence) {
      cells.rowClass = 'has-why';
      rows.push([[party.sentence, 'why', null, NARROW.matches ? 4 : 6]]);
    }
  }
  fill(byId('parties'), rows);
  const gone = state.parties.filter(party => GONE.includes(party.state));
  const notes = gone.map(party => party.name + ' ' + party.state);
  if (state.more) {
    notes.push(count(state.more) + ' more are not shown');
  }
  put(byId('parties-note'), notes.join(', '));
}

function showPhases(state) {
  fill(byId('phases'), state.phases.map(phase => [
    [phase.name, ''],
    [time(phase.millis), 'number'],
    [size(phase.bytes), 'number'],
    [count(phase.rounds), 'number'],
  ]));
  const facts = Object.entries(state.facts);
  const list = byId('facts');
  while (list.children.length > 2 * facts.length) {
    list.lastElementChild.remove();
  }
  facts.forEach(([name, value], i) => {
    if (!list.children[2 * i]) {
      list.append(document.createElement('dt'), document.createElement('dd'));
    }
    put(list.children[2 * i], name);
    put(list.children[2 * i + 1], value);
  });
}

function show(state) {
  put(byId('title'), state.title || 'Waiting for a run');
  document.title = (state.title ? STATES[state.verdict.state] + ': ' + state.title + ' – ' : '') + 'Schur MPC';
  showVerdict(state);
  showFigures(state);
  showRuns(state.runs);
  showParties(state);
  showPhases(state);
}

follow('/events', show);
