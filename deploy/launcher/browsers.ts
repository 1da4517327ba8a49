import { existsSync } from 'node:fs';
import { findOrInstall, onPath } from './debian.ts';
import type { Output } from './progress.mjs';

const firstOnPath = (programNames: readonly string[]): string | undefined =>
  programNames.map(onPath).find((file) => file !== undefined);

/** The browser that `npx playwright install chromium` installed, if any. */
async function playwrightChromium(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : undefined;
}

const chromiumPrograms = [
  // The shell renders the same pages with less work, because it has no windows, menus, or
  // extensions.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

export const findChromium = (out: Output): Promise<string> =>
  findOrInstall(out, {
    find: () => firstOnPath(chromiumPrograms) ?? playwrightChromium(),
    packages: ['chromium-headless-shell'],
    advice:
      'This command needs a browser: install chromium, or run `npx playwright install chromium`.',
  });

export const findFirefox = (out: Output): Promise<string> =>
  findOrInstall(out, {
    find: () => firstOnPath(['firefox-esr', 'firefox']),
    packages: ['firefox-esr'],
    advice: 'This command needs Firefox: install firefox-esr.',
  });

/** The paths of WebKitGTK's driver and of the display server that it needs. */
export const findWebKit = (out: Output): Promise<{ driver: string; xvfb: string }> =>
  findOrInstall(out, {
    find() {
      const [driver, xvfb] = [onPath('WebKitWebDriver'), onPath('Xvfb')];
      return driver && xvfb ? { driver, xvfb } : undefined;
    },
    packages: ['webkit2gtk-driver', 'xvfb'],
    advice: 'This command needs WebKitGTK and a display: install webkit2gtk-driver and xvfb.',
  });
