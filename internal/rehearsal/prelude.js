// What expressions find around them, run once before them: the language, without what would make two rehearsals of the same data differ,
// what can't be interrupted or bounded, and what would let one call leave something behind for another.
(function () {
  'use strict';

  const refuse = (what) => { throw new Error(what + ' can not be rehearsed'); };
  const hide = (holder, name, what) =>
    Object.defineProperty(holder, name, { get: () => refuse(what), set: undefined, enumerable: false, configurable: false });

  // Time and chance: the answer would be another one each time.
  hide(globalThis, 'Date', 'Date');
  hide(Math, 'random', 'Math.random');

  // Code made of texts, and memory by the byte.
  const functions = [function () {}, function* () {}, async function () {}];
  for (const f of functions) {
    hide(Object.getPrototypeOf(f), 'constructor', 'Function');
  }
  for (const name of ['Function', 'eval', 'RegExp', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Atomics', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray',
    'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'Promise', 'WeakRef',
    'FinalizationRegistry', 'GoError']) {
    if (name in globalThis) {
      hide(globalThis, name, name);
    }
  }
  const regexp = Object.getPrototypeOf(/x/);
  Object.defineProperty(regexp, 'constructor', { value: undefined, writable: false, configurable: false }); // split and matchAll look for it
  hide(regexp, 'compile', 'RegExp');

  // What is written in the language itself is counted and interrupted like expressions, so that these do not nest or grow without end.
  const replace = (holder, name, wrap) => {
    const original = holder[name];
    if (typeof original === 'function') {
      const method = wrap((self, ...rest) => Reflect.apply(original, self, rest));
      Object.defineProperty(holder, name, { value: method, writable: true, enumerable: false, configurable: true });
    }
  };
  const longest = 1e6;
  const atMost = (n, what) => {
    if (n > longest) {
      throw new RangeError(what + ' of more than ' + longest + ' elements');
    }
  };
  const text = String.prototype, array = Array.prototype;
  replace(text, 'repeat', (original) => function repeat(count) { atMost(String(this).length * Number(count), 'a text'); return original(this, count); });
  for (const name of ['padStart', 'padEnd']) {
    replace(text, name, (original) => function (length, fill) { atMost(Number(length), 'a text'); return original(this, length, fill); });
  }
  for (const name of ['match', 'matchAll', 'search']) {
    replace(text, name, (original) => function (pattern) {
      if (typeof pattern !== 'object' || pattern === null) {
        refuse('a text as a regular expression');
      }
      return original(this, pattern);
    });
  }
  for (const name of Object.getOwnPropertyNames(array)) {
    if (name !== 'constructor') {
      replace(array, name, (original) => function (...rest) {
        atMost(Number(this.length), 'a list');
        for (let i = 0; i < rest.length; i++) {
          if (name === 'concat' && Array.isArray(rest[i])) {
            atMost(rest[i].length, 'a list');
          }
        }
        return original(this, ...rest);
      });
    }
  }
  replace(array, 'flat', (original) => function flat(depth) { return original(this, Math.min(depth === undefined ? 1 : Number(depth), 100)); });
  const visit = (value) => {
    if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value)) {
        visit(value[key]);
      }
    }
  };
  replace(JSON, 'stringify', (original) => function stringify(value, ...rest) { visit(value); return original(this, value, ...rest); });
  replace(JSON, 'parse', (original) => function parse(source, ...rest) {
    source = String(source);
    if (source.length > 65536) {
      throw new RangeError('a JSON text of more than 65536 characters');
    }
    return original(this, source, ...rest);
  });

  // Nothing that all calls share can be changed.
  const seen = new Set();
  const freeze = (value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) {
      return;
    }
    seen.add(value);
    Object.freeze(value);
    freeze(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      freeze(property.value);
      freeze(property.get);
      freeze(property.set);
    }
  };
  for (const f of functions) {
    freeze(f.prototype);
    freeze(Object.getPrototypeOf(f));
  }
  for (const iterator of [[][Symbol.iterator](), ''[Symbol.iterator](), new Map().entries(), new Set().entries(), 'x'.matchAll(/x/g)]) {
    freeze(Object.getPrototypeOf(iterator));
  }
  freeze(regexp);
  freeze(globalThis);
})
