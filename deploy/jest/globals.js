import { framework } from './runtime.js';

/**
 * Each test file gets a new framework, but modules that import this one stay loaded.
 * @param {string} name
 */
const current = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, _this, args) => Reflect.apply(framework[name], undefined, args),
    get: (_target, property) => framework[name][property],
  });

/** Provides `@jest/globals`. The original package works only in Jest's virtual machine. */
export const afterAll = current('afterAll');
export const afterEach = current('afterEach');
export const beforeAll = current('beforeAll');
export const beforeEach = current('beforeEach');
export const describe = current('describe');
export const expect = current('expect');
export const it = current('it');
export { jest } from './jest-object.js';
