import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

/**
 * The rules that depend on colors, which are the only ones whose result can differ in dark mode.
 */
const colorRules = ['color-contrast', 'link-in-text-block'];
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits for the heading, and until all loading indicators have disappeared. */
export const waitUntilSettled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('.animate-pulse, .animate-spin')).toHaveCount(0);
};

/** `npm test` leaves these rules to the layers that run all journeys. */
const checksRules = process.env.JOURNEYS !== 'core';

/**
 * Checks the screen against WCAG 2.2 AA in light and dark mode (Chromium only, and not in the core
 * journeys), and for horizontal overflow. Soft assertions report all violations in one run.
 */
export const expectAccessible = async (page: Page, viewName = page.url()): Promise<void> => {
  if (checksRules && page.context().browser()!.browserType().name() === 'chromium')
    await expectConforming(page, viewName);
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overhang, `${viewName}: pixels wider than the window`).toBeLessThanOrEqual(0);
};

/** Colors change gradually, so a check right after a mode change could see a mix of both. */
const emulateColorScheme = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
};

const expectConforming = async (page: Page, viewName: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await emulateColorScheme(page, colorScheme);
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (
      colorScheme === 'light' ? axe.withTags(standards) : axe.withRules(colorRules)
    ).analyze();
    const violationTexts = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`),
    );
    expect.soft(violationTexts, `${viewName}, ${colorScheme}`).toEqual([]);
  }
};
