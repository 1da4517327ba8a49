import type { Browser, BrowserContext } from '@playwright/test';

type Send = (method: string, params: unknown) => Promise<unknown>;
type Inside = { _connection: { toImpl(browser: Browser): { _browserSession: { send: Send } } } };

const prepared = new WeakSet<Browser>();

/**
 * Skips a command that Debian's Firefox does not support: setting the color scheme and motion per
 * window. Browser preferences set them instead.
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

/** React does not notice how Playwright fills fields in Firefox. execCommand acts like typing. */
export const typeAsPeopleDo = (context: BrowserContext) =>
  context.addInitScript(() =>
    Object.defineProperty(window, '__pw_bidiInsertText', {
      get: () => (text: string) => document.execCommand('insertText', false, text),
      set() {},
    }),
  );
