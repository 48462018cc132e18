'use strict';

/** Draws how full the stocks were, in percent of their high marks, over the last minutes. */
class StockChart {
  constructor(place) {
    this.place = place;
    this.names = [];
    this.data = [];
    this.plot = null;
    new ResizeObserver(() => this.plot && this.plot.setSize(this.size())).observe(place);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.rebuild());
  }

  /** Shows series of equal length, whose last point is the present one. */
  show(history) {
    const points = history.percent[0].length;
    const times = history.percent[0].map((percent, i) => (i + 1 - points) * history.every / 60);
    this.data = [times, ...history.percent];
    const same = this.names.length === history.names.length
      && this.names.every((name, i) => name === history.names[i]);
    this.names = history.names;
    if (this.plot && same) {
      this.plot.setData(this.data);
    } else {
      this.rebuild();
    }
  }

  size() {
    return {width: this.place.clientWidth, height: this.place.clientHeight};
  }

  rebuild() {
    if (!this.data.length) {
      return;
    }
    if (this.plot) {
      this.plot.destroy();
    }
    const style = getComputedStyle(document.documentElement);
    const color = name => style.getPropertyValue(name).trim();
    const font = '12px system-ui, sans-serif';
    const axis = {stroke: color('--quiet'), font, labelFont: font, grid: {stroke: color('--grid'), width: 1}, ticks: {stroke: color('--grid'), width: 1}};
    this.plot = new uPlot({
      ...this.size(),
      legend: {show: false},
      cursor: {show: false},
      scales: {
        x: {time: false, range: (u, min, max) => [Math.min(min, -1), 0]},
        y: {range: (u, min, max) => [0, Math.max(100, max === null ? 100 : max)]},
      },
      axes: [
        {...axis, label: 'Minutes', labelSize: 20, size: 30},
        {...axis, label: 'Percent of the high mark', labelSize: 20, size: 50},
      ],
      series: [{}, ...this.names.map((name, i) =>
        ({stroke: color('--line-' + (i % 6 + 1)), width: 1.5, points: {show: false}}))],
    }, this.data, this.place);
  }
}
