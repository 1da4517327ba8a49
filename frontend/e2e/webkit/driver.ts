import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';

const START_MS = 30_000;
/** The height of MiniBrowser's toolbar. */
const BAR_PX = 60;

/** Shrinks MiniBrowser's toolbar, which is wider than a phone, and disables animations. */
const gtk = {
  'gtk.css':
    '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px }',
  'settings.ini': '[Settings]\ngtk-enable-animations=0\n',
};

/** A separate home folder for the browsers that contains only the GTK settings. */
export const makeHome = (): { home: string; remove: () => void } => {
  const home = mkdtempSync(join(tmpdir(), 'courtly-webkit-'));
  const folder = join(home, '.config', 'gtk-3.0');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(gtk)) writeFileSync(join(folder, name), text);
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) };
};

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

type Size = { width: number; height: number };
export type WebKit = { driver: WebDriver; quit: () => Promise<void> };

/**
 * Opens a page of this size in WebKit. Each browser gets its own driver, which supports only one
 * session, and its own display, where only one window has the focus.
 */
export const openWebKit = async (home: string, timezone: string, size: Size): Promise<WebKit> => {
  const {
    WEBKIT_DRIVER = 'WebKitWebDriver',
    XVFB = 'Xvfb',
    XDG_CONFIG_HOME: _,
    ...env
  } = process.env;
  const children: ChildProcess[] = [];
  const end = () => children.forEach((child) => child.kill());
  try {
    const screen = `${size.width}x${size.height + BAR_PX}x24`;
    const xvfb = spawn(XVFB, ['-displayfd', '1', '-screen', '0', screen, '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(xvfb);
    const display = String((await once(xvfb.stdout, 'data'))[0]).trim();
    const port = await freePort();
    const server = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
      env: { ...env, DISPLAY: `:${display}`, HOME: home, TZ: timezone },
      stdio: 'ignore',
    });
    children.push(server);
    const address = `http://127.0.0.1:${port}`;
    await answering(`${address}/status`, server);
    const capabilities = new Capabilities({ browserName: 'MiniBrowser' });
    const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build();
    await resize(driver, size);
    const quit = async () => {
      await driver.quit();
      end();
    };
    return { driver, quit };
  } catch (error) {
    end();
    throw error;
  }
};

/** Resizes the window until the page has the requested size. */
const resize = async (driver: WebDriver, { width, height }: Size) => {
  const window = driver.manage().window();
  await window.setRect({ x: 0, y: 0, width, height });
  const shownSize = await driver.executeScript<Size>(
    'return { width: innerWidth, height: innerHeight }',
  );
  await window.setRect({
    x: 0,
    y: 0,
    width: 2 * width - shownSize.width,
    height: 2 * height - shownSize.height,
  });
};

const answering = async (address: string, child: ChildProcess): Promise<void> => {
  const late = AbortSignal.timeout(START_MS);
  let isEnded = false;
  child.once('exit', () => (isEnded = true));
  child.once('error', () => (isEnded = true));
  while (!(await fetch(address).catch(() => undefined))) {
    if (isEnded) throw new Error('WebKitWebDriver did not start');
    late.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
