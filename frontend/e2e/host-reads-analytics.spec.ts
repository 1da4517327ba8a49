import { dayInZone, formatLongDate } from '../src/lib/format';
import { weekdayLabel, weekdayOf, weekdays } from '../src/lib/weekdays';
import { expectAccessible, waitUntilSettled } from './accessible';
import { expect, test } from './journey';

test('a host finds a played hour in the court analytics and simulates the past without that weekday', async ({
  signIn,
}) => {
  const { page, api } = await signIn('hana');
  const [playedBooking] = await api.hostedHours();
  const { startTime, zone, court, payoutAmount } = playedBooking!;
  const weekday = weekdayOf(dayInZone(startTime, playedBooking!));

  await page.goto('/owner/dashboard');
  await page.getByRole('tab', { name: 'Analytics' }).click();
  await page.getByText('24 months', { exact: true }).click();
  await page.getByLabel('Court', { exact: true }).selectOption({ label: court.name });
  await expect(page.getByText(/^\d+ of [\d,]+ hours offered on weekdays/)).toBeVisible();
  const hours = page.getByRole('table', { name: 'Hours of the week' });
  const hour = Number(
    new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: zone })
      .formatToParts(new Date(startTime))
      .find(({ type }) => type === 'hour')!.value,
  );
  const rows = hours
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: clockName(hour), exact: true }) });
  await expect(rows.getByRole('cell').nth(weekdays.indexOf(weekday))).not.toHaveText('0');

  await expect(page.getByText(/The replay assumes constant demand/)).toBeVisible();
  await page.getByRole('checkbox', { name: weekdayLabel(weekday) }).uncheck();
  await page.getByRole('button', { name: 'Replay the Past' }).click();
  await expect(page.getByText(/less than the \$[\d,.]+ you actually earned\.$/)).toBeVisible();
  const misfits = page.getByRole('table', { name: "Bookings that wouldn't have fit" });
  const misfit = misfits
    .getByRole('row')
    .filter({ hasText: formatLongDate(startTime, playedBooking!) });
  await expect(misfit).toContainText('Outside the hours');
  await expect(misfit).toContainText(`$${payoutAmount}`);

  await page.reload();
  await expect(misfit).toContainText('Outside the hours');
  await waitUntilSettled(page);
  await expectAccessible(page, 'the analytics of a court and a replay');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all courts (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe('analytics.csv');
});

const clockName = (hour: number): string =>
  hour % 24 === 0 ? 'Midnight' : hour === 12 ? 'Noon' : `${hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
