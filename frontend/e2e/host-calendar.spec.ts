import type { Locator, Page } from '@playwright/test';
import type { CourtDetail } from '@courtly/contracts/courts';
import { addDays, dayLabel } from '../src/lib/days';
import { dayAhead } from './api';
import { expect, test } from './journey';
import { courtCard, pageHeading, toastWith } from './steps';

const weekdayOf = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay() || 7;
/** A day in the next week, so that all days of its week are in the future. */
const MONDAY = addDays(dayAhead(0), 8 - weekdayOf(dayAhead(0)));
const [TUESDAY, WEDNESDAY, THURSDAY] = [1, 2, 3].map((days) => addDays(MONDAY, days)) as [
  string,
  string,
  string,
];

const dayIn = (calendar: Locator, court: CourtDetail, date: string) =>
  calendar.getByRole('button', { name: `${dayLabel(date)}, ${court.name}` });

/** Selects days by dragging with a mouse or, on phones, by tapping each one. */
const chooseDays = async (first: Locator, last: Locator, isMobile: boolean): Promise<void> => {
  if (isMobile) {
    await first.tap();
    return last.tap();
  }
  const mouse = first.page().mouse;
  await first.hover();
  await mouse.down();
  await last.hover();
  await mouse.up();
};

test('a host sees the bookings, closes three days after confirming, and reopens one of them', async ({
  host,
  player,
  isMobile,
  expected,
}) => {
  expected.push(/^409 POST .*\/closures\/days$/);
  const { page, api, court } = await host('Creosote Court');
  const guest = await player('Ilse');
  await page.goto(`/owner/calendar?view=week&date=${TUESDAY}`);
  const calendar = page.getByRole('region', { name: court.name });
  await expect(dayIn(calendar, court, TUESDAY)).toBeVisible();
  const booked = calendar.getByRole('link', { name: /Ilse Journey/ });
  const closed = calendar.getByRole('link', { name: /Closed: New lines/ });
  await expect(booked).toHaveCount(0);
  const [slot] = await api.slots(court.id, WEDNESDAY);
  await guest.api.book(court.id, slot!);
  await expect(booked).toHaveText(/^7:00\s–\s8:00\sAM/);

  await chooseDays(dayIn(calendar, court, TUESDAY), dayIn(calendar, court, THURSDAY), isMobile);
  const bar = page.getByRole('form', { name: 'Close days' });
  await expect(bar).toContainText(`${dayLabel(TUESDAY)} – ${dayLabel(THURSDAY)}`);
  await bar.getByLabel('Reason').fill('New lines');
  await bar.getByRole('button', { name: 'Close Days' }).click();
  const question = page.getByRole('dialog', { name: 'These hours are booked' });
  await expect(question).toContainText('Ilse Journey');
  await question.getByRole('button', { name: 'Close Anyway and Refund' }).click();
  await expect(toastWith(page, 'Days closed')).toBeVisible();
  await expect(closed).toHaveCount(3);
  await expect(booked).toHaveCount(0);
  await guest.page.goto('/bookings?tab=cancelled');
  await expect(courtCard(guest.page, court)).toContainText('The host closed these hours');

  await page.getByRole('radio', { name: 'Month' }).check();
  await expect(calendar.getByText('closed', { exact: true })).toHaveCount(3);
  await page.getByRole('radio', { name: 'Week' }).check();
  await closed.nth(1).click();
  await expect(pageHeading(page, 'Availability')).toBeVisible();
  await page.getByRole('button', { name: /^Reopen / }).click();
  await expect(toastWith(page, 'Hours reopened')).toBeVisible();
  await page.goBack();
  await expect(closed).toHaveCount(2);
  expect(await api.slots(court.id, WEDNESDAY)).toHaveLength(14);
});

/** A moving touch that the browser treats as scrolling. */
const swipe = async (page: Page, target: Locator): Promise<void> => {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  const at = (offset: number) => ({
    touchPoints: [{ x: x + width / 2 - offset, y: y + height / 2 }],
  });
  const devtools = await page.context().newCDPSession(page);
  const scrolling = await page.evaluateHandle(() => ({
    scrollStart: new Promise((resolve) =>
      addEventListener('pointercancel', () => resolve(true), { once: true }),
    ),
    // If it arrived earlier, a tap would only stop the scrolling.
    scrollEnd: new Promise((resolve) =>
      addEventListener('scrollend', () => resolve(true), { once: true, capture: true }),
    ),
  }));
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(0) });
  for (const offset of [20, 40, 60, 80])
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(offset) });
  await scrolling.evaluate(({ scrollStart }) => scrollStart);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await scrolling.evaluate(({ scrollEnd }) => scrollEnd);
};

test('scrolling a calendar by touch selects no day', async ({ host, isMobile }) => {
  test.skip(!isMobile, 'A desk has a mouse.');
  const { page, court } = await host('Brittlebush Court');
  await page.goto(`/owner/calendar?view=week&date=${TUESDAY}`);
  const calendar = page.getByRole('region', { name: court.name });
  const [tuesday, wednesday] = [TUESDAY, WEDNESDAY].map((date) => dayIn(calendar, court, date)) as [
    Locator,
    Locator,
  ];
  await swipe(page, tuesday);
  await wednesday.tap();
  await expect(wednesday).toHaveAttribute('aria-pressed', 'true');
  await expect(tuesday).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('form', { name: 'Close days' })).toContainText(dayLabel(WEDNESDAY));
});
