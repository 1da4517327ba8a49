import { expect, test } from './journey';
import { pageHeading, searchPlace } from './steps';

/** Replaces text with `<font>` elements, and does so again after each change, as Chrome does. */
const translate = () => {
  const translateTexts = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentNode?.nodeName === 'FONT') continue;
      const font = document.createElement('font');
      font.append(text.data);
      text.replaceWith(font);
    }
  };
  translateTexts(document.body);
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const added of addedNodes)
        if (added.isConnected) translateTexts(added instanceof Text ? added.parentNode! : added);
  }).observe(document.body, { childList: true, subtree: true });
};

test('a visitor can search on a page that the browser translates', async ({ arrive }) => {
  const { page } = await arrive();
  await page.goto('/courts');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await page.evaluate(translate);
  await searchPlace(page, 'Nowhere at all');
  await expect(page.getByText('No court matches all filters', { exact: false })).toBeVisible();
  await searchPlace(page, '');
  await expect(page.getByText('No court matches', { exact: false })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect(pageHeading(page, "This page didn't load")).toHaveCount(0);
});
