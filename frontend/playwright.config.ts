import { type PlaywrightTestConfig, defineConfig, devices } from '@playwright/test';

/**
 * User journeys through a running Courtly. `npm run test:journeys` and `npm run test:engines` start
 * one, find the browsers and set the variables. By hand: `COURTLY_URL=http://localhost:3000 npx
 * playwright test --config frontend/playwright.config.ts`.
 */
const { COURTLY_URL, CHROMIUM, FIREFOX, WEBKIT_DRIVER, JOURNEYS_REPORT } = process.env;
const { userAgent } = devices['Pixel 7'];

type Use = NonNullable<PlaywrightTestConfig['use']>;

const phone: Use = { viewport: { width: 390, height: 844 }, hasTouch: true };
const desktop: Use = { viewport: { width: 1440, height: 900 } };

const chromium: Use = {
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: {
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
};

/** Stock Firefox through WebDriver BiDi, which Playwright selects by channel. */
const firefox: Use = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    ...(FIREFOX && { executablePath: FIREFOX }),
    firefoxUserPrefs: {
      'ui.prefersReducedMotion': 1,
      // Otherwise clicks don't reach cross-process frames, such as the bank page in checkout.
      'fission.webContentIsolationStrategy': 0,
    },
  },
};

const inFirefox = [
  { name: 'firefox-phone', testIgnore: 'webkit/**', use: { ...firefox, ...phone } },
  { name: 'firefox-desktop', testIgnore: 'webkit/**', use: { ...firefox, ...desktop } },
];
const inWebKit = [
  { name: 'webkit-phone', testDir: 'e2e/webkit', use: phone },
  { name: 'webkit-desktop', testDir: 'e2e/webkit', use: desktop },
];
const inChromium = [
  {
    name: 'phone',
    testIgnore: 'webkit/**',
    use: { ...chromium, ...phone, isMobile: true, userAgent },
  },
  { name: 'desktop', testIgnore: 'webkit/**', use: { ...chromium, ...desktop } },
];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ...(JOURNEYS_REPORT ? [['json', { outputFile: JOURNEYS_REPORT }] as const] : []),
  ],
  use: {
    baseURL: COURTLY_URL ?? 'http://localhost:3000',
    actionTimeout: 20_000,
    locale: 'en-US',
    timezoneId: 'America/Phoenix',
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
  },
  projects: FIREFOX || WEBKIT_DRIVER ? [...inFirefox, ...inWebKit] : inChromium,
});
