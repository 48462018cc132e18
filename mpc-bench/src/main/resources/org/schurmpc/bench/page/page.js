'use strict';

const LAST_RUNS = 8;
const STATES = {running: 'Running', verified: 'Verified', failed: 'Failed', ended: 'Ended'};
const GONE = ['lost', 'failed'];

const NARROW = matchMedia('(max-width: 46rem)'); // the party table then has four columns

const byId = id => document.getElementById(id);
const chart = new RunChart(byId('chart'));

/** Sets a text if it differs, so that live regions are read out once. */
function put(place, text) {
  if (place.textContent !== text) {
    place.textContent = text;
  }
}

/** Formats a number with four significant digits. */
function number(value) {
  if (value === 0) {
    return '0';
  }
  const digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(Math.abs(value)))));
  return value.toLocaleString('en', {minimumFractionDigits: digits, maximumFractionDigits: digits});
}

function time(millis) {
  if (millis === null) {
    return '–';
  }
  return Math.abs(millis) >= 10000 ? number(millis / 1000) + ' s' : number(millis) + ' ms';
}

function size(bytes) {
  if (bytes === null) {
    return '–';
  }
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (bytes >= 1000 && unit + 1 < units.length) {
    bytes /= 1000;
    unit++;
  }
  return (unit === 0 ? bytes.toLocaleString('en') : bytes.toPrecision(3)) + ' ' + units[unit];
}

const count = value => value === null ? '–' : value.toLocaleString('en');

function duration(seconds) {
  const minutes = Math.floor(seconds / 60);
  return minutes ? minutes + ' min ' + seconds % 60 + ' s' : seconds + ' s';
}

/** Makes a table's body have the given rows: arrays of [text, class], or elements. */
function fill(table, rows) {
  const body = table.tBodies[0];
  while (body.rows.length > rows.length) {
    body.deleteRow(-1);
  }
  rows.forEach((cells, i) => {
    const row = body.rows[i] || body.insertRow();
    row.className = cells.rowClass || '';
    while (row.cells.length > cells.length) {
      row.deleteCell(-1);
    }
    cells.forEach(([text, kind, state, span], j) => {
      const cell = row.cells[j] || row.insertCell();
      cell.className = kind;
      cell.colSpan = span || 1;
      let place = cell;
      if (state) {
        place = cell.firstElementChild || cell.appendChild(document.createElement('span'));
        place.className = 'state';
        place.dataset.state = state;
      } else if (cell.firstElementChild) {
        cell.firstElementChild.remove();
      }
      put(place, text);
    });
  });
}

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

function showLink(state, text) {
  byId('link').dataset.state = state;
  put(byId('link'), text);
}

const events = new EventSource('/events');
events.onmessage = event => {
  const state = JSON.parse(event.data);
  show(state);
  if (state.last) {
    events.close();
    showLink('ended', 'ended ' + new Date().toLocaleTimeString());
  } else {
    showLink('live', 'live');
  }
};
events.onerror = () => {
  if (events.readyState === EventSource.CLOSED) {
    showLink('lost', 'refused: too many browsers watch, or the token has changed');
  } else {
    showLink('lost', 'connection lost, trying again');
  }
};
