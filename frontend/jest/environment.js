import { runInNewContext } from 'node:vm';
import { JSDOM } from 'jsdom';
import ProcessEnvironment from '../../deploy/jest/environment.js';
import { jest } from '../../deploy/jest/jest-object.js';
import { addStubs } from './stubs.js';

/** Node's own, because its `fetch`, timers, and streams accept nothing else. */
const nodeGlobals = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'File',
  'Headers',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'clearInterval',
  'clearTimeout',
  'console',
  'crypto',
  'performance',
  'queueMicrotask',
  'setInterval',
  'setTimeout',
];
const windowNames = ['frames', 'parent', 'self', 'top', 'window'];

const { window } = new JSDOM('<!doctype html>', {
  url: 'http://localhost/',
  pretendToBeVisual: true,
});
addStubs(window);
addGlobals();
// What a test file leaves behind must not keep the worker from exiting.
unreference('setTimeout', setTimeout);
unreference('setInterval', setInterval);
// Testing Library advances fake timers with it.
Object.assign(globalThis, { jest });
// Its hooks would run only for the first test file; set-up.ts replaces them.
process.env.RTL_SKIP_AUTO_CLEANUP = 'true';

/** Makes every property of the window a global, as in a browser. */
function addGlobals() {
  const language = runInNewContext('Object.getOwnPropertyNames(globalThis)');
  const kept = new Set([...language, ...nodeGlobals]);
  for (const name of windowNames) define(name, { value: globalThis, writable: true });
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'])
    define(name, { value: window[name].bind(window), writable: true });
  for (const name of Object.getOwnPropertyNames(window))
    if (!kept.has(name) && !windowNames.includes(name)) define(name, descriptorOf(name));
}

/**
 * @param {string} name
 * @param {(...args: any[]) => NodeJS.Timeout} startTimer
 */
function unreference(name, startTimer) {
  define(name, {
    value: (/** @type {any[]} */ ...args) => startTimer(...args).unref(),
    writable: true,
  });
}

/** @param {string} name */
function descriptorOf(name) {
  const { get, set, value } = Object.getOwnPropertyDescriptor(window, name) ?? {};
  if (get) return { get: get.bind(window), set: set?.bind(window) };
  const isMethod = typeof value === 'function' && /^[a-z]/.test(name);
  return { value: isMethod ? value.bind(window) : value, writable: true };
}

/**
 * @param {string} name
 * @param {PropertyDescriptor} descriptor
 */
function define(name, descriptor) {
  Object.defineProperty(globalThis, name, {
    ...descriptor,
    configurable: true,
    enumerable: true,
  });
}

/** One jsdom for all test files of a worker. What a file leaves in it is removed after the file. */
export default class BrowserEnvironment extends ProcessEnvironment {
  #globals = Object.getOwnPropertyDescriptors(globalThis);

  async teardown() {
    await super.teardown();
    const { document } = window;
    document.head.replaceChildren();
    document.body.replaceChildren();
    for (const { name } of [...document.documentElement.attributes])
      document.documentElement.removeAttribute(name);
    window.localStorage.clear();
    window.sessionStorage.clear();
    window.history.replaceState(null, '', '/');
    for (const cookie of document.cookie.split(';'))
      document.cookie = `${cookie.split('=')[0]}=; max-age=0`;
    this.#restoreGlobals();
  }

  #restoreGlobals() {
    for (const name of Object.getOwnPropertyNames(globalThis))
      if (!Object.hasOwn(this.#globals, name)) Reflect.deleteProperty(globalThis, name);
    for (const [name, earlier] of Object.entries(this.#globals)) {
      const current = Object.getOwnPropertyDescriptor(globalThis, name);
      if (earlier.configurable && (!current || current.value !== earlier.value))
        Object.defineProperty(globalThis, name, earlier);
    }
  }
}
