// The page works without this script. With it, the page follows every change, charts have tooltips, and sliders act at once.
'use strict';

(() => {
  const connection = document.getElementById('connection');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const charts = new Map(); // the chart of each figure that has one

  // keyed returns the parts of the page that are replaced one by one. A part within another part is replaced with it,
  // unless the outer part is the grid, whose widgets are replaced singly.
  const keyed = (root) => new Map([...root.querySelectorAll('main > [data-key], .grid > [data-key], aside > [data-key]')]
    .map((part) => [part.dataset.key, part]));
  const sources = new Map([...keyed(document)].map(([key, part]) => [key, part.outerHTML]));

  // refresh loads the view again and replaces the parts that differ. Scroll position, focus and the tab stay.
  let loading = false;
  let again = false;
  async function refresh(address) {
    if (loading) {
      again = true;
      return;
    }
    loading = true;
    try {
      const answer = await fetch(address || location.href, { headers: { accept: 'text/html' } });
      replace(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    } catch {
      connection.textContent = 'not connected';
    } finally {
      loading = false;
    }
    if (again) {
      again = false;
      refresh();
    }
  }

  function replace(loaded) {
    document.title = loaded.title;
    const fresh = keyed(loaded);
    const old = keyed(document);
    const order = (parts) => [...parts.keys()].join('\n');
    if (order(fresh) !== order(old)) {
      const top = scrollY;
      for (const name of ['main', 'aside']) {
        document.querySelector(name).replaceChildren(...document.importNode(loaded.querySelector(name), true).childNodes);
      }
      charts.forEach((chart) => chart.dispose());
      charts.clear();
      scrollTo(0, top);
    } else {
      for (const [key, part] of fresh) {
        const current = old.get(key);
        if (part.classList.contains('grid') || sources.get(key) === part.outerHTML) {
          continue;
        }
        const open = [...current.querySelectorAll('details')].map((each) => each.open);
        const focused = current.contains(document.activeElement) && document.activeElement.id;
        charts.get(current)?.dispose();
        charts.delete(current);
        const next = document.importNode(part, true);
        current.replaceWith(next);
        next.querySelectorAll('details').forEach((each, i) => { each.open = Boolean(open[i]); });
        if (focused) {
          document.getElementById(focused)?.focus();
        }
      }
    }
    sources.clear();
    fresh.forEach((part, key) => sources.set(key, part.outerHTML));
    watchFigures();
  }

  // A figure becomes a chart with tooltips when it comes into view. Kinds of panels without a chart keep their picture.
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) {
        seen.unobserve(entry.target);
        draw(entry.target).catch(() => {}); // The picture stays.
      }
    }
  }, { rootMargin: '200px' });

  function watchFigures() {
    document.querySelectorAll('figure[data-panel]').forEach((figure) => {
      if (!charts.has(figure)) {
        seen.observe(figure);
      }
    });
  }

  let bundle;
  function loadBundle() {
    bundle ||= ['echarts.js', 'option.js'].reduce((before, name) => before.then(() => new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = '/page/chart/' + name;
      script.onload = resolve;
      script.onerror = reject;
      document.head.append(script);
    })), Promise.resolve());
    return bundle;
  }

  async function draw(figure) {
    const picture = figure.querySelector('picture');
    const { width, height } = picture.getBoundingClientRect();
    const answer = await fetch(`${figure.dataset.panel}&width=${Math.round(width)}&height=${Math.round(height - headHeight)}`);
    if (!answer.ok) {
      return;
    }
    const { panel, chart, light, dark: darkTheme } = await answer.json();
    if (!chart) { // The server draws it, in the size that it has here.
      picture.querySelectorAll('source, img').forEach((each) => {
        const name = each.localName === 'img' ? 'src' : 'srcset';
        const address = new URL(each.getAttribute(name), location.href);
        address.searchParams.set('width', Math.round(width));
        address.searchParams.set('height', Math.round(height));
        each.setAttribute(name, address);
      });
      return;
    }
    await loadBundle();
    if (!figure.isConnected) {
      return;
    }
    const head = document.createElement('div');
    head.className = 'head';
    head.append(element('strong', panel.title), element('span', panel.corner), element('p', remarks(panel)));
    const place = document.createElement('div');
    place.className = 'chart';
    place.setAttribute('role', 'img');
    place.setAttribute('aria-label', panel.summary);
    picture.replaceWith(head, place);
    const size = { width: Math.round(width), height: Math.round(height - head.getBoundingClientRect().height) };
    const drawn = window.echarts.init(place, null, { renderer: 'svg', ...size });
    drawn.setOption(window.chartOption(panel, dark.matches ? darkTheme : light, size));
    charts.set(figure, drawn);
  }

  const headHeight = 30;

  function element(name, text) {
    const made = document.createElement(name);
    made.textContent = text || '';
    return made;
  }

  function remarks(panel) {
    const problems = (panel.problems || []).map((each) => '⚠ ' + each);
    return [...problems, panel.description, ...(panel.notes || [])].filter(Boolean).join(' · ');
  }

  // measureText returns the width of a text in pixels. option.js calls it; in a file, Go answers.
  const canvas = document.createElement('canvas').getContext('2d');
  window.measureText = (text, size) => {
    canvas.font = `${size}px Helvetica, Arial, sans-serif`;
    return canvas.measureText(text).width;
  };

  // Charts and pictures follow the colour scheme and the width of the window.
  function redraw() {
    charts.forEach((chart) => chart.dispose());
    charts.clear();
    sources.clear();
    refresh();
  }
  dark.addEventListener('change', redraw);
  let width = innerWidth;
  let resizing;
  addEventListener('resize', () => {
    clearTimeout(resizing);
    resizing = setTimeout(() => {
      if (innerWidth !== width) {
        width = innerWidth;
        redraw();
      }
    }, 200);
  });

  // submit does what the button of a form does, without loading the whole page.
  function submit(form) {
    history.replaceState(null, '', '?' + new URLSearchParams(new FormData(form)));
    refresh();
  }

  // A slider shows its value while it moves, and the view for it soon after.
  let sliding;
  document.addEventListener('input', (event) => {
    const slider = event.target.closest('.what-if input');
    if (!slider) {
      return;
    }
    document.querySelector(`output[for="${slider.id}"]`).textContent = slider.value;
    clearTimeout(sliding);
    sliding = setTimeout(() => submit(slider.form), 150);
  });
  document.addEventListener('change', (event) => {
    if (event.target.closest('.range select')) {
      submit(event.target.form);
    }
  });

  let waiting;
  const live = new EventSource('/page/live');
  live.addEventListener('open', () => {
    const lost = connection.textContent === 'reconnecting';
    connection.textContent = 'live';
    if (lost) {
      refresh();
    }
  });
  live.addEventListener('error', () => { connection.textContent = 'reconnecting'; });
  live.addEventListener('change', () => {
    clearTimeout(waiting);
    waiting = setTimeout(refresh, 150);
  });
  if (document.body.dataset.live === 'requests') {
    setInterval(refresh, 2000);
  }
  watchFigures();
})();
