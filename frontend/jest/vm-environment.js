import { TestEnvironment } from 'jest-environment-jsdom';
import { addStubs } from './stubs.js';

/** jsdom in a virtual machine per file, for tests that replace modules. */
export default class VmBrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      fetch,
      Request,
      Response,
      Headers,
      Blob,
      File,
      TextEncoder,
      TextDecoder,
      structuredClone,
      ReadableStream,
      // Node's Request accepts only Node's own AbortSignal.
      AbortController,
      AbortSignal,
    });
    addStubs(this.global);
  }
}
