'use strict';

const byId = id => document.getElementById(id);
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

function showLink(state, text) {
  byId('link').dataset.state = state;
  put(byId('link'), text);
}

/** Shows each state that the server sends, until the last one. */
function follow(path, show) {
  const events = new EventSource(path);
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
}
