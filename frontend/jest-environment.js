import { TestEnvironment } from 'jest-environment-jsdom';

/** React reads the form of a submit that begins a transition; Node's FormData takes none of jsdom's. */
class EmptyFormData extends FormData {
  constructor() {
    super();
  }
}

/** Nothing has a place in jsdom: everything is in view at once. */
class EverythingInView {
  constructor(callback) {
    this.callback = callback;
  }
  observe() {
    this.callback([{ isIntersecting: true }]);
  }
  disconnect() {}
}

/** A browser for component tests: jsdom, with what Node has and jsdom lacks, and the popovers that it does not draw. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      fetch,
      Request,
      Response,
      Headers,
      FormData: EmptyFormData,
      Blob,
      File,
      TextEncoder,
      TextDecoder,
      structuredClone,
      ReadableStream,
      // Node's Request takes only signals of its own kind.
      AbortController,
      AbortSignal,
      IntersectionObserver: EverythingInView,
    });
    this.global.IS_REACT_ACT_ENVIRONMENT = true;
    this.global.window.scrollTo = () => undefined;
    this.global.HTMLElement.prototype.hidePopover = () => undefined;
    this.global.Element.prototype.scrollIntoView = () => undefined;
    // Arrow keys of user-event ask for it; React's ids need no escaping.
    this.global.CSS = { escape: (text) => text };
  }
}
