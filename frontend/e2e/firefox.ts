import type { Browser, BrowserContext } from '@playwright/test';

type Send = (method: string, params: unknown) => Promise<unknown>;
type Inside = { _connection: { toImpl(browser: Browser): { _browserSession: { send: Send } } } };

const prepared = new WeakSet<Browser>();

/**
 * Leaves out what Playwright asks every Firefox for and Debian's does not know yet: colours and motion of one window. They are
 * what the browser's preferences say.
 */
export const prepareFirefox = (browser: Browser): void => {
  if (prepared.has(browser)) return;
  prepared.add(browser);
  const session = (browser as unknown as Inside)._connection.toImpl(browser)._browserSession;
  const protocol = Object.getPrototypeOf(session) as { send: Send };
  const { send } = protocol;
  protocol.send = function (this: typeof session, method, params) {
    return method === 'emulation.setMediaFeaturesOverride'
      ? Promise.resolve()
      : send.call(this, method, params);
  };
};

/** Playwright fills a field of Firefox by a script that React does not notice; this is noticed as typing is. */
export const typeAsPeopleDo = (context: BrowserContext) =>
  context.addInitScript(() =>
    Object.defineProperty(window, '__pw_bidiInsertText', {
      get: () => (text: string) => document.execCommand('insertText', false, text),
      set() {},
    }),
  );
