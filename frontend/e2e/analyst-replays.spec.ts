import { mkdir, rmdir } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import { expectAccessible, waitUntilSettled } from './accessible';
import { expect, test } from './journey';
import { toastWith } from './steps';

/** The rating formula is global, so only one project at a time may change it. */
const alone = async (folder: string, walk: () => Promise<void>): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const lock = pathOf(folder, 'formula.lock');
  const acquireLock = () =>
    mkdir(lock).then(
      () => true,
      () => false,
    );
  await expect.poll(acquireLock, { timeout: test.info().timeout }).toBe(true);
  try {
    await walk();
  } finally {
    await rmdir(lock);
  }
};

test('an analyst replays all matches with another K factor, adopts it, and reverts it', async ({
  signIn,
  verified,
}, { project }) => {
  // All ratings are recalculated twice.
  test.slow();
  const formula = `elo-1(most=${project.name.endsWith('phone') ? 180 : 200})`;
  // Only the demo data has played hours whose result is not logged.
  const [logger, opponent] = [
    await signIn(project.name.endsWith('phone') ? 'rosa' : 'imani'),
    await verified('Orla'),
  ];
  const { id } = await logger.api.logMatch(opponent.me.email);
  await opponent.api.confirmMatch(id);

  const { page } = await signIn('avery');
  await page.goto('/admin/dashboard');
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'Replay' })
    .click();
  const inForce = page.getByRole('region', { name: 'Current formula' });
  await expect(inForce).toContainText('All ratings use it');

  await page.getByLabel('Formula', { exact: true }).selectOption('elo');
  await page.getByText('Parameters', { exact: true }).click();
  const largestChange = page.getByLabel('Largest change, before division');
  await largestChange.fill('-1');
  await page.getByRole('button', { name: 'Replay All Matches' }).click();
  await expect(page.getByText(/^Enter a number between /)).toBeVisible();
  await largestChange.fill(/most=(\d+)/.exec(formula)![1]!);
  await page.getByRole('button', { name: 'Replay All Matches' }).click();
  const replay = page.getByRole('region', { name: formula });
  await expect(replay.getByRole('table', { name: 'Forecast errors' }).getByRole('row')).toHaveCount(
    3,
  );
  await expect(replay.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  await expect(replay.getByRole('list', { name: 'Legend' }).getByRole('listitem')).toHaveCount(2);
  const mover = replay
    .getByRole('table', { name: 'Players' })
    .getByRole('link', { name: /^View ratings/ })
    .first();
  await expect(mover).toBeVisible();
  await waitUntilSettled(page);
  await expectAccessible(page, 'a replay');
  await mover.click();
  const player = page.getByRole('textbox', { name: /^Player/ });
  await expect(player).toBeFocused();
  await expect(player).not.toHaveValue('');
  // Several members may have the same name, and others may move more.
  await player.fill(opponent.me.id);
  await page.getByRole('button', { name: 'Find Player' }).click();
  await page.getByRole('button', { name: /^Orla Journey/ }).click();
  await page.getByRole('button', { name: 'Replay All Matches' }).click();
  const profile = replay.getByRole('region', { name: /^Orla Journey as of / });
  await expect(
    profile.getByRole('table', { name: 'Ratings at that time' }).getByRole('row'),
  ).toContainText([/^Discipline/, /^Singles.*1, provisional/]);
  await expect(profile.getByRole('table', { name: 'Recent matches' }).getByRole('row')).toHaveCount(
    2,
  );
  await waitUntilSettled(page);
  await expectAccessible(page, 'the ratings of a player as they stood');
  await replay.getByRole('tab', { name: 'Ranking' }).click();
  await expect(replay.getByText(/^As of /)).toBeVisible();

  // The demo has too few matches to compare formulas.
  const adopt = async (reason: string, evidence: RegExp) => {
    const dialog = page.getByRole('dialog', { name: 'Adopt this formula?' });
    await expect(dialog.getByText(evidence)).toBeVisible();
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Adopt Formula' }).click();
    await expect(toastWith(page, 'The formula is now in use').first()).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(inForce).toContainText('All ratings use it', { timeout: test.info().timeout });
  };
  await alone(pathOf(import.meta.dirname, '../test-results'), async () => {
    await page.reload();
    await expect(inForce).toContainText('games-share-glicko-3');
    await replay.getByRole('button', { name: 'Adopt Formula' }).click();
    await expectAccessible(page, 'putting a formula in force');
    await adopt('A journey tries it.', /^Too few matches to say/);
    await expect(inForce).toContainText(formula);
    await page.getByRole('button', { name: 'Revert to games-share-glicko-3' }).click();
    await adopt('The journey is over.', /^No replay has compared/);
    await expect(page.getByRole('button', { name: `Revert to ${formula}` })).toBeVisible();
  });
});
