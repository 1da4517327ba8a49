import { expectAccessible } from './accessible';
import { expect, test } from './journey';

test('an admin traces who logged and disputed a match, why, and its earlier state', async ({
  signIn,
  verified,
}, { project }) => {
  // Only the demo data has played hours. Each project uses a different player, because an hour can
  // be logged only once.
  const logger = await signIn(project.name.endsWith('phone') ? 'imani' : 'rosa');
  const opponent = await verified('Olga');
  const { id, court } = await logger.api.logMatch(opponent.me.email);
  await opponent.api.disputeMatch(id, 'It was 4-6, and I have a picture of the board.');

  const { page } = await signIn('avery');
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByRole('list', { name: 'Events' })).toBeVisible();
  await page.getByLabel('About').fill(opponent.me.email);
  await page.getByLabel('Event', { exact: true }).selectOption('Match disputed');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/type=MatchDisputed/);
  const loggerName = `${logger.me.firstName} ${logger.me.lastName}`;
  const disputed = `Olga Journey disputed ${loggerName}'s result`;
  const events = page.getByRole('list', { name: 'Events' }).getByRole('button');
  await expect(events).toHaveCount(1);

  await page.getByRole('button', { name: disputed }).click();
  const dialog = page.getByRole('dialog', { name: disputed });
  await expect(dialog).toContainText('It was 4-6, and I have a picture of the board.');
  await expect(
    dialog.getByRole('row', { name: 'Answer none disputed', exact: true }),
  ).toBeVisible();
  await expectAccessible(page, 'an event of the audit');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/^((?!event=).)*$/);

  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.getByLabel('Record type').selectOption('Match');
  await page.getByLabel('ID', { exact: true }).fill(id);
  await page.getByRole('button', { name: 'Show' }).click();
  const moments = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  await expect(moments).toHaveText([
    new RegExp(`^${loggerName} logged a result`),
    new RegExp(`^${loggerName} added a player to their match`),
    new RegExp(`^${disputed}“It was 4-6, and I have a picture of the board\\.”`),
  ]);
  await expectAccessible(page, 'a timeline of the audit');

  await moments
    .nth(1)
    .getByRole('link', { name: /^State at the time/ })
    .click();
  await expect(page.getByRole('heading', { name: /^State as of/ })).toBeVisible();
  await expect(page.getByText('Answer', { exact: true }).locator('+ dd')).toHaveText('none');
  await expectAccessible(page, 'a match as it stood');

  await page.getByLabel('Record type').selectOption('Court calendar');
  await page.getByLabel('Court', { exact: true }).fill(court.id);
  await page
    .getByLabel('Court date')
    .fill(id.split('-')[1]!.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3'));
  await page.getByRole('button', { name: 'Show' }).click();
  const heldSlot = page
    .getByRole('list', { name: 'Hours' })
    .getByRole('listitem')
    .filter({ hasText: id.split('_')[0]! });
  await expect(heldSlot).toContainText('Held');
  await expectAccessible(page, 'a calendar as it stood');

  await page.getByRole('tab', { name: 'Everything' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /CSV/ }).click();
  expect((await download).suggestedFilename()).toBe('audit.csv');

  await page.goto('/admin/disputes');
  const dispute = page
    .getByRole('list', { name: 'Disputes' })
    .getByRole('listitem')
    .filter({ hasText: `${logger.me.firstName} ${logger.me.lastName} logged` });
  await dispute.getByRole('link', { name: 'Timeline' }).click();
  await expect(moments).toHaveCount(3);
  await page.goBack();
  await dispute.getByRole('button', { name: 'Remove Result' }).click();
  await page.getByLabel('Reason').fill('The picture shows it.');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Result' }).click();
  await expect(dispute).toHaveCount(0);
  for (const { page: side } of [logger, opponent]) {
    await side.goto('/notices');
    await expect(
      side.getByRole('link', { name: /^An admin decided: the match doesn't count/ }),
    ).toBeVisible();
  }
});
