import { type Locator, type Page, expect } from '@playwright/test';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { dayAhead } from './api';

/** Far enough ahead for free cancellation, and within everyone's booking window. */
export const PLAY_DAY = dayAhead(5);

/** Later than the end of a card authorization, so a booking is charged at approval. */
export const CHARGED_DAY = dayAhead(9);

export const hourRadio = (page: Page, { time }: Slot) =>
  page.getByRole('radio', { name: `${time.replace(/^0/, '')} MST`, exact: true });

/** Picks a day such as `2027-03-13` in a calendar that shows this month or the next. */
const pickDay = async (picker: Locator, date: string): Promise<void> => {
  const month = picker.getByRole('grid');
  await expect(month).toBeVisible();
  const name = new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'full',
    timeZone: 'UTC',
  });
  const day = month.getByRole('button', { name });
  if ((await day.count()) === 0)
    await picker.getByRole('button', { name: 'Go to the Next Month' }).click();
  await day.click();
};

/** Picks a day of a court. */
export const chooseDay = async (page: Page, date: string): Promise<void> => {
  await pickDay(page.getByRole('group', { name: 'Date' }), date);
};

/** Opens a court page on a date and selects a slot. */
export const chooseHour = async (
  page: Page,
  court: CourtDetail,
  slot: Slot,
  date = PLAY_DAY,
): Promise<void> => {
  await page.goto(`/courts/${court.id}?date=${date}`);
  await hourRadio(page, slot).check();
};

export const bookNow = (page: Page) => page.getByRole('button', { name: 'Book Now' });

/** Opens the filters that are not in the search pill. */
export const openFilters = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /^Filters/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(sheet).toBeVisible();
  return sheet;
};

/** Below this width, the search pill opens a sheet. */
const PANELS_FROM_PX = 1024;

/** Opens a part of the search: a panel of the pill, or a step of the sheet on the phone. */
export const openSearchPart = async (page: Page, part: string): Promise<Locator> => {
  const pill = page.getByRole('search', { name: 'Courts' });
  if (page.viewportSize()!.width >= PANELS_FROM_PX) {
    await pill.getByRole('button', { name: new RegExp(`^${part} `) }).click();
    return page.locator(':popover-open');
  }
  const sheet = page.getByRole('dialog', { name: 'Find an hour' });
  if (!(await sheet.isVisible())) await pill.getByRole('button', { name: /^Search: / }).click();
  await sheet.getByRole('button', { name: new RegExp(`^${part}`) }).click();
  return sheet;
};

/** Applies the search of the sheet. The panels on desktop apply it immediately. */
export const showCourts = async (page: Page): Promise<void> => {
  if (page.viewportSize()!.width >= PANELS_FROM_PX) await page.keyboard.press('Escape');
  else await page.getByRole('button', { name: 'Show Courts' }).click();
};

export const searchPlace = async (page: Page, place: string): Promise<void> => {
  await (await openSearchPart(page, 'Where')).getByLabel('City').fill(place);
  await showCourts(page);
};

export const searchDay = async (page: Page, date: string): Promise<void> =>
  pickDay(await openSearchPart(page, 'When'), date);

/** Waits for the checkout page and returns the booking id from the URL. */
export const bookingIdOf = async (page: Page): Promise<string> => {
  await expect(page).toHaveURL(/\/checkout\?bookingId=/);
  return new URL(page.url()).searchParams.get('bookingId')!;
};

export const PAYING_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';
export const CHALLENGED_CARD = '4000 0027 6000 3184';

/** Pays by card on the checkout page. */
export const payBy = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date, month and year').fill('12 / 31');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('ZIP code').fill('85253');
  await page.getByRole('button', { name: /^(Authorize|Pay) / }).click();
};

export const pageHeading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name });

export const toastWith = (page: Page, words: string) =>
  page.getByRole('listitem').filter({ hasText: words });

export const courtCard = (page: Page, court: CourtDetail) =>
  page.getByRole('article', { name: court.name });

/** Follows a link in the header or, on narrow screens, in the menu. */
export const followLink = async (page: Page, link: string): Promise<void> => {
  const inBar = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: link, exact: true })
    .first();
  if (!(await inBar.isVisible()))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button').last().click();
  await inBar
    .locator('visible=true')
    .or(page.locator('[popover]').getByRole('link', { name: link, exact: true }))
    .first()
    .click();
};

/** The notification bell. Its accessible name includes the number of unread notifications. */
export const notificationBell = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Notifications/ });

export const signInAs = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
};

/** A photo in a single color, rendered by the browser. */
export const createJpeg = async (page: Page, name: string, color: string) => {
  const imageUrl = await page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
    const context = canvas.getContext('2d')!;
    context.fillStyle = fill;
    context.fillRect(0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg');
  }, color);
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(imageUrl.split(',')[1]!, 'base64') };
};
