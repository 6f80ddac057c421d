// The page works without this script. With it, the page updates itself after every change, shows the values next to the mouse pointer, and
// reacts to sliders immediately.
'use strict';

(() => {
  const connection = document.getElementById('connection');
  const watched = new WeakSet(); // The figures that the script already handles.

  // The script updates the page part by part. A part is a child of one of these elements, and has a data-key attribute. The grid is
  // inside main, so it comes after main.
  const containers = ['main', '.grid', 'aside'];
  const partsOf = (root, container) => [...root.querySelectorAll(`${container} > [data-key]`)];
  // sourceOf returns the HTML of a part as the server sent it. For the grid, it returns a constant, because its widgets are separate parts.
  const sourceOf = (part) => (part.matches('.grid') ? 'grid' : part.outerHTML);
  const sources = new Map(containers.flatMap((container) => partsOf(document, container)
    .map((part) => [container + part.dataset.key, sourceOf(part)])));

  // refresh reloads the screen and replaces the parts that have changed. It keeps the scroll position and the focus.
  let loading = false;
  let again = false;
  async function refresh() {
    if (loading) {
      again = true;
      return;
    }
    loading = true;
    try {
      const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
      replace(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    } catch {
      // The live connection below shows that the server can't be reached, and reloads the screen when it can.
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
    document.body.dataset.version = loaded.body.dataset.version;
    for (const container of containers) {
      update(container, partsOf(loaded, container));
    }
    watchFigures();
  }

  // update replaces the parts of a container with the loaded ones. It keeps the parts that have not changed.
  function update(container, loaded) {
    const old = new Map(partsOf(document, container).map((part) => [part.dataset.key, part]));
    let last = null;
    for (const part of loaded) {
      const key = part.dataset.key;
      let current = old.get(key);
      old.delete(key);
      const same = current && sources.get(container + key) === sourceOf(part);
      if (!same && !(current && isSliding(current))) {
        sources.set(container + key, sourceOf(part));
        const next = document.importNode(part, true);
        if (current) {
          renew(current, next);
        }
        current = next;
      }
      const after = last ? last.nextElementSibling : document.querySelector(`${container} > [data-key]`);
      if (current !== after) {
        if (last) {
          last.after(current);
        } else {
          document.querySelector(container).prepend(current);
        }
      }
      last = current;
    }
    old.forEach(discard);
  }

  // isSliding reports whether a slider in this part has the focus. Replacing the part would interrupt a user who is moving the slider.
  const isSliding = (part) => part.contains(document.activeElement) && document.activeElement.type === 'range';

  function discard(part) {
    [part, ...part.querySelectorAll('figure')].forEach((each) => seen.unobserve(each));
    part.remove();
  }

  // renew replaces the part old with the part next. It keeps open details elements, the focus, and text that the user has entered.
  function renew(old, next) {
    const nameOf = (details) => details.parentElement.textContent;
    const open = new Set([...old.querySelectorAll('details[open]')].map(nameOf));
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const summary = focused?.localName === 'summary' && nameOf(focused.parentElement);
    old.after(next);
    discard(old);
    next.querySelectorAll('details').forEach((details) => {
      const name = nameOf(details);
      details.open = open.has(name);
      if (name === summary) {
        details.firstElementChild.focus({ preventScroll: true });
      }
    });
    const again = focused?.id && document.getElementById(focused.id);
    if (again) {
      again.focus({ preventScroll: true });
      if (focused.type === 'text' && focused.value !== focused.defaultValue) {
        again.value = focused.value;
        again.setSelectionRange(focused.selectionStart, focused.selectionEnd);
      }
    }
  }

  // When a picture becomes visible, reload it at its size on the screen.
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) {
        seen.unobserve(entry.target);
        draw(entry.target).catch(() => {}); // Keep the old picture.
      }
    }
  }, { rootMargin: '200px' });

  function watchFigures() {
    document.querySelectorAll('figure[data-panel]').forEach((figure) => {
      if (!watched.has(figure)) {
        watched.add(figure);
        seen.observe(figure);
      }
    });
  }

  async function draw(figure) {
    const picture = figure.querySelector('picture');
    const box = picture.getBoundingClientRect();
    const [width, height] = [Math.round(box.width), Math.round(box.height)];
    picture.querySelectorAll('source, img').forEach((each) => {
      const name = each.localName === 'img' ? 'src' : 'srcset';
      const address = new URL(each.getAttribute(name), location.href);
      address.searchParams.set('width', width);
      address.searchParams.set('height', height);
      each.setAttribute(name, address);
    });
    const answer = await fetch(`${figure.dataset.panel}&width=${width}&height=${height}`);
    const { panel, area } = await answer.json();
    if (!area) { // A picture without axes has no values to show.
      return;
    }
    const tip = document.createElement('div');
    tip.className = 'tip';
    figure.addEventListener('pointerleave', () => tip.remove());
    figure.addEventListener('pointermove', (event) => {
      const { left, top } = picture.getBoundingClientRect();
      const [x, y] = [event.clientX - left, event.clientY - top];
      const share = panel.horizontal ? (y - area.top) / (area.bottom - area.top) : (x - area.left) / (area.right - area.left);
      tip.textContent = share >= 0 && share <= 1 ? valuesAt(panel, share) : '';
      tip.style.top = `${y}px`;
      tip.style[x > width / 2 ? 'right' : 'left'] = `${(x > width / 2 ? width - x : x) + 16}px`;
      tip.style[x > width / 2 ? 'left' : 'right'] = '';
      figure.append(tip);
    });
  }

  // valuesAt returns the time or category at a position on an axis, and the values close to it. share is the position, from 0 (the start
  // of the axis) to 1 (its end).
  function valuesAt({ x, y, series, decimals, zone }, share) {
    const at = x.categories ? Math.floor(share * x.categories.length) : x.min + share * (x.max - x.min);
    const distance = (point) => Math.abs(point[0] - at);
    const near = x.categories ? 0 : (x.max - x.min) / 50;
    const nearest = series.map((each) => (each.points || []).reduce((best, p) => (distance(p) < distance(best) ? p : best), [Infinity]));
    const lines = series.flatMap(({ name }, i) => {
      const [time, value] = nearest[i];
      const text = () => (decimals >= 0 ? value.toFixed(decimals) : String(Number(value.toPrecision(6))));
      return Math.abs(time - at) <= near ? [`${name}: ${text()} ${y.unit || ''}`] : [];
    });
    if (lines.length === 0) {
      return '';
    }
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    const head = x.categories ? x.categories[at] : `${format.format(nearest.reduce((a, b) => (distance(b) < distance(a) ? b : a))[0])} ${zone}`;
    return [head, ...lines].join('\n');
  }

  // redraw reloads all pictures after the width of the window has changed.
  function redraw() {
    sources.forEach((source, key) => source === 'grid' || sources.delete(key));
    refresh();
  }
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

  // show loads the screen with a different query without reloading the page. It also changes the browser's address bar.
  function show(query, change = 'pushState') {
    history[change](null, '', query);
    return refresh();
  }

  // queryOf returns the URL query that a form would submit, without empty fields.
  const queryOf = (form) => '?' + new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''));

  addEventListener('popstate', () => refresh());

  // While a slider moves, show its value, and, after a short delay, the screen for that value.
  let sliding;
  document.addEventListener('input', (event) => {
    const slider = event.target.closest('.what-if input');
    if (!slider) {
      return;
    }
    document.querySelector(`output[for="${slider.id}"]`).textContent = slider.value;
    clearTimeout(sliding);
    sliding = setTimeout(() => show(queryOf(slider.form), 'replaceState'), 150);
  });
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    show(queryOf(event.target)).then(() => document.querySelector('[aria-invalid]')?.focus());
  });
  document.addEventListener('click', (event) => {
    const link = event.target.closest('.presets a');
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      show(link.getAttribute('href'));
    }
  });

  // connect receives changes from the server. Hidden pages disconnect, because a browser opens only a few connections to the same server.
  let live;
  let waiting = 0;
  function connect() {
    live = new EventSource('/page/live');
    live.addEventListener('open', () => {
      if (connection.textContent === 'reconnecting') {
        refresh();
      }
      connection.textContent = 'live';
    });
    live.addEventListener('error', () => { connection.textContent = 'reconnecting'; });
    live.addEventListener('change', (event) => {
      if (event.data !== document.body.dataset.version) {
        waiting ||= setTimeout(() => { // Wait a moment, because a terraform apply makes many changes in a row.
          waiting = 0;
          refresh();
        }, 150);
      }
    });
  }
  document.addEventListener('visibilitychange', () => {
    live.close();
    if (!document.hidden) {
      connect();
    }
  });
  if (document.body.dataset.live === 'requests') {
    setInterval(() => document.hidden || refresh(), 2000);
  }
  connect();
  watchFigures();
})();
