import { expectAccessible } from './accessible';
import { expect, test } from './journey';
import { pageHeading } from './steps';

test('a member hides their player page from everyone, and shows it again', async ({
  join,
  expected,
}) => {
  expected.push(/^404 GET \/api\/players\//);
  const member = await join('Helga');
  const stranger = await join('Sten');
  const path = `/players/${member.me.id}`;
  await stranger.page.goto(path);
  await expect(pageHeading(stranger.page, 'Helga Journey')).toBeVisible();

  await member.page.goto('/profile?tab=settings');
  const choices = member.page.getByRole('radiogroup', { name: 'Who can see your player page' });
  await expect(choices.getByRole('radio', { name: 'Everyone signed in' })).toBeChecked();
  const saved = () =>
    member.page.waitForResponse(
      (response) => response.request().method() !== 'GET' && /privacy/.test(response.url()),
    );
  const hidden = saved();
  await choices.getByRole('radio', { name: 'Only me' }).check();
  expect((await hidden).ok()).toBe(true);
  await expectAccessible(member.page, 'the settings of a member');

  await stranger.page.reload();
  await expect(stranger.page.getByRole('main')).not.toContainText('Helga');
  await member.page.goto(path);
  await expect(pageHeading(member.page, 'Helga Journey')).toBeVisible();

  await member.page.goto('/profile?tab=settings');
  const opened = saved();
  await choices.getByRole('radio', { name: 'Everyone signed in' }).check();
  expect((await opened).ok()).toBe(true);
  await stranger.page.reload();
  await expect(pageHeading(stranger.page, 'Helga Journey')).toBeVisible();
});
