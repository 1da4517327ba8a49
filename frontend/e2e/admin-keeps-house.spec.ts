import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { PASSWORD } from './api';
import { type DemoPerson, expect, test } from './journey';
import { PLAY_DAY, pageHeading, toastWith } from './steps';

/** Enters the required reason and confirms. */
const because = async (page: Page, title: string, reason: string, button: string) => {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
};

test('an admin suspends and reinstates a user, and hides and restores a court', async ({
  host,
  player,
  signIn,
}) => {
  const hollis = await host(`Keeper's Court ${Date.now().toString(36)}`);
  const { court } = hollis;
  await hollis.api.openAlways(court.id);
  const { me, api } = await player('Petra');
  const [slot] = await api.slots(court.id, PLAY_DAY);
  await api.book(court.id, slot!);

  const { page } = await signIn('avery');
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(pageHeading(page, 'Users')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a user' }).fill(me.email);
  await page.getByRole('button', { name: `Petra Journey ${me.username}` }).click();
  const account = page.getByRole('dialog', { name: 'Petra Journey' });
  await expect(account.getByRole('list', { name: 'Upcoming bookings' })).toContainText(court.name);
  await expectAccessible(page, 'an account on the desk');
  await account.getByRole('button', { name: 'Suspend' }).click();
  // The dialog lists what the suspension does not affect.
  await expect(page.getByRole('dialog', { name: 'Suspend Petra?' })).toContainText(court.name);
  await expectAccessible(page, 'a suspension');
  await because(page, 'Suspend Petra?', 'Was rude to a host.', 'Suspend');
  await expect(toastWith(page, 'Account suspended')).toBeVisible();
  await expect(account).toContainText('Suspended: Was rude to a host.');
  await expect(api.signIn(me.email, PASSWORD)).rejects.toThrow(/403.*suspended/);
  await account.getByRole('button', { name: 'Lift Suspension' }).click();
  await because(page, "Lift Petra's suspension?", 'Said sorry.', 'Lift Suspension');
  await expect(account).not.toContainText('Suspended:');
  await api.signIn(me.email, PASSWORD);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Courts', exact: true }).last().click();
  await expect(pageHeading(page, 'Courts')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a court' }).fill(court.name);
  await page.getByRole('button', { name: `Hide ${court.name}` }).click();
  await expect(page.getByRole('dialog', { name: `Hide ${court.name}?` })).toContainText(
    'Player: Petra Journey',
  );
  await because(page, `Hide ${court.name}?`, 'The fence is broken.', 'Hide Court');
  await expect(page.getByRole('row', { name: court.name })).toContainText('Hidden');
  await hollis.page.goto('/notices');
  const notification = hollis.page.getByRole('link', { name: /Courtly has hidden your court/ });
  await expect(notification).toContainText('The fence is broken.');
  await expectAccessible(hollis.page, 'a notification of a hidden court');
  await page.getByRole('button', { name: `Show ${court.name}` }).click();
  await because(page, `Show ${court.name} again?`, 'It is mended.', 'Show Court');
  await expect(page.getByRole('row', { name: court.name })).toContainText('Shown');
  await expectAccessible(page, 'the courts of the desk');
});

test('an admin refunds a played hour, removes a reported review, and sees the current policy', async ({
  signIn,
}, { project }) => {
  // Only the demo data has played hours. Each project uses a different player, because an hour can
  // be reviewed only once.
  const player = await signIn(project.name.endsWith('phone') ? 'grace' : 'yuki');
  const playedBooking = (await player.api.playedHours()).findLast(
    ({ needsReview }) => needsReview,
  )!;
  const owner = await signIn(
    (await player.api.hostOf(playedBooking.courtId)).toLowerCase() as DemoPerson,
  );
  const words = `The gate code is 4711, ${Date.now().toString(36)}.`;
  await player.api.review(playedBooking, 2, words);
  await owner.api.review(playedBooking, 2, 'Left the court as it was.');
  await owner.api.reportReview(playedBooking, 'No one should read the code.');

  const { page } = await signIn('avery');
  await page.goto('/admin/reviews');
  const review = page.getByRole('listitem').filter({ hasText: words });
  await expect(review).toContainText('No one should read the code.');
  await expectAccessible(page, 'a reported review');
  await review.getByRole('button', { name: 'Remove' }).click();
  await because(page, 'Remove this review?', 'It contains a code.', 'Remove Review');
  await expect(toastWith(page, 'Review removed')).toBeVisible();
  await expect(review).toHaveCount(0);

  const { firstName, lastName, email } = player.me;
  await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: `${firstName} ${lastName}` }).click();
  const account = page.getByRole('dialog', { name: `${firstName} ${lastName}` });
  await account.getByRole('button', { name: 'Show Past Bookings' }).click();
  const hour = account.getByRole('list', { name: 'Past bookings' }).getByRole('listitem').first();
  await expect(hour).toContainText('completed');
  await expectAccessible(page, 'played hours of an account');
  await hour.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund this booking?' });
  await expect(refund).toContainText(/You can refund up to \$\d+\.\d\d/);
  await refund.getByLabel('Amount in dollars').fill('1.00');
  await refund.getByLabel('Paid by').selectOption('Courtly');
  await expectAccessible(page, 'a manual refund');
  await because(page, 'Refund this booking?', 'The lights went out.', 'Refund');
  await expect(toastWith(page, 'The refund is on its way')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Policies' }).click();
  await expect(page.getByRole('heading', { name: 'Current policy: standard-1' })).toBeVisible();
  const fee = page
    .getByText('Elite member fee (share of the hourly rate)', { exact: true })
    .locator('+ dd');
  await expect(fee).toHaveText('5%Our assumption');
  await expect(page.getByRole('list', { name: 'Versions' })).toContainText(
    'First version on record.',
  );
  await expectAccessible(page, 'the policies');
  await page.getByRole('link', { name: 'Rating Flags' }).click();
  await expect(page.getByText("A flag doesn't change a rating or rank")).toBeVisible();
  await expectAccessible(page, 'rating flags');
});
