import { defineConfig, devices } from '@playwright/test';

/**
 * Journeys of people through a whole running Courtly. `npm run test:journeys` starts one, finds a browser and sets the three
 * variables; by hand: `COURTLY_URL=http://localhost:3000 npx playwright test --config frontend/playwright.config.ts`.
 */
const { COURTLY_URL, CHROMIUM, JOURNEYS_REPORT } = process.env;
const { userAgent } = devices['Pixel 7'];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ...(JOURNEYS_REPORT ? [['json', { outputFile: JOURNEYS_REPORT }] as const] : [])],
  use: {
    baseURL: COURTLY_URL ?? 'http://localhost:3000',
    actionTimeout: 20_000,
    locale: 'en-US',
    timezoneId: 'America/Phoenix',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
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
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, userAgent } },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
});
