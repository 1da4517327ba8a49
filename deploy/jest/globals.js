import { framework } from './runtime.js';

/**
 * The framework is new for each test file; modules that import this one are not.
 * @param {string} name
 */
const current = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, _this, args) => Reflect.apply(framework[name], undefined, args),
    get: (_target, property) => framework[name][property],
  });

/** Serves `@jest/globals`, whose own package works only in Jest's virtual machine. */
export const afterAll = current('afterAll');
export const afterEach = current('afterEach');
export const beforeAll = current('beforeAll');
export const beforeEach = current('beforeEach');
export const describe = current('describe');
export const expect = current('expect');
export const it = current('it');
export { jest } from './jest-object.js';
