import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { registerTypeScript, sourceMaps } from './typescript.js';

const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');
const require = createRequire(import.meta.url);
registerTypeScript();

/**
 * `it`, `describe`, and the other globals for the running test file.
 * @type {Record<string, any>}
 */
export const framework = {};

/**
 * The parts of a runtime that jest-runner and jest-circus need. They use Node's module loader, so
 * modules stay loaded between test files.
 */
export default class NativeRuntime {
  /**
   * Loads jest-circus. It keeps the state of one run, so each test file loads it again.
   * @param {string} path
   */
  requireInternalModule(path) {
    delete require.cache[path];
    Reflect.deleteProperty(globalThis, EVENT_HANDLERS);
    return require(path);
  }

  /** @param {object} values */
  setGlobalsForRuntime(values) {
    Object.assign(framework, values);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** @param {string} path */
  async unstable_importModule(path) {
    const { default: setUp } = await import(pathToFileURL(path).href);
    await setUp?.();
  }

  requireModule() {
    throw new Error('Test files are ES modules.');
  }

  getSourceMaps() {
    return sourceMaps;
  }

  enterTestCode() {}
  leaveTestCode() {}
  getAllCoverageInfoCopy() {}
  teardown() {}
}
