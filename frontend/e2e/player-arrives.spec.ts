import { dayAhead } from './api';
import { expect, test } from './journey';
import { PLAY_DAY, courtCard } from './steps';

const courtTexts = {
  houseRules: 'Soft soles only.',
  arrivalNotes: 'Park by the barn.',
  gateCode: '4711#',
};

test('a player sees house rules before booking, arrival notes after confirmation, and the gate code in the last hour', async ({
  join,
  player,
}) => {
  // The journey waits for the next minute.
  test.slow();
  const owner = await join('Hollis', 'owner');
  const court = await owner.api.listCourt('Desert Rose Court', courtTexts);
  const { page, api } = await player('Vera');
  const [far] = await api.slots(court.id, PLAY_DAY);
  const { id } = await api.book(court.id, far!);
  await page.goto(`/courts/${court.id}`);
  await expect(page.getByText(courtTexts.houseRules)).toBeVisible();
  await page.goto('/bookings');
  await expect(courtCard(page, court)).toContainText('Pending');
  await expect(courtCard(page, court)).not.toContainText(courtTexts.arrivalNotes);
  await owner.api.answer(id, 'confirmed');
  await expect(courtCard(page, court)).toContainText(courtTexts.arrivalNotes);
  await expect(courtCard(page, court)).not.toContainText(courtTexts.gateCode);

  await owner.api.openAlways(court.id);
  const inAMinute = Date.now() + 60_000;
  const hours = (
    await Promise.all([0, 1].map((days) => api.slots(court.id, dayAhead(days))))
  ).flat();
  await api.book(
    court.id,
    hours.find(({ start }) => Date.parse(start) > inAMinute)!,
  );
  await expect(courtCard(page, court)).toHaveCount(2);
  // The next hour starts an hour from now or up to a minute later.
  await expect(async () => {
    await page.reload();
    await expect(courtCard(page, court).first()).toContainText(courtTexts.gateCode, {
      timeout: 5_000,
    });
  }).toPass();
  await expect(courtCard(page, court).last()).not.toContainText(courtTexts.gateCode);

  await page.goto(`/checkout?bookingId=${id}`);
  await expect(page.getByText(courtTexts.arrivalNotes)).toBeVisible();
  await expect(page.getByText(courtTexts.gateCode)).toHaveCount(0);
  await page.goto(`/courts/${court.id}`);
  await expect(page.getByText(courtTexts.houseRules)).toBeVisible();
  for (const secret of [courtTexts.arrivalNotes, courtTexts.gateCode])
    await expect(page.getByText(secret)).toHaveCount(0);
});
