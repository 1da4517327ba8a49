import { expectAccessible, waitUntilSettled } from './accessible';
import { expect, test } from './journey';
import { toastWith } from './steps';

test('a player is ranked after five confirmed results and sees why the rating changed', async ({
  signIn,
  verified,
}, { project }) => {
  // The journey waits twice until rankings are published.
  test.slow();
  // Only the demo data has played hours. Each project uses a different player, because an hour can
  // be logged only once.
  const logger = await signIn(project.name.endsWith('phone') ? 'grace' : 'finn');
  const opponent = await verified('Olga');
  // A rank also needs opponents whom the club knows well. Each group of ten rated players requires
  // one more, and other journeys add players at the same time.
  const [established, ...otherEstablished] = [
    await signIn('theo'),
    await signIn('noor'),
    await signIn('pavel'),
  ];
  const firstOpponents = [opponent, ...otherEstablished, opponent];
  const { page } = logger;
  const name = `${logger.me.firstName} ${logger.me.lastName}`;
  const hours = await logger.api.playedHours();
  const hoursToLog = hours.filter(({ needsResult }) => needsResult);
  for (const [index, beaten] of firstOpponents.entries()) {
    const match = await logger.api.logWin(hoursToLog[index]!.id, beaten.me);
    await beaten.api.confirmMatch(match.id);
  }

  // Rankings are published together, shortly after a result counts.
  const ownRank = page.getByRole('region', { name: 'Your Rank' });
  const showsRank = (words: string | RegExp) =>
    expect(async () => {
      await page.goto('/rankings');
      await expect(ownRank).toContainText(words, { timeout: 3_000 });
    }).toPass();
  await showsRank('You need 1 more confirmed match');
  await expect(ownRank).toContainText('Provisional, 4 rated matches');

  await page.goto('/bookings?tab=past');
  await page
    .getByRole('button', { name: /^Log the Result:/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'How did the match end?' });
  await dialog.getByRole('radio', { name: 'Win' }).check();
  await dialog.getByRole('button', { name: 'Add Set' }).click();
  await dialog.getByLabel('Set 1, games won').fill('6');
  await dialog.getByLabel('Set 1, games lost').fill('2');
  await dialog.getByLabel('Name').fill('Theo');
  await dialog.getByLabel('Email').fill(established.me.email);
  await expectAccessible(page, 'the result with a set');
  await dialog.getByRole('button', { name: 'Log Result' }).click();
  await expect(toastWith(page, 'Result logged')).toBeVisible();

  // The open rankings page is updated automatically.
  await showsRank('You need 1 more confirmed match');
  await established.page.goto('/matches');
  const logged = established.page
    .getByRole('article')
    .filter({ hasText: 'Sets: 6–2' })
    .filter({ hasText: name });
  await logged.getByRole('button', { name: /^Confirm:/ }).click();
  await expect(toastWith(established.page, 'Result confirmed')).toBeVisible();

  await expect(ownRank).toContainText(/of \d+ players/, { timeout: test.info().timeout });
  await expect(ownRank).toContainText('5 rated matches');
  // Another journey may change the formula, so compare skills that one table shows.
  const skillLine = ownRank.getByRole('img', { name: / in the last 5 matches$/ });
  const [, first, last] = /^Skill from (.+) to (.+) in/.exec(
    (await skillLine.getAttribute('aria-label'))!,
  )!;
  expect(Number(last)).toBeGreaterThan(Number(first));
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('You');
  await expect(row).toContainText('5 won in a row');
  await waitUntilSettled(page);
  await expectAccessible(page, 'the rankings');

  await ownRank.getByRole('link', { name: 'Why it changed' }).click();
  const receipts = page.getByRole('listitem');
  const receipt = receipts.filter({ hasText: 'Won 6–2' }).first();
  await page.getByText('Won 6–2').click();
  await expect(receipt).toContainText('against Theo Marchetti');
  await expect(receipt).toContainText(/You were expected to win \d+% of the games and won 75%\./);
  const repeated = receipts.filter({ hasText: 'Won 6–3' }).first();
  await page.getByText('Won 6–3').first().click();
  await expect(repeated).toContainText('against Olga Journey');
  await expect(repeated).toContainText('the same players met recently');
  await expectAccessible(page, 'a receipt');

  // The opponent opens the same player's page and challenges them.
  await opponent.page.goto(`/players/${logger.me.id}`);
  await opponent.page.getByRole('button', { name: `Follow: ${name}` }).click();
  await expect(opponent.page.getByRole('button', { name: `Following: ${name}` })).toBeVisible();
  await waitUntilSettled(opponent.page);
  await expectAccessible(opponent.page, 'the page of a player');
  await opponent.page.goto('/rankings?tab=friends');
  await opponent.page.getByRole('link', { name: `Challenge: ${name}` }).click();
  const note = opponent.page
    .getByRole('status')
    .filter({ hasText: `You're challenging ${logger.me.firstName}` });
  await expect(note).toContainText('choose an hour');
  await opponent.page.getByRole('article').first().getByRole('link').first().click();
  await expect(opponent.page).toHaveURL(/\/courts\/.*challenge=/);
  await expect(note).toBeVisible();
  await opponent.page.getByRole('button', { name: 'Cancel the challenge' }).click();
  await expect(note).toBeHidden();
});
