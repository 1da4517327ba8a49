import { TestEnvironment } from 'jest-environment-jsdom';

/** React passes the submitted form to FormData, but Node's FormData rejects jsdom forms. */
class EmptyFormData extends FormData {
  constructor() {
    super();
  }
}

/** jsdom has no layout, so treat every element as visible. */
class EverythingInView {
  constructor(callback) {
    this.callback = callback;
  }
  observe() {
    this.callback([{ isIntersecting: true }]);
  }
  disconnect() {}
}

/** jsdom for component tests, with missing Node globals and stubs for popovers and scrolling. */
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
      // Node's Request accepts only Node's own AbortSignal.
      AbortController,
      AbortSignal,
      IntersectionObserver: EverythingInView,
    });
    this.global.IS_REACT_ACT_ENVIRONMENT = true;
    this.global.window.scrollTo = () => undefined;
    this.global.HTMLElement.prototype.hidePopover = () => undefined;
    this.global.Element.prototype.scrollIntoView = () => undefined;
    // user-event needs it for arrow keys; React ids need no escaping.
    this.global.CSS = { escape: (text) => text };
  }
}
