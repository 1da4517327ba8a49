import { type PlaywrightTestConfig, defineConfig, devices } from '@playwright/test';
import { patience } from '../backend/testing/patience';

/**
 * `npm run test:journeys` sets the variables. To run one manually:
 * `COURTLY_URL=http://localhost:3000 npx playwright test --config frontend/playwright.config.ts`.
 */
const { COURTLY_URL, CHROMIUM, FIREFOX, WEBKIT_DRIVER, JOURNEYS_REPORT, JOURNEYS } = process.env;
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
      // On a busy machine, Firefox would end scripts that run for long.
      'dom.max_script_run_time': 0,
    },
  },
};

const phoneInChromium: Use = { ...chromium, ...phone, isMobile: true, userAgent };
const desktopInChromium: Use = { ...chromium, ...desktop };
const webkitOnly = 'webkit/**';

/** With one size per journey, hosts and admins use a desktop, and all others use a phone. */
const atDesk = [
  '{admin,analyst,owner}-*',
  'host-!(calendar)*',
  'keyboard-*',
  'large-*',
  'many-tabs*',
  'unsaved-*',
];
/** Journeys about layout run at both sizes. */
const aboutLayout = [
  'accessibility*',
  'finds-an-hour*',
  'host-calendar*',
  'player-books*',
  'ui-kit*',
  'visitor-browses*',
  'words-of-people*',
];
/** Booking, payment, and access: the journeys of `npm test`. */
const corePhone = [
  'books-once*',
  'member-{joins-elite,signs-in}.spec.ts',
  'network-*',
  'player-{applies,books,cancels,pays}*',
  'players-race*',
  'session-*',
  'visitor-browses*',
];
const coreDesk = ['admin-settles-*', 'host-{applies,approves,is-paid}*', 'keyboard-*', 'owner-*'];
const core = [
  { name: 'phone', testMatch: corePhone, testIgnore: webkitOnly, use: phoneInChromium },
  { name: 'desktop', testMatch: coreDesk, use: desktopInChromium },
];
const oneSize = [
  { name: 'phone', testIgnore: [webkitOnly, ...atDesk], use: phoneInChromium },
  {
    name: 'desktop',
    testMatch: [...atDesk, ...aboutLayout],
    testIgnore: webkitOnly,
    use: desktopInChromium,
  },
];
const bothSizes = [
  { name: 'phone', testIgnore: webkitOnly, use: phoneInChromium },
  { name: 'desktop', testIgnore: webkitOnly, use: desktopInChromium },
];
const inFirefox = [
  { name: 'firefox-phone', testIgnore: webkitOnly, use: { ...firefox, ...phone } },
  { name: 'firefox-desktop', testIgnore: webkitOnly, use: { ...firefox, ...desktop } },
];
const inWebKit = [
  { name: 'webkit-phone', testDir: 'e2e/webkit', use: phone },
  { name: 'webkit-desktop', testDir: 'e2e/webkit', use: desktop },
];
const inOtherEngines = [...(FIREFOX ? inFirefox : []), ...(WEBKIT_DRIVER ? inWebKit : [])];
const inChromium = JOURNEYS === 'core' ? core : JOURNEYS === 'both sizes' ? bothSizes : oneSize;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // On a quiet machine: 120 s for a journey and 20 s for a step.
  timeout: patience(60_000),
  expect: { timeout: patience(10_000) },
  reporter: [
    ['list'],
    ...(process.env.CI ? [['html', { open: 'never' }] as const] : []),
    ...(JOURNEYS_REPORT ? [['json', { outputFile: JOURNEYS_REPORT }] as const] : []),
  ],
  use: {
    baseURL: COURTLY_URL ?? 'http://localhost:3000',
    actionTimeout: patience(10_000),
    // `page.route` does not see the requests of service workers.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/Phoenix',
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
  },
  projects: inOtherEngines.length > 0 ? inOtherEngines : inChromium,
});
