import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAttempts, untilReady, type Attempt } from './attempts.ts';
import { run, startChild } from './children.mjs';
import { CliError, interruption } from './cli-error.mjs';
import { composeProject, type ComposeCommand, type ComposeProject } from './compose.ts';
import { claimPort } from './ports.ts';
import { rebuildAll, verify } from './read-models.ts';
import { until } from './readiness.ts';
import { root } from './setup.mjs';
import type { Tally } from './tally.ts';

const FIRST_BOOKINGS = 200;
const BOOKINGS_WITHIN_MS = 120_000;
const STOP_GRACE_MS = 30_000;
const toolsScript = join(root, 'deploy', 'launcher', 'tools.mjs');

/** Rehearses backup.sh and restore.sh. Skips this without a Docker engine. */
export const backup = (): Promise<Tally> =>
  runAttempts((project, compose) => [restoration(project, compose)]);

/**
 * Backs up an installation while people make bookings, removes it with its volumes, restores the
 * backup to another installation, and looks there for each acknowledged booking.
 */
export const restoration = (project: ComposeProject, compose: ComposeCommand): Attempt => [
  'a backup made while people book loses nothing when it is restored elsewhere',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'courtly-backup-'));
    const bookingsFile = join(folder, 'acknowledged');
    const backupFolder = join(folder, 'backup');
    let restoredProject: ComposeProject | undefined;
    try {
      const originalCounts = await countsOf(project);
      const backupStart = await backUpWhilePeopleBook(project, backupFolder, bookingsFile);
      await project.down();
      const secrets = readFileSync(join(backupFolder, 'secrets.env'), 'utf8');
      const port = await claimPort(0);
      restoredProject = composeProject(compose, { name: `courtly-test-${port}`, port, secrets });
      await restoredProject.script('restore', backupFolder);
      await untilReady(restoredProject);
      const restoredBookings = await rehearse(
        'find',
        bookingsFile,
        '--base',
        restoredProject.base,
        '--before',
        backupStart,
      );
      const verifiedBookings = await verify(restoredProject);
      const restoredCounts = await countsOf(restoredProject);
      const { events, people } = restoredCounts;
      if (events < originalCounts.events || people < originalCounts.people)
        throw new CliError(
          `before ${JSON.stringify(originalCounts)}\nafter ${JSON.stringify(restoredCounts)}`,
        );
      const readModels = await rebuildAll(restoredProject);
      return `${restoredBookings}; ${verifiedBookings}, ${events} events, ${people} people; rebuilt: ${readModels}`;
    } finally {
      await restoredProject?.down();
      rmSync(folder, { recursive: true });
    }
  },
];

/**
 * @param bookingsFile receives one line per acknowledged booking
 * @returns the instant at which the backup began
 */
async function backUpWhilePeopleBook(
  project: ComposeProject,
  backupFolder: string,
  bookingsFile: string,
): Promise<string> {
  const bookingCount = () =>
    existsSync(bookingsFile) ? readFileSync(bookingsFile, 'utf8').split('\n').length - 1 : 0;
  const args = ['rehearsal', 'book', bookingsFile, '--base', project.base, '--run-id', 'backup'];
  const workload = startChild(process.execPath, [toolsScript, ...args], { cwd: root });
  const untilBooked = (minimum: number) => {
    const workloadEnd = new AbortController();
    void workload.ended.then(() => workloadEnd.abort(new CliError(workload.lines.join('\n'))));
    const deadline = AbortSignal.any([
      AbortSignal.timeout(BOOKINGS_WITHIN_MS),
      interruption.signal,
      workloadEnd.signal,
    ]);
    return until(async () => bookingCount() >= minimum, deadline);
  };
  try {
    await untilBooked(FIRST_BOOKINGS);
    const backupStart = new Date().toISOString();
    await project.script('backup', backupFolder);
    // Retries requests that were interrupted.
    await untilBooked(bookingCount() + 1);
    return backupStart;
  } finally {
    await workload.stop(STOP_GRACE_MS);
  }
}

async function countsOf(project: ComposeProject): Promise<{ events: number; people: number }> {
  const { events, people } = JSON.parse(
    await project.courtly('projector', 'verify', '--log-only', '--json'),
  );
  return { events, people };
}

/** Runs `rehearsal`, and resolves to the last line that it prints. */
async function rehearse(...args: readonly string[]): Promise<string> {
  const { code, lines } = await run(process.execPath, [toolsScript, 'rehearsal', ...args], {
    cwd: root,
  });
  if (code !== 0) throw new CliError(lines.slice(-10).join('\n'));
  return String(lines.at(-1));
}
