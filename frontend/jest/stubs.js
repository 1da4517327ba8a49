/** React passes the submitted form to FormData, but Node's FormData rejects jsdom forms. */
class EmptyFormData extends FormData {
  constructor() {
    super();
  }
}

/** jsdom has no layout, so treat every element as visible. */
class EverythingInView {
  /** @param {(entries: { isIntersecting: boolean }[]) => void} callback */
  constructor(callback) {
    this.callback = callback;
  }
  observe() {
    this.callback([{ isIntersecting: true }]);
  }
  disconnect() {}
}

/**
 * Adds what jsdom lacks, for popovers and scrolling, and enables React's `act`.
 * @param {any} window
 */
export function addStubs(window) {
  Object.assign(window, {
    FormData: EmptyFormData,
    IntersectionObserver: EverythingInView,
    scrollTo: () => undefined,
    // user-event needs it for arrow keys; React ids need no escaping.
    CSS: { escape: (/** @type {string} */ text) => text },
    IS_REACT_ACT_ENVIRONMENT: true,
  });
  window.HTMLElement.prototype.hidePopover = () => undefined;
  window.Element.prototype.scrollIntoView = () => undefined;
}
