import { formatTime, formatShortDate } from '../src/lib/format';
import { expectAccessible, waitUntilSettled } from './accessible';
import { type DemoPerson, expect, test } from './journey';
import { toastWith } from './steps';

test('a host reviews a player, both reviews appear, and a reader reports the court review', async ({
  signIn,
  join,
}, { project }) => {
  // Only the demo data has played hours, one or two recent ones per player, and an hour can be
  // reviewed only once.
  const inTurn = ['imani', 'yuki'] as const;
  const played = async (username: DemoPerson) => {
    const player = await signIn(username);
    const hour = (await player.api.playedHours()).find(({ needsReview }) => needsReview);
    return hour ? [{ player, hour }] : [];
  };
  const reviewTexts = [];
  for (const username of project.name.endsWith('phone') ? inTurn : inTurn.toReversed())
    if (reviewTexts.length === 0) reviewTexts.push(...(await played(username)));
  const [{ player, hour }] = reviewTexts as [(typeof reviewTexts)[number]];
  const host = await signIn((await player.api.hostOf(hour.courtId)).toLowerCase() as DemoPerson);
  const comment = `Fine lines, and shade at noon (${project.name}).`;
  await player.api.review(hour, 2, comment);

  await host.page.goto('/host-dashboard?tab=bookings');
  const { firstName, lastName } = player.me;
  const when = `${formatShortDate(hour.startTime, hour)}, ${formatTime(hour.startTime, hour)}`;
  const button = host.page.getByRole('button', {
    name: `Review Player: ${firstName} ${lastName}, ${when}`,
    exact: true,
  });
  await expect(async () => {
    const more = host.page.getByRole('button', { name: 'Load more past bookings' });
    if (!(await button.isVisible())) await more.click({ timeout: 2_000 });
    await expect(button).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await button.click();
  const dialog = host.page.getByRole('dialog', { name: `How was ${firstName} ${lastName}?` });
  await dialog.getByRole('radio', { name: '4' }).check();
  await dialog.getByLabel('Comment').fill('On time, and swept the court.');
  await expectAccessible(host.page, 'the review of a player');
  await dialog.getByRole('button', { name: 'Submit Review' }).click();
  await expect(toastWith(host.page, 'Review submitted successfully!')).toBeVisible();
  await expect(button).toBeHidden();

  const reader = await join('Rhea');
  await reader.page.goto(`/courts/${hour.courtId}`);
  const review = reader.page.getByRole('listitem').filter({ hasText: comment });
  await review.getByRole('button', { name: /^Report the review from/ }).click();
  const report = reader.page.getByRole('dialog', { name: 'Report this review?' });
  await report.getByLabel('Reason').selectOption("It isn't true");
  await expectAccessible(reader.page, 'the report of a review');
  await report.getByRole('button', { name: 'Report Review' }).click();
  await expect(toastWith(reader.page, 'Thank you for your report')).toBeVisible();
  await expect(review).toContainText('You reported this review.');
  await waitUntilSettled(reader.page);
  await expectAccessible(reader.page, 'a review that was reported');

  // Authors can't report their own review. The player sees the host's review in the history.
  const marks = player.page.waitForResponse(/\/api\/review-marks/);
  await player.page.goto(`/courts/${hour.courtId}`);
  await marks;
  await expect(player.page.getByText(comment)).toBeVisible();
  await expect(
    player.page
      .getByRole('listitem')
      .filter({ hasText: comment })
      .getByRole('button', { name: /^Report/ }),
  ).toHaveCount(0);
});
