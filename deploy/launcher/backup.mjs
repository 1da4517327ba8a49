import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attemptAll, untilReady } from './attempts.mjs';
import { run, startChild } from './children.mjs';
import { composeProject } from './compose.mjs';
import { claimPort } from './ports.ts';
import { rebuildAll, verify } from './read-models.mjs';
import { until } from './readiness.ts';
import { interruption, CliError } from './cli-error.mjs';
import { root } from './setup.mjs';

const BOOKED_BEFORE = 200;
const BOOKED_WITHIN_MS = 120_000;
const STOPS_WITHIN_MS = 30_000;

/** @typedef {import('./compose.mjs').ComposeProject} ComposeProject */
/** @typedef {import('./attempts.mjs').ComposeCommand} ComposeCommand */
/** @typedef {import('./attempts.mjs').Trial} Trial */

/**
 * Rehearses backup.sh and restore.sh, and nothing else.
 * @returns {Promise<import('./layers.mjs').Tally>} skipped where no engine answers
 */
export const backup = () => attemptAll((project, compose) => [restoration(project, compose)]);

/**
 * Saves an installation while people book, removes it with its volumes, starts another from what was saved, and looks there
 * for each booking that was acknowledged before.
 * @param {ComposeProject} project
 * @param {ComposeCommand} compose
 * @returns {Trial}
 */
export const restoration = (project, compose) => [
  'a backup made while people book, brought back on another machine, loses nothing',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'courtly-backup-'));
    const acknowledged = join(folder, 'acknowledged');
    let other;
    try {
      const before = await counts(project);
      const since = await backUpWhilePeopleBook(project, join(folder, 'backup'), acknowledged);
      await project.down();
      const secrets = readFileSync(join(folder, 'backup', 'secrets.env'), 'utf8');
      const port = await claimPort(0);
      other = composeProject(compose, { name: `courtly-test-${port}`, port, secrets });
      await other.script('restore', join(folder, 'backup'));
      await untilReady(other);
      const found = await rehearsal('find', acknowledged, '--base', other.base, '--before', since);
      const verified = await verify(other);
      const after = await counts(other);
      if (after.events < before.events || after.people < before.people)
        throw new CliError(`before ${JSON.stringify(before)}\nafter ${JSON.stringify(after)}`);
      return `${found}; ${verified}, ${after.events} events, ${after.people} people; rebuilt: ${await rebuildAll(other)}`;
    } finally {
      await other?.down();
      rmSync(folder, { recursive: true });
    }
  },
];

/**
 * @param {ComposeProject} project
 * @param {string} folder
 * @param {string} acknowledged a file with one line per acknowledged booking
 * @returns {Promise<string>} the instant at which the backup began
 */
async function backUpWhilePeopleBook(project, folder, acknowledged) {
  const told = () =>
    existsSync(acknowledged) ? readFileSync(acknowledged, 'utf8').split('\n').length - 1 : 0;
  const tools = join(root, 'deploy', 'launcher', 'tools.mjs');
  const booking = startChild(
    process.execPath,
    [tools, 'rehearsal', 'book', acknowledged, '--base', project.base, '--run-id', 'backup'],
    { cwd: root },
  );
  /** @param {number} least */
  const untilTold = (least) => {
    const ended = new AbortController();
    void booking.ended.then(() => ended.abort(new CliError(booking.lines.join('\n'))));
    const patience = [AbortSignal.timeout(BOOKED_WITHIN_MS), interruption.signal, ended.signal];
    return until(async () => told() >= least, AbortSignal.any(patience));
  };
  try {
    await untilTold(BOOKED_BEFORE);
    const since = new Date().toISOString();
    await project.script('backup', folder);
    // Requests that were interrupted are retried.
    await untilTold(told() + 1);
    return since;
  } finally {
    await booking.stop(STOPS_WITHIN_MS);
  }
}

/** @param {ComposeProject} project @returns {Promise<{ events: number, people: number }>} */
async function counts(project) {
  const { events, people } = JSON.parse(
    await project.courtly('projector', 'verify', '--log-only', '--json'),
  );
  return { events, people };
}

/** @param {...string} args @returns {Promise<string>} its last line */
async function rehearsal(...args) {
  const { code, lines } = await run(
    process.execPath,
    [join(root, 'deploy', 'launcher', 'tools.mjs'), 'rehearsal', ...args],
    {
      cwd: root,
    },
  );
  if (code !== 0) throw new CliError(lines.slice(-10).join('\n'));
  return String(lines.at(-1));
}
