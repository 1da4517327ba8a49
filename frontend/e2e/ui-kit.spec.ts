import { fileURLToPath } from 'node:url';
import { type Page, expect, test } from '@playwright/test';
import { type ViteDevServer, createServer } from 'vite';
import { expectAccessible } from './accessible';

let server: ViteDevServer;
test.beforeAll(async () => {
  server = await createServer({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    server: { port: 0 },
  });
  await server.listen();
});
test.afterAll(() => server.close());

const openKit = async (page: Page) => {
  await page.goto(`${server.resolvedUrls!.local[0]}dev/ui`);
  await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(2);
};

test('the components meet WCAG 2.2 AA', async ({ page }) => {
  await openKit(page);
  await expectAccessible(page, 'all components');
  await page.getByRole('button', { name: 'Dialog' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Cancel this booking?' })).toBeVisible();
  await expectAccessible(page, 'a dialog');
});

test('a dialog keeps the focus and returns it', async ({ page }) => {
  await openKit(page);
  const trigger = page.getByRole('button', { name: 'Drawer' }).first();
  await trigger.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toBeFocused();
  for (const name of ['Close', 'Keep It', 'Cancel Booking', 'Close']) {
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(trigger).toBeFocused();
});

test('a menu opens with an arrow key, follows its button, and closes on Escape', async ({
  page,
}) => {
  await openKit(page);
  const trigger = page.getByRole('button', { name: 'Menu', exact: true }).first();
  // In the middle of the window, the menu has room below the button before and after scrolling.
  await trigger.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await trigger.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Calendar' })).toBeFocused();
  const gap = async () =>
    (await page.locator('[popover]:popover-open').boundingBox())!.y -
    (await trigger.boundingBox())!.y;
  const gapBefore = await gap();
  await page.evaluate(() => scrollBy(0, 40));
  await expect.poll(gap).toBeCloseTo(gapBefore, 0);
  await page.keyboard.press('Escape');
  await expect(trigger).toBeFocused();
});

test('high contrast shows what is selected', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openKit(page);
  const label = (name: string) => page.locator('label').filter({ hasText: name }).first();
  const button = (name: string) => page.getByRole('button', { name }).first();
  const tab = (name: RegExp) => page.getByRole('tab', { name }).first();
  const background = (element: ReturnType<typeof label>) =>
    element.evaluate((node) => getComputedStyle(node).backgroundColor);
  const highlight = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight';
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });
  for (const [selected, other] of [
    [label('8:00 AM'), label('9:00 AM')],
    [label('Month'), label('Week')],
    [button('Early bird'), button('Night owl')],
    [tab(/Upcoming/), tab(/Past/)],
  ] as const) {
    expect(await background(selected)).toBe(highlight);
    expect(await background(other)).not.toBe(highlight);
  }
  // What is inside, such as a count or a badge, must not cover the highlight.
  const insides = await tab(/Upcoming/).evaluate((node) => {
    const badge = node.appendChild(document.createElement('span'));
    badge.className = 'bg-soft';
    return [...node.querySelectorAll('*')].map(
      (inside) => getComputedStyle(inside).backgroundColor,
    );
  });
  expect(new Set(insides)).toEqual(new Set(['rgba(0, 0, 0, 0)']));
  // The browser draws these in the colors of the user.
  for (const control of [page.getByRole('checkbox'), page.getByRole('switch')])
    await expect(control.first()).toHaveCSS('appearance', 'auto');
});

test('on phones, the checkbox for all rows is visible', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openKit(page);
  const selectAll = page.getByRole('checkbox', { name: 'Select all' });
  await expect(selectAll).toHaveCount(2);
  await selectAll.first().focus();
  await expect(selectAll.first()).toBeInViewport({ ratio: 1 });
});

test('the built website does not include the UI kit', async ({ page, baseURL }) => {
  await page.goto(`${baseURL}/dev/ui`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
});
