import type { Page } from '@playwright/test';
import { waitUntilSettled } from './accessible';
import { expect, test } from './journey';
import { PLAY_DAY } from './steps';

const LONG = 'Langwortkettenglied'.padEnd(40, 'x');
const HEBREW = 'מגרש הזית של סבתא';
const ARABIC = 'يرجى إغلاق البوابة';

/** Right-to-left text that the page lays out from left to right. */
const misdirected = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const misalignedTexts: string[] = [];
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode as Text;
      if (!parentElement || !/^[\s“]*[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(data)) continue;
      if (parentElement.closest('option') || !parentElement.checkVisibility()) continue;
      if (getComputedStyle(parentElement).direction !== 'rtl')
        misalignedTexts.push(`${parentElement.outerHTML.slice(0, 120)}`);
    }
    return misalignedTexts;
  });

const expectToFit = async (page: Page, path: string) => {
  await page.goto(path);
  await waitUntilSettled(page);
  const width = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(width, `${path}: pixels wider than the window`).toBeLessThanOrEqual(0);
  expect.soft(await misdirected(page), `${path}: words in the wrong direction`).toEqual([]);
};

test('very long words, right-to-left text, and emoji are displayed correctly on every page', async ({
  join,
  player,
  isMobile,
}) => {
  test.slow();
  const owner = await join('Hollis', 'owner');
  const courtTexts = {
    houseRules: ARABIC,
    arrivalNotes: `${ARABIC} 🚪 ${LONG}`,
    description: `${ARABIC} ${LONG}`,
  };
  const amenities = JSON.stringify([LONG, '🎾🏆🌵', ARABIC]);
  const court = await owner.api.listCourt(`${HEBREW} 🎾 ${LONG}`, {
    ...courtTexts,
    amenities,
    location: `Scottsdale`,
  });
  const plain = await owner.api.listCourt(`${LONG} 👩‍👩‍👧‍👦`);
  const guest = await player('Maximiliana');
  const [firstSlot, secondSlot, third, fourth] = await owner.api.slots(court.id, PLAY_DAY);
  const givenUp = await guest.api.book(plain.id, fourth!);
  await guest.api.cancel(givenUp.id, `${ARABIC} ${LONG}`);
  const { id } = await guest.api.book(court.id, firstSlot!);
  await owner.api.answer(id, 'confirmed');
  await guest.api.book(court.id, secondSlot!);
  await guest.api.book(plain.id, third!);

  for (const { page } of [owner, guest])
    if (isMobile) await page.setViewportSize({ width: 320, height: 640 });
  const booked = [
    '/bookings',
    '/bookings?tab=cancelled',
    `/checkout?bookingId=${id}`,
    '/notices',
    '/profile',
  ];
  for (const path of [`/courts/${court.id}`, '/courts?search=scottsdale', ...booked])
    await expectToFit(guest.page, path);
  const hosted = [
    '/',
    '/host-dashboard?tab=bookings',
    '/owner/dashboard',
    '/profile',
    `/courts/${court.id}/edit`,
  ];
  for (const path of [...hosted, `/owner/calendar?date=${PLAY_DAY}`])
    await expectToFit(owner.page, path);
});
