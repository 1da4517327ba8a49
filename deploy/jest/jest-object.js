import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const mocker = new ModuleMocker(globalThis);
const config = /** @type {ConstructorParameters<typeof ModernFakeTimers>[0]['config']} */ ({
  fakeTimers: {},
  rootDir: process.cwd(),
});
const timers = new ModernFakeTimers({ config, global: globalThis });
const settings = /** @type {Record<symbol, unknown>} */ (/** @type {unknown} */ (globalThis));

/**
 * The part of Jest's object that works without a virtual machine. Module mocks don't.
 * @type {Pick<import('@jest/environment').Jest, 'fn' | 'spyOn' | 'mocked' | 'restoreAllMocks'
 *   | 'useFakeTimers' | 'useRealTimers' | 'setSystemTime' | 'advanceTimersByTime'
 *   | 'advanceTimersByTimeAsync' | 'setTimeout'>}
 */
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  mocked: mocker.mocked.bind(mocker),
  restoreAllMocks() {
    mocker.restoreAllMocks();
    return object;
  },
  useFakeTimers(options) {
    // React and the test runner share this process and need these.
    const doNotFake = ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'];
    timers.useFakeTimers(
      /** @type {Parameters<typeof timers.useFakeTimers>[0]} */ ({ doNotFake, ...options }),
    );
    return object;
  },
  useRealTimers() {
    timers.useRealTimers();
    return object;
  },
  setSystemTime: (now) => timers.setSystemTime(now),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  setTimeout(ms) {
    settings[TIMEOUT] = ms;
    return object;
  },
};

const object = /** @type {import('@jest/environment').Jest} */ (jest);

/** Undoes the changes that a test file left behind. */
export function resetJestObject() {
  timers.useRealTimers();
  mocker.restoreAllMocks();
  delete settings[TIMEOUT];
}
