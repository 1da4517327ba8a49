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
 * Modal dialogs as in browsers: they take the focus, return it, and are canceled by Escape.
 * @type {WeakMap<HTMLDialogElement, Element | null>}
 */
const previousFocus = new WeakMap();
const modalDialog = {
  /** @this {HTMLDialogElement} */
  showModal() {
    previousFocus.set(this, this.ownerDocument.activeElement);
    this.open = true;
    this.querySelector('button')?.focus();
    this.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.dispatchEvent(new Event('cancel', { cancelable: true }));
    });
  },
  /** @this {HTMLDialogElement} */
  close() {
    this.open = false;
    /** @type {HTMLElement | null | undefined} */ (previousFocus.get(this))?.focus();
  },
};

/**
 * Adds what jsdom lacks, for popovers and scrolling, and enables React's `act`.
 * @param {any} window
 */
export function addStubs(window) {
  Object.assign(window, {
    FormData: EmptyFormData,
    IntersectionObserver: EverythingInView,
    scrollTo: () => undefined,
    matchMedia: () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
    // user-event needs it for arrow keys; React ids need no escaping.
    CSS: { escape: (/** @type {string} */ text) => text },
    IS_REACT_ACT_ENVIRONMENT: true,
    BASE_UI_ANIMATIONS_DISABLED: true,
  });
  Object.assign(window.HTMLDialogElement.prototype, modalDialog);
  window.HTMLElement.prototype.hidePopover = () => undefined;
  window.Element.prototype.scrollIntoView = () => undefined;
}
