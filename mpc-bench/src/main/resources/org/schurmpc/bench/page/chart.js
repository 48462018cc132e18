'use strict';

/** Draws the times of runs, with their median, and their mean with its interval. */
class RunChart {
  constructor(place) {
    this.place = place;
    this.data = [[], [], [], [], [], []];
    this.plot = null;
    new ResizeObserver(() => this.resize()).observe(place);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.rebuild());
  }

  /** Shows the runs first + 1, first + 2, and so on, with times in milliseconds. */
  show(first, millis, figures) {
    const flat = value => millis.map(() => value);
    const known = figures.half !== null;
    this.data = [
      millis.map((time, i) => first + i + 1),
      millis,
      flat(figures.median),
      flat(figures.mean),
      flat(known ? figures.mean + figures.half : null),
      flat(known ? Math.max(0, figures.mean - figures.half) : null),
    ];
    if (this.plot) {
      this.plot.setData(this.data);
    } else {
      this.rebuild();
    }
  }

  size() {
    return {width: this.place.clientWidth, height: this.place.clientHeight};
  }

  resize() {
    if (this.plot) {
      this.plot.setSize(this.size());
    }
  }

  rebuild() {
    if (!this.plot && !this.data[0].length) {
      return;
    }
    if (this.plot) {
      this.plot.destroy();
    }
    const style = getComputedStyle(document.documentElement);
    const color = name => style.getPropertyValue(name).trim();
    const font = '12px system-ui, sans-serif';
    const axis = {stroke: color('--quiet'), font, labelFont: font, grid: {stroke: color('--grid'), width: 1}, ticks: {stroke: color('--grid'), width: 1}};
    const line = (stroke, dash) => ({stroke, width: 1.5, dash, points: {show: false}});
    this.plot = new uPlot({
      ...this.size(),
      legend: {show: false},
      cursor: {show: false},
      scales: {
        x: {time: false, range: (u, min, max) => [min - 0.5, Math.max(max, min + 9) + 0.5]},
        y: {range: RunChart.range},
      },
      axes: [
        {...axis, label: 'Run', labelSize: 20, size: 30, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000]},
        {...axis, label: 'Time (ms)', labelSize: 20, size: 58},
      ],
      series: [
        {},
        {stroke: color('--run'), width: 1, points: {show: true, size: 6, fill: color('--run'), stroke: color('--run')}},
        line(color('--median')),
        line(color('--mean'), [4, 4]),
        {stroke: 'transparent', points: {show: false}},
        {stroke: 'transparent', points: {show: false}},
      ],
      bands: [{series: [4, 5], fill: color('--band')}],
    }, this.data, this.place);
  }

  /** Leaves room above and below, and does not magnify differences below a twentieth. */
  static range(u, min, max) {
    if (min === null || max === null) {
      return [0, 1];
    }
    const room = Math.max((max - min) * 0.1, max * 0.025);
    return [Math.max(0, min - room), max + room];
  }
}
