import { standardNeighborRules } from '@courtly/contracts/standard-neighbor-rules';
import { expectAccessible } from './accessible';
import { expect, test } from './journey';
import { PLAY_DAY, hourRadio } from './steps';

test("a player sees the neighbors' rules, and no hour that they rule out", async ({
  host,
  player,
}) => {
  const owner = await host('Saguaro Court');
  const { page, api } = await player('Nele');
  const hoursBefore = await api.slots(owner.court.id, PLAY_DAY);
  const quiet = hoursBefore.find(({ time }) => time === '07:00 PM')!;
  const playable = hoursBefore.find(({ time }) => time === '06:00 PM')!;
  await owner.page.goto(`/courts/${owner.court.id}/edit`);
  await owner.page.getByLabel('No tennis from').selectOption('7 PM');
  await owner.page.getByLabel('Until', { exact: true }).selectOption('8 AM');
  await owner.page.getByLabel('Most cars').fill('2');
  await owner.page.getByRole('button', { name: 'Save Court' }).click();
  await expect(owner.page.getByText('Court saved')).toBeVisible();

  await page.goto(`/courts/${owner.court.id}?date=${PLAY_DAY}`);
  await expect(page.getByText('No tennis from 7 PM to 8 AM')).toBeVisible();
  await expect(page.getByText('Up to 2 cars per booking')).toBeVisible();
  await expect(page.getByText(`Up to ${standardNeighborRules.maxPlayers} players`)).toBeVisible();
  await expect(hourRadio(page, playable)).toBeVisible();
  await expect(hourRadio(page, quiet)).toHaveCount(0);
  await expectAccessible(page, "a court with neighbors' rules");
});
