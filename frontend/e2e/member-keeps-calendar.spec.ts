import { readFile } from 'node:fs/promises';
import { expect, test } from './journey';
import { PLAY_DAY, courtCard } from './steps';

test('a player subscribes to a calendar feed, replaces its link, and closes the feed', async ({
  arrive,
  host,
  player,
}) => {
  const owner = await host('Wolfberry Court');
  const { page, api } = await player('Ulla');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  const { id } = await api.book(owner.court.id, slot!);
  await owner.api.answer(id, 'confirmed');
  const program = (await arrive()).context.request;
  const read = async (address: string) => {
    const response = await program.get(address);
    return response.ok() ? response.text() : response.status();
  };

  await page.goto('/notices/preferences');
  await page.getByRole('button', { name: 'Create an Address' }).click();
  const address = page.getByLabel('Calendar address');
  await expect(address).toHaveValue(/\/api\/calendar\/.+\.ics$/);
  const first = await address.inputValue();
  expect(await read(first)).toContain('Wolfberry Court');
  expect((await program.get(first)).headers()['content-type']).toContain('text/calendar');

  await page.getByRole('button', { name: 'Replace' }).click();
  await expect(address).not.toHaveValue(first);
  const second = await address.inputValue();
  expect(await read(first)).toBe(404);
  expect(await read(second)).toContain('Wolfberry Court');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Create an Address' })).toBeVisible();
  expect(await read(second)).toBe(404);
});

test('a player adds a booking to a calendar', async ({ host, player }) => {
  const owner = await host('Fishhook Court');
  const { page, api } = await player('Urs');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  const { id } = await api.book(owner.court.id, slot!);
  await page.goto('/bookings');
  await expect(
    courtCard(page, owner.court).getByRole('button', { name: 'Add to Calendar' }),
  ).toHaveCount(0);
  await owner.api.answer(id, 'confirmed');
  await courtCard(page, owner.court).getByRole('button', { name: 'Add to Calendar' }).click();
  const begins = slot!.start.replace(/[-:]|\.\d+/g, '');
  await expect(page.getByRole('link', { name: 'Google Calendar' })).toHaveAttribute(
    'href',
    new RegExp(begins),
  );
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Apple Calendar or Outlook (.ics)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.ics$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('BEGIN:VEVENT');
  expect(text).toContain('Fishhook Court');
  expect(text).toContain(`DTSTART:${begins}`);
});
