'use strict';

const STATES = {ready: 'Ready', failed: 'Not ready', stopping: 'Stopping', ended: 'Ended'};
const WAITING = ['open', 'accepted', 'queued'];
const SOON_DAYS = 30; // a certificate that ends within this time is named
const NARROW = matchMedia('(max-width: 46rem)'); // the table of jobs then has four columns

const chart = new StockChart(byId('chart'));

function showReadiness(state) {
  byId('verdict').dataset.state = state.state;
  put(byId('verdict-state'), STATES[state.state]);
  const wrong = state.lines.filter(line => !line.ready);
  put(byId('verdict-text'), wrong.map(line => line.name + ': ' + line.detail).join(' '));
  const minutes = Math.floor(state.seconds / 60);
  const hours = Math.floor(minutes / 60);
  put(byId('uptime'), 'up for ' + (hours ? hours + ' h ' + minutes % 60 + ' min' : duration(state.seconds)));
  fill(byId('lines'), state.lines.map(line => [
    [line.name, ''],
    [line.ready ? 'ok' : 'no', '', line.ready ? 'ok' : 'no'],
    [line.detail, ''],
  ]));
}

function showFigures(state) {
  const requests = state.requests;
  const of = name => requests[name] || 0;
  put(byId('waiting'), count(WAITING.reduce((sum, name) => sum + of(name), 0)));
  put(byId('waiting-note'), count(of('open')) + ' for their inputs');
  put(byId('running'), count(of('running')));
  put(byId('done'), count(of('done')));
  put(byId('failed'), count(of('failed')) + ' failed');
  put(byId('checks'), count(state.faults.checks));
  const lost = Object.values(state.faults.keysLost).reduce((sum, each) => sum + each, 0);
  put(byId('keys'), lost === 1 ? '1 key lost' : count(lost) + ' keys lost');
  put(byId('complaints'), count(state.faults.complaints));
}

/** Shows in the last cell of each row how full a stock is. */
function showMeters(stocks) {
  const rows = byId('stock').tBodies[0].rows;
  stocks.forEach((stock, i) => {
    const cell = rows[i].cells[5];
    if (stock.high === null) {
      cell.replaceChildren();
      return;
    }
    const meter = cell.firstElementChild || cell.appendChild(document.createElement('meter'));
    meter.max = Math.max(1, stock.high);
    meter.low = stock.low;
    meter.high = stock.low;
    meter.optimum = stock.high;
    meter.value = stock.items;
    meter.setAttribute('aria-label', stock.kind + ' of ' + stock.stock);
  });
}

function showStock(state) {
  const rows = byId('stock').tBodies[0].rows;
  fillStock(state.stocks);
  if (rows.length) {
    showMeters(state.stocks);
  }
  const low = state.stocks.filter(stock => stock.low !== null && stock.items < stock.low);
  put(byId('stock-note'), low.map(stock => stock.stock + ': ' + stock.kind + ' below its low mark').join(', '));
  const history = state.history;
  byId('chart-empty').hidden = history.names.length > 0;
  if (history.names.length) {
    chart.show(history);
    const now = history.names.map((name, i) => name + ' ' + history.percent[i].at(-1) + ' %');
    byId('chart').setAttribute('aria-label', 'Percent of the high marks now: ' + now.join(', '));
  }
  const legend = byId('legend');
  while (legend.children.length > history.names.length) {
    legend.lastElementChild.remove();
  }
  history.names.forEach((name, i) =>
    put(legend.children[i] || legend.appendChild(document.createElement('li')), name));
}

function fillStock(stocks) {
  const body = byId('stock').tBodies[0];
  while (body.rows.length > stocks.length) {
    body.deleteRow(-1);
  }
  stocks.forEach((stock, i) => {
    const row = body.rows[i] || body.insertRow();
    [stock.stock, stock.kind, count(stock.items), count(stock.low), count(stock.high)].forEach((text, j) => {
      const cell = row.cells[j] || row.insertCell();
      cell.className = j >= 2 ? 'number' : '';
      put(cell, text);
    });
    if (row.cells.length < 6) {
      row.insertCell();
    }
  });
}

function showJobs(jobs) {
  const rows = [];
  for (const job of jobs) {
    const cells = [
      [job.name, 'name'],
      [job.state, '', job.state],
      [count(job.done), 'number'],
      [count(job.failed), 'number'],
      [job.millis === null ? '–' : time(job.millis), 'number'],
      [count(job.attempts), 'number'],
      [count(job.complaints), 'number'],
      [job.stock, ''],
    ];
    rows.push(cells);
    if (job.detail) {
      cells.rowClass = 'has-why';
      rows.push([[job.detail, 'why', null, NARROW.matches ? 4 : 8]]);
    }
  }
  fill(byId('jobs'), rows);
  const suspended = jobs.filter(job => job.state === 'suspended').map(job => job.name);
  put(byId('jobs-note'), suspended.length ? 'suspended: ' + suspended.join(', ') : '');
}

function showParties(state) {
  const rows = [];
  for (const certificate of state.certificates) {
    const peer = state.peers.find(each => each.party === certificate.party);
    const at = peer ? (peer.up ? 'up' : 'down') : 'this party';
    const ends = certificate.ends === null ? '–'
      : certificate.ends.slice(0, 10) + ' (' + count(certificate.days) + (certificate.days === 1 ? ' day)' : ' days)');
    const cells = [['Party ' + certificate.party, ''], [at, '', peer ? at : 'up'], [ends, '']];
    rows.push(cells);
    if (peer && !peer.up) {
      cells.rowClass = 'has-why';
      rows.push([[peer.address + ': ' + peer.detail, 'why', null, 3]]);
    }
  }
  fill(byId('peers'), rows);
  const notes = state.peers.filter(peer => !peer.up).map(peer => 'Party ' + peer.party + ' down');
  for (const each of state.certificates) {
    if (each.days !== null && each.days < SOON_DAYS) {
      notes.push('certificate of party ' + each.party + (each.days < 0 ? ' has ended' : ' ends in ' + each.days + ' days'));
    }
  }
  put(byId('peers-note'), notes.join(', '));
}

function show(state) {
  put(byId('title'), 'Service of party ' + state.party);
  document.title = STATES[state.state] + ': party ' + state.party + ' – Schur MPC';
  showReadiness(state);
  showFigures(state);
  showStock(state);
  showJobs(state.jobs);
  showParties(state);
}

follow('/status/events', show);
