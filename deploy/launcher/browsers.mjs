import { existsSync } from 'node:fs';
import { findOrInstall, onPath } from './debian.ts';

/** @param {readonly string[]} names */
const oneOnPath = (names) => names.map(onPath).find((file) => file !== undefined);

/** The browser installed by `npx playwright install chromium`, if any. */
async function playwrights() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : undefined;
}

/**
 * The Chromium of this machine.
 * @param {import('./progress.mjs').Output} out
 * @returns {Promise<string>} the path of its program
 */
export const findChromium = (out) =>
  findOrInstall(out, {
    find: () =>
      oneOnPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) ??
      playwrights(),
    packages: ['chromium'],
    advice: 'This needs a browser: install chromium, or run `npx playwright install chromium`.',
  });

/**
 * The Firefox of this machine.
 * @param {import('./progress.mjs').Output} out
 * @returns {Promise<string>} the path of its program
 */
export const findFirefox = (out) =>
  findOrInstall(out, {
    find: () => oneOnPath(['firefox-esr', 'firefox']),
    packages: ['firefox-esr'],
    advice: 'This needs Firefox: install firefox-esr.',
  });

/**
 * What drives WebKitGTK, and the display that it needs.
 * @param {import('./progress.mjs').Output} out
 * @returns {Promise<{ driver: string, xvfb: string }>} the paths of their programs
 */
export const findWebKit = (out) =>
  findOrInstall(out, {
    find() {
      const [driver, xvfb] = [onPath('WebKitWebDriver'), onPath('Xvfb')];
      return driver && xvfb ? { driver, xvfb } : undefined;
    },
    packages: ['webkit2gtk-driver', 'xvfb'],
    advice: 'This needs WebKitGTK and a display for it: install webkit2gtk-driver and xvfb.',
  });
