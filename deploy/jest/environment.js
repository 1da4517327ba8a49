import { patience } from '../../backend/testing/patience.ts';
import { resetJestObject } from './jest-object.js';

/**
 * Runs test files in the process itself, without a virtual machine for each: a worker loads every
 * module once. Changes that a file makes to the process are undone after it.
 */
export default class ProcessEnvironment {
  global = globalThis;
  #console = globalThis.console;
  #exit = process.exit;
  #variables = { ...process.env };

  async setup() {}

  /**
   * The time limits of tests assume a quiet machine.
   * @param {{ name: string, test?: { timeout?: number }, hook?: { timeout?: number } }} event of
   * jest-circus
   */
  handleTestEvent({ name, test, hook }) {
    const limited = name === 'test_start' ? test : name === 'hook_start' ? hook : undefined;
    if (limited?.timeout) limited.timeout = patience(limited.timeout);
  }

  async teardown() {
    resetJestObject();
    globalThis.console = this.#console;
    process.exit = this.#exit;
    for (const name of Object.keys(process.env))
      if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
  }

  getVmContext() {
    return null;
  }
}
