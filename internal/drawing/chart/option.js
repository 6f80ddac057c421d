// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// chartOption makes the ECharts option of a panel (package panel). It is the same in a file and in a browser. All decisions are in the panel:
// this function only says where things are and how they look. In a file, measureText comes from Go, so that widths are the same everywhere.
function chartOption(panel, theme, size) {
  'use strict';
  const font = theme.font;
  const base = {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: font, color: theme.text },
    aria: { enabled: true, label: { description: panel.summary } },
    useUTC: true,
  };
  return Object.assign(base, panel.kind === 'gauge' ? gauges() : plot());

  // --- Gauges ---

  function gauges() {
    const count = panel.values.length;
    let columns = 1;
    while (columns < count && (size.width / columns) > 1.3 * (size.height / Math.ceil(count / columns))) columns++;
    const rows = Math.ceil(count / columns);
    const width = size.width / columns, height = size.height / rows;
    return { series: panel.values.flatMap((value, i) => gauge(value, (i % columns + 0.5) * width, Math.floor(i / columns) * height, width, height)) };
  }

  // A gauge is a thin ring with the colors of the thresholds around a thick arc with the value.
  function gauge(value, x, top, width, height) {
    const name = height < 90 ? '' : [value.name, value.note].filter((text) => text).join(' · ');
    const named = name ? 22 : 6;
    const radius = Math.max(20, Math.min(width / 2 - 14, (height - named - 8) / 1.62));
    const thickness = Math.max(8, Math.min(28, radius * 0.2));
    const middle = top + 6 + radius + Math.max(0, height - named - 8 - radius * 1.62) / 2;
    const at = Math.min(Math.max(value.value, value.min), value.max);
    const both = {
      type: 'gauge', min: value.min, max: value.max, startAngle: 205, endAngle: -25, splitNumber: 1, silent: true,
      center: [x, middle], pointer: { show: false }, axisTick: { show: false }, splitLine: { show: false }, anchor: { show: false },
    };
    const ring = Object.assign({}, both, {
      radius, axisLine: { lineStyle: { width: 4, color: value.bands.map((b) => [b.to, b.color]) } }, axisLabel: { show: false },
      detail: { show: false }, title: { show: true, color: theme.muted, fontSize: 10, fontFamily: font },
      data: radius > 50 ? [end(value.ends[0], -1), end(value.ends[1], 1)] : [],
    });
    // The texts of the scale stand below the ends of the arc.
    function end(tick, side) {
      const middle = radius - 6 - thickness / 2;
      return { value: tick.at, name: tick.text, title: { offsetCenter: [side * middle * 0.906, middle * 0.423 + 11] } };
    }
    return [ring, Object.assign({}, both, {
      radius: radius - 6,
      axisLine: { lineStyle: { width: thickness, color: [[1, theme.line]] } },
      progress: { show: true, width: thickness, itemStyle: { color: value.color } },
      axisLabel: { show: false },
      title: { show: !!name, offsetCenter: [0, radius * 0.62], color: theme.muted, fontSize: 12, fontFamily: font, width: width - 16, overflow: 'truncate' },
      detail: {
        valueAnimation: false, offsetCenter: [0, radius * 0.02], color: theme.text, fontFamily: font, fontWeight: 600,
        fontSize: Math.max(9, Math.min(34, radius * 0.36, (radius * 2.2) / Math.max(4, value.text.length))), formatter: () => value.text,
      },
      data: [{ value: at, name }],
    })];
  }

  // --- Charts with axes ---

  function plot() {
    const categories = panel.x.categories;
    const strip = (panel.strip || []).length > 0;
    const across = categories ? categoryAxis() : timeAxis();
    const up = valueAxis();
    const option = {
      grid: [grid(strip)],
      xAxis: [panel.horizontal ? up : across],
      yAxis: [panel.horizontal ? across : up],
      series: (panel.series || []).map(series),
      legend: legend(),
      tooltip: tooltip(),
    };
    if (strip) addStrip(option);
    return option;
  }

  function grid(strip) {
    const legendSize = panel.legend && panel.legend.texts ? panel.legend.size : 0;
    const right = panel.legend && panel.legend.right;
    return {
      left: left(), right: 16 + (right ? legendSize : 0), top: 12,
      bottom: (panel.x.noTicks ? 10 : 26) + (right ? 0 : legendSize) + (strip ? 30 : 0),
      containLabel: false, outerBoundsMode: 'none',
    };
  }

  function left() {
    const texts = panel.horizontal ? (panel.x.categories || []) : (panel.y.ticks || []).map((t) => t.text);
    if (panel.horizontal ? panel.x.noTicks : panel.y.noTicks) return 14;
    let widest = 0;
    for (const text of texts) widest = Math.max(widest, measure(text, 11));
    return Math.max(40, Math.min(widest + 16, size.width / 3));
  }

  function timeAxis() {
    const ticks = panel.x.ticks || [];
    return {
      type: 'value', min: panel.x.min, max: panel.x.max,
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.axis } },
      axisTick: { show: !panel.x.noTicks, customValues: ticks.map((t) => t.at), lineStyle: { color: theme.axis } },
      axisLabel: labels(ticks, !panel.x.noTicks, true),
      splitLine: { show: true, lineStyle: { color: theme.line } },
    };
  }

  function valueAxis() {
    return {
      type: 'value', min: panel.y.min, max: panel.y.max,
      axisLine: { show: false },
      axisTick: { show: false, customValues: (panel.y.ticks || []).map((t) => t.at) },
      axisLabel: labels(panel.y.ticks || [], !panel.y.noTicks, false),
      splitLine: { show: !panel.y.noGrid, lineStyle: { color: theme.line } },
    };
  }

  function labels(ticks, show, hideOverlap) {
    const texts = new Map(ticks.map((t) => [t.at, t.text]));
    return {
      show, color: theme.muted, fontSize: 11, fontFamily: font, hideOverlap: false,
      customValues: ticks.map((t) => t.at), formatter: (at) => (texts.has(at) ? texts.get(at) : ''),
      showMinLabel: true, showMaxLabel: true, alignMinLabel: undefined,
    };
  }

  function categoryAxis() {
    return {
      type: 'category', data: panel.x.categories, inverse: !!panel.horizontal,
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.axis } },
      axisTick: { show: false },
      axisLabel: {
        show: !panel.x.noTicks, color: theme.muted, fontSize: 11, fontFamily: font, overflow: 'truncate', hideOverlap: true,
        width: panel.horizontal ? left() - 12 : Math.max(40, (size.width - 80) / panel.x.categories.length - 6),
      },
    };
  }

  function series(s, i) {
    const one = {
      name: 's' + i, data: withGaps(s), itemStyle: { color: s.color }, animation: false, silent: false,
      emphasis: { disabled: true },
    };
    if (s.stack) one.stack = 'all';
    if (s.bar || panel.kind === 'bars') {
      one.type = 'bar';
      one.barMaxWidth = panel.kind === 'bars' ? 60 : undefined;
      one.barGap = '8%';
      one.barCategoryGap = panel.kind === 'bars' && panel.x.categories.length > 6 ? '10%' : '24%';
      if (panel.horizontal) one.data = one.data.map((p) => [p[1], p[0]]);
      if (s.texts) {
        one.label = { show: true, position: 'outside', distance: 3, color: theme.text, fontSize: 11, fontFamily: font, formatter: (p) => s.texts[p.dataIndex] };
      }
      one.clip = true;
    } else {
      Object.assign(one, {
        type: 'line', showSymbol: !!s.dots || (s.gaps || []).length > 0, symbol: s.dots ? 'circle' : 'none', symbolSize: s.noLine ? 5 : 4, connectNulls: false, clip: true,
        lineStyle: { color: s.color, width: s.noLine ? 0 : (s.faint ? 1 : 1.8), opacity: s.faint ? 0.55 : 1 },
        smooth: s.smooth ? 0.3 : false, smoothMonotone: s.smooth ? 'x' : undefined, step: s.step ? 'end' : false,
      });
      if (s.fill) one.areaStyle = { color: s.color, opacity: 0.18, origin: 'auto' };
    }
    if (i === 0) addThresholds(one);
    return one;
  }

  // A line ends at a gap, where values are missing: there is an empty value. A point between two gaps is a dot.
  function withGaps(s) {
    const points = s.points || [], gaps = new Set(s.gaps || []);
    if (gaps.size === 0) return points;
    const last = points.length - 1;
    return points.flatMap((p, i) => {
      const alone = (i === 0 || gaps.has(i - 1)) && (i === last || gaps.has(i));
      const point = alone ? { value: p, symbol: 'circle' } : p;
      return gaps.has(i) ? [point, [(p[0] + points[i + 1][0]) / 2, null]] : [point];
    });
  }

  function addThresholds(one) {
    const along = panel.horizontal ? 'xAxis' : 'yAxis';
    const height = (panel.horizontal ? size.width : size.height) - 80;
    const inside = (panel.thresholds || []).filter((t) => t.value >= panel.y.min && t.value <= panel.y.max);
    one.markLine = {
      silent: true, symbol: 'none', animation: false,
      data: inside.map((t, i) => ({
        [along]: t.value,
        lineStyle: { color: t.color, type: [6, 4], width: 1.4 },
        label: { show: !!t.text, formatter: () => t.text, position: side(t, inside[i - 1], height, i), color: theme.text, textBorderColor: theme.ground, textBorderWidth: 3, fontSize: 11, fontFamily: font, distance: 3 },
      })),
    };
    const areas = [];
    for (const t of panel.thresholds || []) {
      const end = t.to === null || t.to === undefined ? (t.below ? panel.y.min : panel.y.max) : t.to;
      const from = Math.max(panel.y.min, Math.min(t.value, end)), to = Math.min(panel.y.max, Math.max(t.value, end));
      if (to > from) areas.push([{ [along]: from, itemStyle: { color: t.color, opacity: 0.07 } }, { [along]: to }]);
    }
    one.markArea = { silent: true, animation: false, data: areas };
  }

  // Texts of thresholds that are near each other stand on different sides.
  function side(t, before, height, i) {
    const near = before && Math.abs(t.value - before.value) / (panel.y.max - panel.y.min) * height < 18;
    return near && i % 2 === 1 ? 'insideStartTop' : 'insideEndTop';
  }

  function legend() {
    const texts = (panel.legend && panel.legend.texts) || [];
    const place = panel.legend && panel.legend.right ? { right: 10, top: 10, orient: 'vertical' } : { left: 12, bottom: 2, orient: 'horizontal' };
    return Object.assign({
      show: texts.length > 0, data: texts.map((_, i) => ({ name: 's' + i, icon: 'roundRect', itemStyle: { color: panel.series[i].color } })),
      itemWidth: 14, itemHeight: 4, itemGap: 2, padding: 0, selectedMode: true,
      formatter: (name) => texts[Number(name.slice(1))],
      textStyle: { color: theme.text, fontSize: 12, fontFamily: font, lineHeight: 20, padding: [0, 12, 0, 0] },
    }, place);
  }

  // Tooltips are only in a browser. They are drawn as text: no markup of a document gets into the page.
  function tooltip() {
    return {
      trigger: panel.kind === 'lines' ? 'axis' : 'item', renderMode: 'richText', confine: true, backgroundColor: theme.ground,
      borderColor: theme.border, textStyle: { color: theme.text, fontSize: 12, fontFamily: font },
      formatter: (params) => {
        const points = (Array.isArray(params) ? params : [params]).filter((p) => p.seriesName !== 'status' && p.value[1] !== null);
        if (points.length === 0) return '';
        return [tooltipHead(points[0])].concat(points.map(tooltipLine)).join('\n').replace(/[{}]/g, '');
      },
    };
  }

  function tooltipHead(point) {
    if (panel.x.categories) return point.name;
    const format = { timeZone: panel.zone, dateStyle: 'short', timeStyle: 'medium' };
    return new Intl.DateTimeFormat('sv-SE', format).format(point.value[0]) + ' ' + panel.zone;
  }

  function tooltipLine(point) {
    const value = point.value[panel.horizontal ? 0 : 1];
    const text = panel.decimals >= 0 ? value.toFixed(panel.decimals) : String(Number(value.toPrecision(6)));
    return panel.series[point.seriesIndex].name + ': ' + text + (panel.y.unit ? ' ' + panel.y.unit : '');
  }

  function measure(text, fontSize) {
    return typeof measureText === 'function' ? measureText(text, fontSize) : text.length * fontSize * 0.6;
  }

  // The strip of statuses has a grid of its own below the chart.
  function addStrip(option) {
    const legendSize = panel.legend && panel.legend.texts && !panel.legend.right ? panel.legend.size : 0;
    option.grid.push({ left: option.grid[0].left, right: option.grid[0].right, bottom: 10 + legendSize, height: 14, containLabel: false, outerBoundsMode: 'none' });
    option.xAxis.push({ type: 'value', gridIndex: 1, show: false, min: panel.x.min, max: panel.x.max });
    option.yAxis.push({ type: 'value', gridIndex: 1, show: false, min: 0, max: 1 });
    option.series.push({
      type: 'line', name: 'status', xAxisIndex: 1, yAxisIndex: 1, data: [[panel.x.min, 0]], showSymbol: false, silent: true,
      markArea: {
        silent: true, animation: false,
        data: panel.strip.map((s) => [{
          xAxis: s.from, itemStyle: { color: s.color, opacity: 1 },
          label: {
            show: (s.to - s.from) / (panel.x.max - panel.x.min) * (size.width - 80) > measure(s.text, 10) + 8, formatter: () => s.text,
            position: 'inside', color: '#111217', fontSize: 10, fontFamily: font,
          },
        }, { xAxis: s.to }]),
      },
    });
  }
}
