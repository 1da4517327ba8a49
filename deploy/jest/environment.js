import { patience } from '../../backend/testing/patience.ts';
import { resetJestObject } from './jest-object.js';

/**
 * Runs test files in the process itself and not in a virtual machine for each, so that a worker
 * loads every module only once. Afterward, changes that a file made to the process are undone.
 */
export default class ProcessEnvironment {
  global = globalThis;
  #console = globalThis.console;
  #exit = process.exit;
  #variables = { ...process.env };

  async setup() {}

  /**
   * The time limits of tests assume a machine that runs nothing else.
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
