import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

/** The rules whose outcome depends on colours: all that can differ by night. */
const ofColours = ['color-contrast', 'link-in-text-block'];
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits until a page has everything that it shows: its heading, and no skeleton or spinner any more. */
export const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('.animate-pulse, .animate-spin')).toHaveCount(0);
};

/**
 * Holds what is on screen against WCAG 2.2 AA, by day and by night, in the engine that can be switched between them; nothing may
 * be wider than the window either. It goes on after a finding, so that one run tells all.
 */
export const expectAccessible = async (page: Page, what = page.url()): Promise<void> => {
  if (page.context().browser()!.browserType().name() === 'chromium')
    await expectConforming(page, what);
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overhang, `${what}: pixels wider than the window`).toBeLessThanOrEqual(0);
};

const expectConforming = async (page: Page, what: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (
      colorScheme === 'light' ? axe.withTags(standards) : axe.withRules(ofColours)
    ).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`),
    );
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([]);
  }
};
