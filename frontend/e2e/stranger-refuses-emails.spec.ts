import { expectAccessible } from './accessible';
import { expect, test } from './journey';
import { canReadMails, linkIn, subjectsTo } from './mails';
import { pageHeading } from './steps';

test('a stranger ends all invitations with the link in the first one', async ({ arrive, host }) => {
  test.skip(!canReadMails, 'the emails of this Courtly are not readable');
  const owner = await host('Creosote Court');
  const other = await host('Mallow Court');
  const [email, later] = ['refuses', 'control'].map(
    (name) => `${name}.${owner.court.id}@stranger.example`,
  ) as [string, string];
  await owner.api.inviteGuest(owner.court.id, email);
  await expect.poll(() => linkIn(email, '/never-email-me')).not.toBe('');
  const { page } = await arrive();
  await page.goto(await linkIn(email, '/never-email-me'));
  await expect(pageHeading(page, 'Never get emails from Courtly?')).toBeVisible();
  await expectAccessible(page, 'the page that stops emails');
  await page.getByRole('button', { name: 'Never Email Me' }).click();
  await expect(pageHeading(page, "We won't email you again")).toBeVisible();

  await other.api.inviteGuest(other.court.id, email);
  await other.api.inviteGuest(other.court.id, later);
  await expect.poll(() => subjectsTo(later)).toHaveLength(1);
  expect(await subjectsTo(email)).toHaveLength(1);
});
